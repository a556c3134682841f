"""How a picture is cut for the detector: overlapping tiles at a scale the detector reads well.

Screens of two and more pixels a point are looked at reduced first: where all text is large there, the
full resolution finds nothing more and costs five times as much. Lines are always read at full resolution.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from shotveil.core.geometry import Box

TILE_SIDE_PX = 2048
TILE_AREA_PX = 1_050_000
"""Bounds of a tile as the detector sees it, which bound its memory: a 1920 x 1080 screen is two tiles."""
OVERLAP_PX = 128
"""What neighbouring tiles share, as the detector sees it: more than the tallest line it finds."""
SMALL_SIDE_PX = 736
"""Pictures whose short side is less are enlarged: their text is usually small."""
MAX_ENLARGEMENT = 3.0
COARSE_SCALE = 0.45


@dataclass(frozen=True, slots=True)
class Tile:
    """A region of the picture (px), and the factor by which it is resized for the detector."""

    box: Box
    scale: float


def full_scale(width: int, height: int) -> float:
    """Scale at which a picture is searched for lines: 1, or more for small ones."""
    scale = min(MAX_ENLARGEMENT, max(1.0, SMALL_SIDE_PX / min(width, height)))
    return max(1.0, min(scale, TILE_SIDE_PX / max(width, height)))


def is_dense(width: int, height: int) -> bool:
    """True for sizes that screens of several pixels a point have: tall phones, 4K and beyond."""
    return (min(width, height) >= 1000 and height > 1.2 * width) or max(width, height) >= 2500


def plan_tiles(area: Box, scale: float) -> tuple[Tile, ...]:
    """Tiles that cover an area of a picture, row by row.

    Args:
        area: px of the picture, whole numbers.
        scale: factor by which tiles are resized for the detector.
    """
    x, y, width, height = int(area.left), int(area.top), int(area.width), int(area.height)
    across = cut_axis(width, TILE_SIDE_PX / scale, OVERLAP_PX / scale)
    tile_width = max(right - left for left, right in across) * scale
    side = min(TILE_SIDE_PX, max(4 * OVERLAP_PX, TILE_AREA_PX / tile_width))
    down = cut_axis(height, side / scale, OVERLAP_PX / scale)
    return tuple(
        Tile(Box(x + left, y + top, x + right, y + bottom), scale)
        for top, bottom in down
        for left, right in across
    )


def cut_axis(length: int, side: float, overlap: float) -> list[tuple[int, int]]:
    """Equal intervals of at most ``side`` (rounded up) that cover ``0:length`` and share ``overlap``."""
    if length <= side:
        return [(0, length)]
    count = ceil((length - overlap) / (side - overlap))
    size = ceil((length + (count - 1) * overlap) / count)
    starts = [round(index * (length - size) / (count - 1)) for index in range(count)]
    return [(start, start + size) for start in starts]
