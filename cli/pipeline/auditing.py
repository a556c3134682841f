"""`shotveil audit`: read a released tree again with every reader, or compare readers (DESIGN rules 7 and 8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO

from shotveil.cli import exits
from shotveil.cli.guard import InputGuard
from shotveil.cli.pipeline.drawing import installed_readers
from shotveil.cli.pipeline.finding import Finder, keep_allowed
from shotveil.cli.pipeline.inputs import make_scopes, nothing_there
from shotveil.cli.pipeline.naming import view_names
from shotveil.cli.pipeline.ownership import KnownSessions, read_sessions
from shotveil.cli.pipeline.reading import open_document
from shotveil.cli.pipeline.released import ReleasedTree, drop_own_references, find_trees
from shotveil.cli.pipeline.reporting import (
    FileLines,
    ShownPaths,
    find_places,
    line_starts,
    list_failures,
    merge_readings,
    render_report,
    text_place,
)
from shotveil.cli.pipeline.request import Item, Request
from shotveil.cli.pipeline.streaming import stdin_item
from shotveil.cli.pipeline.tree import MANIFEST, Outcome
from shotveil.cli.progress import track
from shotveil.cli.streams import say
from shotveil.core.audit.encoded import KnownCopies
from shotveil.core.audit.residual import Needle, NeedleSet, Residual, find_residuals, is_plain
from shotveil.core.clues.session import stands_as_word
from shotveil.core.errors import UsageProblem
from shotveil.core.records import TextExtent, View
from shotveil.core.sources.hidden_copies import fold_same_length
from shotveil.renderers.findings import Finding, Place, sort_findings

SCALES = (1.0, 2.0)


def run_audit(request: Request, gold: Path | None, out: BinaryIO) -> int:
    """0 clean, 1 a leak, 2 something could not be read."""
    if request.show_values and not out.isatty():
        raise UsageProblem("report.values", "--show-values works only on a terminal")
    if _are_traces(request):
        from shotveil.cli.pipeline.comparing import run_compare

        return run_compare(request, gold, out)
    if gold is not None:
        raise UsageProblem(
            "gold.unused",
            "--gold scores traces that are compared",
            "name traces: audit a.jsonl b.jsonl --gold FILE",
        )
    outcome = Outcome(without="it was not audited")
    known = read_sessions(request)
    items = [item for scope in make_scopes(replace(request, session=None), outcome) for item in scope.items]
    if "-" in request.paths:
        piped = stdin_item(b"", request)
        items += [piped] if piped.data else []
    if not items and not outcome.errors:
        raise nothing_there(request, "audit.nothing", "audit")
    trees = find_trees(request.paths, items)
    broken = _tell_trees(request, trees, known)
    foreign = known.tell_foreign_trees(trees) if known else []
    unknown = {path for tree in foreign for path in tree.files}
    items = [
        item for item in items if item.data is not None or Path(item.archive or item.path) not in unknown
    ]
    own = [tree for tree in trees if tree not in foreign]
    paths, finder = ShownPaths(request), Finder(request.settings, ())
    findings: list[Finding] = []
    for of_file in _audit_items(items, request, known, own, outcome):
        in_name = [(found.value, found.type) for found in of_file if found.message and found.value]
        findings += paths.hide(of_file, finder, in_name)
    _tell_readers(items, request)
    if known is not None:
        known.tell_lost()
        broken |= known.tell_foreign_files(own, items) or bool(foreign)
    failed = broken or bool(outcome.errors)
    findings = sort_findings(merge_readings(sort_findings(dict.fromkeys(findings))))
    failures = list_failures(outcome.errors, paths, finder)
    report_format = request.settings.format or "text"
    out.write(
        render_report(findings, report_format, failures, show_values=request.show_values, failed=failed)
    )
    out.flush()
    found = any(finding.kind in ("leak", "found") for finding in findings)
    return exits.combine(failed=failed, found=found, exit_zero=request.settings.exit_zero)


def _audit_items(
    items: Sequence[Item],
    request: Request,
    known: KnownSessions | None,
    trees: Sequence[ReleasedTree],
    outcome: Outcome,
) -> Iterator[list[Finding]]:
    """Each input that could be read, with what was found in it."""
    for item in track(items, "auditing", len(items)):
        guard = InputGuard(item.path)
        of_file: list[Finding] = []
        with guard:
            of_file = drop_own_references(audit_item(item, request, known), item, trees)
        if guard.error:
            outcome.fail(guard.error)
        else:
            outcome.released += 1
            yield of_file


def _tell_trees(request: Request, trees: Sequence[ReleasedTree], known: KnownSessions | None) -> bool:
    """Tell, before anything slow is done, what this audit cannot notice and what is not as it was released.

    Returns:
        Whether an output is missing or changed.
    """
    if known is None:
        say("no --session: only the detector runs, and what it does not know it does not find")
    else:
        roots = {tree.root for tree in trees}
        bare = [path for path in request.paths if Path(path).is_dir() and Path(path) not in roots]
        if bare:
            say(f"{', '.join(bare)}: without a {MANIFEST} missing and changed files cannot be noticed")
    return _tell_differences(trees)


def _tell_differences(trees: Sequence[ReleasedTree]) -> bool:
    """Tell what differs from the manifests; whether an output is missing or changed."""
    for tree in trees:
        if differences := tree.differences():
            say(
                f"{'error: ' if tree.is_broken else ''}{tree.name} is not as its manifest lists it; {differences}"
            )
    return any(tree.is_broken for tree in trees)


def _are_traces(request: Request) -> bool:
    from shotveil.core.jsonl import is_trace_header

    files = [Path(path) for path in request.paths if path != "-"]
    if not files or not all(path.is_file() for path in files):
        return False
    heads = []
    for path in files:
        with path.open("rb") as stream:
            heads.append(is_trace_header(stream.read(64)))
    return all(heads)


def audit_item(item: Item, request: Request, known: KnownSessions | None) -> list[Finding]:
    """What can still be read in one released file, its name included."""
    needles = known.needles if known else None
    findings = list(_audit_name(item, request, needles))
    if item.format == "image":
        for reader_name, view in _read_views(
            item, request, Path(item.path).read_bytes() if item.data is None else item.data
        ):
            if known:
                known.see_view(item, view)
            findings += _audit_view(item, view, reader_name, request, needles)
        return findings
    document = open_document(item)
    if item.name == MANIFEST:
        return findings
    if known is None:
        finder = Finder(request.settings, ())
        lines = FileLines(document)
        return findings + [
            found for view in finder.find(document.views) for found in find_places(view, lines)
        ]
    known.see(item, document.raw)
    in_file = [
        *_audit_text(item, document.raw, request, known.needles),
        *_audit_encoded(item, document.raw, known.needles),
    ]
    findings += in_file
    told = {_spot(finding) for finding in in_file}
    lines = FileLines(document)
    for view in document.views:
        if view.text is None:
            known.see_view(item, view)
        if view.text is not None and view.text not in document.raw:
            in_value = _audit_text(item, view.text, request, known.needles, view, lines)
            findings += [finding for finding in in_value if _spot(finding) not in told]
        elif view.blocks:
            findings += _audit_view(item, view, "", request, needles)
    for picture in document.embedded:
        for reader_name, view in _read_views(item, request, picture.data):
            known.see_view(item, view)
            findings += _audit_view(item, view, reader_name, request, needles, picture.pointer)
    return findings


def _spot(finding: Finding) -> tuple[str, str, str, int, int]:
    place = finding.place
    return finding.kind, finding.type, finding.reference, place.line, place.column


def _audit_name(item: Item, request: Request, needles: NeedleSet | None) -> Iterator[Finding]:
    """Values in the way to a file below what was named, its own name included."""
    name = f"{item.name}/{item.member}" if item.member else item.name
    if needles is None:
        for view in view_names(name, item.turn, Finder(request.settings, ())):
            for found in view.occurrences:
                message = f"{found.type} in the name of a file or folder"
                yield Finding(item.path, found.type, message=message, value=found.text)
        return
    for residual in find_residuals(name, needles):
        if stands_as_word(residual.type, name, residual.start, residual.end):
            continue
        yield Finding(
            item.path, residual.type, Place(), residual.reference, "leak", message="a file name holds a value",
            value=name[residual.start : residual.end],
        )  # fmt: skip


def _audit_text(
    item: Item,
    text: str,
    request: Request,
    needles: NeedleSet,
    view: View | None = None,
    lines: FileLines | None = None,
) -> Iterator[Finding]:
    starts = line_starts(text)
    for residual in find_residuals(
        text, needles, partial=len(text) < 200_000, kept=keep_allowed(request.settings, item.path)
    ):
        place = text_place(starts, residual.start, residual.end, view.pointer if view else "")
        if view and lines:
            place = lines.place(view, TextExtent(residual.start, residual.end)) or place
        word = stands_as_word(residual.type, text, residual.start, residual.end)
        if word and residual.whole and is_plain(text[residual.start : residual.end]):
            continue  # another year, another everyday word
        leak = residual.whole and not word
        yield Finding(item.path, residual.type, place, residual.reference, "leak" if leak else "partial")


def _audit_encoded(item: Item, raw: str, needles: NeedleSet) -> Iterator[Finding]:
    """Copies in base64, hexadecimal, escapes and lists of bytes, wherever in the file they stand."""
    starts = line_starts(raw)
    copies, owners = _prepare_copies(needles)
    for start, end, surface in copies.find_encoded(raw):
        for needle in owners[surface]:
            yield Finding(item.path, needle.type, text_place(starts, start, end), needle.reference, "leak")


@lru_cache(maxsize=1)
def _prepare_copies(needles: NeedleSet) -> tuple[KnownCopies, dict[str, list[Needle]]]:
    owners: dict[str, list[Needle]] = {}
    for needle in needles.needles:
        owners.setdefault(fold_same_length(needle.surface), []).append(needle)
    return KnownCopies((needle.type, needle.surface) for needle in needles.needles), owners


def _read_views(item: Item, request: Request, data: bytes) -> Iterator[tuple[str, View]]:
    """The picture's frames, by every installed reader at each scale."""
    from shotveil.core.sources.images import open_image

    source = open_image(data, item.path, max_pixels=request.settings.max_pixels)
    for frame in range(source.frames):
        rgb: Any = source.frame(frame)
        for reader in installed_readers(request.settings):
            for scale in SCALES:
                blocks = reader.read_shown(rgb, scale, negative=False)
                view = View(item.path, "", item.turn, "image", item.path, frame=frame, blocks=blocks)
                yield f"{reader.info.name} {reader.info.model}".strip(), view


