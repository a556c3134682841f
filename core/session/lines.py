"""Journal lines: roots and records as plain JSON values and back (DESIGN 3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from shotveil.core.binding.roots import Root
from shotveil.core.errors import InputProblem
from shotveil.core.labels import COMPONENT_LEVEL, LABEL_SET
from shotveil.core.records import AddressRecord, Component, NameRecord, OrgRecord, Record, ScalarRecord

_NAME_PARTS: Final = ("family", "given", "middle", "alias", "title")
KEPT_SECRET: Final = 16
"""Characters from which a plain session keeps a keyed hash of a SECRET; shorter ones leave nothing."""


def write_root(root: Root) -> dict[str, Any]:
    """A root line."""
    return {
        "kind": "root",
        "n": root.number,
        "type": root.type,
        "record": write_record(root.record),
        "surfaces": list(root.surfaces),
        "turn": root.turn,
    }


def write_secret(root: Root, digest: str, length: int) -> dict[str, Any]:
    """A root line of a SECRET whose value is not kept: a keyed hash and the length, or nothing."""
    kept = {"digest": digest, "length": length} if length >= KEPT_SECRET else {}
    return {"kind": "root", "n": root.number, "type": "SECRET", **kept, "turn": root.turn}


def read_root(line: Mapping[str, Any]) -> Root:
    """A root from its line.

    Raises:
        InputProblem: ``session.damaged`` when the line is not a root.
    """
    try:
        number, type, turn = int(line["n"]), str(line["type"]), int(line["turn"])
        if type not in LABEL_SET:
            raise ValueError(type)
        if "record" not in line:
            digest, length = str(line.get("digest", "")), int(line.get("length", 0))
            return Root(number, type, ScalarRecord("", ""), (), turn, digest or "-", length)
        record = read_record(type, line["record"])
        return Root(number, type, record, tuple(map(str, line["surfaces"])), turn)
    except (KeyError, TypeError, ValueError) as error:
        raise InputProblem("session.damaged", "a root of the session file cannot be read") from error


def write_record(record: Record) -> dict[str, Any]:
    """A record without empty fields."""
    if isinstance(record, NameRecord):
        parts = {part: value for part in _NAME_PARTS if (value := getattr(record, part))}
        return {"text": record.text, **parts}
    if isinstance(record, OrgRecord):
        return {"text": record.text}
    if isinstance(record, AddressRecord):
        components = [[c.key, c.text, *([list(c.levels)] if c.levels else [])] for c in record.components]
        return {"text": record.text, "locale": record.locale, "components": components}
    return {"text": record.text, "canonical": record.canonical}


def read_record(type: str, fields: Mapping[str, Any]) -> Record:
    """The record of a root of this type."""
    text = str(fields["text"])
    if type == "NAME":
        return NameRecord(text, **{part: str(fields[part]) for part in _NAME_PARTS if part in fields})
    if type == "ORG":
        return OrgRecord(text)
    if type == "ADDR":
        components = tuple(_read_component(entry) for entry in fields["components"])
        return AddressRecord(text, components, "zh" if fields["locale"] == "zh" else "en")
    return ScalarRecord(text, str(fields["canonical"]))


def _read_component(entry: list[Any]) -> Component:
    key = str(entry[0])
    if key not in COMPONENT_LEVEL:
        raise ValueError(key)
    return Component(key, str(entry[1]), levels=tuple(map(str, entry[2])) if len(entry) > 2 else ())
