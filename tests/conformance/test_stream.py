"""Streams of screens against the case file (CONTRACT a.3)."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import Any

from shotveil.core.geometry import Box
from shotveil.core.records import Block, View
from shotveil.core.stream.model import HARD_BREAK, INLINE_GAP
from shotveil.core.stream.screen import build_stream, chunk_blocks


def make_blocks(case: dict[str, Any]) -> list[Block]:
    blocks = []
    for row in case["blocks"]:
        x, y, width, height = row["box"]
        box = Box(x, y, x + width, y + height)
        blocks.append(Block(row["id"], row["text"], box, box.quad()))
    return blocks


def chunk_ids(blocks: list[Block]) -> list[list[str]]:
    return [[blocks[i].id for i in chunk] for chunk in chunk_blocks(blocks)]


def test_chunks(stream_case: dict[str, Any]) -> None:
    blocks = make_blocks(stream_case)
    got = chunk_ids(blocks)
    if stream_case["check"] == "partition":
        wanted = sorted(block.id for block in blocks if block.text.strip())
        assert sorted(name for chunk in got for name in chunk) == wanted
        return
    if stream_case.get("chunk_order") == "any":
        assert sorted(got) == sorted(stream_case["expected_chunks"])
    else:
        assert got == stream_case["expected_chunks"]


def test_joined(stream_case: dict[str, Any]) -> None:
    expected = stream_case.get("expected_joined")
    if expected is None:
        return
    view = View("v", "s", 0, "image", "p.png", blocks=tuple(make_blocks(stream_case)))
    text = build_stream(view).text
    assert text == HARD_BREAK + expected.replace("~", INLINE_GAP).replace("|", HARD_BREAK) + HARD_BREAK


def test_input_order_place_and_scale_do_not_matter(stream_case: dict[str, Any]) -> None:
    blocks = make_blocks(stream_case)
    wanted = chunk_ids(blocks)
    for order in list(permutations(range(len(blocks))))[:24]:
        assert chunk_ids([blocks[i] for i in order]) == wanted
    for factor, shift in ((3.7, 0.0), (1.0, 977.0), (0.31, 12.5)):
        moved = []
        for block in blocks:
            left, top, right, bottom = (edge * factor + shift for edge in block.box.as_list())
            moved.append(replace(block, box=Box(left, top, right, bottom)))
        assert chunk_ids(moved) == wanted
