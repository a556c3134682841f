"""Findings as plain text for people: one line each, grouped by file, counts at the end."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from shotveil.renderers.findings import Finding, count_kinds, describe, describe_place

_NAMES = {
    "found": ("found", "found"),
    "leak": ("leak", "leaks"),
    "partial": ("partial match", "partial matches"),
    "withheld": ("withheld", "withheld"),
}


def render_terminal(findings: Iterable[Finding], *, show_values: bool = False) -> str:
    """The report; with ``show_values`` each line ends in the value itself (a terminal only)."""
    listed = list(findings)
    lines = []
    for path, group in groupby(listed, key=lambda finding: finding.path):
        lines.append(path)
        for finding in group:
            place = describe_place(finding.place)
            line = f"  {place or '-'}  {describe(finding)}"
            if show_values and finding.value:
                line += f"  {finding.value!r}"
            lines.append(line)
    lines.append(_summary(listed))
    return "\n".join(lines) + "\n"


def _summary(findings: list[Finding]) -> str:
    if not findings:
        return "nothing found"
    counts = count_kinds(findings)
    parts = []
    for kind, (one, several) in _NAMES.items():
        types = {type_: n for (k, type_), n in sorted(counts.items()) if k == kind}
        if types:
            detail = ", ".join(f"{type_} {n}" for type_, n in types.items() if type_)
            total = sum(types.values())
            parts.append(f"{total} {one if total == 1 else several}" + (f" ({detail})" if detail else ""))
    files = len({finding.path for finding in findings})
    return f"{'; '.join(parts)} in {files} {'file' if files == 1 else 'files'}"
