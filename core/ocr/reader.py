"""What an OCR backend is: one class, ``read(rgb) -> blocks`` in pixels of the picture it was given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from shotveil.core.records import Block, ReaderInfo

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]
    Corners = NDArray[np.float32]


@runtime_checkable
class Reader(Protocol):
    """One OCR engine, ready to run. One engine a process; not safe to share between threads."""

    @property
    def info(self) -> ReaderInfo:
        """Name, version, model and settings; equal infos read equal pictures equally."""
        ...

    def read(self, rgb: Pixels) -> tuple[Block, ...]:
        """Lines of text in reading order.

        Args:
            rgb: (height, width, 3) uint8, upright.

        Returns:
            Blocks with unique ids ``b0, b1, …``, boxes in px of ``rgb``, one box a character in ``chars``
            (left and right tight to the glyph's ink, top and bottom those of the line). Nothing is dropped
            for a low score.

        Raises:
            BackendProblem: the engine failed; nothing of the picture may be released.
        """
        ...


@dataclass(frozen=True, slots=True)
class ReadLine:
    """What a recognizer saw in one crop.

    ``centers`` holds the place of each character of ``text`` along the crop, 0 to 1; None when unknown.
    """

    text: str
    score: float
    centers: tuple[float, ...] | None = None


@dataclass(frozen=True, slots=True)
class SeenLine:
    """Where a detector sees a line: its quad, (4, 2) px, clockwise from top left.

    ``core`` is where its letters lie, as shares of an upright quad's height: what a recognizer reads best.
    """

    corners: Corners
    core: tuple[float, float] = (0.0, 1.0)


class LineEngine(Protocol):
    """An engine in two steps, so that lines are found in tiles and read from the whole picture."""

    def detect(self, bgr: Pixels) -> list[SeenLine]:
        """Text lines, px of ``bgr``."""
        ...

    def recognize(self, crops: list[Pixels]) -> list[ReadLine]:
        """Text of upright BGR crops of one line each, in the order given."""
        ...
