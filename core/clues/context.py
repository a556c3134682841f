"""What a clue rule is and what it sees: one stream, its canonical reading, its labels."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Final, Literal

from shotveil.core.patterns import compile_late
from shotveil.core.quick_records import made_quickly
from shotveil.core.records import Candidate, Medium
from shotveil.core.stream.model import Stream

Spans = tuple[tuple[int, int], ...]
"""Stretches of a stream, half-open, in order and apart."""

_LETTERS: Final = bytes(code if 97 <= code <= 122 else 32 for code in range(256))
"""Bytes of small letters stay, all others are read as blanks."""
_OTHER_LETTER: Final = compile_late(
    "[^\x00-\x7f\u2010-\u2027\u3000-\u303f\u4e00-\u9fff\ue000\ue001\uff01-\uff0f\uff1a-\uff20]"
)
"""What may be a letter beyond ASCII and fold to one: not Chinese characters and their punctuation."""


@made_quickly
@dataclass(frozen=True, slots=True)
class LabelHit:
    """A label ("电话：", "Full name", a JSON key) that supports a value beside it (CONTRACT b.2).

    ``kind`` is a label of the closed set or a finer role that maps to one: ACCOUNT, MEMBER, ORDER, TRACKING,
    CODE, CASE, DEVICE (NUM/ALNUM), CVV, EXPIRY (with a card), DOB (TIME), USERNAME, HANDLE (USER), DOCUMENT
    (PASSPORT), OTHER (nobody's).
    ``start:end`` is the label itself in the stream (empty for a field name), ``value_start:value_end`` the
    window in which its value lies: after the separator, up to the next break, label or length limit.
    ``direct`` when a separator, gap, break, field or geometry links them, else a weak booster only.
    """

    kind: str
    start: int
    end: int
    value_start: int
    value_end: int
    direct: bool = True
    role: Literal["LABEL", "START", "FIELD"] = "LABEL"


@made_quickly
@dataclass(frozen=True, slots=True)
class Context:
    """One stream to search.

    ``text`` is the stream's text; ``folded`` has the same length: single characters folded for matching
    (full-width to ASCII, homoglyphs, case), so that offsets agree. Patterns run over either.
    ``spans`` are the lines that hold what the rule needs (``focus.py``), None for all of them.
    """

    text: str
    folded: str
    stream: Stream
    medium: Medium
    labels: tuple[LabelHit, ...] = ()
    strict: bool = False
    spans: Spans | None = None
    _by_kind: dict[str, tuple[LabelHit, ...]] = field(default_factory=dict)
    _words: list[frozenset[str] | None] = field(default_factory=list)

    def narrowed(self, spans: Spans) -> Context:
        """The same stream for a rule that need look at ``spans`` only."""
        return Context(
            self.text,
            self.folded,
            self.stream,
            self.medium,
            self.labels,
            self.strict,
            spans,
            self._by_kind,
            self._words,
        )

    def scan(self, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
        """Matches of a pattern over the text, in the lines that the rule needs."""
        return _scan(pattern, self.text, self.spans)

    def scan_folded(self, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
        """Matches of a pattern over the folded text, in the lines that the rule needs."""
        return _scan(pattern, self.folded, self.spans)

    def may_hold(self, words: frozenset[str]) -> bool:
        """Whether one of these folded words (runs of ASCII letters) may stand in the text.

        A quick answer for rules that need a word of a list, before they look at every place; where letters
        beyond ASCII leave it open (Chinese does not), the answer is yes.
        """
        held = self.find_words()
        return held is None or not words.isdisjoint(held)

    def find_words(self) -> frozenset[str] | None:
        """The folded words (runs of ASCII letters) of the text; None where letters beyond ASCII stand."""
        if not self._words:
            plain = _OTHER_LETTER.search(self.text) is None
            self._words.append(frozenset(_split_words(self.folded)) if plain else None)
        return self._words[0]

    def labelled(self, *kinds: str) -> tuple[LabelHit, ...]:
        """Label hits of these kinds in stream order."""
        if not self._by_kind and self.labels:
            groups: dict[str, list[LabelHit]] = {}
            for hit in self.labels:
                groups.setdefault(hit.kind, []).append(hit)
            self._by_kind.update({kind: tuple(hits) for kind, hits in groups.items()})
        present = [kind for kind in kinds if kind in self._by_kind]
        if len(present) < 2:
            return self._by_kind[present[0]] if present else ()
        return tuple(hit for hit in self.labels if hit.kind in present)


def _split_words(folded: str) -> list[str]:
    return folded.encode("ascii", "replace").translate(_LETTERS).decode("ascii").split()


def _scan(pattern: re.Pattern[str], text: str, spans: Spans | None) -> Iterator[re.Match[str]]:
    if spans is None:
        return pattern.finditer(text)
    if len(spans) == 1:  # most streams
        return pattern.finditer(text, *spans[0])
    return chain.from_iterable([pattern.finditer(text, start, end) for start, end in spans])


def scan_at(
    context: Context, pattern: re.Pattern[str], sign: re.Pattern[str], before: int = 0
) -> Iterator[re.Match[str]]:
    """What ``Context.scan`` finds, for a pattern that is slow to try: it is tried only near a sign of it.

    Args:
        sign: one character that stands in each match.
        before: characters of a match before it.
    """
    text = context.text
    for start, end in ((0, len(text)),) if context.spans is None else context.spans:
        reached = start
        for place in chain((start,), (found.start() - before for found in sign.finditer(text, start, end))):
            if place >= reached and (match := pattern.match(text, place, end)):
                reached = match.end()
                yield match


def scan_around(
    context: Context, pattern: re.Pattern[str], anchor: re.Pattern[str], before: int, after: int
) -> Iterator[re.Match[str]]:
    """Matches of a long pattern in windows about a short one that is part of each, or beside it.

    Args:
        before: characters of a match before the anchor, at most.
        after: the same behind its start.
    """
    start, end = 0, -1
    for found in context.scan(anchor):
        low, high = max(found.start() - before, 0), found.start() + after
        if low > end:
            if end >= 0:
                yield from pattern.finditer(context.text, start, end)
            start = low
        end = high
    if end >= 0:
        yield from pattern.finditer(context.text, start, end)


Find = Callable[[Context], Iterable[Candidate]]


@dataclass(frozen=True, slots=True)
class Rule:
    """How a rule finds candidates, and what must be there for it to find any.

    A rule is asked only where a line matches one of ``needs`` or ``written``, or where one of ``words`` or a
    label of one of the kinds ``labels`` stands; one that declares nothing is always asked. It may look at the
    whole text, or scan only the lines about what it needs (``Context.scan``), which must hold all it finds.

    Attributes:
        needs: patterns for the folded line, in the syntax of RE2 (no look-around). Keep them short: long
            counts and lists of words make many states.
        written: the same for the line as written, where capitals count or signs that folding changes.
        words: what stands in the text, in any case, also inside other words.
    """

    find: Find
    needs: tuple[str, ...] = ()
    written: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Example:
    """A sample that stands beside a rule: the text, and the values it must find (none = a near miss)."""

    text: str
    found: tuple[str, ...] = ()
