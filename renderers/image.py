"""A picture made safe: every extent erased to the glyph, its reference written in its place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import numpy as np

from shotveil.core.errors import InputProblem
from shotveil.core.geometry import Quad
from shotveil.core.records import Binding, Block, BlockExtent, Replacement, View
from shotveil.renderers.erase import Fill, erase_regions
from shotveil.renderers.glyphs import line_quad, refine_extent
from shotveil.renderers.ink import Mask, Pixels
from shotveil.renderers.overlay import Drawn, Item, draw_references

Mode = Literal["full", "san"]


@dataclass(frozen=True, slots=True)
class Rendered:
    """A safe picture.

    ``rgb`` is the picture, ``erased`` the same before any reference was written, ``inked`` the pixels that
    carry ink of a reference. ``replacements`` hold the final regions; ``drawn`` says, in the same order,
    what was written. ``unwritten`` are the indexes of replacements whose reference did not fit.
    """

    rgb: Pixels
    erased: Pixels
    inked: Mask
    replacements: tuple[Replacement, ...]
    drawn: tuple[Drawn, ...]
    unwritten: tuple[int, ...] = ()

    @property
    def regions(self) -> tuple[Quad, ...]:
        return tuple(quad for replacement in self.replacements for quad in replacement.quads)


def render_view(
    rgb: Pixels,
    view: View,
    bindings: Sequence[Binding],
    mode: Mode = "full",
    *,
    fill: Fill = "flat",
    font: Path | None = None,
    extra: Sequence[Replacement] = (),
) -> Rendered:
    """Erase and overwrite everything that is bound in a view.

    Args:
        rgb: the picture (or frame) that the view was read from, upright, (H, W, 3).
        view: the view with its blocks.
        bindings: occurrences with their references.
        mode: ``full`` writes references, ``san`` writes nothing.
        fill: how regions are filled.
        font: font file for the references, None for the built-in one.
        extra: regions beyond the text (codes, dots of a password, what a reader still found).

    Raises:
        InputProblem: ``render.extent`` when an occurrence has no place in the picture.
    """
    replacements = locate_replacements(rgb, view, bindings, mode)
    return render_replacements(rgb, (*replacements, *extra), mode, fill=fill, font=font)


def render_replacements(
    rgb: Pixels,
    replacements: Sequence[Replacement],
    mode: Mode = "full",
    *,
    fill: Fill = "flat",
    font: Path | None = None,
) -> Rendered:
    """Erase the regions of all replacements, then write their references.

    Raises:
        InputProblem: ``render.extent`` when a replacement has no region.
    """
    for replacement in replacements:
        if not replacement.quads:
            raise InputProblem("render.extent", f"a {replacement.type} has no place in the picture")
    regions = [quad for replacement in replacements for quad in replacement.quads]
    erased = erase_regions(rgb, regions, fill)
    if mode == "san":
        silent = tuple(replace(r, reference="") for r in replacements)
        nothing = tuple(Drawn("", 0, 0) for _ in silent)
        return Rendered(erased, erased, np.zeros(rgb.shape[:2], bool), silent, nothing)
    items = [Item(r.reference, r.quads) for r in replacements]
    drawn_rgb, drawn, inked = draw_references(erased, items, font)
    unwritten = tuple(n for n, (r, d) in enumerate(zip(replacements, drawn, strict=True))
                      if r.reference and not d.text)  # fmt: skip
    return Rendered(drawn_rgb, erased, inked, tuple(replacements), drawn, unwritten)


def locate_replacements(
    rgb: Pixels, view: View, bindings: Sequence[Binding], mode: Mode = "full"
) -> tuple[Replacement, ...]:
    """Replacements with the final regions of their extents and the quads of their lines."""
    blocks = {block.id: block for block in view.blocks}
    return tuple(_locate(rgb, blocks, binding, mode) for binding in bindings)


def _locate(rgb: Pixels, blocks: Mapping[str, Block], binding: Binding, mode: Mode) -> Replacement:
    occurrence = binding.occurrence
    quads, lines = [], []
    for extent in occurrence.extents:
        if not isinstance(extent, BlockExtent) or extent.block not in blocks:
            raise InputProblem("render.extent", f"a {occurrence.type} has no place in the picture")
        block = blocks[extent.block]
        quads.append(refine_extent(rgb, block, extent))
        lines.append(line_quad(rgb, block))
    reference = binding.reference if mode == "full" else ""
    return Replacement(occurrence.type, reference, occurrence.extents, tuple(quads), tuple(lines))
