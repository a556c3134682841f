"""Where each character of a line stands: the recognizer's rough places, refined by ink."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shotveil.core.geometry import Box
from shotveil.core.ocr.crops import Crop
from shotveil.core.ocr.reader import ReadLine

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Mask = NDArray[np.bool_]


def glyph_boxes(crop: Crop, seen: ReadLine) -> tuple[Box, ...]:
    """One box a character of ``seen.text``, px of the picture."""
    height, width = crop.pixels.shape[:2]
    count = len(seen.text)
    centers = seen.centers or tuple((i + 0.5) / count for i in range(count))
    edges = [0.0, *((a + b) / 2 for a, b in zip(centers, centers[1:], strict=False)), 1.0]
    return tuple(
        crop.box_in_picture(a * width, 0, b * width, height) for a, b in zip(edges, edges[1:], strict=False)
    )
