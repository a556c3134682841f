"""Chinese account names behind an at sign: ``@小鹿不吃草 `` up to the blank that ends a mention."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.person.lexicon import read_groups
from shotveil.core.clues.person.zh import reads_as_person
from shotveil.core.clues.person.zh_model import load_words
from shotveil.core.clues.proposal import propose
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_HAN: Final = "\u4e00-\u9fff"
_MENTION: Final = compile_late(
    rf"@(?<![0-9A-Za-z_.@]@)(?P<name>[{_HAN}][{_HAN}A-Za-z0-9_\-]{{1,9}})"
    r"(?=[ \u00a0\u3000\n\ue000:：，,。！!？?]|$)"
)
_ALL: Final = ("所有", "全体", "大家", "全部", "各位")
_LONGEST_NAME: Final = 3


def find_mentions(context: Context) -> Iterable[Candidate]:
    """What stands from the sign to a blank or stop: no name, no role, no word, not everybody."""
    groups = read_groups("person_cues_zh.txt")
    roles = groups["title"] | groups["before_title"] | groups["service_role"] | groups["kin"]
    for match in context.scan(_MENTION):
        name = match["name"]
        if name in load_words() or name.startswith(_ALL) or name in roles:
            continue
        titled = any(name.endswith(role) for role in roles if len(role) > 1)
        person = any(
            reads_as_person(name[first : first + size]) for first in range(len(name)) for size in (2, 3)
        )
        if titled or len(name) <= _LONGEST_NAME or person:
            continue  # rules for names read these
        yield propose(context, "USER", match.start(), match.end(), "user.mention_zh", tier="soft")


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {"user.mention_zh": Rule(find_mentions, written=(rf"@[{_HAN}]{{2}}",))}
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "user.mention_zh": (
            Example("谢谢@小鹿不吃草 送的票，转给 @爱喝汽水的猫：", ("@小鹿不吃草", "@爱喝汽水的猫")),
            Example("@所有人 开会，@全体成员 请看，@客服 在吗，发到 a@例子公司.cn"),
        )
    }
)
