"""Blocks in a fixed order with unique ids, and the union of what two readers saw."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import replace

from shotveil.core.geometry import Box, order_rows
from shotveil.core.patterns import compile_late
from shotveil.core.records import Block

_SEEN = 0.5
"""Share of a block's area that the other reader's blocks must cover for both to speak of the same text."""

_WORD = compile_late(r"[^\W_]+(?:[@._\-/+][^\W_]+)*")
_LATIN = compile_late("[a-z0-9]")
_BESIDE_HAN = compile_late(r"(?<=[\u2e80-\u9fff]) | (?=[\u2e80-\u9fff])")


def order_blocks(blocks: Iterable[Block]) -> tuple[Block, ...]:
    """Blocks row by row, in a row from left to right, with ids ``b0, b1, …``; whatever order they came in."""
    found = list(blocks)
    keys = [(round(b.box.top), round(b.box.left), b.box.as_list(), b.text) for b in found]
    placed = [found[index] for index in order_rows([block.box for block in found], keys)]
    return tuple(replace(block, id=f"b{index}") for index, block in enumerate(placed))


def union_blocks(first: Iterable[Block], second: Iterable[Block]) -> tuple[Block, ...]:
    """What either of two readers saw in one picture.

    Every block of ``first`` stays. A block of ``second`` is added where it lies elsewhere, and also where
    it reads words that the blocks of ``first`` under it do not have, so that what one reader misread or
    parted elsewhere is still found by the other's reading. Added blocks keep their own boxes.
    """
    base = list(first)
    added = [block for block in second if block.text.strip() and not _is_seen(block, base)]
    return order_blocks([*base, *added])


def _is_seen(block: Block, others: list[Block]) -> bool:
    under = [(other, shared) for other in others if (shared := other.box.intersection(block.box))]
    covered = sum(shared.area for _, shared in under)
    if covered < _SEEN * block.box.area:
        return False
    own = _words(block.text)
    there = " ".join(
        _words(_text_under(other, block.box)) for other, _ in sorted(under, key=lambda p: p[0].box.left)
    )
    return not own or _stands_in(own, there)


def _stands_in(own: str, there: str) -> bool:
    """True where words stand among others: Latin ones whole, Chinese ones whatever they touch."""
    before = r"(?<![a-z0-9])" if _LATIN.match(own[0]) else ""
    after = r"(?![a-z0-9])" if _LATIN.match(own[-1]) else ""
    return re.search(f"{before}{re.escape(own)}{after}", there) is not None


def _text_under(block: Block, box: Box) -> str:
    """The characters of a block that lie under a box (all of them without character boxes)."""
    if block.chars is None:
        return block.text
    reach = block.box.height
    return "".join(
        char
        for char, place in zip(block.text, block.chars, strict=True)
        if place.right > box.left - reach and place.left < box.right + reach
    )


def _words(text: str) -> str:
    """A line as two readings of it compare: without case, and without the marks that part its words.

    Blanks between words count, and so do the marks inside one: a name torn in two and an address without its
    ``@`` are other readings, in which nothing may be found. Blanks beside Chinese characters say nothing.
    """
    plain = unicodedata.normalize("NFKC", text).casefold()
    return _BESIDE_HAN.sub("", " ".join(_WORD.findall(plain)))
