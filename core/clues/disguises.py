"""Rules over the second reading of disguised stretches, mapped back (DESIGN 5; see stream/readings.py)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from shotveil.core.clues.context import Context
from shotveil.core.records import Candidate
from shotveil.core.stream.readings import Reading, read_disguises

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
        if mapped := _map_back(candidate, reading):
            found.append(mapped)
    return found + list(_find_numbers(context, reading, found))


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
