"""Which pixels of a line are ink: those that differ from the line's own background."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]
    Mask = NDArray[np.bool_]

_HALF, _MOST = 0.5, 0.99
"""Shares of pixels: the middle one of a bin, and nearly all of a line's."""
Interval = tuple[float, float]
_BINS, _BIN = 32, 8
"""A channel is split in so many bins of so many levels; levels of one bin count as one colour."""
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

    counts = cv2.calcHist([pixels], [0, 1, 2], None, [_BINS] * 3, [0, 256] * 3)
    low = [_BIN * int(place) for place in np.unravel_index(int(counts.argmax()), counts.shape)]
    chosen = cv2.inRange(pixels, np.array(low), np.array(low) + _BIN - 1)
    background = [
        start + _count_up(cv2.calcHist([pixels], [channel], chosen, [_BIN], [start, start + _BIN]), _HALF)
        for channel, start in enumerate(low)
    ]
    distances = cv2.split(cv2.absdiff(pixels, np.array([*background, 0], np.float64)))
    distance = np.asarray(cv2.max(cv2.max(distances[0], distances[1]), distances[2]), np.uint8)
    strongest = _count_up(cv2.calcHist([distance], [0], None, [256], [0, 256]), _MOST)
    mask: Mask = distance >= max(_LEAST_CONTRAST, _SHARE * strongest)
    return mask


def _count_up(counts: Any, share: float) -> int:
    """The first level that this share of the counted pixels does not exceed."""
    import numpy as np

    summed = np.cumsum(counts.ravel(), dtype=np.float64)
    return int(np.searchsorted(summed, share * summed[-1]))


def ink_rows(ink: Mask) -> tuple[int, int] | None:
    """First and one past the last row with ink; None for an empty mask."""
    import numpy as np

    rows = np.flatnonzero(ink.any(axis=1))
    return (int(rows[0]), int(rows[-1]) + 1) if rows.size else None
