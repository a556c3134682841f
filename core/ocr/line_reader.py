"""A reader made of a line engine: tiles → lines → crops → text → character boxes."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from shotveil.core.errors import BackendProblem
from shotveil.core.geometry import Box, Point
from shotveil.core.ocr.bands import find_drawn_bands
from shotveil.core.ocr.blocks import order_blocks
from shotveil.core.ocr.crops import cut_line
from shotveil.core.ocr.faint import find_faint_regions, stretch_regions
from shotveil.core.ocr.icons import part_icons
from shotveil.core.ocr.quads import FoundLine, add_missing, found_line, merge_lines, prefer_whole
from shotveil.core.ocr.reader import LineEngine, ReadLine
from shotveil.core.ocr.tall import Reading, choose_reading, readings_of
from shotveil.core.ocr.text_size import needed_scale
from shotveil.core.ocr.tiles import COARSE_SCALE, Tile, full_scale, is_dense, plan_tiles
from shotveil.core.records import Block, ReaderInfo

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]

_SETTLED = 0.5
"""Wanted scale up to which the first look is enough."""
_FINE_SCALE = 0.6
"""Least scale of a second look: below it the first look saw as much."""
_LARGE_PX = 96
"""Thickness, as the detector sees it, from which on a line may be found in fragments."""
_STEP_BACK = 3
_FAINT_SCORE, _FAINT_CHARS = 0.6, 3
"""What noise does not reach when it is read as text."""
_FEW_REGIONS = 12
"""Up to so many faint regions are searched one by one; beyond, the whole picture once costs less."""
_READ_AT_ONCE = 64
"""Crops handed to the recognizer together: bounds memory on pages of thousands of lines."""


class LineReader:
    """Reads pictures of any size with an engine that finds and reads lines."""

    def __init__(self, engine: LineEngine, info: ReaderInfo) -> None:
        self._engine = engine
        self.info = info

    def read(self, rgb: Pixels) -> tuple[Block, ...]:
        """Blocks of one picture; see ``Reader.read``."""
        try:
            bgr = _turn_channels(rgb)
            bands = find_drawn_bands(bgr)
            lines = self._find_lines(bgr, bands)
            blocks = self._read_lines(bgr, lines)
            return order_blocks([*blocks, *self._read_faint(bgr, lines, bands)])
        except MemoryError:
            raise BackendProblem(
                "backend.memory", "the OCR engine ran out of memory", "read fewer pictures at once: --jobs 1"
            ) from None
        except engine_errors() as error:
            raise BackendProblem(
                "backend.failed", f"the OCR engine failed ({type(error).__name__})", "shotveil doctor"
            ) from None

    def _find_lines(self, bgr: Pixels, bands: list[Box]) -> list[FoundLine]:
        height, width = bgr.shape[:2]
        coarse: list[FoundLine] = []
        scale = full_scale(width, height)
        if is_dense(width, height):
            coarse = self._search(bgr, bands, COARSE_SCALE)
            wanted = needed_scale(bgr, coarse)
            if wanted is not None and wanted <= _SETTLED:
                return self._make_whole(bgr, bands, coarse, COARSE_SCALE)
            scale = min(scale, max(wanted, _FINE_SCALE)) if wanted is not None else scale
        return self._make_whole(bgr, bands, add_missing(self._search(bgr, bands, scale), coarse), scale)

    def _make_whole(
        self, bgr: Pixels, bands: list[Box], lines: list[FoundLine], scale: float
    ) -> list[FoundLine]:
        """``lines`` found at a scale, those too large for its tiles looked for again from further away."""
        thickest = max((line.thickness for line in lines), default=0.0)
        while thickest * scale > _LARGE_PX:
            least = _LARGE_PX / scale
            scale /= _STEP_BACK
            seen = self._search(bgr, bands, scale)
            lines = prefer_whole(lines, [x for x in seen if not x.tilted and x.thickness >= least])
        return lines

    def _search(self, bgr: Pixels, bands: list[Box], scale: float) -> list[FoundLine]:
        tiles = [tile for box in bands for tile in plan_tiles(box, scale)]
        found = [line for tile in tiles for line in self._find_in_tile(bgr, tile)]
        # Within one tile the detector's lines are apart already: joining could only lose one.
        return merge_lines(found) if len(tiles) > 1 else add_missing(found, [])

    def _read_faint(self, bgr: Pixels, lines: list[FoundLine], bands: list[Box]) -> list[Block]:
        """Lines that only show when contrast is stretched; noise read as a letter or two is left out."""
        regions = find_faint_regions(bgr, lines, bands)
        if not regions:
            return []
        stretched = stretch_regions(bgr, regions)
        found: list[FoundLine] = []
        if len(regions) > _FEW_REGIONS:
            page = Box(0, 0, bgr.shape[1], bgr.shape[0])
            found = [line for line in self._search(stretched, [page], 1.0) if _lies_in(line.box, regions)]
        else:
            for region in regions:
                found += self._find_in_tile(stretched, Tile(region, min(2.0, max(1.0, 64 / region.height))))
        blocks = self._read_lines(stretched, merge_lines(found))
        return [
            b for b in blocks if b.score >= _FAINT_SCORE and sum(map(str.isalnum, b.text)) >= _FAINT_CHARS
        ]

    def _find_in_tile(self, bgr: Pixels, tile: Tile) -> list[FoundLine]:
        left, top = int(tile.box.left), int(tile.box.top)
        region = bgr[top : int(tile.box.bottom), left : int(tile.box.right)]
        height, width = region.shape[:2]
        size = (max(1, round(width * tile.scale)), max(1, round(height * tile.scale)))
        if size != (width, height):
            region = _resize(region, size, tile.scale)
        lines = []
        across, down = width / size[0], height / size[1]
        for seen in self._engine.detect(region):
            points: list[Point] = [(float(x) * across + left, float(y) * down + top) for x, y in seen.corners]
            lines.append(found_line(points, seen.core))
        return lines

    def _read_lines(self, bgr: Pixels, lines: list[FoundLine]) -> list[Block]:
        blocks = []
        for start in range(0, len(lines), _READ_AT_ONCE):
            batch = lines[start : start + _READ_AT_ONCE]
            ways = [readings_of(cut_line(bgr, line)) for line in batch]
            seen = iter(self._engine.recognize([way.crop.pixels for many in ways for way in many]))
            for line, many in zip(batch, ways, strict=True):
                tried = [next(seen) for _ in many]
                best = choose_reading(tried)
                block = _block(line, many[best], many[best].settle(tried[best]))
                if block is not None:
                    blocks.append(block)
        return blocks


def _lies_in(box: Box, regions: list[Box]) -> bool:
    """True when a line stands in one of the regions more than outside of it."""
    return any((part := box.intersection(region)) and part.area > box.area / 2 for region in regions)


def _resize(region: Pixels, size: tuple[int, int], scale: float) -> Pixels:
    """A tile as the detector sees it: pixels are averaged where many become one.

    Halved exactly first, the rest costs an eighth of averaging over fractions of pixels.
    """
    import cv2
    import numpy as np

    while scale <= 0.5 and min(region.shape[:2]) > 1:
        high, wide = (side // 2 for side in region.shape[:2])
        even = region[: 2 * high, : 2 * wide]
        region = np.asarray(cv2.resize(even, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)
        scale *= 2
    way = cv2.INTER_CUBIC if scale > 1.0 else cv2.INTER_AREA if scale < 0.9 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(region, size, interpolation=way), np.uint8)


def _turn_channels(rgb: Pixels) -> Pixels:
    import cv2
    import numpy as np

    return np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR), np.uint8)


def _block(line: FoundLine, way: Reading, seen: ReadLine) -> Block | None:
    if not seen.text.strip():
        return None
    return part_icons(
        Block(
            id="",
            text=seen.text,
            box=line.box,
            quad=way.crop.quad if way.turned or line.tilted or way.column else line.quad,
            score=round(min(max(seen.score, 0.0), 1.0), 4),
            chars=way.boxes(seen),
        )
    )


def engine_errors() -> tuple[type[Exception], ...]:
    """What OCR engines raise from inside: the errors of OpenCV and of onnxruntime, and the usual suspects."""
    import cv2

    usual = (RuntimeError, ValueError, LookupError, TypeError, ArithmeticError, OSError)
    loaded = sys.modules.get("onnxruntime.capi.onnxruntime_pybind11_state")
    classes = (one for one in vars(loaded).values() if isinstance(one, type)) if loaded else ()
    return (cv2.error, *usual, *(one for one in classes if issubclass(one, Exception)))
