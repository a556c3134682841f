"""From accepted occurrences to roots and references (CONTRACT e; DESIGN rule 16)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from shotveil.core.binding.address import COVERED, match_addresses, profile_address
from shotveil.core.binding.beside import part_neighbours
from shotveil.core.binding.index import Choice
from shotveil.core.binding.mentions import Mention, make_mentions, settle
from shotveil.core.binding.roots import Root
from shotveil.core.binding.state import MAX_NUMBER, BindingState
from shotveil.core.binding.surface import levels_of
from shotveil.core.binding.truncation import continues
from shotveil.core.errors import InputProblem
from shotveil.core.labels import LABELS, LEN_LABELS
from shotveil.core.normalize import len_of
from shotveil.core.patterns import compile_late
from shotveil.core.quick_records import made_quickly
from shotveil.core.records import (
    AddressRecord,
    Binding,
    Occurrence,
    Record,
    View,
)
from shotveil.core.references import Reference, format_reference

_SIGN: Final = compile_late("[#＃]")
_WORDS: Final = "|".join(sorted((label.replace("_", "[_ -]?") for label in LABELS), key=len, reverse=True))
_LABEL_BEFORE: Final = compile_late(rf"(?<![0-9A-Za-z_])(?:{_WORDS})[ \t]?\\?\Z", re.IGNORECASE)
_NUMBER_AFTER: Final = compile_late(r"[ \t]?([0-9０-９]{1,9})(?![0-9０-９])")
_LONGEST_LABEL: Final = max(map(len, LABELS)) + 4


_LOOK_AHEAD: Final = 64


@made_quickly
@dataclass(frozen=True, slots=True)
class BoundView:
    """The bindings of a view, in the order of its occurrences, and what they changed.

    ``touched`` lists root numbers in binding order; ``changed`` the roots that are new or know more now.
    """

    bindings: tuple[Binding, ...]
    touched: tuple[int, ...]
    changed: tuple[Root, ...]
    reserved: tuple[int, ...]


_NOTHING: Final = BoundView((), (), (), ())


def bind_view(view: View, state: BindingState) -> tuple[Binding, ...]:
    """Bind the occurrences of a view; ``state`` knows them afterwards."""
    return bind_occurrences(view.occurrences, view, state).bindings


def bind_occurrences(occurrences: Sequence[Occurrence], view: View, state: BindingState) -> BoundView:
    """Bind occurrences in their within-view order; groups at their first member (e.1, e.3).

    Raises:
        InputProblem: ``session.full`` when no number is left.
    """
    reserved = state.reserve(find_reserved(view))
    if not occurrences:
        return BoundView((), (), (), reserved) if reserved else _NOTHING
    occurrences = [settle(occurrence) for occurrence in occurrences]
    mentions = make_mentions(occurrences, view)
    bound: dict[int, Binding] = {}
    touched: dict[int, None] = {}
    changed: dict[int, None] = {}
    for at, mention in enumerate(mentions):
        choice = _choose(at, mentions, state, view.turn)
        choice = part_neighbours(choice, at, mentions, occurrences, view, bound, state)
        number = state.next_number if choice.root is None else choice.root
        if number > MAX_NUMBER:
            raise InputProblem("session.full", "the session has no number left", "start a new session")
        surfaces = [occurrences[i].text for i in mention.members]
        if state.absorb(number, mention.type, mention.record, surfaces, view.turn):
            changed[number] = None
        touched.pop(number, None)
        touched[number] = None
        for i in mention.members:
            bound[i] = _make_binding(occurrences[i], number, choice, mention.group)
    return BoundView(
        tuple([bound[i] for i in range(len(occurrences))]),
        tuple(touched),
        tuple([state.roots[n] for n in changed]),
        reserved,
    )


def find_reserved(view: View) -> Iterator[int]:
    """Numbers of texts in a view that look like references, however they are bracketed (rule 16)."""
    texts = (block.text for block in view.blocks) if view.text is None else (view.text,)
    for text in texts:
        if "#" not in text and "＃" not in text:
            continue
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


def _choose(at: int, mentions: Sequence[Mention], state: BindingState, turn: int) -> Choice:
    mention = mentions[at]
    choice = state.choose(mention.type, mention.record, turn)
    if mention.cut is not None and choice.root is not None:
        known = state.roots[choice.root].record
        sure = isinstance(known, AddressRecord) and continues(mention.cut.tail, known)
        return choice if sure and not choice.ambiguous else Choice(None, choice.ambiguous)
    if choice.root is None and mention.type == "ADDR":
        return _ask_later(mention, mentions[at + 1 : at + 1 + _LOOK_AHEAD], state, turn) or choice
    return choice


def _ask_later(fragment: Mention, later: Sequence[Mention], state: BindingState, turn: int) -> Choice | None:
    """A fragment that no root holds yet, but a later mention of the same view does: the root of that one.

    A card shows ``Unit 7C`` above the whole address that is known from an earlier turn.
    """
    if not isinstance(fragment.record, AddressRecord):
        return None
    own = profile_address(fragment.record)
    if own.road:
        return None
    fuller = [
        other.record
        for other in later
        if isinstance(other.record, AddressRecord)
        and match_addresses(own, profile_address(other.record)) >= COVERED
    ]
    roots = {state.choose("ADDR", record, turn).root for record in fuller}
    return Choice(roots.pop()) if len(roots) == 1 else None


def _make_binding(occurrence: Occurrence, root: int, choice: Choice, group: int) -> Binding:
    reference = describe(occurrence.record, occurrence.type, occurrence.text, root)
    return Binding(
        occurrence=occurrence,
        root=root,
        reference=format_reference(reference),
        fresh=choice.root is None,
        ambiguous=choice.ambiguous,
        group=group,
    )
