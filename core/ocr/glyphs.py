"""Where each character of a line stands: the recognizer's rough places, refined by ink.

A recognizer places a character to within half its width. The ink tells the rest: a line is cut between
neighbouring characters where least ink crosses the cut and the pieces lie best around the rough places.
"""

from __future__ import annotations

import unicodedata
from itertools import pairwise
from typing import TYPE_CHECKING

from shotveil.core.geometry import Box
from shotveil.core.ocr.crops import Crop
from shotveil.core.ocr.ink import Interval, find_ink, ink_rows
from shotveil.core.ocr.reader import ReadLine

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Mask = NDArray[np.bool_]
    Numbers = NDArray[np.float64]
    Columns = NDArray[np.int64]

_INK_WEIGHT = 6.0
"""What it costs to cut through a full line height of ink, against squared shares of a character width."""
_WIDER, _NARROWER = 0.7, 0.13
"""Weights of a piece's width against the expected one: two glyphs in one piece are worse than a thin one."""
_EMPTY_PIECE = 25.0
"""What a character without ink costs: dearer than any cut, yet finite, for text that is not all there."""
_NARROW = frozenset("iIl1`|jtfr")


def glyph_boxes(crop: Crop, seen: ReadLine) -> tuple[Box, ...]:
    """One box a character of ``seen.text``, px of the picture, in order and without overlap.

    Left and right are tight to the glyph's ink, top and bottom are the line's ink. Where the line shows
    no ink or its characters cannot be told apart, boxes share the line's width in proportion, so that
    together they always cover it.
    """
    height, width = crop.pixels.shape[:2]
    ink = find_ink(crop.pixels)
    top, bottom = ink_rows(ink) or (0, height)
    spans = _spans(seen, ink.sum(axis=0).astype(float) / max(1, bottom - top), width)
    return tuple(crop.box_in_picture(left, top, right, bottom) for left, right in spans)


def place_in_word(word: str, left: float, right: float, inked: Mask) -> list[float]:
    """Centres (px) of a word's characters from its extent alone.

    Where the ink falls into as many pieces as the word has characters each is one; else they share the
    extent in proportion to their usual widths.

    Args:
        word: characters without spaces, or spaces only.
        left, right: extent of the word, px of the crop.
        inked: for each column of the crop, whether it holds ink.
    """
    import numpy as np

    start = int(left)
    steps = np.diff(np.concatenate(([0], inked[start : int(right + 1)].astype(np.int8), [0])))
    begins, ends = np.flatnonzero(steps == 1), np.flatnonzero(steps == -1)
    if len(begins) == len(word):
        return [start + (float(a) + float(b)) / 2 for a, b in zip(begins, ends, strict=True)]
    spans = _proportional([_relative_width(char) for char in word], left, right)
    return [(a + b) / 2 for a, b in spans]


def _spans(seen: ReadLine, profile: Numbers, width: int) -> list[Interval]:
    """Left and right of each character, px of the crop."""
    shares = [_relative_width(char) for char in seen.text]
    inked = [index for index, char in enumerate(seen.text) if not char.isspace()]
    filled = profile.nonzero()[0]
    if not inked or filled.size == 0:
        return _proportional(shares, 0, width)
    start, end = int(filled[0]), int(filled[-1]) + 1
    if end - start < 2 * len(inked):
        return _proportional(shares, start, end)
    if seen.centers is None:
        spans = _proportional(shares, start, end)
        centers = [(left + right) / 2 for left, right in spans]
    else:
        centers = [center * width for center in seen.centers]
    cuts = cut_pieces(
        [centers[index] for index in inked], [shares[index] for index in inked], profile, start, end
    )
    return _with_spaces(seen.text, [_tighten(profile, a, b) for a, b in pairwise(cuts)])


