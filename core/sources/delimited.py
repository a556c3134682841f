"""CSV and TSV: every cell is a value whose field is the head of its column."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from shotveil.core.sources.builder import DocumentBuilder
from shotveil.core.sources.field_names import FieldName, read_field_name
from shotveil.core.sources.json_values import JsonReader
from shotveil.core.sources.layers import Layer

_DELIMITERS = (",", "\t", ";", "|")
_LONGEST_HEAD = 48
_VALUE_LIKE = re.compile(r"[@/\\]|[0-9]{3}|^[0-9.,\- ]+$")


_Cell = tuple[int, int, bool]
"""Raw start and end of a cell's content, and whether quotes in it are doubled."""


def read_delimited(builder: DocumentBuilder) -> None:
    """Cells in file order. The first row is the head when none of it looks like a value."""
    text = builder.root.text
    delimiter = "\t" if builder.format == "tsv" else choose_delimiter(text)
    reader = JsonReader(builder)
    heads: list[FieldName] = []
    for number, row in enumerate(split_rows(text, delimiter)):
        if number == 0 and _is_head(text, row):
            heads = [read_field_name(text[start:end].strip()) for start, end, _ in row]
            for column, (start, end, _) in enumerate(row):
                builder.add_text(builder.root, start, end, f"/0/{column}", ())
            continue
        for column, cell in enumerate(row):
            if cell[1] > cell[0]:
                _read_cell(
                    reader, cell, heads[column] if column < len(heads) else None, f"/{number}/{column}"
                )
    reader.finish()


def choose_delimiter(text: str) -> str:
    """The delimiter that splits the first line into most cells."""
    first = text.lstrip("\r\n").split("\n", 1)[0]
    return max(_DELIMITERS, key=lambda mark: (first.count(mark), -_DELIMITERS.index(mark)))


def split_rows(text: str, delimiter: str) -> Iterator[list[_Cell]]:
    """Rows of cells with their places (RFC 4180; a quote that never closes takes the rest of the file)."""
    mark = re.escape(delimiter)
    end_of_cell = rf"(?={mark}|[\r\n]|\Z)"
    pattern = re.compile(
        rf'(?:[ ]*+"((?:[^"]++|"")*+)(?:"[ ]*+{end_of_cell}|\Z)|([^{mark}\r\n]*+))({mark}|\r?\n|\r|\Z)'
    )
    row: list[_Cell] = []
    for match in pattern.finditer(text):
        quoted = match.start(1) >= 0
        start, end = match.span(1 if quoted else 2)
        row.append((start, end, quoted and '""' in match[1]))
        if match[3] != delimiter:
            yield row
            row = []
            if match.end() == len(text):
                break


def _is_head(text: str, row: Sequence[_Cell]) -> bool:
    values = [text[start:end] for start, end, _ in row]
    return sum(map(bool, values)) > len(values) / 2 and not any(
        len(value) > _LONGEST_HEAD or _VALUE_LIKE.search(value) for value in values
    )


def _read_cell(reader: JsonReader, cell: _Cell, name: FieldName | None, pointer: str) -> None:
    builder = reader.builder
    start, end, is_doubled = cell
    value = builder.root.text[start:end]
    if name is not None and name.kind and name.keeps(value):
        return
    field = (name.key,) if name is not None and name.key else ()
    if is_doubled:
        layer = Layer(value.replace('""', '"'), builder.root, start, end, _measure, _double)
        reader.read_text(layer, pointer, field)
    elif value[0] in "{[":
        reader.read_text(Layer(value, builder.root, start, end), pointer, field)
    elif not value.isspace():
        builder.add_value(builder.root, start, end, pointer, field)


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
