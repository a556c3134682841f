"""An icon that was read as a letter stands apart from the text; letters never do."""

from __future__ import annotations

import pytest

from shotveil.core.geometry import Box
from shotveil.core.ocr.icons import part_icons
from shotveil.core.records import Block


def block(text: str, gaps: dict[int, float], height: float = 20.0) -> Block:
    """Characters 10 px wide and 1 px apart, but for ``gaps`` (px) behind the numbered characters."""
    chars, left = [], 5.0
    for index, _ in enumerate(text):
        chars.append(Box(left, 0, left + 10, height))
        left += 10 + gaps.get(index, 1.0)
    box = Box(0, 0, left, height)
    return Block("", text, box, box.quad(), 0.9, tuple(chars))


@pytest.mark.parametrize(
    ("text", "gaps", "parted"),
    [
        ("B138 0013 8000", {0: 6}, "B 138 0013 8000"),
        ("GCurbside pickup", {0: 9}, "G Curbside pickup"),
        ("555-0134C", {7: 7}, "555-0134 C"),
        ("Taylor", {0: 3}, "Taylor"),
        ("spaced", {0: 6, 1: 6, 2: 6, 3: 6, 4: 6}, "spaced"),
        ("I am here", {1: 9}, "I am here"),
        ("abc", {0: 9}, "abc"),
        ("1.1.1.1", {0: 5, 1: 3}, "1.1.1.1"),
    ],
)
def test_icons_are_parted(text: str, gaps: dict[int, float], parted: str) -> None:
    seen = part_icons(block(text, gaps))
    assert seen.text == parted
    assert seen.chars is not None
    assert len(seen.chars) == len(parted)
    assert all(a.right <= b.left for a, b in zip(seen.chars, seen.chars[1:], strict=False))


def test_a_block_without_characters_boxes_stays() -> None:
    bare = Block("", "B138 0013", Box(0, 0, 90, 20), Box(0, 0, 90, 20).quad(), 0.9)
    assert part_icons(bare) is bare
