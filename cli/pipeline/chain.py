"""Traces between stages: written as JSONL, read back as the inputs of the next stage."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import BinaryIO

from shotveil.cli.pipeline.request import Item, Reading, Request, Scope
from shotveil.cli.streams import stdin_bytes
from shotveil.core.config import Settings
from shotveil.core.errors import InputProblem, UsageProblem
from shotveil.core.jsonl import Line, encode_header, encode_line, is_trace_header, open_trace
from shotveil.core.records import Release, View, ViewError


@dataclass(frozen=True, slots=True)
class Trace:
    """A trace read whole: its stage, its lines, and whether a session keeps what release records replaced."""

    stage: str
    lines: tuple[Line, ...]
    mapped: bool = False


def trace_config(settings: Settings) -> dict[str, object]:
    """What a header says of the settings: nothing that differs with machine, place or number of jobs."""
    return {
        "policy": settings.policy,
        "backend": settings.backend,
        "model": settings.model,
        "mode": settings.mode,
    }


class TraceWriter:
    """Writes a stage's records to the real standard output, flushed line by line."""

    def __init__(self, out: BinaryIO, stage: str, settings: Settings, *, mapped: bool = False) -> None:
        self._out = out
        kept = {"mapping": "session"} if mapped else {}
        out.write(encode_header(stage, trace_config(settings) | kept))

    def write(self, lines: Iterable[Line]) -> None:
        """Records of one input."""
        for line in lines:
            self._out.write(encode_line(line))
        self._out.flush()


def read_trace_input(request: Request) -> tuple[Trace | None, bytes | None]:
    """The trace that a request names (a file or standard input); for other standard input its first bytes.

    A trace is named alone: mixing it with raw files would hide which stage ran on what.

    Raises:
        InputProblem: a broken trace. UsageProblem: a trace among other inputs.
    """
    traces = [path for path in request.paths if path != "-" and _is_trace_file(path)]
    if traces:
        if len(request.paths) > 1:
            raise UsageProblem("input.mixed", f"{traces[0]} is a trace", "name it alone")
        with open(traces[0], "rb") as named:
            return _read_trace(named, traces[0]), None
    if request.paths != ("-",):
        return None, None
    if request.as_format not in (None, "trace"):
        return None, b""  # what it is has been said: nothing need be read to know
    stream = stdin_bytes()
    first = stream.readline(1 << 20)
    if is_trace_header(first):
        import io

        return _read_trace(io.BytesIO(first + stream.read()), "standard input"), None
    return None, first


def _is_trace_file(path: str) -> bool:
    candidate = Path(path)
    if not candidate.is_file():
        return False
    try:
        with candidate.open("rb") as stream:
            return is_trace_header(stream.read(64))
    except OSError:
        return False


def _read_trace(stream: BinaryIO, path: str) -> Trace:
    header, lines = open_trace(stream, path)
    config = header.get("config")
    mapped = isinstance(config, dict) and "mapping" in config
    return Trace(str(header["stage"]), tuple(lines), mapped)


def trace_scopes(
    trace: Trace, request: Request
) -> tuple[tuple[Scope, tuple[tuple[Item, Reading | ViewError], ...]], ...]:
    """Scopes and readings of a trace, its errors in their places.

    Raises:
        UsageProblem: release records where views are needed.
    """
    from shotveil.cli.pipeline.inputs import scope_journal

    views = [line for line in trace.lines if isinstance(line, View | Release)]
    if any(isinstance(line, Release) for line in views):
        raise UsageProblem(
            "trace.stage", "release records hold nothing to detect", "give them to `shotveil render`"
        )
    result = []
    for name in dict.fromkeys(view.session for view in views):
        own = [view for view in views if isinstance(view, View) and view.session == name]
        readings = []
        for (turn, path), members in groupby(own, key=lambda view: (view.turn, view.path)):
            item = _item_of(tuple(members), turn, path, name)
            readings.append((item[0], Reading(*item)))
        items = tuple(item for item, _ in readings)
        result.append((Scope(name, scope_journal(name, request), items), tuple(readings)))
    return tuple(result)


def _item_of(views: tuple[View, ...], turn: int, path: str, session: str) -> tuple[Item, tuple[View, ...]]:
    from shotveil.core.sources.formats import detect_format

    picture = all(view.medium == "image" and not view.pointer for view in views)
    if picture:
        kind = "image"
    else:
        try:
            kind = detect_format(Path(path).read_bytes(), path, None)
        except OSError as error:
            raise InputProblem(
                "input.unreadable", f"{path}: {error.strerror}", "the trace names it"
            ) from None
    return Item(path, _place_of(views[0].name, path), kind, turn, session, views[0].sha256), views


def _place_of(name: str, path: str) -> str:
    """Where an input goes in a mirrored tree: as an earlier stage says, if that is inside of it."""
    place = Path(name)
    is_inside = bool(name) and not place.anchor and ".." not in place.parts
    return name if is_inside else Path(path).name


def trace_errors(trace: Trace) -> tuple[ViewError, ...]:
    """Failures that an earlier stage handed on."""
    return tuple(line for line in trace.lines if isinstance(line, ViewError))


def group_releases(trace: Trace) -> Iterator[tuple[Item, tuple[Release, ...]]]:
    """Releases by input, in order."""
    releases = [line for line in trace.lines if isinstance(line, Release)]
    for (session, turn, path), members in groupby(
        releases, key=lambda line: (line.session, line.turn, line.path)
    ):
        chosen = tuple(members)
        picture = all(line.medium == "image" and not line.pointer for line in chosen)
        kind, name = "image" if picture else "", _place_of(chosen[0].name, path)
        yield Item(path, name, kind, turn, session, chosen[0].sha256), chosen


def safe_view(view: View) -> View:
    """A view without values, for ``detect --safe``: types, evidence and places only."""
    from shotveil.core.records import ScalarRecord

    silent = tuple(replace(item, text="", record=ScalarRecord("", "")) for item in view.occurrences)
    return replace(view, text=None, blocks=(), occurrences=silent)
