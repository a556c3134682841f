"""What people are called in Chinese chats: doubled pet names (接豆豆), titles of Hong Kong (譚sir)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.person.lexicon import read_groups
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.clues.person.simplified import in_simplified
from shotveil.core.clues.person.zh_model import cost_of_given, load_words
from shotveil.core.parse.name_zh import load_surnames
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_HAN: Final = "\u4e00-\u9fff"
_TITLED: Final = compile_late(rf"(?P<surname>[{_HAN}])(?:[Ss]ir|SIR|[Mm]iss|MISS)(?![A-Za-z])")
_DOUBLED: Final = compile_late(rf"(?P<name>(?P<one>[{_HAN}])(?P=one))")
_CANTONESE: Final = compile_late("[唔喺嘅咗佢哋冇嚟俾搵啲咩嘢]")
_TITLES: Final = frozenset("生太")
_SHORT: Final = compile_late(rf"(?P<surname>[{_HAN}])[生太]")
_AFTER: Final = compile_late(rf"[^{_HAN}A-Za-z0-9]|[话話唔喺嘅係都会會咗同讲講有想要又俾]|$")
_NEAR: Final = 60
_FAIR: Final = 13.5
"""Cost up to which a doubled character is used in given names (晨晨)."""


def find_titled_hong_kong(context: Context) -> Iterable[Candidate]:
    """A surname with sir or Miss; with 生 or 太 in a line that is Cantonese."""
    surnames = load_surnames()
    for match in context.scan(_TITLED):
        thanks = context.text[max(0, match.start() - 1) : match.start() + 1] == "多谢"
        if match["surname"] in surnames and not thanks:
            yield propose_words(context, "NAME", *match.span(), "person.hong_kong", 0.7)
    for match in context.scan(_SHORT):
        start, end = match.start("surname"), match.end()
        if is_short_titled(context.text, start):
            yield propose_words(context, "NAME", start, end, "person.hong_kong", 0.7)


def is_short_titled(text: str, start: int) -> bool:
    """Whether a surname at ``start`` has 生 or 太 behind it, in a line that is Cantonese (陳太話)."""
    if text[start + 1 : start + 2] not in _TITLES or text[start] not in load_surnames():
        return False
    if text[start : start + 2] in load_words():
        return False
    near = text[max(0, start - _NEAR) : start + _NEAR]
    return _CANTONESE.search(near) is not None and _AFTER.match(text, start + 2) is not None


def find_doubled(context: Context) -> Iterable[Candidate]:
    """A doubled character that children are called by, where one is fetched, asked or has something."""
    for match in _DOUBLED.finditer(context.text):
        if match["name"] in load_words() or context.text.startswith(match["one"], match.end()):
            continue
        if _takes_turns(context.text, match["name"], match.start()):
            yield propose_words(context, "NAME", *match.span("name"), "person.doubled_zh", 0.55)
            continue
        pet = match["one"] in read_groups("person_cues_zh.txt")["pet"]
        if not pet and (cost_of_given(match["name"]) > _FAIR or _touches_word(context.text, *match.span())):
            continue
        if _is_taken(context.text, match.start()) or (pet and _has_own(context.text, match.end())):
            yield propose_words(context, "NAME", *match.span("name"), "person.doubled_zh", 0.55)


_TURN: Final = compile_late(
    r"(?:^|[\n\ue000])(?:\[?[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?\]?[ ,，]{0,2})?"
    rf"(?P<name>[{_HAN}]{{2,4}})[：:][ ]?(?=\S)"
)
_LEAST_TURNS: Final = 3


@lru_cache(maxsize=4)
def _speakers(text: str) -> frozenset[str]:
    """Who speaks more than once in a chat of several."""
    turns = [match["name"] for match in _TURN.finditer(text)]
    if len(turns) < _LEAST_TURNS or len(set(turns)) < 2:
        return frozenset()
    return frozenset(name for name, count in Counter(turns).items() if count > 1)


def _takes_turns(text: str, name: str, start: int) -> bool:
    """Whether a doubled name is that of somebody who speaks more than once (晴晴：…)."""
    return name in _speakers(text) and text[start + 2 : start + 3] in ("：", ":")


def _touches_word(text: str, start: int, end: int) -> bool:
    """Whether a word begins or ends inside (共和国|国务院)."""
    words = load_words()
    before = (text[max(0, start - size) : start + 1] in words for size in (1, 2))
    return any(before) or any(text[end - 1 : end + size] in words for size in (1, 2))


def _is_taken(text: str, start: int) -> bool:
    """Whether a word that takes a person stands before."""
    groups = read_groups("person_cues_zh.txt")
    takes = groups["takes_person"] | groups["with_person"] | groups["takes_child"]
    return any(text[max(0, start - size) : start] in takes for size in (3, 2, 1))


def _has_own(text: str, end: int) -> bool:
    """Whether what children have, or who is theirs, follows."""
    own = read_groups("person_cues_zh.txt")["of_child"]
    return any(text[end : end + size] in own for size in (2, 3))


def _list_rules() -> Iterator[tuple[str, Rule]]:
    titled = rf"[{_HAN}](?:[Ss]ir|SIR|[Mm]iss|MISS)"
    yield (
        "person.hong_kong",
        in_simplified(Rule(find_titled_hong_kong, written=(titled, rf"[{_HAN}][生太]"))),
    )
    yield (
        "person.doubled_zh",
        in_simplified(Rule(find_doubled, written=(rf"[{_HAN}]{{3}}", rf"[{_HAN}]{{2}}[：:]"))),
    )


RULES: Final[Mapping[str, Rule]] = MappingProxyType(dict(_list_rules()))

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "person.hong_kong": (
            Example("請搵譚sir或者李Miss，陳太話黃生唔喺度", ("譚sir", "李Miss", "陳太", "黃生")),
            Example("先生好，太太好，學生唔嚟，醫生話冇事，多謝sir，花生唔好食"),
        ),
        "person.doubled_zh": (
            Example("明天谁去接豆豆？妞妞学费交了，叫上果果", ("豆豆", "妞妞", "果果")),
            Example("晴晴：去哪儿\n老潘：文昌路\n晴晴：好", ("晴晴",)),
            Example("哈哈：一\n合计：二\n哈哈：三\n余额：四", ()),
            Example("给宝宝买豆豆鞋，天天上学，吃糖糖，圆圆的月亮，让星星发光"),
        ),
    }
)
