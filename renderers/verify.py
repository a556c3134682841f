"""Prove a safe picture: no source pixel is left in a region, no reader finds a value (DESIGN rules 7, 8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from shotveil.core.audit.residual import (
    FindKept,
    Needle,
    NeedleSet,
    Residual,
    find_residuals,
    prepare_needles,
)
from shotveil.core.errors import InputProblem
from shotveil.core.geometry import Box, Quad
from shotveil.core.ocr.reader import Reader
from shotveil.core.records import Block
from shotveil.renderers.backdrop import fit_plane
from shotveil.renderers.erase import cover_region, is_upright, pick_fill
from shotveil.renderers.glyphs import refine_extent
from shotveil.renderers.ink import Mask, Pixels, find_ink
from shotveil.renderers.outline import shows_outline

ROUNDED = 1.0
"""Levels that a pixel of an even slope is off by rounding: no letter shows in so little."""
MAX_SCALED_PIXELS = 40_000_000
"""A picture is not enlarged beyond this for a further reading."""


class ShownReading(Protocol):
    """``read_scaled``, or what may know its answer already."""

    def __call__(self, reader: Reader, rgb: Pixels, scale: float, *, negative: bool) -> tuple[Block, ...]: ...


@dataclass(frozen=True, slots=True)
class Found:
    """A value that a reader still finds: its type, its reference, and the region that holds it (px)."""

    type: str
    reference: str
    quad: Quad
    reader: str


def verify_pixels(
    before: Pixels,
    after: Pixels,
    regions: Sequence[Quad],
    *,
    inked: Mask | None = None,
) -> None:
    """Hold that no source pixel shows in any region, and no letter reaches out of one.

    Args:
        before: the picture as it was.
        after: the picture as erased, or as drawn when ``inked`` says which pixels carry a reference.
        regions: everything that had to go.
        inked: pixels of references, which are ours.

    Raises:
        InputProblem: ``verify.pixels`` when a region or its rim shows the original, or the size changed.
    """
    if before.shape != after.shape:
        raise InputProblem("verify.pixels", "the safe picture has another size than the original")
    failed = [
        number
        for number, region in enumerate(regions)
        if not _is_overwritten(before, after, region, inked)
        or (is_upright(region) and shows_outline(before, after, region))
    ]
    if failed:
        raise InputProblem(
            "verify.pixels", f"{len(failed)} of {len(regions)} regions still show the original"
        )


def _is_overwritten(before: Pixels, after: Pixels, region: Quad, inked: Mask | None) -> bool:
    """One exact colour or slope, or (inpainted, overlapping regions) no pixel of the old ink unchanged."""
    import cv2

    window, covered = cover_region(region, before.shape[1], before.shape[0])
    if inked is not None:
        covered = covered & ~inked[window]
    if not covered.any():
        return True
    pixels = after[window]
    first = pixels[np.unravel_index(int(covered.argmax()), covered.shape)]
    if not (covered & (cv2.inRange(pixels, first, first) == 0)).any():
        return True
    y, x = np.nonzero(covered)
    if fit_plane(x, y, pixels[covered], np.ones(len(x), np.bool_), ROUNDED, 1.0) is not None:
        return True
    shown, source = pixels[covered], before[window][covered]
    ink = find_ink(source[None], pick_fill(before, region))[0]
    return not bool((shown[ink] == source[ink]).all(axis=1).any())


def verify_reading(
    rgb: Pixels,
    needles: NeedleSet | Iterable[Needle | tuple[str, str]],
    readers: Sequence[Reader],
    scales: Sequence[float] = (1.5,),
    inverted: bool = False,
    read: ShownReading | None = None,
    kept: FindKept | None = None,
) -> tuple[Found, ...]:
    """Read a safe picture again and look for everything that was erased.

    Args:
        rgb: the safe picture.
        needles: values that must not be found (plain ``(type, surface)`` pairs will do).
        readers: engines to read with.
        scales: sizes at which each of them reads.
        inverted: read the negative as well.
        read: what a reader sees at a scale or in the negative, where it may be known; ``read_scaled``.
        kept: finds what is to stay as it is in what was read.

    Returns:
        What is found, each place once, with the region to erase. Empty means clean.

    Raises:
        BackendProblem: an engine failed.
    """
    prepared = _prepare(needles)
    if not prepared.needles:
        return ()
    found: list[Found] = []
    for reader in readers:
        for scale in scales:
            for negative in (False, True) if inverted else (False,):
                blocks = (read or read_scaled)(reader, rgb, scale, negative=negative)
                found += _locate(rgb, blocks, find_residuals(blocks, prepared, kept=kept), reader.info.name)
    return tuple(_drop_repeats(found))


def _prepare(needles: NeedleSet | Iterable[Needle | tuple[str, str]]) -> NeedleSet:
    if isinstance(needles, NeedleSet):
        return needles
    return prepare_needles(tuple(n if isinstance(n, Needle) else Needle(n[0], n[1]) for n in needles))


def read_scaled(
    reader: Reader, rgb: Pixels, scale: float = 1.0, *, negative: bool = False
) -> tuple[Block, ...]:
    """What a reader sees in the picture enlarged, or in its negative; blocks in px of the given picture."""
    scaled, x, y = _resize(rgb, scale)
    if negative:
        scaled = np.ascontiguousarray(255 - scaled)
    return tuple(_scale_block(block, 1 / x, 1 / y) for block in reader.read(scaled))


def _resize(rgb: Pixels, scale: float) -> tuple[Pixels, float, float]:
    """The picture enlarged (bounded), and the factors that were used."""
    height, width = rgb.shape[:2]
    scale = min(scale, max(1.0, (MAX_SCALED_PIXELS / (width * height)) ** 0.5))
    if scale == 1.0:
        return rgb, 1.0, 1.0
    import cv2

    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    scaled = cv2.resize(rgb, size, interpolation=cv2.INTER_CUBIC)
    return np.asarray(scaled, np.uint8), size[0] / width, size[1] / height


def _scale_block(block: Block, x: float, y: float) -> Block:
    if x == y == 1.0:
        return block
    chars = tuple(_scale_box(box, x, y) for box in block.chars) if block.chars else None
    a, b, c, d = ((px * x, py * y) for px, py in block.quad)
    return replace(block, box=_scale_box(block.box, x, y), quad=(a, b, c, d), chars=chars)


def _scale_box(box: Box, x: float, y: float) -> Box:
    return Box(box.left * x, box.top * y, box.right * x, box.bottom * y)


def _locate(
    rgb: Pixels, blocks: Sequence[Block], residuals: Sequence[Residual], reader: str
) -> Iterator[Found]:
    by_id = {block.id: block for block in blocks}
    for residual in residuals:
        for extent in residual.extents:
            quad = refine_extent(rgb, by_id[extent.block], extent)
            yield Found(residual.type, residual.reference, quad, reader)


def _drop_repeats(found: Iterable[Found]) -> Iterator[Found]:
    seen: set[tuple[str, tuple[int, ...]]] = set()
    for one in found:
        place = tuple(round(value / 4) for point in one.quad for value in point)
        if (one.type, place) not in seen:
            seen.add((one.type, place))
            yield one
