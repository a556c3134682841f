"""The ink of exactly the covered characters of a line (CONTRACT g: refine the covered glyph boundary)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil, floor

import numpy as np
from numpy.typing import NDArray

from shotveil.core.geometry import Quad
from shotveil.core.records import Block, BlockExtent
from shotveil.renderers.alignment import Cut, LineCuts
from shotveil.renderers.backdrop import core_rows, find_ground
from shotveil.renderers.ink import (
    Background,
    Mask,
    Pixels,
    find_ink,
    find_runs,
    inked_lines,
    measure_difference,
    rows_with_long_run,
)
from shotveil.renderers.letter_widths import spread_characters
from shotveil.renderers.line_frame import LineFrame, frame_line

RULE_LENGTH = 2.5
"""A row of unbroken ink longer than this many line heights is a rule (underline, border), no letter."""
FAINT = 3
"""Difference from the background that cannot be seen; anything more at a glyph's side is its soft edge."""
MAX_FRINGE = 4
JPEG_BLOCK = 8
ECHO = 8
ECHO_SHARE = 0.03
"""Share of pixels that differ from the background by less than ECHO, above which a line was compressed."""
DETACHED = 0.12
"""A dot or an accent lies no farther from its letter than this (share of the line height)."""
DETACHED_SHARE = 0.6
"""Largest height of such a part, as a share of the letters'."""
UNDERLINE_DISTANCE = 0.16
"""A rule this near below the letters (share of the line height) belongs to them."""
VERTICAL_REACH = 0.4
"""How far above and below the line box parts of its letters are looked for (share of its height)."""


def refine_extent(rgb: Pixels, block: Block, extent: BlockExtent) -> Quad:
    """The region whose pixels are the characters ``extent.start:extent.end`` of the block's line.

    Starts from the character boxes and corrects them by the blank columns of the line; without usable boxes
    the line is split by typical widths with a generous margin. Where the line holds no ink to go by, the
    whole line is taken: more, never less.

    Args:
        rgb: the upright picture, (H, W, 3).
        block: the line that the extent lies in.
        extent: the covered characters.

    Returns:
        The quad to erase, corners clockwise from the reading start, px of the picture.
    """
    frame = frame_line(rgb, block)
    if not block.text.strip():
        return frame.to_picture(frame.left, frame.top, frame.right, frame.bottom)
    left, right = _clip_range(block, extent)
    chars = frame.chars or spread_characters(block.text, frame.left, frame.right)
    frame, background = _level_line(frame, chars[left][0], chars[right - 1][1])
    ink = find_ink(frame.pixels, background)
    margin = _choose_margin(frame, background)
    rules = rows_with_long_run(ink, RULE_LENGTH * frame.height)
    letters = ink & ~rules[:, None]
    core = core_rows(frame.box)
    inked = _runs_of_line(inked_lines(letters[core], 0), frame)
    if not inked:
        return frame.to_picture(frame.left, frame.top, frame.right, frame.bottom)
    cuts = LineCuts(block.text, chars, inked, frame.height, frame.right, seen=frame.chars is not None)
    slack = 0.0 if frame.chars else _average_width(chars)
    before, after = cuts.before(left, outward=-1), cuts.before(right, outward=1)
    trace = measure_difference(frame.pixels[core], background.colour).max(axis=0)
    faint = FAINT if background.flat else 3 * FAINT
    before = replace(before, end=_drop_fringe(trace, before.end, -1, before.start, faint))
    after = replace(after, start=_drop_fringe(trace, after.start, 1, after.end, faint))
    x0, x1 = _place_sides(before, after, frame, max(margin, slack), margin)
    y0, y1 = _find_rows(letters, ink, frame, x0, x1, margin)
    return frame.to_picture(x0, y0, x1, y1)


def line_quad(rgb: Pixels, block: Block) -> Quad:
    """The quad of the block's whole line, corners clockwise from the reading start."""
    frame = frame_line(rgb, block)
    return frame.to_picture(frame.left, frame.top, frame.right, frame.bottom)


def _clip_range(block: Block, extent: BlockExtent) -> tuple[int, int]:
    """The extent's range without blanks at its ends, inside the text, at least one character."""
    start, end = max(0, extent.start), min(len(block.text), extent.end)
    while start < end - 1 and block.text[start].isspace():
        start += 1
    while end - 1 > start and block.text[end - 1].isspace():
        end -= 1
    blank = start >= end or block.text[start:end].isspace()
    return (0, len(block.text)) if blank else (start, end)


def _average_width(chars: Sequence[tuple[float, float]]) -> float:
    return sum(end - start for start, end in chars) / len(chars)


def _level_line(frame: LineFrame, left: float, right: float) -> tuple[LineFrame, Background]:
    """The line on one even background, and that background, as they are around the covered characters."""
    reach = 0.25 * frame.height
    columns = slice(max(0, int(left - reach)), max(1, int(right + reach)))
    pixels, background = find_ground(frame.pixels, frame.box, columns)
    return replace(frame, pixels=pixels), background


def _runs_of_line(columns: Mask, frame: LineFrame) -> list[tuple[int, int]]:
    """Runs of inked columns that belong to the line: mostly inside its box, or reaching well into it."""
    deep = 0.15 * frame.height
    kept = []
    for start, end in find_runs(columns):
        inside = min(end, frame.right) - max(start, frame.left)
        if inside > 0 and (inside >= (end - start) / 2 or inside >= deep):
            kept.append((start, end))
    return kept


