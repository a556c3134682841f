"""Content that is drawn, not written: QR codes and barcodes, and passwords shown as dots (policy: erase)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from shotveil.core.clues.labels.phrases import find_labels
from shotveil.core.errors import BackendProblem
from shotveil.core.geometry import Box, enclosing_box
from shotveil.core.records import Block, Replacement
from shotveil.renderers.erase import is_upright
from shotveil.renderers.ink import Mask, Pixels, find_background, find_ink

if TYPE_CHECKING:
    from numpy.typing import NDArray

CODE_TYPE = "ALNUM"
"""A code's content is text of an unknown kind."""
CODE_SCALES = (2, 8)
CODE_CONTRAST = 40
CODE_DENSITY = 0.09
"""Share of columns that change, in every one of CODE_ROWS rows of a code."""
CODE_ROWS = 15
SURE_SCORE, SURE_LETTERS = 0.8, 3
"""A line read with this score that shows so many different letters or digits is writing, no row of bars."""
DOTS_TYPE = "SECRET"
MIN_DOTS = 4
BULLETS = frozenset("•●∙·⋅・◦○◉⚫⬤*＊.")
ROW_LIKENESS = 0.9
"""Share of a barcode's columns that a row above or below must repeat to belong to it."""


def find_codes(rgb: Pixels, blocks: Sequence[Block] = ()) -> tuple[Replacement, ...]:
    """Regions of QR codes, barcodes and their like, without what they say.

    Args:
        rgb: the picture, (H, W, 3).
        blocks: what was read in it: a line of plain words is no code and need not be looked at.

    Raises:
        BackendProblem: ``codes.missing`` without zxing-cpp: a code that nobody looks for would be released.
    """
    try:
        import zxingcpp
    except ImportError:
        raise BackendProblem(
            "codes.missing", "codes in pictures cannot be looked for", "pip install zxing-cpp"
        ) from None
    import cv2

    grey = np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY), np.uint8)
    sketch = _sketch_wordless(grey, blocks)
    found = [
        box
        for area in _dense_areas(sketch, *grey.shape)
        for box in _read_codes(grey, area, zxingcpp.read_barcodes)
    ]
    across, turned = np.asarray(cv2.transpose(sketch), np.uint8), None
    for area in _dense_areas(across, *grey.shape[::-1]):
        turned = np.asarray(cv2.transpose(grey), np.uint8) if turned is None else turned
        for box in _read_codes(turned, area, zxingcpp.read_barcodes):
            upright = Box(box.top, box.left, box.bottom, box.right)
            if not any(upright.intersection(other) for other in found):
                found.append(upright)
    quads = sorted({box.quad() for box in found}, key=lambda quad: (quad[0][1], quad[0][0]))
    return tuple(Replacement(CODE_TYPE, "", (), (quad,), (quad,)) for quad in quads)


