"""Initials in a filled disc or square beside a name that was found: they tell who it is as the name does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial
from math import ceil
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shotveil.core.geometry import Box, enclosing_box, union_box
from shotveil.core.records import Block, BlockExtent, Replacement, View
from shotveil.renderers.glyphs import refine_extent
from shotveil.renderers.ink import Background, Mask, Pixels, find_background, find_ink
from shotveil.renderers.outline import shows_outline

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


def find_avatars(rgb: Pixels, view: View, others: Sequence[Replacement] = ()) -> tuple[Replacement, ...]:
    """Regions of the initials of names in a view, where a filled shape around them makes them an avatar.

    Regions over each other fail the proof: where something else goes, no initials are looked for.

    Args:
        rgb: the picture that the view was read from, (H, W, 3).
        view: the view with its occurrences.
        others: what goes beside the occurrences (codes, the dots of a password).
    """
    blocks = {block.id: block for block in view.blocks}
    extents = [extent for item in view.occurrences for extent in item.extents]
    lines = [extent for extent in extents if isinstance(extent, BlockExtent) and extent.block in blocks]
    gone = [enclosing_box(quad) for item in others for quad in item.quads]
    find_shape = cache(partial(_find_shape, rgb))
    found: list[Box] = []
    for name in (item for item in view.occurrences if item.type == "NAME"):
        place = next((extent for extent in name.extents if isinstance(extent, BlockExtent)), None)
        if place is None:
            continue
        for box in _find_written(view.blocks, spell_initials(name.text), place):
            shape, ink = find_shape(box) or (None, None)
            if not shape or not ink or not shape.grown(NEAR * shape.width).intersection(place.box):
                continue
            # Letters to the very rim run on beyond it: one pair of initials is no reason to withhold all.
            is_free = not any(map(ink.intersection, (*gone, *found))) and not shows_outline(
                rgb, rgb, ink.quad()
            )
            if is_free and not any(_reaches(rgb, blocks[line.block], line, ink) for line in lines):
                found.append(ink)
    quads = [ink.quad() for ink in sorted(found, key=lambda ink: (ink.top, ink.left))]
    return tuple(Replacement(AVATAR_TYPE, "", (), (quad,), (quad,)) for quad in quads)


def _reaches(rgb: Pixels, line: Block, extent: BlockExtent, ink: Box) -> bool:
    """Whether the region of an extent, as it will be erased, reaches into a box."""
    is_near = line.box.grown(line.box.height).intersection(ink)
    return bool(is_near and enclosing_box(refine_extent(rgb, line, extent)).intersection(ink))


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
    """The filled disc or square of one colour that initials stand in, and what is drawn beside them in it."""
    import cv2

    reach = LARGEST * initials.height
    window = initials.grown(reach).clipped(rgb.shape[1], rgb.shape[0])
    x, y = int(window.left), int(window.top)
    pixels = _cut(rgb, window)
    # Readers box the whole shape, or no more than a letter: what is its ground fills the middle of either.
    inner = _cut(rgb, initials.grown(-min(initials.width, initials.height) / 4))
    if not inner.size:
        return None
    ground = find_background(inner)
    own = _find_own(pixels, ground, _move(initials, -x, -y).grown(initials.height / 4))
    outlines, _ = cv2.findContours(own, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    if len(outlines) != 1:
        return None
    left, top, across, down = cv2.boundingRect(outlines[0])
    shape = _move(Box(left, top, left + across, top + down), x, y)
    round_or_square = max(across, down) <= MOST_ASPECT * min(across, down)
    filled = cv2.contourArea(outlines[0]) >= LEAST_FILL * across * down
    inside = cv2.drawContours(np.zeros_like(own), outlines, 0, 1, cv2.FILLED)
    if not (round_or_square and filled and across <= reach and _stands_out(rgb, shape, ground.colour)):
        return None
    kept = cv2.erode(inside, np.ones((EDGE, EDGE), np.uint8)) > 0
    ink = _join_row(find_ink(pixels, ground) & kept, initials.top - y, initials.bottom - y)
    return (shape, _move(ink, x, y)) if ink else None


def _find_own(pixels: Pixels, ground: Background, near: Box) -> NDArray[np.uint8]:
    """Of the areas of one colour, the one that fills most of a box: a ring of that colour is another."""
    import cv2

    colour = np.array(ground.colour, np.int16)
    alike = cv2.inRange(pixels, np.clip(colour - SHADE, 0, 255), np.clip(colour + SHADE, 0, 255))
    areas = np.asarray(cv2.connectedComponents(alike)[1], np.int32)
    sizes = np.bincount(_cut(areas, near).ravel(), minlength=2)[1:]
    return np.asarray(areas == 1 + int(sizes.argmax()), np.uint8)


def _move(box: Box, x: float, y: float) -> Box:
    return Box(box.left + x, box.top + y, box.right + x, box.bottom + y)


def _cut(pixels: NDArray[Any], box: Box) -> NDArray[Any]:
    """The pixels in a box, as far as it lies in the picture."""
    height, width = pixels.shape[:2]
    inside = box.clipped(width, height)
    return pixels[int(inside.top) : ceil(inside.bottom), int(inside.left) : ceil(inside.right)]


def _join_row(drawn: Mask, top: float, bottom: float) -> Box | None:
    """The box around all that is drawn about a row, one px wider: no ring around it, no dot below it."""
    import cv2

    _, _, stats, middles = cv2.connectedComponentsWithStats(drawn.astype(np.uint8))
    boxes = [
        Box(left, upper, left + across, upper + down).grown(1)
        for (left, upper, across, down, _), (_, y) in zip(stats[1:].tolist(), middles[1:], strict=True)
        if top <= y < bottom
    ]
    return union_box(boxes) if boxes else None


def _stands_out(rgb: Pixels, shape: Box, colour: tuple[int, int, int]) -> bool:
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
    grounds = (find_background(side).colour for side in sides)
    return all(max(abs(a - b) for a, b in zip(ground, colour, strict=True)) >= CLEAR for ground in grounds)
