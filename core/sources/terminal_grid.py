"""What a terminal shows: a grid of cells, each holding the place of its character in the recorded text.

A recording draws a value in pieces, moves back, overwrites, erases. The grid follows the moves, so that a row
reads as a person saw it, and every cell still knows which recorded character it is. What is about to vanish
unseen (overwritten, erased) is handed to ``Shown`` first: nothing that was on the screen is lost.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

GAP: Final = -1
"""A cell that nothing was written to."""
WIDE: Final = -2
"""The right half of a wide character."""
_TAB = 8
_BRIDGED = 2
"""Empty rows inside a block of rows that is shown together."""


@dataclass(slots=True)
class Row:
    """Places of characters of a row. ``soft``: it goes on from the one above. ``fresh``: not shown yet."""

    cells: list[int] = field(default_factory=list)
    soft: bool = False
    fresh: bool = False


class Shown(Protocol):
    """Takes the rows that a viewer saw."""

    def show_block(self, rows: Sequence[Row]) -> None:
        """Rows of which something vanishes now."""

    def show_row(self, row: Row) -> None:
        """A row that scrolled away, or the last state of one."""


class TerminalGrid:
    """The screen of a terminal.

    Args:
        text: all that was recorded; cells hold offsets of it.
        shown: takes what was seen.
        columns: width in cells. height: number of rows.
        is_input: what is typed: characters push what follows to the right, and each line ends.
    """

    def __init__(self, text: str, shown: Shown, columns: int, height: int, *, is_input: bool = False) -> None:
        self.text, self.shown = text, shown
        self.columns, self.is_input, self.inserts = columns, is_input, is_input
        self.rows = [Row() for _ in range(height)]
        self.row = self.column = self.top = 0
        self.bottom = height - 1
        self.seen = bytearray(len(text))
        self.older: dict[int, int] = {}
        """A character drawn over an equal one, to the one that it covers."""

        self.saved = (0, 0)
        self._beneath: tuple[list[Row], int, int] | None = None

    def write(self, start: int, end: int) -> None:
        """Characters ``start:end`` of the text at the cursor; long lines go on in the next row."""
        if not self.text[start:end].isascii():
            for at in range(start, end):
                self._write_one(at)
            return
        while start < end:
            if self.column >= self.columns:
                self._wrap()
            count = min(end - start, self.columns - self.column)
            self._place(list(range(start, start + count)))
            start += count

    def _write_one(self, at: int) -> None:
        char = self.text[at]
        if char.isascii():
            width = 1
        elif unicodedata.category(char) in ("Mn", "Me", "Cf"):
            return  # shown with the character before it
        else:
            width = 2 if unicodedata.east_asian_width(char) in "WF" else 1
        if self.column + width > self.columns:
            self._wrap()
        self._place([at, WIDE][:width])

    def _wrap(self) -> None:
        self.line_feed()
        self.column = 0
        self.rows[self.row].soft = True

    def _place(self, places: list[int]) -> None:
        row, count = self.rows[self.row], len(places)
        cells = row.cells
        if self.column > len(cells):
            cells.extend([GAP] * (self.column - len(cells)))
        if self.inserts:
            cells[self.column : self.column] = places
            self._cut(self.row, self.columns)
        else:
            if self.column < len(cells):
                self._cover(places)
            cells[self.column : self.column + count] = places
        row.fresh = True
        self.column += count

    def _cover(self, places: Sequence[int]) -> None:
        """An equal character takes the place of the old one, which stays on the screen; another ends it."""
        old = self.rows[self.row].cells[self.column : self.column + len(places)]
        text = self.text
        if any(
            o >= 0 and not self.seen[o] and text[o] != " " and (p < 0 or text[o] != text[p])
            for o, p in zip(old, places, strict=False)
        ):
            self._show_around(self.row)
        for o, p in zip(old, places, strict=False):
            if o >= 0 and p >= 0 and text[o] == text[p]:
                self.older[p] = o

    # moves

    def move(self, row: int, column: int) -> None:
        """Put the cursor at a row and column, counted from 0."""
        self.row = min(max(row, 0), len(self.rows) - 1)
        self.column = min(max(column, 0), self.columns - 1)

    def tab(self) -> None:
        """To the next tab stop."""
        self.column = min((self.column // _TAB + 1) * _TAB, self.columns - 1)

    def line_feed(self) -> None:
        """One row down; at the bottom of the scrolled region it scrolls."""
        if self.row == self.bottom:
            self.scroll_up(1)
        elif self.row < len(self.rows) - 1:
            self.row += 1

    def reverse_feed(self) -> None:
        """One row up; at the top of the scrolled region it scrolls down."""
        if self.row == self.top:
            self.insert_rows(1, self.top)
        elif self.row > 0:
            self.row -= 1

    def scroll_up(self, count: int) -> None:
        """Rows leave at the top of the scrolled region."""
        for _ in range(min(count, self.bottom - self.top + 1)):
            row = self.rows.pop(self.top)
            if row.fresh:
                self.shown.show_row(row)
            self.rows.insert(self.bottom, Row())

    def insert_rows(self, count: int, at: int) -> None:
        """Empty rows from ``at`` on; the last of the region vanish."""
        for _ in range(min(count, self.bottom - at + 1) if self.top <= at <= self.bottom else 0):
            self._lose(self.bottom, 0, self.columns)
            self.rows.pop(self.bottom)
            self.rows.insert(at, Row())

    def delete_rows(self, count: int, at: int) -> None:
        """Rows from ``at`` on vanish; those below move up."""
        for _ in range(min(count, self.bottom - at + 1) if self.top <= at <= self.bottom else 0):
            self._lose(at, 0, self.columns)
            self.rows.pop(at)
            self.rows.insert(self.bottom, Row())

    # erasing

    def erase(self, row: int, start: int, end: int) -> None:
        """Cells ``start:end`` of a row become empty."""
        self._lose(row, start, end)
        cells = self.rows[row].cells
        if end >= len(cells):
            del cells[start:]
        else:
            cells[start:end] = [GAP] * (min(end, len(cells)) - start)

    def erase_rows(self, start: int, end: int) -> None:
        """Whole rows become empty."""
        for row in range(start, end):
            if self.rows[row].cells:
                self.erase(row, 0, self.columns)
                self.rows[row].soft = False

    def delete_cells(self, count: int) -> None:
        """Cells at the cursor vanish; the rest of the row moves left."""
        end = self.column + count
        self._lose(self.row, self.column, end)
        row = self.rows[self.row]
        if end < len(row.cells):
            row.fresh = True  # what is left stands together now
        del row.cells[self.column : end]

    def insert_cells(self, count: int) -> None:
        """Empty cells at the cursor; the rest of the row moves right."""
        cells = self.rows[self.row].cells
        if self.column < len(cells):
            cells[self.column : self.column] = [GAP] * min(count, self.columns)
            self._cut(self.row, self.columns)

    def _cut(self, row: int, end: int) -> None:
        if len(self.rows[row].cells) > end:
            self._lose(row, end, len(self.rows[row].cells))
            del self.rows[row].cells[end:]

    def _lose(self, row: int, start: int, end: int) -> None:
        if not self.rows[row].fresh:
            return
        for place in self.rows[row].cells[start:end]:
            if place >= 0 and not self.seen[place] and self.text[place] != " ":
                self._show_around(row)
                return

    def _show_around(self, row: int) -> None:
        """Show the rows around one that were not shown yet, since what belongs together is read together."""
        first = self._reach(row, -1)
        last = self._reach(row, 1)
        block = self.rows[first : last + 1]
        self.shown.show_block(block)
        for one in block:
            one.fresh = False

    def _reach(self, row: int, step: int) -> int:
        reached, at, empty = row, row + step, 0
        while 0 <= at < len(self.rows) and empty <= _BRIDGED:
            if self.rows[at].fresh:
                reached, empty = at, 0
            elif self.rows[at].cells:
                break
            else:
                empty += 1
            at += step
        return reached

    # states

    def set_region(self, top: int, bottom: int) -> None:
        """Rows that scroll."""
        if 0 <= top < bottom < len(self.rows):
            self.top, self.bottom = top, bottom
            self.move(0, 0)

    def resize(self, columns: int, height: int) -> None:
        """Another size; rows that no longer fit are shown."""
        while len(self.rows) > height:
            row = self.rows.pop(0)
            if row.fresh:
                self.shown.show_row(row)
            self.row -= 1
        self.rows += [Row() for _ in range(height - len(self.rows))]
        self.columns, self.top, self.bottom = columns, 0, height - 1
        self.move(self.row, self.column)

    def enter_alternate(self) -> None:
        """A screen of its own, as editors use."""
        if self._beneath is None:
            self._beneath = self.rows, self.row, self.column
            self.rows = [Row() for _ in self.rows]
            self.top, self.bottom = 0, len(self.rows) - 1

    def leave_alternate(self) -> None:
        """Back to the screen beneath."""
        if self._beneath is None:
            return
        self.erase_rows(0, len(self.rows))
        height = len(self.rows)
        self.rows, self.row, self.column = self._beneath
        self._beneath = None
        self.resize(self.columns, height)

    def finish(self) -> None:
        """Show what is still on the screen."""
        self.leave_alternate()
        for row in self.rows:
            if row.fresh:
                self.shown.show_row(row)
                row.fresh = False
