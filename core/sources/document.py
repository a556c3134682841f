"""What a source hands on: a file's views, and for text how each view lies in the file.

A text-like file is decoded once, reversibly, to ``raw``. Every string value that a person could read is a
view; a ``TextMap`` says which raw characters each view character came from, so that a rewrite is a list of
raw cuts and everything else stays byte for byte (DESIGN rule 14).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from shotveil.core.quick_records import made_quickly
from shotveil.core.records import View

JSON_FORMATS = frozenset(
    {"json", "jsonl", "har", "slack", "telegram", "signal", "claude_code", "asciicast", "ui_json"}
)
"""Formats whose files are JSON, or JSON line by line."""

UNREAD = "embedded.unsupported"
"""The note that counts what a document carries and nobody reads: attachments, data URLs of other kinds."""


@made_quickly
@dataclass(frozen=True, slots=True)
class Piece:
    """Characters ``start:end`` of a view, lying at ``raw_start:raw_end`` of the raw text.

    ``offsets`` has ``end - start + 1`` raw offsets, one per view character boundary, absolute; None when
    view and raw characters correspond one to one. ``before`` and ``after`` are written around a reference
    that replaces the whole piece (the quotes that a JSON number needs to become a string).
    ``escape`` writes a reference in the piece's own encoding, where that is not plain.
    ``copy`` marks older places of characters that an earlier piece covers too (drawn again by a program).
    ``apart`` marks a field of its own that shares a value with another: it gets the reference as well.
    ``whole`` marks a piece that can only be replaced as a whole (a number). View characters that no piece
    covers are separators of the view, not of the file.
    """

    start: int
    end: int
    raw_start: int
    raw_end: int
    offsets: tuple[int, ...] | None = None
    before: str = ""
    after: str = ""
    whole: bool = False
    copy: bool = False
    apart: bool = False
    escape: Callable[[str], str] | None = None

    def raw_range(self, start: int, end: int) -> tuple[int, int]:
        """Raw range of view characters ``start:end`` (clipped to this piece)."""
        if self.whole:
            return self.raw_start, self.raw_end
        start, end = max(start, self.start), min(end, self.end)
        if self.offsets is None:
            return self.raw_start + start - self.start, self.raw_start + end - self.start
        return self.offsets[start - self.start], self.offsets[end - self.start]


@dataclass(frozen=True, slots=True)
class TextMap:
    """The pieces of one view (or one block of a tree view), in view order, without overlap."""

    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Embedded:
    """A picture inside a text document (base64): raw characters ``raw_start:raw_end`` hold it.

    ``encode`` turns the safe picture's bytes into the raw text that takes its place.
    """

    raw_start: int
    raw_end: int
    data: bytes
    pointer: str
    encode: Callable[[bytes], str]


@dataclass(frozen=True, slots=True)
class NestedText:
    """A text that a document carries encoded as a whole (base64), so that it is cut only when decoded.

    Its characters lie behind those of the document, from ``start`` on, as if they were written there: cuts
    that begin there change ``text``, and ``encode`` turns what becomes of it into what stands at ``span()``.
    """

    start: int
    text: str
    span: Callable[[], tuple[int, int]]
    encode: Callable[[str], str]


@dataclass(frozen=True, slots=True)
class TextDocument:
    """A decoded text-like file.

    ``raw`` is the text without BOM; ``encode`` gives the file's bytes back from a raw text (BOM, encoding,
    line ends as they were); ``encode(raw)`` equals the file. ``encoding`` is the file's, as Python calls it.
    ``maps`` is keyed by view id, or by ``(view id, block id)`` for tree views. ``format`` is a name of the
    format registry (``json``, ``jsonl``, ``text``, ``csv``, ``asciicast``, ``har``, ``vtt``, ``uiautomator``
    ...). ``keys`` are the ids of views that are keys of objects (rule 14 counts those that are rewritten).
    ``repeats``: the same characters may stand in several views (states of a screen), so cuts may overlap.
    ``nested`` lie one behind the other; one that lies in another comes later. ``settle`` gives edits the
    quotes that the format asks for where a bare value becomes a reference.
    """

    path: str
    format: str
    raw: str
    views: tuple[View, ...]
    maps: Mapping[str | tuple[str, str], TextMap]
    encode: Callable[[str], bytes]
    sha256: str = ""
    embedded: tuple[Embedded, ...] = ()
    notes: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    keys: frozenset[str] = frozenset()
    encoding: str = "utf-8"
    repeats: bool = False
    nested: tuple[NestedText, ...] = ()
    settle: Callable[[list[Edit]], list[Edit]] | None = None


@made_quickly
@dataclass(frozen=True, slots=True)
class Edit:
    """Raw characters ``start:end`` become ``text``; ``is_secret``: they may not be kept in the open."""

    start: int
    end: int
    text: str
    is_secret: bool = False


@made_quickly
@dataclass(frozen=True, slots=True)
class Place:
    """In a released text, characters ``start:end`` replaced ``raw``: the exact way back (journal line)."""

    start: int
    end: int
    raw: str
    is_secret: bool = False
