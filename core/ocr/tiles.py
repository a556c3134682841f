"""How a picture is cut for the detector: overlapping tiles at a scale the detector reads well."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from shotveil.core.geometry import Box

TILE_PX = 1600
"""Longest side of a tile as the detector sees it; bounds its memory."""
OVERLAP_PX = 160
"""What neighbouring tiles share, as the detector sees it: more than the tallest line of a screen."""
SMALL_SIDE_PX = 736
"""Pictures whose short side is less are enlarged: their text is usually small."""
MAX_ENLARGEMENT = 3.0


@dataclass(frozen=True, slots=True)
class Tile:
    """A region of the picture (px), and the factor by which it is resized for the detector."""

    box: Box
    scale: float


def plan_tiles(width: int, height: int) -> tuple[Tile, ...]:
    """Tiles that cover a picture, row by row; one tile for everyday sizes.

    Args:
        width, height: of the picture, px.
    """
    scale = min(MAX_ENLARGEMENT, max(1.0, SMALL_SIDE_PX / min(width, height)))
    if max(width, height) * scale > TILE_PX:
        scale = max(1.0, min(scale, TILE_PX / max(width, height)))
    side, overlap = TILE_PX / scale, OVERLAP_PX / scale
    return tuple(
        Tile(Box(left, top, right, bottom), scale)
        for top, bottom in cut_axis(height, side, overlap)
        for left, right in cut_axis(width, side, overlap)
    )


def cut_axis(length: int, side: float, overlap: float) -> list[tuple[int, int]]:
    """Equal intervals of at most ``side`` that cover ``0:length`` and share at least ``overlap``."""
    if length <= side:
        return [(0, length)]
    count = ceil((length - overlap) / (side - overlap))
    size = ceil((length + (count - 1) * overlap) / count)
    starts = [round(index * (length - size) / (count - 1)) for index in range(count)]
    return [(start, start + size) for start in starts]
