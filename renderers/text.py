"""Write references into a text document by raw cuts; everything else stays byte for byte (rule 14)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from shotveil.core.errors import InputProblem
from shotveil.core.records import BlockExtent, Replacement, View
from shotveil.core.sources.document import Edit, Piece, Place, TextDocument, TextMap

_Cut = tuple[int, int, str]
"""View characters start:end and what takes their place."""


def plan_edits(document: TextDocument, view: View, replacements: Iterable[Replacement]) -> tuple[Edit, ...]:
    """The raw cuts that write the replacements of one view.

    A value that lies in several pieces (streamed deltas, cues, terminal events) gets its reference in the
    first piece; the others are emptied. A value of several extents likewise. Cuts of nested texts are marked
    where the view holds a secret: nothing in the released text will tell.

    Raises:
        InputProblem: ``rewrite.failed`` when an extent is not covered by the view's map, splits an encoded
            character, or overlaps another.
    """
    cuts: dict[str, list[_Cut]] = {}
    secret = False
    for replacement in replacements:
        written = replacement.reference
        secret |= replacement.type == "SECRET"
        for extent in replacement.extents:
            block = extent.block if isinstance(extent, BlockExtent) else ""
            cuts.setdefault(block, []).append((extent.start, extent.end, written))
            written = ""
    edits: list[Edit] = []
    for block, block_cuts in cuts.items():
        text_map = document.maps.get((view.id, block) if block else view.id)
        if text_map is None:
            raise _failed(document, view, "it has no place in the file")
        edits += _cut_pieces(document, view, text_map, sorted(block_cuts))
    if secret and document.nested:
        edits = [replace(edit, is_secret=edit.start >= len(document.raw)) for edit in edits]
    return tuple(edits)


def apply_edits(document: TextDocument, edits: Iterable[Edit]) -> tuple[str, tuple[Place, ...]]:
    """The released raw text, and for each edit the place that undoes it.

    Raises:
        InputProblem: ``rewrite.failed`` when edits overlap or leave the file.
    """
    ordered = sorted(edits, key=_order)
    if document.repeats:
        ordered = _unite_overlapping(ordered)
    ordered = _keep_keys_apart(document, ordered)
    ordered = _close_nested(document, ordered)
    if document.settle is not None:
        ordered = document.settle(ordered)
    return _write(document, document.raw, ordered)


def _order(edit: Edit) -> tuple[int, int]:
    return edit.start, edit.end


def _close_nested(document: TextDocument, ordered: list[Edit]) -> list[Edit]:
    """The edits with those of each nested text as one edit of the text that carries it."""
    for nested in reversed(document.nested):
        first = bisect_left(ordered, nested.start, key=lambda edit: edit.start)
        inside = ordered[first:]
        if inside:
            del ordered[first:]
            moved = [Edit(e.start - nested.start, e.end - nested.start, e.text) for e in inside]
            text, _ = _write(document, nested.text, moved)
            is_secret = any(edit.is_secret for edit in inside)
            insort(ordered, Edit(*nested.span(), nested.encode(text), is_secret), key=_order)
    return ordered


def _write(document: TextDocument, raw: str, ordered: Sequence[Edit]) -> tuple[str, tuple[Place, ...]]:
    out: list[str] = []
    places: list[Place] = []
    at = released = 0
    for edit in ordered:
        if edit.start < at or edit.end < edit.start or edit.end > len(raw):
            raise InputProblem(
                "rewrite.failed", f"{document.path}: two rewrites overlap; nothing was released for it"
            )
        out += (raw[at : edit.start], edit.text)
        released += edit.start - at
        raw_slice = raw[edit.start : edit.end]
        places.append(Place(released, released + len(edit.text), raw_slice, edit.is_secret))
        released += len(edit.text)
        at = edit.end
    out.append(raw[at:])
    return "".join(out), tuple(places)


def _unite_overlapping(edits: Sequence[Edit]) -> list[Edit]:
    """One edit for each stretch that several views cut; each reference is written once."""
    united: list[Edit] = []
    for edit in edits:
        last = united[-1] if united else None
        if last is None or edit.start >= last.end:
            united.append(edit)
            continue
        text = last.text if edit.text in last.text else last.text + edit.text
        is_secret = last.is_secret or edit.is_secret
        united[-1] = Edit(last.start, max(last.end, edit.end), text, is_secret)
    return united


def _keep_keys_apart(document: TextDocument, edits: list[Edit]) -> list[Edit]:
    """The edits, with ``~2`` and so on where two keys of one object would become the same reference."""
    if not document.keys or not edits:
        return edits
    starts = [edit.start for edit in edits]
    raw = document.raw + "".join(nested.text for nested in document.nested)
    taken: Counter[tuple[str, str]] = Counter()
    for view in document.views:
        if view.id not in document.keys:
            continue
        pieces = document.maps[view.id].pieces
        low = bisect_left(starts, pieces[0].raw_start)
        inside = edits[low : bisect_left(starts, pieces[-1].raw_end)]
        if inside:
            place = view.pointer.rpartition("/")[0], _edited(raw, pieces, inside)
            taken[place] += 1
            if taken[place] > 1:
                edits[low] = replace(edits[low], text=f"{edits[low].text}~{taken[place]}")
    return edits


def _edited(raw: str, pieces: Sequence[Piece], edits: Sequence[Edit]) -> str:
    at, out = pieces[0].raw_start, []
    for edit in edits:
        out += [raw[at : edit.start], edit.text]
        at = edit.end
    return "".join(out) + raw[at : pieces[-1].raw_end]


_FEW: Final = 8


def _cut_pieces(document: TextDocument, view: View, text_map: TextMap, cuts: Sequence[_Cut]) -> list[Edit]:
    if len(cuts) > 1 and any(left[1] > right[0] for left, right in pairwise(cuts)):
        raise _failed(document, view, "two values overlap")
    edits: list[Edit] = []
    whole: dict[Piece, list[_Cut]] = {}
    pieces = text_map.pieces
    in_order = len(pieces) > _FEW and not any(piece.copy for piece in pieces)
    for start, end, reference in cuts:
        written = reference
        first = bisect_right(pieces, start, key=_end_of) if in_order else 0
        last = bisect_left(pieces, end, first, key=_start_of) if in_order else len(pieces)
        found = [piece for piece in pieces[first:last] if piece.start < end and start < piece.end]
        if not found:
            raise _failed(document, view, "a value lies in no piece of the file")
        for piece in found:
            if piece.whole:
                whole.setdefault(piece, []).append((start, end, written))
            else:
                is_drawn_again = piece.copy and piece.start <= start and end <= piece.end
                shown = reference if is_drawn_again or piece.apart else written
                _append_cut(document, view, edits, piece, start, end, shown)
            written = ""
    edits += [_replace_whole(piece, piece_cuts) for piece, piece_cuts in whole.items()]
    return edits


def _start_of(piece: Piece) -> int:
    return piece.start


def _end_of(piece: Piece) -> int:
    return piece.end


def _append_cut(
    document: TextDocument, view: View, edits: list[Edit], piece: Piece, start: int, end: int, written: str
) -> None:
    raw_start, raw_end = piece.raw_range(start, end)
    if raw_start >= raw_end:
        raise _failed(document, view, "a value ends inside an encoded character")
    if written and piece.escape is not None:
        written = piece.escape(written)
    if written and (piece.before or piece.after):
        written = piece.before + written + piece.after
    if not written and edits and edits[-1].end == raw_start:
        edits[-1] = Edit(edits[-1].start, raw_end, edits[-1].text)
    else:
        edits.append(Edit(raw_start, raw_end, written))


def _replace_whole(piece: Piece, cuts: Sequence[_Cut]) -> Edit:
    """One edit for a whole piece: the first reference."""
    written = next((text for _, _, text in cuts if text), "")
    return Edit(piece.raw_start, piece.raw_end, piece.before + written + piece.after)


def _failed(document: TextDocument, view: View, why: str) -> InputProblem:
    where = f"{document.path}{view.pointer and ' at ' + view.pointer}"
    return InputProblem("rewrite.failed", f"{where}: {why}; nothing was released for it")


def count_forced(document: TextDocument, view: View, edits: Sequence[Edit]) -> tuple[int, int]:
    """Numbers that became strings and keys that became references among a view's edits (rule 14)."""
    if not edits:
        return 0, 0
    if view.id in document.keys:
        return 0, len(edits)
    text_map = document.maps.get(view.id)
    pieces = () if text_map is None else text_map.pieces
    return sum([piece.whole and bool(piece.before) for piece in pieces]), 0
