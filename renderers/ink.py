"""Which pixels of a strip of picture are ink: everything that differs from the strip's own background."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
"""(height, width, 3) RGB."""
Mask = NDArray[np.bool_]

EXACT_SHARE = 0.2
"""A colour that fills this share of a strip exactly is a drawn background; less means noise or a gradient."""


@dataclass(frozen=True, slots=True)
class Background:
    """``colour`` (R, G, B) and the ``share`` of the looked-at pixels that have exactly that colour."""

    colour: tuple[int, int, int]
    share: float

    @property
    def flat(self) -> bool:
        return self.share >= EXACT_SHARE


def find_background(pixels: Pixels) -> Background:
    """Most common colour of (N, 3) or (H, W, 3) pixels.

    Where no exact colour dominates (JPEG, gradients) the fullest bin of a coarse colour cube is taken and
    its median is the colour, so that noise does not decide.
    """
    flat = pixels.reshape(-1, 3).astype(np.int32)
    if not len(flat):
        return Background((255, 255, 255), 0.0)
    packed = (flat[:, 0] << 16) | (flat[:, 1] << 8) | flat[:, 2]
    values, counts = np.unique(packed, return_counts=True)
    best = int(counts.argmax())
    share = float(counts[best]) / len(flat)
    if share >= EXACT_SHARE:
        value = int(values[best])
        return Background((value >> 16, value >> 8 & 255, value & 255), share)
    coarse = ((flat[:, 0] >> 4) << 8) | ((flat[:, 1] >> 4) << 4) | (flat[:, 2] >> 4)
    members = flat[coarse == np.bincount(coarse).argmax()]
    colour = np.median(members, axis=0).round().astype(int)
    return Background((int(colour[0]), int(colour[1]), int(colour[2])), share)


def find_ink(pixels: Pixels, background: Background) -> Mask:
    """(H, W) mask of the pixels that stand out from the background.

    The threshold follows the strip's own contrast, so that faint text and its soft edges count as well as
    black text; noisy pictures get a floor that compression artefacts stay under.
    """
    difference = measure_difference(pixels, background.colour)
    contrast = float(np.percentile(difference, 99)) if difference.size else 0.0
    floor = 8.0 if background.flat else 24.0
    return difference > min(max(0.15 * contrast, floor), 40.0)


def measure_difference(pixels: Pixels, colour: tuple[int, int, int]) -> NDArray[np.int16]:
    """Largest difference over the three channels, pixel by pixel."""
    import cv2

    if not pixels.size:
        return np.zeros(pixels.shape[:-1], np.int16)
    level = np.array([*colour, 0], np.float64)
    red, green, blue = cv2.split(cv2.absdiff(pixels.reshape(-1, pixels.shape[-2], 3), level))
    return np.asarray(cv2.max(cv2.max(red, green), blue), np.int16).reshape(pixels.shape[:-1])


def inked_lines(mask: Mask, axis: int) -> Mask:
    """Columns (axis 0) or rows (axis 1) that hold any true value."""
    return np.asarray(mask.any(axis=axis), np.bool_)


def find_runs(flags: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Half-open ranges of consecutive true values, in order."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], flags.astype(np.int8), [0]))))
    return [(int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True)]


def rows_with_long_run(mask: Mask, length: float) -> Mask:
    """Rows that hold an unbroken run of more than ``length`` true values."""
    wanted = int(length) + 1
    if mask.shape[1] < wanted:
        return np.zeros(mask.shape[0], np.bool_)
    rows = np.count_nonzero(mask, axis=1) >= wanted
    full = np.flatnonzero(rows)
    sums = np.zeros((len(full), mask.shape[1] + 1), np.int32)
    np.cumsum(mask[full], axis=1, out=sums[:, 1:])
    rows[full] = (sums[:, wanted:] - sums[:, :-wanted] == wanted).any(axis=1)
    return np.asarray(rows, np.bool_)
