"""Blocks of a screen to one stream: lines, chunks and their reading order (CONTRACT a.1-a.3).

Every threshold is a share of text height, so the result does not change with scale or place.
"""

from __future__ import annotations

import unicodedata
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Final

from shotveil.core.geometry import ROW_OVERLAP, Box, order_rows, overlap_down, union_box
from shotveil.core.patterns import compile_late
from shotveil.core.records import Block, View
from shotveil.core.stream.characters import UNREAD, read_shapes
from shotveil.core.stream.model import HARD_BREAK, INLINE_GAP, Stream, Unit
from shotveil.core.stream.tables import Grid
from shotveil.core.stream.text import join_offsets

LINE_GAP: Final = (-0.25, 0.5)
"""Least and largest gap between neighbours of a line, in heights of the taller."""

LINE_HEIGHTS: Final = 0.3
"""Largest height difference of neighbours of a line, as a share of the taller (OCR jitter included)."""

WRAP_GAP: Final = (-0.25, 0.5)
WRAP_GAP_INSIDE: Final = 1.0
"""Largest gap below a line that ends inside a value, in heights: ``name@``, ``555-``, ``https://user:``."""

WRAP_INDENT: Final = 1.0
WRAP_HEIGHTS: Final = 0.25
_SLACK: Final = 1e-6

_NATURAL: Final = compile_late(r"(\d+)")
_CUT_VALUE: Final = compile_late(
    r"(?:[0-9A-Za-z._+\-]@|[0-9)][ ]?-|//[^\s/@:]{1,40}:[^\s/@:]{0,40})\s*\Z|\A[0-9A-Za-z_\-]{20,80}\s*\Z"
)
_CUT_REACH: Final = 96
_BROKEN_PLACE: Final = compile_late(
    r"[0-9].{6,60}(?:,|, [A-Z]{2})\s*\Z|[省市区县].{0,24}[0-9]{1,5}[号弄].{0,16}[\u4e00-\u9fff0-9]\s*\Z"
)
"""An address that a line breaks off: behind a comma or a state, behind a house and an estate."""
_PLAIN: Final = compile_late(r"[!-~]+(?: [!-~]+)*\Z")


def clean_block(raw: str) -> tuple[str, Sequence[int] | None]:
    """Text of a block as read, and the raw offset of each character (None when it is read unchanged)."""
    if _PLAIN.match(raw):
        return raw, None
    kept: list[str] = []
    offsets = array("q")
    for index, char in enumerate(raw):
        if char.isspace():
            if kept and kept[-1] != " ":
                kept.append(" ")
                offsets.append(index)
            continue
        if UNREAD.match(char):
            continue
        read = char
        if not char.isascii() and unicodedata.category(char)[0] != "P":
            read = unicodedata.normalize("NFKC", char)
        elif char in "（）":
            read = "(" if char == "（" else ")"
        for one in read.strip():
            kept.append(one)
            offsets.append(index)
    while kept and kept[-1] == " ":
        kept.pop()
        offsets.pop()
    return read_shapes("".join(kept)), offsets


def natural_key(text: str) -> tuple[tuple[bool, int, str], ...]:
    """Sort key in which 2 comes before 10."""
    return tuple(
        (not part.isdigit(), int(part) if part.isdigit() else 0, part)
        for part in _NATURAL.split(text)
        if part
    )


def order_blocks(blocks: Sequence[Block]) -> list[int]:
    """Indices in reading order: rows, then left edge, top edge, natural id, place in the input (a.3.5)."""
    keys = [(b.box.top, b.box.left, natural_key(b.id), i) for i, b in enumerate(blocks)]
    return order_rows([block.box for block in blocks], keys)


def _link(pairs: list[tuple[tuple[float, ...], int, int]], count: int) -> list[int]:
    """Successor of each item: pairs (rank, from, to) taken best first, one in and one out each; -1 none."""
    after, taken = [-1] * count, [False] * count
    for _, source, target in sorted(pairs):
        if after[source] < 0 and not taken[target]:
            after[source] = target
            taken[target] = True
    return after


def _follow(after: Sequence[int]) -> list[list[int]]:
    """Chains of a successor relation, in order of their first item. A ring is cut at its first item."""
    has_before = set(after)
    seen = [False] * len(after)
    chains = []
    starts = [i for i in range(len(after)) if i not in has_before] + list(range(len(after)))
    for start in starts:
        chain, item = [], start
        while item >= 0 and not seen[item]:
            seen[item] = True
            chain.append(item)
            item = after[item]
        if chain:
            chains.append(chain)
    return sorted(chains)


def _near_top(tops: Sequence[float], low: float, high: float) -> range:
    return range(bisect_left(tops, low), bisect_right(tops, high))


