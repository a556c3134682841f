"""Addresses that a screen cuts short (``文三路47…``): the last part is not all there.

What is left of such a mention still names its root, but its last part may only begin like the root's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from shotveil.core.parse.address_keys import component_key
from shotveil.core.patterns import compile_late
from shotveil.core.records import AddressRecord, BlockExtent, Component, Occurrence, TextExtent, View

_ELLIPSIS: Final = compile_late(r"(\w{0,2}) ?(?:…|\.{2,}|‥|⋯)")


@dataclass(frozen=True, slots=True)
class CutAddress:
    """``sure`` knows what is not cut, under the text as written; ``tail`` is the part that is cut.

    ``tail`` is None when it was not even read.
    """

    sure: AddressRecord
    tail: Component | None


def find_cut(occurrence: Occurrence, view: View) -> CutAddress | None:
    """How an occurrence is cut, None when it is not."""
    record = occurrence.record
    if not isinstance(record, AddressRecord) or not occurrence.extents:
        return None
    match = _ELLIPSIS.match(_text_after(occurrence, view))
    if match is None:
        return None
    if match.group(1) or len(record.components) < 2:
        return CutAddress(record, None)
    *kept, tail = record.components
    return CutAddress(AddressRecord(record.text, tuple(kept), record.locale), tail)


def continues(tail: Component | None, record: AddressRecord) -> bool:
    """Whether a root's part of the same kind begins like the cut one, or the root has none of that kind."""
    if tail is None:
        return True
    own = component_key(tail)
    same = [component_key(c) for c in record.components if c.key == tail.key]
    return not same or any(key.startswith(own) for key in same)


def _text_after(occurrence: Occurrence, view: View) -> str:
    extent = occurrence.extents[-1]
    if isinstance(extent, TextExtent):
        return (view.text or "")[extent.end : extent.end + 8]
    assert isinstance(extent, BlockExtent)
    block = next((block for block in view.blocks if block.id == extent.block), None)
    return block.text[extent.end : extent.end + 8] if block else ""
