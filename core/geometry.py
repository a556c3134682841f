"""Boxes and quads in pixels of the upright picture (after EXIF rotation)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Any, Final

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]
"""Corners clockwise from the reading start: top left, top right, bottom right, bottom left (px)."""

ROW_OVERLAP: Final = 0.5
"""Share of the smaller height that two boxes of one row have in common."""
_SLACK: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Box:
    """Half-open rectangle in px: ``left <= x < right``, ``top <= y < bottom``."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def area(self) -> float:
        return max(0.0, self.width) * max(0.0, self.height)

    def quad(self) -> Quad:
        return (
            (self.left, self.top),
            (self.right, self.top),
            (self.right, self.bottom),
            (self.left, self.bottom),
        )

    def as_list(self) -> list[float]:
        return [self.left, self.top, self.right, self.bottom]

    def union(self, other: Box) -> Box:
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def intersection(self, other: Box) -> Box | None:
        left, top = max(self.left, other.left), max(self.top, other.top)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Box(left, top, right, bottom) if left < right and top < bottom else None

    def grown(self, px: float) -> Box:
        return Box(self.left - px, self.top - px, self.right + px, self.bottom + px)

    def clipped(self, width: int, height: int) -> Box:
        return Box(
            min(max(self.left, 0), width),
            min(max(self.top, 0), height),
            min(max(self.right, 0), width),
            min(max(self.bottom, 0), height),
        )


def enclosing_box(points: Iterable[Point]) -> Box:
    """Smallest whole-pixel box around points: floor of minima, ceil of maxima, at least 1x1 (a.1)."""
    xs, ys = zip(*points, strict=True)
    left, top, right, bottom = floor(min(xs)), floor(min(ys)), ceil(max(xs)), ceil(max(ys))
    return Box(left, top, max(right, left + 1), max(bottom, top + 1))


def union_box(boxes: Iterable[Box]) -> Box:
    """Enclosing box of at least one box."""
    result: Box | None = None
    for box in boxes:
        result = box if result is None else result.union(box)
    if result is None:
        raise ValueError("union of no boxes")
    return result


def overlap_down(first: Box, second: Box) -> float:
    """Height (px) that two boxes have in common; negative is the gap between them."""
    return min(first.bottom, second.bottom) - max(first.top, second.top)


def order_rows(boxes: Sequence[Box], keys: Sequence[Any]) -> list[int]:
    """Indices in reading order: row by row, in a row from left to right (a.3.5).

    Args:
        boxes: places.
        keys: one for each box, beginning with its top: what decides among equals.
    """
    rest = sorted(range(len(boxes)), key=lambda i: keys[i])
    ordered: list[int] = []
    while rest:
        first = boxes[rest[0]]
        row: list[int] = []
        later: list[int] = []
        for position, index in enumerate(rest):
            box = boxes[index]
            if box.top >= first.bottom:
                later += rest[position:]
                break
            least = ROW_OVERLAP * min(first.height, box.height)
            same = index == rest[0] or overlap_down(first, box) >= max(least - _SLACK, _SLACK)
            (row if same else later).append(index)
        ordered += sorted(row, key=lambda i: (boxes[i].left, boxes[i].top, keys[i]))
        rest = later
    return ordered
