"""Where which rule need look: linear passes over a stream say which rules can find anything (see ``Rule``).

The patterns that rules need are looked for in stretches of lines, all at once (``PatternSets``), their words
in the folded text by one Aho-Corasick automaton.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

import ahocorasick_rs

from shotveil.core.clues.context import Context, Rule, Spans
from shotveil.core.patterns import compile_late
from shotveil.core.stream.model import HARD_BREAK
from shotveil.core.stream.pattern_sets import PatternSets

_ESCAPED: Final = compile_late(r"\\u([0-9a-f]{4})|\\d")
_STRETCH: Final = 1000
"""Characters from which a stretch of whole lines is looked at."""
_PART: Final = 32_768
"""Characters in which words are looked for at once."""


class Focus:
    """What a list of rules needs, made ready to look for.

    Args:
        rules: in the order in which they are asked.
    """

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._always = sum(
            1 << number
            for number, rule in enumerate(rules)
            if not (rule.needs or rule.written or rule.words or rule.labels)
        )
        self._by_label = _number(rule.labels for rule in rules)
        words = _number([word.lower() for word in rule.words] for rule in rules)
        self._by_word = [*words.values()]
        self._longest = max(map(len, words), default=0)
        self._words = ahocorasick_rs.AhoCorasick(list(words), store_patterns=False)
        needs, written = _number(rule.needs for rule in rules), _number(rule.written for rule in rules)
        self._by_need, self._by_written = [*needs.values()], [*written.values()]
        self._needs = PatternSets([to_re2(need) for need in needs])
        self._written = PatternSets([to_re2(need) for need in written])

    def find(self, context: Context) -> Iterator[tuple[int, Spans | None]]:
        """Numbers of the rules to ask, in order, each with the lines to look at (None: anywhere)."""
        everywhere, labelled = self._always, 0
        for part in self._cut(context.folded):
            for match in self._words.find_matches_as_indexes(part, overlapping=True):
                everywhere |= self._by_word[match[0]]
        for hit in context.labels:
            labelled |= self._by_label.get(hit.kind, 0)
        stretches = self._find_stretches(context)
        asked = everywhere | labelled
        for rules, _, _ in stretches:
            asked |= rules
        if len(stretches) == 1:  # most streams
            rules, start, end = stretches[0]
            whole = ((start, end),)
            for number in _list_bits(asked):
                here = whole if rules >> number & 1 else ()
                yield number, None if everywhere >> number & 1 else here
            return
        for number in _list_bits(asked):
            yield number, None if everywhere >> number & 1 else _join_stretches(stretches, number)

    def _cut(self, folded: str) -> Iterator[str]:
        """A text in parts, so that what is found in one takes little memory; no word is cut."""
        for start in range(0, len(folded), _PART):
            yield folded[start : start + _PART + self._longest]

    def _find_stretches(self, context: Context) -> list[_Stretch]:
        """Stretches of whole lines, each with the rules of which it holds a need."""
        text, folded = context.text, context.folded
        if HARD_BREAK in text:
            text, folded = text.replace(HARD_BREAK, "\n"), folded.replace(HARD_BREAK, "\n")
        found = []
        start = 0
        while start < len(text):
            end = text.find("\n", start + _STRETCH) + 1 or len(text)
            found.append((self._find_needing(text[start:end], folded[start:end]), start, end))
            start = end
        return found

    def _find_needing(self, text: str, folded: str) -> int:
        """The rules of which a need stands in a text, as written or as folded."""
        rules = 0
        for need in self._needs.find(folded):
            rules |= self._by_need[need]
        for need in self._written.find(text):
            rules |= self._by_written[need]
        return rules


_Stretch = tuple[int, int, int]
"""The rules to ask, bit by bit, and the stretch ``start:end`` of the stream."""


@lru_cache(maxsize=4_096)
def _list_bits(rules: int) -> tuple[int, ...]:
    return tuple(number for number in range(rules.bit_length()) if rules >> number & 1)


def _join_stretches(stretches: Sequence[_Stretch], number: int) -> Spans:
    """The stretches in which a rule need look; those that touch are one."""
    joined: list[tuple[int, int]] = []
    for rules, start, end in stretches:
        if rules >> number & 1:
            if joined and joined[-1][1] == start:
                start = joined.pop()[0]
            joined.append((start, end))
    return tuple(joined)


def _number(wants: Iterable[Iterable[str]]) -> dict[str, int]:
    """Each thing that rules want, with the rules that do: rule ``n`` is bit ``n``."""
    numbers: dict[str, int] = {}
    for number, wanted in enumerate(wants):
        for want in wanted:
            numbers[want] = numbers.get(want, 0) | 1 << number
    return numbers


def to_re2(need: str) -> str:
    """A need in the spelling of RE2: every digit that ``re`` knows, ``^`` and ``$`` at the ends of a line."""
    return f"(?m:{_ESCAPED.sub(_respell, need)})"


def _respell(match: re.Match[str]) -> str:
    return rf"\x{{{match[1]}}}" if match[1] else r"\p{Nd}"
