"""Which pixels of a line are ink: those that differ from the line's own background."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]
    Mask = NDArray[np.bool_]

Interval = tuple[float, float]
_QUANTUM_BITS = 3
"""Levels of a channel that count as one colour, as bits."""
_LEAST_CONTRAST = 10
"""Differences of colour below this are noise (JPEG, gradients)."""
_SHARE = 0.35
"""Share of the strongest contrast in a line that still counts as ink: half-covered edge pixels do."""


def find_ink(pixels: Pixels) -> Mask:
    """Ink mask of one line, (height, width); works for either polarity.

    The background is the commonest colour; ink is what stands off from it by a good share of the line's
    strongest contrast.
    """
    import cv2
    import numpy as np

    channels = [np.asarray(channel, np.uint8) for channel in cv2.split(pixels)]
    bins = [channel >> _QUANTUM_BITS for channel in channels]
    codes = bins[0].astype(np.uint16) << 10 | bins[1].astype(np.uint16) << 5 | bins[2]
    chosen = codes == np.bincount(codes.ravel(), minlength=1).argmax()
    background = [_median(channel[chosen]) for channel in channels]
    distance = np.zeros(codes.shape, np.uint8)
    for channel, level in zip(channels, background, strict=True):
        np.maximum(distance, cv2.absdiff(channel, np.full_like(channel, level)), out=distance)
    strongest = _percentile_99(distance)
    threshold = max(_LEAST_CONTRAST, _SHARE * strongest)
    mask: Mask = distance >= threshold
    return mask


def _median(levels: Pixels) -> int:
    """The middle one of many levels of one bin, found by counting."""
    import numpy as np

    counts = np.bincount(levels)
    return int(np.searchsorted(np.cumsum(counts), (len(levels) + 1) // 2))


def _percentile_99(levels: Pixels) -> float:
    """The level that 99 of 100 pixels do not exceed."""
    import numpy as np

    counts = np.bincount(levels.ravel())
    return float(np.searchsorted(np.cumsum(counts), 0.99 * levels.size))


def ink_rows(ink: Mask) -> tuple[int, int] | None:
    """First and one past the last row with ink; None for an empty mask."""
    import numpy as np

    rows = np.flatnonzero(ink.any(axis=1))
    return (int(rows[0]), int(rows[-1]) + 1) if rows.size else None
