"""Runs of digits with their separators: the one scan that all number rules share."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from shotveil.core.patterns import compile_late

GLUE: Final = r"[ \t\-.\u00a0\u3000\ue001]"
"""What may stand between two digits of one number (folded text: dashes and wide forms are ASCII)."""

_BETWEEN: Final = r"[ \t\-.()/\u00a0\u3000\ue001]{0,3}"
_RUN: Final = compile_late(rf"[0-9](?:{_BETWEEN}[0-9]){{4,}}")
_BEFORE: Final = "+( "


def need_digits(least: int) -> str:
    """What a line holds where a run has so many digits (see ``Rule``).

    Number rules ask for no more: needs of one build share the states of the automaton that looks for them.
    """
    return rf"\d(?:{_BETWEEN}\d){{{least - 1}}}"


@lru_cache(maxsize=2)
def _count_runs(folded: str) -> tuple[tuple[int, int, int], ...]:
    runs = []
    for match in _RUN.finditer(folded):
        start = match.start()
        while start > 0 and match.start() - start < 4 and folded[start - 1] in _BEFORE:
            start -= 1
        runs.append((start, match.end(), count_digits(match.group())))
    return tuple(runs)


def find_number_runs(folded: str, least: int = 5) -> list[tuple[int, int]]:
    """Maximal runs of at least so many digits (five or more) with up to three separators between neighbours.

    A run is widened to the left over ``+`` and ``(``, so that patterns see a country code whole.
    """
    return [(start, end) for start, end, digits in _count_runs(folded) if digits >= least]


def count_digits(text: str) -> int:
    """Number of ASCII digits."""
    return len(text) if text.isascii() and text.isdigit() else sum(map(text.count, "0123456789"))


def keep_digits(text: str) -> str:
    """The digits of ``text`` alone, in order."""
    return "".join(char for char in text if char.isdigit() and char.isascii())


def is_word_char(char: str) -> bool:
    """An ASCII letter or digit: what may not touch a number (Chinese may)."""
    return char.isascii() and char.isalnum()
