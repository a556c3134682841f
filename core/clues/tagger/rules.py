"""Learned soft evidence for names, organizations and places: the spans of lines that stand, as candidates.

Removable: Detector(tagger=False), ``--no-tagger``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from shotveil.core.clues.context import Context
from shotveil.core.clues.person.simplified import read_simplified
from shotveil.core.clues.person.tongues import is_foreign_line
from shotveil.core.clues.tagger.doubts import is_foreign_name, is_given_name, is_plausible, is_word_or_thing
from shotveil.core.clues.tagger.extents import (
    begin_behind_cue,
    begin_behind_hello,
    begin_given,
    end_capitals,
    join_sounds,
    splits_words,
    trim_marks,
)
from shotveil.core.clues.tagger.network import tag_lines
from shotveil.core.parse.name_zh import load_surnames
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
        if (tags := tagged.get(line)) is None:
            continue
        places = tags.places
        line = line[: places[-1][1]]
        foreign = not tags.chinese and is_foreign_line(line)
        for start, end, kind in join_sounds(line, places, tags.spans):
            sure = float(tags.certainty[start:end].mean())
            inner = trim_marks(line, places[start][0], places[end - 1][1])
            if kind == "NAME" and not tags.chinese:
                inner = (begin_given(line, *inner), end_capitals(line, *inner))
                inner = (begin_behind_hello(line, *inner), inner[1])
            elif kind == "NAME":
                inner = (begin_behind_cue(line, *inner), inner[1])
            span = (offset + inner[0], offset + inner[1])
            if simple.endswith(_POSSESSIVE, *span):
                span = (span[0], span[1] - 2)
            text = simple[slice(*span)]
            least = _least(kind, text)
            if context.medium != "text":
                least = ON_SCREEN if least < SHORT_HAN[1] else 1.0
            if kind == "ORG" and is_given_name(text):
                kind = "NAME"
            if sure < least or not is_plausible(kind, text, context.medium):
                continue
            if foreign and not is_foreign_name(kind, text):
                continue
            ends = (span[0] - offset, span[1] - offset) if kind == "NAME" else inner
            if is_word_or_thing(kind, line, *ends):
                continue
            if (kind == "NAME" and sure >= CERTAIN_NAME) or not splits_words(line, *inner):
                yield Candidate(
                    kind, *span, received[slice(*span)], "soft", "tagger", round(MAX_SCORE * sure, 3),
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