def _line_pairs(boxes: Sequence[Box]) -> list[tuple[tuple[float, ...], int, int]]:
    by_top = sorted(range(len(boxes)), key=lambda i: boxes[i].top)
    tops = [boxes[i].top for i in by_top]
    pairs = []
    for left_index, left in enumerate(boxes):
        best: tuple[tuple[float, ...], int, int] | None = None
        reach = left.height
        for position in _near_top(tops, left.top - reach, left.bottom):
            right_index = by_top[position]
            right = boxes[right_index]
            height = max(left.height, right.height)
            gap = right.left - left.right
            if right_index == left_index or right.left <= left.left or right.right <= left.right:
                continue
            if not LINE_GAP[0] * height - _SLACK <= gap <= LINE_GAP[1] * height + _SLACK:
                continue
            if abs(left.height - right.height) > LINE_HEIGHTS * height + _SLACK:
                continue
            if overlap_down(left, right) < ROW_OVERLAP * min(left.height, right.height) - _SLACK:
                continue
            rank = (abs(gap) / height, abs(right.top - left.top) / height, float(right_index))
            if best is None or rank < best[0]:
                best = (rank, left_index, right_index)
        if best:
            pairs.append(best)
    return pairs


def _wrap_pairs(
    lines: Sequence[Box], lefts: Sequence[float], heights: Sequence[float], texts: Sequence[str]
) -> list[tuple[tuple[float, ...], int, int]]:
    by_top = sorted(range(len(lines)), key=lambda i: lines[i].top)
    tops = [lines[i].top for i in by_top]
    grid = Grid(lines, texts)
    pairs: list[tuple[tuple[float, ...], int, int]] = []
    for upper_index, upper in enumerate(lines):
        upper_height = heights[upper_index]
        is_cut = _CUT_VALUE.search(texts[upper_index][-_CUT_REACH:]) is not None
        widest = WRAP_GAP_INSIDE if is_cut else WRAP_GAP[1]
        low = upper.bottom + 2 * WRAP_GAP[0] * upper_height
        high = upper.bottom + 2 * widest * upper_height
        for position in _near_top(tops, low, high):
            lower_index = by_top[position]
            height = max(upper_height, heights[lower_index])
            gap = lines[lower_index].top - upper.bottom
            indent = abs(lefts[upper_index] - lefts[lower_index])
            if _is_set_right(upper, lines[lower_index], texts[upper_index]):
                indent = min(indent, abs(upper.right - lines[lower_index].right))
            if lower_index == upper_index or lines[lower_index].top <= upper.top:
                continue
            if not WRAP_GAP[0] * height - _SLACK <= gap <= widest * height + _SLACK:
                continue
            if indent > WRAP_INDENT * height + _SLACK:
                continue
            if abs(upper_height - heights[lower_index]) > WRAP_HEIGHTS * height + _SLACK:
                continue
            if not is_cut and grid.parts(upper_index, lower_index):
                continue
            rank = (indent / height + abs(gap) / height, float(upper_index), float(lower_index))
            pairs.append((rank, upper_index, lower_index))
    return pairs


def _is_set_right(upper: Box, lower: Box, text: str) -> bool:
    """Whether an address may go on in a shorter line that ends where it ends: values at the right edge."""
    return lower.left > upper.left and _BROKEN_PLACE.search(text[-_CUT_REACH:]) is not None


def _has_place(block: Block) -> bool:
    return block.box.right > block.box.left and block.box.bottom > block.box.top


def chunk_blocks(blocks: Sequence[Block]) -> list[list[int]]:
    """Chunks of indices into ``blocks``: lines, continued downwards, in reading order (a.2, a.3).

    Every block with text lands in exactly one chunk; one without a box stands alone, at the end.
    """
    filled = [i for i, block in enumerate(blocks) if block.text.strip()]
    placed = [i for i in filled if _has_place(blocks[i])]
    order = [placed[i] for i in order_blocks([blocks[i] for i in placed])]
    boxes = [blocks[i].box for i in order]
    lines = _follow(_link(_line_pairs(boxes), len(boxes)))
    line_boxes = [union_box(boxes[i] for i in line) for line in lines]
    lefts = [boxes[line[0]].left for line in lines]
    heights = [sorted(boxes[i].height for i in line)[len(line) // 2] for line in lines]
    texts = [" ".join(blocks[order[i]].text for i in line) for line in lines]
    chains = _follow(_link(_wrap_pairs(line_boxes, lefts, heights, texts), len(lines)))
    chunks = [[order[i] for line in chain for i in lines[line]] for chain in chains]
    return chunks + [[i] for i in filled if not _has_place(blocks[i])]


def build_stream(view: View, index: int = 0) -> Stream:
    """The stream of a screen or UI tree: its chunks, gaps inside them, hard breaks around them.

    Args:
        view: a view with blocks.
        index: what ``Unit.view`` holds (the place of the view in a batch).
    """
    parts: list[str] = [HARD_BREAK]
    units: list[Unit] = []
    maps: list[Sequence[int] | None] = []
    position = 1
    for chunk in chunk_blocks(view.blocks):
        for place, number in enumerate(chunk):
            text, offsets = clean_block(view.blocks[number].text)
            if place:
                parts.append(INLINE_GAP)
                position += 1
            label = view.blocks[number].label
            units.append(Unit(index, number, position, position + len(text), (label,) if label else ()))
            parts.append(text)
            maps.append(offsets)
            position += len(text)
        parts.append(HARD_BREAK)
        position += 1
    return Stream("".join(parts), tuple(units), join_offsets(units, maps, position))
