"""Chinese names: surname and given-name characters against ordinary words (CONTRACT b.2, b.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.person import zh_called as person_zh_called
from shotveil.core.clues.person import zh_dotted as person_zh_dotted
from shotveil.core.clues.person import zh_forms as person_zh_forms
from shotveil.core.clues.person import zh_given as person_zh_given
from shotveil.core.clues.person.eponyms import outside_nobodies
from shotveil.core.clues.person.lexicon import read_groups
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.clues.person.simplified import in_simplified
from shotveil.core.clues.person.zh_called import is_short_titled
from shotveil.core.clues.person.zh_cues import is_world_city, stands_as_place, weigh_left, weigh_right
from shotveil.core.clues.person.zh_forms import weigh_familiar
from shotveil.core.clues.person.zh_model import (
    HAN_NEED,
    Lattice,
    build_lattice,
    cost_of_characters,
    cost_of_name,
    find_han_runs,
    find_surnames,
    has_chinese,
    is_colour,
    is_everyday,
    load_words,
)
from shotveil.core.parse.name_zh import load_surnames, load_transliteration
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_BESIDE_NUMBER: Final = compile_late(
    r"[\s,，、:：;；|/(（\ue001]{1,3}(?:[+＋(（]?\d[\d \-]{6}|电话|手机|联系|Tel|tel)"
)
_ACCEPT: Final = 0.5
"""Margin (cost units) from which a name is accepted."""
_LABEL_BONUS: Final = 14.0
_COMPOUND: Final = 9.0
_RARE_WORD: Final = 11.3
_GIVEN_IS_WORD: Final = 6.0
_FAMILIAR_INSIDE: Final = 20.0
_HARD_CUE: Final = 7.0
_NEVER_GIVEN: Final = frozenset("我你他她它谁这那的了吗呢吧么不没也都就还很什怎哪啊哦呀")
_PLACE_LIKE: Final = 6.0
_SMALL_SURNAME: Final = 3.0
_COMMON_SURNAME: Final = 5.0
_LOOSE_ON_SCREEN: Final = 6.0
_MOST_INSIDE: Final = 5.0
"""Most that ``_weigh_place`` counts for a name that does not end its run."""
_EDGES_ONLY: Final = 3.0
"""Bonus of a value that fills its box and has no other cue."""
_FAMILIAR_HEADS: Final = frozenset("老小")
_SMALL_WORD: Final = 9.0
_PLACE_ENDS: Final = frozenset("区县市镇乡店路街村省州楼馆园寺庙桥湖河江湾站校院局部会奖杯岛港")


def find_chinese_names(context: Context) -> Iterable[Candidate]:
    """Surname and given name in runs of Chinese characters."""
    if not has_chinese(context.text):
        return
    starts = _labelled_starts(context)
    for match in find_han_runs(context):
        yield from _read_run(context, match.start(), match.group(), starts)


def _labelled_starts(context: Context) -> frozenset[int]:
    """Where the value of a direct name label begins."""
    return frozenset(hit.value_start for hit in context.labelled("NAME") if hit.direct)


def _read_run(context: Context, offset: int, run: str, starts: frozenset[int]) -> Iterator[Candidate]:
    proposals = list(_propose_names(context, offset, run, starts))
    if not proposals:
        return
    proposals.sort(key=lambda item: (-item[2], item[0], -item[1]))
    taken: list[tuple[int, int]] = []
    for start, end, margin in proposals:
        if margin >= _ACCEPT and all(end <= left or right <= start for left, right in taken):
            taken.append((start, end))
            score = min(0.95, 0.5 + margin / 30)
            yield propose_words(context, "NAME", offset + start, offset + end, "person.zh", score)


def _propose_names(
    context: Context, offset: int, run: str, starts: frozenset[int]
) -> Iterator[tuple[int, int, float]]:
    """Spans of the run that could be a name, with their margin over ordinary words."""
    lattice: Lattice | None = None
    text = context.text
    for start, surname in find_surnames(run):
        left = weigh_left(text, offset + start)
        for size in (2, 1):
            end = start + len(surname) + size
            if end > len(run) or (said := _read_characters(run[start:end], size)) is None:
                continue
            is_inside = end < len(run) and offset + start not in starts
            if is_inside and said.plain - said.cost + left + _MOST_INSIDE < _ACCEPT:
                continue  # whatever follows it
            bonus = left + _weigh_place(text, offset + end, run, start, end, left)
            if size == 2 and _is_sure_compound(surname) and _at_start(text, offset + start):
                bonus += _COMPOUND
            if offset + start in starts:
                bonus += _weigh_label(run, end, text[offset + len(run) : offset + len(run) + 1])
            cost = said.cost - bonus
            if bonus < _HARD_CUE:
                cost += said.doubt
            if said.plain - cost < _ACCEPT or _is_ordinary(run[start:end], bonus):
                continue
            if said.sounds and bonus < _HARD_CUE:
                continue
            if size == 2 and (
                run[start - 1 : start + 1] in _takes_person()
                or (
                    bonus < _HARD_CUE
                    and surname in _with_person()
                    and not load_words().get(run[start + 1 : end])
                )
            ):
                continue  # the surname is, or ends, a word that takes a person (叫上|晓梅, 和|瑶瑶)
            if bonus < _LABEL_BONUS and _is_called_shorter(text, offset + start, start):
                continue
            if left <= 0 and is_colour(text, offset + start, offset + start + 3):
                continue
            if _joins_two(run, start) or _ends_in_word(run, end, size):
                continue
            if _begins_word(run, start, end) or (
                bonus < _HARD_CUE and _is_foreign_place(text, offset, start, end)
            ):
                continue
            lattice = lattice or build_lattice(run)
            margin = lattice.margin(start, end, cost + _weigh_against(context, run[start:end], size, bonus))
            if margin > 0:
                yield start, end, margin


def reads_as_person(text: str) -> bool:
    """Whether a whole text is about as likely a name as words: surname and given name, no word, no place.

    For places that prove a name by what stands around them, where a weak surname needs no further cue.
    """
    surname = text[:2] if text[:2] in load_surnames() else text[:1]
    size = len(text) - len(surname)
    if (
        surname not in load_surnames()
        or size not in (1, 2)
        or (size == 1 and not _is_common_surname(surname))
    ):
        return False  # two characters with a rare surname are as often somebody's given name
    said = _read_characters(text, size)
    if said is None or _is_ordinary(text, 0.0) or _is_place_like(text):
        return False
    begins = len(surname) == 1 and size == 2 and is_everyday(text[:2])
    worded = begins or _is_small_word(text[-size:])
    return said.plain - said.cost >= (_GIVEN_IS_WORD / 2 if worded else -_ACCEPT * 2)


class _Characters(NamedTuple):
    """What the characters of a possible name say, wherever they stand."""

    cost: float
    """As a name."""
    plain: float
    """As characters, each on its own."""
    doubt: float
    """More to pay where no sure cue stands: the surname is a small word."""
    sounds: bool
    """Whether they may be such a word and the sounds of a foreign name."""


@lru_cache(maxsize=16_384)
def _read_characters(name: str, size: int) -> _Characters | None:
    """A surname and a given name of ``size`` characters; None where nobody is called so."""
    surname, given = name[:-size], name[-size:]
    if not _NEVER_GIVEN.isdisjoint(given):
        return None
    small = surname in _small_surnames()
    sounds = small and all(char in load_transliteration() for char in name[1:])
    doubt = _SMALL_SURNAME if small else 0.0
    return _Characters(cost_of_name(surname, given), cost_of_characters(name), doubt, sounds)


def _is_foreign_place(text: str, offset: int, start: int, end: int) -> bool:
    """Whether characters that foreign names are written with stand where places do (慕尼黑)."""
    start, end = offset + start, offset + end
    odds = load_transliteration()
    if is_world_city(text[start:end]):
        return True
    if stands_as_place(text, start, end):
        return all(char in odds for char in text[start + 1 : end])
    if not all(char in odds for char in text[start:end]):
        return False
    while text[start - 1 : start] in odds:
        start -= 1
    while text[end : end + 1] in odds:
        end += 1
    return stands_as_place(text, start, end)


def _begins_word(run: str, start: int, end: int) -> bool:
    """Whether a longer ordinary word begins where the name does (班主 in 班主任)."""
    words = load_words()
    return any(run[start : end + more] in words for more in (1, 2) if end + more <= len(run))


@lru_cache(maxsize=256)
def _is_sure_compound(surname: str) -> bool:
    """A surname of two characters that is hardly another word (司空, 令狐)."""
    known = load_words().get(surname)
    return len(surname) == 2 and (known is None or known.cost >= _RARE_WORD)


def _at_start(text: str, start: int) -> bool:
    return start == 0 or not "\u4e00" <= text[start - 1] <= "\u9fff"


def _is_called_shorter(text: str, at: int, before: int) -> bool:
    """Whether two characters here are what somebody is called: 小李|借书, 陳太|話."""
    familiar = before and text[at - 1] in _FAMILIAR_HEADS and weigh_familiar(text, at - 1) > 0
    return familiar or is_short_titled(text, at)


def _joins_two(run: str, start: int) -> bool:
    """Whether "and" stands behind the surname of a familiar form and a surname after it (老|王和王|强)."""
    familiar = run[start - 1 : start] in {"老", "小", "阿"} and run[start + 1] in "和跟与"
    return familiar and run[start + 2 : start + 3] in load_surnames()


def _ends_in_word(run: str, end: int, size: int) -> bool:
    """Whether the last of two characters begins a common small word or is a verb (王丽|一起, 李娜|来了)."""
    if size == 2 and run[end - 1] in "来去走到说问回" and run[end : end + 1] in {"了", "过", "着"}:
        return True
    word = load_words().get(run[end - 1 : end + 1]) if size == 2 and end < len(run) else None
    return word is not None and word.kind == "f" and word.cost <= _SMALL_WORD


def _weigh_against(context: Context, name: str, size: int, bonus: float) -> float:
    """What speaks against a name (cost units): its parts are words, it ends as places do, it stands loose."""
    given = name[-size:]
    cost = _GIVEN_IS_WORD if _is_small_word(given) else 0.0
    if cost and name[:-size] in _small_surnames():
        cost += _FAMILIAR_INSIDE
    if given[0] in "老小" and given[1:] in load_surnames() and not _is_common_surname(name[:-size]):
        cost += _FAMILIAR_INSIDE
    if len(name) - size == 1 and _is_place_like(name):
        cost += _PLACE_LIKE
    if context.medium != "text" and bonus <= _EDGES_ONLY:
        cost += _LOOSE_ON_SCREEN if bonus < _EDGES_ONLY else _LOOSE_ON_SCREEN / 2
    return cost


def _is_common_surname(surname: str) -> bool:
    """A surname that is hardly ever another word before a familiar form (和小王)."""
    return surname not in _small_surnames() and load_surnames().get(surname, 99.0) <= _COMMON_SURNAME


def _is_place_like(text: str) -> bool:
    """A place's name, or one and a character more, or an ending of places."""
    if text[-1] in _PLACE_ENDS:
        return True
    known = load_words().get(text[:2])
    return known is not None and known.kind == "s"


