"""How small the text of a picture is, judged from a first look at reduced scale."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shotveil.core.ocr.crops import cut_line
from shotveil.core.ocr.ink import find_ink, ink_rows
from shotveil.core.ocr.quads import FoundLine

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]

READABLE_INK_PX = 10.0
"""Height of a line's ink from which on the detector finds it surely."""
_FEW_LINES = 4
_SAMPLE = 12
_RANK = 2
"""The third smallest counts: a dash or a row of dots is low without being small text."""


def needed_scale(bgr: Pixels, lines: list[FoundLine]) -> float | None:
    """Scale at which the smallest text among ``lines`` is readable; None with too few lines to tell.

    The detector's boxes have a least height whatever the text's, so the ink of the lowest ones is measured
    in the picture itself.
    """
    if len(lines) < _FEW_LINES:
        return None
    lowest = sorted(lines, key=lambda line: (min(line.box.width, line.box.height), line.box.as_list()))
    heights = []
    for line in lowest[:_SAMPLE]:
        rows = ink_rows(find_ink(cut_line(bgr, line).pixels))
        if rows is not None:
            heights.append(rows[1] - rows[0])
    if len(heights) <= _RANK:
        return None
    return READABLE_INK_PX / sorted(heights)[_RANK]
