"""The local privacy repository: values of people known to be private (CONTRACT h).

It is evidence for detection and nothing else: nothing here is ever read when references are resolved.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from shotveil.core.errors import InputProblem
from shotveil.core.labels import COMPONENT_LEVEL
from shotveil.core.patterns import compile_late
from shotveil.core.records import AddressRecord, Component, NameRecord, OrgRecord, Record, ScalarRecord

DEFAULT_PATH: Final = Path(".privacyguard/privacy_repository.json")

_SCALAR_TYPES: Final = {
    "phone": "PHONE",
    "email": "EMAIL",
    "id_number": "ID_NUMBER",
    "bank_number": "BANK_CARD",
    "passport_number": "PASSPORT",
    "driver_license": "DRIVER_LICENSE",
    "license_plate": "LICENSE_PLATE",
    "alnum": "ALNUM",
    "num": "NUM",
}
_NAME_PARTS: Final = ("family", "given", "alias", "middle")
_ADDRESS_KEYS: Final = ("number", *(k for k in COMPONENT_LEVEL if k not in ("multi_admin", "number")))
_STRENGTHS: Final = frozenset({"hard", "soft", "weak"})
_SLOTS: Final = frozenset({"name", "organization", "address", *_SCALAR_TYPES})
_ID: Final = compile_late(r"\S(?:.{0,198}\S)?")

Persona = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Repository:
    """Personas in the order they were added; each maps slots to lists of items."""

    personas: tuple[Persona, ...] = ()

    def __iter__(self) -> Iterator[Persona]:
        return iter(self.personas)

    def __len__(self) -> int:
        return len(self.personas)


def load_repository(path: Path = DEFAULT_PATH, *, missing_ok: bool = False) -> Repository:
    """Read and check the file.

    Raises:
        InputProblem: missing, unreadable, or against the schema.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError as error:
        if missing_ok:
            return Repository()
        raise InputProblem("repository.missing", f"{path}: no such repository") from error
    except OSError as error:
        raise InputProblem("repository.permission", f"{path} cannot be read") from error
    document = _load(data, str(path))
    return Repository(check_patch(document) if document != [] else ())


def _load(data: bytes, name: str) -> Any:
    import orjson

    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise InputProblem("repository.invalid", f"{name} is not JSON") from error


def check_patch(document: Any) -> tuple[Persona, ...]:
    """Check a whole list of personas before any of it is used.

    Raises:
        InputProblem: ``repository.invalid``, naming the place and never a value.
    """
    if not isinstance(document, list) or not document:
        raise _invalid("the document", 'must be a list of personas: [{"persona_id": "p1", …}]')
    personas = []
    for at, persona in enumerate(document):
        place = f"persona {at + 1}"
        if not isinstance(persona, dict):
            raise _invalid(place, "must be an object")
        _check_persona(persona, place)
        personas.append(persona)
    ids = [persona["persona_id"] for persona in personas]
    if len(set(ids)) != len(ids):
        raise _invalid("the document", "names a persona twice")
    return tuple(personas)


def merge_personas(repository: Repository, patch: Sequence[Persona]) -> Repository:
    """Unite a checked patch with a repository: by persona, items by their main value, aliases united."""
    merged: dict[str, dict[str, Any]] = {p["persona_id"]: dict(p) for p in repository}
    for persona in patch:
        known = merged.setdefault(persona["persona_id"], {"persona_id": persona["persona_id"]})
        for slot in persona:
            if slot != "persona_id":
                known[slot] = _merge_items(slot, known.get(slot, []), persona[slot])
    return Repository(check_patch(list(merged.values()))) if merged else repository


def merge_patch(path: Path, data: bytes) -> int:
    """Check a whole patch, merge it into the file, replace the file at once.

    Returns:
        How many personas the repository holds now.

    Raises:
        InputProblem: the patch or the file is against the schema; then nothing was written.
    """
    patch = check_patch(_load(data, "the patch"))
    merged = merge_personas(load_repository(path, missing_ok=True), patch)
    save_repository(merged, path)
    return len(merged)


def remove_persona(persona_id: str, path: Path) -> None:
    """Remove a persona from the file.

    Raises:
        InputProblem: there is no such persona.
    """
    repository = load_repository(path)
    kept = tuple(persona for persona in repository if persona["persona_id"] != persona_id)
    if len(kept) == len(repository):
        raise InputProblem("repository.unknown", "the repository has no such persona")
    save_repository(Repository(kept), path)


