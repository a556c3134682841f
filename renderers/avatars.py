"""Initials in a filled disc or square beside a name that was found: they tell who it is as the name does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor
from typing import Any

import numpy as np

from shotveil.core.geometry import Box
from shotveil.core.records import Block, BlockExtent, Replacement, View
from shotveil.renderers.ink import Pixels, find_background

AVATAR_TYPE = "NAME"
NEAR = 1.5
"""How far from its name an avatar stands at most, in its own widths."""
LARGEST = 6.0
"""Side of an avatar in heights of its initials' line, at most."""
LEAST_FILL, MOST_ASPECT = 0.7, 1.3
"""A disc fills 0.79 of the box around it, a square all of it."""
SHADE = 6
"""Levels that one colour differs by where a picture was compressed."""
EDGE = 7
"""Twice the width of a shape's soft edge (px), and one."""
CLEAR = 24
"""Levels that an avatar stands out from its ground by at least."""


def find_avatars(rgb: Pixels, view: View) -> tuple[Replacement, ...]:
    """Regions of the initials of names in a view, where a filled shape around them makes them an avatar.

    Args:
        rgb: the picture that the view was read from, (H, W, 3).
        view: the view with its occurrences.
    """
    blocks = {block.id: block for block in view.blocks}
    extents = [extent for item in view.occurrences for extent in item.extents]
    gone = [extent.box for extent in extents if isinstance(extent, BlockExtent)]
    found = {}
    for name in (item for item in view.occurrences if item.type == "NAME"):
        places = [extent for extent in name.extents if isinstance(extent, BlockExtent)]
        wanted = spell_initials(name.text)
        if not places or places[0].block not in blocks:
            continue
        for box in _find_written(view.blocks, wanted, places[0]):
            shape, ink = _find_shape(rgb, box) or (None, None)
            if ink and any(ink.intersection(other) for other in gone):
                continue  # regions over each other fail the proof
            if shape and ink and shape.grown(NEAR * shape.width).intersection(places[0].box):
                found[ink.top, ink.left] = Replacement(AVATAR_TYPE, "", (), (ink.quad(),), (ink.quad(),))
    return tuple(found[place] for place in sorted(found))


def spell_initials(name: str) -> frozenset[str]:
    """What an avatar shows of a name: first letters of words; of a Chinese name its parts."""
    words = [word for word in name.split() if word[0].isalpha()]
    if len(words) == 1 and "\u3400" <= name[0] <= "\u9fff" and 2 <= len(name) <= 4:
        return frozenset((name[0], name[-1], name[-2:], name[1:])) - {name}
    if len(words) < 2:
        return frozenset()
    letters = [word[0].upper() for word in words]
    # One letter too: many avatars have no more, and readers see no more of others.
    return frozenset(("".join(letters), letters[0] + letters[-1], letters[0]))


def _find_written(blocks: Sequence[Block], wanted: frozenset[str], name: BlockExtent) -> Iterator[Box]:
    """Where lines are such initials, or begin with them before the name itself."""
    for block in blocks:
        if block.text.strip() in wanted:
            yield block.box
        elif block.id == name.block and block.chars and block.text[: name.start].strip() in wanted:
            chars = block.chars[: len(block.text[: name.start].rstrip())]
            yield Box(chars[0].left, chars[0].top, chars[-1].right, chars[0].bottom)


def _find_shape(rgb: Pixels, initials: Box) -> tuple[Box, Box] | None:
    """The filled disc or square of one colour that initials stand in, and all that is drawn in it."""
    import cv2

    height, width = rgb.shape[:2]
    reach = LARGEST * initials.height
    area = initials.grown(reach).clipped(width, height)
    left, top, right, bottom = floor(area.left), floor(area.top), ceil(area.right), ceil(area.bottom)
    pixels = rgb[top:bottom, left:right]
    inner = initials.grown(-initials.height / 4).clipped(width, height)  # readers box the whole shape
    y, x = slice(int(inner.top), ceil(inner.bottom)), slice(int(inner.left), ceil(inner.right))
    if not rgb[y, x].size:
        return None
    colour = np.array(find_background(rgb[y, x]).colour, np.int16)
    alike = np.asarray(
        cv2.inRange(pixels, np.clip(colour - SHADE, 0, 255), np.clip(colour + SHADE, 0, 255)), np.uint8
    )
    outlines, _ = cv2.findContours(alike, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    middle = ((inner.left + inner.right) / 2 - left, (inner.top + inner.bottom) / 2 - top)
    for outline in outlines:
        if cv2.pointPolygonTest(outline, middle, False) < 0:
            continue
        a, b, across, down = cv2.boundingRect(outline)
        shape = Box(a + left, b + top, a + left + across, b + top + down)
        round_or_square = max(across, down) <= MOST_ASPECT * min(across, down)
        filled = cv2.contourArea(outline) >= LEAST_FILL * across * down
        holds = down > inner.height and across <= reach and _stands_out(rgb, shape, colour)
        if round_or_square and filled and holds:
            ink = _find_drawn(alike, outline, left, top)
            return (shape, ink) if ink else None
    return None


def _find_drawn(alike: Pixels, outline: Any, x: int, y: int) -> Box | None:
    """The box of all inside an outline that is not of the shape's colour; the window begins at x, y."""
    import cv2

    inside = cv2.drawContours(np.zeros_like(alike), [outline], 0, 255, cv2.FILLED)
    kept = cv2.erode(inside, np.ones((EDGE, EDGE), np.uint8))
    left, top, across, down = cv2.boundingRect(cv2.bitwise_and(kept, cv2.bitwise_not(alike)))
    left, top = left + x, top + y
    return Box(left, top, left + across, top + down).grown(1) if across else None


def _stands_out(rgb: Pixels, shape: Box, colour: np.ndarray[tuple[int], np.dtype[np.int16]]) -> bool:
    """Whether the ground around a shape is of another colour than the shape, on every side."""
    height, width = rgb.shape[:2]
    box = shape.grown(2)
    if box.left < 0 or box.top < 0 or box.right > width or box.bottom > height:
        return False
    top, bottom, left, right = int(box.top), int(box.bottom), int(box.left), int(box.right)
    sides = (
        rgb[top, left:right],
        rgb[bottom - 1, left:right],
        rgb[top:bottom, left],
        rgb[top:bottom, right - 1],
    )
    grounds = [np.array(find_background(side).colour, np.int16) for side in sides]
    return all(int(np.abs(ground - colour).max()) >= CLEAR for ground in grounds)
