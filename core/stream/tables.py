"""Rows of a table: cells below each other are values of their own, however close (CONTRACT a.4)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Final

from shotveil.core.geometry import Box, overlap_down
from shotveil.core.patterns import compile_late

OTHER_COLUMNS: Final = 2
"""Least number of further columns in which both rows have a cell: two columns are no table."""
EDGE_SHARE: Final = 0.5
"""Largest distance of the edges of two cells of a column, in heights of the taller."""
ROW_SHARE: Final = 0.6
"""Least vertical overlap of two cells of a row, as a share of the smaller height."""

_LETTERS: Final = compile_late(r"[^\W\d_]+")
_DIGITS: Final = compile_late(r"\d+")


class Grid:
    """Lines of a screen by their rows.

    Args:
        boxes: of the lines, px.
        texts: of the lines, as read.
    """

    def __init__(self, boxes: Sequence[Box], texts: Sequence[str]) -> None:
        self._boxes = boxes
        self._shapes = [_DIGITS.sub("0", _LETTERS.sub("a", text)) for text in texts]
        self._texts = texts
        self._by_top = sorted(range(len(boxes)), key=lambda i: boxes[i].top)
        self._tops = [boxes[i].top for i in self._by_top]
        self._tallest = max((box.height for box in boxes), default=0.0)

    def parts(self, upper: int, lower: int) -> bool:
        """Whether two lines, one below the other, are cells of two rows of one table.

        Cards beside each other have rows too, but there what stands below is of another kind: a table has a
        column whose cells are alike, by their digits or to the letter.
        """
        columns = 0
        alike = self._is_alike(upper, lower)
        below = self._mates(lower)
        for above in self._mates(upper):
            cell = next((mate for mate in below if self._is_below(above, mate)), None)
            if cell is not None:
                columns += 1
                alike = alike or self._is_alike(above, cell)
        return alike and columns >= OTHER_COLUMNS

    def _mates(self, line: int) -> list[int]:
        box = self._boxes[line]
        first = bisect_left(self._tops, box.top - self._tallest)
        last = bisect_right(self._tops, box.bottom)
        return [
            mate for mate in self._by_top[first:last] if mate != line and _shares_row(box, self._boxes[mate])
        ]

    def _is_below(self, above: int, below: int) -> bool:
        upper, lower = self._boxes[above], self._boxes[below]
        reach = EDGE_SHARE * max(upper.height, lower.height)
        return abs(upper.left - lower.left) <= reach or abs(upper.right - lower.right) <= reach

    def _is_alike(self, first: int, second: int) -> bool:
        if self._texts[first] == self._texts[second]:
            return True
        return "0" in self._shapes[first] and self._shapes[first] == self._shapes[second]


def _shares_row(first: Box, second: Box) -> bool:
    apart = first.right <= second.left or second.right <= first.left
    return apart and overlap_down(first, second) >= ROW_SHARE * min(first.height, second.height)
