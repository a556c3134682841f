"""Other readings of disguised stretches: spaced out, spelled out, leetspeak, inverted case (DESIGN 5).

A reading is a second text of the lines that hold such a stretch, with the offset of each of its characters in
the first. Rules run over it as over any stream; only what touches a changed stretch is taken from it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from shotveil.core.stream.model import HARD_BREAK, Stream, Unit
from shotveil.core.stream.stretches import (
    BESIDE_OTHERS,
    READERS,
    WRAPPED,
    find_near,
    find_readers,
    is_stretch,
)

_SIDE: Final = 240
"""Characters of the line kept on each side of a stretch."""

_MOST: Final = 2000
"""Stretches read again in one stream; a text that is nothing else is no disguise."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A stream of re-read lines; ``origin[i]`` is the offset of its character i in the stream it reads.

    ``changed`` are the ranges of this reading that differ, ``spans`` where each came from in the first.
    """

    stream: Stream
    origin: tuple[int, ...]
    changed: tuple[tuple[int, int], ...]
    spans: tuple[tuple[int, int], ...]


_Stretch = tuple[int, int, str, list[int]]


def _find_stretches(text: str) -> list[_Stretch]:
    """Disguised stretches in order, without overlap (the first reader wins)."""
    found: list[_Stretch] = []
    for number in find_readers(text):
        _, pattern, read = READERS[number]
        if pattern in BESIDE_OTHERS and not found:
            continue
        for match in find_near(text, pattern):
            if not is_stretch(pattern, match):
                continue
            start, end = match.span()
            if pattern in BESIDE_OTHERS and not any(
                0 <= start - e <= 2 or 0 <= s - end <= 2 for s, e, *_ in found
            ):
                continue
            if not any(s < end and start < e for s, e, _, _ in found[-64:]):
                found.append((start, end, *read(match.group())))
            if len(found) >= _MOST:
                if pattern is WRAPPED:
                    break
                return []
    found.sort(key=lambda stretch: stretch[0])
    return [s for i, s in enumerate(found) if i == 0 or s[0] >= found[i - 1][1]]


def _group_lines(text: str, stretches: list[_Stretch]) -> Iterator[tuple[int, int, list[_Stretch]]]:
    """Windows of lines with their stretches."""
    start, end = 0, -1
    group: list[_Stretch] = []
    for stretch in stretches:
        low = max(
            text.rfind("\n", 0, stretch[0]), text.rfind(HARD_BREAK, 0, stretch[0]), stretch[0] - _SIDE - 1
        )
        stops = [p for p in (text.find("\n", stretch[1]), text.find(HARD_BREAK, stretch[1])) if p >= 0]
        high = min([*stops, stretch[1] + _SIDE, len(text)])
        if group and low + 1 < end:
            end = max(end, high)
            group.append(stretch)
            continue
        if group:
            yield start, end, group
        start, end, group = low + 1, high, [stretch]
    if group:
        yield start, end, group


def read_disguises(stream: Stream) -> Reading | None:
    """The second reading of a stream, or None when nothing in it is disguised."""
    text = stream.text
    stretches = _find_stretches(text)
    if not stretches:
        return None
    parts: list[str] = [HARD_BREAK]
    origin: list[int] = [-1]
    units: list[Unit] = []
    changed: list[tuple[int, int]] = []
    for start, end, group in _group_lines(text, stretches):
        first = len(origin)
        position = start
        for low, high, reading, offsets in group:
            parts += (text[position:low], reading)
            origin += range(position, low)
            changed.append((len(origin), len(origin) + len(reading)))
            origin += [low + offset for offset in offsets]
            position = high
        parts += (text[position:end], HARD_BREAK)
        origin += range(position, end)
        source = stream.units[max(bisect_right(stream.starts, start) - 1, 0)]
        units.append(Unit(source.view, source.block, first, len(origin), source.field))
        origin.append(-1)
    spans = tuple((low, high) for low, high, _, _ in stretches)
    return Reading(Stream("".join(parts), tuple(units)), tuple(origin), tuple(changed), spans)
