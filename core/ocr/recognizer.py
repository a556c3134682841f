"""What a PP-OCR recognizer reads in a crop: one line, columns of probabilities → text (CTC)."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING

from shotveil.core.ocr.ink import find_ink
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
MOST_WIDTH_PX = 3200
"""Wider lines are read in pieces: squeezed letters are read as rubbish, and very wide lines lose some."""
_CUT_REACH = 10
"""How far from its even place a cut may lie to meet a blank, in heights of the line."""
_SPACE = 0.25
"""Width from which on a blank parts words, in heights of the line."""
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
        width = bgr.shape[1]
        cuts = cut_at_blanks(bgr)
        if not cuts:
            return self._read_piece(bgr)
        starts, ends = [0, *(cut for cut, _ in cuts)], [*(cut for cut, _ in cuts), width]
        pieces = [self._read_piece(bgr[:, start:end]) for start, end in zip(starts, ends, strict=True)]
        return _join_pieces(pieces, starts, width, [spaced for _, spaced in cuts])

    def _read_piece(self, bgr: Pixels) -> ReadLine:
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


def cut_at_blanks(bgr: Pixels) -> list[tuple[int, bool]]:
    """Where a line too wide for the network is cut (px), and whether words end there; nothing for others.

    A cut lies in the middle of the widest blank near its even place, or where least ink is.
    """
    import numpy as np

    height, width = bgr.shape[:2]
    if HEIGHT_PX * width <= MOST_WIDTH_PX * height:
        return []
    count = ceil(width / (height * (MOST_WIDTH_PX / HEIGHT_PX - 2 * _CUT_REACH)))
    profile = find_ink(bgr).sum(axis=0)
    cuts = []
    for number in range(1, count):
        first = max(1, round(number * width / count - _CUT_REACH * height))
        window = profile[first : first + 2 * _CUT_REACH * height]
        edges = np.diff(np.concatenate(([0], (window == window.min()).astype(np.int8), [0])))
        starts, ends = np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)
        widest = int((ends - starts).argmax())
        blank = int(ends[widest] - starts[widest])
        cuts.append((first + int(starts[widest]) + blank // 2, blank >= _SPACE * height))
    return cuts


def _join_pieces(
    pieces: Sequence[ReadLine], starts: Sequence[int], width: int, spaced: Sequence[bool]
) -> ReadLine:
    """One line of the pieces that begin at ``starts`` (px of a line ``width`` wide)."""
    text, centers, scores = "", [], []
    ends = (*starts[1:], width)
    for piece, start, end, space in zip(pieces, starts, ends, (False, *spaced), strict=True):
        if not piece.text:
            continue
        if space and text:
            text += " "
            centers.append(start / width)
        text += piece.text
        centers += [(start + center * (end - start)) / width for center in piece.centers or ()]
        scores += [piece.score] * len(piece.text)
    return ReadLine(text, sum(scores) / len(scores), tuple(centers)) if text else ReadLine("", 0.0)


def _is_stroke(text: Sequence[str], place: int, score: float) -> bool:
    """A bar right behind a Chinese character that is hardly seen: the last stroke of it, as of 川."""
    return text[place] == "|" and score < _EVEN and place > 0 and "\u4e00" <= text[place - 1] <= "\u9fff"


def _prepare(bgr: Pixels) -> tuple[Numbers, float]:
    """The network's input and the share of its width that shows the line."""
    import cv2
    import numpy as np

    height, width = bgr.shape[:2]
    wide = max(1, ceil(HEIGHT_PX * width / height))
    padded = max(LEAST_WIDTH_PX, ceil(wide / WIDTH_STEP_PX) * WIDTH_STEP_PX)
    line = cv2.resize(bgr, (wide, HEIGHT_PX))
    blob = np.zeros((1, 3, HEIGHT_PX, padded), np.float32)
    blob[..., :wide] = cv2.dnn.blobFromImage(line, 1 / 127.5, mean=(127.5, 127.5, 127.5))
    return blob, wide / padded
