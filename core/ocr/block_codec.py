"""Blocks as plain JSON data and back, for the cache and for recordings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from shotveil.core.geometry import Box
from shotveil.core.records import Block


def plain_blocks(blocks: Iterable[Block]) -> list[dict[str, Any]]:
    """One dict a block, with the keys of the view records (DESIGN 3)."""
    return [
        {
            "id": block.id,
            "text": block.text,
            "box": block.box.as_list(),
            "quad": [list(point) for point in block.quad],
            "score": block.score,
            "chars": None if block.chars is None else [char.as_list() for char in block.chars],
        }
        for block in blocks
    ]


def blocks_from_plain(rows: Iterable[Mapping[str, Any]]) -> tuple[Block, ...]:
    """Blocks from ``plain_blocks``.

    Raises:
        KeyError, TypeError, ValueError: the data are not of that form.
    """
    blocks = []
    for row in rows:
        first, second, third, fourth = ((float(x), float(y)) for x, y in row["quad"])
        chars = row["chars"]
        blocks.append(
            Block(
                id=str(row["id"]),
                text=str(row["text"]),
                box=Box(*row["box"]),
                quad=(first, second, third, fourth),
                score=float(row["score"]),
                chars=None if chars is None else tuple(Box(*char) for char in chars),
            )
        )
    return tuple(blocks)
