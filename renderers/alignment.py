"""Where one character ends and the next begins: OCR positions corrected by the blank columns of the line.

Word gaps are matched to the spaces of the text first, then the characters of each word to its runs of ink,
by a small dynamic programme: a run may be several touching letters, a letter several runs.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

WORD_GAP_RATIO = 1.3
"""Word gaps are believed when the narrowest of them is this much wider than every other gap."""
MIN_WORD_GAP = 0.1
"""Share of the line height that a word gap has at least."""
GAP_REACH = 0.6
"""How far a word gap may lie from where the reader saw the space, in line heights."""
MAX_LETTERS_A_RUN = 5
MAX_RUNS_A_LETTER = 4
MERGE_COST = 0.12
"""Cost of one more touching letter, or one more part of a letter, in line heights of misfit."""
UNREAD_RUN_COST = 0.3
"""Cost of ink that no letter accounts for, beside its width: the reader left something out."""
UNDRAWN_LETTER_COST = 0.6
"""Cost of a letter without ink: the reader made something up."""
CENTRE_WEIGHT = 0.6
ATTACHED = 0.2
"""Unread ink within this distance of a covered letter (line heights) is taken for a part of the value."""
WINDOW = 1.6
"""How far a run may lie from its letters' expected place, in line heights."""

Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Cut:
    """Blank columns ``start:end`` between two neighbouring characters.

    ``found`` is False where the characters touch and the place is only estimated.
    """

    start: float
    end: float
    found: bool = True


def spread_characters(text: str, left: float, right: float, *, equal: bool = False) -> tuple[Span, ...]:
    """Ranges of the characters of a text of which only the ends are known, by typical widths.

    ``equal`` takes the widths of a typewriter face instead of a proportional one.
    """
    widths = [typical_width(character, equal=equal) for character in text]
    scale = (right - left) / (sum(widths) or 1.0)
    ranges, position = [], left
    for width in widths:
        ranges.append((position, position + width * scale))
        position += width * scale
    return tuple(ranges)


def typical_width(character: str, *, equal: bool = False) -> float:
    """Advance of a character in ems."""
    if is_wide(character):
        return 1.0
    if equal:
        return 0.5
    if character in "iljI|!.,:;'` ":
        return 0.27
    if character in 'frt()[]-"/\\{}':
        return 0.36
    if character in "mwMW@%":
        return 0.85
    return 0.64 if character.isupper() else 0.54


@cache
def is_wide(character: str) -> bool:
    """True for Chinese and full-width characters."""
    return unicodedata.east_asian_width(character) in "WF"


