"""A screenshot beside its UI tree: the tree's exact text checks and completes what the reader saw."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from difflib import SequenceMatcher

from shotveil.core.geometry import Box, enclosing_box
from shotveil.core.records import Block, View

_LIKE_ENOUGH = 0.6
_LEAST_SHOWN = 0.5
_SCALES = (0.2, 5.0)
_SIGNS = re.compile(r"[\W_]+")


def complete_from_tree(screen: View, tree: View) -> View:
    """The screen with the texts of its tree that the reader missed or misread.

    A tree's text that the reader did not see inside its bounds is added as a block; a single read line that
    is almost, but not quite, the tree's text takes that text and keeps its own box. What the reader saw and
    the tree does not hold stays.

    Args:
        screen: a view of medium ``image`` with its blocks (px of the picture).
        tree: the tree view of the same turn (px of the device).
    """
    scale = screen.width / tree.width if tree.width and screen.width else 0.0
    if not _SCALES[0] <= scale <= _SCALES[1]:
        return screen
    blocks = list(screen.blocks)
    for node in tree.blocks:
        wanted = _fold(node.text)
        box = _scaled(node.box, scale).clipped(screen.width, screen.height)
        if not wanted or box.area < _LEAST_SHOWN * node.box.area * scale * scale or box.area <= 0:
            continue
        inside = [number for number, block in enumerate(blocks) if _is_inside(block.box, box)]
        read = _fold("".join(blocks[number].text for number in inside))
        if wanted in read:
            continue
        if not read:
            blocks.append(Block(f"tree:{node.id}", node.text, box, box.quad(), label=node.label))
        elif len(inside) == 1 and SequenceMatcher(None, read, wanted, autojunk=False).ratio() >= _LIKE_ENOUGH:
            blocks[inside[0]] = replace(blocks[inside[0]], text=node.text, chars=None, label=node.label)
    return replace(screen, blocks=tuple(blocks))


def _fold(text: str) -> str:
    return _SIGNS.sub("", unicodedata.normalize("NFKC", text).casefold())


def _scaled(box: Box, scale: float) -> Box:
    return enclosing_box(((box.left * scale, box.top * scale), (box.right * scale, box.bottom * scale)))


def _is_inside(inner: Box, outer: Box) -> bool:
    shared = inner.intersection(outer)
    return shared is not None and shared.area >= 0.5 * inner.area
