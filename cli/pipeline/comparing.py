"""Traces of the same pictures by different readers, side by side (CONTRACT i)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, BinaryIO

import orjson

from shotveil.cli import exits
from shotveil.cli.pipeline.finding import Finder, Value, make_needles
from shotveil.cli.pipeline.request import Request
from shotveil.cli.pipeline.sessions import list_journals, open_scope_session
from shotveil.core.audit.compare import ReaderRow, ReaderTrace, compare_traces, name_reader
from shotveil.core.audit.gold import read_gold
from shotveil.core.audit.residual import Needle
from shotveil.core.errors import UsageProblem
from shotveil.core.jsonl import open_trace
from shotveil.core.records import Timing, View


def run_compare(request: Request, gold: Path | None, out: BinaryIO) -> int:
    """A table, or one JSON document, of what each reader saw."""
    report = request.settings.format or "text"
    if report not in ("text", "json"):
        raise UsageProblem("report.format", "a comparison is written as text or json")
    gold_views = _read_gold(gold) if gold else None
    traces = _distinct([_read_trace(path, request) for path in request.paths])
    rows = compare_traces(traces, gold_views, _needles(request))
    if report == "json":
        out.write(
            orjson.dumps(
                [_plain(row) for row in rows], option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
            )
        )
    else:
        out.write("\n".join(_table(rows)).encode() + b"\n")
    out.flush()
    return exits.DONE


def _read_gold(path: Path) -> Any:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageProblem(
            "gold.unreadable", f"{path}: {(error.strerror or '').lower()}", "--gold names a file"
        ) from None
    return read_gold(data.splitlines(), str(path))


def _read_trace(path: str, request: Request) -> ReaderTrace:
    """The detected views of one trace; one that was only read is detected first."""
    with open(path, "rb") as stream:
        header, lines = open_trace(stream, path)
        every = list(lines)
    views = [line for line in every if isinstance(line, View)]
    if header["stage"] == "ocr":
        finder = Finder(request.settings, ())
        collected = finder.collect(views)
        finder.settle()
        views = list(finder.complete(collected))
    seconds = next((line.seconds for line in every if isinstance(line, Timing)), None)
    readers = [view.reader for view in views if view.reader is not None]
    return ReaderTrace(name_reader(readers[0] if readers else None), tuple(views), seconds)


def _distinct(traces: Sequence[ReaderTrace]) -> list[ReaderTrace]:
    """Traces with names of their own: the same reader twice gets a number."""
    seen: dict[str, int] = {}
    named = []
    for trace in traces:
        count = seen[trace.name] = seen.get(trace.name, 0) + 1
        named.append(
            trace if count == 1 else ReaderTrace(f"{trace.name} ({count})", trace.views, trace.seconds)
        )
    return named


def _needles(request: Request) -> tuple[Needle, ...] | None:
    if request.session is None:
        return None
    values: list[Value] = []
    for journal in list_journals(request.session):
        with open_scope_session(journal, request.settings, create=False) as session:
            values += session.values()
    return make_needles(values)


def _scores(row: ReaderRow) -> dict[str, float | None]:
    return row.scores.rates() if row.scores is not None else {}


def _plain(row: ReaderRow) -> dict[str, Any]:
    data: dict[str, Any] = {
        "reader": row.name,
        "views": row.views,
        "lines": row.lines,
        "characters": row.characters,
        "seconds": row.seconds,
        "found": dict(row.found),
        "alone": dict(row.alone),
        "missed": {name: dict(counts) for name, counts in row.missed.items()},
        "session_caught": row.caught,
    }
    if row.scores is not None:
        data["scores"] = _scores(row)
        data["counts"] = asdict(row.scores)
    return data


def _table(rows: Sequence[ReaderRow]) -> Iterator[str]:
    """One column a reader; below it, by type, what one saw and another did not."""
    names = [row.name for row in rows]
    types = sorted({kind for row in rows for kind in row.found})
    scores = list(_scores(rows[0]))
    lines: list[tuple[str, list[object]]] = [
        ("", list(names)),
        ("views", [row.views for row in rows]),
        ("lines", [row.lines for row in rows]),
        ("characters", [row.characters for row in rows]),
        ("seconds", [row.seconds for row in rows]),
        ("found", [sum(row.found.values()) for row in rows]),
        *[(f"  {kind}", list[object](row.found.get(kind, 0) for row in rows)) for kind in types],
        ("seen by it alone", [sum(row.alone.values()) for row in rows]),
    ]
    if any(row.caught is not None for row in rows):
        lines.append(("session caught", [row.caught for row in rows]))
    lines += [(label, [_scores(row).get(label) for row in rows]) for label in scores]
    width = max(14, *(len(name) for name in names)) + 2
    yield from (
        f"{label:<18}" + "".join(f"{_cell(cell):>{width}}" for cell in cells) for label, cells in lines
    )
    yield ""
    for row in rows:
        yield from (
            f"{row.name} did not see, {name} did: {_counts(counts)}" for name, counts in row.missed.items()
        )


def _counts(counts: Mapping[str, int]) -> str:
    """``3 (ADDR 2, NAME 1)``; ``nothing``."""
    if not counts:
        return "nothing"
    return f"{sum(counts.values())} ({', '.join(f'{kind} {count}' for kind, count in counts.items())})"


def _cell(value: object) -> str:
    if value is None:
        return "-"
    return f"{value:.4f}" if isinstance(value, float) else str(value)
