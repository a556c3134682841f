"""Icons beside text that an engine takes for a letter of it: a telephone before a number read ``B138…``."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from shotveil.core.geometry import Box
from shotveil.core.records import Block

_LEAST_GAP = 0.2
"""Gap between an icon and its text, in line heights; letters of one word stand closer."""
_TIMES_WIDER = 2.0
_FEWEST = 5


def part_icons(block: Block) -> Block:
    """The block with a space where its first or last character stands off from the rest as no letter does.

    The gap must be wider than any other between characters that are read as one word; what was read stays.
    """
    text, chars = block.text, block.chars
    if chars is None or len(text) < _FEWEST or block.box.height > block.box.width:
        return block
    gaps = [
        0.0 if text[index : index + 2].split() != [text[index : index + 2]] else after.left - before.right
        for index, (before, after) in enumerate(pairwise(chars))
    ]
    least = _LEAST_GAP * block.box.height
    if gaps[-1] >= max(least, _TIMES_WIDER * max(gaps[:-1])):
        return _spaced(block, len(text) - 1)
    if gaps[0] >= max(least, _TIMES_WIDER * max(gaps[1:])):
        return _spaced(block, 1)
    return block


def _spaced(block: Block, place: int) -> Block:
    """The block with a space before character ``place``, as wide as the gap there."""
    text, chars = block.text, block.chars or ()
    gap = Box(chars[place - 1].right, block.box.top, chars[place].left, block.box.bottom)
    return replace(block, text=f"{text[:place]} {text[place:]}", chars=(*chars[:place], gap, *chars[place:]))
