"""The blocks of a screen as a form sees them: where they stand, what they say, what they name."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from shotveil.core.clues.labels.layout import kinds_of_label
from shotveil.core.clues.person.lexicon import fold_name, is_listed_name, read_groups
from shotveil.core.geometry import Box, overlap_down
from shotveil.core.parse.address_words import load_street_types, load_unit_words
from shotveil.core.patterns import compile_late
from shotveil.core.records import View
from shotveil.core.stream.model import Stream

_BIG, _SMALL = "A-Z\u00c0-\u00de", "a-z\u00df-\u017f"
_CAPITALISED: Final = rf"[{_BIG}][{_SMALL}]*['’\-]?[{_BIG}{_SMALL}'’\-]+\.?"
WORDS: Final = compile_late(rf"{_CAPITALISED}(?: {_CAPITALISED}){{0,3}}")
"""One to four capitalised words and nothing else."""

_STREET: Final = compile_late(
    r"(?P<house>[0-9]{1,6})[A-Za-z]?,? "
    r"(?P<words>[A-Z0-9#][A-Za-z0-9.'’\-]*,?(?: [A-Z0-9#][A-Za-z0-9.'’\-]*,?){1,8})"
)
_LONGEST_STREET: Final = 120
_WORD: Final = compile_late(r"[A-Za-z][A-Za-z\-]*")


@dataclass(frozen=True, slots=True)
class FormPlace:
    """A block: its range in the stream, its box (px), its text, the kinds it names when it is a label."""

    start: int
    end: int
    box: Box
    text: str
    kinds: tuple[str, ...]

    @property
    def is_street(self) -> bool:
        """Whether the block begins like a street: a house number and capitalised words."""
        return is_street(self.text)


class PlaceRows:
    """Blocks by their top edge: a screen of many is searched near a box only, not once a pair."""

    def __init__(self, places: Sequence[FormPlace]) -> None:
        self._by_top = sorted(places, key=lambda place: (place.box.top, place.start))
        self._tops = [place.box.top for place in self._by_top]
        heights = sorted(place.box.height for place in places)
        self._tall = 4 * heights[len(heights) // 2] if heights else 0.0

    def around(self, box: Box, up: float, down: float) -> list[FormPlace]:
        """Blocks from ``up`` heights of the box above it to ``down`` heights below it, in stream order."""
        first = bisect_left(self._tops, box.top - up * box.height - self._tall)
        last = bisect_right(self._tops, box.bottom + down * box.height)
        return sorted(self._by_top[first:last], key=lambda place: place.start)


def read_places(stream: Stream, view: View) -> tuple[FormPlace, ...]:
    """Every block with text and a box, in stream order."""
    places = []
    for unit in stream.units:
        box = view.blocks[unit.block].box
        if unit.end > unit.start and box.area > 0:
            text = stream.text[unit.start : unit.end]
            places.append(FormPlace(unit.start, unit.end, box, text, kinds_of_label(text)))
    return tuple(places)


@lru_cache(maxsize=8192)
def has_form_word(text: str) -> bool:
    """Whether a text holds a word of fields, buttons or headings: then nobody typed it."""
    words = read_groups("form_words.txt")["form"]
    return any(word.lower() in words for word in _WORD.findall(text))


@lru_cache(maxsize=8192)
def is_street(text: str) -> bool:
    """A house number of three digits, or with a street type or unit behind it, and capitalised words."""
    match = _STREET.match(text) if len(text) <= _LONGEST_STREET else None
    if match is None or has_form_word(text):
        return False
    words = [word.lower() for word in _WORD.findall(match["words"])]
    if not words or any(word in read_groups("form_words.txt")["date"] for word in words):
        return False
    return len(match["house"]) > 2 or any(
        word in load_street_types() or word in load_unit_words() for word in words
    )


def is_typed_words(text: str) -> bool:
    """Capitalised words alone, none of them a word of forms."""
    return WORDS.fullmatch(text) is not None and not has_form_word(text)


def is_name_word(word: str) -> bool:
    """Whether a word is listed as a given or family name."""
    return is_listed_name(fold_name(word))


def in_row(first: Box, second: Box) -> bool:
    """Whether two boxes stand on one row: half of the lower one's height is shared."""
    return overlap_down(first, second) >= 0.5 * min(first.height, second.height)


def after_in_row(place: FormPlace, places: Sequence[FormPlace], reach: float) -> Iterator[FormPlace]:
    """Blocks to the right on the row within ``reach`` heights, from left to right."""
    box = place.box
    right = [
        p
        for p in places
        if p is not place and in_row(box, p.box) and 0 <= p.box.left - box.right <= reach * box.height
    ]
    return iter(sorted(right, key=lambda p: (p.box.left, p.start)))


def stands_above(upper: Box, lower: Box) -> bool:
    """Whether one line stands right above another: left edges together, less than a line between."""
    height = max(upper.height, lower.height)
    gap = lower.top - upper.bottom
    return (
        abs(upper.left - lower.left) <= 0.7 * height
        and -0.4 * height <= gap <= 0.9 * height
        and 0.65 <= upper.height / lower.height <= 1.5
    )
