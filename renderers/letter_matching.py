"""The characters of a word matched to its runs of ink.

A run may be several touching letters, a letter several runs, and the reader may have left something out or
made something up.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from shotveil.renderers.letter_widths import Span

MAX_LETTERS_A_RUN = 5
MAX_RUNS_A_LETTER = 4
TOUCH_COST = 0.15
"""Cost of one more touching letter in a run, in line heights of misfit."""
TEAR_COST = 0.4
"""Cost of one more part of a letter; a tenth of it for those that do have parts."""
UNREAD_RUN_COST = 0.3
"""Cost of ink that no letter accounts for, beside its width: the reader left something out."""
UNDRAWN_LETTER_COST = 0.6
"""Cost of a letter without ink: the reader made something up."""
CENTRE_WEIGHT = 0.6
SPACE_WIDTH = 0.2
"""Blank between two words at least, and between two letters of one word at most, in line heights."""
SPACE_WEIGHT = 4.0
HIDDEN_SPACE_COST = SPACE_WEIGHT * SPACE_WIDTH
UNREAD_SPACE_COST = 0.5
"""Readers often leave a space out, so a wide blank in a word costs no more than this."""
WINDOW = 1.6
"""How far a run may lie from its letters' expected place, in line heights."""
BAND = 2.5
"""How far from a letter runs are looked at at all, in line heights."""


@dataclass(frozen=True, slots=True)
class Match:
    """Letters ``first:last`` are drawn by runs ``start:end``."""

    first: int
    last: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Letter:
    """A character that has ink.

    ``span`` is where it is expected and ``usual`` the width it commonly has (px); ``parted`` marks those of
    several parts side by side, ``spaced`` a space before it.
    """

    span: Span
    usual: float
    parted: bool
    spaced: bool


def match_letters(
    letters: Sequence[Letter], runs: Sequence[tuple[int, int]], height: float
) -> tuple[float, list[Match]]:
    """Cheapest division of letters over runs of ink, both in order and all used.

    Args:
        letters: the characters with ink; Chinese ones may fall apart into several runs at no great cost.
        runs: runs of inked columns.
        height: line height, the unit of the cost.

    Returns:
        The cost and the matches in order; infinity and no match when the two cannot be matched.
    """
    count, inks = len(letters), len(runs)
    infinite = float("inf")
    cost = [[infinite] * (inks + 1) for _ in range(count + 1)]
    came: dict[tuple[int, int], tuple[int, int]] = {}
    cost[0][0] = 0.0
    places = [(run[0] + run[1]) / 2 for run in runs]
    for i in range(count + 1):
        here = cost[i]
        low, high = 0, inks
        if 0 < i < count:
            low = bisect_left(places, letters[i].span[0] - BAND * height)
            high = bisect_right(places, letters[i].span[1] + BAND * height)
        for k in range(low, high + 1):
            base = here[k]
            if base == infinite:
                continue
            if k < inks:
                total = base + UNREAD_RUN_COST + (runs[k][1] - runs[k][0]) / height
                if total < here[k + 1]:
                    here[k + 1] = total
                    came[i, k + 1] = (i, k)
            if i < count and base + UNDRAWN_LETTER_COST < cost[i + 1][k]:
                cost[i + 1][k] = base + UNDRAWN_LETTER_COST
                came[i + 1, k] = (i, k)
            if i == count or k == inks:
                continue
            gap = (runs[k][0] - runs[k - 1][1]) / height if k and i else SPACE_WIDTH
            base += _gap_cost(gap, letters[i].spaced)
            for j, m, step in _steps(letters, runs, i, k, height):
                total = base + step
                if total < cost[j][m]:
                    cost[j][m] = total
                    came[j, m] = (i, k)
    if cost[count][inks] == infinite:
        return infinite, []
    matches, state = [], (count, inks)
    while state != (0, 0):
        previous = came[state]
        matches.append(Match(previous[0], state[0], previous[1], state[1]))
        state = previous
    return cost[count][inks], matches[::-1]


def _gap_cost(gap: float, spaced: bool) -> float:
    """A blank before a letter should be wide where the text has a space, and narrow where it has none."""
    if spaced:
        return SPACE_WEIGHT * max(0.0, SPACE_WIDTH - gap)
    return min(UNREAD_SPACE_COST, SPACE_WEIGHT * max(0.0, gap - SPACE_WIDTH))


def _steps(
    letters: Sequence[Letter], runs: Sequence[tuple[int, int]], i: int, k: int, height: float
) -> Iterator[tuple[int, int, float]]:
    """From letter ``i`` and run ``k``: the next letter and run, and the misfit of what lies between.

    Either one run draws one or several letters, or several runs draw one letter.
    """
    start, end = runs[k]
    letter = letters[i]
    left, usual, touching = letter.span[0], 0.0, 0.0
    for j in range(i + 1, min(i + MAX_LETTERS_A_RUN, len(letters)) + 1):
        last = letters[j - 1]
        usual += last.usual
        if j > i + 1:
            touching += TOUCH_COST + (HIDDEN_SPACE_COST if last.spaced else 0.0)
        misfit = _misfit(left, last.span[1], usual, start, end, height)
        if misfit is not None:
            yield j, k + 1, misfit + touching
        elif last.span[1] > end + WINDOW * height:
            break
    tear, torn, right = (TEAR_COST / 10 if letter.parted else TEAR_COST), 0.0, letter.span[1]
    for m in range(k + 2, min(k + MAX_RUNS_A_LETTER, len(runs)) + 1):
        torn += tear + _gap_cost((runs[m - 1][0] - runs[m - 2][1]) / height, False)
        misfit = _misfit(left, right, letter.usual, start, runs[m - 1][1], height)
        if misfit is None or torn > 1.0:
            break
        yield i + 1, m, misfit + torn


def _misfit(left: float, right: float, usual: float, start: int, end: int, height: float) -> float | None:
    """How badly ink ``start:end`` fits letters expected at ``left:right``; None when too far apart."""
    centre = abs(left + right - start - end) / 2
    if centre > WINDOW * height:
        return None
    inked = end - start
    return (min(abs(right - left - inked), abs(usual - inked)) + CENTRE_WEIGHT * centre) / height
