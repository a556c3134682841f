"""What a root knows after one more appearance (CONTRACT e.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from shotveil.core.binding.address import (
    detail_rank,
    is_same_poi,
    list_numbers,
    repeats_word,
    split_heading,
)
from shotveil.core.binding.roots import Root
from shotveil.core.binding.surface import write_address
from shotveil.core.parse.address_keys import component_key
from shotveil.core.records import AddressRecord, Component, NameRecord, Record

MAX_SURFACES: Final = 64
"""Distinct forms that a root remembers; later ones are still bound, but not kept as evidence."""

_DETAILS: Final = frozenset({"building", "unit", "room", "suite", "detail"})
_AREAS: Final = frozenset({"country", "province", "city", "district", "subdistrict"})
_SLOT: Final = {"district_city": "district", "multi_admin": "city"}
_LATIN_ORDER: Final = (
    "number", "road", "poi", "building", "unit", "suite", "room", "detail",
    "subdistrict", "district", "city", "province", "postal_code", "country",
)  # fmt: skip


def merge_records(old: Record, new: Record) -> Record:
    """The accumulated record of a root that takes in one more appearance.

    Names keep their fullest form, addresses merge their components, other types stay as they are.
    """
    if new is old or new == old:
        return old
    if isinstance(old, AddressRecord) and isinstance(new, AddressRecord):
        return merge_addresses(old, new)
    if isinstance(old, NameRecord) and isinstance(new, NameRecord):
        return new if _weigh_name(new) > _weigh_name(old) else old
    return old


def extend_root(root: Root, record: Record, surfaces: Sequence[str]) -> Root:
    """A root after one more appearance; the same object when nothing is new."""
    merged = merge_records(root.record, record)
    added = [surface for surface in dict.fromkeys(surfaces) if surface not in root.surfaces]
    added = [] if root.digest else added[: MAX_SURFACES - len(root.surfaces)]
    if merged is root.record and not added:
        return root
    return replace(root, record=merged, surfaces=(*root.surfaces, *added))


def _weigh_name(record: NameRecord) -> float:
    """Known parts; an initial counts less than a whole part, a file name less than written text."""
    parts = (record.family.rstrip("."), record.given.rstrip("."))
    weight = sum(1.0 if len(part) > 1 or not part.isascii() else 0.5 for part in parts if part)
    if weight >= 2 and record.text.isascii() and " " not in record.text:
        weight -= 0.2
    return weight + (0.25 if record.middle and weight >= 1.8 else 0.0)


def merge_addresses(old: AddressRecord, new: AddressRecord) -> AddressRecord:
    """All components of both, each in its more complete form; as written where one side says it all."""
    if repeats_word(old, new):
        return new if len(new.components) > len(old.components) else old
    merged = list(old.components)
    from_new = [False] * len(merged)
    for component in new.components:
        at = _find_equal(merged, component)
        if at is None:
            if not _is_told(merged, component):
                merged.append(component)
                from_new.append(True)
        elif _is_fuller(component, merged[at]):
            merged[at] = component
            from_new[at] = True
    kept = [i for i, component in enumerate(merged) if not _is_absorbed(merged, i)]
    if not any(from_new[i] for i in kept) and len(kept) == len(old.components):
        return old
    chosen = [merged[i] for i in kept]
    if all(from_new[i] or _is_in(merged[i], new.components) for i in kept):
        return new
    locale = new.locale if len(new.components) > len(old.components) else old.locale
    ordered = tuple(sorted(chosen, key=lambda c: _latin_rank(c, chosen)) if locale == "en" else chosen)
    plain = tuple(Component(c.key, c.text, levels=c.levels) for c in ordered)
    return AddressRecord(write_address(plain, locale), plain, locale)


def join_records(parts: Sequence[AddressRecord]) -> AddressRecord:
    """The aggregate of an appearance group: all its components in reading order (e.1)."""
    locale = max(parts, key=lambda part: len(part.components)).locale
    components = tuple(component for part in parts for component in part.components)
    joined = ("" if locale == "zh" else ", ").join(part.text.strip(" ,，") for part in parts)
    return AddressRecord(joined, components, locale)


def _slot(component: Component) -> str:
    return _SLOT.get(component.key, component.key)


def _find_equal(merged: Sequence[Component], component: Component) -> int | None:
    """The known component that says the same; compatible records differ in a slot by their writing only."""
    slot, key = _slot(component), component_key(component)
    for at, known in enumerate(merged):
        if _slot(known) == slot and _says_same(slot, component_key(known), key):
            return at
    return None


def _says_same(slot: str, known: str, key: str) -> bool:
    if known == key or slot in _AREAS:
        return True
    if slot == "poi":
        return is_same_poi(known, key)
    if slot == "postal_code":
        return known[:5] == key[:5]
    return slot == "road" and split_heading(known)[0] == split_heading(key)[0]


def _is_told(merged: Sequence[Component], component: Component) -> bool:
    """An administrative token of the same name at another level, or a detail that others tell."""
    key = component_key(component)
    if component.key in ("province", "city", "district", "district_city"):
        return any(_key_as(known, component) == key for known in merged if known.key == "multi_admin")
    tokens = list_numbers(component)
    told = [token for known in merged if known.key in _DETAILS for token in list_numbers(known)]
    return component.key in _DETAILS and bool(tokens) and told[-len(tokens) :] == tokens


def _key_as(known: Component, component: Component) -> str:
    return component_key(known, component.key) if component.key in known.levels else ""


def _is_fuller(new: Component, old: Component) -> bool:
    """More letters say more, but a state code is preferred to its name (e.4)."""
    if old.key == "multi_admin" and new.key != "multi_admin":
        return True
    a, b = (sum(ch.isalnum() for ch in component.text) for component in (new, old))
    if new.key == "province" and old.key == "province" and old.text.isascii() and new.text.isascii():
        return a < b and a == 2
    return a > b


def _is_absorbed(merged: Sequence[Component], at: int) -> bool:
    """Typed details absorb a generic or compact one with the same number tokens (e.4)."""
    component = merged[at]
    tokens = list_numbers(component) if component.key in _DETAILS else []
    if not tokens or (component.key != "detail" and len(tokens) < 2):
        return False
    others = [c for i, c in enumerate(merged) if i != at and c.key in _DETAILS and c.key != "detail"]
    typed = [token for other in sorted(others, key=detail_rank) for token in list_numbers(other)]
    return typed[-len(tokens) :] == tokens


def _is_in(component: Component, components: Sequence[Component]) -> bool:
    return any(component.key == other.key and component.text == other.text for other in components)


def _latin_rank(component: Component, components: Sequence[Component]) -> int:
    """Street first; a number keeps its side of the road (12 Quillgate Street, Lindenweg 12)."""
    slot = _slot(component)
    if slot in ("number", "road"):
        return next(
            i for i, c in enumerate(c for c in components if c.key in ("number", "road")) if c == component
        )
    return _LATIN_ORDER.index(slot) if slot in _LATIN_ORDER else len(_LATIN_ORDER)
