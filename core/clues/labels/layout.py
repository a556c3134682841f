"""Labels that name a value by place: to their right, below them, at the head of a column (CONTRACT b.4).

All thresholds are shares of text height, so that a phone, a desktop and a scaled capture read alike.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from shotveil.core.clues.context import LabelHit
from shotveil.core.clues.labels.fields import kinds_of_words
from shotveil.core.clues.person.lexicon import NOT_LISTED, fold_name, word_level
from shotveil.core.geometry import Box, overlap_down
from shotveil.core.patterns import compile_late
from shotveil.core.records import View
from shotveil.core.stream.model import HARD_BREAK, Stream

NEAR_GAP: Final = 8.0
"""Up to this gap, in label heights, the block to the right of a label beats a column below it."""

RIGHT_GAP: Final = 16.0
"""Largest gap between a label and the value to its right, in label heights, where others share the row."""

ROW_GAP: Final = 100.0
"""The same where the two are alone on their row (a settings row with its value at the far edge)."""

LEVEL: Final = 0.3
"""How far the middles, or the feet, of a label and a value beyond NEAR_GAP lie apart at most, in label
heights: what stands in another column of the page is seldom level with a label."""

GROUP_GAP: Final = 1.2
"""Largest gap between groups of one number, in text heights; columns of a table lie farther apart."""

BELOW_GAP: Final = 2.6
LAPPING: Final = 0.42
"""How far the box of the line below may reach into a label's own, in its heights: readers draw boxes wide."""
COLUMN_GAP: Final = 6.0
"""Largest gap between the rows of a table, in text heights."""

HEADS: Final = 3
"""Least number of heads by which a row is known as that of a table."""

HEIGHT_RATIO: Final = (0.5, 2.2)
_COLUMN_ROWS: Final = 400
_NO_TITLE: Final = compile_late(r"[:：·|@，。;；]|[0-9]{2}")
_GROUP: Final = compile_late(r"[0-9]{2,8}")
_NUMBER_WORD: Final = compile_late(r"\s*(?:\b(?:no|nr|num)\.?|[#№])$", re.IGNORECASE)
_SHORTENED: Final = compile_late(r"\.(?= |$)")
_GLUED: Final = compile_late(r"(?<=[a-z])\.(?=[A-Z])")
"""Readers lose the blank of "Emp. ID"."""
_WORDY: Final = frozenset({"NAME", "ORG", "ADDR"})
_TRIM: Final = compile_late(r"^[\s*•·>\-]+|[\s:：*＊]+$|[(（][^()（）]{1,24}[)）]\s*[:：]?$")


@dataclass(frozen=True, slots=True)
class _Place:
    """A block in the stream: its range, its box and the kinds it names when it is a label."""

    start: int
    end: int
    box: Box
    kinds: tuple[str, ...]
    text: str


@lru_cache(maxsize=8192)
def kinds_of_label(text: str) -> tuple[str, ...]:
    """Kinds named by a block that is nothing but a label; () for anything else."""
    if len(text) > 60 or _NO_TITLE.search(text.rstrip(" :：*")):
        return ()
    words = _TRIM.sub("", _TRIM.sub("", text)).strip()
    if words[:4].lower() == "our ":
        return ()  # "Our suppliers": a page speaks of itself and asks for nothing
    if words in ("姓", "名"):  # a field of its own; in a sentence they say nothing
        return ("NAME",)
    kinds = _kinds_of_title(words)
    if "ORG" in kinds and word_level(fold_name(words.split()[0])) == NOT_LISTED and words.isascii():
        return tuple(kind for kind in kinds if kind != "ORG")  # "Norden Store": a name itself
    return kinds


def _kinds_of_title(words: str) -> tuple[str, ...]:
    """Kinds of a label as forms print it: with "no." or "#" behind it, or in two languages."""
    words = _SHORTENED.sub("", _GLUED.sub(" ", words))
    kinds = kinds_of_words(words) if words else ()
    if not kinds and (bare := _NUMBER_WORD.sub("", words)) != words:
        kinds = tuple(kind for kind in kinds_of_words(bare) if kind not in _WORDY)
    first, _, second = words.partition("/")
    if not kinds and second and first.isascii() != second.isascii():
        kinds = tuple(sorted({*_kinds_of_title(first.strip()), *_kinds_of_title(second.strip())}))
    return kinds


