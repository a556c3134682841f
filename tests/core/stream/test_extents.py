"""Boxes of ranges of a block."""

from __future__ import annotations

from shotveil.core.geometry import Box
from shotveil.core.records import Block
from shotveil.core.stream.extents import measure_extent


def test_character_boxes_are_used_where_known() -> None:
    box = Box(0, 0, 40, 10)
    chars = tuple(Box(i * 10, 0, i * 10 + 10, 10) for i in range(4))
    assert measure_extent(Block("b", "abcd", box, box.quad(), 1.0, chars), 1, 3) == Box(10, 0, 30, 10)


def test_wide_characters_take_more_of_the_line() -> None:
    box = Box(0, 0, 100, 10)
    found = measure_extent(Block("b", "中ii", box, box.quad()), 0, 1)
    assert found.left == 0
    assert 50 < found.right < 75
