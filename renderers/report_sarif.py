"""Findings as SARIF 2.1.0, for code-scanning dashboards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from shotveil.renderers.findings import Finding, Kind, box_numbers, describe

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS: dict[Kind, str] = {"found": "warning", "leak": "error", "partial": "note", "withheld": "error"}
_RULES: dict[Kind, str] = {
    "found": "A value of type {type} that should not be shared.",
    "leak": "A value of type {type} that can be read in a released file.",
    "partial": "A part of a value of type {type} in a released file.",
    "withheld": "An input of which nothing was released.",
}


def render_sarif(findings: Iterable[Finding], version: str = "0", failures: Iterable[Finding] = ()) -> str:
    """A log of one run; columns count code points, pictures carry frame and box as properties.

    Args:
        findings: what to list, in order.
        version: the tool's version.
        failures: inputs that could not be read: notifications of the run.
    """
    import orjson

    listed = list(findings)
    rules = sorted({(_rule_id(finding), finding.kind, finding.type) for finding in listed})
    numbers = {rule: number for number, (rule, _, _) in enumerate(rules)}
    driver = {
        "name": "shotveil",
        "version": version,
        "rules": [
            {
                "id": rule,
                "shortDescription": {"text": _RULES[kind].format(type=type_)},
                "defaultConfiguration": {"level": _LEVELS[kind]},
            }
            for rule, kind, type_ in rules
        ],
    }
    notifications = [_notification(failed) for failed in failures]
    run = {
        "tool": {"driver": driver},
        "invocations": [
            {"executionSuccessful": not notifications, "toolExecutionNotifications": notifications}
        ],
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding, numbers) for finding in listed],
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return orjson.dumps(log, option=orjson.OPT_INDENT_2).decode() + "\n"


def _rule_id(finding: Finding) -> str:
    return f"{finding.kind}/{finding.type}" if finding.type else finding.kind


def _notification(failed: Finding) -> dict[str, Any]:
    return {
        "level": "error",
        "message": {"text": describe(failed)},
        "locations": [{"physicalLocation": {"artifactLocation": {"uri": _uri(failed)}}}],
    }


def _uri(finding: Finding) -> str:
    return quote(finding.path.replace("\\", "/"))


def _result(finding: Finding, numbers: dict[str, int]) -> dict[str, Any]:
    rule = _rule_id(finding)
    physical: dict[str, Any] = {"artifactLocation": {"uri": _uri(finding)}}
    region = _region(finding)
    if region:
        physical["region"] = region
    location: dict[str, Any] = {"physicalLocation": physical}
    if finding.place.pointer:
        location["logicalLocations"] = [{"fullyQualifiedName": finding.place.pointer}]
    result: dict[str, Any] = {
        "ruleId": rule,
        "ruleIndex": numbers[rule],
        "level": _LEVELS[finding.kind],
        "message": {"text": describe(finding)},
        "locations": [location],
    }
    properties = _properties(finding)
    if properties:
        result["properties"] = properties
    return result


def _region(finding: Finding) -> dict[str, int]:
    place = finding.place
    if not place.line:
        return {}
    region = {"startLine": place.line, "startColumn": place.column or 1}
    if place.end_column:
        region |= {"endLine": place.end_line or place.line, "endColumn": place.end_column}
    return region


def _properties(finding: Finding) -> dict[str, Any]:
    properties: dict[str, Any] = {}
    if finding.reference:
        properties["reference"] = finding.reference
    if finding.place.box is not None:
        properties |= {"frame": finding.place.frame, "box": box_numbers(finding.place.box)}
    if finding.reader:
        properties["reader"] = finding.reader
    return properties
