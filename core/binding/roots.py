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
    shown = project_address(root.record, reference.levels)
    if shown is not None and shown != root.record.text and _was_seen_with_postal(root, reference.levels):
        return project_address(root.record, reference.levels, postal=True)
    return shown


def _was_seen_with_postal(root: Root, levels: Sequence[str]) -> bool:
    """Whether a form of just these levels was replaced that had the postal code: it has no level of its own.

    While such a form was the whole address its code came back with it; learning more must not lose it.
    """
    assert isinstance(root.record, AddressRecord)
    codes = [c.text for c in root.record.components if c.key == "postal_code"]
    held = [surface for surface in root.surfaces if any(code in surface for code in codes)]
    if not held:
        return False
    from shotveil.core.parse.address import parse_address

    parsed = (parse_address(surface) for surface in held)
    return any(record is not None and levels_of(record.components) == tuple(levels) for record in parsed)


def project_address(record: AddressRecord, levels: Sequence[str], *, postal: bool = False) -> str | None:
    """The parts at these levels, joined as the locale writes them; None when one of them is missing.

    Args:
        postal: with the postal code, which has no level.
    """
    held = levels_of(record.components)
    if any(level not in held for level in levels):
        return None
    if all(level in levels for level in held):
        return record.text
    wanted = frozenset(levels)
    chosen = [
        c
        for c in record.components
        if (postal and c.key == "postal_code") or (levels_of((c,)) and levels_of((c,))[0] in wanted)
    ]
    return write_address(chosen, record.locale)


def available_levels(record: Record) -> tuple[str, ...]:
    """Levels a root can be asked for, in SPEC order."""
    if not isinstance(record, AddressRecord):
        return ()
    held = levels_of(record.components)
    return tuple(level for level in LEVELS if level in held)
