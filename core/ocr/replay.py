"""Recorded OCR as a reader: fast tests, and traces of engines that are not installed here."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from shotveil.core.errors import BackendProblem, ShotveilError, UsageProblem
from shotveil.core.jsonl import open_trace
from shotveil.core.ocr.block_codec import blocks_from_plain
from shotveil.core.records import Block, ReaderInfo, View

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]


def pixel_digest(rgb: Pixels) -> str:
    """SHA-256 of a picture's size and pixels, hex: the same for every file that shows the same."""
    import numpy as np

    height, width = rgb.shape[:2]
    seal = hashlib.sha256(f"{width}x{height}:".encode())
    seal.update(np.ascontiguousarray(rgb).tobytes())
    return seal.hexdigest()


def open_replay(model: str, threads: int, languages: Sequence[str]) -> ReplayReader:
    """Load a recording, or a trace of views with pictures (``replay:FILE``).

    Raises:
        UsageProblem: ``replay.file``: no file named, or one that is neither.
    """
    if not model:
        raise UsageProblem("replay.file", "the replay backend needs a recording", "--backend replay:FILE")
    path = Path(model)
    try:
        readings = _load(path)
    except (OSError, ValueError, LookupError, TypeError, ShotveilError):
        raise UsageProblem("replay.file", f"{path.name}: not a recording of OCR") from None
    return ReplayReader(readings, path.name)


class ReplayReader:
    """Gives back what was recorded for the very same pixels; anything else is an error, never empty."""

    def __init__(self, readings: dict[str, tuple[Block, ...]], name: str) -> None:
        self._readings = readings
        seal = hashlib.sha256("".join(sorted(readings)).encode()).hexdigest()[:12]
        self.info = ReaderInfo("replay", "1", seal, MappingProxyType({}))

    def read(self, rgb: Pixels) -> tuple[Block, ...]:
        """Blocks recorded for this picture.

        Raises:
            BackendProblem: ``replay.unknown`` for a picture that is not in the recording.
        """
        found = self._readings.get(pixel_digest(rgb))
        if found is None:
            raise BackendProblem("replay.unknown", "the recording does not hold this picture")
        return found


def _load(path: Path) -> dict[str, tuple[Block, ...]]:
    with path.open("rb") as stream:
        first = stream.readline()
        stream.seek(0)
        row: Any = json.loads(first)
        if "pixels_sha256" in row:
            rows = (json.loads(line) for line in stream if line.strip())
            return {row["pixels_sha256"]: blocks_from_plain(row["blocks"]) for row in rows}
        _, lines = open_trace(stream, path.name)
        views = [line for line in lines if isinstance(line, View) and line.medium == "image"]
    return {_digest_of(view, path.parent): view.blocks for view in views}


def _digest_of(view: View, folder: Path) -> str:
    """Digest of the pixels that a view of a trace was read from, found again by its path."""
    from shotveil.core.sources.images import open_image

    for place in (Path(view.path), folder / view.path):
        if place.is_file():
            data = place.read_bytes()
            if hashlib.sha256(data).hexdigest() == view.sha256:
                return pixel_digest(open_image(data, place.name).frame(view.frame))
    raise LookupError(view.id)