def save_repository(repository: Repository, path: Path = DEFAULT_PATH) -> None:
    """Write the file at once or not at all, readable by its owner only."""
    import orjson

    data = orjson.dumps(list(repository.personas), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise InputProblem("repository.permission", f"{path} cannot be written") from error


def repository_values(repository: Repository) -> Iterator[tuple[str, Record, tuple[str, ...]]]:
    """Type, record and surfaces of every stored value, as a session hands them: evidence only (b.6)."""
    for persona in repository:
        for slot in persona:
            if slot != "persona_id":
                for item in persona[slot]:
                    yield from _values_of(slot, item)


def _values_of(slot: str, item: Mapping[str, Any]) -> Iterator[tuple[str, Record, tuple[str, ...]]]:
    if slot == "name":
        parts = {part: item.get(part, "") for part in _NAME_PARTS}
        surfaces = tuple(v for v in (item["full"], item.get("alias", "")) if v)
        yield "NAME", NameRecord(item["full"], **parts), surfaces
    elif slot == "organization":
        for surface in (item["value"], *item.get("aliases", ())):
            yield "ORG", OrgRecord(surface), (surface,)
    elif slot == "address":
        record = _address_record(item)
        yield "ADDR", record, (record.text,)
    else:
        from shotveil.core.normalize import canonical

        type = _SCALAR_TYPES[slot]
        for surface in (item["value"], *item.get("aliases", ())):
            yield type, ScalarRecord(surface, canonical(type, surface)), (surface,)


def _address_record(item: Mapping[str, Any]) -> AddressRecord:
    from shotveil.core.binding.surface import write_address

    components = [Component(key, item[key]) for key in _ADDRESS_KEYS if item.get(key)]
    listed = [Component(part["level"], part["value"]) for part in item.get("components", ())]
    every = tuple(
        components + [c for c in listed if (c.key, c.text) not in {(k.key, k.text) for k in components}]
    )
    locale = "en" if all(component.text.isascii() for component in every) else "zh"
    return AddressRecord(write_address(every, locale), every, locale)  # type: ignore[arg-type]


def _merge_items(
    slot: str, known: Sequence[Mapping[str, Any]], new: Sequence[Mapping[str, Any]]
) -> list[Any]:
    items = {_main_value(slot, item): dict(item) for item in known}
    for item in new:
        main = _main_value(slot, item)
        if main not in items:
            items[main] = dict(item)
            continue
        aliases = [*items[main].get("aliases", ()), *item.get("aliases", ())]
        items[main].update({key: value for key, value in item.items() if key != "aliases"})
        if aliases:
            items[main]["aliases"] = list(dict.fromkeys(aliases))
    return list(items.values())


def _main_value(slot: str, item: Mapping[str, Any]) -> str:
    if slot == "name":
        return str(item["full"])
    if slot == "address":
        return "\n".join(f"{key}={item[key]}" for key in _ADDRESS_KEYS if item.get(key)) or str(item)
    return str(item["value"])


def _check_persona(persona: Mapping[str, Any], place: str) -> None:
    if not isinstance(persona.get("persona_id"), str) or not _ID.fullmatch(persona["persona_id"]):
        raise _invalid(place, "needs a persona_id")
    slots = [slot for slot in persona if slot != "persona_id"]
    if not slots:
        raise _invalid(place, "needs at least one slot")
    for slot in slots:
        if slot not in _SLOTS:
            raise _unknown_field(place, slot, _SLOTS)
        if not isinstance(persona[slot], list) or not persona[slot]:
            raise _invalid(f"{place}, {slot}", "must be a list that is not empty")
        for number, item in enumerate(persona[slot]):
            _check_item(slot, item, f"{place}, {slot} {number + 1}")


def _check_item(slot: str, item: Any, place: str) -> None:
    if not isinstance(item, dict):
        example = '{"full": "…", "given": "…"}' if slot == "name" else '{"value": "…"}'
        raise _invalid(place, f"must be an object{'' if slot == 'address' else f': {example}'}")
    if slot == "name":
        _check_texts(item, ("full", *_NAME_PARTS), place)
        if not item.get("full") or not any(item.get(part) for part in _NAME_PARTS):
            raise _invalid(place, "needs full and one of family, given, alias, middle")
    elif slot == "address":
        _check_address(item, place)
    else:
        _check_texts({k: v for k, v in item.items() if k != "aliases"}, ("value",), place)
        if not item.get("value"):
            raise _invalid(place, 'needs a value: {"value": "…"}')
        _check_aliases(item, place)


def _check_texts(item: Mapping[str, Any], allowed: Sequence[str], place: str) -> None:
    for key in item:
        if key not in allowed:
            raise _unknown_field(place, key, allowed)
    if any(not isinstance(value, str) or not value.strip() for value in item.values()):
        raise _invalid(place, "has a field that is not a text, or empty")


def _check_aliases(item: Mapping[str, Any], place: str) -> None:
    aliases = item.get("aliases", None)
    if aliases is None:
        return
    if (
        not isinstance(aliases, list)
        or not aliases
        or not all(isinstance(a, str) and a.strip() for a in aliases)
    ):
        raise _invalid(place, "needs aliases as a list of texts")
    if len(set(aliases)) != len(aliases) or item["value"] in aliases:
        raise _invalid(place, "has aliases that repeat")


def _check_address(item: Mapping[str, Any], place: str) -> None:
    _check_texts({k: v for k, v in item.items() if k != "components"}, _ADDRESS_KEYS, place)
    components = item.get("components", [])
    if not isinstance(components, list) or ("components" in item and not components):
        raise _invalid(place, "needs components as a list that is not empty")
    for part in components:
        if not isinstance(part, dict):
            raise _invalid(place, "needs components as objects")
        _check_texts(part, ("level", "value", "strength"), place)
        if part.get("level") not in _ADDRESS_KEYS or not part.get("value"):
            raise _invalid(place, "has a component without a known level and a value")
        if part.get("strength", "soft") not in _STRENGTHS:
            raise _invalid(place, "has a component with an unknown strength")
    if not item:
        raise _invalid(place, "is empty")


def _unknown_field(place: str, name: str, known: Collection[str]) -> InputProblem:
    """Names the field where it is like a known one; anything else may be a value in the wrong place."""
    near = get_close_matches(name, known, 1)
    shown = f" {name}" if near else ""
    hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(sorted(known))}"
    return InputProblem("repository.invalid", f"{place} has an unknown field{shown}", hint)


def _invalid(place: str, what: str) -> InputProblem:
    return InputProblem("repository.invalid", f"{place} {what}")
