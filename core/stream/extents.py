"""The box that a range of a block's characters covers (CONTRACT a.1, g)."""

from __future__ import annotations

from typing import Final
from unicodedata import east_asian_width

from shotveil.core.geometry import Box, union_box
from shotveil.core.records import Block

_NARROW: Final = frozenset("iljtfrI1.,:;'|!()[]{}/\\ ")
_BROAD: Final = frozenset("mwMW@%")


def _advance(char: str) -> float:
    """Rough advance of a character in ems; only the shares of a line matter."""
    if east_asian_width(char) in "WF":
        return 1.0
    if char in _NARROW:
        return 0.32
    return 0.85 if char in _BROAD else (0.66 if char.isupper() else 0.56)


def measure_extent(block: Block, start: int, end: int) -> Box:
    """Box of characters ``start:end`` of ``block.text``, px: from its character boxes, else by advance."""
    if block.chars and len(block.chars) == len(block.text) and start < end:
        return union_box(block.chars[start:end])
    total = sum(map(_advance, block.text)) or 1.0
    box = block.box
    before = sum(map(_advance, block.text[:start])) / total
    inside = sum(map(_advance, block.text[start:end])) / total
    left = box.left + box.width * before
    return Box(left, box.top, min(box.right, left + box.width * inside), box.bottom)
