"""Chinese addresses that a label announces (地址：…): to the end of their clause."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.address.zh_chain import Found, find_chains
from shotveil.core.clues.context import Context, Example, LabelHit, Rule
from shotveil.core.parse.places import simplify
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_RULE: Final = "address.chinese_labelled"
_REACH: Final = 70
_CLAUSE: Final = compile_late(r"[一-鿿0-9A-Za-z０-９#\-－·]+(?:[(（][一-鿿0-9A-Za-z０-９、\-米]{1,24}[)）])?")
_KEY: Final = compile_late(
    r"[路街巷弄村镇乡]|胡同|[0-9]+(?:号|室|栋|幢|层|楼|座)|大厦|广场|小区|公园|单元|[东西南北](?:门|口|侧)|地铁站"
)
_HAN: Final = compile_late(r"[一-鿿]")
_VERBS: Final = compile_late(
    r"录|填|写|处理|来|去|吧|就|那|这|可以|附近|不|没|对|是|有|我|你|您|他|她|为|吗|呢|即|谢|电话|联系|收|签|找|等|见|行|还|都|也|请|到|后|"
    r"进|的|了|跟|和|与|及|或|，"
)
_FULL_LABEL: Final = compile_late(r"地址|住址|坐落|位于|住在|现住|家住")
_LINKS: Final = frozenset("在是为按：:")
_LEADS: Final = frozenset("在是为按：: ")


def find_labelled_chinese(context: Context) -> Iterator[Candidate]:
    """Values of Chinese address labels, as far as their clause reads as an address."""
    for hit in context.labelled("ADDR"):
        linked = hit.direct or context.text[hit.end : hit.end + 1] in _LINKS
        if not linked or hit.value_end <= hit.value_start:
            continue
        span = _read_clause(context, hit)
        if span:
            start, end = span
            yield Candidate(
                "ADDR", start, end, context.text[start:end], "soft", "label", 0.7, _RULE, (_RULE,)
            )


def _read_clause(context: Context, hit: LabelHit) -> tuple[int, int] | None:
    text = context.text
    start = hit.value_start
    while start < len(text) and start - hit.value_start < 4 and text[start] in _LEADS:
        start += 1
    limit = min(len(text), start + _REACH)
    if hit.role == "FIELD":
        limit = min(limit, hit.value_end)
    clause = _CLAUSE.match(text, start, limit)
    if clause is None or not _HAN.search(clause.group()):
        return None
    found = next((f for f in find_chains(simplify(clause.group())) if f.start <= 2), None)
    if found is not None:
        return _extended(text, start, clause, found)
    label = context.text[hit.start : hit.end]
    whole = bool(_FULL_LABEL.search(label)) or hit.role == "FIELD"
    plain = 4 <= len(clause.group()) <= 40 and _VERBS.search(clause.group()) is None
    return clause.span() if whole and plain and _KEY.search(clause.group()) else None


def _extended(text: str, start: int, clause: re.Match[str], found: Found) -> tuple[int, int] | None:
    """The chain and what its clause goes on with, unless that begins like a sentence."""
    end = start + found.end
    rest = text[end : clause.end()]
    if len(found.parts) < 2 and not _KEY.search(clause.group()):
        return None
    if len(rest) < 2 or _VERBS.match(rest):
        return (start + found.start, end) if found.keys & {"road", "number", "building"} else None
    return start + found.start, clause.end()


RULES: Final[Mapping[str, Rule]] = MappingProxyType({_RULE: Rule(find_labelled_chinese, labels=("ADDR",))})

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        _RULE: (
            Example("地址在平安里西大街14号(宝产胡同口西南)。", ("平安里西大街14号(宝产胡同口西南)",)),
            Example("地址是北京市房山区长沟镇坟庄村。", ("北京市房山区长沟镇坟庄村",)),
            Example("地址我还没想好，位于群山之间。", ()),
        )
    }
)