def cut_pieces(
    centers: list[float], shares: list[float], profile: Numbers, start: int, end: int
) -> list[int]:
    """Cuts around every character: least ink crossed, pieces centred where the characters were seen.

    A shortest path over the columns: the state is the place of a cut, a step is one character.
    """
    import numpy as np

    unit = (end - start) / sum(shares)
    crossing = _INK_WEIGHT * np.append(profile, 0.0)
    windows = _windows(centers, unit, start, end)
    first, last = _nearest_ink(profile)
    # Few widths are expected, and judging a width costs more than looking it up.
    judged = {share: _judge_widths(max(1.0, share * unit), profile.size) for share in set(shares)}
    cost = np.zeros(1)
    back = []
    for index, center in enumerate(centers):
        # A piece is judged by the ink in it: a space beside a character belongs to no character.
        left, right = first[windows[index]][:, None], last[windows[index + 1]]
        half = 0.5 / max(1.0, shares[index] * unit)
        total = (left - 2 * center) * half + right * half
        total *= total
        wide = right - left
        total += judged[shares[index]][wide]
        np.copyto(total, _EMPTY_PIECE, where=wide <= 0)
        total += cost[:, None]
        back.append(total.argmin(axis=0))
        cost = total.min(axis=0)
        if index + 1 < len(centers):
            cost += crossing[windows[index + 1]]
    choice = int(cost.argmin())
    cuts = [windows[-1].start + choice]
    for index in range(len(centers) - 1, -1, -1):
        choice = int(back[index][choice])
        cuts.append(windows[index].start + choice)
    return cuts[::-1]


def _judge_widths(expected: float, most: int) -> Numbers:
    """What it costs that a character's ink is 0 to ``most`` px wide."""
    import numpy as np

    ratio = np.log(np.maximum(np.arange(most + 2), 0.25) / expected)
    return np.asarray(np.where(ratio > 0, _WIDER, _NARROWER) * ratio**2, np.float64)


def _nearest_ink(profile: Numbers) -> tuple[Columns, Columns]:
    """For each column boundary: the next inked column at or after it, and one past the last before it."""
    import numpy as np

    columns = np.arange(profile.size)
    after = np.where(profile > 0, columns, profile.size)
    first = np.append(np.minimum.accumulate(after[::-1])[::-1], profile.size)
    before = np.where(profile > 0, columns + 1, -1)
    last = np.append(-1, np.maximum.accumulate(before))
    return first, last


def _windows(centers: list[float], unit: float, start: int, end: int) -> list[slice]:
    """Columns where each cut may lie: around the midpoint of two neighbours, ends fixed."""
    windows = [slice(start, start + 1)]
    for left, right in pairwise(centers):
        reach = max(3.0, 0.75 * unit, 0.6 * (right - left))
        middle = (left + right) / 2
        low, high = max(start, round(middle - reach)), min(end, round(middle + reach))
        if low > high:
            low = high = min(max(low, start), end)
        windows.append(slice(low, high + 1))
    windows.append(slice(end, end + 1))
    return windows


def _tighten(profile: Numbers, left: int, right: int) -> Interval:
    filled = profile[left:right].nonzero()[0]
    if filled.size == 0:
        return (left, max(right, left + 1))
    return (left + int(filled[0]), left + int(filled[-1]) + 1)


def _with_spaces(text: str, spans: list[Interval]) -> list[Interval]:
    """Spans of all characters: a run of spaces shares the gap between its neighbours."""
    result: list[Interval] = []
    inked = iter(spans)
    following: Interval | None = next(inked, None)
    index = 0
    while index < len(text):
        if not text[index].isspace():
            if following is None:
                raise ValueError("fewer spans than characters")
            result.append(following)
            following = next(inked, None)
            index += 1
            continue
        run = 1
        while index + run < len(text) and text[index + run].isspace():
            run += 1
        left = result[-1][1] if result else (following[0] if following else 0)
        right = following[0] if following else left
        width = max(0, right - left) / run
        result += [(left + width * i, left + width * (i + 1)) for i in range(run)]
        index += run
    return result


def _proportional(shares: list[float], start: float, end: float) -> list[Interval]:
    total = sum(shares) or 1.0
    spans = []
    left = float(start)
    for share in shares:
        right = left + (end - start) * share / total
        spans.append((left, right))
        left = right
    return spans


def _relative_width(char: str) -> float:
    """Rough advance of a character in units of a Latin letter."""
    if unicodedata.category(char)[0] in "PZ" or char in _NARROW:
        return 0.5
    if unicodedata.east_asian_width(char) in "WF":
        return 1.8
    if char in "mwMW@%":
        return 1.5
    return 1.15 if char.isupper() else 1.0