def _drop_fringe(trace: NDArray[np.int16], edge: float, step: int, limit: float, faint: int) -> float:
    """Move a side outwards over the soft edge of its glyph: to the first clean column, or past the cleanest.

    ``trace`` is the strongest difference from the background in each column; ``limit`` is the neighbour.
    """
    place = int(edge)
    columns: list[tuple[int, int, int]] = []
    while 0 <= (column := place - 1 if step < 0 else place) < len(trace) and place != int(limit):
        if trace[column] <= faint:
            return float(place)
        columns.append((int(trace[column]), len(columns), place))
        if len(columns) > MAX_FRINGE:
            return edge
        place += step
    return float(min(columns)[2] + step) if columns else edge


def _choose_margin(frame: LineFrame, background: Background) -> float:
    """Blank around the letters that goes with them (px): wider where compression has left its echoes."""
    difference = measure_difference(frame.pixels, background.colour)
    echoes = int(((difference > 0) & (difference < ECHO)).sum()) / max(1, difference.size)
    return float(JPEG_BLOCK) if echoes > ECHO_SHARE else min(max(1.0, 0.1 * frame.height), 4.0)


def _place_sides(
    before: Cut, after: Cut, frame: LineFrame, slack: float, margin: float
) -> tuple[float, float]:
    """Left and right side of the region: the ink plus a margin of at most half the blank beside it."""
    if before.found:
        x0 = before.end - min(margin, max(0.0, (before.end - before.start) // 2))
    else:
        x0 = before.start - slack
    if after.found:
        x1 = after.start + min(margin, max(0.0, (after.end - after.start) // 2))
    else:
        x1 = after.end + slack
    width = frame.pixels.shape[1]
    x0, x1 = max(0.0, floor(x0)), min(float(width), ceil(x1))
    return (x0, x1) if x0 < x1 else (max(0.0, min(x0, width - 1.0)), min(float(width), x0 + 1))


def _find_rows(
    letters: Mask, ink: Mask, frame: LineFrame, x0: float, x1: float, margin: float
) -> tuple[float, float]:
    """Top and bottom of the ink between two columns, underline included, plus a margin of blank rows.

    Where there is room the region takes the height of the whole line's letters, so that its shape does not
    tell which letters had ascenders.
    """
    covered = slice(int(x0), int(x1))
    rows, height = inked_lines(letters[:, covered], 1), frame.height
    own = _runs_of_letters(find_runs(rows), frame)
    if not own:
        return frame.top, frame.bottom
    weight = letters[:, covered].sum(axis=1)
    reach = VERTICAL_REACH * height
    top = _stop_at_neck(weight, own[0][0], frame.top - reach, frame.top + 0.1 * height)
    bottom = _stop_at_neck(weight, own[-1][1], frame.bottom + reach, frame.bottom - 0.1 * height)
    bottom = _include_underline(ink, frame, bottom)
    blocked = inked_lines(ink[:, covered], 1)
    room = max(1, round(0.8 * margin)) if margin < JPEG_BLOCK else JPEG_BLOCK
    line = letters[:, max(0, floor(frame.left)) : ceil(frame.right)]
    line_runs = _runs_of_letters(find_runs(inked_lines(line, 1)), frame) or own
    above = max(room, top - max(line_runs[0][0], ceil(frame.top)))
    below = max(room, min(line_runs[-1][1], floor(frame.bottom)) - bottom)
    return float(_grow(blocked, top, -1, above)), float(_grow(blocked, bottom, 1, below))


def _runs_of_letters(runs: Sequence[tuple[int, int]], frame: LineFrame) -> list[tuple[int, int]]:
    """Runs of inked rows that are this line's: mostly inside its box, or next to one that is."""
    near = DETACHED * frame.height
    own = [
        (start, end)
        for start, end in runs
        if 2 * (min(end, frame.bottom) - max(start, frame.top)) >= end - start
    ] or [(start, end) for start, end in runs if start < (frame.top + frame.bottom) / 2 < end]
    tallest = max((end - start for start, end in own), default=0)
    for start, end in [*reversed(runs), *runs]:
        if end - start > DETACHED_SHARE * tallest:  # no dot or accent: the next line, set close
            continue
        if own and ((end <= own[0][0] <= end + near) or (own[-1][1] <= start <= own[-1][1] + near)):
            own = sorted({*own, (start, end)})
    return own


def _stop_at_neck(weight: NDArray[np.int64], edge: int, farthest: float, nearest: float) -> int:
    """An edge that lies beyond ``farthest`` (ink runs on into the next line) moves to the thinnest row."""
    upwards = farthest < nearest
    if (edge > farthest) if upwards else (edge < farthest):
        return edge
    low, high = sorted((floor(farthest), ceil(nearest)))
    low, high = max(0, low), min(len(weight), max(high, low + 1))
    if low >= high:
        return edge
    rows = weight[low:high]
    return low + int(rows.argmin()) + (0 if upwards else 1)


def _include_underline(ink: Mask, frame: LineFrame, bottom: int) -> int:
    """Lower the bottom over a thin rule just below the letters that is no wider than the line's text."""
    height = frame.height
    reach = bottom + ceil(UNDERLINE_DISTANCE * height)
    outside = ink.copy()
    outside[:, max(0, floor(frame.left - 0.2 * height)) : ceil(frame.right + 0.2 * height)] = False
    for start, end in find_runs(rows_with_long_run(ink, RULE_LENGTH * height)):
        thin = end - start <= max(2, 0.15 * height)
        if bottom - 1 <= start <= reach and thin and not outside[start:end].any():
            return end
    return bottom


def _grow(rows: Mask, edge: int, step: int, margin: int) -> int:
    """Move an edge outwards over at most ``margin`` blank rows."""
    for _ in range(margin):
        beyond = edge - 1 if step < 0 else edge
        if not 0 <= beyond < len(rows) or rows[beyond]:
            break
        edge += step
    return edge
