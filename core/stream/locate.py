"""From stream offsets back to the received characters (CONTRACT a.1)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from shotveil.core.records import Extent, TextExtent, View
from shotveil.core.stream.model import SourceRange, Stream, Unit


def locate(stream: Stream, start: int, end: int) -> tuple[SourceRange, ...]:
    """Raw ranges of stream characters ``start:end``, one per unit touched, in stream order.

    Characters that were dropped between the first and the last one read are inside the range, so that a
    rewrite leaves nothing of the value.
    """
    units = stream.units
    index = max(bisect_right(stream.starts, start) - 1, 0)
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


def find_stream_span(
    stream: Stream, number: int, view: View, extents: tuple[Extent, ...]
) -> tuple[int, int] | None:
    """Stream range of the extents of an occurrence; None when the stream does not hold them.

    Args:
        number: what ``Unit.view`` holds for this view.
    """
    spans = []
    for extent in extents:
        for unit in _units_of(stream, number):
            if isinstance(extent, TextExtent):
                if unit.view != number or unit.block >= 0:
                    continue
            elif unit.block < 0 or view.blocks[unit.block].id != extent.block:
                continue
            span = _span_in_unit(stream, unit, extent.start, extent.end)
            if span:
                spans.append(span)
    if not spans:
        return None
    return min(start for start, _ in spans), max(end for _, end in spans)


def _units_of(stream: Stream, number: int) -> tuple[Unit, ...]:
    """Units that may belong to a view: of a stream of texts the one at its number, else all."""
    if number < len(stream.units) and (unit := stream.units[number]).view == number and unit.block < 0:
        return (unit,)
    return stream.units


def _span_in_unit(stream: Stream, unit: Unit, start: int, end: int) -> tuple[int, int] | None:
    if start < 0:
        return None
    if stream.offsets is None:
        low, high = unit.start + start, unit.start + end
    else:
        low = bisect_left(stream.offsets, start, unit.start, unit.end)
        high = bisect_left(stream.offsets, end, unit.start, unit.end)
    return (low, high) if low < high <= unit.end else None
