"""How wide characters usually are, and where in its cell a character has ink."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import cache

Span = tuple[float, float]


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


def usual_widths(text: str, cells: Sequence[Span]) -> tuple[float, ...]:
    """Width of each character in px as typical, at the size that the whole text has."""
    widths = [typical_width(character) for character in text]
    scale = sum(end - start for start, end in cells) / sum(widths)
    return tuple(width * scale for width in widths)


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