class LineCuts:
    """Finds the cut before any character of one line.

    Args:
        text: what the line reads.
        chars: expected range of each character along the line (px), same length as text.
        inked: runs of columns with ink, in order, at least one.
        height: line height (px).
    """

    def __init__(
        self, text: str, chars: Sequence[Span], inked: Sequence[tuple[int, int]], height: float
    ) -> None:
        self._text = text
        self._chars = chars
        self._inked = list(inked)
        self._height = height
        self._words = split_words(text)
        self._word_gaps = self._match_word_gaps()

    def before(self, index: int, *, outward: int = 0) -> Cut:
        """The cut between characters ``index - 1`` and ``index`` (0 and len(text): the line's ends).

        ``outward`` says on which side (-1 left, 1 right) ink that the reader left out may belong to the
        value; it then lies inside the cut's far end.
        """
        inked = self._inked
        if index <= self._words[0][0]:
            return Cut(inked[0][0] - self._height, inked[0][0])
        if index >= self._words[-1][1]:
            return Cut(inked[-1][1], inked[-1][1] + self._height)
        if not self._word_gaps:
            return self._cut_inside(self._words, inked, index, outward)
        for word, (start, end) in enumerate(self._words):
            if index <= start:
                return Cut(*self._word_gaps[word - 1])
            if index < end:
                low = self._word_gaps[word - 1][1] if word else inked[0][0]
                high = self._word_gaps[word][0] if word < len(self._word_gaps) else inked[-1][1]
                runs = [run for run in inked if run[0] >= low and run[1] <= high]
                return self._cut_inside([(start, end)], runs, index, outward)
        raise AssertionError("an index inside the text lies in or before one of its words")

    def _cut_inside(
        self, words: Sequence[tuple[int, int]], runs: list[tuple[int, int]], index: int, outward: int
    ) -> Cut:
        """The cut before a character, from the cheapest match of letters and runs over all estimates."""
        start, end = words[0][0], words[-1][1]
        letters = [n for a, b in words for n in range(a, b)]
        text = self._text[start:end]
        low, high = runs[0][0], runs[-1][1]
        estimates = (
            self._chars[start:end],
            _rescale(self._chars[start:end], low, high),
            spread_characters(text, low, high),
            spread_characters(text, low, high, equal=True),
        )
        best: tuple[float, Sequence[Span], list[_Match]] | None = None
        for estimate in estimates:
            spans = [ink_of_cell(self._text[n], estimate[n - start]) for n in letters]
            wide = [is_wide(self._text[n]) for n in letters]
            matched = match_letters(spans, wide, runs, self._height)
            if matched and (best is None or matched[0] < best[0]):
                best = (matched[0], spans, matched[1])
        if best is None:
            place = min(self._chars[index - 1][1], self._chars[index][0])
            return Cut(place, place, found=False)
        ordinal = next(k for k, n in enumerate(letters) if n >= index)
        return _cut_from_matches(best[1], best[2], runs, ordinal, outward * ATTACHED * self._height)

    def _match_word_gaps(self) -> list[tuple[int, int]]:
        """One gap for each space of the text, in order, when the widths of the gaps leave no doubt."""
        gaps = [(a[1], b[0]) for a, b in zip(self._inked, self._inked[1:], strict=False)]
        count = len(self._words) - 1
        if count < 1 or len(gaps) < count:
            return []
        by_width = sorted(gaps, key=lambda gap: gap[0] - gap[1])
        chosen, others = by_width[:count], by_width[count:]
        narrowest = min(end - start for start, end in chosen)
        widest = max((end - start for start, end in others), default=0)
        if narrowest < MIN_WORD_GAP * self._height or narrowest < WORD_GAP_RATIO * widest:
            return []
        chosen.sort()
        reach = GAP_REACH * self._height
        for word, (start, end) in enumerate(chosen):
            left = self._chars[self._words[word][1] - 1][1]
            right = self._chars[self._words[word + 1][0]][0]
            if not start - reach <= (left + right) / 2 <= end + reach:
                return []
        return chosen


@dataclass(frozen=True, slots=True)
class _Match:
    """Letters ``first:last`` are drawn by runs ``start:end``."""

    first: int
    last: int
    start: int
    end: int


_STEPS = (
    *((n, 1) for n in range(1, MAX_LETTERS_A_RUN + 1)),
    *((1, n) for n in range(2, MAX_RUNS_A_LETTER + 1)),
)


