"""Findings as workflow commands, which GitHub shows as annotations beside the lines."""

from __future__ import annotations

from collections.abc import Iterable

from shotveil.renderers.findings import Finding, describe, describe_place

_LEVELS = {"found": "warning", "leak": "error", "partial": "notice", "withheld": "error"}


def render_github(findings: Iterable[Finding]) -> str:
    """One ``::level file=…::message`` line each."""
    return "".join(_command(finding) + "\n" for finding in findings)


def _command(finding: Finding) -> str:
    place = finding.place
    properties = {"file": finding.path}
    message = describe(finding)
    if place.line:
        properties |= {"line": str(place.line), "col": str(place.column or 1)}
        if place.end_line and place.end_line != place.line:
            properties["endLine"] = str(place.end_line)
        elif place.end_column:
            properties["endColumn"] = str(place.end_column)
    elif described := describe_place(place):
        message += f" at {described}"
    properties["title"] = f"shotveil {finding.type or finding.kind}"
    listed = ",".join(f"{name}={_escape_property(value)}" for name, value in properties.items())
    return f"::{_LEVELS[finding.kind]} {listed}::{_escape(message)}"


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    return _escape(text).replace(":", "%3A").replace(",", "%2C")
