"""Values that a deny list names, at every place that its entry speaks of (DESIGN 5)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from shotveil.core.clues.context import Context
from shotveil.core.clues.session import LEAST_TORN
from shotveil.core.patterns import compile_late
from shotveil.core.policy import JOINT, JOINTS, ListEntry
from shotveil.core.records import Candidate
from shotveil.core.stream.characters import fold_text
from shotveil.core.stream.model import HARD_BREAK

_FIELD: Final = compile_late(f"[^{HARD_BREAK}]+")
_LINE: Final = compile_late(f"[^{HARD_BREAK}\\r\\n]+")
_GROUP: Final = r"[ .\-\u00a0]?"
_LONG_NUMBER: Final = 6
"""Digits from which a number is recognised in other groups."""

_OUTER_KEY: Final = compile_late(r"[ \t]*(?:- )?[\"']?([\w.\-]+)[\"']?[ \t]*:[ \t]*(?:#.*)?\r?\Z")
"""A key whose value is what lies below it."""
_OUTER_REACH: Final = 20_000
"""Characters before a place in which its outer keys are looked for."""
_WRAPPED: Final = 2
"""Lines of a denied value that is wrapped; more are a pattern that runs on."""


def find_denied(context: Context, entries: tuple[ListEntry, ...]) -> Iterator[tuple[Candidate, ListEntry]]:
    """Hard candidates for the values and patterns of deny entries; their path and field are judged later.

    A value is meant however it is joined: ``Project Nightjar`` is ``project_nightjar`` too. In a picture a
    reader may have put one blank into it: ``Project Night jar``. What a pattern fits may be wrapped: it may
    run from one line of a field into the next.
    """
    for entry in entries:
        if entry.value:
            places = list(_find_joined(context, entry.value))
        else:
            places = [*_find_fits(context.text, entry.pattern), *_find_wrapped(context.text, entry.pattern)]
        for start, end in places:
            text = context.text[start:end]
            rules = ("list.deny",)
            if entry.value and not replace(entry, value="", path="", field="", rule="").fits(
                entry.type, text, "", (), ()
            ):
                continue
            yield Candidate(entry.type, start, end, text, "hard", "literal", 0.9, "list.deny", rules), entry


def find_kept(context: Context, entries: tuple[ListEntry, ...]) -> Iterator[tuple[int, int, ListEntry]]:
    """Places of the values and patterns of allow entries: what lies inside one is kept with it."""
    for entry in entries:
        for start, end in _find_places(context.text, context.folded, entry):
            yield start, end, entry


def find_kept_spans(text: str, entries: tuple[ListEntry, ...], path: str) -> list[tuple[int, int]]:
    """Places in a text of the values and patterns that are kept wherever they stand in this file.

    An entry that asks for a field or a rule is none: a released text does not tell them.
    """
    folded = fold_text(text)
    return [
        span
        for entry in entries
        if not entry.field and not entry.rule and entry.speaks_of(path, ())
        for span in _find_places(text, folded, entry)
    ]


def _find_places(text: str, folded: str, entry: ListEntry) -> Iterator[tuple[int, int]]:
    if entry.value:
        value = fold_text(entry.value)
        start = folded.find(value)
        while start >= 0:
            end = start + len(value)
            if _is_whole(folded, start, end):
                yield start, end
            start = folded.find(value, start + 1)
    elif entry.pattern:
        yield from _find_fits(text, entry.pattern)


def find_outer_keys(text: str, at: int) -> tuple[str, ...]:
    """Keys that a place lies below in indented text (``containers:`` in YAML), the nearest first."""
    lines = text[max(text.rfind(HARD_BREAK, 0, at) + 1, at - _OUTER_REACH) : at].split("\n")
    depth = _read_depth(lines.pop())
    keys = []
    while lines and depth:
        line = lines.pop()
        if not line.strip() or _read_depth(line) >= depth:
            continue
        depth = _read_depth(line)
        if key := _OUTER_KEY.match(line):
            keys.append(key[1])
    return tuple(keys)


def _read_depth(line: str) -> int:
    """Blanks before a line; an item of a list lies a little deeper than its dash."""
    blanks = len(line) - len(line.lstrip())
    return blanks + 1 if line[blanks : blanks + 2] in ("- ", "-") else blanks


def _find_fits(text: str, pattern: str, within: re.Pattern[str] = _LINE) -> Iterator[tuple[int, int]]:
    """Places of a pattern, each inside one line of one field: ``^``, ``$`` and ``.*`` end with it."""
    compiled = re.compile(pattern)
    for stretch in within.finditer(text):
        for match in compiled.finditer(stretch.group()):
            if match.end() > match.start():
                yield stretch.start() + match.start(), stretch.start() + match.end()


def _find_wrapped(text: str, pattern: str) -> Iterator[tuple[int, int]]:
    """Places of a pattern that hold one line end of their field."""
    for start, end in _find_fits(text, pattern, _FIELD):
        if len(_LINE.findall(text, start, end)) == _WRAPPED:
            yield start, end


def _find_joined(context: Context, value: str) -> Iterator[tuple[int, int]]:
    torn = context.medium == "image" and sum(map(str.isalpha, value)) >= LEAST_TORN
    pieces = len(JOINTS.split(value)) + 1
    for match in _joined_pattern(value, torn).finditer(context.folded):
        is_near = not torn or len(match.group().split()) <= pieces
        if is_near and _is_whole(context.folded, *match.span()):
            yield match.span()


@lru_cache(maxsize=1024)
def _joined_pattern(value: str, torn: bool) -> re.Pattern[str]:
    """The words of a value with any blank, joint or nothing between them; digits in any groups.

    With ``torn`` a blank may stand anywhere in a word.
    """
    words = [word for word in JOINTS.split(fold_text(value)) if word]
    parts = [_spell_word(word, torn) for word in words]
    return re.compile(f"{JOINT}{{0,3}}".join(parts) if parts else re.escape(fold_text(value)))


def _spell_word(word: str, torn: bool) -> str:
    if word.isdigit() and len(word) >= _LONG_NUMBER:
        return _GROUP.join(word)
    return " ?".join(map(re.escape, word)) if torn else re.escape(word)


def _is_whole(folded: str, start: int, end: int) -> bool:
    """A listed word is no part of a longer word; Chinese characters join nothing."""
    edges = ((start - 1, start), (end, end - 1))
    return not any(
        0 <= outside < len(folded) and _is_latin(folded[outside]) and _is_latin(folded[inside])
        for outside, inside in edges
    )


def _is_latin(char: str) -> bool:
    return char.isalnum() and char < "\u2e80"
