"""Chinese lanes and estates that stand before a house without a road (桂语里12弄6号301室; CONTRACT b.2)."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_RULE: Final = "address.lane_zh"
_SCORE: Final = 0.6
_TAIL: Final = (
    r"(?:[0-9]{1,4}支弄)?(?:[0-9]{1,4}(?:号楼?|幢|栋|座))?(?:[0-9]{1,2}单元)?(?:[0-9]{1,3}[层楼])?"
    r"(?:[0-9]{2,4}(?:室|房|(?![0-9A-Za-z年月日号块元]))|[A-Z]?[0-9]{2,4}室)?"
)
_LANE: Final = compile_late(
    r"(?P<name>[\u4e00-\u9fff]{2,8})"
    rf"(?:[0-9]{{1,4}}弄{_TAIL}"
    r"|(?<=[里坊邨苑])[0-9]{1,4}(?:号楼?|幢|栋|座)(?:[0-9]{1,2}单元)?[0-9]{2,4}室?(?![0-9年月日号块元]))"
)
_BEFORE: Final = compile_late(r"[在到住寄送去是于往从址的我他她你您家请搬租买回了和与给至约来过经]")
_MOST: Final = 5


def find_lanes(context: Context) -> Iterator[Candidate]:
    """A name of two to five characters, its lane and house; what stands before the name is cut."""
    for match in context.scan(_LANE):
        name = match["name"]
        cut = max((found.end() for found in _BEFORE.finditer(name)), default=0)
        if not 2 <= len(name) - cut <= _MOST:
            continue
        start, end = match.start() + cut, match.end()
        yield propose_words(context, "ADDR", start, end, _RULE, _SCORE, source="format")


RULES: Final = MappingProxyType(
    {_RULE: Rule(find_lanes, (r"[0-9]弄|[\x{91cc}\x{574a}\x{90a8}\x{82d1}][0-9]",))}
)

EXAMPLES: Final = MappingProxyType(
    {
        _RULE: (
            Example("桂语里12弄6号301室", ("桂语里12弄6号301室",)),
            Example("他住桂语里12弄6号，寄到枫桥三村8弄", ("桂语里12弄6号", "枫桥三村8弄")),
            Example("桂语里6号301室，听枫苑3幢502", ("桂语里6号301室", "听枫苑3幢502")),
            Example("这里3号开会，家里12号楼，公里30号，在弄12弄的"),
        )
    }
)