def _audit_view(
    item: Item, view: View, reader: str, request: Request, needles: NeedleSet | None, pointer: str = ""
) -> list[Finding]:
    if needles is None:
        found = Finder(request.settings, ()).find((view,))
        return [replace(finding, reader=reader) for one in found for finding in find_places(one)]
    findings = []
    kept = keep_allowed(request.settings, item.path)
    for residual in find_residuals(view.blocks, needles, partial=True, kept=kept):
        place = Place(frame=view.frame, box=residual.box, pointer=pointer)
        surface, word = _read_residual(view, residual)
        if residual.whole and word and is_plain(surface):
            continue
        # In a picture every copy is erased but for plain ones; a tree has words of its own.
        kind = "leak" if residual.whole and not (word and view.medium == "tree") else "partial"
        findings.append(Finding(item.path, residual.type, place, residual.reference, kind, reader))  # type: ignore[arg-type]
    return findings


def _read_residual(view: View, residual: Residual) -> tuple[str, bool]:
    """What was read, and whether it stands there as a word of its own."""
    texts = {block.id: block.text for block in view.blocks}
    if len(residual.extents) == 1:
        (extent,) = residual.extents
        text, start, end = texts[extent.block], extent.start, extent.end
    else:
        text = " ".join(texts[extent.block][extent.start : extent.end] for extent in residual.extents)
        start, end = 0, len(text)
    return text[start:end], stands_as_word(residual.type, text, start, end)


def _tell_readers(items: Sequence[Item], request: Request) -> None:
    if any(item.format == "image" for item in items):
        names = ", ".join(
            f"{r.info.name} {r.info.model}".strip() for r in installed_readers(request.settings)
        )
        say(f"read with {names} at scales {' and '.join(f'{scale:g}' for scale in SCALES)}")
