"""Places and sites of Chinese sentences by the word they end in: what stands before it must be a name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule, scan_around
from shotveil.core.clues.person.lexicon import read_groups
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.clues.person.simplified import in_simplified
from shotveil.core.clues.person.zh_cues import weigh_right
from shotveil.core.clues.person.zh_model import build_lattice, find_han_runs, load_words
from shotveil.core.parse.name_zh import load_surnames, load_transliteration
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_LONGEST_BODY: Final = 7
_LONGEST_ENDING: Final = 6
_RULE: Final = "address.site_zh"
_SCORE: Final = 0.5
_COMMON: Final = 9.0
"""Cost under which a single character is a word of its own wherever it stands."""
_VERY_COMMON: Final = 6.5
_SOUNDS: Final = 2.0
"""Log odds from which a character belongs to foreign names."""


@cache
def _endings() -> frozenset[str]:
    groups = read_groups("zh_sites.txt")
    return groups["long"] | groups["short"]


@cache
def _last_characters() -> re.Pattern[str]:
    return re.compile(f"[{''.join(sorted({word[-1] for word in _endings()}))}]")


def _find_endings(run: str) -> Iterator[tuple[int, int]]:
    """Where the longest ending at each place begins and ends."""
    endings = _endings()
    for match in _last_characters().finditer(run):
        end = match.end()
        for size in range(min(_LONGEST_ENDING, end), 0, -1):
            if run[end - size : end] in endings:
                if size > 1 or not _is_plain(run[end - 2 : end]):
                    yield end - size, end
                break


def find_sites(context: Context) -> Iterable[Candidate]:
    """Names before 站, 山, 公园 and the like in running sentences (screens need more)."""
    if context.medium != "text":
        return
    for run in find_han_runs(context):
        endings = [*_find_endings(run.group())]
        if endings:
            yield from _read_run(context, run.start(), run.group(), endings)


def _is_plain(pair: str) -> bool:
    """Whether the last two characters are an ordinary word (网站), or there are no two."""
    known = load_words().get(pair)
    return len(pair) < 2 or (known is not None and known.kind != "s")


def _read_run(context: Context, offset: int, run: str, endings: list[tuple[int, int]]) -> Iterator[Candidate]:
    path = build_lattice(run).path()
    ends = {right: place for place, (_, right) in enumerate(path)}
    endings = [ending for ending in endings if ending[1] in ends]
    floor = 0
    for number, (head, end) in enumerate(endings):
        place = ends[end]
        if any(following <= end for following, _ in endings[number + 1 : number + 2]) or not _is_ending(
            run, path[place], head
        ):
            continue
        start = _find_start(run, path, place, head, floor)
        if start < 0 or not _is_named(run[start:head], run[start:end], path[place] == (start, end)):
            continue
        if not _reads_as_person(context.text, offset + start, offset + end, end - head):
            yield propose_words(context, "ADDR", offset + start, offset + end, _RULE, _SCORE)
            floor = end


def _is_ending(run: str, last: tuple[int, int], head: int) -> bool:
    """Whether the ending is a word here, or ends a place that is one (no 站 of 网站)."""
    if last[0] >= head:
        return last[0] == head
    known = load_words().get(run[slice(*last)])
    return known is None or known.kind == "s"


def _find_start(run: str, path: list[tuple[int, int]], place: int, head: int, floor: int) -> int:
    """Where the name before ``head`` begins: over places, foreign sounds and characters that make no word."""
    start = path[place][0]
    placed = head - start > 1
    for left, right in reversed(path[:place]):
        is_place = _is_place(run[left:right])
        if left < floor or head - left > _LONGEST_BODY or (placed and not is_place):
            break
        if not is_place and not _may_name(run[left:right]):
            break
        start, placed = left, placed or is_place
    return start if start < head else -1


def _may_name(word: str) -> bool:
    known = load_words().get(word)
    if known is None:
        return True
    if len(word) == 1:
        sounds = load_transliteration().get(word, 0) >= _SOUNDS
        return known.cost >= (_VERY_COMMON if sounds else _COMMON) and (sounds or known.kind != "f")
    return known.cost >= _COMMON and all(load_transliteration().get(char, 0) >= _SOUNDS for char in word)


def _is_named(body: str, whole: str, alone: bool) -> bool:
    """Whether the body is a name rather than a description: two characters that make no word, or a place.

    ``alone``: body and ending are one word of the language.
    """
    known = load_words().get(whole)
    if known is not None:
        return known.kind == "s" and len(whole) - len(body) == 1 and alone and len(whole) > 2
    if len(body) < 2:
        return False
    words = [body[left:right] for left, right in build_lattice(body).path()]
    unknown = sum(len(word) for word in words if word not in load_words() or len(word) == 1)
    return unknown >= 2 or any(map(_is_place, words))


def _is_place(word: str) -> bool:
    known = load_words().get(word)
    return len(word) > 1 and known is not None and known.kind == "s"


def _reads_as_person(text: str, start: int, end: int, ending: int) -> bool:
    """Whether a surname begins it, one character ends it and a person's verb follows (刘大江说)."""
    return ending == 1 and end - start == 3 and text[start] in load_surnames() and weigh_right(text, end) >= 1


