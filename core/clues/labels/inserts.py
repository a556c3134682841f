"""Tables in SQL: the columns that a statement lists name the values of its rows (CONTRACT b.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from shotveil.core.clues.context import LabelHit
from shotveil.core.clues.labels.fields import kinds_of_field
from shotveil.core.patterns import compile_late

_STATEMENT: Final = compile_late(
    r"(?i:\b(?:insert|replace)(?: ignore)? into|\bcopy) +(?P<table>[\w.`\"\[\]]{1,80})"
    r"(?: *\((?P<columns>[^()]{1,4000})\))?"
    r"\s{1,4}(?i:(?P<rows>values)|from stdin[^\n]{0,80};\r?\n)"
)
_TABLE: Final = compile_late(
    r"(?i)\bcreate table (?:if not exists )?(?P<table>[\w.`\"\[\]]{1,80})\s{0,4}"
    r"\((?P<columns>(?:[^();]|\([^();]{0,80}\)){1,4000})\)"
)
_COLUMN: Final = compile_late(r"(?:^|,)\s*(?P<name>[\w`\"\[\]]{1,80})(?= )")
_NO_COLUMNS: Final = frozenset(
    {"primary", "unique", "key", "constraint", "foreign", "check", "index", "fulltext"}
)
_CELL: Final = compile_late(
    r"\s*(?:[EN]?'(?P<quoted>(?:[^'\\]|''|\\.)*)'|(?P<bare>[^'(),\s]+(?:\([^()]{0,200}\))?))\s*"
)
_OPENING: Final = compile_late(r"\s*,?\s*\(")
_PARAMETERS: Final = compile_late(r"\([^()]{0,80}\)")
_Column = tuple[int, int, tuple[str, ...]]
"""Start and end of a column's name, and what it says."""
_QUOTES: Final = ' \t\r\n`"[]'
_NOTHING: Final = frozenset({"null", "default", "true", "false", "\\n"})


def find_insert_labels(text: str, folded: str) -> Iterator[LabelHit]:
    """A hit for every value under a column that is a label, of INSERT statements and of dumps with COPY.

    Args:
        text: the text of a stream.
        folded: its folded reading.
    """
    if " into " not in folded and "from stdin" not in folded:
        return
    tables = _read_tables(text) if "create table" in folded else {}
    for statement in _STATEMENT.finditer(text):
        table = statement["table"].strip(_QUOTES).lower()
        if statement["columns"] is not None:
            tables[table] = _read_columns(statement["columns"], statement.start("columns"))
        columns = tables.get(table, [])
        if not any(kinds for _, _, kinds in columns):
            continue
        read = _read_values if statement["rows"] else _read_lines
        for column, start, end in read(text, statement.end()):
            if column < len(columns) and start < end and text[start:end].lower() not in _NOTHING:
                head, tail, kinds = columns[column]
                for kind in kinds:
                    yield LabelHit(kind, head, tail, start, end, True, "FIELD")


def _read_columns(names: str, low: int) -> list[_Column]:
    """Place and kinds of each column of a list of names that begins at ``low``."""
    columns = []
    for name in names.split(","):
        columns.append((low, low + len(name), kinds_of_field(name.strip(_QUOTES))))
        low += len(name) + 1
    return columns


def _read_tables(text: str) -> dict[str, list[_Column]]:
    """The same by table, in small letters, of the statements that make one."""
    tables: dict[str, list[_Column]] = {}
    for made in _TABLE.finditer(text):
        low, names = (
            made.start("columns"),
            _PARAMETERS.sub(lambda found: "_" * len(found[0]), made["columns"]),
        )
        found = [name for name in _COLUMN.finditer(names) if name["name"].lower() not in _NO_COLUMNS]
        tables[made["table"].strip(_QUOTES).lower()] = [
            (low + name.start("name"), low + name.end("name"), kinds_of_field(name["name"].strip(_QUOTES)))
            for name in found
        ]
    return tables


def _read_values(text: str, place: int) -> Iterator[tuple[int, int, int]]:
    """Number of the column, start and end of each value in ``('a', 2), ('b', 3)``."""
    while opening := _OPENING.match(text, place):
        place, column = opening.end(), 0
        while cell := _CELL.match(text, place):
            yield column, *cell.span("quoted" if cell["quoted"] is not None else "bare")
            column, place = column + 1, cell.end()
            if text[place : place + 1] != ",":
                break
            place += 1
        if text[place : place + 1] != ")":
            return
        place += 1


def _read_lines(text: str, place: int) -> Iterator[tuple[int, int, int]]:
    """The same of rows parted by tabs, up to the line of a backslash and a full stop."""
    while place < len(text):
        end = text.find("\n", place)
        end = len(text) if end < 0 else end
        if text.startswith("\\.", place):
            return
        start = place
        for column, value in enumerate(text[place:end].rstrip("\r").split("\t")):
            yield column, start, start + len(value)
            start += len(value) + 1
        place = end + 1
