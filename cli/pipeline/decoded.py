"""Pixels of pictures that were read and wait to be drawn, so that a file is decoded once (DESIGN rule 15).

What is kept is bounded: a folder of any length takes no more memory than a few screens. Worker processes keep
nothing, since the one that reads a picture is seldom the one that draws it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from shotveil.core.sources.images import ImageSource

    Pixels = NDArray[np.uint8]

MAX_KEPT_BYTES: Final = 96_000_000
"""Of pixels: twelve phone screens."""

Key = tuple[bytes, int]


@dataclass(frozen=True, slots=True)
class DecodedFrame:
    """The one frame of a picture that is decoded already."""

    pixels: Pixels

    def rgb(self, index: int) -> Pixels:
        """The frame, not to be written to."""
        del index
        return self.pixels

    def alpha(self, index: int) -> Pixels | None:
        """None: what was transparent is laid on its background."""
        del index
        return None


class DecodedPictures:
    """Pictures of one frame by the bytes of their file, the first ones that fit.

    Files are read in the order in which they are drawn: letting the oldest go would lose what is asked for next.
    """

    def __init__(self) -> None:
        self._limit = 0
        self._kept: dict[Key, ImageSource] = {}
        self._size = 0

    @contextmanager
    def room(self, limit: int = MAX_KEPT_BYTES) -> Iterator[None]:
        """Keep pictures while a scope is read and drawn; whatever was not drawn is forgotten then."""
        self._limit = limit
        try:
            yield
        finally:
            self._kept.clear()
            self._limit = self._size = 0

    def keep(self, data: bytes, max_pixels: int, source: ImageSource, rgb: Pixels) -> None:
        """Remember a picture's pixels where there is room."""
        key = _key(data, max_pixels)
        if source.frames != 1 or self._size + rgb.nbytes > self._limit or key in self._kept:
            return
        rgb.setflags(write=False)
        self._kept[key] = replace(source, decoder=DecodedFrame(rgb))
        self._size += rgb.nbytes

    def take(self, data: bytes, max_pixels: int) -> ImageSource | None:
        """The picture of these very bytes, which is then forgotten; None where it is not known."""
        source = self._kept.pop(_key(data, max_pixels), None)
        if source is not None:
            self._size -= source.frame(0).nbytes
        return source


def _key(data: bytes, max_pixels: int) -> Key:
    return hashlib.sha256(data).digest(), max_pixels


DECODED: Final = DecodedPictures()
"""Those of this process; without ``room`` for them none are kept."""
