"""Tables in text: the head of a column names the cells below it (CSV, TSV, pipes; CONTRACT b.4)."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from functools import lru_cache
from typing import Final

from shotveil.core.clues.context import LabelHit
from shotveil.core.clues.labels.fields import HALVES, kinds_of_field, kinds_of_words
from shotveil.core.patterns import compile_late

_MOST_ROWS: Final = 100_000
_LONGEST_HEAD: Final = 2_000
_MARKS: Final = ",\t;|"
_WIDE: Final = "  "
"""Cells set apart by blanks, as programs and pages without lines print them."""
_WIDE_CELL: Final = compile_late(r"\S+(?:[ \u00a0]\S+)*")
_HEAD_END: Final = compile_late(r":[ \u00a0](?=\S)")
_BLANK: Final = " \"'*`"
_RULE_ROW: Final = compile_late(r"[\s|:+\-=]+$")


@lru_cache(maxsize=4096)
def _kinds_of_head(cell: str) -> tuple[str, ...]:
    words = cell.strip().strip("\"'*`")
    if not words or len(words) > 32 or sum(map(str.isdigit, words)) > 2:
        return ()
    return kinds_of_field(words) or kinds_of_words(words)


def split_cells(line: str, start: int, mark: str) -> list[tuple[int, int]]:
    """Ranges of the cells of a row, quotes and blanks around them left out.

    Args:
        line: the row.
        start: its offset.
        mark: the delimiter, one character, or two blanks for two and more.
    """
    if mark == _WIDE:
        return [(start + cell.start(), start + cell.end()) for cell in _WIDE_CELL.finditer(line)]
    cells, first, quoted = [], 0, False
    for index, char in enumerate(line):
        if char == '"':
            quoted = not quoted
        elif char == mark and not quoted:
            cells.append((first, index))
            first = index + 1
    cells.append((first, len(line)))
    trimmed = []
    for low, high in cells:
        while low < high and line[low] in " \t\"'":
            low += 1
        while low < high and line[high - 1] in " \t\r\"'":
            high -= 1
        trimmed.append((start + low, start + high))
    return trimmed


def find_open_head(text: str, head: str = "") -> str:
    """The head of the table that a text ends inside, for the rows that follow in another one; "" for none.

    Args:
        text: whole lines.
        head: what this said of the text before.
    """
    end = len(text.rstrip("\r\n"))
    last = text[text.rfind("\n", 0, end) + 1 : end]
    for mark in _MARKS:
        count = _count_cells(last, mark)
        if count < 2:
            continue
        start = _find_run(text, end, mark, count)
        found = text[start : text.find("\n", start)].rstrip("\r")
        if len(found) < _LONGEST_HEAD and _is_head(found, mark):
            return found
        if start == 0 and _count_cells(head, mark) == count:
            return head
    return ""


def _find_run(text: str, end: int, mark: str, count: int) -> int:
    """Where the lines of so many cells begin that end at ``end``."""
    start = text.rfind("\n", 0, end) + 1
    for _ in range(_MOST_ROWS):
        above = text.rfind("\n", 0, max(start - 1, 0)) + 1
        if not start or _count_cells(text[above : start - 1], mark) != count:
            break
        start = above
    return start


def _count_cells(line: str, mark: str) -> int:
    return len(split_cells(line, 0, mark)) if '"' in line else line.count(mark) + 1


def _is_head(line: str, mark: str) -> bool:
    cells = (line[low:high] for low, high in split_cells(line, 0, mark))
    return sum(bool(_kinds_of_head(cell)) for cell in cells) > 1


def find_column_labels(text: str, hits: Sequence[LabelHit]) -> Iterator[LabelHit]:
    """A hit for every cell under a head that is a label; a table has at least two such heads.

    Args:
        text: the text of a stream.
        hits: its label hits in order; a head row holds one that fills a cell.
    """
    done = 0
    for hit in hits:
        if hit.start < done or not (mark := _cell_mark(text, hit.start, hit.end)):
            continue
        start = max(text.rfind("\n", 0, hit.start), text.rfind("\ue000", 0, hit.start)) + 1
        end = text.find("\n", hit.end)
        if end < 0 or end - start > _LONGEST_HEAD or "\ue000" in text[start:end]:
            continue
        heads = _split_heads(text[start:end], start, mark)
        kinds = _read_heads([text[low:high] for low, high in heads])
        done = end
        if sum(map(bool, kinds)) > (max(1, len(kinds) // 2) if mark == _WIDE else 1):
            done = yield from _label_rows(text, end, mark, heads, kinds)


def _touches_blanks(text: str, start: int, end: int) -> bool:
    """Whether two blanks, or the colon of a page's head, set a phrase apart from the next in its line."""
    wide = text.startswith(_WIDE, end) or text.endswith(_WIDE, 0, start)
    if not wide and (text.startswith(": ", end) or text.endswith(": ", 0, start)):
        stop = text.find("\n", end)
        wide = text[end:stop].rstrip().endswith(":")
    return wide and text[end : end + 1] in "\r\n :" and (not start or text[start - 1] in "\n\ue000 ")


