"""Text inside text: how a decoded value lies in the raw text, through any number of encodings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from shotveil.core.quick_records import made_quickly
from shotveil.core.sources.document import NestedText, Piece, TextMap

Measure = Callable[[str], Sequence[int]]
"""Encoded slice -> start of each decoded character in it, and the slice's length last."""

MapKey = str | tuple[str, str]


class Layer:
    """Decoded text and where it lies: characters ``start:end`` of its parent's text; no parent = raw.

    ``measure`` gives the offsets of the decoded characters (None: one to one) and runs only when a value
    is rewritten. ``escape`` encodes text that is put into this layer for its parent. ``base`` is where the
    characters of a layer without parent lie (0, or behind the raw text: ``open_nested``).
    """

    __slots__ = ("_table", "base", "end", "escape", "measure", "nested", "parent", "start", "text")

    def __init__(
        self,
        text: str,
        parent: Layer | None = None,
        start: int = 0,
        end: int = 0,
        measure: Measure | None = None,
        escape: Callable[[str], str] | None = None,
    ) -> None:
        self.text = text
        self.parent = parent
        self.start = start
        self.end = end
        self.measure = measure
        self.escape = escape
        self.base = 0
        self.nested: list[NestedText] = [] if parent is None else parent.nested
        self._table: list[int] | None = None

    def raw_span(self, start: int, end: int) -> tuple[int, int, tuple[int, ...] | None]:
        """Raw start and end of characters ``start:end``, and all their raw boundaries unless one to one."""
        layer, offsets = self, None
        while layer.parent is not None:
            shift = layer.start
            if layer.measure is not None:
                table = layer._boundaries(layer.measure)
                inner = range(start, end + 1) if offsets is None else offsets
                offsets = [table[at] + shift for at in inner]
                start, end = offsets[0], offsets[-1]
            else:
                start, end = start + shift, end + shift
                offsets = None if offsets is None else [at + shift for at in offsets]
            layer = layer.parent
        if base := layer.base:
            start, end = start + base, end + base
            offsets = None if offsets is None else [at + base for at in offsets]
        return start, end, None if offsets is None else tuple(offsets)

    def open_nested(self, start: int, end: int, text: str, encode: Callable[[str], str]) -> Layer:
        """The layer of a text that characters ``start:end`` carry encoded as a whole.

        Args:
            text: what they say.
            encode: turns another text into what would stand there.
        """
        outermost = self
        while outermost.parent is not None:
            outermost = outermost.parent
        inner = Layer(text)
        inner.nested = self.nested
        last = self.nested[-1] if self.nested else None
        inner.base = len(outermost.text) if last is None else last.start + len(last.text)
        self.nested.append(NestedText(inner.base, text, lambda: self.raw_span(start, end)[:2], encode))
        return inner

    def escaped(self, text: str) -> str:
        """``text`` as it must stand in the raw text when written into this layer."""
        layer: Layer | None = self
        while layer is not None:
            if layer.escape is not None:
                text = layer.escape(text)
            layer = layer.parent
        return text

    def _boundaries(self, measure: Measure) -> Sequence[int]:
        if self._table is None:
            assert self.parent is not None
            self._table = list(measure(self.parent.text[self.start : self.end]))
        return self._table


def measure_escapes(escape: re.Pattern[str], text: str) -> Sequence[int]:
    """Offset in ``text`` of each decoded character, and its length last; each escape is one character."""
    offsets: list[int] = []
    at = 0
    for match in escape.finditer(text):
        offsets.extend(range(at, match.start() + 1))
        at = match.end()
    return [*offsets, *range(at, len(text) + 1)]


def leave_out(layer: Layer, cut: re.Pattern[str]) -> Layer:
    """The text of a layer without what a pattern matches; the layer itself where nothing does."""
    if cut.search(layer.text) is None:
        return layer

    def measure(text: str) -> Sequence[int]:
        offsets: list[int] = []
        at = 0
        for match in cut.finditer(text):
            offsets.extend(range(at, match.start()))
            at = match.end()
        return [*offsets, *range(at, len(text) + 1)]

    return Layer(cut.sub("", layer.text), layer, 0, len(layer.text), measure)


@made_quickly
@dataclass(frozen=True, slots=True)
class Part:
    """View characters from ``at`` on lie at ``start:end`` of a layer's text; flags as in Piece.

    ``quoted`` marks a value that needs quotes when a reference takes its place (a JSON number).
    """

    at: int
    layer: Layer
    start: int
    end: int
    quoted: bool = False
    whole: bool = False
    copy: bool = False
    apart: bool = False

    def piece(self) -> Piece:
        """The piece that tells this part's place in the raw text."""
        raw_start, raw_end, offsets = self.layer.raw_span(self.start, self.end)
        quote = self.layer.escaped('"') if self.quoted else ""
        return Piece(
            self.at,
            self.at + self.end - self.start,
            raw_start,
            raw_end,
            None if self.whole else offsets,
            quote,
            quote,
            self.whole,
            self.copy,
            self.apart,
            self.layer.escaped,
        )


Source = tuple[Part, ...] | tuple[Layer, int, int]
"""Where the text of a view lies: its parts, or the one range that it is."""


def move_parts(source: Source, by: int) -> list[Part]:
    """The parts of a source as parts of a longer text, ``by`` characters later."""
    if isinstance(source[0], Layer):
        layer, start, end = source
        return [Part(by, layer, start, end)]
    return [replace(part, at=part.at + by) for part in source]


class LazyMaps(Mapping[MapKey, TextMap]):
    """Text maps that are worked out only for the views that are rewritten, once."""

    def __init__(self, sources: Mapping[MapKey, Source]) -> None:
        self._sources = sources
        self._made: dict[MapKey, TextMap] = {}

    def __getitem__(self, key: MapKey) -> TextMap:
        made = self._made.get(key)
        if made is None:
            source = self._sources[key]
            if isinstance(source[0], Layer):
                layer, start, end = source
                made = TextMap((Part(0, layer, start, end).piece(),))
            else:
                made = TextMap(tuple(part.piece() for part in source))
            self._made[key] = made
        return made

    def __contains__(self, key: object) -> bool:
        return key in self._sources

    def __iter__(self) -> Iterator[MapKey]:
        return iter(self._sources)

    def __len__(self) -> int:
        return len(self._sources)
