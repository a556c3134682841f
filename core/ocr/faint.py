"""Writing too faint for a detector: letters under a nearly opaque bar, grey on grey.

Such writing is invisible to most people and plain to anyone who stretches the contrast. It is looked for
where the picture has small differences of brightness and neither strong edges nor a line found already.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shotveil.core.geometry import Box, overlap_down
from shotveil.core.ocr.quads import FoundLine

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]

_LEAST, _MOST = 2, 28
"""Differences of brightness between neighbours that count as faint."""
_CLEAR_PX = 3
"""Distance kept from strong edges, whose blur is faint as well."""
_MARGIN_PX = 6
_HEIGHTS_PX = (7, 90)
_LEAST_FILL = 0.2
"""Share of a region's area that faint edges must cover: writing does, a gradient or a shadow does not."""


def find_faint_regions(bgr: Pixels, lines: list[FoundLine], bands: list[Box]) -> list[Box]:
    """Boxes that may hold faint lines of writing, largest first; nothing is drawn outside of ``bands``."""
    regions: list[Box] = []
    for band in bands:
        top = band.top
        boxes = [Box(b.left, b.top - top, b.right, b.bottom - top) for b in (line.box for line in lines)]
        found = _find_in_band(bgr[int(top) : int(band.bottom)], boxes)
        regions += [Box(box.left, box.top + top, box.right, box.bottom + top) for box in found]
    return sorted(_join_rows(regions), key=lambda box: (-box.area, box.as_list()))


def _find_in_band(bgr: Pixels, read: list[Box]) -> list[Box]:
    """Faint regions of a picture beside what is ``read`` already."""
    import cv2
    import numpy as np

    grey = cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY)
    cross = np.ones((3, 3), np.uint8)
    spread = cv2.subtract(cv2.dilate(grey, cross), cv2.erode(grey, cross))
    faint = cv2.inRange(spread, _LEAST, _MOST)  # type: ignore[call-overload]
    size = 2 * _CLEAR_PX + 1
    strong = cv2.dilate(cv2.inRange(spread, _MOST + 1, 255), np.ones((size, size), np.uint8))  # type: ignore[call-overload]
    faint = np.asarray(cv2.subtract(faint, strong), np.uint8)
    height, width = grey.shape[:2]
    for line in read:
        box = line.grown(_CLEAR_PX).clipped(width, height)
        faint[int(box.top) : int(box.bottom), int(box.left) : int(box.right)] = 0
    if not faint.any():
        return []
    joined = cv2.morphologyEx(faint, cv2.MORPH_CLOSE, np.ones((3, 15), np.uint8))
    joined = cv2.morphologyEx(joined, cv2.MORPH_OPEN, np.ones((3, 5), np.uint8))
    # Outlines are found in a tenth of the time that labelling every pixel of the page takes.
    outlines, nesting = cv2.findContours(joined, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    regions = []
    for outline, (_, _, _, outer) in zip(outlines, nesting[0] if nesting is not None else (), strict=True):
        left, top, wide, high = cv2.boundingRect(outline)
        if outer >= 0 or not _HEIGHTS_PX[0] <= high <= _HEIGHTS_PX[1] or wide < 1.5 * high:
            continue
        window = (slice(top, top + high), slice(left, left + wide))
        part = _part_at(np.asarray(joined[window], np.uint8), outline[0][0][0] - left, outline[0][0][1] - top)
        fill = float(((faint[window] > 0) & part).sum()) / (wide * high)
        if fill >= _LEAST_FILL and int(part.sum()) >= 0.4 * wide * high:
            regions.append(Box(left, top, left + wide, top + high).grown(_MARGIN_PX).clipped(width, height))
    return regions


def _join_rows(regions: list[Box]) -> list[Box]:
    """Regions of one line, parted by a letter that shows too little, as one."""
    joined: list[Box] = []
    for box in sorted(regions, key=lambda box: box.as_list()):
        near = next((n for n, other in enumerate(joined) if _continues(other, box)), None)
        if near is None:
            joined.append(box)
        else:
            joined[near] = joined[near].union(box)
    return joined


def _continues(line: Box, box: Box) -> bool:
    low = min(line.height, box.height)
    return overlap_down(line, box) >= 0.5 * low and box.left - line.right <= low


def _part_at(joined: Pixels, x: int, y: int) -> NDArray[np.bool_]:
    """The connected part of a small window that holds a pixel."""
    import cv2

    _, labels = cv2.connectedComponents(joined, connectivity=8)
    return labels == labels[y, x]


def stretch_regions(bgr: Pixels, regions: list[Box]) -> Pixels:
    """A copy of the picture whose regions use the whole range of brightness."""
    import numpy as np

    result = bgr.copy()
    for box in regions:
        window = (slice(int(box.top), int(box.bottom)), slice(int(box.left), int(box.right)))
        grey = bgr[window].astype(np.float32).mean(axis=2)
        low, high = np.percentile(grey, [1, 99])
        stretched = np.clip((grey - low) * (255.0 / max(1.0, float(high - low))), 0, 255)
        result[window] = stretched[..., None].astype(np.uint8)
    return result
