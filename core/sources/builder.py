"""Collects the values of one file and makes its TextDocument: views, maps back, pictures."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from shotveil.core.records import Block, View
from shotveil.core.sources.base64_values import (
    decode_base64,
    decode_base64_text,
    decode_picture,
    encode_picture,
    recode_base64,
)
from shotveil.core.sources.document import Embedded, TextDocument
from shotveil.core.sources.layers import Layer, LazyMaps, MapKey, Part
from shotveil.core.sources.url_escapes import decode_escapes, find_escaped, measure_escapes

_INLINE_DATA = re.compile(
    r"(?i:data:([a-z]++/[a-z0-9.+\-]++)((?:;(?!base64,)[a-z0-9=._\-]++)*+);base64,)([A-Za-z0-9+/_\-]++={0,2})"
)
_UNREADABLE = re.compile("[\ud800-\udfff\ue000-\ue001]")

Source = tuple[Part, ...] | tuple[Layer, int, int]
Field = tuple[str, ...]
Entry = tuple[str, str, Field, Source]
"""Text, pointer, field, and where the text lies."""


class DocumentBuilder:
    """Gathers values in file order; ``finish`` makes the document.

    Args:
        path: name of the file, the first part of each view id.
        first: number of the first view (a long file is read as several documents).
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
    ) -> None:
        self.path, self.format, self.encode, self.sha256 = path, format, encode, sha256
        self.session, self.turn, self.first = session, turn, first
        self.root = Layer(raw)
        self.entries: list[Entry | None] = []
        self.trees: list[tuple[tuple[Block, ...], tuple[Source, ...], int, int]] = []
        self.pictures: list[Embedded] = []
        self.notes: dict[str, int] = {}
        self.keys: set[int] = set()

    def count(self, note: str) -> None:
        """Count something for the report (value-free)."""
        self.notes[note] = self.notes.get(note, 0) + 1

    def add_text(self, layer: Layer, start: int, end: int, pointer: str, field: Field) -> int:
        """A readable value: characters ``start:end`` of a layer. Returns its entry number, -1 for none."""
        text = layer.text[start:end]
        if "%" in text or "data:" in text:
            parts, text = weave_parts(self, layer, start, end, pointer)
            return self.add_parts(parts, text, pointer, field)
        self.entries.append((text, pointer, field, (layer, start, end)))
        return len(self.entries) - 1

    def add_parts(self, parts: Sequence[Part], text: str, pointer: str, field: Field) -> int:
        """A value made of several parts; ``text`` may hold separators that no part covers."""
        if not text or not parts:
            return -1
        self.entries.append((text, pointer, field, tuple(parts)))
        return len(self.entries) - 1

    def add_value(self, layer: Layer, start: int, end: int, pointer: str, field: Field) -> int:
        """A whole field: a picture or text in base64, or readable text."""
        text = layer.text
        if end - start >= 16 and " " not in text[start : start + 64]:
            if self.add_picture(layer, start, end, pointer):
                return -1
            inner = decode_base64_text(text[start:end])
            if inner is not None:
                part = Part(
                    0, layer, start, end, whole=True, length=len(inner), recode=recode_base64(text[start:end])
                )
                return self.add_parts((part,), inner, pointer, field)
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

    def add_picture(self, layer: Layer, start: int, end: int, pointer: str) -> bool:
        """Note characters ``start:end`` as a picture if they are base64 of one."""
        data = decode_picture(layer.text[start:end])
        if data is None:
            return False
        raw_start, raw_end, _ = layer.raw_span(start, end)
        self.pictures.append(Embedded(raw_start, raw_end, data, pointer, encode_picture))
        return True

    def add_tree(self, blocks: Sequence[Block], sources: Sequence[Source], width: int, height: int) -> None:
        """A UI tree: blocks with boxes, and where the text of each lies."""
        self.trees.append((tuple(blocks), tuple(sources), width, height))

    def merge(self, numbers: Sequence[int], separators: Sequence[str]) -> None:
        """Make one value of several entries, at the place of the first; separators stand between them."""
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
            parts += _moved(entry[3], at)
            texts += (separator, entry[0])
            at += len(entry[0])
            self.entries[number] = None
        self.entries[numbers[0]] = ("".join(texts), pointer, field, tuple(parts))

    def finish(self) -> TextDocument:
        """The document: trees first, then values in file order."""
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
            self.sha256, tuple(self.pictures), self.notes, frozenset(keys),
        )  # fmt: skip


def weave_parts(
    builder: DocumentBuilder, layer: Layer, start: int, end: int, pointer: str
) -> tuple[list[Part], str]:
    """Parts and text of a value that holds URLs with escapes or inline pictures.

    Escapes are decoded; pictures go to the builder and leave the text.
    """
    text = layer.text[start:end]
    special: list[tuple[int, int, Part | None, str]] = []
    if ";base64," in text:
        special += [
            _read_data_url(builder, layer, start, match, pointer) for match in _INLINE_DATA.finditer(text)
        ]
    if "%" in text:
        taken = [one[:2] for one in special]
        for a, b in find_escaped(text):
            if not any(low < b and a < high for low, high in taken):
                inner = Layer(decode_escapes(text[a:b]), layer, start + a, start + b, measure_escapes)
                special.append((a, b, Part(0, inner, 0, len(inner.text)), inner.text))
    parts: list[Part] = []
    out: list[str] = []
    at = done = 0
    for a, b, part, inner_text in [
        *sorted(special, key=lambda one: one[0]),
        (len(text), len(text), None, ""),
    ]:
        if a > done:
            parts.append(Part(at, layer, start + done, start + a))
            out.append(text[done:a])
            at += a - done
        if part is not None:
            parts += _moved((part,), at)
            out.append(inner_text)
            at += len(inner_text)
        done = b
    return parts, "".join(out)


def _read_data_url(
    builder: DocumentBuilder, layer: Layer, start: int, match: re.Match[str], pointer: str
) -> tuple[int, int, Part | None, str]:
    """The body of an inline data URL: a picture, text, or binary that is left as it is."""
    body, low, high = match[3], match.start(3), match.end(3)
    if builder.add_picture(layer, start + low, start + high, pointer):
        return low, high, None, ""
    inner = decode_base64_text(body)
    if inner is not None:
        part = Part(
            0, layer, start + low, start + high, whole=True, length=len(inner), recode=recode_base64(body)
        )
        return low, high, part, inner
    if decode_base64(body) is None or match[1].startswith("image/"):
        return low, high, Part(0, layer, start + low, start + high), body
    builder.count("embedded.unsupported")
    return low, high, None, ""


def _moved(source: Source, at: int) -> list[Part]:
    if isinstance(source[0], Layer):
        layer, start, end = source
        return [Part(at, layer, start, end)]
    return [Part(p.at + at, p.layer, p.start, p.end, p.quoted, p.whole, p.length, p.recode) for p in source]
