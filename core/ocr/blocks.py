"""Blocks in a fixed order with unique ids, and the union of what two readers saw."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from shotveil.core.records import Block


def order_blocks(blocks: Iterable[Block]) -> tuple[Block, ...]:
    """Blocks sorted by top, left, text, with ids ``b0, b1, …``; independent of the order they came in."""
    placed = sorted(blocks, key=lambda b: (round(b.box.top), round(b.box.left), b.box.as_list(), b.text))
    return tuple(replace(block, id=f"b{index}") for index, block in enumerate(placed))
