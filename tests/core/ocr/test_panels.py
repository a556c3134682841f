"""Flat areas of drawn screens: their colours, their edges, and that tesseract reads inside them."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from shotveil.core.ocr.panels import find_panels
from shotveil.core.ocr.tesseract import even_out, open_tesseract

BUBBLES = [
    ((149, 236, 105), (25, 25, 25)), ((10, 132, 255), (255, 255, 255)), ((88, 86, 214), (255, 255, 255)),
    ((255, 204, 0), (25, 25, 25)), ((40, 44, 52), (225, 225, 230)),
]  # fmt: skip


def draw_chat(lines: list[str], ground: tuple[int, int, int] = (236, 229, 221)) -> np.ndarray:
    image = Image.new("RGB", (640, 110 * len(lines)), ground)
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(22)
    for row, line in enumerate(lines):
        paper, ink = BUBBLES[row % len(BUBBLES)]
        right = 58 + font.getlength(line)
        pen.rounded_rectangle((40, 30 + 110 * row, right + 18, 84 + 110 * row), 20, paper)
        pen.text((58, 44 + 110 * row), line, font=font, fill=ink)
    return np.asarray(image)


def test_a_bubble_is_white_and_its_edge_is_gone() -> None:
    even = even_out(draw_chat(["Where are you?"]))
    assert (even[32:40, 60:180] == 255).all(), "inside, above the letters"
    assert (even[25:36] == 255).all(), "across the upper edge"
    assert even[44:70, 58:200].min() < 120


def test_pictures_without_flat_areas_have_none() -> None:
    noise = np.random.default_rng(1729).integers(0, 255, (120, 160, 3), np.uint8)
    assert find_panels(noise) is None


def test_the_strokes_of_large_letters_are_no_area() -> None:
    image = Image.new("RGB", (500, 200), (250, 250, 250))
    ImageDraw.Draw(image).text((20, 30), "HALE", font=ImageFont.load_default(90), fill=(20, 20, 20))
    even = even_out(np.asarray(image))
    assert (even < 60).sum() > 3000


@pytest.mark.tesseract
@pytest.mark.parametrize("ground", [(236, 229, 221), (255, 255, 255), (18, 18, 22)])
def test_every_bubble_is_read(ground: tuple[int, int, int]) -> None:
    lines = ["Where is Marjorie Hale now?", "Call 503 555 0134 please", "The door is open", "See you at seven",
             "It was a long day"]  # fmt: skip
    read = [block.text for block in open_tesseract("eng", 1, ()).read(draw_chat(lines, ground))]
    assert read == lines
