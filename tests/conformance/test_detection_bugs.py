"""Reported failures of other tools, one text each: what must be gone and what must stay (bugs/*.jsonl)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from conftest import CASES, read_cases

from shotveil.core.detect import Detector
from shotveil.core.policy import make_policy
from shotveil.core.records import TextExtent, View

Entries = tuple[dict[str, str], ...]
CATEGORIES = {"names", "numbers", "contacts", "secrets", "chinese", "offsets", "overlaps"}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "text_bug" in metafunc.fixturenames:
        folder = Path(metafunc.config.getoption("--cases", default=str(CASES))) / "bugs"
        rows = [row for file in sorted(folder.glob("*.jsonl")) for row in read_cases(folder, file.name)]
        rows = [r for r in rows if r.get("category") in CATEGORIES and "text" in r.get("input", {})]
        metafunc.parametrize("text_bug", rows, ids=[row["id"] for row in rows])


def sanitize(text: str, allow: Entries = (), deny: Entries = ()) -> str:
    """The text with a mark in place of every occurrence."""
    detector = Detector(make_policy("balanced", allow, deny))
    view = detector.detect([View("v", "s", 0, "text", "t.txt", text=text)])[0]
    extents = [e for o in view.occurrences for e in o.extents if isinstance(e, TextExtent)]
    for extent in sorted(extents, key=lambda e: -e.start):
        text = text[: extent.start] + "[[X#1]]" + text[extent.end :]
    return text


def allowed_fields(case: dict[str, Any]) -> Entries:
    """Allow entries for the names that a case says an allow rule speaks of."""
    if "allow rule for" not in case.get("right", ""):
        return ()
    names = case["right"].split("allow rule for", 1)[1].split(",")[0].replace(" and ", " ").split()
    return tuple({"field": name, "reason": "an id, not a secret"} for name in names)


def known_secrets(case: dict[str, Any]) -> Entries:
    """Deny entries for the values that a case says are known secrets."""
    head, mark, _ = case.get("right", "").partition(" as known secrets")
    if not mark or "the values " not in head:
        return ()
    words = head.split("the values ", 1)[1].replace(" and ", " ").replace(",", " ").split()
    return tuple({"type": "SECRET", "value": word, "reason": "known"} for word in words)


def test_text_bug(text_bug: dict[str, Any]) -> None:
    safe = sanitize(text_bug["input"]["text"], allowed_fields(text_bug), known_secrets(text_bug))
    check = text_bug.get("check", {})
    assert [value for value in check.get("gone", ()) if value in safe] == []
    assert [value for value in check.get("keep", ()) if value not in safe] == []
