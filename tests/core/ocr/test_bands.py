"""Empty stretches are left out of the search; nothing drawn ever is."""

from __future__ import annotations

import numpy as np
import pytest

from shotveil.core.ocr.bands import find_drawn_bands

GROUND = (250, 251, 252)


def page(height: int = 2000, width: int = 900) -> np.ndarray:
    return np.full((height, width, 3), GROUND, np.uint8)


def test_an_empty_page_has_no_bands() -> None:
    assert find_drawn_bands(page()) == []


def test_what_stands_apart_is_in_bands_of_its_own_with_ground_around() -> None:
    rgb = page()
    rgb[100:130, 40:400] = 0
    rgb[1500:1501, 700:701] = (250, 251, 253)  # one pixel, one level off
    first, second = find_drawn_bands(rgb)
    assert first.top < 100 - 16
    assert first.bottom > 130 + 16
    assert second.top < 1500 < second.bottom
    assert first.bottom < second.top
    assert (first.left, first.right) == (0, 900)


@pytest.mark.parametrize("gap", [20, 100, 200])
def test_lines_near_each_other_stay_together(gap: int) -> None:
    rgb = page()
    rgb[300:330, 40:400] = 0
    rgb[330 + gap : 360 + gap, 40:400] = 0
    assert len(find_drawn_bands(rgb)) == 1


def test_no_drawn_row_is_left_out_wherever_it_lies() -> None:
    generator = np.random.default_rng(7)
    for _ in range(60):
        rgb = page(1400, 300)
        rows = generator.integers(0, 1400, generator.integers(1, 6))
        for row in rows:
            rgb[row, generator.integers(0, 300)] += np.uint8(1)
        bands = find_drawn_bands(rgb)
        assert all(any(band.top <= row < band.bottom for band in bands) for row in rows)


def test_a_change_of_ground_is_drawn_and_a_rule_down_the_page_too() -> None:
    rgb = page()
    rgb[1000:] = 0
    (band,) = find_drawn_bands(rgb)
    assert band.top < 1000 < band.bottom
    rgb = page()
    rgb[:, 40] = 0
    assert [(band.top, band.bottom) for band in find_drawn_bands(rgb)] == [(0, 2000)]
