"""Writes references into a document as the pipeline does, and compares structures; for the tests here."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from shotveil.core.records import BlockExtent, Replacement, TextExtent
from shotveil.core.sources import open_text
from shotveil.core.sources.document import Place, TextDocument
from shotveil.renderers.text import apply_edits, plan_edits

REFERENCE = re.compile(r"\[\[[A-Z_]+#[0-9]+(?:\.[A-Z0-9=-]+)?\]\]")
_WORD = re.compile(r"[^\W_]{3,}")


def read(text: str | bytes, format: str) -> TextDocument:
    """Open a text of a known format; the file comes back unchanged."""
    data = text.encode() if isinstance(text, str) else text
    document = open_text(data, "file", format, session="s", turn=1)
    assert document.encode(document.raw) == data
    return document


def texts(document: TextDocument) -> list[str]:
    return [view.text for view in document.views if view.text is not None]


def fields(document: TextDocument) -> dict[str, tuple[str, ...]]:
    return {view.text: view.field for view in document.views if view.text is not None}


def rewrite(document: TextDocument, *values: str) -> str:
    """Replace every copy of the values by [[NAME#1]], [[NAME#2]] …; the places undo it exactly."""
    edits = []
    for view in document.views:
        sources = {block.id: block.text for block in view.blocks} or {"": view.text or ""}
        found = []
        for block, text in sources.items():
            for number, value in enumerate(values, 1):
                for match in re.finditer(re.escape(value), text):
                    extent: Any = TextExtent(*match.span())
                    if block:
                        extent = BlockExtent(block, *match.span(), view.blocks[0].box)
                    found.append(Replacement("NAME", f"[[NAME#{number}]]", (extent,)))
        edits += plan_edits(document, view, found)
    released, places = apply_edits(document, edits)
    assert restore_places(released, places) == document.raw
    return released


def restore_places(released: str, places: Iterable[Place]) -> str:
    """The exact inverse of ``apply_edits``: the raw text before the edits."""
    out: list[str] = []
    at = 0
    for place in sorted(places, key=lambda place: (place.start, place.end)):
        out += (released[at : place.start], place.raw)
        at = place.end
    return "".join(out) + released[at:]


def rewrite_first_words(document: TextDocument) -> tuple[str, int]:
    """Replace the first word of every view and block; the number of replacements."""
    edits, count = [], 0
    for view in document.views:
        sources = {block.id: block for block in view.blocks}
        found = []
        for block_id, block in sources.items():
            if match := _WORD.search(block.text):
                count += 1
                extent = BlockExtent(block_id, *match.span(), block.box)
                found.append(Replacement("NAME", f"[[NAME#{count}]]", (extent,)))
        if view.text is not None and (match := _WORD.search(view.text)):
            count += 1
            found.append(Replacement("NAME", f"[[NAME#{count}]]", (TextExtent(*match.span()),)))
        edits += plan_edits(document, view, found)
    released, places = apply_edits(document, edits)
    assert restore_places(released, places) == document.raw
    return released, count


def same_json(before: str, after: str) -> bool:
    """Same structure, but for strings, references as keys, and numbers that became references."""
    return _same(json.loads(before), json.loads(after))


def _same(before: Any, after: Any) -> bool:
    if isinstance(before, dict) and isinstance(after, dict):
        return len(before) == len(after) and all(
            (key == other or REFERENCE.search(other) is not None) and _same(value, kept)
            for (key, value), (other, kept) in zip(before.items(), after.items(), strict=True)
        )
    if isinstance(before, list) and isinstance(after, list):
        return len(before) == len(after) and all(map(_same, before, after))
    if isinstance(before, str):
        return isinstance(after, str)
    is_number = isinstance(before, int | float) and not isinstance(before, bool)
    return before == after or (
        is_number and isinstance(after, str) and REFERENCE.fullmatch(after) is not None
    )
