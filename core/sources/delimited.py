"""CSV and TSV: every cell is a value whose field is the head of its column."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from shotveil.core.sources.builder import DocumentBuilder
from shotveil.core.sources.field_names import FieldName, read_field_name
from shotveil.core.sources.json_values import JsonReader
from shotveil.core.sources.layers import Layer

_DELIMITERS = (",", "\t", ";", "|")
_LONGEST_HEAD = 48
_VALUE_LIKE = re.compile(r"[@/\\]|[0-9]{3}|^\s*$|^[0-9.,\- ]+$")


@dataclass(frozen=True, slots=True)
class _Cell:
    """Raw characters ``start:end`` of a cell's content; ``doubled`` where quotes in it are doubled."""

    row: int
    column: int
    start: int
    end: int
    doubled: bool


def read_delimited(builder: DocumentBuilder) -> None:
    """Cells in file order. The first row is the head when none of it looks like a value."""
    text = builder.root.text
    delimiter = "\t" if builder.format == "tsv" else choose_delimiter(text)
    reader = JsonReader(builder)
    heads: list[FieldName] = []
    row: list[_Cell] = []
    for cell in split_cells(text, delimiter):
        if row and cell.row != row[0].row:
            heads = _read_row(builder, reader, row, heads)
            row = []
        row.append(cell)
    if row:
        _read_row(builder, reader, row, heads)
    reader.finish()


def choose_delimiter(text: str) -> str:
    """The delimiter that splits the first line into most cells."""
    first = text.lstrip("\r\n").split("\n", 1)[0]
    return max(_DELIMITERS, key=lambda mark: (first.count(mark), -_DELIMITERS.index(mark)))


def split_cells(text: str, delimiter: str) -> Iterator[_Cell]:
    """Cells with their places (RFC 4180; a quote that never closes takes the rest of the file)."""
    pattern = re.compile(
        rf'[ ]*+"((?:[^"]|"")*+)(?:"[^{re.escape(delimiter)}\r\n]*+|\Z)|([^{re.escape(delimiter)}\r\n]*+)'
    )
    at, row, column = 0, 0, 0
    while at < len(text):
        match = pattern.match(text, at)
        assert match is not None
        group = 1 if match[1] is not None else 2
        yield _Cell(row, column, match.start(group), match.end(group), group == 1 and '""' in match[1])
        at = match.end()
        if text.startswith(delimiter, at):
            column += 1
            at += 1
        else:
            row, column = row + 1, 0
            at += 2 if text.startswith("\r\n", at) else 1


def _read_row(
    builder: DocumentBuilder, reader: JsonReader, row: Sequence[_Cell], heads: list[FieldName]
) -> list[FieldName]:
    """Add a row's cells; returns the heads for the rows after it."""
    text = builder.root.text
    values = [text[cell.start : cell.end] for cell in row]
    is_head = row[0].row == 0 and not any(
        len(value) > _LONGEST_HEAD or _VALUE_LIKE.search(value) for value in values
    )
    for cell, value in zip(row, values, strict=True):
        name = heads[cell.column] if cell.column < len(heads) else None
        if not value.strip() or (name is not None and name.keeps(value)):
            continue
        pointer = f"/{cell.row}/{cell.column}"
        field = (name.key,) if name is not None and name.key else ()
        if cell.doubled:
            layer = Layer(value.replace('""', '"'), builder.root, cell.start, cell.end, _measure, _double)
        else:
            layer = Layer(value, builder.root, cell.start, cell.end)
        reader.read_text(layer, pointer, field)
    return [read_field_name(value.strip()) for value in values] if is_head else heads


def _measure(content: str) -> Sequence[int]:
    offsets: list[int] = []
    at = 0
    for match in re.finditer('""', content):
        offsets.extend(range(at, match.start() + 1))
        at = match.end()
    offsets.extend(range(at, len(content) + 1))
    return offsets


def _double(text: str) -> str:
    return text.replace('"', '""')
