"""Where a picture shows anything at all: the empty half of a chat need not be searched for lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shotveil.core.geometry import Box

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]

_LEAST_GAP = 0.15
"""Height of an empty stretch, in widths of the picture, that is worth leaving out."""
_LEAST_GAP_PX = 128
_PADDING_PX = 128
"""Rows that a further band costs: the detector pads every band."""
_MARGIN_PX = 32
"""Empty rows kept beside what is drawn: a line is found with the ground around it."""


def find_drawn_bands(bgr: Pixels) -> list[Box]:
    """Bands over the whole width that hold everything drawn, from top to bottom; none in an empty picture.

    A row is empty when it is of one colour, that of the row above it: nothing can be written there, however
    faintly.
    """
    import numpy as np

    height, width = bgr.shape[:2]
    flat = bgr.reshape(height, -1)
    plain = (flat[:, 3:] == flat[:, :-3]).all(axis=1)
    plain[1:] &= (bgr[1:, 0] == bgr[:-1, 0]).all(axis=1)
    drawn = np.flatnonzero(~plain)
    if not drawn.size:
        return []
    gap = max(_LEAST_GAP_PX, _LEAST_GAP * width) + _PADDING_PX
    breaks = np.flatnonzero(np.diff(drawn) > gap)
    starts = [int(drawn[0]), *(int(drawn[at + 1]) for at in breaks)]
    ends = [*(int(drawn[at]) + 1 for at in breaks), int(drawn[-1]) + 1]
    return [
        Box(0, max(0, start - _MARGIN_PX), width, min(height, end + _MARGIN_PX))
        for start, end in zip(starts, ends, strict=True)
    ]
