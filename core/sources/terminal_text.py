"""From the rows of a terminal's grid to views: each character with all the places it was drawn at."""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from shotveil.core.sources.layers import Layer
from shotveil.core.sources.running_text import RunningText
from shotveil.core.sources.terminal_controls import TerminalPlayer
from shotveil.core.sources.terminal_grid import GAP, WIDE, Row, TerminalGrid

_WIDEST_GAP = 8
_MOST_COPIES = 32
"""Older copies of a character that are carried along although they were shown before."""


@dataclass(slots=True)
class Strings:
    """Strings of one direction, joined, with the layer of each; ``sizes`` tell new sizes of the screen."""

    texts: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    layers: list[Layer] = field(default_factory=list)
    sizes: list[tuple[int, int, int]] = field(default_factory=list)
    length: int = 0

    def add(self, layer: Layer) -> None:
        """The next string."""
        self.starts.append(self.length)
        self.layers.append(layer)
        self.texts.append(layer.text)
        self.length += len(layer.text)

    def split(self, start: int, end: int) -> Iterator[tuple[Layer, int, int]]:
        """Characters ``start:end`` of the joined strings, each stretch in the layer of its own string."""
        while start < end:
            number = bisect_right(self.starts, start) - 1
            first = self.starts[number]
            stop = min(end, first + len(self.layers[number].text))
            yield self.layers[number], start - first, stop - first
            start = stop


def play_terminal(
    strings: Strings, out: RunningText, size: tuple[int, int], *, is_input: bool = False
) -> None:
    """Views of what a terminal showed.

    What scrolls by is one running text. What vanishes otherwise (erased, overwritten) is a view of its own;
    so a character may be part of several views.

    Args:
        size: columns and rows.
    """
    writer = _RowWriter(strings, out)
    grid = TerminalGrid("".join(strings.texts), writer, *size, is_input=is_input)
    writer.grid = grid
    TerminalPlayer(grid, writer.take_command, writer.take_clipboard).play(strings.sizes)
    grid.finish()
    out.flush()
    out.builder.repeats = True


class _RowWriter:
    """Writes rows as text, blank cells as blanks, with the places of each character."""

    grid: TerminalGrid

    def __init__(self, strings: Strings, out: RunningText) -> None:
        self.strings, self.out = strings, out

    def show_row(self, row: Row) -> None:
        """A row that scrolled away goes on with the running text."""
        self._write(self.out, row)

    def show_block(self, rows: Sequence[Row]) -> None:
        """Rows of which something vanishes: a view of their own."""
        apart = RunningText(self.out.builder, self.out.pointer, self.out.field)
        for row in rows:
            self._write(apart, row)
        apart.flush()

    def take_command(self, start: int, end: int) -> None:
        """A title, a link, a path."""
        title = RunningText(self.out.builder, self.out.pointer, ("title",))
        for layer, low, high in self.strings.split(start, end):
            title.add(layer, low, high)
        title.flush()

    def take_clipboard(self, start: int, end: int) -> None:
        """Base64 for the clipboard; one that goes over several events stays as it is written."""
        stretches = list(self.strings.split(start, end))
        if len(stretches) == 1:
            self.out.builder.add_value(*stretches[0], self.out.pointer, ("clipboard",))
        else:
            self.take_command(start, end)

    def _write(self, out: RunningText, row: Row) -> None:
        text = self.grid.text
        cells = row.cells
        end = len(cells)
        while end and (cells[end - 1] < 0 or text[cells[end - 1]] == " "):
            end -= 1
        if not end:
            return
        if not row.soft and out.last != "\n":
            out.separate("\n")
        at, gap, is_first = 0, 0, True
        while at < end:
            if cells[at] < 0:
                gap += cells[at] == GAP
                at += 1
                continue
            start = stop = cells[at]
            while at < end and cells[at] in (stop, WIDE):
                stop = stop if cells[at] == WIDE else self._after(stop)
                at += 1
            if gap and not is_first:
                out.separate(" " * min(gap, _WIDEST_GAP))
            gap, is_first = 0, False
            self._add(out, start, stop)

    def _after(self, place: int) -> int:
        """The place behind a character and the marks that are shown with it."""
        text, place = self.grid.text, place + 1
        while place < len(text) and not text[place].isascii() and _is_mark(text[place]):
            place += 1
        return place

    def _add(self, out: RunningText, start: int, end: int) -> None:
        base = out.at
        for layer, low, high in self.strings.split(start, end):
            out.add(layer, low, high)
        seen, older = self.grid.seen, self.grid.older
        seen[start:end] = b"\x01" * (end - start)
        if not older:
            return
        level = [(at, older[start + at]) for at in range(end - start) if start + at in older]
        depth = 0
        while level and (depth < _MOST_COPIES or not all(seen[place] for _, place in level)):
            for at, low, high in _join_places(level):
                for layer, first, last in self.strings.split(low, high):
                    out.add_copy(layer, first, last, base + at)
                    at += last - first
                seen[low:high] = b"\x01" * (high - low)
            level = [(at, older[place]) for at, place in level if place in older]
            depth += 1


def _join_places(level: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
    """Offset, start and end of each stretch of places that follow one another."""
    first = last = level[0]
    for one in level[1:]:
        if (one[0] - last[0], one[1] - last[1]) != (1, 1):
            yield first[0], first[1], last[1] + 1
            first = one
        last = one
    yield first[0], first[1], last[1] + 1


def _is_mark(char: str) -> bool:
    return unicodedata.category(char) in ("Mn", "Me", "Cf")
