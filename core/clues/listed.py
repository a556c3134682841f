"""Values that a deny list names, at every place that its entry speaks of (DESIGN 5)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from shotveil.core.clues.context import Context
from shotveil.core.policy import ListEntry
from shotveil.core.records import Candidate
from shotveil.core.stream.characters import fold_text


def find_denied(context: Context, entries: tuple[ListEntry, ...]) -> Iterator[Candidate]:
    """Hard candidates for the values and patterns of deny entries; their path and field are judged later."""
    for entry in entries:
        for start, end in _find_places(context, entry):
            text = context.text[start:end]
            rules = ("list.deny",)
            yield Candidate(entry.type, start, end, text, "hard", "literal", 0.9, "list.deny", rules)


def find_kept(context: Context, entries: tuple[ListEntry, ...]) -> Iterator[tuple[int, int, ListEntry]]:
    """Places of the values and patterns of allow entries: what lies inside one is kept with it."""
    for entry in entries:
        for start, end in _find_places(context, entry):
            yield start, end, entry


def _find_places(context: Context, entry: ListEntry) -> Iterator[tuple[int, int]]:
    if entry.value:
        value = fold_text(entry.value)
        start = context.folded.find(value)
        while start >= 0:
            end = start + len(value)
            if _is_whole(context.folded, start, end):
                yield start, end
            start = context.folded.find(value, start + 1)
    elif entry.pattern:
        for match in re.finditer(entry.pattern, context.text):
            if match.end() > match.start():
                yield match.span()


def _is_whole(folded: str, start: int, end: int) -> bool:
    """A listed word is no part of a longer word; Chinese characters join nothing."""
    edges = ((start - 1, start), (end, end - 1))
    return not any(
        0 <= outside < len(folded) and _is_latin(folded[outside]) and _is_latin(folded[inside])
        for outside, inside in edges
    )


def _is_latin(char: str) -> bool:
    return char.isalnum() and char < "\u2e80"
