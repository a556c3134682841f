"""CSV and TSV: every cell is a value whose field is the head of its column."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from shotveil.core.name_parts import read_name_part
from shotveil.core.patterns import compile_late
from shotveil.core.sources.builder import DocumentBuilder
from shotveil.core.sources.field_names import FieldName, read_field_name
from shotveil.core.sources.json_values import JsonReader
from shotveil.core.sources.layers import Layer, measure_escapes

_DELIMITERS = (",", "\t", ";", "|")
_QUOTE = compile_late('""')
_LONGEST_HEAD = 48
_HEAD = 8_192
_LEAST_ROWS = 3
_COLUMNS = compile_late(r"(?!\|)[^\n.!?。！？]{3,2000}\r?")
_COLUMN = compile_late(r"(?:[^\W\d_]|[#_])[\w #/()%&'\-]{0,40}")
"""A line that may name columns, and the name of one."""
_VALUE_LIKE = compile_late(r"[@/\\]|[0-9]{3}|^[0-9.,\- ]+$")


_Cell = tuple[int, int, bool]
"""Raw start and end of a cell's content, and whether quotes in it are doubled."""


def read_delimited(builder: DocumentBuilder) -> None:
    """Cells in file order. The first row is the head when none of it looks like a value."""
    text, before = builder.root.text, builder.head
    delimiter = "\t" if builder.format == "tsv" else choose_delimiter(before or text)
    reader = JsonReader(builder)
    heads = read_heads(before, next(split_rows(before, delimiter), [])) if before else []
    for number, row in enumerate(split_rows(text, delimiter), builder.first_line - 1):
        if number == 0 and (heads := read_heads(text, row)):
            for column, (start, end, _) in enumerate(row):
                builder.add_text(builder.root, start, end, f"/0/{column}", ())
            continue
        parts = {"family": -1, "given": -1}
        for column, cell in enumerate(row):
            name = heads[column] if column < len(heads) else None
            entry = _read_cell(reader, cell, name, f"/{number}/{column}") if cell[1] > cell[0] else -1
            if name is not None and (part := _part_of_name(name)):
                parts[part] = entry
        if min(parts.values()) >= 0:
            reader.join_name(parts["family"], parts["given"])
    reader.finish()


def _part_of_name(head: FieldName) -> str:
    """Whether a column holds the ``family`` or the ``given`` part of names; "" for any other."""
    part = read_name_part(head.key, bare=True)
    return "" if part == "other" else part


def sniff_table(text: str, *, partial: bool = False) -> str:
    """Either "csv" or "tsv" for a text that can hardly be anything but a table, "" for any other.

    Every line has as many cells as the head, which names its columns: no sentence, no value, no name twice.
    Blanks behind the delimiters, as in prose, call for more rows.

    Args:
        partial: the last line may be cut off.
    """
    lines = text[:_HEAD].split("\n")
    if partial or len(text) > _HEAD or not lines[-1]:
        lines.pop()
    if len(lines) < _LEAST_ROWS or not _COLUMNS.fullmatch(lines[0]):
        return ""
    text = "\n".join(lines)
    delimiter = choose_delimiter(text)
    rows = list(split_rows(text, delimiter))
    names = [text[start:end].strip() for start, end, _ in rows[0]]
    width = len(names)
    least = 2 if delimiter == "\t" else 3
    if width < least or len(set(names)) < width or not all(map(_COLUMN.fullmatch, names)):
        return ""
    is_loose = any(text[start : start + 1].isspace() for start, _, _ in rows[0])
    if (
        len(rows) < _LEAST_ROWS + 3 * is_loose
        or any(len(row) != width for row in rows)
        or not read_heads(text, rows[0])
    ):
        return ""
    return "tsv" if delimiter == "\t" else "csv"


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


def read_heads(text: str, row: Sequence[_Cell]) -> list[FieldName]:
    """The names of the columns, none when a cell of the row looks like a value."""
    values = [text[start:end] for start, end, _ in row]
    is_head = sum(map(bool, values)) > len(values) / 2 and not any(
        len(value) > _LONGEST_HEAD or _VALUE_LIKE.search(value) for value in values
    )
    return [read_field_name(value.strip()) for value in values] if is_head else []


def _read_cell(reader: JsonReader, cell: _Cell, name: FieldName | None, pointer: str) -> int:
    """The entry number of what was read, -1 for none."""
    builder = reader.builder
    start, end, is_doubled = cell
    value = builder.root.text[start:end]
    if name is not None and name.kind and name.keeps(value):
        return -1
    field = (name.key,) if name is not None and name.key else ()
    if is_doubled:
        layer = Layer(value.replace('""', '"'), builder.root, start, end, _measure, _double)
        return reader.read_text(layer, pointer, field)
    if value[0] in "{[":
        return reader.read_text(Layer(value, builder.root, start, end), pointer, field)
    return -1 if value.isspace() else builder.add_value(builder.root, start, end, pointer, field)


def _measure(content: str) -> Sequence[int]:
    return measure_escapes(_QUOTE, content)


def _double(text: str) -> str:
    return text.replace('"', '""')