def _is_small_word(given: str) -> bool:
    """Whether a given name of two characters is a common function word, verb or time."""
    word = load_words().get(given) if len(given) == 2 else None
    return word is not None and word.kind in "fvt" and word.cost < 11


def _is_ordinary(text: str, bonus: float) -> bool:
    """A word of the language that no label vouches for, a role, or one character over and over."""
    if len(set(text)) == 1 or text in _roles() or text[:2] == text[2:]:
        return True
    word = load_words().get(text)
    return word is not None and (bonus < _LABEL_BONUS or word.kind not in "na" or word.cost < 10.5)


@cache
def _small_surnames() -> frozenset[str]:
    return read_groups("person_cues_zh.txt")["small_surname"]


@cache
def _takes_person() -> frozenset[str]:
    return read_groups("person_cues_zh.txt")["takes_person"]


@cache
def _with_person() -> frozenset[str]:
    return read_groups("person_cues_zh.txt")["with_person"] & _small_surnames()


@cache
def _roles() -> frozenset[str]:
    groups = read_groups("person_cues_zh.txt")
    return groups["title"] | groups["before_title"]


def _weigh_label(run: str, end: int, after: str) -> float:
    """What a direct label at the start of a name counts; more when the value ends with the name."""
    if end < len(run):
        return _LABEL_BONUS if not weigh_right(run, end) else _LABEL_BONUS + 4
    return 0.0 if after.isalnum() and after.isascii() else _LABEL_BONUS + 8


