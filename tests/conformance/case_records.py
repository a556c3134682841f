"""Records and occurrences from the fields of a case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from shotveil.core.normalize import canonical
from shotveil.core.parse.address import parse_address
from shotveil.core.parse.name import parse_name
from shotveil.core.parse.organization import parse_organization
from shotveil.core.records import (
    AddressRecord,
    Component,
    NameRecord,
    Occurrence,
    Record,
    ScalarRecord,
    TextExtent,
    View,
)


def make_record(type: str, text: str, parsed: Any = None) -> Record:
    """The record of a mention: from its given parts, or else from our own parser."""
    if type == "NAME":
        record: Record | None = NameRecord(text, **parsed) if parsed else parse_name(text)
    elif type == "ADDR":
        record = _address(text, parsed) if parsed else parse_address(text)
    elif type == "ORG":
        record = parse_organization(text)
    else:
        record = ScalarRecord(text, canonical(type, text))
    assert record is not None, f"{type} does not parse"
    return record


def _address(text: str, parsed: Mapping[str, str] | Sequence[Mapping[str, str]]) -> AddressRecord:
    pairs = parsed.items() if isinstance(parsed, Mapping) else [(p["component"], p["text"]) for p in parsed]
    locale = "en" if text.isascii() else "zh"
    return AddressRecord(text, tuple(Component(key, value) for key, value in pairs), locale)  # type: ignore[arg-type]


def make_occurrence(type: str, text: str, parsed: Any = None, start: int = 0) -> Occurrence:
    """An accepted occurrence of one text view."""
    record = make_record(type, text, parsed)
    return Occurrence(type, text, "hard", (), 1.0, (TextExtent(start, start + len(text)),), record)


def make_view(*occurrences: Occurrence, turn: int = 1, text: str = "") -> View:
    """A text view of a turn."""
    return View(f"v{turn}", "s", turn, "text", "case.txt", text=text, occurrences=occurrences)
