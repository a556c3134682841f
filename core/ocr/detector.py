"""Where a PP-OCR detector sees lines: picture → map of probabilities → quads."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Any

from shotveil.core.ocr.reader import SeenLine

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from onnxruntime import InferenceSession

    Pixels = NDArray[np.uint8]
    Map = NDArray[np.float32]

SIDE_PX = 32
"""The network halves its input five times."""
MARGIN_PX = 16
"""Room beside the picture, its outermost pixels repeated: the network is half blind at an edge."""
_INK_SCORE = 0.3
"""Probability from which on a pixel belongs to a line."""
_BOX_SCORE = 0.4
"""Mean probability of a box below which it is noise; the models' own default is 0.5."""
_SHRUNK_BY = 1.6
"""The network was taught lines shrunk by area over perimeter times this; they are grown back by as much."""
_LEAST_SIDE_PX = 3
_UPRIGHT_DEG = 1.5
_EDGE_SHARE = 0.4
"""Of a line's strongest row, what its edge has."""
_MOST_LINES = 4_000
"""Lines of one look, more than any page has: what bounds the time that a hostile picture takes."""


class Detector:
    """Finds lines of text with a network of the PP-OCR family.

    Args:
        session: the network; (1, 3, H, W) float32 of -1 to 1, sides multiples of ``SIDE_PX``, to
            probabilities (1, 1, H, W).
    """

    def __init__(self, session: InferenceSession) -> None:
        self._session = session
        self._input = session.get_inputs()[0].name

    def find(self, bgr: Pixels) -> list[SeenLine]:
        """Lines, px of ``bgr``."""
        import cv2
        import numpy as np

        height, width = bgr.shape[:2]
        above, below = pad_side(height)
        before, behind = pad_side(width)
        padded = cv2.copyMakeBorder(bgr, above, below, before, behind, cv2.BORDER_REPLICATE)
        blob = cv2.dnn.blobFromImage(padded, 1 / 127.5, mean=(127.5, 127.5, 127.5))
        seen = self._session.run(None, {self._input: blob})[0]
        lines = []
        for line in _find_lines(seen[0, 0]):
            corners = np.clip(line.corners - (before, above), 0, (width, height)).astype(np.float32)
            lines.append(SeenLine(corners, line.core))
        return lines


def pad_side(length: int) -> tuple[int, int]:
    """Pixels added before and after a side: room for what stands at an edge, up to a multiple of ``SIDE_PX``.

    A picture is never squeezed into a multiple: a low strip would lose a third of its height. A whole step
    stands before it, so that it lies on the grid of the network as it would alone: half a step reads worse.
    """
    steps = ceil((length + MARGIN_PX) / SIDE_PX)
    return SIDE_PX, steps * SIDE_PX - length


def _find_lines(probable: Map) -> list[SeenLine]:
    import cv2
    import numpy as np

    inked = cv2.dilate((probable > _INK_SCORE).astype(np.uint8), np.ones((2, 2), np.uint8))
    contours, _ = cv2.findContours(inked, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    last = np.array(probable.shape[::-1])
    lines: list[SeenLine] = []
    for contour in contours:
        if len(lines) == _MOST_LINES:
            break
        center, sides, angle = cv2.minAreaRect(contour)
        corners = cv2.boxPoints((center, sides, angle))
        if min(sides) < _LEAST_SIDE_PX or _mean_inside(probable, corners) < _BOX_SCORE:
            continue
        core = (0.0, 1.0)
        left, top, wide, high = cv2.boundingRect(contour)
        if wide > high and min(abs(angle) % 90, 90 - abs(angle) % 90) < _UPRIGHT_DEG:
            inner = _grow_rows(*_find_rows(probable, left, top, wide, high), wide - 1)
            outer = _grow_rows(top, top + high - 1, wide - 1)
            start, end = min(inner[0], outer[0]), max(inner[1], outer[1])
            core = ((inner[0] - start) / (end - start), (inner[1] - start) / (end - start))
            center, sides, angle = (left + (wide - 1) / 2, (start + end) / 2), (wide - 1, end - start), 0.0
            grown = _growth(wide - 1, high - 1), 0.0
        else:
            grown = _growth(*sides), _growth(*sides)
        corners = cv2.boxPoints((center, (sides[0] + grown[0], sides[1] + grown[1]), angle))
        quad = np.clip(_clockwise(np.asarray(corners, np.float64)), 0, last)
        if min(np.linalg.norm(quad[0] - quad[1]), np.linalg.norm(quad[0] - quad[3])) > _LEAST_SIDE_PX:
            lines.append(SeenLine(quad.astype(np.float32), core))
    return lines


def _growth(wide: float, high: float) -> float:
    """How much wider and higher a line is than the network shows it."""
    return _SHRUNK_BY * wide * high / (wide + high)


def _grow_rows(start: float, end: float, wide: float) -> tuple[float, float]:
    grown = _growth(wide, end - start) / 2
    return start - grown, end + grown


def _find_rows(probable: Map, left: int, top: int, width: int, height: int) -> tuple[float, float]:
    """Where an upright line's map begins and ends, between its rows.

    A pixel of the map is two and more of the picture, and one that sticks out makes a whole line higher: here
    the edges lie where the mean over the line's width falls off.
    """
    first = max(0, top - _LEAST_SIDE_PX)
    rows = probable[first : top + height + _LEAST_SIDE_PX, left : left + width].mean(axis=1)
    middle = int(rows.argmax())
    level = _EDGE_SHARE * rows[middle]
    above, below = middle, middle
    while above > 0 and rows[above - 1] > level:
        above -= 1
    while below < len(rows) - 1 and rows[below + 1] > level:
        below += 1
    start, end = float(above), float(below)
    if above > 0:
        start -= float((rows[above] - level) / (rows[above] - rows[above - 1]))
    if below < len(rows) - 1:
        end += float((rows[below] - level) / (rows[below] - rows[below + 1]))
    return first + start, first + end


def _mean_inside(probable: Map, corners: Any) -> float:
    """Mean probability inside a quad."""
    import cv2
    import numpy as np

    height, width = probable.shape
    low = np.clip(np.floor(corners.min(axis=0)).astype(int), 0, [width - 1, height - 1])
    high = np.clip(np.ceil(corners.max(axis=0)).astype(int), 0, [width - 1, height - 1])
    mask = np.zeros((high[1] - low[1] + 1, high[0] - low[0] + 1), np.uint8)
    cv2.fillPoly(mask, [(corners - low).astype(np.int32)], 1)  # type: ignore[call-overload]
    return float(cv2.mean(probable[low[1] : high[1] + 1, low[0] : high[0] + 1], mask)[0])


def _clockwise(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """Four corners from the top left one on: of the two leftmost the upper, then the upper right."""
    left, right = (sorted(pair, key=lambda p: float(p[1])) for pair in _halves(corners))
    import numpy as np

    return np.array([left[0], right[0], right[1], left[1]])


def _halves(corners: NDArray[np.float64]) -> tuple[list[Any], list[Any]]:
    across = sorted(corners, key=lambda p: (float(p[0]), float(p[1])))
    return across[:2], across[2:]