def find_layout_labels(stream: Stream, view: View) -> tuple[LabelHit, ...]:
    """Label hits by geometry on one screen; windows reach to the end of the value's chunk."""
    places = []
    for unit in stream.units:
        box = view.blocks[unit.block].box
        if unit.end > unit.start and box.area > 0:
            text = stream.text[unit.start : unit.end]
            places.append(_Place(unit.start, unit.end, box, kinds_of_label(text), text))
    if not any(place.kinds for place in places):
        return ()
    hits: list[LabelHit] = []
    index = _Index(places)
    for label in places:
        if label.kinds:
            for value in index.values_of(label):
                end = _window_end(stream.text, value, places)
                for kind in label.kinds:
                    hits.append(LabelHit(kind, label.start, label.end, value.start, end, True))
    return tuple(hits)


def _window_end(text: str, value: _Place, places: Sequence[_Place]) -> int:
    end = text.find(HARD_BREAK, value.end)
    end = len(text) if end < 0 else end
    for other in places:
        if value.start < other.start < end and other.kinds:
            end = other.start - 1
    return end


class _Index:
    """Blocks by their top edge, to look up rows and columns without a pass over all."""

    def __init__(self, places: Sequence[_Place]) -> None:
        self._by_top = sorted(places, key=lambda place: (place.box.top, place.box.left, place.start))
        self._tops = [place.box.top for place in self._by_top]
        self._tallest = max(place.box.height for place in places)

    def _between(self, low: float, high: float) -> Sequence[_Place]:
        first = bisect_left(self._tops, low - self._tallest)
        return [p for p in self._by_top[first : bisect_right(self._tops, high)] if p.box.bottom > low]

    def values_of(self, label: _Place) -> list[_Place]:
        """The blocks that a label names: one to its right, else one below, else its column."""
        row = self._row_of(label)
        right = self._right_of(label, row)
        titled = sum(bool(p.kinds) for p in row) > 1
        alone = len(row) >= HEADS and _WORDY.isdisjoint(label.kinds)  # "Store" heads many a menu
        column = self._column_of(label, row) if titled or alone else []
        if column and self._is_head_row(label, row, column[0]):
            return column
        if right is not None and right.box.left - label.box.right <= NEAR_GAP * label.box.height:
            return [right, *_groups_behind(right, row)]
        if titled and column:
            return column
        below = self._below(label)
        if right is None or below is None:
            return [place for place in (right, below) if place is not None]
        # Far right or close below: the shape of the value tells, else the row does.
        return [below if _suits(label, below) and not _suits(label, right) else right]

    def _is_head_row(self, label: _Place, row: Sequence[_Place], cell: _Place) -> bool:
        """Whether a row holds the heads of a table: three or more, no figures, each with a cell below it.

        What stands to the right of such a head is the next head, whether we know its words or not.
        """
        if len(row) < HEADS or not _suits(label, cell) or any(map(_has_figures, row)):
            return False
        below = [self._column_of(head, row)[:1] for head in row]
        return all(cells and _in_one_row(cells[0].box, cell.box) for cells in below)

    def _row_of(self, label: _Place) -> list[_Place]:
        """Blocks of the label's row from left to right, itself included."""
        box = label.box
        row = [p for p in self._between(box.top, box.bottom) if _in_one_row(p.box, box)]
        return sorted(row, key=lambda p: (p.box.left, p.start))

    def _right_of(self, label: _Place, row: Sequence[_Place]) -> _Place | None:
        box = label.box
        after = [p for p in row if p.box.left >= box.right - 0.3 * box.height and p is not label]
        if not after or after[0].kinds or not _fits(label, after[0]):
            return None
        gap = after[0].box.left - box.right
        if gap > NEAR_GAP * box.height and not _is_level(box, after[0].box):
            return None
        alone = len(after) == 1 or (len(after) == 2 and after[1].end - after[1].start <= 1)
        return after[0] if gap <= (ROW_GAP if alone else RIGHT_GAP) * box.height else None

    def _below(self, label: _Place) -> _Place | None:
        box = label.box
        candidates = [
            p
            for p in self._between(box.bottom - LAPPING * box.height, box.bottom + BELOW_GAP * box.height)
            if p is not label and p.box.top >= box.bottom - LAPPING * box.height and _aligned(box, p.box)
        ]
        if not candidates:
            return None
        nearest = min(candidates, key=lambda p: (p.box.top, abs(p.box.left - box.left), p.start))
        return nearest if not nearest.kinds and _fits(label, nearest) else None

    def _column_of(self, label: _Place, row: Sequence[_Place]) -> list[_Place]:
        """Cells under a header, row by row, until the column ends. A header has a label beside it."""
        box = label.box
        others = [p.box for p in row if p is not label]
        cells: list[_Place] = []
        bottom, height = box.bottom, box.height
        for _ in range(_COLUMN_ROWS):
            found = [
                p
                for p in self._between(bottom, bottom + COLUMN_GAP * height)
                if p.box.top >= bottom - LAPPING * height and _in_column(p.box, box, others)
            ]
            if not found:
                break
            cell = min(found, key=lambda p: (p.box.top, abs(p.box.left - box.left), p.start))
            if cell.kinds or not _fits(label, cell):  # the next label: a form, not a table
                break
            cells.append(cell)
            bottom, height = cell.box.bottom, max(cell.box.height, box.height)
        return cells