def match_letters(
    spans: Sequence[Span], wide: Sequence[bool], runs: Sequence[tuple[int, int]], height: float
) -> tuple[float, list[_Match]] | None:
    """Cheapest division of letters over runs of ink, both in order and all used.

    Args:
        spans: expected range of each letter (px).
        wide: which letters are Chinese (these may fall apart into several runs at no great cost).
        runs: runs of inked columns.
        height: line height, the unit of the cost.

    Returns:
        The cost and the matches in order, or None when the two cannot be matched.
    """
    letters, inks = len(spans), len(runs)
    infinite = float("inf")
    cost = [[infinite] * (inks + 1) for _ in range(letters + 1)]
    came: dict[tuple[int, int], tuple[int, int]] = {}
    cost[0][0] = 0.0

    def reach(i: int, k: int, j: int, m: int, total: float) -> None:
        if j <= letters and m <= inks and total < cost[j][m]:
            cost[j][m] = total
            came[j, m] = (i, k)

    for i in range(letters + 1):
        for k in range(inks + 1):
            base = cost[i][k]
            if base == infinite:
                continue
            for taken, used in _STEPS:
                j, m = i + taken, k + used
                if j > letters or m > inks:
                    continue
                step = _misfit(spans[i][0], spans[j - 1][1], runs[k][0], runs[m - 1][1], height)
                if step is None:
                    continue
                loose = 0.25 if wide[i] and used > 1 else 1.0
                reach(i, k, j, m, base + step + MERGE_COST * loose * (taken + used - 2))
            if k < inks:
                reach(i, k, i, k + 1, base + UNREAD_RUN_COST + (runs[k][1] - runs[k][0]) / height)
            reach(i, k, i + 1, k, base + UNDRAWN_LETTER_COST)
    if cost[letters][inks] == infinite:
        return None
    matches, state = [], (letters, inks)
    while state != (0, 0):
        previous = came[state]
        matches.append(_Match(previous[0], state[0], previous[1], state[1]))
        state = previous
    return cost[letters][inks], matches[::-1]


def ink_of_cell(character: str, cell: Span) -> Span:
    """Where in its cell a character has ink: full-width punctuation fills only the left part of it."""
    start, end = cell
    if character in "，。、；：！？":
        return start + 0.05 * (end - start), start + 0.45 * (end - start)
    if character in "）】》」":
        return start, start + 0.5 * (end - start)
    if character in "（【《「":
        return start + 0.5 * (end - start), end
    return cell


def _misfit(left: float, right: float, start: int, end: int, height: float) -> float | None:
    centre = abs((left + right) - (start + end)) / 2 / height
    if centre > WINDOW:
        return None
    bearing = 0.06 * height
    width = abs((right - left - 2 * bearing) - (end - start)) / height
    return width + CENTRE_WEIGHT * centre


def _cut_from_matches(
    spans: Sequence[Span],
    matches: Sequence[_Match],
    runs: Sequence[tuple[int, int]],
    ordinal: int,
    attached: float,
) -> Cut:
    """The blank before letter ``ordinal``; ``attached`` (signed px) draws in unread ink on that side."""
    for match in matches:
        if match.first < ordinal < match.last:
            left, right = spans[match.first][0], spans[match.last - 1][1]
            share = (spans[ordinal][0] - left) / max(1.0, right - left)
            start, end = runs[match.start][0], runs[match.end - 1][1]
            middle = start + share * (end - start)
            return Cut(middle, middle, found=False)
    drawn = [match for match in matches if match.end > match.start and match.last > match.first]
    last = max((match.end - 1 for match in drawn if match.last <= ordinal), default=-1)
    first = min((match.start for match in drawn if match.first >= ordinal), default=len(runs))
    if attached > 0:
        while last + 1 < first and last >= 0 and runs[last + 1][0] - runs[last][1] <= attached:
            last += 1
        first = last + 1
    elif attached < 0:
        while first - 1 > last and first < len(runs) and runs[first][0] - runs[first - 1][1] <= -attached:
            first -= 1
        last = first - 1
    start = runs[last][1] if last >= 0 else runs[0][0]
    end = runs[first][0] if first < len(runs) else runs[-1][1]
    return Cut(start, end)


def _rescale(spans: Sequence[Span], low: float, high: float) -> tuple[Span, ...]:
    first, last = spans[0][0], spans[-1][1]
    scale = (high - low) / max(1.0, last - first)
    return tuple((low + (a - first) * scale, low + (b - first) * scale) for a, b in spans)


def split_words(text: str) -> list[tuple[int, int]]:
    """Ranges of the runs of characters that are not blank (the whole text when all are blank)."""
    words: list[tuple[int, int]] = []
    start = -1
    for index, character in enumerate(text + " "):
        if character.isspace():
            if start >= 0:
                words.append((start, index))
            start = -1
        elif start < 0:
            start = index
    return words or [(0, len(text))]