def _weigh_place(text: str, to: int, run: str, start: int, end: int, left: float) -> float:
    """Cues behind ``start:end`` of the run (``to`` in the stream) and at the edges of the run."""
    bonus = weigh_right(text, to) + (1.0 if start == 0 else 0.0)
    if end == len(run):
        bonus += 1.0
        if left:
            bonus += 6.0 if left >= _HARD_CUE else 2.0
        if start == 0:
            bonus += 5.0 if _BESIDE_NUMBER.match(text, to) else 1.0
    return bonus


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        "person.zh": outside_nobodies(in_simplified(Rule(find_chinese_names, written=(HAN_NEED,)))),
        **person_zh_forms.RULES,
        **person_zh_given.RULES,
        **person_zh_called.RULES,
        **person_zh_dotted.RULES,
    }
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "person.zh": (
            Example("联系人：王佳怡，电话稍后给", ("王佳怡",)),
            Example("患者欧阳若溪，陪同诸葛敏。", ("欧阳若溪", "诸葛敏")),
            Example("李宁运动鞋和王老吉凉茶在打折，麻辣烫加陈醋，夏令营报名", ()),
            Example("李宁打来电话，李子涵同学没有来", ("李宁", "李子涵")),
            Example("给张伟 5mg 吗啡，李晓梅 2片", ("张伟", "李晓梅")),
            Example("华法林 3mg，安定片 5mg，利福平 0.45g", ()),
            Example("万一失败请重试，高兴就好，白菜涨价。", ()),
            Example("请在明天上午提交金额和项目名称", ()),
            Example("毛重: 12kg\n净重: 10kg\n加姜片和凤爪，送代金券，连接数：50", ()),
            Example("收货人：毛重阳\n姜汁说好", ("毛重阳",)),
        ),
        **person_zh_forms.EXAMPLES,
        **person_zh_given.EXAMPLES,
        **person_zh_called.EXAMPLES,
        **person_zh_dotted.EXAMPLES,
    }
)
