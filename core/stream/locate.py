"""From stream offsets back to the received characters (CONTRACT a.1)."""

from __future__ import annotations

from bisect import bisect_right

from shotveil.core.stream.model import SourceRange, Stream


def locate(stream: Stream, start: int, end: int) -> tuple[SourceRange, ...]:
    """Raw ranges of stream characters ``start:end``, one per unit touched, in stream order.

    Characters that were dropped between the first and the last one read are inside the range, so that a
    rewrite leaves nothing of the value.
    """
    units = stream.units
    index = max(bisect_right(units, start, key=lambda unit: unit.start) - 1, 0)
    found: list[SourceRange] = []
    while index < len(units) and units[index].start < end:
        unit = units[index]
        low, high = max(start, unit.start), min(end, unit.end)
        if low < high:
            if stream.offsets is None:
                found.append(SourceRange(index, low - unit.start, high - unit.start))
            else:
                found.append(SourceRange(index, stream.offsets[low], stream.offsets[high - 1] + 1))
        index += 1
    return tuple(found)
