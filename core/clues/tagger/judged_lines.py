"""Which of the spans that the network tags in a line stand, as the words of the line say.

A line is judged by itself, whatever stands around it: one that was judged before is not judged again, since
logs, chats and screens repeat themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from shotveil.core.clues.person.tongues import is_foreign_line
from shotveil.core.clues.tagger.doubts import (
    is_foreign_name,
    is_given_name,
    is_plausible,
    is_word_or_thing,
    reads_as_thing,
    reads_as_words,
)
from shotveil.core.clues.tagger.extents import (
    begin_behind_cue,
    begin_behind_hello,
    begin_given,
    end_capitals,
    join_sounds,
    splits_words,
    trim_marks,
)
from shotveil.core.clues.tagger.network import Tagged, tag_lines
from shotveil.core.parse.name_zh import load_surnames
from shotveil.core.patterns import compile_late
from shotveil.core.records import Medium

THRESHOLDS: Final = {"NAME": 0.4, "ORG": 0.4, "ADDR": 0.4}
"""Least mean certainty of a span in running text; screens ask for more."""
SHORT_HAN: Final = {1: 0.65, 2: 0.4, 3: 0.3}
"""The same for Chinese by length; a name of two characters without a surname is like one of one."""
LONG_HAN: Final = 0.2
CERTAIN_NAME: Final = 0.93
"""Certainty from which a name may end inside a word: its last character makes one with what follows."""
ON_SCREEN: Final = 0.95

_HAN: Final = compile_late(r"[\u3400-\u9fff]")
_POSSESSIVE: Final = ("'s", "’s")

_MOST_LINES: Final = 8_192
"""Lines that are remembered; then all are forgotten."""
_LONGEST_LINE: Final = 240
"""Longer lines hardly ever come again."""

Span = tuple[int, int, str, float]
"""Characters ``start:end`` of a line, their kind, and how sure of it the network is."""

_REMEMBERED: Final[dict[tuple[str, Medium], tuple[Span, ...]]] = {}


def judge_lines(lines: Iterable[str], medium: Medium) -> dict[str, tuple[Span, ...]]:
    """Each line with the spans in it that stand.

    Args:
        lines: parts of a text without a line end, in simplified characters.
        medium: what they were read from; on screens less is sure.
    """
    judged: dict[str, tuple[Span, ...]] = {}
    fresh: list[str] = []
    for line in dict.fromkeys(lines):
        known = _REMEMBERED.get((line, medium))
        judged[line] = known or ()
        if known is None:
            fresh.append(line)
    tagged = tag_lines(fresh) if fresh else {}
    for line in fresh:
        if tags := tagged.get(line):
            judged[line] = tuple(_judge(line, tags, medium))
        _remember((line, medium), judged[line])
    return judged


def _remember(line: tuple[str, Medium], spans: tuple[Span, ...]) -> None:
    if len(line[0]) <= _LONGEST_LINE:
        if len(_REMEMBERED) >= _MOST_LINES:
            _REMEMBERED.clear()
        _REMEMBERED[line] = spans


def _judge(line: str, tags: Tagged, medium: Medium) -> Iterator[Span]:
    """The spans of a line that stand."""
    places = tags.places
    line = line[: places[-1][1]]
    foreign = not tags.chinese and is_foreign_line(line)
    for first, last, kind in join_sounds(line, places, tags.spans):
        sure = float(tags.certainty[first:last].mean())
        inner = trim_marks(line, places[first][0], places[last - 1][1])
        if kind == "NAME" and not tags.chinese:
            inner = (begin_given(line, *inner), end_capitals(line, *inner))
            inner = (begin_behind_hello(line, *inner), inner[1])
        elif kind == "NAME":
            inner = (begin_behind_cue(line, *inner), inner[1])
        start, end = inner
        if line.endswith(_POSSESSIVE, start, end):
            end -= 2
        text = line[start:end]
        least = _least(kind, text)
        if medium != "text":
            least = ON_SCREEN if least < SHORT_HAN[1] else 1.0
        if kind == "ORG" and is_given_name(text):
            kind = "NAME"
        if sure < least or not is_plausible(kind, text, medium):
            continue
        if foreign and not is_foreign_name(kind, text):
            continue
        if kind == "NAME" and _HAN.match(text) and reads_as_words(line, start, end, sure):
            continue
        if kind == "ADDR" and _HAN.match(text) and reads_as_thing(text, sure):
            continue
        if is_word_or_thing(kind, line, *((start, end) if kind == "NAME" else inner)):
            continue
        if (kind == "NAME" and sure >= CERTAIN_NAME) or not splits_words(line, *inner):
            yield start, end, kind, sure


def _least(kind: str, text: str) -> float:
    """Least certainty of a span in running text: the shorter a Chinese one, the more words look like it."""
    if not _HAN.match(text):
        return THRESHOLDS[kind]
    if kind == "NAME" and len(text) == 2 and text[0] not in load_surnames():
        return SHORT_HAN[1]
    return SHORT_HAN.get(len(text), LONG_HAN)
