"""The stage commands: ocr, detect, sanitize, render."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, BinaryIO

from shotveil.cli import exits
from shotveil.cli.pipeline.chain import TraceWriter, read_trace_input, safe_view, trace_errors, trace_scopes
from shotveil.cli.pipeline.finding import Finder
from shotveil.cli.pipeline.inputs import make_scopes, nothing_there, sniff_file
from shotveil.cli.pipeline.pool import open_pool
from shotveil.cli.pipeline.reading import PendingReadings
from shotveil.cli.pipeline.request import Item, Reading, Request, Scope
from shotveil.cli.pipeline.sessions import tell_forgetting
from shotveil.cli.pipeline.tree import Outcome
from shotveil.cli.streams import count, say
from shotveil.core.errors import UsageProblem
from shotveil.core.records import Timing, View, ViewError

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from shotveil.cli.pipeline.reporting import ShownPaths
    from shotveil.renderers.findings import Finding

Readings = Iterable[tuple[Item, Reading | ViewError]]


def run_ocr(request: Request, out: BinaryIO, timings: bool = False) -> int:
    """`shotveil ocr`: view records."""
    started = time.perf_counter()
    outcome = Outcome(without="it was not read")
    writer = TraceWriter(out, "ocr", request.settings)
    for _, readings in open_scopes(request, outcome):
        for item, reading in readings:
            if isinstance(reading, ViewError):
                outcome.fail(reading)
                writer.write((reading,))
            else:
                writer.write(replace(view, name=item.name) for view in reading.views)
    if timings:
        writer.write((Timing(round(time.perf_counter() - started, 3)),))
    return exits.combine(failed=bool(outcome.errors), found=False)


def run_detect(request: Request, out: BinaryIO) -> int:
    """`shotveil detect`: the records with occurrences, or a value-free report of them."""
    outcome = Outcome(without="it was not read")
    if request.show_values:
        _require_terminal(out)
    trace_out = request.settings.format in ("", "jsonl")
    writer = TraceWriter(out, "detect", request.settings) if trace_out else None
    findings: list[Finding] = []
    paths = None if trace_out else _shown_paths(request)
    nothing = True
    for scope, readings in open_scopes(request, outcome):
        nothing = False
        for entry in _detect_scope(scope, readings, request, outcome):
            if isinstance(entry, ViewError):
                if writer:
                    writer.write((entry,))
                continue
            item, views, names, finder = entry
            listed, views = views, _drop_own_denials(item, views, request)
            outcome.found.update(found.type for view in (*views, *names) for found in view.occurrences)
            outcome.in_names += sum(len(view.occurrences) for view in names)
            if writer:
                named = (replace(view, name=item.name) for view in listed)
                writer.write(map(safe_view, named) if request.safe else named)
                continue
            of_file = _list_names(item, names)
            if any(view.occurrences for view in views):
                of_file += _list_findings(item, views)
            findings += paths.hide(of_file, finder) if paths else ()
    if nothing and request.check:
        _require_inputs(request, outcome)
    if not trace_out:
        from shotveil.cli.pipeline.reporting import list_failures, render_report

        settings = request.settings
        failures = list_failures(outcome.errors, paths, Finder(settings, ())) if paths else ()
        failed = bool(outcome.errors)
        out.write(
            render_report(findings, settings.format, failures, show_values=request.show_values, failed=failed)
        )
        out.flush()
    elif outcome.in_names:
        say(f"found in names of files and folders, which records do not list: {outcome.in_names}")
    found = request.check and bool(outcome.found)
    return exits.combine(failed=bool(outcome.errors), found=found, exit_zero=request.settings.exit_zero)


def _shown_paths(request: Request) -> ShownPaths:
    from shotveil.cli.pipeline.reporting import ShownPaths

    return ShownPaths(request)


def _drop_own_denials(item: Item, views: tuple[View, ...], request: Request) -> tuple[View, ...]:
    """The views of a file without what only says what to look for: ``deny`` values of the settings in force."""
    if Path(item.path).resolve() not in request.configured:
        return views
    denied = {str(entry["value"]) for entry in request.settings.deny if "value" in entry}
    return tuple(
        replace(view, occurrences=tuple(o for o in view.occurrences if o.text not in denied))
        for view in views
    )


def _detect_scope(
    scope: Scope, readings: Readings, request: Request, outcome: Outcome
) -> Iterator[tuple[Item, tuple[View, ...], tuple[View, ...], Finder] | ViewError]:
    """Both passes over one scope, its inputs in order, each with the views of its names and what finds in them."""
    wants_names = request.check or request.settings.format not in ("", "jsonl")
    seen: set[tuple[str, ...]] | None = set() if wants_names and not request.settings.keep_names else None
    finder = Finder(request.settings, ())
    kept: list[tuple[Item, tuple[View, ...]] | ViewError] = []
    for item, reading in readings:
        if isinstance(reading, ViewError):
            outcome.fail(reading)
            kept.append(reading)
        else:
            kept.append((item, finder.collect(reading.views)))
    finder.settle()
    for entry in kept:
        if isinstance(entry, ViewError):
            yield entry
        else:
            item, views = entry
            views = tuple(replace(view, name=item.name) for view in finder.complete(views))
            yield item, views, _find_in_names(item, finder, seen), finder


def _find_in_names(item: Item, finder: Finder, seen: set[tuple[str, ...]] | None) -> tuple[View, ...]:
    """Views of the names on the way to an input that hold something and are not in ``seen`` yet."""
    if seen is None:
        return ()
    from shotveil.cli.pipeline.naming import view_names

    found = []
    for path in filter(None, (item.name, item.member and f"{item.name}/{item.member}")):
        parts = PurePosixPath(path).parts
        for number, view in enumerate(view_names(path, item.turn, finder)):
            if view.occurrences and parts[: number + 1] not in seen:
                seen.add(parts[: number + 1])
                found.append(view)
    return tuple(found)


def _list_names(item: Item, names: Sequence[View]) -> list[Finding]:
    from shotveil.renderers.findings import Finding

    return [
        Finding(
            item.path, found.type, message=f"{found.type} in the name of a file or folder", value=found.text
        )
        for view in names
        for found in view.occurrences
    ]


def _list_findings(item: Item, views: Sequence[View]) -> list[Finding]:
    from shotveil.cli.pipeline.reporting import find_places, read_lines

    lines = read_lines(item, views[0].sha256)
    return [finding for view in views for finding in find_places(view, lines)]


def open_scopes(request: Request, outcome: Outcome) -> Iterator[tuple[Scope, Readings]]:
    """Every session scope with its readings: of a trace, of standard input, or of files."""
    trace, first = read_trace_input(request)
    if trace is not None:
        for error in trace_errors(trace):
            outcome.fail(error)
        yield from trace_scopes(trace, request)
        return
    with open_pool(request.settings.jobs) as pool:
        if first is not None:
            from shotveil.cli.pipeline.streaming import stdin_item

            item = stdin_item(first, request)
            yield Scope("all", None, (item,)), PendingReadings((item,), request.settings, pool)
            return
        for scope in make_scopes(request, outcome):
            yield scope, PendingReadings(scope.items, request.settings, pool)


def run_sanitize(request: Request, out: BinaryIO) -> int:
    """`shotveil sanitize`: a safe tree with ``-o``, one safe text, or release records."""
    from shotveil.cli.pipeline.writing import names_a_file, write_as_named

    outcome = Outcome()
    if names_a_file(request):
        request = replace(request, settings=write_as_named(request))
    trace, first = read_trace_input(request)
    if trace is None and first is not None and request.output is None and not request.check:
        from shotveil.cli.pipeline.streaming import sanitize_stream

        first = sanitize_stream(request, first, out, outcome)
        if first is None:
            return _finish(request, outcome)
    if trace is None and first is None and out.isatty() and _makes_records(request):
        raise UsageProblem("output.none", "a terminal shows no safe copies", "give -o FOLDER")
    with open_pool(request.settings.jobs) as pool:
        if trace is not None:
            for error in trace_errors(trace):
                outcome.fail(error)
            scopes: Iterable[tuple[Scope, Readings]] = trace_scopes(trace, request)
        elif first is not None:
            from shotveil.cli.pipeline.inputs import scope_journal
            from shotveil.cli.pipeline.streaming import stdin_item

            item = stdin_item(first, request)
            scope = Scope("all", scope_journal("all", request), (item,))
            scopes = ((scope, PendingReadings((item,), request.settings, pool)),)
        else:
            makes_trace = request.output is None and not request.check and not _is_one_file(request)
            made = make_scopes(request, outcome, in_blocks=not makes_trace)
            if not made and (request.check or not outcome.unsupported):
                _require_inputs(request, outcome)
            scopes = ((scope, PendingReadings(scope.items, request.settings, pool)) for scope in made)
        tell_forgetting(request)
        _sanitize_scopes(
            scopes, request, out, outcome, pool, chained=trace is not None and trace.stage == "detect"
        )
    return _finish(request, outcome)


def _sanitize_scopes(
    scopes: Iterable[tuple[Scope, Readings]],
    request: Request,
    out: BinaryIO,
    outcome: Outcome,
    pool: Executor | None,
    *,
    chained: bool,
) -> None:
    from shotveil.cli.pipeline.writing import ScopeWriter

    writer: ScopeWriter | None = None
    for scope, readings in scopes:
        if writer is None:
            writer = ScopeWriter(request, out, outcome, _single_text(request, scope, chained))
        writer.sanitize(scope, readings, pool, chained=chained)
    if writer:
        writer.close()
    elif request.check:
        _require_inputs(request, outcome)


def _single_text(request: Request, scope: Scope, chained: bool) -> bool:
    """One raw text given by name or pipe, no output: its safe text goes to standard output."""
    if chained or request.output or request.check or len(scope.items) != 1:
        return False
    return _is_one_file(request) and scope.items[0].format != "image"


def _is_one_file(request: Request) -> bool:
    return len(request.paths) == 1 and not Path(request.paths[0]).is_dir()


def _makes_records(request: Request) -> bool:
    """Whether files that are named come out as release records: all but one text without ``-o``."""
    if request.output or request.check or request.dry_run:
        return False
    if not _is_one_file(request):
        return True
    return sniff_file(Path(request.paths[0]), request.as_format) in ("image", "playwright_zip")


def _finish(request: Request, outcome: Outcome) -> int:
    _summarize(request, outcome)
    found = (request.check or request.fail_on_found) and bool(outcome.found)
    return exits.combine(failed=bool(outcome.errors), found=found, exit_zero=request.settings.exit_zero)


def _summarize(request: Request, outcome: Outcome) -> None:
    total = sum(outcome.found.values())
    kinds = ", ".join(f"{number} {kind}" for kind, number in sorted(outcome.found.items()))
    values, entities = count(total, "value"), count(len(outcome.roots), "entity", "entities")
    what = f"{values} ({kinds}) of {entities}" if total else "nothing private found"
    if outcome.in_names:
        what += f", {outcome.in_names} of them in names of files and folders"
    verb = "would change" if request.check or request.dry_run else "released"
    if not total and outcome.finished_before and not outcome.released and not outcome.errors:
        what = "nothing left to do"
    done = f"{count(outcome.released, 'file')} {verb}"
    if outcome.records is not None:
        done = f"{count(outcome.records, 'record')} on standard output, no file written (-o FOLDER writes safe copies)"
    parts = [done, what]
    if failed := sum(error not in outcome.unsupported for error in outcome.errors):
        parts.append(f"{failed} failed")
    if outcome.unsupported:
        parts.append(f"{len(outcome.unsupported)} not supported")
    if outcome.ambiguous:
        parts.append(f"{outcome.ambiguous} could have meant several entities")
    if outcome.unwritten:
        parts.append(f"{outcome.unwritten} erased without room for a reference")
    if outcome.rewritten_numbers:
        parts.append(f"{count(outcome.rewritten_numbers, 'number')} became strings")
    if outcome.rewritten_keys:
        parts.append(f"{count(outcome.rewritten_keys, 'key')} became references")
    say("; ".join(parts))
    if outcome.found["SECRET"] and outcome.forgets_secrets:
        say("a plain session does not keep secrets: with --key-file they can be restored too")


def run_render(request: Request, out: BinaryIO) -> int:
    """`shotveil render`: the safe tree from release records and the originals."""
    from shotveil.cli.pipeline.rerendering import render_trace

    if request.output is None:
        raise UsageProblem("output.none", "render needs -o", "name the folder for the safe tree")
    trace, _ = read_trace_input(request)
    if trace is None or trace.stage != "sanitize":
        raise UsageProblem("trace.stage", "render reads release records", "pipe `shotveil sanitize` into it")
    outcome = Outcome()
    render_trace(trace, request, outcome)
    return _finish(request, outcome)


def _require_inputs(request: Request, outcome: Outcome) -> None:
    """A run over nothing proves nothing: it fails, as a wrong path in a build step should."""
    if not outcome.errors:
        verb = "check" if request.check else "read"
        raise nothing_there(request, "input.nothing", verb)


def _require_terminal(out: BinaryIO) -> None:
    if not out.isatty():
        raise UsageProblem("report.values", "--show-values works only on a terminal")