def _groups_behind(value: _Place, row: Sequence[_Place]) -> list[_Place]:
    """Groups of digits that a reader parted from the group that a label names (``2026 | 0412 | 8837``)."""
    groups: list[_Place] = []
    before = value
    for place in row if _GROUP.fullmatch(value.text) else ():
        if place.box.left < before.box.right or place is value:
            continue
        near = place.box.left - before.box.right <= GROUP_GAP * value.box.height
        if not near or not _GROUP.fullmatch(place.text):
            break
        groups.append(place)
        before = place
    return groups


def _has_figures(place: _Place) -> bool:
    return "@" in place.text or sum(map(str.isdigit, place.text)) > 1


def _in_one_row(first: Box, second: Box) -> bool:
    return overlap_down(first, second) >= 0.5 * min(first.height, second.height)


def _is_level(label: Box, value: Box) -> bool:
    apart = abs(label.top + label.bottom - value.top - value.bottom) / 2
    return min(apart, abs(label.bottom - value.bottom)) <= LEVEL * label.height


def _suits(label: _Place, value: _Place) -> bool:
    """True when the text below or beside a label looks like what one of its kinds means."""
    text = value.text
    digits = sum(map(str.isdigit, text))
    for kind in label.kinds:
        if kind == "EMAIL":
            suits = "@" in text
        elif kind == "NAME":
            suits = not digits and (text[:1].isupper() or text[:1] > "\u3400") and len(text) < 40
        elif kind in ("ADDR", "ORG"):
            suits = digits > 3 or text[:1].isupper() or text[:1] > "\u3400"
        elif kind in ("SECRET", "USERNAME"):
            suits = " " not in text and len(text) > 3
        else:
            suits = digits > 2
        if suits:
            return True
    return False


def _fits(label: _Place, value: _Place) -> bool:
    ratio = value.box.height / label.box.height if label.box.height else 0.0
    return HEIGHT_RATIO[0] <= ratio <= HEIGHT_RATIO[1]


def _aligned(label: Box, value: Box) -> bool:
    shared = min(label.right, value.right) - max(label.left, value.left)
    return abs(label.left - value.left) <= max(0.5 * label.width, label.height) or (
        shared >= 0.5 * min(label.width, value.width) and value.left >= label.left - label.height
    )


def _in_column(cell: Box, head: Box, others: Sequence[Box]) -> bool:
    """A cell belongs to the header that it shares most width with, else to the nearest left edge."""
    shared = min(head.right, cell.right) - max(head.left, cell.left)
    if shared <= 0:
        return False
    rivals = [min(o.right, cell.right) - max(o.left, cell.left) for o in others]
    if any(rival > shared for rival in rivals):
        return False
    centre = abs((cell.left + cell.right) - (head.left + head.right)) / 2
    edge = min(abs(cell.left - head.left), abs(cell.right - head.right), centre)
    return edge <= 1.5 * head.height
