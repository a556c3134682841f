"""Only the covered glyphs go, and all of them: checked against drawn truth."""

from __future__ import annotations

import io

import numpy as np
import pytest
from drawn_truth import DrawnLine, draw_line
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from shotveil.core.geometry import Box
from shotveil.core.records import Block, BlockExtent
from shotveil.renderers.erase import cover_region, erase_regions
from shotveil.renderers.glyphs import refine_extent
from shotveil.renderers.verify import verify_pixels

LINES = [
    ("Name: ", "Ada Probe", ""),
    ("Call ", "Ivy Quill", " on Monday"),
    ("user=", "probe_ivy", ";shell=zsh"),
    ("", "ivy@example.com", " wrote this"),
    ("Ring (", "555-0134", ") or wait"),
    ("Total 3 of 4 for ", "Jo", " at 7:30"),
    ("'", "Wally Fjord", "', he said"),
]


def _share_left(line: DrawnLine) -> tuple[float, float]:
    """Share of the value's ink that is left, share of the other ink that is gone."""
    region = refine_extent(line.rgb, line.block, line.extent)
    window, covered = cover_region(region, line.rgb.shape[1], line.rgb.shape[0])
    erased = np.zeros(line.rgb.shape[:2], bool)
    erased[window] = covered
    only_other = line.other_ink & ~line.value_ink
    gone = float((only_other & erased).sum()) / max(1, int(only_other.sum()))
    return float((line.value_ink & ~erased).sum()) / int(line.value_ink.sum()), gone


@pytest.mark.parametrize("size", [10, 13, 18, 24, 40])
@pytest.mark.parametrize(("before", "value", "after"), LINES)
def test_all_ink_of_a_value_goes_and_none_of_its_neighbours(
    before: str, value: str, after: str, size: int
) -> None:
    left, gone = _share_left(draw_line(before, value, after, size=size))
    assert left == 0
    # Small letters share a column of soft edges with their neighbours: that column goes.
    assert gone <= (0.01 if size > 13 else 0.03)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("before", "value", "after"), LINES)
def test_misplaced_character_boxes_are_corrected_by_ink(
    before: str, value: str, after: str, seed: int
) -> None:
    left, gone = _share_left(draw_line(before, value, after, size=32, jitter=8, seed=seed))
    assert left == 0
    assert gone <= 0.03


@pytest.mark.parametrize(("before", "value", "after"), LINES)
def test_without_character_boxes_no_ink_is_left(before: str, value: str, after: str) -> None:
    left, gone = _share_left(draw_line(before, value, after, size=24, chars=False))
    assert left == 0
    assert gone <= 0.2


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("faint", [False, True])
def test_dark_mode_and_faint_text(dark: bool, faint: bool) -> None:
    paper = (18, 18, 24) if dark else (252, 252, 250)
    step = 26 if faint else 200
    ink = tuple(min(255, c + step) if dark else max(0, c - step) for c in paper)
    left, gone = _share_left(draw_line("Name: ", "Ada Probe", " (you)", paper=paper, ink=ink))  # type: ignore[arg-type]
    assert left == 0
    assert gone <= 0.01


def test_underlines_and_shadows_go_with_their_letters() -> None:
    line = draw_line("Mail ", "ivy@example.com", " now", underline=True, shadow=(200, 200, 200))
    left, gone = _share_left(line)
    assert left == 0
    assert gone <= 0.03


@pytest.mark.parametrize("angle", [-12.0, -4.0, 3.0, 8.0])
def test_turned_lines_are_followed(angle: float) -> None:
    line = draw_line("Name: ", "Ada Probe Quill", " (you)", size=28, angle=angle)
    left, gone = _share_left(line)
    assert left <= 0.001
    assert gone <= 0.05


def test_a_blank_extent_takes_the_line_box() -> None:
    line = draw_line("Name: ", "Ada", "")
    blank = np.full_like(line.rgb, 250)
    quad = refine_extent(blank, line.block, line.extent)
    assert min(x for x, _ in quad) <= line.block.box.left + 1
    assert max(x for x, _ in quad) >= line.block.box.right - 1


def test_the_fill_is_one_exact_colour() -> None:
    line = draw_line("Name: ", "Ada Probe", " (you)", paper=(36, 52, 71), ink=(240, 240, 240))
    region = refine_extent(line.rgb, line.block, line.extent)
    erased = erase_regions(line.rgb, [region])
    window, covered = cover_region(region, line.rgb.shape[1], line.rgb.shape[0])
    assert {tuple(int(c) for c in pixel) for pixel in erased[window][covered]} == {(36, 52, 71)}


