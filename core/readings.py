"""One reading a place: two engines that read one line differently still saw one thing (`--also`)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

from shotveil.core.geometry import Box, overlap_down
from shotveil.core.records import BlockExtent, Occurrence, View

_SLACK = 0.3
"""How far (line heights) a box may reach over the end of the one that covers it: less than a character."""

_COLUMN = 1.5
"""Height over width from which on a box is a column, whose ends are above and below."""


def keep_one_reading(views: Iterable[View]) -> tuple[View, ...]:
    """Views in which no two occurrences from different blocks stand at the same place.

    The one that covers the other stays; of two that cover each other the one that reads more characters (a
    last narrow one is within the slack), then the surer one, then the upper one.
    What goes is covered by what stays, so that its pixels are erased all the same. Views that one engine read
    stay as they are.
    """
    return tuple(_with_one_reading(view) if _is_read_twice(view) else view for view in views)


def _is_read_twice(view: View) -> bool:
    return view.medium == "image" and view.reader is not None and "+" in view.reader.name


def _with_one_reading(view: View) -> View:
    order = {block.id: number for number, block in enumerate(view.blocks)}
    placed = [(n, extents) for n, item in enumerate(view.occurrences) if (extents := _extents(item))]
    gone: set[int] = set()
    for (first, at_first), (second, at_second) in combinations(placed, 2):
        if gone & {first, second} or {e.block for e in at_first} & {e.block for e in at_second}:
            continue
        within, around = _is_covered(at_first, at_second), _is_covered(at_second, at_first)
        if within and around:
            one, other = view.occurrences[first], view.occurrences[second]
            surer = _rank(one, order[at_first[0].block]) <= _rank(other, order[at_second[0].block])
            gone.add(second if surer else first)
        elif within or around:
            gone.add(first if within else second)
    if not gone:
        return view
    return replace(view, occurrences=tuple(o for n, o in enumerate(view.occurrences) if n not in gone))


def _extents(item: Occurrence) -> tuple[BlockExtent, ...]:
    return tuple(extent for extent in item.extents if isinstance(extent, BlockExtent))


def _is_covered(inner: tuple[BlockExtent, ...], outer: tuple[BlockExtent, ...]) -> bool:
    """True when each box of ``inner`` lies on the row or in the column of one of ``outer``."""
    return all(any(_lies_in(one.box, other.box) for other in outer) for one in inner)


def _lies_in(inner: Box, outer: Box) -> bool:
    # Letters are as large as a line is thick, whichever way it runs: a column is as high as it is long.
    slack = _SLACK * min(inner.width, inner.height, outer.width, outer.height)
    on_row = overlap_down(inner, outer) >= 0.5 * min(inner.height, outer.height)
    if inner.height > _COLUMN * inner.width:
        on_row = outer.top <= inner.top + slack and inner.bottom <= outer.bottom + slack
    return on_row and outer.left <= inner.left + slack and inner.right <= outer.right + slack


def _rank(item: Occurrence, block: int) -> tuple[int, bool, float, int]:
    return (-sum(map(str.isalnum, item.text)), item.tier != "hard", -item.score, block)
