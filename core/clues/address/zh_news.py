"""Places as running Chinese text names them: by the word for their level, abroad and at home (DESIGN 5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.clues.person.zh_model import (
    build_lattice,
    find_han_runs,
    has_chinese,
    load_words,
)
from shotveil.core.parse.name_zh import load_transliteration
from shotveil.core.parse.places import load_countries
from shotveil.core.records import Candidate

_RULE: Final = "address.level_zh"
_LEVELS: Final = frozenset("州省市县郡镇乡区村岛")
_SMALL_LEVELS: Final = frozenset("县镇乡区村")
_NOT_BEHIND: Final = frozenset("长政民委府级域立区场内上下里中道公")
"""What makes another word of the level: 市长, 区域."""
_PLACED: Final = ("位于", "在", "于", "到", "至", "从", "往", "前往", "来自", "、", "，", "：")
_LONGEST_FOREIGN, _LONGEST_OWN = 9, 3
_LEAST_ODDS: Final = 1.2


@cache
def _longest_country() -> int:
    return max(len(name) for name in load_countries() if not name.isascii())


def country_before(text: str, start: int, floor: int = 0) -> int:
    """Where a country's name begins that ends at ``start``; ``start`` when none does."""
    for size in range(min(_longest_country(), 8, start - floor), 1, -1):
        if text[start - size : start] in load_countries():
            return start - size
    return start


def find_levels(context: Context) -> Iterable[Candidate]:
    """A name and the word for its level (亚利桑那州, 新竹市香山区), with the country before it."""
    if context.medium != "text" or not has_chinese(context.text):
        return
    for match in find_han_runs(context):
        run = match.group()
        if not _LEVELS.isdisjoint(run):
            for start, end in _join(list(_read_run(run))):
                start = country_before(run, start)
                yield propose_words(context, "ADDR", match.start() + start, match.start() + end, _RULE, 0.55)


def _join(spans: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Spans that touch are one address, from large to small."""
    start, end = -1, -1
    for left, right in spans:
        if left == end:
            end = right
            continue
        if start >= 0:
            yield start, end
        start, end = left, right
    if start >= 0:
        yield start, end


def _read_run(run: str) -> Iterator[tuple[int, int]]:
    path = build_lattice(run).path()
    floor = 0
    for place, (left, right) in enumerate(path):
        if run[right - 1] not in _LEVELS or run[right : right + 1] in _NOT_BEHIND:
            continue
        if right - left > 1:
            if left - floor == 1 and floor and right - left == 2:  # 新竹市|香|山区
                yield floor, right
                floor = right
            continue
        start = _begin(run, path[:place], floor)
        if start < left and _is_named(run, path[:place], start, left, floor):
            yield start, right
            floor = right


def _begin(run: str, before: list[tuple[int, int]], floor: int) -> int:
    """Where the name before a level begins: at places, foreign-name characters and unknown ones."""
    words, odds = load_words(), load_transliteration()
    at = before[-1][1] if before else 0
    start = at
    for left, right in reversed(before):
        word = words.get(run[left:right])
        foreign = all(char in odds for char in run[left:right])
        if left < floor or at - left > _LONGEST_FOREIGN or run[left:right] in load_countries():
            break
        if (
            word is not None
            and not foreign
            and word.kind != "s"
            and (right - left > 1 or word.kind in "fvt" or at - left > _LONGEST_OWN)
        ):
            break
        start = left
        if word is not None and word.kind == "s" and right - left > 1 and not foreign:
            break
    return start


def _is_place(text: str) -> bool:
    word = load_words().get(text)
    return word is not None and word.kind == "s"


def _is_named(run: str, before: list[tuple[int, int]], start: int, end: int, floor: int) -> bool:
    words, odds = load_words(), load_transliteration()
    name = run[start:end]
    if len(name) < 2:
        return False
    if any(left >= start and right - left > 1 and _is_place(run[left:right]) for left, right in before):
        return True
    if all(char in odds for char in name):
        return sum(odds[char] for char in name) >= _LEAST_ODDS * len(name) and len(set(name)) > 1
    placed = start == floor > 0 or run[:start].endswith(_PLACED)
    return len(name) <= _LONGEST_OWN and placed and run[end] in _SMALL_LEVELS and name not in words


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {_RULE: Rule(find_levels, written=(r"[\u3400-\u4dbf\u4e00-\u9fff][州省市县郡镇乡区村岛]",))}
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        _RULE: (
            Example("后来同家人移居到亚利桑那州生活", ("亚利桑那州",)),
            Example("工厂位于新竹市香山区", ("新竹市香山区",)),
            Example("出生于美国宾夕法尼亚州", ("美国宾夕法尼亚州",)),
            Example("这个城市的各个县都有分公司", ()),
            Example("市长到开发区视察", ()),
        )
    }
)
