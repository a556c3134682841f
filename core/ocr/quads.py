"""Quads of text lines from several tiles or passes, joined so that no line is lost or doubled."""

from __future__ import annotations

from dataclasses import dataclass
from math import dist

from shotveil.core.geometry import Box, Point, Quad, enclosing_box

_SAME_LINE = 0.5
"""Share of the smaller height that two boxes must have in common to be one line."""
_INSIDE = 0.6
"""Share of a box's area that must lie in another for the two to be one line."""
_ALIKE = 0.6
"""Ratio of two heights, widths or areas from which on they may belong to one line."""
_COVERED = 0.3
"""Share of a box that other lines may cover before it counts as seen already."""
_FRAGMENT = 0.4
"""Share of a whole line's height that its fragments have; writing inside large letters is lower."""
_UPRIGHT_PX = 2.5
"""Corners this close to the enclosing box make a line upright."""


@dataclass(frozen=True, slots=True)
class FoundLine:
    """A detected line: its quad and enclosing box, px of the picture.

    ``core`` is where its letters lie, as shares of the box's height; the whole of it where that is unknown.
    """

    quad: Quad
    box: Box
    core: tuple[float, float] = (0.0, 1.0)

    @property
    def tilted(self) -> bool:
        """True when the quad is not simply its enclosing box."""
        corners = self.box.quad()
        return any(
            abs(a[0] - b[0]) > _UPRIGHT_PX or abs(a[1] - b[1]) > _UPRIGHT_PX
            for a, b in zip(self.quad, corners, strict=True)
        )

    @property
    def thickness(self) -> float:
        """The shorter side, px: the height of a line of several letters, whichever way it runs."""
        first, second, third, _ = self.quad
        return min(dist(first, second), dist(second, third))


def found_line(corners: list[Point], core: tuple[float, float] = (0.0, 1.0)) -> FoundLine:
    """A line from four corners; one that is upright within noise becomes its enclosing box."""
    first, second, third, fourth = corners
    quad: Quad = (first, second, third, fourth)
    line = FoundLine(quad, enclosing_box(quad))
    return line if line.tilted else FoundLine(line.box.quad(), line.box, core)


def merge_lines(lines: list[FoundLine]) -> list[FoundLine]:
    """Join lines that are the same line seen twice or in parts, until none overlap that way.

    Two upright boxes that share most of a height and overlap become their union; a box that mostly lies
    inside another goes. The result does not depend on input order.
    """
    merged: list[FoundLine] = []
    pending = sorted(set(lines), key=_order)
    while pending:
        line = pending.pop(0)
        partner = next((index for index, other in enumerate(merged) if _same(line, other)), None)
        if partner is None:
            merged.append(line)
            continue
        pending.append(_join(line, merged.pop(partner)))
        pending.sort(key=_order)
    return sorted(merged, key=_order)


def add_missing(lines: list[FoundLine], others: list[FoundLine]) -> list[FoundLine]:
    """``lines`` and those of ``others`` that lie mostly where ``lines`` has nothing."""
    added = []
    for other in others:
        covered = sum(
            shared.area for line in lines if (shared := line.box.intersection(other.box)) is not None
        )
        if covered < _COVERED * other.box.area:
            added.append(other)
    return sorted([*lines, *added], key=_order)


def prefer_whole(lines: list[FoundLine], whole: list[FoundLine]) -> list[FoundLine]:
    """``lines`` with those of ``whole`` in place of their own fragments; what else lies inside stays."""
    kept = [line for line in lines if not any(_is_fragment(line, other) for other in whole)]
    return sorted([*kept, *whole], key=_order)


def _is_fragment(line: FoundLine, whole: FoundLine) -> bool:
    shared = line.box.intersection(whole.box)
    inside = shared is not None and shared.area >= _INSIDE * line.box.area
    return inside and line.box.height >= _FRAGMENT * whole.box.height


def _order(line: FoundLine) -> tuple[float, ...]:
    return (-line.box.area, line.box.top, line.box.left, *(c for point in line.quad for c in point))


def _same(line: FoundLine, other: FoundLine) -> bool:
    shared = line.box.intersection(other.box)
    if shared is None:
        return False
    smaller, larger = sorted((line.box, other.box), key=lambda box: box.area)
    if shared.area >= _INSIDE * smaller.area and _is_part(smaller, larger):
        return not (line.tilted or other.tilted) or smaller.area >= _ALIKE * larger.area
    if line.tilted or other.tilted:
        return False
    low, high = sorted((line.box.height, other.box.height))
    wide = min(line.box.width, other.box.width)
    return shared.height >= _SAME_LINE * low and low >= 0.6 * high and shared.width >= min(low, 0.3 * wide)


def _is_part(smaller: Box, larger: Box) -> bool:
    """True for a line cut across (same height) or along (same width), not for one of several lines."""
    along = min(smaller.height, larger.height) >= _ALIKE * max(smaller.height, larger.height)
    across = min(smaller.width, larger.width) >= _ALIKE * max(smaller.width, larger.width)
    return along or (across and larger.height < 2 * larger.width)


def _join(line: FoundLine, other: FoundLine) -> FoundLine:
    larger = max(line, other, key=lambda item: (item.box.area, item.box.as_list()))
    if line.tilted or other.tilted:
        return larger
    box = line.box.union(other.box)
    return FoundLine(box.quad(), box)
