"""Typed records of accepted values (CONTRACT d). An occurrence exists only where this succeeds."""

from __future__ import annotations

from shotveil.core.records import Record, ScalarRecord


def parse_value(kind: str, text: str) -> Record | None:
    """The typed record of ``text`` as a value of label ``kind``; None when it cannot be one."""
    if kind == "NAME":
        from shotveil.core.parse.name import parse_name

        return parse_name(text)
    if kind == "ORG":
        from shotveil.core.parse.organization import parse_organization

        return parse_organization(text)
    if kind == "ADDR":
        from shotveil.core.parse.address import parse_address

        return parse_address(text)
    from shotveil.core.normalize import canonical

    key = canonical(kind, text)
    return ScalarRecord(text, key) if key else None
