"""Flat areas of a screen, such as bubbles, cards and bars: what their text stands on, and where they meet.

The edge of a bubble is no writing, yet beside its text it is read as brackets and bars.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]
    Mask = NDArray[np.bool_]

_SOLID_PX = 9
"""Side of the square of one colour that an area must hold: wider than the strokes of letters."""
_LEAST_SIDE_PX = 64
"""Longer side of an area; the strokes of huge letters are shorter."""
_REACH_PX = 48
"""How far from an area's solid parts its writing lies at most."""
_EDGE_PX = 7
"""How far the edge between two areas lies from the solid parts of both, rounded corners included."""


@dataclass(frozen=True, slots=True)
class Panels:
    """``ground`` is each pixel's area colour, valid where ``known``; ``edges`` are where two areas meet."""

    ground: Pixels
    known: Mask
    edges: Mask


def find_panels(rgb: Pixels) -> Panels | None:
    """The flat areas of a picture, (H, W, 3); None where it has none, as photographs and gradients."""
    import cv2
    import numpy as np

    height, width = rgb.shape[:2]
    packed = _pack(rgb)
    flat = np.zeros((height, width), np.uint8)
    flat[:-1, :-1] = (packed[:-1, :-1] == packed[1:, :-1]) & (packed[:-1, :-1] == packed[:-1, 1:])
    solid = cv2.morphologyEx(flat, cv2.MORPH_OPEN, np.ones((_SOLID_PX, _SOLID_PX), np.uint8))
    _, parts, stats, _ = cv2.connectedComponentsWithStats(flat, connectivity=4)
    is_area = np.zeros(len(stats), bool)
    is_area[np.unique(parts[solid > 0])] = True
    is_area &= np.maximum(stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]) >= _LEAST_SIDE_PX
    is_area[0] = False
    seeds = is_area[parts]
    if not seeds.any():
        return None
    distance, nearest = cv2.distanceTransformWithLabels(
        (~seeds).astype(np.uint8), cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL
    )
    colours = np.zeros((int(nearest.max()) + 1, 3), np.uint8)
    colours[nearest[seeds]] = rgb[seeds]
    ground = colours[nearest]
    # Two parts of one area differ in number only.
    shade = _pack(ground)
    border = np.zeros((height, width), np.uint8)
    border[:, :-1] |= shade[:, :-1] != shade[:, 1:]
    border[:-1] |= shade[:-1] != shade[1:]
    border[distance > _EDGE_PX] = 0
    edges = cv2.dilate(border, np.ones((5, 5), np.uint8)) > 0
    return Panels(ground, distance <= _REACH_PX, edges)


def _pack(rgb: Pixels) -> NDArray[np.int32]:
    import numpy as np

    packed = rgb[..., 0].astype(np.int32)
    for channel in (1, 2):
        packed <<= 8
        packed |= rgb[..., channel]
    return packed
