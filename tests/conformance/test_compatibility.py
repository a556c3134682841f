"""Pairs of mentions that must share a root, or must not (CONTRACT e.2)."""

from __future__ import annotations

from typing import Any

import pytest
from case_records import make_occurrence, make_view

from shotveil.core.binding.bind import bind_view
from shotveil.core.binding.state import BindingState


@pytest.mark.parametrize("source", ["parsed", "own parser"])
def test_pair(compatibility_case: dict[str, Any], source: str) -> None:
    prior, new = compatibility_case["prior"], compatibility_case["new"]
    state = BindingState()
    roots = [
        bind_view(
            make_view(
                make_occurrence(m["type"], m["text"], m.get("parsed") if source == "parsed" else None),
                turn=turn,
            ),
            state,
        )[0].root
        for turn, m in enumerate((prior, new), 1)
    ]
    outcome = "same_root" if roots[0] == roots[1] else "new_root"
    assert outcome == compatibility_case["expected"]