def _is_wide_row(text: str, cells: list[tuple[int, int]], heads: list[tuple[int, int]]) -> bool:
    """Whether a line goes on with a table of blanks: as many cells, none a label of its own."""
    return len(cells) == len(heads) and not any(
        text[high - 1] in ":：" or _kinds_of_head(text[low:high]) for low, high in cells
    )


def _split_heads(line: str, start: int, mark: str) -> list[tuple[int, int]]:
    """Cells of a head row; those of a page end in a colon."""
    if mark == _WIDE and line.rstrip().endswith(":"):
        line = _HEAD_END.sub("  ", line)
    return [
        (low, high - line.startswith(":", high - 1 - start)) for low, high in split_cells(line, start, mark)
    ]


def _read_heads(cells: list[str]) -> list[tuple[str, ...]]:
    """What each head says; a bare ``First`` beside ``Last`` are parts of a name."""
    kinds = [_kinds_of_head(cell) for cell in cells]
    words = [cell.strip(_BLANK).lower() for cell in cells]
    for halves in HALVES:
        if halves <= set(words):
            kinds = [("NAME",) if word in halves else kind for word, kind in zip(words, kinds, strict=True)]
    return kinds


def _cell_mark(text: str, start: int, end: int) -> str:
    """The delimiter beside a phrase that fills a cell; "" when it fills none."""
    if _touches_blanks(text, start, end):
        return _WIDE
    while start and text[start - 1] in _BLANK:
        start -= 1
    while end < len(text) and text[end] in _BLANK:
        end += 1
    before = text[start - 1] if start else "\n"
    after = text[end] if end < len(text) else "\n"
    if after in _MARKS and (before == after or before in "\n\ue000"):
        return after
    return before if before in _MARKS and after in "\r\n" else ""


def _label_rows(
    text: str, end: int, mark: str, heads: list[tuple[int, int]], kinds: list[tuple[str, ...]]
) -> Generator[LabelHit, None, int]:
    """Hits of the rows that follow a head row; returns where the table ends."""
    for _ in range(_MOST_ROWS):
        if text[end : end + 1] != "\n":
            break
        stop = text.find("\n", end + 1)
        stop = len(text) if stop < 0 else stop
        line = text[end + 1 : stop].split("\ue000", 1)[0]
        if not _RULE_ROW.match(line):
            cells = split_cells(line, end + 1, mark)
            if mark == _WIDE and not _is_wide_row(text, cells, heads):
                break
            if abs(len(cells) - len(heads)) > (0 if len(heads) < 4 else 1) or len(line) < len(heads):
                break
            for (low, high), (head_low, head_high), names in zip(cells, heads, kinds, strict=False):
                for kind in names if low < high else ():
                    yield LabelHit(kind, head_low, head_high, low, high, True, "FIELD")
        end = end + 1 + len(line)
    return end
