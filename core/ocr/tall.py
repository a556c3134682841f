"""Tall boxes: sideways lines, vertical Chinese, or just a single narrow character; reading tells which."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from shotveil.core.geometry import Box
from shotveil.core.ocr.crops import Crop
from shotveil.core.ocr.glyphs import cut_pieces, glyph_boxes
from shotveil.core.ocr.ink import find_ink
from shotveil.core.ocr.reader import ReadLine

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]

TALL = 1.5
"""Height over width from which on a box may hold something else than an upright line."""
_NO_LINE = 3.0
"""Height over width from which on it cannot be one upright character."""
_SURE = 0.8
_CELL_HEIGHTS = (1.0, 1.15, 1.35)
"""Pitch of stacked characters in units of the column's width."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to look at a crop.

    ``crop`` is what the recognizer gets; its quad starts where the text starts. ``cells`` are the row
    ranges of stacked characters in the original crop ``column``, empty for plain lines.
    """

    crop: Crop
    cells: tuple[tuple[int, int], ...] = ()
    column: Crop | None = None

    def boxes(self, seen: ReadLine) -> tuple[Box, ...]:
        """One box a character, px of the picture."""
        if self.column is None or not self.cells:
            return glyph_boxes(self.crop, seen)
        width = self.column.pixels.shape[1]
        count, cells = len(seen.text), len(self.cells)
        centers = seen.centers or tuple((i + 0.5) / count for i in range(count))
        boxes = []
        for center in centers:
            top, bottom = self.cells[min(cells - 1, int(center * cells))]
            boxes.append(self.column.box_in_picture(0, top, width, bottom))
        return tuple(boxes)


def readings_of(crop: Crop) -> list[Reading]:
    """Every way to read a crop: one for ordinary lines, up to four for tall ones."""
    import numpy as np

    height, width = crop.pixels.shape[:2]
    if height < TALL * width:
        return [Reading(crop)]
    first, second, third, fourth = crop.quad
    upward = Crop(np.ascontiguousarray(np.rot90(crop.pixels, -1)), (fourth, first, second, third))
    downward = Crop(np.ascontiguousarray(np.rot90(crop.pixels, 1)), (second, third, fourth, first))
    readings = [Reading(upward), Reading(downward)]
    if height < _NO_LINE * width:
        readings.insert(0, Reading(crop))
    stacked = _stack(crop)
    return [*readings, stacked] if stacked is not None else readings


def choose_reading(seen: Sequence[ReadLine]) -> int:
    """Index of the best of several readings: of the sure ones the longest, else the surest."""
    sure = [index for index, line in enumerate(seen) if line.score >= _SURE and line.text.strip()]
    if sure:
        return max(sure, key=lambda index: (len(seen[index].text.strip()), seen[index].score, -index))
    return max(range(len(seen)), key=lambda index: (bool(seen[index].text.strip()), seen[index].score))


def _stack(crop: Crop) -> Reading | None:
    """The crop cut into stacked characters that are laid side by side; None where it is not a column."""
    import cv2
    import numpy as np

    ink = find_ink(crop.pixels)
    profile = ink.sum(axis=1).astype(float) / max(1, crop.pixels.shape[1])
    filled = np.flatnonzero(profile)
    columns = np.flatnonzero(ink.any(axis=0))
    if filled.size == 0:
        return None
    start, end = int(filled[0]), int(filled[-1]) + 1
    wide = int(columns[-1]) + 1 - int(columns[0])
    best: tuple[float, list[int]] | None = None
    for count in sorted({round((end - start) / (wide * pitch)) for pitch in _CELL_HEIGHTS}):
        if count < 2:
            continue
        pitch = (end - start) / count
        cuts = cut_pieces(
            [start + (i + 0.5) * pitch for i in range(count)], [1.0] * count, profile, start, end
        )
        crossed = sum(profile[cut] for cut in cuts[1:-1]) / count
        if best is None or crossed < best[0] - 1e-9:
            best = (crossed, cuts)
    if best is None:
        return None
    cells = tuple(pairwise(best[1]))
    side = max(bottom - top for top, bottom in cells)
    ground = np.median(crop.pixels[~ink], axis=0) if (~ink).any() else np.zeros(3)
    laid = np.empty((side, side * len(cells), 3), np.uint8)
    laid[:] = ground.astype(np.uint8)
    for index, (top, bottom) in enumerate(cells):
        piece = crop.pixels[top:bottom]
        if piece.shape[1] > side:
            piece = np.asarray(cv2.resize(piece, (side, max(1, bottom - top))), np.uint8)
        down, across = (side - piece.shape[0]) // 2, (side - piece.shape[1]) // 2
        left = index * side + across
        laid[down : down + piece.shape[0], left : left + piece.shape[1]] = piece
    return Reading(Crop(laid, crop.quad), cells, crop)
