"""Screens as a property: every block once, whatever the order, place and scale (CONTRACT a.3)."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from shotveil.core.geometry import Box
from shotveil.core.records import Block, View
from shotveil.core.stream.locate import locate
from shotveil.core.stream.model import HARD_BREAK, INLINE_GAP
from shotveil.core.stream.screen import build_stream, chunk_blocks, clean_block, natural_key


@st.composite
def screens(draw: st.DrawFn) -> list[Block]:
    count = draw(st.integers(0, 9))
    blocks = []
    for number in range(count):
        left, top = draw(st.integers(0, 400)), draw(st.integers(0, 200))
        box = Box(left, top, left + draw(st.integers(1, 200)), top + draw(st.integers(1, 40)))
        text = draw(st.sampled_from(("a", "中文", "12 34", " ", "x\u200by")))
        blocks.append(Block(f"b{number}", text, box, box.quad()))
    return blocks


def ids(blocks: list[Block]) -> list[list[str]]:
    return [[blocks[i].id for i in chunk] for chunk in chunk_blocks(blocks)]


@given(screens(), st.randoms(use_true_random=False))
def test_every_block_once_in_every_order(blocks: list[Block], chance: object) -> None:
    wanted = ids(blocks)
    assert sorted(name for chunk in wanted for name in chunk) == sorted(
        b.id for b in blocks if b.text.strip()
    )
    mixed = list(blocks)
    chance.shuffle(mixed)  # type: ignore[attr-defined]
    assert ids(mixed) == wanted


@given(screens())
def test_place_and_scale_do_not_matter(blocks: list[Block]) -> None:
    wanted = ids(blocks)
    for factor, shift in ((2, 0), (0.5, 0), (1, 1024)):
        moved = []
        for block in blocks:
            left, top, right, bottom = (edge * factor + shift for edge in block.box.as_list())
            moved.append(replace(block, box=Box(left, top, right, bottom)))
        assert ids(moved) == wanted


@given(screens())
def test_stream_characters_lead_back_to_their_blocks(blocks: list[Block]) -> None:
    view = View("v", "s", 0, "image", "p.png", blocks=tuple(blocks))
    stream = build_stream(view)
    assert stream.text.startswith(HARD_BREAK)
    for position, char in enumerate(stream.text):
        parts = locate(stream, position, position + 1)
        if char in (HARD_BREAK, INLINE_GAP):
            assert parts == ()
            continue
        (part,) = parts
        raw = blocks[stream.units[part.unit].block].text[part.start : part.end]
        assert raw == char or raw.isspace()


def test_blocks_are_cleaned_with_a_way_back() -> None:
    assert clean_block("plain text") == ("plain text", None)
    text, offsets = clean_block("  Ａ\u200b１ （x）  ")
    assert text == "A1 (x)"
    assert offsets is not None
    assert list(offsets) == [2, 4, 5, 6, 7, 8]


def test_a_block_without_a_box_is_not_lost() -> None:
    box = Box(0, 0, 0, 0)
    assert chunk_blocks([Block("n", "text", box, box.quad())]) == [[0]]


def test_natural_order() -> None:
    assert sorted(["b10", "b2", "a"], key=natural_key) == ["a", "b2", "b10"]
