"""Where one character ends and the next begins: OCR positions corrected by the blank columns of the line.

Word gaps are matched to the spaces of the text first, then the characters of each word to its runs of ink,
by a small dynamic programme: a run may be several touching letters, a letter several runs.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

WORD_GAP_RATIO = 1.3
"""Word gaps are believed when the narrowest of them is this much wider than every other gap."""
MIN_WORD_GAP = 0.1
"""Share of the line height that a word gap has at least."""
GAP_REACH = 0.6
"""How far a word gap may lie from where the reader saw the space, in line heights."""
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
TRUSTED = (0.55, 1.7)
"""Width of a character as the reader saw it, as a share of its usual width, for its place to be believed."""
ICON_WIDTH = 0.6
ICON_GAP = 0.15
"""A last run this wide, this far from the letters before it, may be an emoji (shares of the line height)."""
ICON_BEYOND = 0.4
"""Share of an icon outside the line's box: readers do not cut their own letters like that."""
UNREAD_SPACE_COST = 0.5
"""Readers often leave a space out, so a wide blank in a word costs no more than this."""
GOOD_MATCH = 0.15
"""Cost a letter at which a match needs no rival."""
ATTACHED = 0.2
"""Unread ink within this distance of a covered letter (line heights) is taken for a part of the value."""
WINDOW = 1.6
"""How far a run may lie from its letters' expected place, in line heights."""
BAND = 2.5
"""How far from a letter runs are looked at at all, in line heights."""

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


def has_parts(character: str) -> bool:
    """True where one character may be several runs of ink: Chinese, double quotes, the like."""
    return is_wide(character) or character in '"“”…%‰'


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
        self._usual = _usual_widths(text, chars)
        self._starts = [run[0] for run in inked]
        self._words = split_words(text)
        self._word_gaps = self._match_word_gaps()
        self._matches: dict[tuple[int, int], tuple[Sequence[Span], list[_Match]]] = {}

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
            if not TRUSTED[0] <= (end - start) / self._usual[n] <= TRUSTED[1]:
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
    ) -> tuple[Sequence[Span], list[_Match]]:
        start, end = letters[0], letters[-1] + 1
        text = self._text[start:end]
        usual = _usual_widths(text, self._chars[start:end])
        best_cost, best_spans = float("inf"), tuple(self._chars[n] for n in letters)
        best: list[_Match] = []
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


@dataclass(frozen=True, slots=True)
class _Match:
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
) -> tuple[float, list[_Match]]:
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
        matches.append(_Match(previous[0], state[0], previous[1], state[1]))
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


def _usual_widths(text: str, cells: Sequence[Span]) -> tuple[float, ...]:
    """Width of each character in px as typical, at the size that the whole text has."""
    widths = [typical_width(character) for character in text]
    scale = sum(end - start for start, end in cells) / sum(widths)
    return tuple(width * scale for width in widths)


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
