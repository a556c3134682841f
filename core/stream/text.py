"""Text views to one stream: hard breaks between views, a canonical reading with a map back (CONTRACT a.1)."""

from __future__ import annotations

import unicodedata
from array import array
from collections.abc import Sequence

from shotveil.core.records import View
from shotveil.core.sources.element_gaps import choose_gap, joins_number
from shotveil.core.stream.characters import (
    BREAKS,
    MARK,
    MARKED_RUN,
    STYLE,
    STYLED,
    UNREAD,
    read_shapes,
)
from shotveil.core.stream.line_escapes import read_line_escapes
from shotveil.core.stream.model import HARD_BREAK, Stream, Unit

_SIDE = 64


def read_characters(raw: str) -> tuple[str, Sequence[int] | None]:
    """The characters of ``raw`` that are read, and the raw offset of each; None when all are.

    Invisible characters and the colours of a terminal are dropped; its jumps are read as a blank, controls
    that end a line or a record as a line feed. A mark is composed with its letter, or dropped as noise.
    """
    unread = STYLED if ("[" in raw or "\x1b" in raw) and STYLE.search(raw) else UNREAD
    first = unread.search(raw)
    if first is None:
        return read_shapes(raw), None
    kept: list[str] = []
    offsets = array("q")
    position = 0
    noisy = [match.span() for match in MARKED_RUN.finditer(raw, max(first.start() - 1, 0))]
    for match in unread.finditer(raw, first.start()):
        start = match.start()
        if start > position:
            kept.append(raw[position:start])
            offsets.extend(range(position, start))
        char = match.group()
        is_mark = MARK.match(char) is not None
        gap = " " if match.lastgroup else "" if is_mark else read_seam(kept, raw, start, match.end())
        if gap:
            kept.append(gap)
            offsets.append(start)
        while noisy and noisy[0][1] <= start:
            noisy.pop(0)
        if kept and is_mark and not (noisy and noisy[0][0] <= start):
            composed = unicodedata.normalize("NFC", kept[-1][-1] + char)
            if len(composed) == 1:
                kept[-1] = kept[-1][:-1] + composed
        position = match.end()
    kept.append(raw[position:])
    offsets.extend(range(position, len(raw)))
    return read_shapes("".join(kept)), offsets


def read_seam(kept: Sequence[str], raw: str, start: int, end: int) -> str:
    """What a control, colour or sign without width at ``start:end`` is read as: a break, a blank or nothing.

    Args:
        kept: what is read before it.
    """
    after = raw[end : end + _SIDE]
    if raw[start] not in BREAKS:
        return choose_gap(_end_of(kept), after, is_between=False)[:1]
    if raw[start] == "\0" in (raw[start - 2 : start - 1], raw[end + 1 : end + 2]):
        return ""  # every second byte: letters of two bytes each
    return "" if joins_number(_end_of(kept), after) else "\n"


def _end_of(kept: Sequence[str]) -> str:
    return "".join(part[-_SIDE:] for part in kept[-2:])[-_SIDE:]


def build_stream(views: Sequence[View]) -> Stream:
    """One stream of several text views, a hard break before, between and after them.

    Args:
        views: views whose ``text`` is not None.
    """
    parts: list[str] = []
    units: list[Unit] = []
    maps: list[Sequence[int] | None] = []
    position = 0
    for index, view in enumerate(views):
        text, offsets = read_characters(view.text or "")
        text = read_line_escapes(text)
        parts += (HARD_BREAK, text)
        position += 1
        units.append(Unit(index, -1, position, position + len(text), view.field))
        maps.append(offsets)
        position += len(text)
    parts.append(HARD_BREAK)
    return Stream("".join(parts), tuple(units), join_offsets(units, maps, position + 1))


def join_offsets(
    units: Sequence[Unit], maps: Sequence[Sequence[int] | None], length: int
) -> Sequence[int] | None:
    """Raw offsets of a whole stream, -1 where no unit is read; None when every unit is read unchanged."""
    if all(offsets is None for offsets in maps):
        return None
    joined = array("q", [-1]) * length
    for unit, offsets in zip(units, maps, strict=True):
        span = unit.end - unit.start
        joined[unit.start : unit.end] = array("q", range(span) if offsets is None else offsets)
    return joined
