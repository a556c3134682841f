"""The models of RapidOCR (either generation) as one ``LineEngine``, run by onnxruntime itself.

Run by themselves, lines are found in tiles of any large picture and read from its full resolution, which the
package's own call (it shrinks sides over 2,000 px) cannot do, and both generations read alike. No angle
classifier runs: it turns upright lines of screens over. No score filter runs: a redactor may not drop what it
doubts.
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from shotveil.core.errors import BackendProblem
from shotveil.core.ocr.detector import Detector
from shotveil.core.ocr.line_reader import engine_errors
from shotveil.core.ocr.models import ModelFiles
from shotveil.core.ocr.reader import ReadLine, SeenLine
from shotveil.core.ocr.recognizer import Recognizer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from onnxruntime import InferenceSession

    Pixels = NDArray[np.uint8]

LIBGL_HINT = "pip install --force-reinstall --no-deps opencv-python-headless"


class ModelEngine:
    """A detector and a recognizer of the PP-OCR family.

    Raises:
        ImportError: OpenCV or onnxruntime cannot be imported.
        Exception: one of ``engine_errors``, where a model's file is damaged.
    """

    def __init__(self, detector: ModelFiles, recognizer: ModelFiles, threads: int) -> None:
        import cv2

        cv2.setNumThreads(threads)
        self._detector = Detector(_open_session(detector.detector, threads))
        session = _open_session(recognizer.recognizer, threads)
        self._recognizer = Recognizer(session, _read_characters(session, recognizer.characters))

    def detect(self, bgr: Pixels) -> list[SeenLine]:
        """Text lines, px of ``bgr``."""
        return self._detector.find(bgr)

    def recognize(self, crops: list[Pixels]) -> list[ReadLine]:
        """Text and character places of each crop."""
        return [self._recognizer.read(crop) for crop in crops]


def _open_session(path: Path, threads: int) -> InferenceSession:
    from onnxruntime import InferenceSession, SessionOptions

    options = SessionOptions()
    # Memory is kept between runs by default: a detector gains a third, a recognizer a twelfth for 26 MB.
    # Not by a plan for each shape, though: lines and tiles have many, and their plans hold 100 MB.
    options.enable_mem_pattern = False
    options.log_severity_level = 4
    options.intra_op_num_threads = min(threads, os.cpu_count() or 1)
    options.inter_op_num_threads = 1
    return InferenceSession(str(path), sess_options=options, providers=["CPUExecutionProvider"])


def _read_characters(session: InferenceSession, listed: Path | None) -> list[str]:
    """One character a class: from the model itself, else from the list beside it."""
    inside = session.get_modelmeta().custom_metadata_map.get("character")
    if inside is not None:
        return inside.splitlines()
    if listed is None:
        raise ValueError("a recognizer without its characters")
    return listed.read_text("utf-8").removesuffix("\n").split("\n")


def open_engine(detector: ModelFiles, recognizer: ModelFiles, threads: int) -> ModelEngine:
    """The engine of an installed RapidOCR package.

    Raises:
        BackendProblem: ``backend.missing``, ``backend.libgl`` or ``backend.failed``.
    """
    engine_version()  # tells what to install where neither generation is
    try:
        return ModelEngine(detector, recognizer, threads)
    except ImportError as error:
        raise import_problem(error) from None
    except engine_errors() as error:
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
