"""Chinese addresses read from left to right out of running text, each to its full extent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from heapq import merge
from typing import Final

from ahocorasick_rs import AhoCorasick, MatchKind

from shotveil.core.clues.address.zh_parts import (
    BLANK,
    HAN,
    KEY_CHARS,
    PLACE_STOP,
    SHORT_NAMES,
    STOP,
    Part,
    ends_place,
    is_city_name,
    is_full_name,
    is_place,
    next_part,
)
from shotveil.core.parse.places import Division, load_divisions
from shotveil.core.patterns import compile_late

_JOIN: Final = compile_late(rf"[{BLANK}]*(?:[,，、·\-—/]|\n)?[{BLANK}]*")


_MOST_PARTS: Final = 24
"""No address has more parts; a text that repeats a place name for ever stays linear."""


@dataclass(frozen=True, slots=True)
class Found:
    """Parts of one address in order; ``full`` when a division is written with its level word."""

    parts: tuple[Part, ...]
    full: bool

    @property
    def start(self) -> int:
        return self.parts[0].start

    @property
    def end(self) -> int:
        return self.parts[-1].end

    @property
    def keys(self) -> frozenset[str]:
        return frozenset(part.key for part in self.parts)


@cache
def _inner_forms() -> frozenset[int]:
    """Indexes of the short names that only a district or county has: they begin no address."""
    return frozenset(
        index
        for index, (form, readings) in enumerate(load_divisions().items())
        if not is_city_name(readings) and all(reading.name != form for reading in readings)
    )


@cache
def _divisions() -> AhoCorasick:
    return AhoCorasick(list(load_divisions()), matchkind=MatchKind.LeftmostLongest)


_TENS: Final = "一二三四五六七八九十"
_ROADS: Final = "路街巷弄道同"
_NUMBER: Final = f"[0-9０-９A-Za-z{_TENS}]"
_KEY: Final = compile_late(
    r"[区县镇街层室栋幢座号单道大公胡路巷弄](?:"
    rf"(?<=[东西南北中新][{_TENS}]道)(?P<two>)"
    rf"|(?:(?<=[{HAN}][区县镇])(?<![{_ROADS}].)|(?<=街)道(?<=[{HAN}]..)(?<![{_ROADS}]..)"
    rf"|(?<=[0-9][层室])|(?<={_NUMBER}[栋幢座])|(?<={_NUMBER}号)楼|(?<={_NUMBER}单)元|(?<=[{_TENS}]道)(?=[0-9]))(?P<one>)"
    r"|(?<=大)[道街]|(?<=公)路|(?<=胡)同|(?<=[路街巷弄]))"
)
"""Words that end a part of an address, and by group how many characters before them belong to them.

Each begins with its rare character and looks back: a pattern that begins with any character is slow."""
_BEFORE_KEY: Final = {"one": 1, "two": 2, None: 0}


def find_chains(text: str) -> Iterator[Found]:
    """Addresses of a text in order, none inside another."""
    starts = (
        (start, start, False)
        for form, start, _ in _divisions().find_matches_as_indexes(text)
        if form not in _inner_forms()
    )
    keys = (
        (match.end(), match.start() - _BEFORE_KEY[match.lastgroup], True)
        for match in (_KEY.finditer(text) if KEY_CHARS.search(text) else ())
    )
    position = 0
    anchors = merge(starts, keys)
    for place, key_start, is_key in anchors:
        if place < position or (is_key and key_start < position):
            continue
        if is_key and key_start > 1 and text[key_start - 2 : key_start] == text[key_start] * 2:
            continue
        begin = _begin_before(text, key_start, place, position) if is_key else place
        if begin is None:
            continue
        found = read_chain(text, begin)
        if found is not None:
            position = found.end
            yield _with_country(text, found)


_COUNTRY_BEFORE: Final = compile_late(r"(?:中国|中华人民共和国)[ ,，]?$")


def _with_country(text: str, found: Found) -> Found:
    country = _COUNTRY_BEFORE.search(text, max(0, found.start - 9), found.start)
    if country is None or len(found.parts) < 2:
        return found
    return Found((Part("country", country.start(), found.start), *found.parts), found.full)


def _begin_before(text: str, key_start: int, key_end: int, floor: int) -> int | None:
    """Where the name that ends in the key word begins: at a boundary, or two characters before the key."""
    key = text[key_start:key_end]
    if key[0].isascii() or key[0].isdigit() or (key[0] in "一二三四五六七八九十" and key[-1] in "楼栋幢座元"):
        return _place_before(text, key_start, floor)
    at = key_start + (1 if key[-1] in "区县镇道" and len(key) == 2 and key != "大道" else 0)
    at = (
        key_start
        if key[-1] == "道" or key in {"大道", "大街", "公路", "胡同", "路", "街", "巷", "弄"}
        else at
    )
    begin = at
    while begin > floor and at - begin < 6 and _is_name_char(text[begin - 1]):
        long = at - begin >= 2 or (at - begin == 1 and text[begin] in SHORT_NAMES)
        if text[begin - 1] in STOP and long:
            break
        begin -= 1
    return begin if begin < at else None


def _is_name_char(char: str) -> bool:
    return "一" <= char <= "鿿" or char.isdigit()


def _place_before(text: str, at: int, floor: int) -> int | None:
    """Begin of the place name before a building ("御景湾11栋"), or the building itself."""
    while at > floor and (text[at - 1].isdigit() or (text[at - 1].isascii() and text[at - 1].isalpha())):
        at -= 1
    begin = at
    while begin > floor and at - begin < 10 and "一" <= text[begin - 1] <= "鿿":
        if text[begin - 1] in PLACE_STOP:
            return begin if at - begin >= 2 else at
        begin -= 1
    if begin == at and at > floor and text[at - 1] in BLANK:
        return _place_across_blank(text, at, floor)
    return begin


def _place_across_blank(text: str, at: int, floor: int) -> int:
    """Begin of a named place that a blank parts from the building ("青枫小区 D座"), or the building."""
    end = at - 1
    begin = end
    while begin > floor and end - begin < 10 and "一" <= text[begin - 1] <= "鿿":
        if text[begin - 1] in PLACE_STOP:
            break
        begin -= 1
    return begin if end - begin >= 3 and is_place(text[begin:end]) else at


def read_chain(text: str, begin: int) -> Found | None:
    """The address that begins at ``begin``: parts as long as one follows the other."""
    parts: list[Part] = []
    seen: list[Division] = []
    full = False
    at = begin
    while at < len(text) and len(parts) < _MOST_PARTS:
        gap = _JOIN.match(text, at)
        place = gap.end() if gap and parts else at
        parted = place > at and any(char not in BLANK for char in text[at:place])
        part = next_part(text, place, parts, seen, parted=parted)
        if part is None:
            break
        if part.key in {"province", "city", "district"}:
            full = full or is_full_name(text[part.start : part.end])
        parts.append(part)
        at = part.end
    while parts and parts[-1].key == "poi" and len(parts) > 1 and not ends_place(text, parts[-1]):
        parts.pop()
    return Found(tuple(parts), full) if parts else None
