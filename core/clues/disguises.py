"""Rules over the second reading of disguised stretches, mapped back (DESIGN 5; see stream/readings.py)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from shotveil.core.clues.context import Context
from shotveil.core.clues.person.words import read_word
from shotveil.core.clues.person.wrapped_en import begins_person
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate
from shotveil.core.stream.readings import Reading, read_disguises

_WORD: Final = compile_late(r"[A-Za-z]+")
_LEAST_DIGITS: Final = 8

MakeContext = Callable[[Reading], Context]
FindCandidates = Callable[[Context], list[Candidate]]


def find_disguised(context: Context, make_context: MakeContext, find: FindCandidates) -> list[Candidate]:
    """Candidates that only the second reading shows.

    Their span is that of the received characters; their text is what was read.
    """
    reading = read_disguises(context.stream)
    if reading is None:
        return []
    found = []
    for candidate in find(make_context(reading)):
        mapped = _map_back(candidate, reading)
        if mapped and not _joins_people(context.text, mapped):
            found.append(mapped)
    return found + list(_find_numbers(context, reading, found))


def _joins_people(text: str, candidate: Candidate) -> bool:
    """Whether a name over a line end would be one person's given name and the next one's."""
    if candidate.type != "NAME" or not candidate.text.isascii():
        return False
    end = text.find("\n", candidate.start, candidate.end)
    word = _WORD.search(text, end + 1, candidate.end) if end >= 0 else None
    return word is not None and begins_person(text, read_word(text, *word.span()))


def _find_numbers(context: Context, reading: Reading, found: list[Candidate]) -> Iterator[Candidate]:
    """Disguised runs of digits that no rule named: who spells a number out hides it."""
    for (start, end), (low, high) in zip(reading.spans, reading.changed, strict=True):
        value = reading.stream.text[low:high]
        if high - low == end - start or "\n" in context.text[start:end]:  # no digit was hidden
            continue
        if sum(map(str.isdigit, value)) < _LEAST_DIGITS or any(map(str.isalpha, value)):
            continue
        if not any(c.start < end and start < c.end for c in found):
            rule = "number.disguised"
            yield Candidate("NUM", start, end, value, "soft", "format", 0.3, rule, (rule, "reading.disguise"))


def _map_back(candidate: Candidate, reading: Reading) -> Candidate | None:
    index = max(bisect_right(reading.changed, candidate.start, key=lambda span: span[0]) - 1, 0)
    touched = [
        number
        for number in range(index, len(reading.changed))
        if reading.changed[number][0] < candidate.end and candidate.start < reading.changed[number][1]
    ]
    if not touched:
        return None
    start, end = reading.origin[candidate.start], reading.origin[candidate.end - 1] + 1
    last = touched[-1]
    if candidate.end == reading.changed[last][1]:
        end = max(end, reading.spans[last][1])
    if start < 0 or end <= start:
        return None
    rule = candidate.rule
    return replace(
        candidate, start=start, end=end, evidence=(*candidate.evidence, "reading.disguise"), rule=rule
    )
