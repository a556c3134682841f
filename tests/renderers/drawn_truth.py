"""Lines of text drawn with known ink: what each character changed in the picture is known exactly."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from shotveil.core.geometry import Box
from shotveil.core.records import Block, BlockExtent

Colour = tuple[int, int, int]


@dataclass(frozen=True)
class DrawnLine:
    """A picture of one line (and its neighbours), and the ink of the covered characters and of the rest."""

    rgb: np.ndarray
    block: Block
    extent: BlockExtent
    value_ink: np.ndarray
    other_ink: np.ndarray


def draw_line(
    before: str,
    value: str,
    after: str = "",
    *,
    size: int = 24,
    ink: Colour = (20, 20, 30),
    paper: Colour = (250, 250, 252),
    angle: float = 0.0,
    jitter: float = 0.0,
    chars: bool = True,
    underline: bool = False,
    shadow: Colour | None = None,
    seed: int = 0,
) -> DrawnLine:
    """Draw ``before + value + after`` between two other lines.

    ``jitter`` moves the reader's character boxes by up to this many px; ``chars=False`` leaves them out.
    """
    font = ImageFont.load_default(size)
    text = before + value + after
    width = int(font.getlength(text)) + 6 * size
    height = 6 * size
    origin = (3 * size, int(2.4 * size))
    start, end = len(before), len(before) + len(value)

    def page(first: int, last: int, *, neighbours: bool) -> np.ndarray:
        mask = Image.new("RGB", (width, height), paper)
        pen = ImageDraw.Draw(mask)
        x0 = origin[0] + font.getlength(text[:first])
        shown = text[first:last]
        if shown.strip():
            if shadow:
                pen.text((x0 + 1, origin[1] + 1), shown, font=font, fill=shadow)
            pen.text((x0, origin[1]), shown, font=font, fill=ink)
            if underline:
                bottom = origin[1] + int(1.15 * size)
                pen.line((x0, bottom, x0 + font.getlength(shown), bottom), fill=ink, width=max(1, size // 14))
        if neighbours:
            pen.text((origin[0], origin[1] - int(1.5 * size)), "Above gpqy line", font=font, fill=ink)
            pen.text((origin[0], origin[1] + int(1.6 * size)), "Below HTK line", font=font, fill=ink)
        if angle:
            mask = mask.rotate(-angle, Image.Resampling.BICUBIC, center=origin, fillcolor=paper)
        return np.array(mask, np.int16)

    blank = np.array(paper, np.int16)
    parts = [
        page(0, start, neighbours=True),
        page(start, end, neighbours=False),
        page(end, len(text), neighbours=False),
    ]
    layers = [part - blank for part in parts]
    rgb = np.clip(blank + layers[0] + layers[1] + layers[2], 0, 255).astype(np.uint8)
    value_ink = np.abs(layers[1]).max(axis=2) > 0
    other_ink = (np.abs(layers[0]).max(axis=2) > 0) | (np.abs(layers[2]).max(axis=2) > 0)
    block = _read(text, font, origin, size, angle, jitter if chars else None, seed)
    return DrawnLine(rgb, block, BlockExtent("b0", start, end, block.box), value_ink, other_ink)


def _read(
    text: str, font: ImageFont.FreeTypeFont, origin: tuple[int, int], size: int, angle: float,
    jitter: float | None, seed: int,
) -> Block:  # fmt: skip
    """What a reader would report of the line."""
    generator = random.Random(seed)
    top, bottom = origin[1] - 0.05 * size, origin[1] + 1.25 * size
    left, right = origin[0] - 0.1 * size, origin[0] + font.getlength(text) + 0.1 * size
    turn = np.deg2rad(angle)

    def turned(x: float, y: float) -> tuple[float, float]:
        dx, dy = x - origin[0], y - origin[1]
        return (
            float(origin[0] + dx * np.cos(turn) - dy * np.sin(turn)),
            float(origin[1] + dx * np.sin(turn) + dy * np.cos(turn)),
        )

    quad = (turned(left, top), turned(right, top), turned(right, bottom), turned(left, bottom))
    xs, ys = zip(*quad, strict=True)
    box = Box(min(xs), min(ys), max(xs), max(ys))
    boxes = None
    if jitter is not None:
        cells = []
        for index in range(len(text)):
            x0 = origin[0] + font.getlength(text[:index])
            x1 = origin[0] + font.getlength(text[: index + 1])
            shift = generator.uniform(-jitter, jitter)
            corners = [turned(x, y) for x in (x0 + shift, x1 + shift) for y in (top, bottom)]
            px, py = zip(*corners, strict=True)
            cells.append(Box(min(px), min(py), max(px), max(py)))
        boxes = tuple(cells)
    return Block("b0", text, box, quad, 0.9, boxes)
