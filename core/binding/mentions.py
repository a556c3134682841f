"""What is bound at once in a view: occurrences and appearance groups, in their fixed order (CONTRACT e)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from shotveil.core.binding.accumulate import join_records
from shotveil.core.binding.gaps import close_gaps
from shotveil.core.binding.groups import group_fragments
from shotveil.core.binding.people import drop_badge
from shotveil.core.binding.truncation import CutAddress, find_cut
from shotveil.core.parse.address import parse_address
from shotveil.core.patterns import compile_late
from shotveil.core.quick_records import made_quickly
from shotveil.core.records import AddressRecord, NameRecord, Occurrence, Record, TextExtent, View
from shotveil.core.stream.model import INLINE_GAP

_BLANKS: Final = compile_late(rf"[\s{INLINE_GAP}]+")


@made_quickly
@dataclass(frozen=True, slots=True)
class Mention:
    """One occurrence, or an appearance group with its aggregate record.

    ``members`` index the occurrences of the view; ``group`` is -1 for one alone. ``cut`` tells how a single
    address is cut short; ``record`` is then what is sure of it.
    """

    type: str
    record: Record
    members: tuple[int, ...]
    group: int = -1
    cut: CutAddress | None = None


def _squeeze(text: str) -> str:
    return _BLANKS.sub("", text)


def settle(occurrence: Occurrence) -> Occurrence:
    """An occurrence whose record holds what belongs to the value only, as it was written."""
    record = occurrence.record
    as_written = record.text == occurrence.text or _squeeze(record.text) in _squeeze(occurrence.text)
    if isinstance(record, AddressRecord):
        as_written = as_written or _squeeze(record.text).casefold() in _squeeze(occurrence.text).casefold()
        record = close_gaps(record if as_written else parse_address(occurrence.text) or record)
    elif isinstance(record, NameRecord):
        record = drop_badge(record if as_written else replace(record, text=occurrence.text))
    return occurrence if record is occurrence.record else replace(occurrence, record=record)


def make_mentions(occurrences: Sequence[Occurrence], view: View) -> list[Mention]:
    """Mentions in binding order: text by offset, screens as found; a group at its first member (e.3)."""
    if len(occurrences) == 1:
        return [_make_mention((0,), occurrences, view, 0)]
    order = sorted(range(len(occurrences)), key=lambda i: (_position(occurrences[i]), i))
    groups = group_fragments([occurrences[i] for i in order], view)
    return [
        _make_mention([order[i] for i in members], occurrences, view, number)
        for number, members in enumerate(groups)
    ]


def _make_mention(
    members: Sequence[int], occurrences: Sequence[Occurrence], view: View, number: int
) -> Mention:
    first = occurrences[members[0]]
    if len(members) == 1:
        cut = find_cut(first, view)
        return Mention(first.type, cut.sure if cut else first.record, tuple(members), cut=cut)
    records = [occurrences[i].record for i in members]
    aggregate = join_records([record for record in records if isinstance(record, AddressRecord)])
    return Mention(first.type, aggregate, tuple(members), number)


def _position(occurrence: Occurrence) -> int:
    extent = occurrence.extents[0] if occurrence.extents else None
    return extent.start if isinstance(extent, TextExtent) else 0
