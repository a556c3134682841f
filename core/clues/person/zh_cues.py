"""What stands around a Chinese name: titles, verbs, kin, labels, edges (CONTRACT b.2)."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

from shotveil.core.clues.person.lexicon import read_groups

_LONGEST: Final = 6
_BETWEEN: Final = " \u00a0\u3000:：\"“「‘'\ue001"


@cache
def _left_bonus() -> dict[str, float]:
    groups = read_groups("person_cues_zh.txt")
    table = {word: 2.0 for word in groups["start"]}
    table.update(dict.fromkeys(groups["before_title"], 4.0))
    table.update(dict.fromkeys(groups["hard_start"], 7.0))
    return table


@cache
def _right_bonus() -> dict[str, float]:
    groups = read_groups("person_cues_zh.txt")
    table = {word: 1.2 for word in groups["say"]}
    table.update(dict.fromkeys(groups["hard_say"], 3.0))
    table.update({word: 4.0 for word in groups["title"] if len(word) > 1})
    return table


@cache
def _left_ends() -> frozenset[str]:
    return frozenset(word[-1] for word in _left_bonus()) | frozenset(_BETWEEN)


@cache
def _right_starts() -> frozenset[str]:
    return frozenset(word[0] for word in _right_bonus())


@cache
def _places() -> tuple[frozenset[str], frozenset[str]]:
    groups, bodies = read_groups("person_cues_zh.txt"), read_groups("org_words_zh.txt")
    kinds = bodies["legal"] | bodies["institution"] | bodies["weak"] | bodies["industry"]
    return groups["place_before"], groups["place_after"] | kinds


@cache
def _world_cities() -> frozenset[str]:
    text = files("shotveil.core.lexicons").joinpath("zh_world_cities.txt").read_text(encoding="utf-8")
    return frozenset(name for line in text.splitlines() if not line.startswith("#") for name in line.split())


def is_world_city(text: str) -> bool:
    """Whether this is a known city or region outside China."""
    return text in _world_cities()


def stands_as_place(text: str, start: int, end: int) -> bool:
    """Whether foreign characters name a place or a firm: by what touches them, a way there or a kind."""
    if is_world_city(text[start:end]):
        return True
    before, after = _places()
    if any(text[end : end + size] in after for size in (1, 2, 3, 4)):
        return True
    return text[end : end + 1] != "的" and any(
        size <= start and text[start - size : start] in before for size in (1, 2, 3)
    )


def weigh_left(text: str, start: int) -> float:
    """What the characters before ``start`` say for a name there (cost units)."""
    table = _left_bonus()
    if start and text[start - 1] not in _left_ends():
        return 0.0
    while start and text[start - 1] in _BETWEEN:
        start -= 1
    for size in range(min(_LONGEST, start), 0, -1):
        bonus = table.get(text[start - size : start])
        if bonus is not None:
            return bonus
    return 0.0


def weigh_right(text: str, end: int) -> float:
    """What the characters from ``end`` on say for a name before them (cost units)."""
    table = _right_bonus()
    if text[end : end + 1] not in _right_starts():
        return 0.0
    for size in range(4, 0, -1):
        bonus = table.get(text[end : end + size])
        if bonus is not None:
            return bonus
    return 0.0
