"""Findings of a run in the format that was asked for; values only on a terminal and only when asked."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import version

from shotveil.core.errors import UsageProblem
from shotveil.core.records import BlockExtent, Occurrence, View
from shotveil.renderers.findings import Finding, Place

FORMATS = ("text", "json", "github", "sarif")


def render_report(findings: Sequence[Finding], report_format: str, *, show_values: bool = False) -> bytes:
    """A report as UTF-8.

    Raises:
        UsageProblem: ``report.format`` for an unknown format.
    """
    if report_format == "json":
        from shotveil.renderers.report_json import render_json

        return render_json(findings).encode()
    if report_format == "github":
        from shotveil.renderers.report_github import render_github

        return render_github(findings).encode()
    if report_format == "sarif":
        from shotveil.renderers.report_sarif import render_sarif

        return render_sarif(findings, version("shotveil")).encode()
    if report_format != "text":
        raise UsageProblem(
            "report.format", f"no report format is called {report_format}", f"known: {', '.join(FORMATS)}"
        )
    from shotveil.renderers.report_terminal import render_terminal

    return render_terminal(findings, show_values=show_values).encode("utf-8", "backslashreplace")


def report_views(views: Iterable[View], report_format: str, *, show_values: bool = False) -> bytes:
    """A report of what was found in views."""
    findings = [finding for view in views for finding in find_places(view)]
    return render_report(findings, report_format, show_values=show_values)


def find_places(view: View) -> Iterator[Finding]:
    """Findings of a view with their places."""
    starts = line_starts(view.text) if view.text is not None else []
    for occurrence in view.occurrences:
        yield Finding(view.path, occurrence.type, _place(view, occurrence, starts), value=occurrence.text)


def line_starts(text: str) -> list[int]:
    """Offset of the first character of every line."""
    return [0, *(index + 1 for index, char in enumerate(text) if char == "\n")]


def text_place(starts: Sequence[int], start: int, end: int, pointer: str = "") -> Place:
    """Line and column (from 1) of characters ``start:end``."""
    line, last = bisect_right(starts, start) - 1, bisect_right(starts, max(start, end - 1)) - 1
    return Place(line + 1, start - starts[line] + 1, last + 1, end - starts[last] + 1, pointer=pointer)


def _place(view: View, occurrence: Occurrence, starts: Sequence[int]) -> Place:
    first = occurrence.extents[0]
    if isinstance(first, BlockExtent):
        return Place(frame=view.frame, box=first.box, pointer=view.pointer)
    if view.pointer:
        return Place(pointer=view.pointer)
    return text_place(starts, first.start, first.end)
