"""Traces of the same pictures by different readers, side by side; value-free but for what it is given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Any

from shotveil.core.audit.gold import GoldView
from shotveil.core.audit.matching import reduce_value
from shotveil.core.audit.metrics import Scores, score_views
from shotveil.core.audit.residual import Needle, NeedleSet, find_residuals
from shotveil.core.records import ReaderInfo, View

Counts = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class ReaderTrace:
    """One reader's views. ``seconds`` is what it took, when somebody measured it."""

    name: str
    views: tuple[View, ...]
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class ReaderRow:
    """What one reader saw.

    ``found`` counts occurrences by type; ``alone`` those that no other reader saw; ``missed`` maps each
    other reader to what it saw and this one did not. ``caught`` is the share of the session's values in
    what this reader read.
    """

    name: str
    views: int
    lines: int
    characters: int
    found: Counts
    alone: Counts
    missed: Mapping[str, Counts] = field(default_factory=lambda: MappingProxyType({}))
    seconds: float | None = None
    scores: Scores | None = None
    caught: float | None = None


def compare_traces(
    traces: Sequence[ReaderTrace],
    gold: Sequence[GoldView] | None = None,
    session: Iterable[Needle] | None = None,
) -> tuple[ReaderRow, ...]:
    """A row a reader, in the order given.

    Args:
        traces: detected views of the same inputs, one trace a reader.
        gold: annotated views to score each reader with.
        session: the values of a session, to tell which of them each reader alone would have caught.
    """
    seen = [_index_values(trace.views) for trace in traces]
    needles = tuple(session) if session is not None else None
    rows = []
    for number, trace in enumerate(traces):
        others = {other.name: seen[n] for n, other in enumerate(traces) if n != number}
        elsewhere: set[tuple[str, str, str]] = set().union(*others.values()) if others else set()
        rows.append(
            ReaderRow(
                trace.name,
                len(trace.views),
                sum(len(view.blocks) for view in trace.views),
                sum(len("".join(block.text.split())) for view in trace.views for block in view.blocks),
                _count(item.type for view in trace.views for item in view.occurrences),
                _count(type_ for _, type_, _ in seen[number] - elsewhere),
                {name: _count(type_ for _, type_, _ in values - seen[number])
                 for name, values in others.items()},
                trace.seconds,
                score_views(trace.views, gold) if gold is not None else None,
                _share_caught(trace.views, needles) if needles is not None else None,
            )
        )  # fmt: skip
    return tuple(rows)


def name_reader(info: ReaderInfo | None) -> str:
    """``rapidocr ppocrv6-tiny``; ``unknown`` for a trace that does not say."""
    return f"{info.name} {info.model}".strip() if info else "unknown"


def _index_values(views: Iterable[View]) -> set[tuple[str, str, str]]:
    """Picture and frame, type and comparable value of everything that was found."""
    return {
        (f"{PurePosixPath(view.path).name}#{view.frame}{view.pointer}", item.type, reduce_value(item.text))
        for view in views
        for item in view.occurrences
    }


def _share_caught(views: Iterable[View], needles: tuple[Needle, ...]) -> float | None:
    """Share of the session's values that can be found in what a reader read."""
    searchable = {(n.type, reduce_value(n.surface)) for n in needles if reduce_value(n.surface)}
    if not searchable:
        return None
    named = {str(number): (type_, value) for number, (type_, value) in enumerate(sorted(searchable))}
    prepared = NeedleSet(Needle(type_, value, name) for name, (type_, value) in named.items())
    caught: set[str] = set()
    for view in views:
        source: Any = view.blocks if view.blocks else view.text or ""
        caught.update(residual.reference for residual in find_residuals(source, prepared))
    return len(caught) / len(named)


def _count(types: Iterable[str]) -> Counts:
    return dict(sorted(Counter(types).items()))
