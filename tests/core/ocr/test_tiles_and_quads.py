"""Tiles cover everything, and lines seen twice or in parts come out once."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shotveil.core.geometry import Box
from shotveil.core.ocr.quads import FoundLine, add_missing, found_line, merge_lines, prefer_whole
from shotveil.core.ocr.tiles import OVERLAP_PX, TILE_AREA_PX, cut_axis, full_scale, plan_tiles


@given(st.integers(1, 60_000), st.sampled_from([500.0, 1777.7, 2048.0]), st.sampled_from([0.0, 64.0, 128.0]))
def test_cuts_cover_and_overlap(length: int, side: float, overlap: float) -> None:
    cuts = cut_axis(length, side, overlap)
    assert cuts[0][0] == 0
    assert cuts[-1][1] == length
    for (_, end), (start, _) in pairwise(cuts):
        assert end - start >= overlap - 1
    assert all(end - start <= side + 1 for start, end in cuts)


@pytest.mark.parametrize(
    ("width", "height"), [(1080, 2340), (1920, 1080), (3840, 2160), (390, 30_000), (16_000, 200), (30, 30)]
)
def test_tiles_are_bounded(width: int, height: int) -> None:
    scale = full_scale(width, height)
    for tile in plan_tiles(Box(0, 0, width, height), scale):
        area = tile.box.area * scale * scale
        assert area <= 1.3 * max(TILE_AREA_PX, 2048 * 4 * OVERLAP_PX)


def line(*box: float) -> FoundLine:
    return FoundLine(Box(*box).quad(), Box(*box))


def test_parts_of_a_line_become_one_and_neighbours_stay_apart() -> None:
    halves = [line(10, 100, 1000, 130), line(900, 101, 1900, 131)]
    below = line(10, 140, 800, 170)
    beside = line(1990, 100, 2100, 130)
    merged = merge_lines([*halves, below, beside, line(20, 102, 500, 128)])
    assert [item.box.as_list() for item in merged] == [
        [10, 100, 1900, 131],
        [10, 140, 800, 170],
        [1990, 100, 2100, 130],
    ]


def test_one_line_of_a_wrongly_large_box_is_kept() -> None:
    large, inner = line(0, 0, 700, 120), line(300, 40, 420, 70)
    assert len(merge_lines([large, inner])) == 2
    tilted = found_line([(0, 60), (150, 0), (180, 60), (30, 120)])
    assert len(merge_lines([tilted, line(40, 10, 100, 32)])) == 2


def test_merging_does_not_depend_on_order() -> None:
    lines = [line(x, y, x + 300, y + 30) for x in (0, 250, 500, 900) for y in (0, 20, 40, 300)]
    expected = merge_lines(lines)
    for seed in range(10):
        shuffled = lines[:]
        random.Random(seed).shuffle(shuffled)
        assert merge_lines(shuffled) == expected


def test_tilted_lines_keep_their_corners_and_upright_ones_do_not() -> None:
    assert found_line([(10, 10), (200, 11), (200, 41), (10, 40)]).tilted is False
    assert found_line([(10, 40), (200, 10), (204, 40), (14, 70)]).tilted is True


def test_only_what_is_missing_is_added() -> None:
    seen = [line(0, 0, 100, 20)]
    assert add_missing(seen, [line(0, 0, 98, 21)]) == seen
    assert len(add_missing(seen, [line(0, 50, 98, 70)])) == 2


def test_a_whole_line_takes_the_place_of_its_fragments_alone() -> None:
    whole = line(100, 100, 1900, 300)
    fragments = [line(100, 100, 1000, 290), line(900, 110, 1890, 300)]
    others = [line(100, 180, 400, 210), line(100, 320, 900, 480), line(1800, 100, 2600, 300)]
    assert prefer_whole([*fragments, *others], [whole]) == prefer_whole(others, [whole])
    assert set(prefer_whole(others, [whole])) == {whole, *others}
    assert set(prefer_whole(fragments, [])) == set(fragments)
