"""A root: one entity of a session, and what each reference to it means (CONTRACT d, e.4, f.5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from shotveil.core.binding.surface import levels_of, write_address
from shotveil.core.labels import LEN_LABELS, LEVELS
from shotveil.core.records import AddressRecord, NameRecord, Record
from shotveil.core.references import Reference


@dataclass(frozen=True, slots=True)
class Root:
    """One entity.

    ``record`` is its accumulated state, ``surfaces`` the distinct forms seen, first one first. ``turn``
    issued it. ``digest`` and ``length`` stand for a SECRET whose value is not kept (then
    ``surfaces`` is empty).
    """

    number: int
    type: str
    record: Record
    surfaces: tuple[str, ...]
    turn: int
    digest: str = ""
    length: int = 0


def stored_value(root: Root) -> str | None:
    """What the bare root returns: first surface of a scalar, the fullest form of a name, the whole address.

    None when the value was not kept.
    """
    if root.type == "ADDR" and isinstance(root.record, AddressRecord):
        return root.record.text
    if root.type == "NAME" and isinstance(root.record, NameRecord) and root.record.text:
        return root.record.text
    return root.surfaces[0] if root.surfaces else None


def resolve_reference(reference: Reference, root: Root) -> str | None:
    """The value that this reference to this root means, or None: then it stays literal (f.4-f.6)."""
    if root.type != reference.label:
        return None
    if reference.length is not None:
        return stored_value(root) if root.type in LEN_LABELS else None
    if not reference.levels:
        return stored_value(root)
    if not isinstance(root.record, AddressRecord):
        return None
    return project_address(root.record, reference.levels)


def project_address(record: AddressRecord, levels: Sequence[str]) -> str | None:
    """The parts at these levels, joined as the locale writes them; None when one of them is missing."""
    held = levels_of(record.components)
    if any(level not in held for level in levels):
        return None
    if all(level in levels for level in held):
        return record.text
    wanted = frozenset(levels)
    chosen = [c for c in record.components if levels_of((c,)) and levels_of((c,))[0] in wanted]
    return write_address(chosen, record.locale)


def available_levels(record: Record) -> tuple[str, ...]:
    """Levels a root can be asked for, in SPEC order."""
    if not isinstance(record, AddressRecord):
        return ()
    held = levels_of(record.components)
    return tuple(level for level in LEVELS if level in held)
