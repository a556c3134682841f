"""A screenshot beside its UI tree: the tree's exact text checks and completes what the reader saw."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from difflib import SequenceMatcher

from shotveil.core.geometry import Box, enclosing_box
from shotveil.core.patterns import compile_late
from shotveil.core.records import Block, View

_LIKE_ENOUGH = 0.6
_LEAST_SHOWN = 0.5
_SCALES = (0.2, 5.0)
_Scale = tuple[float, float]
_DENSITIES = (0.5, 1.5, 2.0, 2.625, 2.75, 3.0, 3.5, 4.0)
"""Px per density-independent px of common devices, and pictures of half size."""

_MOST_COMPARED = 200
_LEAST_COMPARED = 3
_SIGNS = compile_late(r"[\W_]+")


def complete_from_tree(screen: View, tree: View) -> View:
    """The screen with the texts of its tree that the reader missed or misread.

    A tree's text that the reader did not see inside its bounds is added as a block; a single read line that
    is almost, but not quite, the tree's text takes that text and keeps its own box. What the reader saw and
    the tree does not hold stays.

    Args:
        screen: a view of medium ``image`` with its blocks (px of the picture).
        tree: the tree view of the same turn, in whatever unit its bounds are.
    """
    scale = _choose_scale(screen, tree)
    if scale is None:
        return screen
    blocks = list(screen.blocks)
    for node in tree.blocks:
        wanted = _fold(node.text)
        whole = _scaled(node.box, scale)
        box = whole.clipped(screen.width, screen.height)
        if not wanted or box.area < _LEAST_SHOWN * whole.area or box.area <= 0:
            continue
        inside = [number for number, block in enumerate(blocks) if _is_inside(block.box, box)]
        read = _fold("".join(blocks[number].text for number in inside))
        if wanted in read:
            continue
        if not read:
            blocks.append(Block(f"tree:{node.id}", node.text, box, box.quad(), label=node.label))
        elif len(inside) == 1 and _is_alike(read, wanted):
            blocks[inside[0]] = replace(blocks[inside[0]], text=node.text, chars=None, label=node.label)
    return replace(screen, blocks=tuple(blocks))


def _choose_scale(screen: View, tree: View) -> _Scale | None:
    """Picture px per unit of the tree, across and down, under which most texts lie where they were read.

    The tree's bounds may be px of the device, density-independent px, thousandths of the screen, or those of
    a window that is smaller than the screen. None: the tree is of another screen.
    """
    if not (tree.width and tree.height and screen.width and screen.height):
        return None
    across, down = screen.width / tree.width, screen.height / tree.height
    scales: list[_Scale] = [(across, across), (across, down), (1.0, 1.0)]
    scales += [(screen.width / 1_000, screen.height / 1_000), *((d, d) for d in _DENSITIES)]
    scales = [scale for scale in scales if all(_SCALES[0] <= side <= _SCALES[1] for side in scale)]
    read = [(_fold(block.text), block.box) for block in screen.blocks]
    read = [one for one in read if len(one[0]) > 1]
    nodes = [(_fold(node.text), node.box) for node in tree.blocks]
    nodes = [node for node in nodes if len(node[0]) > 1][:_MOST_COMPARED]
    agreed = [_count_agreed(nodes, read, scale) for scale in scales]
    best = max(agreed, default=0)
    if not best and (not scales or min(len(read), len(nodes)) >= _LEAST_COMPARED):
        return None
    return scales[agreed.index(best)]


def _count_agreed(nodes: list[tuple[str, Box]], read: list[tuple[str, Box]], scale: _Scale) -> int:
    placed = [(wanted, _scaled(box, scale)) for wanted, box in nodes]
    return sum(
        any(text in wanted or wanted in text for text, seen in read if _is_inside(seen, box))
        for wanted, box in placed
    )


def _is_alike(read: str, wanted: str) -> bool:
    return SequenceMatcher(None, read, wanted, autojunk=False).ratio() >= _LIKE_ENOUGH


def _fold(text: str) -> str:
    return _SIGNS.sub("", unicodedata.normalize("NFKC", text).casefold())


def _scaled(box: Box, scale: _Scale) -> Box:
    across, down = scale
    return enclosing_box(((box.left * across, box.top * down), (box.right * across, box.bottom * down)))


def _is_inside(inner: Box, outer: Box) -> bool:
    shared = inner.intersection(outer)
    return shared is not None and shared.area >= 0.5 * inner.area
