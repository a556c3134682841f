"""From accepted occurrences to roots and references (CONTRACT e; DESIGN rule 16)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from shotveil.core.binding.accumulate import join_records
from shotveil.core.binding.groups import group_fragments
from shotveil.core.binding.roots import Root
from shotveil.core.binding.state import MAX_NUMBER, BindingState
from shotveil.core.binding.surface import levels_of
from shotveil.core.errors import InputProblem
from shotveil.core.labels import LABELS, LEN_LABELS
from shotveil.core.normalize import len_of
from shotveil.core.records import AddressRecord, Binding, Occurrence, Record, TextExtent, View
from shotveil.core.references import Reference, format_reference

_SIGN: Final = re.compile("[#＃]")
_WORDS: Final = "|".join(sorted((label.replace("_", "[_ -]?") for label in LABELS), key=len, reverse=True))
_LABEL_BEFORE: Final = re.compile(rf"(?<![0-9A-Za-z_])(?:{_WORDS})[ \t]?\\?\Z", re.IGNORECASE)
_NUMBER_AFTER: Final = re.compile(r"[ \t]?([0-9０-９]{1,9})(?![0-9０-９])")
_LONGEST_LABEL: Final = max(map(len, LABELS)) + 4


@dataclass(frozen=True, slots=True)
class BoundView:
    """The bindings of a view, in the order of its occurrences, and what they changed.

    ``touched`` lists root numbers in binding order; ``changed`` the roots that are new or know more now.
    """

    bindings: tuple[Binding, ...]
    touched: tuple[int, ...]
    changed: tuple[Root, ...]
    reserved: tuple[int, ...]


def bind_view(view: View, state: BindingState) -> tuple[Binding, ...]:
    """Bind the occurrences of a view; ``state`` knows them afterwards."""
    return bind_occurrences(view.occurrences, view, state).bindings


def bind_occurrences(occurrences: Sequence[Occurrence], view: View, state: BindingState) -> BoundView:
    """Bind occurrences in their within-view order; groups at their first member (e.1, e.3).

    Raises:
        InputProblem: ``session.full`` when no number is left.
    """
    reserved = state.reserve(find_reserved(view))
    order = sorted(range(len(occurrences)), key=lambda i: (_position(occurrences[i]), i))
    groups = group_fragments([occurrences[i] for i in order], view)
    bound: dict[int, Binding] = {}
    touched: dict[int, None] = {}
    changed: dict[int, None] = {}
    for number, members in enumerate(groups):
        own = [order[i] for i in members]
        grouped = number if len(own) > 1 else -1
        bindings, news = _bind_group([occurrences[i] for i in own], view, state, grouped)
        bound.update(zip(own, bindings, strict=True))
        root = bindings[0].root
        touched.pop(root, None)
        touched[root] = None
        if news:
            changed[root] = None
    return BoundView(
        tuple(bound[i] for i in range(len(occurrences))),
        tuple(touched),
        tuple(state.roots[n] for n in changed),
        reserved,
    )


def make_references(occurrences: Sequence[Occurrence], view: View, state: BindingState) -> tuple[str, ...]:
    """The reference of each occurrence."""
    return tuple(binding.reference for binding in bind_occurrences(occurrences, view, state).bindings)


def find_reserved(view: View) -> Iterator[int]:
    """Numbers of texts in a view that look like references, however they are bracketed (rule 16)."""
    for text in (view.text or "", *(block.text for block in view.blocks)):
        for sign in _SIGN.finditer(text):
            number = _NUMBER_AFTER.match(text, sign.end())
            if number and _LABEL_BEFORE.search(text[max(0, sign.start() - _LONGEST_LABEL) : sign.start()]):
                yield int(number.group(1))


def describe(record: Record, type: str, text: str, root: int) -> Reference:
    """The reference of one appearance: its own levels or length, nobody else's (e.5)."""
    if type == "ADDR" and isinstance(record, AddressRecord):
        return Reference(type, root, levels_of(record.components))
    if type in LEN_LABELS:
        return Reference(type, root, length=len_of(type, text))
    return Reference(type, root)


def _bind_group(
    members: Sequence[Occurrence], view: View, state: BindingState, group: int
) -> tuple[list[Binding], bool]:
    """All members of a group take one root; each shows only its own levels. Second: did the root learn."""
    first = members[0]
    record = first.record
    if len(members) > 1:
        record = join_records([m.record for m in members if isinstance(m.record, AddressRecord)])
    choice = state.choose(first.type, record, view.turn)
    fresh = choice.root is None
    number = state.next_number if choice.root is None else choice.root
    if number > MAX_NUMBER:
        raise InputProblem("session.full", "the session has no number left", "start a new session")
    surfaces = [member.text for member in members]
    news = state.absorb(number, first.type, record, surfaces, view.turn)
    bindings = [
        Binding(
            occurrence=member,
            root=number,
            reference=format_reference(describe(member.record, member.type, member.text, number)),
            fresh=fresh,
            ambiguous=choice.ambiguous,
            group=group,
        )
        for member in members
    ]
    return bindings, news


def _position(occurrence: Occurrence) -> int:
    """Text: by offset. Screens: as found, which is reading order."""
    extent = occurrence.extents[0] if occurrence.extents else None
    return extent.start if isinstance(extent, TextExtent) else 0
