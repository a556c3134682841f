"""Write references inside erased regions: legible, never beyond the region (CONTRACT g)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import floor
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from shotveil.core.geometry import Quad
from shotveil.renderers.erase import Colour, cover_region, is_upright
from shotveil.renderers.ink import Mask, Pixels
from shotveil.renderers.lettering import cover_text, measure_face, measure_text
from shotveil.renderers.line_frame import measure_quad, turn_angle

SMALLEST = 6
"""Font size below which nothing is written (px)."""
LARGEST = 96
READABLE = 10
"""Font size from which readers read the reference back (px)."""
COMFORTABLE = 14
HEIGHT_SHARE = 0.85
"""Above COMFORTABLE px a reference keeps clear of the lines above and below it."""
BASELINE = 0.7
"""Where letters stand in the height of a line."""
CLEARANCE = 0.1
"""Space kept before and after a reference of READABLE px or more, as a share of the line's height: readers
take neighbouring letters for brackets, and brackets for letters, where they touch."""
SQUEEZE = 0.66
"""Narrowest horizontal scale of letters below READABLE."""
LARGE = 18
LARGE_SQUEEZE = 0.8
"""The same from LARGE on. Between READABLE and LARGE a smaller size is read better than narrower letters."""
FIRST_CHOICE = 0.6
"""The first of several regions is taken when it allows this share of the largest size."""


@dataclass(frozen=True, slots=True)
class Item:
    """A reference and the erased regions it may be written in, in reading order."""

    reference: str
    regions: tuple[Quad, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """What was written for an item.

    ``text`` is the reference as written, its suffix perhaps omitted; "" when not even the root fits.
    ``region`` indexes the item's regions (the first of several when the text was split); ``size`` is the
    font size in px.
    """

    text: str
    region: int
    size: int


@dataclass(frozen=True, slots=True)
class _Piece:
    text: str
    region: int
    size: int
    squeeze: float


def draw_references(
    rgb: Pixels, items: Sequence[Item], font: Path | None = None
) -> tuple[Pixels, tuple[Drawn, ...], Mask]:
    """Write each item's reference into its erased regions.

    Args:
        rgb: picture with the regions already erased, (H, W, 3).
        items: references with their regions.
        font: a scalable font file, or None for the built-in one.

    Returns:
        The picture, what was written for each item in order, and the mask of the pixels that carry ink
        of a reference.

    Raises:
        UsageProblem: ``font.unusable`` when the font file cannot be loaded.
    """
    drawn = rgb.copy()
    inked = np.zeros(rgb.shape[:2], bool)
    results = []
    for item in items:
        pieces = plan_reference(item.reference, item.regions, font)
        for piece in pieces:
            _draw_piece(drawn, inked, rgb, item.regions[piece.region], piece, font)
        text = "".join(piece.text for piece in pieces)
        results.append(Drawn(text, pieces[0].region, pieces[0].size) if pieces else Drawn("", 0, 0))
    return drawn, tuple(results), inked


def plan_reference(reference: str, regions: Sequence[Quad], font: Path | None) -> tuple[_Piece, ...]:
    """Where and how large to write a reference: whole, else split over the regions, else its root."""
    if not reference:
        return ()
    spaces = [_inner_size(region) for region in regions]
    for text in dict.fromkeys((reference, omit_suffix(reference))):
        whole = _fit_whole(text, spaces, font)
        if whole:
            return (whole,)
        split = _fit_split(text, spaces, font)
        if split:
            return split
    return ()


def omit_suffix(reference: str) -> str:
    """The bare root: ``[[ADDR#2.CITY]]`` gives ``[[ADDR#2]]``."""
    return reference.partition(".")[0] + "]]" if "." in reference else reference


def pick_text_colour(fill: Colour) -> Colour:
    """Black or white, whichever has the higher contrast on the fill (always at least 4.5:1)."""
    level = relative_luminance(fill)
    return (0, 0, 0) if (level + 0.05) / 0.05 >= 1.05 / (level + 0.05) else (255, 255, 255)


def relative_luminance(colour: Colour) -> float:
    """WCAG relative luminance, 0 to 1."""
    channels = [value / 255 for value in colour]
    linear = [v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _inner_size(region: Quad) -> tuple[float, float]:
    _, length, height = measure_quad(region)
    return length - 2, height


def _fit_whole(text: str, spaces: Sequence[tuple[float, float]], font: Path | None) -> _Piece | None:
    """The text in one region: the first where it is readable and not much smaller than elsewhere."""
    pieces = []
    for index, (length, height) in enumerate(spaces):
        fitted = _fit(text, length, height, font)
        if fitted:
            pieces.append(_Piece(text, index, *fitted))
    largest = max((piece.size for piece in pieces), default=0)
    wanted = min(largest, max(READABLE, FIRST_CHOICE * largest))
    return next((piece for piece in pieces if piece.size >= wanted), None)


def _fit_split(text: str, spaces: Sequence[tuple[float, float]], font: Path | None) -> tuple[_Piece, ...]:
    """The text over several regions in order, at one size: the largest that works."""
    if len(spaces) < 2:
        return ()
    tallest = max(_largest_for_height(height, font) for _, height in spaces)
    for size in range(tallest, SMALLEST - 1, -1):
        pieces, rest = [], text
        for index, (length, height) in enumerate(spaces):
            if not rest or _largest_for_height(height, font) < size:
                continue
            room = length - 2 * _clearance(size, height)
            count = _count_fitting(rest, room / _narrowest(size), size, font)
            if count:
                squeeze = min(1.0, room / measure_text(rest[:count], size, font))
                pieces.append(_Piece(rest[:count], index, size, squeeze))
                rest = rest[count:]
        if not rest:
            return tuple(pieces)
    return ()


def _count_fitting(text: str, length: float, size: int, font: Path | None) -> int:
    count = len(text)
    while count and measure_text(text[:count], size, font) > length:
        count -= 1
    return count if count >= min(3, len(text)) else 0


def _fit(text: str, length: float, height: float, font: Path | None) -> tuple[int, float] | None:
    """Largest size and the horizontal scale at which the text fits, or None below the smallest."""
    first = min(_largest_for_height(height, font), floor(length / (measure_text(text, 1, font) * SQUEEZE)))
    for size in range(first, SMALLEST - 1, -1):
        room = length - 2 * _clearance(size, height)
        width = measure_text(text, size, font)
        if width * _narrowest(size) <= room:
            return size, min(1.0, room / width)
    return None


def _narrowest(size: int) -> float:
    if size >= LARGE:
        return LARGE_SQUEEZE
    return 1.0 if size >= READABLE else SQUEEZE


def _clearance(size: int, height: float) -> int:
    return floor(CLEARANCE * height) if size >= READABLE else 0


@lru_cache(maxsize=512)
def _largest_for_height(height: float, font: Path | None) -> int:
    above, below = measure_face(font)
    for size in range(min(LARGEST, floor(height * 1.4) + 1), SMALLEST - 1, -1):
        if (above + below) * size <= height * (HEIGHT_SHARE if size > COMFORTABLE else 1.0):
            return size
    return SMALLEST - 1


def _draw_piece(
    drawn: Pixels, inked: Mask, erased: Pixels, region: Quad, piece: _Piece, font: Path | None
) -> None:
    window, covered = cover_region(region, drawn.shape[1], drawn.shape[0])
    coverage = cover_text(piece.text, piece.size, piece.squeeze, font)
    canvas = _lay_out(coverage, region, window, covered.shape, _find_place(piece, region, font))
    touched = covered & (canvas > 0)
    rows, columns = np.nonzero(touched)
    if not rows.size:
        return
    colour = np.array(pick_text_colour(_shown_colour(erased[window], covered)), np.float64)
    base = erased[window][rows, columns].astype(np.float64)
    blended = base + (colour - base) * canvas[rows, columns][:, None]
    drawn[window][rows, columns] = blended.round().astype(np.uint8)
    inked[window] |= touched


def _find_place(piece: _Piece, region: Quad, font: Path | None) -> tuple[int, int]:
    """Where a text begins in its region: along its line and down from its top, px."""
    _, _, height = measure_quad(region)
    above, below = measure_face(font)
    down = min(round(BASELINE * height - above * piece.size), floor(height - (above + below) * piece.size))
    return 1 + _clearance(piece.size, height), max(0, down)


def _shown_colour(pixels: Pixels, covered: Mask) -> Colour:
    """The middle colour of a region as erased: its one colour, or what stands for an inpainted one."""
    places = np.flatnonzero(covered)
    sample = pixels.reshape(-1, 3)[places[:: max(1, len(places) // 500)]]
    red, green, blue = (int(value) for value in np.median(sample, axis=0))
    return red, green, blue


def _lay_out(
    coverage: NDArray[np.float32],
    region: Quad,
    window: tuple[slice, slice],
    shape: tuple[int, ...],
    place: tuple[int, int],
) -> NDArray[np.float32]:
    """The text on the region's canvas at its place, turned with the region."""
    canvas = np.zeros(shape, np.float32)
    begin, across = place
    if is_upright(region) and turn_angle(region) in (0.0, 90.0, 270.0):
        turns = {0.0: 0, 90.0: -1, 270.0: 1}[turn_angle(region)]
        level = np.zeros(shape if not turns else shape[::-1], np.float32)
        part = coverage[: level.shape[0] - across, : level.shape[1] - begin]
        level[across : across + part.shape[0], begin : begin + part.shape[1]] = part
        return np.rot90(level, turns)
    import cv2

    angle, _, _ = measure_quad(region)
    along, down = (np.cos(angle), np.sin(angle)), (-np.sin(angle), np.cos(angle))
    start = region[0]
    x = start[0] + begin * along[0] + across * down[0] - window[1].start
    y = start[1] + begin * along[1] + across * down[1] - window[0].start
    matrix = np.array([[along[0], down[0], x], [along[1], down[1], y]])
    size = (canvas.shape[1], canvas.shape[0])
    turned = cv2.warpAffine(coverage, matrix, size, flags=cv2.INTER_LINEAR)
    return np.asarray(turned, np.float32).clip(0, 1)
