"""Letters of references: their measures, and that a reader makes them out."""

from __future__ import annotations

import numpy as np
import pytest

from shotveil.core.geometry import Box
from shotveil.renderers.lettering import FINE_SIZES, cover_text, measure_face, measure_text
from shotveil.renderers.overlay import READABLE, Item, draw_references


@pytest.mark.parametrize("size", [6, 11, 19, 48])
@pytest.mark.parametrize("squeeze", [1.0, 0.8])
def test_what_is_covered_is_what_was_measured(size: int, squeeze: float) -> None:
    text = "[[ADDR#12.CITY]]"
    coverage = cover_text(text, size, squeeze, None)
    above, below = measure_face(None)
    assert coverage.shape[1] == pytest.approx(measure_text(text, size, None) * squeeze, abs=1.5)
    assert coverage.shape[0] == pytest.approx((above + below) * size, abs=1)
    assert 0.0 <= coverage.min() < 0.01
    assert 0.9 < coverage.max() <= 1.0


def test_brackets_stand_apart() -> None:
    columns = cover_text("[[", 24, 1.0, None).max(axis=0) > 0.2
    starts = np.flatnonzero(columns[1:] & ~columns[:-1])
    assert len(starts) + columns[0] == 2


@pytest.mark.parametrize("size", [10, 12, 14])
def test_small_brackets_stand_on_whole_pixels(size: int) -> None:
    coverage = cover_text("[[A]]", size, 1.0, None)
    feet = coverage[0] == 1.0
    starts = np.flatnonzero(feet & ~np.concatenate(([False], feet[:-1])))
    assert len(starts) == 4
    assert np.array_equal(feet, coverage[-1] == 1.0)
    assert (coverage[:, starts[0]] == 1.0).all()


@pytest.mark.models
@pytest.mark.parametrize("paper", [(255, 255, 255), (24, 26, 36)])
def test_small_references_are_read_back(paper: tuple[int, int, int]) -> None:
    from shotveil.core.ocr.registry import open_reader

    page = np.full((420, 760, 3), paper, np.uint8)
    references = ("[[NAME#2]]", "[[ADDR#4]]", "[[PHONE#3]]", "[[CARD#12]]", "[[NAME#1.LAST]]")
    items = [
        Item(reference, (Box(30, 20 + 70 * n, 250, 20 + 70 * n + height).quad(),))
        for n, (reference, height) in enumerate(zip(references, (10, 11, 12, 12, 11), strict=True))
    ]
    rgb, drawn, _ = draw_references(page, items)
    assert all(one.size in FINE_SIZES for one in drawn)
    read = [block.text.replace(" ", "") for block in open_reader("rapidocr", threads=1).read(rgb)]
    assert read == list(references)


@pytest.mark.models
@pytest.mark.parametrize("paper", [(255, 255, 255), (24, 26, 36), (33, 110, 78)])
def test_references_that_fill_their_line_are_read_back(paper: tuple[int, int, int]) -> None:
    from shotveil.core.ocr.registry import open_reader

    page = np.full((420, 600, 3), paper, np.uint8)
    references = ("[[NAME#1]]", "[[ADDR#2.CITY]]", "[[PHONE#37]]", "[[EMAIL#14]]", "[[ORG#6]]")
    heights = (18, 22, 28, 34, 42)
    items = [
        Item(reference, (Box(30, 20 + 80 * n, 30 + 12 * height, 20 + 80 * n + height).quad(),))
        for n, (reference, height) in enumerate(zip(references, heights, strict=True))
    ]
    rgb, drawn, _ = draw_references(page, items)
    assert all(one.size >= READABLE for one in drawn)
    read = [block.text.replace(" ", "") for block in open_reader("rapidocr", threads=1).read(rgb)]
    assert read == list(references)
