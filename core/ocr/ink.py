"""Which pixels of a line are ink: those that differ from the line's own background."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]
    Mask = NDArray[np.bool_]

Interval = tuple[float, float]
_QUANTUM = 8
_LEAST_CONTRAST = 10
"""Differences of colour below this are noise (JPEG, gradients)."""
_SHARE = 0.35
"""Share of the strongest contrast in a line that still counts as ink: half-covered edge pixels do."""


def find_ink(pixels: Pixels) -> Mask:
    """Ink mask of one line, (height, width); works for either polarity.

    The background is the commonest colour; ink is what stands off from it by a good share of the line's
    strongest contrast.
    """
    import numpy as np

    colours = pixels.reshape(-1, 3).astype(np.int32)
    codes = (colours // _QUANTUM) @ np.array([1, 64, 4096])
    values, counts = np.unique(codes, return_counts=True)
    chosen = codes == values[int(counts.argmax())]
    background = np.median(colours[chosen], axis=0)
    distance = np.abs(pixels.astype(np.int32) - background.astype(np.int32)).max(axis=2)
    strongest = float(np.percentile(distance, 99))
    threshold = max(_LEAST_CONTRAST, _SHARE * strongest)
    mask: Mask = distance >= threshold
    return mask


def ink_rows(ink: Mask) -> tuple[int, int] | None:
    """First and one past the last row with ink; None for an empty mask."""
    import numpy as np

    rows = np.flatnonzero(ink.any(axis=1))
    return (int(rows[0]), int(rows[-1]) + 1) if rows.size else None
