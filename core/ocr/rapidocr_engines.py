"""The two generations of RapidOCR behind one ``LineEngine``: detector and recognizer called apart.

Called apart, lines are found in tiles of any large picture and read from its full resolution, which the
package's own call (it shrinks sides over 2,000 px) cannot do. The angle classifier stays off: it turns
upright lines of screens over. No score filter runs: a redactor may not drop what it doubts.
"""

from __future__ import annotations

import logging
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from shotveil.core.errors import BackendProblem
from shotveil.core.ocr.models import ModelFiles
from shotveil.core.ocr.reader import ReadLine

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]
    Corners = NDArray[np.float32]

_BOX_SCORE = 0.4
"""Detector score of a box below which it is noise; the engines' own default is 0.5."""
_SIDE_PX = 32
LIBGL_HINT = "pip install --force-reinstall --no-deps opencv-python-headless"


def open_engine(
    detector: ModelFiles, recognizer: ModelFiles, threads: int
) -> FirstGeneration | SecondGeneration:
    """The installed generation, the older first.

    Raises:
        BackendProblem: ``backend.missing``, ``backend.libgl`` or ``backend.failed``.
    """
    generation = FirstGeneration if engine_version().startswith("rapidocr-onnxruntime") else SecondGeneration
    try:
        return generation(detector, recognizer, threads)
    except ImportError as error:
        raise import_problem(error) from None
    except (OSError, RuntimeError, ValueError) as error:
        raise BackendProblem(
            "backend.failed", f"rapidocr could not start ({type(error).__name__})", "shotveil models verify"
        ) from None


def engine_version() -> str:
    """Package and version of the generation that would run.

    Raises:
        BackendProblem: ``backend.missing``.
    """
    from importlib.metadata import version

    for package in ("rapidocr-onnxruntime", "rapidocr"):
        if find_spec(package.replace("-", "_")) is not None:
            return f"{package} {version(package)}"
    raise BackendProblem(
        "backend.missing", "no RapidOCR package is installed", "pip install rapidocr-onnxruntime, or rapidocr"
    )


def import_problem(error: ImportError) -> BackendProblem:
    """Why an OCR package cannot be imported, with its fix."""
    if "libGL" in str(error) or "libgthread" in str(error):
        return BackendProblem("backend.libgl", "OpenCV needs libGL.so.1, which is not here", LIBGL_HINT)
    return BackendProblem("backend.import", f"an OCR package cannot be imported ({error.name})")


class FirstGeneration:
    """``rapidocr-onnxruntime`` 1.4 (Python up to 3.12)."""

    def __init__(self, detector: ModelFiles, recognizer: ModelFiles, threads: int) -> None:
        from rapidocr_onnxruntime import RapidOCR

        options: dict[str, Any] = {
            "intra_op_num_threads": threads,
            "inter_op_num_threads": 1,
            "use_cls": False,
            "det_model_path": str(detector.detector),
            "rec_model_path": str(recognizer.recognizer),
            "det_limit_side_len": _SIDE_PX,
            "det_limit_type": "min",
            "det_box_thresh": _BOX_SCORE,
        }
        if recognizer.characters is not None:
            options["rec_keys_path"] = str(recognizer.characters)
        self._engine = RapidOCR(**options)

    def detect(self, bgr: Pixels) -> list[Corners]:
        """Quads of lines, (4, 2) px of ``bgr``."""
        boxes, _ = self._engine.text_det(bgr)
        return [] if boxes is None else list(boxes)

    def recognize(self, crops: list[Pixels]) -> list[ReadLine]:
        """Text and character places of each crop."""
        if not crops:
            return []
        rows, _ = self._engine.text_rec(crops, True)
        return [_read_line(text, score, word[0], word[2]) for text, score, word in rows]


class SecondGeneration:
    """``rapidocr`` 3.x (any Python)."""

    def __init__(self, detector: ModelFiles, recognizer: ModelFiles, threads: int) -> None:
        logging.getLogger("RapidOCR").setLevel(logging.CRITICAL)
        from rapidocr import RapidOCR

        options: dict[str, Any] = {
            "Global.log_level": "critical",
            "Global.use_cls": False,
            "EngineConfig.onnxruntime.intra_op_num_threads": threads,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
            "Det.model_path": str(detector.detector),
            "Rec.model_path": str(recognizer.recognizer),
            "Det.limit_side_len": _SIDE_PX,
            "Det.limit_type": "min",
            "Det.box_thresh": _BOX_SCORE,
        }
        if recognizer.characters is not None:
            options["Rec.rec_keys_path"] = str(recognizer.characters)
        engine = RapidOCR(params=options)
        # Newer releases load on first use, older ones in the constructor.
        self._detector = engine._load_det_model() if hasattr(engine, "_load_det_model") else engine.text_det
        self._recognizer = engine._load_rec_model() if hasattr(engine, "_load_rec_model") else engine.text_rec
        from rapidocr.ch_ppocr_rec import TextRecInput

        self._input = TextRecInput

    def detect(self, bgr: Pixels) -> list[Corners]:
        """Quads of lines, (4, 2) px of ``bgr``."""
        boxes = self._detector(bgr).boxes
        return [] if boxes is None else list(boxes)

    def recognize(self, crops: list[Pixels]) -> list[ReadLine]:
        """Text and character places of each crop."""
        if not crops:
            return []
        seen = self._recognizer(self._input(img=crops, return_word_box=True))
        lines = []
        for text, score, word in zip(seen.txts, seen.scores, seen.word_results, strict=True):
            columns = word.word_cols if word is not None and word.word_cols else []
            lines.append(_read_line(text, score, word.line_txt_len if word is not None else 0, columns))
        return lines


def _read_line(text: str, score: float, columns: float, groups: list[list[int]]) -> ReadLine:
    """Character centres from the recognizer's time steps; spaces may be absent from ``groups``."""
    steps = [step for group in groups for step in group]
    if len(steps) != len(text):
        steps = _with_spaces(text, steps)
    if not columns or len(steps) != len(text):
        return ReadLine(text, float(score), None)
    return ReadLine(text, float(score), tuple((step + 0.5) / columns for step in steps))


def _with_spaces(text: str, steps: list[int]) -> list[Any]:
    inked = [index for index, char in enumerate(text) if not char.isspace()]
    if len(inked) != len(steps):
        return []
    places: list[float] = [0.0] * len(text)
    for index, step in zip(inked, steps, strict=True):
        places[index] = step
    for index, char in enumerate(text):
        if char.isspace():
            before = places[index - 1] if index else 0.0
            after = next((places[i] for i in range(index + 1, len(text)) if not text[i].isspace()), before)
            places[index] = (before + after) / 2
    return places
