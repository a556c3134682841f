"""What a PP-OCR recognizer reads in a crop: one line, columns of probabilities → text (CTC)."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING

from shotveil.core.ocr.reader import ReadLine

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from onnxruntime import InferenceSession

    Pixels = NDArray[np.uint8]
    Numbers = NDArray[np.float32]

HEIGHT_PX = 48
"""Height that the network reads."""
WIDTH_STEP_PX = 16
"""Widths are rounded up to a multiple of this, so that the engine meets few shapes."""
LEAST_WIDTH_PX = 160
"""Narrower lines are padded to this: a short word alone is often misread without room beside it."""
MOST_WIDTH_PX = 6400
_EVEN = 0.5


class Recognizer:
    """Reads lines with a network of the PP-OCR family.

    Each line is read by itself at its own width: padding a batch to its widest line costs half of the time
    again, and a line is read the same whatever stands beside it.

    Args:
        session: the network; (N, 3, ``HEIGHT_PX``, W) float32 of -1 to 1 to (N, columns, classes).
        characters: of its classes, the blank excepted, which is class 0.
    """

    def __init__(self, session: InferenceSession, characters: Sequence[str]) -> None:
        self._session = session
        self._input = session.get_inputs()[0].name
        self._characters = ("", *characters, " ")

    def read(self, bgr: Pixels) -> ReadLine:
        """Text of one upright line and where its characters stand."""
        blob, share = _prepare(bgr)
        seen = self._session.run(None, {self._input: blob})[0][0]
        return self._decode(seen, share)

    def _decode(self, seen: Numbers, share: float) -> ReadLine:
        """The text of (columns, classes); ``share`` of the columns show the line, the rest is padding."""
        import numpy as np

        classes = seen.argmax(axis=1)
        fresh = np.flatnonzero((classes != 0) & np.concatenate(([True], classes[1:] != classes[:-1])))
        if not fresh.size:
            return ReadLine("", 0.0)
        scores = seen[fresh, classes[fresh]]
        text = [self._characters[index] for index in classes[fresh]]
        kept = [n for n in range(len(text)) if not _is_stroke(text, n, float(scores[n]))]
        columns = len(classes) * share
        return ReadLine(
            "".join(text[n] for n in kept),
            float(scores[kept].mean()),
            tuple((float(fresh[n]) + 0.5) / columns for n in kept),
        )


def _is_stroke(text: Sequence[str], place: int, score: float) -> bool:
    """A bar right behind a Chinese character that is hardly seen: the last stroke of it, as of 川."""
    return text[place] == "|" and score < _EVEN and place > 0 and "\u4e00" <= text[place - 1] <= "\u9fff"


def _prepare(bgr: Pixels) -> tuple[Numbers, float]:
    """The network's input and the share of its width that shows the line."""
    import cv2
    import numpy as np

    height, width = bgr.shape[:2]
    wide = min(MOST_WIDTH_PX, max(1, ceil(HEIGHT_PX * width / height)))
    padded = max(LEAST_WIDTH_PX, ceil(wide / WIDTH_STEP_PX) * WIDTH_STEP_PX)
    line = cv2.resize(bgr, (wide, HEIGHT_PX))
    blob = np.zeros((1, 3, HEIGHT_PX, padded), np.float32)
    blob[..., :wide] = cv2.dnn.blobFromImage(line, 1 / 127.5, mean=(127.5, 127.5, 127.5))
    return blob, wide / padded
