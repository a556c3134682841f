"""Many patterns looked for at once: which of them a text holds, in one pass a few of them.

``re2.Set`` is an automaton that reads a text once, however many patterns it has. Its states are made when a
text first needs them, and patterns that have nothing to do with each other multiply them: so each automaton
has few patterns, neighbours in the list.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

_PATTERNS: Final = 28
"""Patterns of one automaton."""
_MEMORY: Final = 8 << 20
"""Bytes that the states of one may take; it starts anew when they are full."""


class PatternSets:
    """Patterns in the syntax of RE2, ready to be looked for.

    Args:
        patterns: keep them short; long counts and lists of words make many states.
    """

    def __init__(self, patterns: Sequence[str]) -> None:
        self._sets = [
            (at, _build_set(patterns[at : at + _PATTERNS])) for at in range(0, len(patterns), _PATTERNS)
        ]
        self._size = len(patterns)

    def find(self, text: str) -> list[int]:
        """Numbers of the patterns that a text holds."""
        raw = text.encode("utf-8", "surrogatepass")
        found: list[int] = []
        for first, automaton in self._sets:
            last = min(first + _PATTERNS, self._size)
            # The last pattern matches every text: where nothing is found, the automaton has given up.
            held = automaton.Match(raw)
            found += [first + n for n in held if first + n < last] if held else range(first, last)
        return found


def _build_set(patterns: Sequence[str]) -> Any:
    import re2

    options = re2.Options()
    options.max_mem = _MEMORY
    automaton = re2.Set.SearchSet(options)
    for pattern in (*patterns, ""):
        automaton.Add(pattern)
    automaton.Compile()
    return automaton