_DORMITORY: Final = compile_late(
    r"(?:[东西南北中]区|[\u4e00-\u9fff]{2,4}校区)?(?:[0-9]{1,2}|[A-Z]|[东南西北一二三四五六七八九十]{1,2})(?:号楼|号|栋|幢|座)?"
    r"(?:学生|教工|职工|男生|女生|研究生)?(?:宿舍|公寓)楼?(?:[0-9]{1,2}(?:单元|层|楼))?[A-Z]?[0-9]{3,4}"
    r"(?:室|房间?|寝室?)?(?:[A-H0-9]号?床)?(?![0-9元人平㎡])"
)


_HALL: Final = compile_late("宿舍|公寓")


def find_dormitories(context: Context) -> Iterable[Candidate]:
    """A room of a numbered hall (2号宿舍楼415): where somebody lives, with or without a label."""
    for match in scan_around(context, _DORMITORY, _HALL, 18, 24):
        yield propose_words(context, "ADDR", *match.span(), "address.dormitory_zh", 0.6)


_COMPOUND: Final = compile_late(
    r"(?<![\u4e00-\u9fff])[\u4e00-\u9fff]{2,6}(?:家园|花园|小区|公寓|新村|山庄|[苑城园里庭府湾居郡墅])"
    r"[0-9]{1,2}(?:栋|幢|座|号楼)?[-－—][0-9]{1,2}(?:单元)?[-－—][0-9]{3,4}(?![0-9\-])"
)


def find_compounds(context: Context) -> Iterable[Candidate]:
    """A housing estate with building, entrance and room (金色家园9-1-1502)."""
    for match in context.scan(_COMPOUND):
        yield propose_words(context, "ADDR", *match.span(), "address.estate_zh", 0.7)


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        _RULE: in_simplified(Rule(find_sites, words=tuple(sorted(_endings())))),
        "address.estate_zh": in_simplified(
            Rule(
                find_compounds,
                (r"[\u4e00-\u9fff][0-9]{1,2}(?:栋|幢|座|号楼)?[-－—][0-9]{1,2}(?:单元)?[-－—][0-9]{3}",),
            )
        ),
        "address.dormitory_zh": Rule(
            find_dormitories, (r"(?:宿舍|公寓)楼?(?:[0-9]{1,2}(?:单元|层|楼))?[a-z]?[0-9]{3}",)
        ),
    }
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        _RULE: (
            Example("探测器在托洛莫山发现了它", ("托洛莫山",)),
            Example("列车停靠沛陵站", ("沛陵站",)),
            Example("我们在车站旁边的公园散步", ()),
            Example("刘岚山说他不来", ()),
        ),
        "address.estate_zh": (
            Example("送到 金色家园9-1-1502 即可", ("金色家园9-1-1502",)),
            Example("日期2024-10-1502，小区9-1-2，第三季园12-31-20"),
        ),
        "address.dormitory_zh": (
            Example("我在2号宿舍楼415等你，他在5栋学生公寓B612", ("2号宿舍楼415", "5栋学生公寓B612")),
            Example("新建3栋宿舍1200人，教学楼305，公寓2000元一月", ()),
        ),
    }
)
