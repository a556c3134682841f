"""Boxes drawn around text: their lines are no letters, yet an engine reads them as ``|`` and ``[``."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]
    Mask = NDArray[np.bool_]

_INK_BELOW = 232
_LEAST_RULE_PX, _LEAST_SIDE_PX = 48, 16
_SLIM = 12
"""A line is this many times as long as thick; the stem of a letter is not."""
_THICKEST_PX = 6
_CORNER_PX = 10
"""Rounded corners part a side from the rule above it by this much at most."""


def erase_frames(grey: Pixels) -> Pixels:
    """The picture without the thin lines of fields, tables and underlines, (height, width), dark on white.

    A horizontal line goes by its length alone; a vertical one only where it runs from one horizontal line
    to another, which no letter does.
    """
    import numpy as np

    ink = (grey < _INK_BELOW).astype(np.uint8)
    rules = _slim_runs(ink, _LEAST_RULE_PX)
    if not rules.any():
        return grey
    sides = _slim_runs(np.ascontiguousarray(ink.T), _LEAST_SIDE_PX).T
    return _whitened(grey, rules | _between_rules(sides, rules))


def _slim_runs(ink: Pixels, least: int) -> Mask:
    """Runs of ink along the rows that are long and thin, as a mask."""
    import cv2
    import numpy as np

    runs = cv2.morphologyEx(ink, cv2.MORPH_OPEN, np.ones((1, least), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(runs, connectivity=8)
    width, height = stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]
    slim = (width >= _SLIM * height) & (height <= _THICKEST_PX)
    slim[0] = False
    mask: Mask = slim[labels]
    return mask


def _between_rules(sides: Mask, rules: Mask) -> Mask:
    """The vertical lines that have a horizontal line at both ends."""
    import cv2
    import numpy as np

    count, labels, stats, _ = cv2.connectedComponentsWithStats(
        np.ascontiguousarray(sides).astype(np.uint8), connectivity=8
    )
    kept = np.zeros(count, bool)
    for number in range(1, count):
        left, top, width, height = stats[number, :4]
        columns = slice(max(0, left - _CORNER_PX), left + width + _CORNER_PX)
        above = rules[max(0, top - _CORNER_PX) : top + _CORNER_PX // 2, columns]
        foot = top + height
        below = rules[max(0, foot - _CORNER_PX // 2) : foot + _CORNER_PX, columns]
        kept[number] = bool(above.any() and below.any())
    mask: Mask = kept[labels]
    return mask


def _whitened(grey: Pixels, lines: Mask) -> Pixels:
    import cv2
    import numpy as np

    soft = cv2.dilate(lines.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    return np.where(soft, np.uint8(255), grey)
