"""Findings as one JSON document, value-free."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from shotveil.renderers.findings import Finding, box_numbers, count_kinds, describe

SCHEMA = "shotveil.report/1"


def render_json(findings: Iterable[Finding], failures: Iterable[Finding] = ()) -> str:
    """``{"schema", "findings": […], "counts": {kind: {type: n}}, "errors": […]}``, keys in a fixed order.

    Args:
        findings: what to list, in order.
        failures: inputs that could not be read.
    """
    import orjson

    listed = list(findings)
    counts: dict[str, dict[str, int]] = {}
    for (kind, type_), number in sorted(count_kinds(listed).items()):
        counts.setdefault(kind, {})[type_] = number
    document = {
        "schema": SCHEMA,
        "findings": [_encode(finding) for finding in listed],
        "counts": counts,
        "errors": [{"path": failed.path, "message": describe(failed)} for failed in failures],
    }
    return orjson.dumps(document, option=orjson.OPT_INDENT_2).decode() + "\n"


def _encode(finding: Finding) -> dict[str, Any]:
    place = finding.place
    record: dict[str, Any] = {"path": finding.path, "kind": finding.kind, "type": finding.type}
    if finding.reference:
        record["reference"] = finding.reference
    if place.line:
        record |= {"line": place.line, "column": place.column or 1}
        if place.end_column:
            record |= {"end_line": place.end_line or place.line, "end_column": place.end_column}
    if place.pointer:
        record["pointer"] = place.pointer
    if place.box is not None:
        record |= {"frame": place.frame, "box": box_numbers(place.box)}
    if finding.reader:
        record["reader"] = finding.reader
    if finding.message:
        record["message"] = finding.message
    return record
