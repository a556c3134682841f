"""Tesseract as a reader: a local program, fed through a pipe so that no picture touches the disk.

Tesseract reads nothing inside coloured bubbles of a colour picture and little on dark grounds: it gets
the difference of each pixel from its ground (``panels.py``) instead, dark on white whatever the polarity.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from shotveil.core.errors import BackendProblem
from shotveil.core.geometry import Box
from shotveil.core.ocr.blocks import order_blocks
from shotveil.core.ocr.crops import cut_line
from shotveil.core.ocr.frames import erase_frames
from shotveil.core.ocr.glyphs import glyph_boxes, place_in_word
from shotveil.core.ocr.hocr import parse_hocr
from shotveil.core.ocr.ink import find_ink
from shotveil.core.ocr.panels import find_panels
from shotveil.core.ocr.quads import FoundLine
from shotveil.core.ocr.reader import ReadLine
from shotveil.core.ocr.tiles import cut_axis
from shotveil.core.records import Block, ReaderInfo

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]

LANGUAGES = {"en": "eng", "zh": "chi_sim"}
_TIMEOUT_S = 600
_LETTER_PX = 20.0
"""Height of a usual letter that the program reads best; pictures of smaller text are enlarged to it."""
_LARGEST_SCALE = 3.0
_SURROUNDINGS_PX = 61
_INK_BELOW = 190
_FEW_LETTERS = 10
INSTALL_HINT = "apt install tesseract-ocr tesseract-ocr-chi-sim, or brew install tesseract tesseract-lang"


def open_tesseract(model: str, threads: int, languages: Sequence[str]) -> TesseractReader:
    """Start-up checks of the program and its languages.

    Args:
        model: language codes of tesseract joined by ``+``; "" takes those of ``languages`` that are here.
        threads: not used: with more than one OpenMP thread the program costs ten times the time.
        languages: ``en``, ``zh`` or tesseract's own codes.

    Raises:
        BackendProblem: ``backend.missing`` or ``backend.language``, with the fix.
    """
    program = find_program()
    if program is None:
        raise BackendProblem("backend.missing", "the program tesseract is not installed", INSTALL_HINT)
    present = installed_languages(program)
    if model or languages:
        wanted = tuple(LANGUAGES.get(code, code) for code in (model.split("+") if model else languages))
        missing = [code for code in wanted if code not in present]
    else:
        wanted = tuple(code for code in LANGUAGES.values() if code in present)
        missing = [] if wanted else ["eng"]
    if missing:
        raise BackendProblem(
            "backend.language",
            f"tesseract has no data for {', '.join(missing)}",
            " ".join(("apt install", *(f"tesseract-ocr-{code.replace('_', '-')}" for code in missing))),
        )
    return TesseractReader(program, "+".join(wanted))


def find_program() -> str | None:
    """Path of the program, where pytesseract looks for it; that library writes pictures to temporary files,
    so it finds and questions the program, and the pixels go through a pipe."""
    import pytesseract

    return shutil.which(pytesseract.pytesseract.tesseract_cmd)


@cache
def installed_languages(program: str) -> frozenset[str]:
    """Language codes that the program knows."""
    lines = _run([program, "--list-langs"], b"").decode("utf-8", "replace").splitlines()
    return frozenset(line.strip() for line in lines if re.fullmatch(r"[A-Za-z_]{3,}(/\w+)?", line.strip()))


@cache
def program_version(program: str) -> str:
    """``5.3.0`` and the like, "" when it does not say."""
    found = re.search(rb"tesseract v?([0-9][\w.\-]*)", _run([program, "--version"], b""))
    return found.group(1).decode() if found else ""


class TesseractReader:
    """One run of the program a tile; sparse-text mode, so that scattered words are found."""

    def __init__(self, program: str, languages: str) -> None:
        self._program = program
        self._languages = languages
        settings = MappingProxyType({"psm": 11})
        self.info = ReaderInfo("tesseract", program_version(program), languages, settings)

    def read(self, rgb: Pixels) -> tuple[Block, ...]:
        """Blocks of one picture; see ``Reader.read``."""
        height = rgb.shape[0]
        even = erase_frames(even_out(rgb))
        scale = min(_LARGEST_SCALE, max(1.0, _LETTER_PX / letter_height(even)))
        blocks: list[Block] = []
        for top, bottom in cut_axis(height, 6000 / scale, 200 / scale):
            seen = self._read_tile(even[top:bottom], scale)
            blocks += [_moved(block, top) for block in seen if not _is_cut(block, top, bottom, height)]
        return order_blocks(_refined(rgb, block) for block in _without_doubles(blocks))

    def _read_tile(self, grey: Pixels, scale: float) -> list[Block]:
        import cv2
        import numpy as np

        if scale != 1.0:
            grey = np.asarray(
                cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC), np.uint8
            )
        header = f"P5 {grey.shape[1]} {grey.shape[0]} 255\n".encode()
        command = [
            self._program, "stdin", "stdout", "-l", self._languages, "--psm", "11", "--dpi", "150",
            "-c", "hocr_char_boxes=1", "hocr",
        ]  # fmt: skip
        document = _run(command, header + grey.tobytes())
        try:
            return parse_hocr(document, scale)
        except ValueError:
            raise BackendProblem("backend.failed", "tesseract gave no hOCR", INSTALL_HINT) from None


def even_out(rgb: Pixels) -> Pixels:
    """Grey picture, dark ink on white: how far each pixel stands off from the colour of its ground.

    The ground is the flat area that a pixel lies in or next to; far from every such area, in photographs
    and gradients, it is the middle colour of the surroundings.
    """
    import cv2
    import numpy as np

    panels = find_panels(rgb)
    if panels is None:
        return np.asarray(255 - _stand_off(rgb), np.uint8)
    distance = cv2.absdiff(rgb, panels.ground).max(axis=2)
    distance[panels.edges] = 0
    if not panels.known.all():
        distance = np.where(panels.known, distance, _stand_off(rgb))
    return np.asarray(255 - distance, np.uint8)


def _stand_off(rgb: Pixels) -> Pixels:
    """How far each pixel stands off from the middle colour of its surroundings."""
    import cv2
    import numpy as np

    quarter = cv2.resize(rgb, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    if min(quarter.shape[:2]) < 3:
        return np.asarray(255 - cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY), np.uint8)
    ground = cv2.medianBlur(quarter, (_SURROUNDINGS_PX // 4) | 1)
    ground = cv2.resize(ground, (rgb.shape[1], rgb.shape[0]), interpolation=cv2.INTER_NEAREST)
    return np.asarray(cv2.absdiff(rgb, ground).max(axis=2), np.uint8)


def letter_height(grey: Pixels) -> float:
    """Height (px) of the usual letter of a picture, dark on white; that of readable text when it has none."""
    import cv2
    import numpy as np

    _, _, stats, _ = cv2.connectedComponentsWithStats((grey < _INK_BELOW).astype(np.uint8), connectivity=8)
    width, height = stats[1:, cv2.CC_STAT_WIDTH], stats[1:, cv2.CC_STAT_HEIGHT]
    letters = height[(height >= 4) & (height <= 80) & (width >= 2) & (width <= 120)]
    return float(np.median(letters)) if letters.size > _FEW_LETTERS else _LETTER_PX


def _run(command: list[str], data: bytes) -> bytes:
    environment = {**os.environ, "OMP_THREAD_LIMIT": "1"}
    try:
        done = subprocess.run(
            command, input=data, capture_output=True, check=False, timeout=_TIMEOUT_S, env=environment
        )
    except OSError:
        raise BackendProblem("backend.missing", "tesseract cannot be started", INSTALL_HINT) from None
    except subprocess.TimeoutExpired:
        raise BackendProblem("backend.failed", "tesseract did not finish", "read smaller pictures") from None
    if done.returncode:
        raise BackendProblem(
            "backend.failed", f"tesseract failed with status {done.returncode}", INSTALL_HINT
        )
    return done.stdout


def _moved(block: Block, down: float) -> Block:
    def move(box: Box) -> Box:
        return Box(box.left, box.top + down, box.right, box.bottom + down)

    box = move(block.box)
    return replace(block, box=box, quad=box.quad(), chars=tuple(move(char) for char in block.chars or ()))


def _refined(rgb: Pixels, block: Block) -> Block:
    """Character boxes by ink, word by word: tesseract's words fit, its characters are often shifted."""
    import numpy as np

    crop = cut_line(rgb, FoundLine(block.box.quad(), block.box))
    inked = np.asarray(find_ink(crop.pixels).any(axis=0))
    offset, width = crop.quad[0][0], crop.pixels.shape[1]
    centers: list[float] = []
    for word in re.findall(r"\s+|\S+", block.text):
        places = (block.chars or ())[len(centers) : len(centers) + len(word)]
        left = max(0.0, min(place.left for place in places) - offset)
        right = min(float(width), max(place.right for place in places) - offset)
        centers += [center / width for center in place_in_word(word, left, right, inked)]
    return replace(block, chars=glyph_boxes(crop, ReadLine(block.text, block.score, tuple(centers))))


def _is_cut(block: Block, top: int, bottom: int, height: int) -> bool:
    """True for a line at a tile's inner edge: its neighbour sees it whole."""
    return (top > 0 and block.box.top < 2) or (bottom < height and block.box.bottom > bottom - top - 2)


def _without_doubles(blocks: list[Block]) -> list[Block]:
    """Lines seen in two tiles once: of two that mostly overlap the larger stays."""
    kept: list[Block] = []
    for block in sorted(blocks, key=lambda b: (-b.box.area, b.box.as_list())):
        overlaps = (block.box.intersection(other.box) for other in kept)
        if all(shared is None or shared.area < 0.6 * block.box.area for shared in overlaps):
            kept.append(block)
    return kept
