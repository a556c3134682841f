"""Appearance groups: fragments of one address that stand together on a screen (CONTRACT e.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shotveil.core.binding.surface import level_of
from shotveil.core.geometry import Box, overlap_down
from shotveil.core.records import AddressRecord, BlockExtent, Component, Occurrence, View

_MAX_GAP: Final = 1.5
"""Gap between fragments of one group, in heights of the higher one."""

_MAX_OVERLAP: Final = 0.25
_MAX_INDENT: Final = 1.0
_LOOK_BACK: Final = 4
_LATIN_RANK: Final = {"DTL": 0, "ROAD": 0, "DIST": 1, "CITY": 2, "PROV": 3, None: 3, "COUNTRY": 4}
_CHINESE_RANK: Final = {None: 0, "COUNTRY": 0, "PROV": 1, "CITY": 2, "DIST": 3, "ROAD": 4, "DTL": 5}
_SLOT: Final = {"district_city": "district", "multi_admin": "city"}


def group_fragments(occurrences: Sequence[Occurrence], view: View) -> list[tuple[int, ...]]:
    """Indices of occurrences, grouped; in the order of the first members.

    Only addresses with boxes group: adjacent, levels that may follow each other, no part told twice.
    """
    groups: list[list[int]] = []
    open_groups: list[list[int]] = []
    lefts = {block.id: block.box.left for block in view.blocks}
    for index, occurrence in enumerate(occurrences):
        home = next(
            (group for group in reversed(open_groups) if _joins(occurrences, group, index, lefts)),
            None,
        )
        if home is not None:
            home.append(index)
            continue
        groups.append([index])
        if occurrence.type == "ADDR" and _boxes(occurrence):
            open_groups = [*open_groups[1 - _LOOK_BACK :], groups[-1]]
    return [tuple(group) for group in groups]


def _joins(
    occurrences: Sequence[Occurrence], group: Sequence[int], index: int, lefts: dict[str, float]
) -> bool:
    """The newcomer continues the last member and repeats no part of any member."""
    new, last = occurrences[index], occurrences[group[-1]]
    if new.type != "ADDR" or not _boxes(new):
        return False
    if not isinstance(new.record, AddressRecord) or not isinstance(last.record, AddressRecord):
        return False
    taken = {_slot(c) for i in group for c in _components(occurrences[i])}
    if any(_slot(component) in taken for component in new.record.components):
        return False
    return _follows(last.record, new.record) and _is_adjacent(last, new, lefts)


def _components(occurrence: Occurrence) -> tuple[Component, ...]:
    return occurrence.record.components if isinstance(occurrence.record, AddressRecord) else ()


def _slot(component: Component) -> str:
    return _SLOT.get(component.key, component.key)


def _follows(last: AddressRecord, new: AddressRecord) -> bool:
    """Chinese runs from large to small, Latin script from the street outwards."""
    if not last.components or not new.components:
        return False
    before, after = level_of(last.components[-1]), level_of(new.components[0])
    if last.locale == "zh" and new.locale == "zh":
        return _CHINESE_RANK[before] <= _CHINESE_RANK[after]
    return _LATIN_RANK[before] <= _LATIN_RANK[after]


def _boxes(occurrence: Occurrence) -> list[tuple[str, Box]]:
    return [(e.block, e.box) for e in occurrence.extents if isinstance(e, BlockExtent)]


def _is_adjacent(last: Occurrence, new: Occurrence, lefts: dict[str, float]) -> bool:
    """On the same line beside each other, or on the next line with the left edges together (a.2)."""
    (block_a, a), (block_b, b) = _boxes(last)[-1], _boxes(new)[0]
    height = max(a.height, b.height)
    if overlap_down(a, b) > 0.5 * min(a.height, b.height):
        return -_MAX_OVERLAP * height <= b.left - a.right <= _MAX_GAP * height
    starts_a = {a.left, _boxes(last)[0][1].left, lefts.get(block_a, a.left)}
    starts_b = {b.left, lefts.get(block_b, b.left)}
    near = any(abs(x - y) <= _MAX_INDENT * height for x in starts_a for y in starts_b)
    return near and -_MAX_OVERLAP * height <= b.top - a.bottom <= _MAX_GAP * height
