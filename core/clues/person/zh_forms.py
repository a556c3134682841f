"""Chinese names in other shapes: with title, 老/小/阿 forms, foreign names in characters (CONTRACT d)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.person.eponyms import outside_nobodies
from shotveil.core.clues.person.lexicon import read_groups
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.clues.person.simplified import in_simplified
from shotveil.core.clues.person.zh_cues import stands_as_place, weigh_left, weigh_right
from shotveil.core.clues.person.zh_model import (
    build_lattice,
    find_han_runs,
    has_chinese,
    load_words,
)
from shotveil.core.parse.name_zh import load_surnames, load_transliteration
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_HAN: Final = "\u3400-\u4dbf\u4e00-\u9fff"
_COMMON_SURNAME: Final = 6.0
"""Cost up to which a surname is common enough for short forms."""
_RARE_SURNAME: Final = 10.5
"""Cost up to which a surname needs no edge before it when a title follows."""

_FAMILIAR_SURNAME: Final = 5.2
_UNCOMMON: Final = 9.0
"""Cost up to which a surname makes a familiar form where a role or an edge stands before it."""
_ANIMALS: Final = frozenset("马牛羊熊龙虎鱼鹿雪白黄花")
_FLOORS: Final = frozenset("栋楼幢号室户座层")

_SURELY_FOREIGN: Final = 18.0
"""Log odds from which foreign-name characters need no cue beside them."""

_NAMED: Final = 3.0
"""Weight of cues from which foreign characters name a person even where places stand."""

_RARE_WORD: Final = 11.3
"""Cost from which a word that is also a surname of two characters is hardly used otherwise."""

_OPENING: Final = compile_late(
    f'(?:^|[\n\ue000\ue001。！？!?“"][ \t]{{0,4}})([{_HAN}]{{2}})'
    "(?=[，,！!~]|(?:说|已经|会签|问|在吗|你好|您好))"
)
_OPENING_NEED: Final = (
    f'(?:^|[\ue001。！？!?“"][ \t]{{0,4}})[{_HAN}]{{2}}(?:[，,！!~]|说|已经|会签|问|在吗|你好|您好)'
)
_BEFORE: Final = "的了和与是在找请问叫给对跟同向为被把由让见约接等"
_PLACE_ENDS: Final = "州岛河山省县海湾港湖堡"
_AFTER_PLACE: Final = "州市国岛河山省县镇海湾城区村港洲语族人级队军杯奖街路湖"


def _titles() -> tuple[str, ...]:
    groups = read_groups("person_cues_zh.txt")
    titles = {title for title in groups["title"] if len(title) > 1} | groups["short_title"]
    return tuple(sorted(titles, key=lambda title: (-len(title), title)))


@cache
def _title_pattern() -> re.Pattern[str]:
    return re.compile("|".join(_titles()))


def find_titled_surnames(context: Context) -> Iterable[Candidate]:
    """王先生, 李老师, 张工: the surname with its title."""
    if not has_chinese(context.text):
        return
    text, surnames = context.text, load_surnames()
    for match in _title_pattern().finditer(text):
        at, end = match.span()
        size = 2 if text[at - 2 : at] in surnames else 1 if text[at - 1 : at] in surnames else 0
        if size and _is_titled(text, at - size, at, end):
            yield propose_words(context, "NAME", at - size, end, "person.titled_zh", 0.6)


def _is_titled(text: str, start: int, at: int, end: int) -> bool:
    """Whether ``start:at`` is a surname here, and ``at:end`` the title of its bearer."""
    words, surname = load_words(), text[start:at]
    if text[start:end] in words or (surname in _chars("small_surname") and not _at_edge(text, start)):
        return False
    if not _starts_well(text, start):
        return False
    if end - at > 1:
        return load_surnames()[surname] <= _RARE_SURNAME or _begins(text, start)
    common = load_surnames()[surname] <= _COMMON_SURNAME or text[:start].endswith(_DEAR)
    return common and text[end - 1 : end + 1] not in words and _ends_well(text, end)


_DEAR: Final = ("尊敬的", "亲爱的", "敬爱的")
_FAMILIAR: Final = compile_late(f"[老小阿][{_HAN}]")


def find_familiar_names(context: Context) -> Iterable[Candidate]:
    """老王, 小李, 阿明: a familiar word and one character."""
    if not has_chinese(context.text):
        return
    for match in context.scan(_FAMILIAR):
        if score := weigh_familiar(context.text, match.start()):
            yield propose_words(context, "NAME", *match.span(), "person.familiar_zh", score)


def weigh_familiar(text: str, start: int) -> float:
    """Score of 老, 小 or 阿 at ``start`` and the character behind it as somebody, 0.0 for nobody."""
    first, second, end = text[start], text[start + 1 : start + 2], start + 2
    words = load_words()
    cost = load_surnames().get(second, 99.0)
    known_word = words.get(text[start:end])
    is_word = known_word is not None and known_word.kind != "t"
    serves = first == "小" or (first == "老" and not is_word)
    if serves and cost < _UNCOMMON and _follows_role(text, start) and _ends_well(text, end):
        return 0.6
    if is_word or text[end - 1 : end + 1] in words:
        return 0.0  # a word that tells a time is a surname all the same: 老周
    if first == "阿":
        known = second in _chars("familiar_given")
    else:
        asked = text[start - 1 : start] in _chars("with_person") and second not in _ANIMALS
        alone = asked or (first == "老" and (_begins(text, start) or _behind_floor(text, start)))
        known = cost <= (_UNCOMMON if alone else _FAMILIAR_SURNAME)
    stands = known and (_starts_well(text, start) or _behind_floor(text, start))
    acts = _acts(text, end) and not (first == "小" and second in _ANIMALS)
    return 0.55 if stands and (_ends_well(text, end) or acts) else 0.0


def _begins(text: str, start: int) -> bool:
    """Whether an edge or a word that takes a person stands before (联系老麦)."""
    return _at_edge(text, start) or weigh_left(text, start) > 0


def _behind_floor(text: str, start: int) -> bool:
    """Whether a part of a house stands before: 3栋老仇, 502室小李."""
    return text[start - 1 : start] in _FLOORS and text[start - 2 : start - 1].isdigit()


def _acts(text: str, end: int) -> bool:
    """Whether what follows a familiar name is what people do (老周|找晓梅, 小李|借书)."""
    word = load_words().get(text[end : end + 2])
    return text[end : end + 1] in _chars("acts") or (word is not None and word.kind == "v")


def _follows_role(text: str, start: int) -> bool:
    """Whether the word before is one of who serves or works (保安老周): then 小马 is no pony."""
    roles = _chars("service_role")
    return any(text[max(0, start - size) : start] in roles for size in (2, 3, 4))


@cache
def _chars(group: str) -> frozenset[str]:
    return read_groups("person_cues_zh.txt")[group]


def _at_edge(text: str, start: int) -> bool:
    return start == 0 or not re.match(f"[{_HAN}A-Za-z0-9]", text[start - 1])


def _starts_well(text: str, start: int) -> bool:
    """Whether a name may start here: at an edge, after a cue, or after a whole ordinary word."""
    if _begins(text, start) or text[start - 1] in _BEFORE:
        return True
    words = load_words()
    if text[start - 1 : start + 1] in words or text[start - 2 : start + 1] in words:
        return False
    word = words.get(text[start - 2 : start])
    return word is not None and word.kind in "nvtaf"


def _ends_well(text: str, end: int) -> bool:
    """Whether a name may end here: no character follows, or one that a verb or small word begins with."""
    if end >= len(text) or not re.match(f"[{_HAN}]", text[end]):
        return True
    return weigh_right(text, end) > 0


def _foreign() -> str:
    return f"[{''.join(load_transliteration())}]{{2}}"


@cache
def _foreign_pattern() -> re.Pattern[str]:
    return re.compile(_foreign())


def find_transliterated_names(context: Context) -> Iterable[Candidate]:
    """Three and more characters of foreign names that make no word, with a cue beside them."""
    if not has_chinese(context.text):
        return
    odds = load_transliteration()
    for run in find_han_runs(context):
        if _foreign_pattern().search(run.group()):
            yield from _read_foreign(context, run.start(), run.group(), odds)


def _read_foreign(context: Context, offset: int, run: str, odds: Mapping[str, float]) -> Iterator[Candidate]:
    words = load_words()
    group: list[tuple[int, int]] = []
    for left, right in [*build_lattice(run).path(), (len(run), len(run) + 1)]:
        if (
            right <= len(run)
            and all(char in odds for char in run[left:right])
            and (right - left == 1 or words[run[left:right]].cost > 11)
        ):
            group.append((left, right))
            continue
        if group:
            start, end = group[0][0], group[-1][1]
            found = _judge_foreign(context.text, offset + start, offset + end, odds)
            if found and not any(b - a > 1 and words[run[a:b]].kind == "s" for a, b in group):
                yield propose_words(context, "NAME", offset + start, offset + end, "person.foreign_zh", found)
        group = []


def _judge_foreign(text: str, start: int, end: int, odds: Mapping[str, float]) -> float:
    """Score of a stretch of foreign-name characters, 0.0 for none."""
    if not 2 <= end - start <= 7 or (end < len(text) and text[end] in _AFTER_PLACE):
        return 0.0
    if end - start > 2 and text[end - 1] in _PLACE_ENDS:
        return 0.0
    total = sum(odds[char] for char in text[start:end])
    left, right = weigh_left(text, start), weigh_right(text, end)
    if left + right < _NAMED and stands_as_place(text, start, end):
        return 0.0
    if (
        len(set(text[start:end])) < 2
        or total + min(left + right, 6.0) * 1.2 < 9.0
        or total / (end - start) < 1.3
    ):
        return 0.0
    if left + right < 1.0 and not _at_edge(text, start) and (total < _SURELY_FOREIGN or end - start < 3):
        return 0.0
    return 0.6 if end - start > 2 else 0.5 if left + right >= 4.0 else 0.0


def find_called_surnames(context: Context) -> Iterable[Candidate]:
    """欧阳，…: a surname of two characters that opens a line or sentence and is spoken to or of."""
    if not has_chinese(context.text):
        return
    text, words = context.text, load_words()
    for match in _OPENING.finditer(text):
        surname = match.group(1)
        known = words.get(surname)
        if surname in load_surnames() and (known is None or known.cost >= _RARE_WORD):
            yield propose_words(context, "NAME", *match.span(1), "person.called_zh", 0.6)


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        "person.titled_zh": outside_nobodies(in_simplified(Rule(find_titled_surnames, words=_titles()))),
        "person.called_zh": in_simplified(Rule(find_called_surnames, written=(_OPENING_NEED,))),
        "person.familiar_zh": in_simplified(Rule(find_familiar_names, written=(f"[老小阿][{_HAN}]",))),
        "person.foreign_zh": outside_nobodies(Rule(find_transliterated_names, written=(_foreign(),))),
    }
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "person.titled_zh": (
            Example("请联系王先生或者李老师", ("王先生", "李老师")),
            Example("尊敬的齐总：您好", ("齐总",)),
            Example("班主任马上回家", ()),
        ),
        "person.called_zh": (
            Example("欧阳，快递到了。司徒说好", ("欧阳", "司徒")),
            Example("东方，太阳升起。第五，别忘了", ()),
        ),
        "person.familiar_zh": (
            Example("我和老王说好了，阿明也来", ("老王", "阿明")),
            Example("老师说小时候在老家", ()),
            Example("物业管家小方 13800138058，保安老周说快递员小马到了", ("小方", "老周", "小马")),
            Example("路上有一匹小马，天空有老鹰", ()),
        ),
        "person.foreign_zh": (
            Example("教练费尔南德斯表示满意", ("费尔南德斯",)),
            Example("加拿大和巴基斯坦", ()),
        ),
    }
)
