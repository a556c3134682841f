"""Cells of a dense table stay apart; lines of cards beside each other still continue."""

from __future__ import annotations

from shotveil.core.geometry import Box
from shotveil.core.records import Block
from shotveil.core.stream.screen import chunk_blocks

TABLE = (
    ("Company", "Contact", "Phone"),
    ("Silverbirch Dental Group", "Maren Holloway", "(503) 555-0144"),
    ("Northgate Logistics LLC", "Tobias Lindqvist", "(503) 555-0145"),
    ("Cedar Hollow Bakery", "Wen Zhao", "(503) 555-0146"),
)
CARDS = (
    ("418 Larkspur Avenue, Unit 7C,", "77 Birch Road, Floor 3,", "9 Linden Street, Suite 210,"),
    ("Portland, OR 97205", "Salem, OR 97301", "Eugene, OR 97401"),
)


def lay_out(rows: tuple[tuple[str, ...], ...], pitch: int) -> list[Block]:
    blocks = []
    for row, cells in enumerate(rows):
        for column, text in enumerate(cells):
            left, top = 40 + 300 * column, 60 + pitch * row
            box = Box(left, top, left + 8 * len(text), top + 18)
            blocks.append(Block(f"b{row}.{column}", text, box, box.quad()))
    return blocks


def joined(rows: tuple[tuple[str, ...], ...], pitch: int) -> list[list[str]]:
    blocks = lay_out(rows, pitch)
    return [[blocks[i].text for i in chunk] for chunk in chunk_blocks(blocks)]


def test_rows_of_a_dense_table_are_values_of_their_own() -> None:
    chunks = joined(TABLE, 22)
    for row in TABLE[2:]:
        assert all([cell] in chunks for cell in row)


def test_a_table_of_two_columns_is_read_as_before() -> None:
    rows = tuple(row[:2] for row in TABLE)
    assert joined(rows, 22) == [[row[column] for row in rows] for column in range(2)]


def test_lines_of_cards_continue() -> None:
    assert joined(CARDS, 22) == [[upper, lower] for upper, lower in zip(*CARDS, strict=True)]
