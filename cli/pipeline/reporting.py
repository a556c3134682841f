"""Findings of a run in the format that was asked for; values only on a terminal and only when asked."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

from shotveil.cli.pipeline.finding import Finder
from shotveil.cli.pipeline.naming import hide_names
from shotveil.cli.pipeline.request import Item, Request
from shotveil.core.errors import UsageProblem
from shotveil.core.geometry import Box
from shotveil.core.outputs import free_name
from shotveil.core.records import BlockExtent, Extent, Occurrence, View, ViewError
from shotveil.core.sources.document import TextDocument
from shotveil.renderers.findings import Finding, Place

FORMATS = ("text", "json", "github", "sarif")


def list_failures(errors: Sequence[ViewError], paths: ShownPaths, finder: Finder) -> tuple[Finding, ...]:
    """What could not be read, under the paths to show: without it a report would look complete."""
    failed = (
        Finding(error.path, "", kind="withheld", message=error.message.removeprefix(f"{error.path}: "))
        for error in errors
    )
    return tuple(shown for one in failed for shown in paths.hide([one], finder))


def render_report(
    findings: Sequence[Finding],
    report_format: str,
    failures: Sequence[Finding] = (),
    *,
    show_values: bool = False,
    failed: bool = False,
) -> bytes:
    """A report as UTF-8; the text for a terminal leaves ``failures`` out, which standard error tells.

    Of a run that ``failed`` that text does not say that nothing was found: not all was looked at.

    Raises:
        UsageProblem: ``report.format`` for an unknown format.
    """
    if report_format == "json":
        from shotveil.renderers.report_json import render_json

        return render_json(findings, failures).encode()
    if report_format == "github":
        from shotveil.renderers.report_github import render_github

        return render_github((*findings, *failures)).encode()
    if report_format == "sarif":
        from shotveil.renderers.report_sarif import render_sarif

        return render_sarif(findings, version("shotveil"), failures).encode()
    if report_format != "text":
        raise UsageProblem(
            "report.format", f"no report format is called {report_format}", f"known: {', '.join(FORMATS)}"
        )
    if failed and not findings:
        return b""
    from shotveil.renderers.report_terminal import render_terminal

    return render_terminal(findings, show_values=show_values).encode("utf-8", "backslashreplace")


class ShownPaths:
    """Paths of inputs as a report shows them: no value in them, and still told apart."""

    def __init__(self, request: Request) -> None:
        self._is_plain = request.show_values or request.settings.keep_names
        self._shown: dict[str, str] = {}
        self._taken: set[str] = set()

    def hide(
        self, findings: Sequence[Finding], finder: Finder, known: Sequence[tuple[str, str]] = ()
    ) -> list[Finding]:
        """The findings of one input under the path to show; ``known`` values are in its name."""
        if not findings or self._is_plain:
            return list(findings)
        path = findings[0].path
        if path not in self._shown:
            hidden = hide_names(path, finder, known)
            self._shown[path] = hidden if hidden == path else free_name(Path(hidden), self._taken).as_posix()
        return [replace(finding, path=self._shown[path]) for finding in findings]


class FileLines:
    """Lines and columns in a text-like file for what was found in its values."""

    def __init__(self, document: TextDocument) -> None:
        self._maps, self._starts = document.maps, line_starts(document.raw)

    def place(self, view: View, extent: Extent) -> Place | None:
        """Where the characters of an extent lie in the file; None where the file does not tell."""
        key = (view.id, extent.block) if isinstance(extent, BlockExtent) else view.id
        pieces = self._maps[key].pieces if key in self._maps else ()
        shared = [piece for piece in pieces if piece.start < extent.end and extent.start < piece.end]
        if not shared:
            return None
        first = shared[0].raw_range(extent.start, extent.end)
        last = shared[-1].raw_range(extent.start, extent.end)
        return text_place(self._starts, first[0], max(first[0], last[1]), view.pointer)


def read_lines(item: Item, sha256: str) -> FileLines | None:
    """The lines of the file that was searched; None for pictures, and where it has changed since."""
    from shotveil.cli.pipeline.reading import open_document

    if item.format == "image":
        return None
    document = open_document(item)
    return FileLines(document) if document.sha256 == sha256 else None


def find_places(view: View, lines: FileLines | None = None) -> Iterator[Finding]:
    """Findings of a view with their places; in the lines of its file, where they are given."""
    starts = line_starts(view.text) if view.text is not None else []
    for occurrence in view.occurrences:
        place = _place(view, occurrence, starts)
        held = lines.place(view, occurrence.extents[0]) if lines and (view.pointer or place.box) else None
        if held is not None:
            place = replace(held, frame=place.frame, box=place.box)
        yield Finding(view.path, occurrence.type, place, value=occurrence.text)


def merge_readings(findings: Iterable[Finding]) -> list[Finding]:
    """One finding a place, whoever read it and however often; a part is left out where a whole is listed.

    In pictures two findings of one type, reference and kind are the same place when their boxes share half
    of the smaller one. The merged finding names every reader, its box is the larger one.
    """
    merged: list[Finding] = []
    groups: dict[tuple[object, ...], list[int]] = {}
    for finding in findings:
        place = finding.place
        key = (
            finding.path, finding.type, finding.reference, finding.kind, finding.message,
            place.frame, place.pointer, place.line, place.column,
        )  # fmt: skip
        group = groups.setdefault(key, [])
        number = next((n for n in group if _same_place(merged[n].place.box, place.box)), None)
        if number is None:
            group.append(len(merged))
            merged.append(finding)
        else:
            merged[number] = _join(merged[number], finding)
    wholes = [finding for finding in merged if finding.kind == "leak"]
    return [f for f in merged if f.kind != "partial" or not any(_is_part_of(f, whole) for whole in wholes)]


def _same_place(first: Box | None, second: Box | None) -> bool:
    if first is None or second is None:
        return first is second
    shared = first.intersection(second)
    return shared is not None and shared.area >= 0.5 * min(first.area, second.area)


def _join(first: Finding, second: Finding) -> Finding:
    boxes = [box for box in (first.place.box, second.place.box) if box is not None]
    place = replace(first.place, box=max(boxes, key=lambda box: box.area)) if boxes else first.place
    readers = dict.fromkeys(name for name in (*first.reader.split(", "), second.reader) if name)
    return replace(first, place=place, reader=", ".join(readers))


def _is_part_of(part: Finding, whole: Finding) -> bool:
    if part.place.box is None:
        return False
    at_part = (part.path, part.type, part.reference, part.place.frame, part.place.pointer)
    at_whole = (whole.path, whole.type, whole.reference, whole.place.frame, whole.place.pointer)
    return at_part == at_whole and _same_place(part.place.box, whole.place.box)


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
