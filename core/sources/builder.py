"""Collects the values of one file and makes its TextDocument: views, maps back, pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from shotveil.core.patterns import compile_late
from shotveil.core.records import Block, View
from shotveil.core.sources.base64_values import (
    LEAST_PICTURE,
    decode_base64_text,
    decode_picture,
    encode_picture,
    recode_base64,
)
from shotveil.core.sources.document import UNREAD, Edit, Embedded, TextDocument
from shotveil.core.sources.layers import Layer, LazyMaps, MapKey, Part, Source, move_parts
from shotveil.core.sources.text_escapes import measure_latin, repair_latin
from shotveil.core.sources.weaving import Encoded, find_encoded, weave_parts

_UNREADABLE = compile_late("[\ud800-\udfff\ue000-\ue001]")

Field = tuple[str, ...]
Entry = tuple[str, str, Field, Source]
"""Text, pointer, field, and where the text lies."""


class DocumentBuilder:
    """Gathers values in file order; ``finish`` makes the document.

    Args:
        path: name of the file, the first part of each view id.
        first: number of the first view (a long file is read as several documents).
        first_line: number of the first line, likewise.
        head: first line of the file, where these are later rows of a table.
    """

    def __init__(
        self,
        path: str,
        format: str,
        raw: str,
        encode: Callable[[str], bytes],
        *,
        session: str,
        turn: int,
        sha256: str = "",
        first: int = 0,
        first_line: int = 1,
        head: str = "",
        encoding: str = "utf-8",
    ) -> None:
        self.path, self.format, self.encode, self.sha256 = path, format, encode, sha256
        self.session, self.turn, self.first, self.first_line = session, turn, first, first_line
        self.encoding, self.head = encoding, head
        self.root = Layer(raw)
        self.entries: list[Entry | None] = []
        self.trees: list[tuple[tuple[Block, ...], tuple[Source, ...], int, int]] = []
        self.pictures: list[Embedded] = []
        self.notes: dict[str, int] = {}
        self.keys: set[int] = set()
        self.read_inner: Callable[[Layer, str, Field], int] | None = None
        """Reads a text that a value carries encoded, where there is a reader of structured values."""
        self.repeats = False
        """Whether the same characters may stand in several views."""
        self.settle: Callable[[list[Edit]], list[Edit]] | None = None
        """Quotes for edits, where the format asks for them."""

    def count(self, note: str) -> None:
        """Count something for the report (value-free)."""
        self.notes[note] = self.notes.get(note, 0) + 1

    def add_text(self, layer: Layer, start: int, end: int, pointer: str, field: Field) -> int:
        """A readable value: characters ``start:end`` of a layer. Returns its entry number, -1 for none."""
        text = layer.text[start:end]
        if "%" in text or "64," in text or "\\u" in text or "+" in text or len(text) >= LEAST_PICTURE:
            encoded = find_encoded(layer, start, end)
            self._note_data(layer, encoded, pointer)
            parts, text = weave_parts(layer, start, end, encoded)
            return self.add_parts(parts, text, pointer, field)
        self.entries.append((text, pointer, field, (layer, start, end)))
        return len(self.entries) - 1

    def add_below(self, head: str, layer: Layer, start: int, end: int, pointer: str) -> None:
        """Text under a line that stood before the file; that line is context and no part of the file."""
        number = self.add_text(layer, start, end, pointer, ())
        entry = self.entries[number] if number >= 0 else None
        if entry is not None:
            text, _, field, source = entry
            self.entries[number] = f"{head}\n{text}", pointer, field, tuple(move_parts(source, len(head) + 1))

    def add_parts(self, parts: Sequence[Part], text: str, pointer: str, field: Field) -> int:
        """A value made of several parts; ``text`` may hold separators that no part covers."""
        if not text or not parts:
            return -1
        self.entries.append((text, pointer, field, tuple(parts)))
        return len(self.entries) - 1

    def add_value(self, layer: Layer, start: int, end: int, pointer: str, field: Field) -> int:
        """A whole field: a picture or text in base64, or readable text."""
        text = layer.text[start:end]
        if not text.isascii():
            meant = repair_latin(text)
            if meant is not None:
                layer, start, end = Layer(meant, layer, start, end, measure_latin), 0, len(meant)
        elif end - start >= 16 and " " not in text[:64]:
            if self.add_picture(layer, start, end, pointer):
                return -1
            inner = decode_base64_text(text)
            if inner is not None:
                layer = layer.open_nested(start, end, inner, recode_base64(text))
                if self.read_inner is not None:
                    return self.read_inner(layer, pointer, field)
                start, end = 0, len(inner)
        return self.add_text(layer, start, end, pointer, field)

    def add_number(self, layer: Layer, start: int, end: int, pointer: str, field: Field) -> None:
        """A JSON number: replaced whole, as a string (rule 14)."""
        part = Part(0, layer, start, end, quoted=True, whole=True)
        self.entries.append((layer.text[start:end], pointer, field, (part,)))

    def add_key(self, layer: Layer, start: int, end: int, pointer: str, field: Field) -> None:
        """A key that may hold a value."""
        number = self.add_text(layer, start, end, pointer, field)
        if number >= 0:
            self.keys.add(number)

    def add_picture(
        self,
        layer: Layer,
        start: int,
        end: int,
        pointer: str,
        encode: Callable[[bytes], str] = encode_picture,
    ) -> bool:
        """Note characters ``start:end`` as a picture if they are base64 of one."""
        data = decode_picture(layer.text[start:end])
        if data is None:
            return False
        self.note_picture(layer, start, end, data, pointer, encode)
        return True

    def note_picture(
        self,
        layer: Layer,
        start: int,
        end: int,
        data: bytes,
        pointer: str,
        encode: Callable[[bytes], str],
    ) -> None:
        """Characters ``start:end`` of a layer are a picture; ``encode`` says what stands for another."""
        raw_start, raw_end, _ = layer.raw_span(start, end)
        self.pictures.append(Embedded(raw_start, raw_end, data, pointer, encode))

    def _note_data(self, layer: Layer, encoded: Sequence[Encoded], pointer: str) -> None:
        """Pictures inside a text; other binary is counted."""
        for one in encoded:
            if one.picture is not None:
                self.note_picture(layer, one.start, one.end, one.picture.data, pointer, one.picture.encode)
            elif one.part is None:
                self.count(UNREAD)

    def add_tree(self, blocks: Sequence[Block], sources: Sequence[Source], width: int, height: int) -> None:
        """A UI tree: blocks with boxes, and where the text of each lies."""
        self.trees.append((tuple(blocks), tuple(sources), width, height))

    def merge(self, numbers: Sequence[int], separators: Sequence[str], *, apart: bool = False) -> None:
        """Make one value of several entries, at the place of the first; separators stand between them.

        Args:
            apart: they stay fields of their own, and each gets the reference of what lies in both.
        """
        first = self.entries[numbers[0]]
        assert first is not None
        _, pointer, field, _ = first
        parts: list[Part] = []
        texts: list[str] = []
        at = 0
        for number, separator in zip(numbers, ["", *separators], strict=True):
            entry = self.entries[number]
            assert entry is not None
            at += len(separator)
            parts += [replace(part, apart=apart) for part in move_parts(entry[3], at)]
            texts += (separator, entry[0])
            at += len(entry[0])
            self.entries[number] = None
        self.entries[numbers[0]] = ("".join(texts), pointer, field, tuple(parts))

    def finish(self) -> TextDocument:
        """The document: trees first, then values in file order."""
        self.read_inner = None  # the reader holds this builder: a circle would keep every block in memory
        views: list[View] = []
        maps: dict[MapKey, Source] = {}
        number = self.first
        for blocks, sources, width, height in self.trees:
            view_id = f"{self.path}:{number}"
            number += 1
            for block, source in zip(blocks, sources, strict=True):
                maps[view_id, block.id] = source
            views.append(
                View(
                    view_id, self.session, self.turn, "tree", self.path, self.sha256,
                    width=width, height=height, blocks=blocks,
                )
            )  # fmt: skip
        keys: list[str] = []
        for position, entry in enumerate(self.entries):
            if entry is None:
                continue
            text, pointer, field, source = entry
            view_id = f"{self.path}:{number}"
            number += 1
            if position in self.keys:
                keys.append(view_id)
            if not text.isascii() and _UNREADABLE.search(text):
                text = _UNREADABLE.sub("\ufffd", text)
            maps[view_id] = source
            views.append(
                View(
                    view_id, self.session, self.turn, "text", self.path, self.sha256, pointer,
                    text=text, field=field,
                )
            )  # fmt: skip
        return TextDocument(
            self.path, self.format, self.root.text, tuple(views), LazyMaps(maps), self.encode,
            self.sha256, tuple(self.pictures), self.notes, frozenset(keys), self.encoding,
            self.repeats, tuple(self.root.nested), self.settle,
        )  # fmt: skip
