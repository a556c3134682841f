"""Cheap first scans: where a word of a rule stands, where a long token stands. Patterns run only there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, Final

import ahocorasick_rs

from shotveil.core.patterns import compile_late

LONG_TOKEN: Final = r"[0-9A-Za-z+/=_\-.~]{24}"
"""What a line holds where a long token stands (see ``Rule``)."""

_LONG_TOKEN: Final = compile_late(LONG_TOKEN[:-1] + ",}")


@cache
def _machine(words: tuple[str, ...]) -> Any:
    return ahocorasick_rs.AhoCorasick(
        list(words), matchkind=ahocorasick_rs.MatchKind.LeftmostLongest, store_patterns=False
    )


def find_anchors(folded: str, words: tuple[str, ...]) -> Iterator[int]:
    """Offsets where one of the words begins, in order; words inside a longer one are not told apart."""
    for _, start, _ in _machine(words).find_matches_as_indexes(folded):
        yield start


def find_words(text: str, words: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """Where one of the words begins, and which."""
    for index, start, _ in _machine(words).find_matches_as_indexes(text):
        yield start, words[index]


def match_at_anchors(
    folded: str, words: tuple[str, ...], pattern: re.Pattern[str], *, apart: bool = True
) -> Iterator[re.Match[str]]:
    """Matches of ``pattern`` that begin with one of the words.

    Args:
        apart: the word may not continue a word of ASCII letters or digits.
    """
    for start in find_anchors(folded, words):
        if apart and start and folded[start - 1].isascii() and folded[start - 1].isalnum():
            continue
        match = pattern.match(folded, start)
        if match:
            yield match


def search_around_anchors(
    folded: str, words: tuple[str, ...], pattern: re.Pattern[str], before: int, after: int
) -> Iterator[re.Match[str]]:
    """Matches of ``pattern`` in a window around each word, each match once."""
    done = 0
    for start in find_anchors(folded, words):
        low = max(0, start - before, done)
        for match in pattern.finditer(folded, low, min(len(folded), start + after)):
            if match.start() <= start and match.end() > start:
                done = match.end()
                yield match


@lru_cache(maxsize=2)
def find_long_tokens(text: str) -> tuple[tuple[int, int], ...]:
    """Runs of at least 24 characters of base64, hexadecimal and dotted tokens."""
    return tuple(match.span() for match in _LONG_TOKEN.finditer(text))
