"""Rough places plus ink give character boxes that fit, for any engine."""

from __future__ import annotations

import random

import numpy as np
import pytest
from drawn_text import Colour, draw_page, edge_errors

from shotveil.core.geometry import Box
from shotveil.core.ocr.crops import Crop
from shotveil.core.ocr.glyphs import glyph_boxes
from shotveil.core.ocr.reader import ReadLine

LINES = [
    "Account holder: Jamie Example",
    "+1 (555) 010-0199 ext. 42",
    "jamie.lee@example.org",
    "1482 Willow Court, Apt 3B",
    "fill it | mIlk, will-fit",
]


@pytest.mark.parametrize("size", [13, 18, 34])
@pytest.mark.parametrize(
    ("ink", "ground"), [((20, 20, 20), (255, 255, 255)), ((230, 230, 235), (40, 60, 110))]
)
def test_boxes_fit_drawn_truth(size: int, ink: Colour, ground: Colour) -> None:
    chance = random.Random(size)
    errors: list[float] = []
    for text in LINES:
        rgb, (line,) = draw_page([text], size, ink=ink, ground=ground)
        height, width = rgb.shape[:2]
        crop = Crop(rgb, Box(0, 0, width, height).quad())
        centers = tuple(
            ((span[0] + span[1]) / 2 + chance.uniform(-0.15, 0.15) * size) / width if span else 0.0
            for span in line.inks
        )
        errors += edge_errors(text, glyph_boxes(crop, ReadLine(text, 1.0, centers)), line)
    assert np.mean(errors) <= 0.05 * size
    assert np.percentile(errors, 95) <= 0.3 * size


def test_boxes_cover_the_line_whatever_the_reader_says() -> None:
    rgb, (line,) = draw_page(["Jamie Example"], 20)
    height, width = rgb.shape[:2]
    crop = Crop(rgb, Box(100, 50, 100 + width, 50 + height).quad())
    first, last = line.inks[0], line.inks[-1]
    assert first is not None
    assert last is not None
    for text, centers in (
        ("Jam1e", None),
        ("Jamie Example and more", None),
        ("Jx", (0.9, 0.1)),
        ("m", (0.5,)),
    ):
        boxes = glyph_boxes(crop, ReadLine(text, 0.3, centers))
        assert len(boxes) == len(text)
        assert min(box.left for box in boxes) <= 100 + first[0] + 1
        assert max(box.right for box in boxes) >= 100 + last[1] - 1


def test_a_line_without_ink_is_shared_in_proportion() -> None:
    crop = Crop(np.full((20, 100, 3), 255, np.uint8), Box(0, 0, 100, 20).quad())
    boxes = glyph_boxes(crop, ReadLine("abcd", 0.1))
    assert boxes[0].left == 0
    assert boxes[-1].right == 100