def _sketch_wordless(grey: NDArray[np.uint8], blocks: Sequence[Block]) -> NDArray[np.uint8]:
    """The picture at the first of ``CODE_SCALES``, lines that were surely read painted over."""
    import cv2

    factor = CODE_SCALES[0]
    size = (max(1, grey.shape[1] // factor), max(1, grey.shape[0] // factor))
    sketch = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)
    for block in blocks:
        letters = {char for char in block.text if char.isalnum()}
        if block.score >= SURE_SCORE and len(letters) >= SURE_LETTERS and is_upright(block.quad):
            box = block.box
            rows = slice(max(0, int(box.top / factor)), max(0, int(box.bottom / factor)))
            columns = slice(max(0, int(box.left / factor)), max(0, int(box.right / factor)))
            if sketch[rows, columns].size:
                sketch[rows, columns] = sketch[rows, columns][0, 0]
    return sketch


def _read_codes(grey: NDArray[np.uint8], area: Box, read_barcodes: Callable[..., Any]) -> Iterator[Box]:
    """Codes whose bars run down the picture, and codes of squares whichever way they are turned."""
    left, top = int(area.left), int(area.top)
    part = np.ascontiguousarray(grey[top : int(area.bottom), left : int(area.right)])
    for code in read_barcodes(part, try_rotate=False):
        place = code.position
        corners = [place.top_left, place.top_right, place.bottom_right, place.bottom_left]
        box = enclosing_box([(float(corner.x + left), float(corner.y + top)) for corner in corners])
        yield _whole_code(grey, box)


def _dense_areas(sketch: NDArray[np.uint8], height: int, width: int) -> list[Box]:
    """Where a code could be: columns change often in every row of a stretch, unlike between text lines.

    Looked for at two scales, so that modules of 1 to about 30 px are seen; a decoder reads only these
    areas, which takes a tenth of the time that the whole page would.

    Args:
        sketch: the picture at the first of ``CODE_SCALES``.
        height, width: of the picture itself, px.
    """
    import cv2

    areas: list[Box] = []
    small: Any = sketch
    for factor in CODE_SCALES:
        if factor != CODE_SCALES[0]:
            size = (max(1, width // factor), max(1, height // factor))
            small = cv2.resize(small, size, interpolation=cv2.INTER_AREA)
        if small.shape[1] < 2:
            continue
        _, changes = cv2.threshold(
            cv2.absdiff(small[:, 1:], small[:, :-1]), CODE_CONTRAST, 255, cv2.THRESH_BINARY
        )
        rows = cv2.erode(cv2.blur(changes, (21, 1)), np.ones((CODE_ROWS, 1), np.uint8))
        _, dense = cv2.threshold(rows, round(255 * CODE_DENSITY), 1, cv2.THRESH_BINARY)
        if not cv2.hasNonZero(dense):
            continue
        grown = cv2.dilate(dense, np.ones((CODE_ROWS + 10, 21), np.uint8))
        outlines, _ = cv2.findContours(grown, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        for left, top, across, down in map(cv2.boundingRect, outlines):
            box = Box(left * factor, top * factor, (left + across) * factor, (top + down) * factor)
            areas.append(box.grown(6 * factor).clipped(width, height))
    return _join_overlapping(areas)


def _join_overlapping(areas: list[Box]) -> list[Box]:
    joined: list[Box] = []
    for area in sorted(areas, key=lambda box: (box.top, box.left)):
        while (other := next((box for box in joined if box.intersection(area)), None)) is not None:
            joined.remove(other)
            area = area.union(other)
        joined.append(area)
    return joined


def _whole_code(grey: NDArray[np.uint8], box: Box) -> Box:
    """A found code's box grown over everything that belongs to it: further bars, a module's margin."""
    height, width = grey.shape
    margin = max(2.0, 0.06 * max(box.width, box.height))
    wide = box.grown(margin).clipped(width, height)
    left, right = int(wide.left), int(wide.right)
    middle = min(height - 1, int((box.top + box.bottom) / 2))
    pattern = grey[middle, left:right] < 128
    top, bottom = int(wide.top), int(wide.bottom)
    if box.height < 0.7 * box.width:
        while top > 0 and _likeness(grey[top - 1, left:right] < 128, pattern) >= ROW_LIKENESS:
            top -= 1
        while bottom < height and _likeness(grey[bottom, left:right] < 128, pattern) >= ROW_LIKENESS:
            bottom += 1
    return Box(left, top, right, bottom)


def _likeness(row: Mask, pattern: Mask) -> float:
    """Share of equal columns; 0 where the pattern is plain, which tells nothing."""
    return float((row == pattern).mean()) if pattern.any() and not pattern.all() else 0.0


def find_password_dots(rgb: Pixels, blocks: Sequence[Block]) -> tuple[Replacement, ...]:
    """Rows of equal dots beside or below a password label, whether or not a reader saw them."""
    quads = []
    for block in blocks:
        label = _label_end(block.text)
        if label is None:
            continue
        for area in _value_areas(block, label, blocks, rgb.shape[1], rgb.shape[0]):
            dots = _find_dots(rgb, area)
            if dots:
                quads.append(dots.quad())
                break
    unique = sorted(set(quads), key=lambda quad: (quad[0][1], quad[0][0]))
    return tuple(Replacement(DOTS_TYPE, "", (), (quad,), (quad,)) for quad in unique)


def _label_end(text: str) -> int | None:
    """Where the password label of a line ends, when nothing but dots follows it; else None."""
    for hit in find_labels(text.casefold()):
        rest = text[hit.end :].strip(" :：=\t")
        if hit.kind == "SECRET" and hit.start <= 2 and all(c in BULLETS or c.isspace() for c in rest):
            return hit.end
    return None


def _value_areas(
    block: Block, label_end: int, blocks: Sequence[Block], width: int, height: int
) -> Iterator[Box]:
    """To the right of the label up to the next text, then below it."""
    box = block.box
    start = box.right
    if block.chars and label_end < len(block.chars):
        start = block.chars[label_end].left
    limit = float(width)
    for other in blocks:
        same_line = other.box.top < box.bottom and other.box.bottom > box.top
        if same_line and other.box.left >= box.right and not set(other.text.strip()) <= BULLETS:
            limit = min(limit, other.box.left)
    if start < limit:
        yield Box(start, box.top - 0.3 * box.height, limit, box.bottom + 0.3 * box.height).clipped(
            width, height
        )
    below = Box(box.left - box.height, box.bottom, box.left + 14 * box.height, box.bottom + 2.2 * box.height)
    yield below.clipped(width, height)


def _find_dots(rgb: Pixels, area: Box) -> Box | None:
    """The box of the longest row of equal, round, evenly spaced dots in an area."""
    import cv2

    left, top = int(area.left), int(area.top)
    pixels = rgb[top : int(area.bottom), left : int(area.right)]
    if pixels.shape[0] < 3 or pixels.shape[1] < 3 * MIN_DOTS:
        return None
    ink = find_ink(pixels, find_background(pixels))
    count, _, stats, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8), connectivity=8)
    blobs = sorted(tuple(int(v) for v in stats[n]) for n in range(1, count) if _is_round(stats[n]))
    best: list[tuple[int, ...]] = []
    for first in range(len(blobs)):
        row = _row_from(blobs, first)
        if len(row) > len(best):
            best = row
    if len(best) < MIN_DOTS:
        return None
    box = Box(best[0][0], min(b[1] for b in best), best[-1][0] + best[-1][2], max(b[1] + b[3] for b in best))
    return Box(box.left + left, box.top + top, box.right + left, box.bottom + top).grown(2)


def _is_round(stats: NDArray[np.int32]) -> bool:
    _, _, width, height, area = (int(value) for value in stats)
    return width >= 2 and abs(width - height) <= max(1, 0.25 * height) and area >= 0.6 * width * height


def _row_from(blobs: Sequence[tuple[int, ...]], first: int) -> list[tuple[int, ...]]:
    """Blobs that continue the row of ``blobs[first]``: same size, same height, one step apart."""
    row = [blobs[first]]
    step = 0
    for blob in blobs[first + 1 :]:
        last = row[-1]
        same = abs(blob[1] - last[1]) <= 1 and abs(blob[2] - last[2]) <= 1 and abs(blob[3] - last[3]) <= 1
        distance = blob[0] - last[0]
        if not same or distance > 4 * last[2]:
            continue
        if step and abs(distance - step) > max(1, 0.2 * step):
            break
        step = step or distance
        row.append(blob)
    return row
