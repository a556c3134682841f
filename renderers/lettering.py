"""Letters of references: where each stands, how wide a text is, what it covers.

Letters are drawn several times larger and brought down together, so that they stand at fractions of a pixel
and keep their shape when narrowed: readers make out such references far better than whole-pixel letters.
The spaces were chosen so that neither RapidOCR nor Tesseract reads back less than from another setting that
suits the other.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil, floor
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from shotveil.core.errors import UsageProblem

if TYPE_CHECKING:
    from PIL import Image, ImageFont

    Font = ImageFont.FreeTypeFont | ImageFont.ImageFont

SUPERSAMPLE = 4
MEASURE_PX = 200
"""Size at which a face is measured; widths are proportional from there."""
TRACKING = 0.03
"""Space between letters, in ems, as the next two."""
BRACKET_GAP = 0.13
"""Between two brackets. Narrower, readers take ``[[`` for one bracket; wider, Tesseract reads the last ``]``
as a line of its own, before the rest."""
INSIDE_GAP = 0.05
"""Between a bracket and what it encloses. Wider, Tesseract reads the foot of a bracket as an ``L``."""
BRACKET_STRETCH = 1.15
"""Brackets are drawn this much wider than the face has them: at 1.0 readers take ``[[`` for one, from
1.3 on Tesseract parts ``]]``."""
FINE_SIZES = range(10, 15)
"""Sizes (px) whose strokes are about one pixel: blurred over two, the foot of a bracket is lost and ``[[``
read as ``[I`` or ``[L``. There brackets are drawn on the pixels themselves, and farther apart."""
FINE_GAP = 0.25
"""Between two such brackets, in ems."""
FINE_FOOT = 0.25
"""Length of their feet, in ems; at least FINE_LEAST px."""
FINE_LEAST = 3
TALLEST = "[]#_QJ1"
"""Characters of references that reach highest and lowest."""


def measure_text(text: str, size: int, font: Path | None) -> float:
    """Width of a text at a size, px."""
    return _place_letters(text, size in FINE_SIZES, font)[1] * size


@lru_cache(maxsize=16)
def measure_face(font: Path | None) -> tuple[float, float]:
    """How far a face's letters reach above and below the baseline, in ems."""
    _, top, _, bottom = load_font(MEASURE_PX, font).getbbox(TALLEST, anchor="ls")
    return -top / MEASURE_PX, max(0.0, bottom / MEASURE_PX)


def cover_text(text: str, size: int, squeeze: float, font: Path | None) -> NDArray[np.float32]:
    """Coverage 0 to 1 of a text, cropped to the face's own height.

    Args:
        text: what is written.
        size: of the font, px.
        squeeze: horizontal scale of the letters.
        font: a scalable font file, None for the built-in one.
    """
    from PIL import Image

    large = size * SUPERSAMPLE
    fine = size in FINE_SIZES
    places, width = _place_letters(text, fine, font)
    above, below = measure_face(font)
    height = ceil((above + below) * size)
    canvas = Image.new("L", (max(1, ceil(width * large)), height * SUPERSAMPLE), 0)
    for letter, x in zip(text, places, strict=True):
        if fine and letter in "[]":
            continue
        mask, left = _draw_letter(letter, large, font)
        canvas.paste(255, (round(x * large) + left, 0), mask)
    across = max(1, floor(canvas.width * squeeze / SUPERSAMPLE))
    shrunk = canvas.resize((across, height), Image.Resampling.BOX)
    coverage = np.asarray(shrunk, np.float32)
    # Thin strokes of small letters cover no pixel whole: they get the full contrast all the same.
    coverage = np.asarray(coverage / max(1.0, float(coverage.max())), np.float32)
    if fine:
        for letter, x in zip(text, places, strict=True):
            if letter in "[]":
                _draw_bracket(coverage, letter, x * size * squeeze, size, squeeze, font)
    return coverage


def _draw_bracket(
    coverage: NDArray[np.float32], letter: str, x: float, size: int, squeeze: float, font: Path | None
) -> None:
    """A bracket of one px strokes over the whole height, in the middle of the room that begins at ``x``."""
    foot = max(FINE_LEAST, round(FINE_FOOT * size))
    left = round(x + (_measure_letter(letter, font) * size * squeeze - foot) / 2)
    left = max(0, min(left, coverage.shape[1] - foot))
    coverage[[0, -1], left : left + foot] = 1.0
    coverage[:, left if letter == "[" else left + foot - 1] = 1.0


@lru_cache(maxsize=64)
def load_font(size: int, font: Path | None) -> Font:
    """A face at a size in px.

    Raises:
        UsageProblem: ``font.unusable`` when the font file cannot be loaded.
    """
    from PIL import ImageFont

    if font is None:
        return ImageFont.load_default(size)
    try:
        return ImageFont.truetype(str(font), size)
    except OSError as error:
        raise UsageProblem("font.unusable", f"{font}: not a font that can be used") from error


@lru_cache(maxsize=4096)
def _place_letters(text: str, fine: bool, font: Path | None) -> tuple[tuple[float, ...], float]:
    """The x of each letter and the width of the text, in ems."""
    x, before, places = 0.0, "", []
    for letter in text:
        if before and before in "[]" and letter in "[]":
            x += FINE_GAP if fine else BRACKET_GAP
        elif before == "[" or letter == "]":
            x += INSIDE_GAP
        elif before:
            x += TRACKING
        places.append(x)
        x += _measure_letter(letter, font)
        before = letter
    return tuple(places), x


def _measure_letter(letter: str, font: Path | None) -> float:
    """Width of one letter, in ems."""
    width = load_font(MEASURE_PX, font).getlength(letter) / MEASURE_PX
    return width * BRACKET_STRETCH if letter in "[]" else width


@lru_cache(maxsize=2048)
def _draw_letter(letter: str, size: int, font: Path | None) -> tuple[Image.Image, int]:
    """A letter's coverage at the face's height, and how far left of its place it begins (px, at most 0)."""
    from PIL import Image, ImageDraw

    face = load_font(size, font)
    above, below = measure_face(font)
    left, _, right, _ = face.getbbox(letter, anchor="ls")
    start = min(0, floor(left))
    mask = Image.new(
        "L", (max(1, ceil(max(right, face.getlength(letter))) - start), ceil((above + below) * size)), 0
    )
    ImageDraw.Draw(mask).text((-start, above * size), letter, fill=255, font=face, anchor="ls")
    if letter in "[]":
        mask = mask.resize(
            (max(1, round(mask.width * BRACKET_STRETCH)), mask.height), Image.Resampling.LANCZOS
        )
    return mask, start
