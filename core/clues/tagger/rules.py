"""Learned soft evidence for names, organizations and places: the spans of lines that stand, as candidates.

Removable: Detector(tagger=False), ``--no-tagger``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from shotveil.core.clues.context import Context
from shotveil.core.clues.person.simplified import read_simplified
from shotveil.core.clues.tagger.judged_lines import judge_lines
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

MAX_SCORE: Final = 0.3
"""A tagger's candidate never outranks a rule's."""

_SEGMENT: Final = compile_late(r"[^\n\ue000]+")
_MAX_CHARS: Final = 1000


def find_tagged(context: Context) -> Iterator[Candidate]:
    """Spans that the network tags, as soft candidates."""
    received, simple = context.text, read_simplified(context.text)
    lines = list(_read_lines(simple))
    judged = judge_lines([line for _, line in lines], context.medium)
    for offset, line in lines:
        for first, last, kind, sure in judged[line]:
            start, end = offset + first, offset + last
            yield Candidate(
                kind, start, end, received[start:end], "soft", "tagger", round(MAX_SCORE * sure, 3),
                rule=f"tagger.{kind.lower()}", evidence=(f"tagger.{kind.lower()}",),
            )  # fmt: skip


def _read_lines(text: str) -> Iterator[tuple[int, str]]:
    """Lines of a text, long ones in parts of bounded size, with their offsets."""
    for match in _SEGMENT.finditer(text):
        line = match.group()
        first = 0
        while first < len(line):
            last = first + _MAX_CHARS
            if last < len(line):
                last = line.rfind(" ", first, last) + 1 or last
            yield match.start() + first, line[first:last]
            first = last
