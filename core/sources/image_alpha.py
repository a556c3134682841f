"""Laying a transparent picture on a flat colour so that whatever can be read in it stays readable."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shotveil.core.sources.images import Rgb

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]

_CANDIDATES: tuple[Rgb, ...] = ((255, 255, 255), (0, 0, 0), (128, 128, 128))
_EDGE_PX = 3


def choose_background(rgba: Pixels) -> Rgb:
    """White, black or grey: the first that stands off best from the colours beside transparency.

    Only opaque pixels within three pixels of a transparent one meet the background, so only they count;
    of them the worst-seen tenth decides, so that two colours of text are both kept visible.

    Args:
        rgba: (height, width, 4) uint8.
    """
    import cv2
    import numpy as np

    shown = (rgba[..., 3] >= 64).astype(np.uint8)
    if not shown.any():
        return _CANDIDATES[0]
    clear = (rgba[..., 3] < 64).astype(np.uint8)
    size = 2 * _EDGE_PX + 1
    near = np.asarray(cv2.dilate(clear, np.ones((size, size), np.uint8)), np.uint8)
    edge = (shown & near).astype(bool)
    if not edge.any():
        edge = (shown > 0) & (rgba[..., 3] < 255)
        if not edge.any():
            return _CANDIDATES[0]
    luminance = rgba[..., :3][edge].astype(np.float32) @ np.array([0.299, 0.587, 0.114], np.float32)
    distances = [float(np.percentile(np.abs(luminance - c[0]), 10)) for c in _CANDIDATES]
    best = max(distances)
    # White is what viewers show; it is given up only for a clear gain.
    return next(c for c, d in zip(_CANDIDATES, distances, strict=True) if d >= 0.8 * best)


def lay_on(rgba: Pixels, background: Rgb) -> Pixels:
    """Composite RGBA over a flat colour; (height, width, 3) uint8, exact where alpha is 0 or 255."""
    import numpy as np

    result = np.empty((*rgba.shape[:2], 3), np.uint8)
    alpha = rgba[..., 3].astype(np.uint16)
    for channel in range(3):
        mixed = rgba[..., channel].astype(np.uint16) * alpha + background[channel] * (255 - alpha)
        result[..., channel] = (mixed + 127) // 255
    return result
