"""References inside erased regions: legible, in order, never beyond them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shotveil.core.errors import UsageProblem
from shotveil.core.geometry import Box
from shotveil.renderers.erase import cover_region
from shotveil.renderers.overlay import (
    Item,
    draw_references,
    omit_suffix,
    pick_text_colour,
    relative_luminance,
)


def _page(width: int = 400, height: int = 200, colour: tuple[int, int, int] = (255, 255, 255)) -> np.ndarray:
    return np.full((height, width, 3), colour, np.uint8)


def _region(left: int, top: int, width: int, height: int):  # type: ignore[no-untyped-def]
    return Box(left, top, left + width, top + height).quad()


@given(st.tuples(*[st.integers(0, 255)] * 3))
def test_text_stands_out_from_any_fill(fill: tuple[int, int, int]) -> None:
    levels = sorted((relative_luminance(fill), relative_luminance(pick_text_colour(fill))))
    assert (levels[1] + 0.05) / (levels[0] + 0.05) >= 4.5


@given(st.integers(8, 300), st.integers(6, 60))
def test_nothing_is_drawn_outside_the_region(width: int, height: int) -> None:
    page = _page()
    region = _region(20, 20, width, height)
    drawn, _, inked = draw_references(page, [Item("[[ADDR#12.CITY-ROAD]]", (region,))])
    changed = (drawn != page).any(axis=2)
    window, covered = cover_region(region, 400, 200)
    inside = np.zeros(changed.shape, bool)
    inside[window] = covered
    assert not (changed & ~inside).any()
    assert not (changed & ~inked).any()


def test_the_whole_reference_is_written_where_it_fits() -> None:
    _, drawn, _ = draw_references(_page(), [Item("[[ADDR#2.CITY]]", (_region(10, 10, 200, 24),))])
    assert drawn[0].text == "[[ADDR#2.CITY]]"
    assert drawn[0].size >= 14


def test_the_suffix_goes_before_the_root() -> None:
    narrow = _region(10, 10, 48, 14)
    _, drawn, _ = draw_references(_page(), [Item("[[ADDR#2.CITY-ROAD-DTL]]", (narrow,))])
    assert drawn[0].text == "[[ADDR#2]]"
    assert drawn[0].size >= 6


def test_where_not_even_the_root_fits_nothing_is_written() -> None:
    tiny = _region(10, 10, 12, 8)
    picture, drawn, inked = draw_references(_page(), [Item("[[ADDR#2.CITY]]", (tiny,))])
    assert drawn[0].text == ""
    assert not inked.any()
    assert (picture == 255).all()


def test_a_reference_is_split_over_regions_in_order() -> None:
    regions = (_region(10, 10, 50, 14), _region(10, 40, 55, 14))
    reference = "[[ADDR#2.PROV-CITY-DIST-ROAD-DTL]]"
    picture, drawn, _ = draw_references(_page(), [Item(reference, regions)])
    assert drawn[0].text == reference
    assert (picture[10:24] != 255).any()
    assert (picture[40:54] != 255).any()


def test_a_later_region_is_taken_when_the_first_is_far_too_small() -> None:
    regions = (_region(10, 10, 60, 12), _region(10, 40, 240, 30))
    _, drawn, _ = draw_references(_page(), [Item("[[NAME#1]]", regions)])
    assert drawn[0].region == 1


@pytest.mark.parametrize("turn", ["down", "up"])
def test_vertical_lines_carry_vertical_references(turn: str) -> None:
    (tl, tr, br, bl) = _region(50, 20, 20, 150)
    region = (tr, br, bl, tl) if turn == "down" else (bl, tl, tr, br)
    picture, drawn, inked = draw_references(_page(), [Item("[[NAME#1]]", (region,))])
    assert drawn[0].size >= 10
    rows = np.flatnonzero(inked.any(axis=1))
    columns = np.flatnonzero(inked.any(axis=0))
    assert len(rows) > 3 * len(columns)
    assert (rows[0] < 30) == (turn == "down")
    assert (picture[inked] != 255).any()


def test_turned_regions_are_followed() -> None:
    region = ((20.0, 60.0), (220.0, 95.0), (215.0, 123.0), (15.0, 88.0))
    _, drawn, inked = draw_references(_page(), [Item("[[NAME#1]]", (region,))])
    assert drawn[0].size >= 10
    ys, xs = np.nonzero(inked)
    slope = np.polyfit(xs, ys, 1)[0]
    assert slope == pytest.approx(35 / 200, abs=0.06)


def test_an_unusable_font_is_an_error_in_words(tmp_path: Path) -> None:
    broken = tmp_path / "broken.ttf"
    broken.write_bytes(b"no font")
    with pytest.raises(UsageProblem) as caught:
        draw_references(_page(), [Item("[[NAME#1]]", (_region(10, 10, 100, 20),))], broken)
    assert caught.value.code == "font.unusable"


@pytest.mark.parametrize(
    ("reference", "root"),
    [("[[ADDR#2.CITY]]", "[[ADDR#2]]"), ("[[NUM#3.LEN=6]]", "[[NUM#3]]"), ("[[NAME#1]]", "[[NAME#1]]")],
)
def test_omit_suffix(reference: str, root: str) -> None:
    assert omit_suffix(reference) == root