@given(
    box=st.tuples(*[st.floats(-30, 130)] * 4),
    quad=st.lists(st.tuples(st.floats(-20, 120), st.floats(-20, 120)), min_size=4, max_size=4),
    text=st.text("aIl 一. ,1é", max_size=12),
    cells=st.lists(st.tuples(st.floats(-20, 120), st.floats(0, 30)), max_size=12),
    start=st.integers(-1, 13),
    length=st.integers(0, 13),
    seed=st.integers(0, 5),
)
def test_any_block_gives_a_region_and_leaves_the_rest_alone(
    box, quad, text, cells, start, length, seed
) -> None:  # type: ignore[no-untyped-def]
    rgb = np.random.default_rng(seed).integers(0, 255, (90, 100, 3), np.uint8)
    rgb[20:60, 10:90] = 240
    left, top, right, bottom = box
    whole = Box(min(left, right), min(top, bottom), max(left, right) + 1, max(top, bottom) + 1)
    chars = tuple(Box(x, whole.top, x + w, whole.bottom) for x, w in cells) or None
    block = Block("b0", text, whole, tuple(quad), 0.5, chars)  # type: ignore[arg-type]
    region = refine_extent(rgb, block, BlockExtent("b0", start, start + length, whole))
    erased = erase_regions(rgb, [region])
    assert erased.shape == rgb.shape
    verify_pixels(rgb, erased, [region])


@pytest.mark.parametrize("value", ["r.quill@example.com", "Ada Wim", "555-0134 M"])
@pytest.mark.parametrize("size", [14, 24, 44])
def test_a_wide_last_letter_is_no_icon(value: str, size: int) -> None:
    left, _ = _share_left(draw_line("", value, "", size=size))
    assert left == 0


def test_an_emoji_after_a_value_stays() -> None:
    line = draw_line("Come to ", "Probe Court", "", size=40)
    start = int(line.block.chars[-1].right) + 14  # type: ignore[index]
    line.rgb[96:136, start : start + 40] = (255, 200, 40)
    box = Box(line.block.box.left, line.block.box.top, start + 10, line.block.box.bottom)
    block = Block("b0", line.block.text, box, box.quad(), 0.9, line.block.chars)
    region = refine_extent(line.rgb, block, line.extent)
    assert max(x for x, _ in region) <= start


def test_echoes_of_jpeg_around_a_value_go_with_it() -> None:
    line = draw_line("Name: ", "Ada Probe", "", size=30)
    buffer = io.BytesIO()
    Image.fromarray(line.rgb).save(buffer, "JPEG", quality=60)
    rgb = np.asarray(Image.open(buffer).convert("RGB"))
    region = refine_extent(rgb, line.block, line.extent)
    erased = erase_regions(rgb, [region])
    rows, columns = np.nonzero(line.value_ink)
    around = erased[rows.min() - 6 : rows.max() + 6, columns.min() + 2 : columns.max() + 7]
    assert np.ptp(around.reshape(-1, 3), axis=0).max() <= 2


def test_the_line_set_close_above_is_no_accent_of_the_line() -> None:
    upper = draw_line("", "Home", size=13)
    page = np.full((60, upper.rgb.shape[1], 3), (250, 250, 252), np.uint8)
    rows = np.flatnonzero(upper.value_ink.any(axis=1))
    columns = np.flatnonzero(upper.value_ink.any(axis=0))
    strip = upper.rgb[rows[0] : rows[-1] + 1]
    above, below = slice(10, 10 + len(strip)), slice(12 + len(strip), 12 + 2 * len(strip))
    page[above] = page[below] = strip
    # Readers draw boxes wide: this one reaches into the line above.
    box = Box(float(columns[0]) - 4, below.start - 6.0, float(columns[-1]) + 4, below.stop + 6.0)
    block = Block("b", "Home", box, box.quad())
    region = refine_extent(page, block, BlockExtent("b", 0, 4, box))
    window, covered = cover_region(region, page.shape[1], page.shape[0])
    gone = np.zeros(page.shape[:2], bool)
    gone[window] = covered
    ink = (page != (250, 250, 252)).any(axis=2)
    assert not (ink[above] & gone[above]).any()
    assert not (ink[below] & ~gone[below]).any()
