"""Text drawn with Pillow's built-in font, with the true box of every character."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw, ImageFont

Colour = tuple[int, int, int]
DARK: Colour = (25, 25, 25)
WHITE: Colour = (255, 255, 255)


@dataclass(frozen=True)
class Drawn:
    """A line's text, its left top corner and the (left, right) ink of each character; None for spaces."""

    text: str
    inks: tuple[tuple[int, int] | None, ...]


def draw_page(
    lines: list[str],
    size: int,
    *,
    ink: Colour = DARK,
    ground: Colour = WHITE,
    gap: float = 2.0,
    left: int = 30,
) -> tuple[np.ndarray, list[Drawn]]:
    """A picture of the lines, and where each character's ink lies."""
    font = ImageFont.load_default(size)
    width = int(max(font.getlength(line) for line in lines)) + 2 * left
    step = int(size * gap)
    image = Image.new("RGB", (width, step * len(lines) + 2 * size), ground)
    pen = ImageDraw.Draw(image)
    drawn = []
    for row, line in enumerate(lines):
        pen.text((left, size // 2 + row * step), line, font=font, fill=ink)
        inks = []
        for index, char in enumerate(line):
            start = left + font.getlength(line[: index + 1]) - font.getlength(char)
            mask = Image.new("L", (width, step), 0)
            ImageDraw.Draw(mask).text((start, 0), char, font=font, fill=255)
            box = mask.point(lambda value: 255 * (value > 90)).getbbox()
            inks.append((box[0], box[2]) if box else None)
        drawn.append(Drawn(line, tuple(inks)))
    return np.asarray(image), drawn


def edge_errors(text: str, boxes: object, line: Drawn) -> list[float]:
    """Distances (px) of left and right edges from the truth, spaces left out."""
    seen = [box for char, box in zip(text, boxes, strict=True) if not char.isspace()]  # type: ignore[call-overload]
    true = [ink for char, ink in zip(line.text, line.inks, strict=True) if not char.isspace()]
    assert len(seen) == len(true)
    return [
        max(abs(box.left - ink[0]), abs(box.right - ink[1]))
        for box, ink in zip(seen, true, strict=True)
        if ink is not None
    ]
