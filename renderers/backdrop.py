"""What a line of text stands on where that is no single colour: taken from around it, not from inside.

Large bold letters cover more of their line than its background shows, and on a gradient no other colour is as
frequent as theirs. The rim tells the two apart: letters end inside their line, the background goes on.
"""

from __future__ import annotations

from math import ceil, floor

import numpy as np
from numpy.typing import NDArray

from shotveil.core.geometry import Box
from shotveil.renderers.ink import Background, Pixels, find_background, measure_difference

NEAR = 24
"""Colours that differ by no more than this (levels of a channel) are taken for one."""
SEEN_SHARE = 0.1
"""A colour that fills less of the rim than this ends inside the line: it is the letters'."""
BESIDE_SHARE = 0.5
"""The same before and after the line, where other letters may stand."""
RIM = 0.2
"""Height of the strips above and below a line that are its rim, as a share of its height."""
FITTING_SHARE = 0.6
"""Share of the rim that must lie near an even slope of colour for the slope to be believed."""
STEEP = 8.0
"""Change of colour over a line (levels) that can be left alone."""


def share_near(pixels: Pixels, colour: tuple[int, int, int]) -> float:
    """Share of the pixels that are about this colour; 0 when there are none."""
    if not pixels.size:
        return 0.0
    return float((measure_difference(pixels, colour) <= NEAR).mean())


def find_ground(pixels: Pixels, line: Box, columns: slice) -> tuple[Pixels, Background]:
    """The pixels of a line with an even slope of colour taken out, and the line's background.

    Args:
        pixels: a line with room around it, (H, W, 3), reading along +x.
        line: where the line lies in these pixels (px).
        columns: the columns that matter.
    """
    core = core_rows(line)
    near = pixels[core, columns]
    inside = find_background(near if near.size else pixels)
    rows = _rim_rows(len(pixels), line.top, line.bottom)
    rim = pixels[rows, columns]
    goes_on = not rim.size or share_near(rim, inside.colour) >= SEEN_SHARE
    if inside.flat if goes_on else _is_beside(pixels[core], line, inside.colour):
        return pixels, inside
    slope = _fit_slope(pixels, rows, columns) if rim.size else None
    if slope is None:
        return pixels, inside
    shown = slope[:, columns]
    middle = shown.reshape(-1, 3).mean(axis=0)
    colour = tuple(int(level) for level in middle.round())
    background = Background((colour[0], colour[1], colour[2]), 0.0)
    if float(np.ptp(shown.reshape(-1, 3), axis=0).max()) < STEEP:
        return pixels, (inside if goes_on else find_background(rim))
    levelled = pixels.astype(np.float32) - slope + middle.astype(np.float32)
    return levelled.round().clip(0, 255).astype(np.uint8), background


def core_rows(line: Box) -> slice:
    """The rows of a line without a margin above and below."""
    margin = 0.08 * line.height
    return slice(max(0, floor(line.top + margin)), max(1, ceil(line.bottom - margin)))


def _is_beside(core: Pixels, line: Box, colour: tuple[int, int, int]) -> bool:
    """True when the colour fills most of what is before or after the line: tabs may be that low."""
    reach = max(2, round(RIM * line.height))
    left, right = max(0, floor(line.left)), ceil(line.right)
    sides = (core[:, max(0, left - reach) : left], core[:, right : right + reach])
    return any(share_near(side, colour) >= BESIDE_SHARE for side in sides)


def _rim_rows(height: int, top: float, bottom: float) -> NDArray[np.intp]:
    """Rows of the picture just above and just below a line, which may reach out of it."""
    depth = max(2, round(RIM * (bottom - top)))
    above = np.arange(floor(top) - depth, floor(top)).clip(-1, height)
    below = np.arange(ceil(bottom), ceil(bottom) + depth).clip(-1, height)
    rows = np.concatenate([above, below]).astype(np.intp)
    return rows[(rows >= 0) & (rows < height)]


def _fit_slope(pixels: Pixels, rows: NDArray[np.intp], columns: slice) -> NDArray[np.float32] | None:
    """The even slope of colour that runs through the rim, for every pixel; None when there is no such one."""
    height, width = pixels.shape[:2]
    taken = np.arange(width)[columns]
    y, x = np.meshgrid(rows, taken, indexing="ij")
    rim = pixels[rows][:, taken].reshape(-1, 3)
    start = measure_difference(rim, find_middle(rim).colour) <= 4 * NEAR
    factors = fit_plane(x.ravel(), y.ravel(), rim, start, NEAR, FITTING_SHARE)
    if factors is None:
        return None
    fy, fx = np.mgrid[0:height, 0:width]
    return spread_plane(factors, fx, fy)


def fit_plane(
    x: NDArray[np.intp],
    y: NDArray[np.intp],
    colours: Pixels,
    start: NDArray[np.bool_],
    near: float,
    share: float,
) -> NDArray[np.float64] | None:
    """The even slope of colour that a share of the pixels is near to, (3, 3) factors of 1, x and y.

    Args:
        x, y: where the pixels are, (N,).
        colours: the pixels, (N, 3).
        start: those that the first guess is made from.
        near: levels of a channel that a pixel may be off.
        share: of all pixels that must be near the slope.
    """
    places = np.stack([np.ones(x.size), x, y], axis=1)
    levels = colours.astype(np.float64)
    kept = start
    for _ in range(2):
        if kept.sum() < share * len(kept):
            return None
        factors = np.asarray(np.linalg.lstsq(places[kept], levels[kept], rcond=None)[0], np.float64)
        kept = np.abs(places @ factors - levels).max(axis=1) <= near
    return factors if kept.sum() >= share * len(kept) else None


def spread_plane(
    factors: NDArray[np.float64], x: NDArray[np.intp], y: NDArray[np.intp]
) -> NDArray[np.float32]:
    """The levels of an even slope at places, (..., 3)."""
    slope = factors[0] + x[..., None] * factors[1] + y[..., None] * factors[2]
    return np.asarray(slope.clip(0, 255), np.float32)


def find_middle(pixels: Pixels) -> Background:
    """The middle colour of (N, 3) pixels: what is least far from both ends of a gradient."""
    red, green, blue = (int(level) for level in np.median(pixels.reshape(-1, 3), axis=0).round())
    return Background((red, green, blue), 0.0)
