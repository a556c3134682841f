"""Straight crops of text lines, and the way from a crop back to the picture."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, hypot
from typing import TYPE_CHECKING

from shotveil.core.geometry import Box, Point, Quad, enclosing_box
from shotveil.core.ocr.quads import FoundLine

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Crop:
    """One line cut out upright.

    ``pixels`` is (height, width, 3) in the channel order of the picture; ``quad`` holds the picture's
    points of the crop's corners, clockwise from the crop's top left.
    """

    pixels: Pixels
    quad: Quad

    def box_in_picture(self, left: float, top: float, right: float, bottom: float) -> Box:
        """Enclosing box, in the picture, of a rectangle of the crop (px of the crop)."""
        (x, y), (far, _), _, (_, low) = self.quad
        height, width = self.pixels.shape[:2]
        if far - x == width and low - y == height and self.quad == Box(x, y, far, low).quad():
            return enclosing_box(((x + left, y + top), (x + right, y + bottom)))
        return enclosing_box(
            self._point(x, y) for x, y in ((left, top), (right, top), (right, bottom), (left, bottom))
        )

    def _point(self, x: float, y: float) -> Point:
        height, width = self.pixels.shape[:2]
        across, down = x / width, y / height
        first, second, third, fourth = self.quad
        top = _between(first, second, across)
        bottom = _between(fourth, third, across)
        return _between(top, bottom, down)


def _between(start: Point, end: Point, share: float) -> Point:
    return (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)


def cut_line(picture: Pixels, line: FoundLine) -> Crop:
    """Cut a line out: tilted ones turned upright by resampling, of upright ones the core."""
    import cv2
    import numpy as np

    height, width = picture.shape[:2]
    if not line.tilted:
        box = line.box.clipped(width, height)
        upper, lower = (line.box.top + share * line.box.height for share in line.core)
        left, top = int(box.left), int(min(max(upper, box.top), box.bottom))
        right, bottom = max(int(box.right), left + 1), max(ceil(min(lower, box.bottom)), top + 1)
        pixels = picture[top:bottom, left:right]
        return Crop(pixels, Box(left, top, right, bottom).quad())
    first, second, third, fourth = line.quad
    across = max(1, round(max(_distance(first, second), _distance(fourth, third))))
    down = max(1, round(max(_distance(first, fourth), _distance(second, third))))
    source = np.array(line.quad, np.float32)
    target = np.array([[0, 0], [across, 0], [across, down], [0, down]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, target)
    turned = cv2.warpPerspective(
        picture, matrix, (across, down), borderMode=cv2.BORDER_REPLICATE, flags=cv2.INTER_CUBIC
    )
    return Crop(np.asarray(turned, np.uint8), line.quad)


def _distance(start: Point, end: Point) -> float:
    return hypot(end[0] - start[0], end[1] - start[1])
