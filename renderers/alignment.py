"""Where one character ends and the next begins: OCR positions corrected by the blank columns of the line.

Word gaps are matched to the spaces of the text first, then the characters of each word to its runs of ink.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from unicodedata import category

from shotveil.renderers.letter_matching import SPACE_WIDTH, Letter, Match, match_letters
from shotveil.renderers.letter_widths import (
    Span,
    has_parts,
    ink_of_cell,
    spread_characters,
    usual_widths,
)

WORD_GAP_RATIO = 1.3
"""Word gaps are believed when the narrowest of them is this much wider than every other gap."""
MIN_WORD_GAP = 0.1
"""Share of the line height that a word gap has at least."""
GAP_REACH = 0.6
"""How far a word gap may lie from where the reader saw the space, in line heights."""
TRUSTED = (0.55, 1.7)
"""Width of a character as the reader saw it, as a share of its usual width, for its place to be believed."""
ICON_WIDTH = 0.6
ICON_GAP = 0.15
"""A last run this wide, this far from the letters before it, may be an emoji (shares of the line height)."""
ICON_BEYOND = 0.4
"""Share of an icon outside the line's box: readers do not cut their own letters like that."""
GOOD_MATCH = 0.15
"""Cost a letter at which a match needs no rival."""
ATTACHED = 0.2
"""Unread ink within this distance of a covered letter (line heights) is taken for a part of the value."""


@dataclass(frozen=True, slots=True)
class Cut:
    """Blank columns ``start:end`` between two neighbouring characters.

    ``found`` is False where the characters touch and the place is only estimated.
    """

    start: float
    end: float
    found: bool = True


