"""Overwrite regions of a picture for good: one exact, opaque colour, nothing blended (DESIGN rule 6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from shotveil.core.geometry import Quad, enclosing_box
from shotveil.renderers.backdrop import SEEN_SHARE, find_middle, fit_plane, share_near, spread_plane
from shotveil.renderers.ink import Background, Mask, Pixels, find_background

Fill = Literal["flat", "inpaint", "black"]
Colour = tuple[int, int, int]

RING = 2
"""Width of the frame around a region whose colour counts as its background (px)."""
RING_SHARE = 0.5
"""A colour that fills this share of the frame is taken without looking inside the region."""
CLEAN = 4.0
"""Levels that a drawn gradient is off an even slope at most."""
CLEAN_SHARE = 0.85
"""Share of the frame that must lie on the slope: a neighbouring letter may touch it."""
LEAST_SLOPE = 6.0
"""Change of colour over a region (levels) below which one colour does as well."""


def erase_regions(rgb: Pixels, regions: Sequence[Quad], fill: Fill = "flat") -> Pixels:
    """A copy of the picture with every pixel of the regions overwritten.

    Args:
        rgb: (H, W, 3).
        regions: quads in px; pixels that a quad touches belong to it.
        fill: ``flat`` the background's own colour, one per region, or its even slope where that is a drawn
            gradient; ``black``; ``inpaint`` from around.
    """
    erased = rgb.copy()
    if fill == "inpaint" and regions:
        return _inpaint(erased, regions)
    for region in regions:
        window, mask = cover_region(region, rgb.shape[1], rgb.shape[0])
        ground = Background((0, 0, 0), 1.0) if fill == "black" else pick_fill(rgb, region)
        slope = find_slope(rgb, region) if ground.share < RING_SHARE else None
        if slope is not None:
            erased[window][mask] = slope[mask]
        elif mask.all():
            erased[window] = ground.colour
        else:
            erased[window][mask] = ground.colour
    return erased


def find_slope(rgb: Pixels, region: Quad) -> Pixels | None:
    """The pixels of a drawn gradient behind an upright region; None where its frame is no even slope."""
    height, width = rgb.shape[:2]
    if not is_upright(region):
        return None
    box = enclosing_box(region).clipped(width, height)
    top, bottom, left, right = int(box.top), int(box.bottom), int(box.left), int(box.right)
    y, x = np.mgrid[
        max(0, top - RING) : min(height, bottom + RING), max(0, left - RING) : min(width, right + RING)
    ]
    beyond = (y < top) | (y >= bottom) | (x < left) | (x >= right)
    rim = rgb[y[beyond], x[beyond]]
    if not len(rim) or find_background(rim).share >= RING_SHARE:
        return None
    start = np.ones(len(rim), np.bool_)
    factors = fit_plane(x[beyond], y[beyond], rim, start, CLEAN, CLEAN_SHARE)
    if factors is None:
        return None
    slope = spread_plane(factors, *np.mgrid[left:right, top:bottom].transpose(0, 2, 1))
    if float(np.ptp(slope.reshape(-1, 3), axis=0).max()) < LEAST_SLOPE:
        return None
    return slope.round().astype(np.uint8)


def pick_fill(rgb: Pixels, region: Quad) -> Background:
    """The background's colour: that of the frame around the region, or of the whole where that is mixed.

    A colour of the whole that the frame does not have is the letters', however much of the region they cover.
    """
    height, width = rgb.shape[:2]
    box = enclosing_box(region).grown(RING).clipped(width, height)
    top, bottom, left, right = int(box.top), int(box.bottom), int(box.left), int(box.right)
    around = rgb[top:bottom, left:right]
    if around.shape[0] <= 2 * RING or around.shape[1] <= 2 * RING:
        return find_background(around)
    sides = (around[:RING], around[-RING:], around[RING:-RING, :RING], around[RING:-RING, -RING:])
    rim = np.concatenate([side.reshape(-1, 3) for side in sides])
    ring, whole = find_background(rim), find_background(around)
    if ring.share >= RING_SHARE or share_near(rim, whole.colour) < SEEN_SHARE:
        return ring if ring.flat else find_middle(rim)
    return whole


def cover_region(region: Quad, width: int, height: int) -> tuple[tuple[slice, slice], Mask]:
    """Where a region lies: row and column slices of the picture, and the mask inside them."""
    box = enclosing_box(region).clipped(width, height)
    top, left = min(int(box.top), height - 1), min(int(box.left), width - 1)
    bottom, right = max(int(box.bottom), top + 1), max(int(box.right), left + 1)
    window = slice(top, bottom), slice(left, right)
    mask = np.zeros((bottom - top, right - left), bool)
    if is_upright(region):
        mask[:] = True
        return window, mask
    import cv2

    points = np.array([[(x - left - 0.5) * 16, (y - top - 0.5) * 16] for x, y in region])
    canvas = np.zeros(mask.shape, np.uint8)
    cv2.fillConvexPoly(canvas, points.round().astype(np.int32), 1, shift=4)
    return window, cv2.dilate(canvas, np.ones((3, 3), np.uint8)).astype(bool)


def is_upright(region: Quad) -> bool:
    """True when the quad's sides run along the picture's."""
    return len({round(x, 1) for x, _ in region}) == 2 and len({round(y, 1) for _, y in region}) == 2


def _inpaint(erased: Pixels, regions: Sequence[Quad]) -> Pixels:
    import cv2

    height, width = erased.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    for region in regions:
        window, covered = cover_region(region, width, height)
        mask[window] |= covered.astype(np.uint8)
    return np.asarray(cv2.inpaint(erased, mask, 3, cv2.INPAINT_TELEA), np.uint8)
