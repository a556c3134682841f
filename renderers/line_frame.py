"""A text line turned so that it reads along +x, whatever its direction in the picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, cos, degrees, hypot, sin

import numpy as np

from shotveil.core.geometry import Box, Point, Quad
from shotveil.core.records import Block
from shotveil.renderers.ink import Pixels

TILT_DEGREES = 1.0
"""Rotation that is followed (CONTRACT g)."""
TILT_DRIFT = 0.3
"""A tilt counts only where it moves the line by this share of its height: short words tilt by chance."""


@dataclass(frozen=True, slots=True)
class LineFrame:
    """A cut-out in reading direction.

    ``pixels`` is the cut-out; ``origin`` the picture point of its (0, 0) corner; ``along`` and ``across``
    the picture vectors of one px to the right and one px down in the frame. ``left``, ``right``, ``top``,
    ``bottom`` bound the line inside the frame; ``chars`` are its character ranges along x, or None.
    """

    pixels: Pixels
    origin: Point
    along: Point
    across: Point
    left: float
    right: float
    top: float
    bottom: float
    chars: tuple[tuple[float, float], ...] | None

    @property
    def height(self) -> float:
        return max(1.0, self.bottom - self.top)

    @property
    def box(self) -> Box:
        """Where the line lies inside the frame."""
        return Box(self.left, self.top, self.right, self.bottom)

    def to_picture(self, left: float, top: float, right: float, bottom: float) -> Quad:
        """The quad of a rectangle of the frame, corners clockwise from the reading start."""
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        points = [
            (
                round(self.origin[0] + x * self.along[0] + y * self.across[0], 1),
                round(self.origin[1] + x * self.along[1] + y * self.across[1], 1),
            )
            for x, y in corners
        ]
        return points[0], points[1], points[2], points[3]


def frame_line(rgb: Pixels, block: Block) -> LineFrame:
    """Cut a block's line out of the picture, with room around it, reading along +x."""
    usable = block.chars if block.chars and len(block.chars) == len(block.text) else None
    direction = find_direction(block, usable)
    if direction == "across":
        return _frame_straight(rgb, block.box, usable)
    if direction in ("down", "up"):
        return _frame_vertical(rgb, block.box, usable, upwards=direction == "up")
    return _frame_tilted(rgb, block.quad, usable)


def find_direction(block: Block, chars: Sequence[Box] | None) -> str:
    """``across``, ``down``, ``up`` or ``tilted``: how the line runs in the picture."""
    box = block.box
    if box.height > 1.5 * box.width and len(block.text.strip()) > 1:
        if chars:
            drift = _middle(chars[-1])[1] - _middle(chars[0])[1]
            if abs(drift) > box.height / 4:
                return "down" if drift > 0 else "up"
        start, end = block.quad[0], block.quad[1]
        if abs(end[1] - start[1]) > abs(end[0] - start[0]):
            return "down" if end[1] > start[1] else "up"
        return "down"
    angle, length, height = measure_quad(block.quad)
    drift = abs(sin(angle)) * length
    tilted = TILT_DEGREES <= abs(degrees(angle)) <= 80 and drift >= TILT_DRIFT * height
    return "tilted" if tilted else "across"


def measure_quad(quad: Quad) -> tuple[float, float, float]:
    """Angle of the reading direction (radians), length along it and height across it (px)."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad
    x, y = bx - ax + cx - dx, by - ay + cy - dy
    angle = atan2(y, x) if x or y else 0.0
    return angle, hypot(x, y) / 2, hypot(dx - ax + cx - bx, dy - ay + cy - by) / 2


def _middle(box: Box) -> Point:
    return (box.left + box.right) / 2, (box.top + box.bottom) / 2


def _cut(rgb: Pixels, box: Box, room: float) -> tuple[Pixels, int, int]:
    height, width = rgb.shape[:2]
    around = box.grown(room).clipped(width, height)
    left, top = int(around.left), int(around.top)
    return rgb[top : max(int(around.bottom), top + 1), left : max(int(around.right), left + 1)], left, top


def _frame_straight(rgb: Pixels, box: Box, chars: Sequence[Box] | None) -> LineFrame:
    pixels, left, top = _cut(rgb, box, room_around(box.height))
    ranges = tuple((c.left - left, c.right - left) for c in chars) if chars else None
    return LineFrame(
        pixels,
        (left, top),
        (1, 0),
        (0, 1),
        box.left - left,
        box.right - left,
        box.top - top,
        box.bottom - top,
        ranges,
    )


def _frame_vertical(rgb: Pixels, box: Box, chars: Sequence[Box] | None, *, upwards: bool) -> LineFrame:
    pixels, left, top = _cut(rgb, box, room_around(box.width))
    height, width = pixels.shape[:2]
    turned = np.rot90(pixels, -1 if upwards else 1)
    if upwards:  # reading from bottom to top: frame x grows upwards, frame y to the right
        ranges = tuple((top + height - c.bottom, top + height - c.top) for c in chars) if chars else None
        bounds = (top + height - box.bottom, top + height - box.top, box.left - left, box.right - left)
        return LineFrame(turned, (left, top + height), (0, -1), (1, 0), *bounds, ranges)
    ranges = tuple((c.top - top, c.bottom - top) for c in chars) if chars else None
    bounds = (box.top - top, box.bottom - top, left + width - box.right, left + width - box.left)
    return LineFrame(turned, (left + width, top), (0, 1), (-1, 0), *bounds, ranges)


def _frame_tilted(rgb: Pixels, quad: Quad, chars: Sequence[Box] | None) -> LineFrame:
    import cv2

    angle, length, height = measure_quad(quad)
    along, across = (cos(angle), sin(angle)), (-sin(angle), cos(angle))
    room = room_around(height)
    center = (sum(p[0] for p in quad) / 4, sum(p[1] for p in quad) / 4)
    half_x, half_y = length / 2 + room, height / 2 + room
    origin = (
        center[0] - half_x * along[0] - half_y * across[0],
        center[1] - half_x * along[1] - half_y * across[1],
    )
    to_picture = np.array([[along[0], across[0], origin[0]], [along[1], across[1], origin[1]]])
    size = (max(1, round(2 * half_x)), max(1, round(2 * half_y)))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    pixels = cv2.warpAffine(rgb, to_picture, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    ranges = None
    if chars:
        spans = []
        for box in chars:
            x, y = _middle(box)
            position = (x - origin[0]) * along[0] + (y - origin[1]) * along[1]
            half = max(0.5, box.width / (2 * max(0.5, abs(cos(angle)))))
            spans.append((position - half, position + half))
        ranges = tuple(spans)
    return LineFrame(
        np.asarray(pixels, np.uint8),
        origin,
        along,
        across,
        room,
        room + length,
        room,
        room + height,
        ranges,
    )


def room_around(height: float) -> float:
    """How far around a line of this height to look for parts of its glyphs (px)."""
    return max(4.0, 0.6 * height)


def turn_angle(quad: Quad) -> float:
    """Degrees clockwise by which the quad's reading direction is turned; 0 below the followed tilt."""
    angle = degrees(measure_quad(quad)[0])
    return 0.0 if abs(angle) < TILT_DEGREES else angle % 360
