"""Adjudication against the case file (CONTRACT c)."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import Any

from shotveil.core.adjudicate import adjudicate
from shotveil.core.records import Candidate

_SOURCES = {"regex": "format", "dictionary": "lexicon", "prompt": "literal"}


def make_candidate(row: dict[str, Any]) -> Candidate:
    source = _SOURCES.get(row["provenance"], row["provenance"])
    extra = {"suffixed": bool(row.get("suffixed", False))}
    return Candidate(
        row["type"], row["start"], row["end"], row["text"], row["tier"], source, row["score"],
        rule=row["id"], validated=row["provenance"] == "validator", **extra,
    )  # fmt: skip


def judge(case: dict[str, Any], candidate: Candidate) -> Candidate | None:
    verdicts = case.get("residual", [])
    for verdict in verdicts if isinstance(verdicts, list) else [verdicts]:
        if (
            candidate.rule.split("+")[0] == verdict["of"]
            and candidate.start <= verdict["start"] < candidate.end
        ):
            start, end = verdict["start"], verdict["end"]
            narrowed = replace(candidate, start=start, end=end, text=case["text"][start:end])
            return narrowed if verdict["revalidates"] else None
    return None


def test_case_in_every_order(adjudication_case: dict[str, Any]) -> None:
    case = adjudication_case
    candidates = [make_candidate(row) for row in case["candidates"]]
    wanted = sorted((e["start"], e["end"], e["type"], e["text"], e["from"]) for e in case["expected"])
    for order in list(permutations(candidates))[:120]:
        got = adjudicate(order, case["text"], lambda candidate: judge(case, candidate))
        assert sorted((c.start, c.end, c.type, c.text, c.rule) for c in got) == wanted, case["why"]
