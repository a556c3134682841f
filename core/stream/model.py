"""The stream: the characters that the detector reads, each linked to its source (CONTRACT a)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from shotveil.core.quick_records import made_quickly

HARD_BREAK: Final = "\ue000"
"""Parts chunks and views; evidence never crosses it. Stands at stream start, end and between chunks."""

INLINE_GAP: Final = "\ue001"
"""Parts blocks inside a chunk (a line wrap or the next box of a line): a boundary of no width."""


@made_quickly
@dataclass(frozen=True, slots=True)
class Unit:
    """A source of characters: a text view (``block == -1``) or block number ``block`` of a view.

    ``start:end`` is its range in the stream. ``field`` repeats the view's field names or block label.
    """

    view: int
    block: int
    start: int
    end: int
    field: tuple[str, ...] = ()


@made_quickly
@dataclass(frozen=True, slots=True)
class SourceRange:
    """Raw characters ``start:end`` of the text of unit ``unit`` (index into Stream.units)."""

    unit: int
    start: int
    end: int


@dataclass(frozen=True)
class Stream:
    """``text`` as the detector reads it; ``units`` in stream order.

    ``offsets`` maps each stream character to the raw offset in its unit (breaks and gaps: -1); None when
    every unit is read unchanged (raw offset = stream offset - unit.start).
    """

    text: str
    units: tuple[Unit, ...]
    offsets: Sequence[int] | None = None

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Where each unit starts."""
        return tuple([unit.start for unit in self.units])

    def read_field(self, place: int) -> str:
        """The innermost field name of the unit at a stream offset, in lower case; "" outside fields."""
        return self.read_written_field(place).lower()

    def read_written_field(self, place: int) -> str:
        """The innermost field name of the unit at a stream offset as written; "" outside fields."""
        unit = self.units[max(0, bisect_right(self.starts, place) - 1)]
        return unit.field[-1] if unit.field else ""

    def read_outer_field(self, place: int) -> str:
        """The name of the field around the innermost one at a stream offset, as written, or ""."""
        unit = self.units[max(0, bisect_right(self.starts, place) - 1)]
        return unit.field[-2] if len(unit.field) > 1 else ""
