"""Kinds of failure that users of such tools report, each in wordings of our own: what must go, what must stay."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from shotveil.core.detect import Detector
from shotveil.core.records import TextExtent, View

_LINES = (Path(__file__).parent / "reported_kinds.jsonl").read_text("utf-8").splitlines()
CASES: list[dict[str, Any]] = [json.loads(line) for line in _LINES]


@pytest.mark.parametrize("case", CASES, ids=[f"{number}-{case['kind']}" for number, case in enumerate(CASES)])
def test_reported_kind(case: dict[str, Any]) -> None:
    view = Detector().detect([View("v", "s", 0, "text", "t.txt", text=case["text"])])[0]
    safe = case["text"]
    extents = [e for o in view.occurrences for e in o.extents if isinstance(e, TextExtent)]
    for extent in sorted(extents, key=lambda e: -e.start):
        safe = safe[: extent.start] + "▇" + safe[extent.end :]
    assert [value for value in case["gone"] if value in safe] == []
    assert [value for value in case["keep"] if value not in safe] == []
