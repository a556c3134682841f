"""Where which rule need look: linear passes over a stream say which rules can find anything (see ``Rule``).

The patterns that rules need are looked for in stretches of lines, all at once (``PatternSets``), their words
in the folded text by one Aho-Corasick automaton.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import ahocorasick_rs

from shotveil.core.clues.context import Context, Rule, Spans
from shotveil.core.stream.model import HARD_BREAK
from shotveil.core.stream.pattern_sets import PatternSets

_ESCAPED: Final = re.compile(r"\\u([0-9a-f]{4})|\\d")
_STRETCH: Final = 1000
"""Characters from which a stretch of whole lines is looked at."""


class Focus:
    """What a list of rules needs, made ready to look for.

    Args:
        rules: in the order in which they are asked.
    """

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._always = [
            number
            for number, rule in enumerate(rules)
            if not (rule.needs or rule.written or rule.words or rule.labels)
        ]
        self._by_label = _number(rule.labels for rule in rules)
        words = _number([word.lower() for word in rule.words] for rule in rules)
        self._by_word = [*words.values()]
        self._words = ahocorasick_rs.AhoCorasick(list(words), store_patterns=False)
        needs, written = _number(rule.needs for rule in rules), _number(rule.written for rule in rules)
        self._by_need, self._by_written = [*needs.values()], [*written.values()]
        self._needs = PatternSets([to_re2(need) for need in needs])
        self._written = PatternSets([to_re2(need) for need in written])

    def find(self, context: Context) -> Iterator[tuple[int, Spans | None]]:
        """Numbers of the rules to ask, in order, each with the lines to look at (None: anywhere)."""
        asked: dict[int, Spans | None] = dict.fromkeys(self._always)
        for number, lines in self._find_lines(context).items():
            asked[number] = tuple(lines)
        for word in {
            word for word, *_ in self._words.find_matches_as_indexes(context.folded, overlapping=True)
        }:
            asked.update(dict.fromkeys(self._by_word[word]))
        for kind in {hit.kind for hit in context.labels}:
            for number in self._by_label.get(kind, ()):
                asked.setdefault(number, ())
        for number in sorted(asked):
            yield number, asked[number]

    def _find_lines(self, context: Context) -> dict[int, list[tuple[int, int]]]:
        """By the number of a rule, stretches of lines that hold what it needs; those that touch are one."""
        found: dict[int, list[tuple[int, int]]] = {}
        text, folded = context.text, context.folded
        if HARD_BREAK in text:
            text, folded = text.replace(HARD_BREAK, "\n"), folded.replace(HARD_BREAK, "\n")
        start = 0
        while start < len(text):
            end = text.find("\n", start + _STRETCH) + 1 or len(text)
            for number in self._find_needing(text[start:end], folded[start:end]):
                lines = found.setdefault(number, [])
                if lines and lines[-1][1] == start:
                    lines[-1] = (lines[-1][0], end)
                else:
                    lines.append((start, end))
            start = end
        return found

    def _find_needing(self, text: str, folded: str) -> set[int]:
        """Numbers of the rules of which a need stands in a text, as written or as folded."""
        numbers: set[int] = set()
        for need in self._needs.find(folded):
            numbers.update(self._by_need[need])
        for need in self._written.find(text):
            numbers.update(self._by_written[need])
        return numbers


def _number(wants: Iterable[Iterable[str]]) -> dict[str, list[int]]:
    """Each thing that rules want, with the numbers of the rules that do."""
    numbers: dict[str, list[int]] = {}
    for number, wanted in enumerate(wants):
        for want in wanted:
            numbers.setdefault(want, []).append(number)
    return numbers


def to_re2(need: str) -> str:
    """A need in the spelling of RE2: every digit that ``re`` knows, ``^`` and ``$`` at the ends of a line."""
    return f"(?m:{_ESCAPED.sub(_respell, need)})"


def _respell(match: re.Match[str]) -> str:
    return rf"\x{{{match[1]}}}" if match[1] else r"\p{Nd}"
