"""Tall boxes: sideways lines, vertical Chinese, or just a single narrow character; reading tells which."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
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
    Mask = NDArray[np.bool_]
    Counts = NDArray[np.int64]

TALL = 1.5
"""Height over width from which on a box may hold something else than an upright line."""
_NO_LINE = 3.0
"""Height over width from which on it cannot be one upright character."""
_SURE = 0.8
_DOT, _COLON, _DOT_REACH, _DOT_SIZE = "·", "：", 0.6, 0.3
"""How far a colon's dots lie from its middle and how large each is, as shares of the line's height."""
_CELL_GAP = 0.12
"""Blank between characters laid side by side, as a share of their height."""
_CELL_HEIGHTS = (1.0, 1.15, 1.35)
"""Pitch of stacked characters in units of the column's width."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to look at a crop.

    ``crop`` is what the recognizer gets; its quad starts where the text starts. ``cells`` are the row
    ranges of stacked characters in the original crop ``column``, empty for plain lines; ``ends`` is where
    each of them ends in ``crop``, as a share of its width. ``turned`` lines run down or up the picture.
    """

    crop: Crop
    cells: tuple[tuple[int, int], ...] = ()
    column: Crop | None = None
    ends: tuple[float, ...] = ()
    turned: bool = False

    def settle(self, seen: ReadLine) -> ReadLine:
        """What was read, with colons for middle dots of two parts: a colon of a column lies on its side."""
        if not self.turned or _DOT not in seen.text or seen.centers is None:
            return seen
        height = self.crop.pixels.shape[0]
        ink = find_ink(self.crop.pixels).sum(axis=0)
        text = ""
        for char, center in zip(seen.text, seen.centers, strict=True):
            middle = center * len(ink)
            near = ink[max(0, round(middle - _DOT_REACH * height)) : round(middle + _DOT_REACH * height)]
            text += _COLON if char == _DOT and _count_dots(near, _DOT_SIZE * height) == 2 else char
        return replace(seen, text=text)

    def boxes(self, seen: ReadLine) -> tuple[Box, ...]:
        """One box a character, px of the picture."""
        if self.column is None or not self.cells:
            return glyph_boxes(self.crop, seen)
        width = self.column.pixels.shape[1]
        count = len(seen.text)
        centers = seen.centers or tuple((i + 0.5) / count for i in range(count))
        boxes = []
        for center in centers:
            top, bottom = self.cells[min(len(self.cells) - 1, bisect_right(self.ends, center))]
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
    readings = [Reading(upward, turned=True), Reading(downward, turned=True)]
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
    ground = np.median(crop.pixels[~ink], axis=0) if (~ink).any() else np.zeros(3)
    laid, ends = _lay_side_by_side(crop.pixels, ink, cells, ground.astype(np.uint8))
    return Reading(Crop(laid, crop.quad), cells, crop, ends)


def _count_dots(profile: Counts, largest: float) -> int:
    """How many runs of inked columns are nowhere higher than ``largest`` px."""
    import numpy as np

    edges = np.flatnonzero(np.diff(np.concatenate(([0], (profile > 0).astype(np.int8), [0]))))
    return sum(int(profile[a:b].max()) <= largest for a, b in zip(edges[::2], edges[1::2], strict=True))


def _lay_side_by_side(
    pixels: Pixels, ink: Mask, cells: Sequence[tuple[int, int]], ground: Pixels
) -> tuple[Pixels, tuple[float, ...]]:
    """The cells as one line, each as wide as its ink asks for, and where each ends (share of the width).

    Cells of equal width would spread digits so far apart that they are read as lone letters.
    """
    import numpy as np

    side = max(bottom - top for top, bottom in cells)
    gap = max(1, round(_CELL_GAP * side))
    pieces, ends = [np.empty((side, gap, 3), np.uint8)], []
    pieces[0][:] = ground
    for top, bottom in cells:
        filled = np.flatnonzero(ink[top:bottom].any(axis=0))
        left, right = (int(filled[0]), int(filled[-1]) + 1) if filled.size else (0, gap)
        piece = np.empty((side, right - left + gap, 3), np.uint8)
        piece[:] = ground
        down = (side - (bottom - top)) // 2
        piece[down : down + bottom - top, : right - left] = pixels[top:bottom, left:right]
        pieces.append(piece)
        ends.append(sum(part.shape[1] for part in pieces) - gap / 2)
    laid = np.concatenate(pieces, axis=1)
    return laid, tuple(end / laid.shape[1] for end in ends)
