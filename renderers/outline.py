"""Letters that reach beyond the region they were erased in: their outline would show what they were."""

from __future__ import annotations

import numpy as np

from shotveil.core.geometry import Quad, enclosing_box
from shotveil.renderers.backdrop import find_middle
from shotveil.renderers.ink import Pixels, find_runs, measure_difference

REACH = 0.3
"""How far from a region its background is looked at, as a share of the region's height."""
STRONG = 48
"""Difference from the background (levels) that an outline can be read by."""
ALIKE = 40
"""Pixels of one letter differ by no more than this."""
LETTER_SHARE = 0.05
"""Share of a region's columns in which ink runs on, from which letters can be told."""
LEAST = 6
"""Fewer px than this tell no letter."""
ONE_COLOUR = 0.8
"""Share of the crossing ink that is of one colour; photographs have no such ink."""
QUIET_SHARE = 0.8
"""Share of neighbouring pixels farther out that are alike: in noise no letter is told from its ground."""
RULE_SHARE = 0.6
"""Ink in this share of a region's columns at a stretch is an edge too."""
RULE_LENGTH = 2.5
"""Ink that runs on for more than this many heights at a stretch is an edge (a border, a box), no letter."""


def shows_outline(before: Pixels, after: Pixels, region: Quad) -> bool:
    """True when ink runs on over the upper or lower side of a region, in one colour, and is still there.

    Each column is compared with the background beyond it, so that a gradient is none. Narrow regions and
    those at the picture's edge have nothing to compare with.

    Args:
        before: the picture as it was, (H, W, 3).
        after: the picture as erased.
        region: an upright region, px.
    """
    height, width = before.shape[:2]
    box = enclosing_box(region).clipped(width, height)
    top, bottom, columns = int(box.top), int(box.bottom), slice(int(box.left), int(box.right))
    reach = max(4, round(REACH * (bottom - top)))
    sides = ((top, top - 1, top - 1 - reach), (bottom - 1, bottom, bottom + reach))
    inside = [side for side in sides if min(side) >= 0 and max(side) < height]
    return any(_runs_on(before, after, columns, bottom - top, side) for side in inside)


def _runs_on(before: Pixels, after: Pixels, columns: slice, tall: int, rows: tuple[int, int, int]) -> bool:
    """True when letters cross the side of a region that is ``tall`` px high.

    ``rows``: the last row within, the first one beyond, and one farther out for the background.
    """
    beyond = rows[1]
    inner, outer, ground = (before[row, columns].astype(np.int16) for row in rows)
    if len(ground) < LEAST or (np.abs(np.diff(ground, axis=0)).max(axis=1) <= ALIKE).mean() < QUIET_SHARE:
        return False
    left = (after[beyond, columns] == before[beyond, columns]).all(axis=1)
    inked = (np.abs(inner - ground).max(axis=1) > STRONG) & (np.abs(outer - ground).max(axis=1) > STRONG)
    crossing = inked & left
    longest = max((end - start for start, end in find_runs(crossing)), default=0)
    if crossing.sum() < max(LEAST, LETTER_SHARE * len(crossing)) or not 0 < longest <= min(
        RULE_LENGTH * tall, RULE_SHARE * len(crossing)
    ):
        return False
    row = before[beyond, columns]
    ink, between = find_middle(row[crossing]).colour, find_middle(row[~crossing]).colour
    if max(abs(a - b) for a, b in zip(ink, between, strict=True)) <= STRONG:
        return False  # what differs is the row farther out: another line's letters
    return bool((measure_difference(row[crossing], ink) <= ALIKE).mean() >= ONE_COLOUR)