class LineCuts:
    """Finds the cut before any character of one line.

    Args:
        text: what the line reads.
        chars: expected range of each character along the line (px), same length as text.
        inked: runs of columns with ink, in order, at least one.
        height: line height (px).
        right: where the line's box ends (px).
        seen: whether a reader saw the ranges, or they are only spread by typical widths.
    """

    def __init__(
        self,
        text: str,
        chars: Sequence[Span],
        inked: Sequence[tuple[int, int]],
        height: float,
        right: float,
        *,
        seen: bool = True,
    ) -> None:
        self._seen = seen
        self._right = right
        self._text = text
        self._chars = chars
        self._inked = list(inked)
        self._height = height
        self._usual = usual_widths(text, chars)
        self._starts = [run[0] for run in inked]
        self._words = split_words(text)
        self._word_gaps = self._match_word_gaps()
        self._matches: dict[tuple[int, int], tuple[Sequence[Span], list[Match]]] = {}

    def before(self, index: int, *, outward: int = 0) -> Cut:
        """The cut between characters ``index - 1`` and ``index`` (0 and len(text): the line's ends).

        ``outward`` says on which side (-1 left, 1 right) ink that the reader left out may belong to the
        value; it then lies inside the cut's far end.
        """
        inked = self._inked
        if index <= self._words[0][0]:
            return Cut(inked[0][0] - self._height, inked[0][0])
        if index >= self._words[-1][1]:
            last = self._last_run()
            return Cut(
                inked[last][1], inked[last + 1][0] if last + 1 < len(inked) else inked[-1][1] + self._height
            )
        trusted = self._trusted_cut(index) if self._seen else None
        if trusted:
            return trusted
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

    def _trusted_cut(self, index: int) -> Cut | None:
        """The blank where the reader put the cut, if both characters beside it have ordinary widths there."""
        before = index - 1
        while self._text[before].isspace():
            before -= 1
        after = index
        while self._text[after].isspace():
            after += 1
        for n in (before, after):
            start, end = self._chars[n]
            # A mark's ink is narrower than its cell, that of a wide colon by far.
            mark = category(self._text[n])[0] == "P"
            if not (mark or TRUSTED[0] <= (end - start) / self._usual[n]):
                return None
            if (end - start) / self._usual[n] > TRUSTED[1]:
                return None
        left, right = self._chars[before], self._chars[after]
        place = bisect_right(self._starts, (left[1] + right[0]) / 2)
        if not 0 < place < len(self._inked):
            return None
        start, end = self._inked[place - 1][1], self._inked[place][0]
        spaced = after > before + 1
        fits = end - start >= SPACE_WIDTH * self._height if spaced else end - start < GAP_REACH * self._height
        touches = start - 2 <= left[1] and right[0] <= end + 2 and left[0] < start and end < right[1]
        return Cut(start, end) if fits and touches else None

    def _last_run(self) -> int:
        """The line's last run of ink, or the one before it where the last is an icon that nobody read.

        An icon is as wide as the line is high, stands apart, is cut by the reader's line box, and the line
        is as long as its text usually is without it. Anything less sure belongs to the text.
        """
        inked, height = self._inked, self._height
        if len(inked) < 2 or not self._seen:
            return len(inked) - 1
        start, end = inked[-1]
        apart = end - start >= ICON_WIDTH * height and start - inked[-2][1] >= ICON_GAP * height
        cut = end - self._right >= ICON_BEYOND * (end - start)
        if not apart or not cut:
            return len(inked) - 1
        usual = sum(self._usual[self._words[0][0] : self._words[-1][1]])
        without, including = inked[-2][1] - inked[0][0], end - inked[0][0]
        return len(inked) - (2 if abs(without - usual) < abs(including - usual) else 1)

    def _cut_inside(
        self, words: Sequence[tuple[int, int]], runs: list[tuple[int, int]], index: int, outward: int
    ) -> Cut:
        """The cut before a character, from the cheapest match of letters and runs over all estimates."""
        letters = [n for a, b in words for n in range(a, b)]
        key = (letters[0], letters[-1])
        if key not in self._matches:
            self._matches[key] = self._match(letters, runs)
        spans, matches = self._matches[key]
        if not matches:
            place = min(self._chars[index - 1][1], self._chars[index][0])
            return Cut(place, place, found=False)
        ordinal = next(k for k, n in enumerate(letters) if n >= index)
        return _cut_from_matches(spans, matches, runs, ordinal, outward * ATTACHED * self._height)

    def _match(
        self, letters: Sequence[int], runs: Sequence[tuple[int, int]]
    ) -> tuple[Sequence[Span], list[Match]]:
        start, end = letters[0], letters[-1] + 1
        text = self._text[start:end]
        usual = usual_widths(text, self._chars[start:end])
        best_cost, best_spans = float("inf"), tuple(self._chars[n] for n in letters)
        best: list[Match] = []
        for cells in self._estimate(start, end, runs):
            spans = tuple(ink_of_cell(self._text[n], cells[n - start]) for n in letters)
            drawn = [
                Letter(span, usual[n - start], has_parts(self._text[n]), self._text[max(0, n - 1)].isspace())
                for n, span in zip(letters, spans, strict=True)
            ]
            cost, matches = match_letters(drawn, runs, self._height)
            if cost < best_cost:
                best_cost, best_spans, best = cost, spans, matches
            if cost < GOOD_MATCH * len(letters):
                break
        return best_spans, best

    def _estimate(self, start: int, end: int, runs: Sequence[tuple[int, int]]) -> Iterator[Sequence[Span]]:
        """Guesses where characters ``start:end`` stand, likeliest first."""
        text, low, high = self._text[start:end], runs[0][0], runs[-1][1]
        yield self._chars[start:end]
        yield _rescale(self._chars[start:end], low, high)
        if not self._seen:
            yield spread_characters(text, low, high, equal=True)

    def _match_word_gaps(self) -> list[tuple[int, int]]:
        """One gap for each space of the text, in order, when the widths of the gaps leave no doubt."""
        gaps = [(a[1], b[0]) for a, b in pairwise(self._inked)]
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


def _cut_from_matches(
    spans: Sequence[Span],
    matches: Sequence[Match],
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
