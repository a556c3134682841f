"""The suffix of an address reference from its visible levels (CONTRACT e.5)."""

from __future__ import annotations

from typing import Any

import pytest
from case_records import make_occurrence, make_view

from shotveil.core.binding.bind import bind_view
from shotveil.core.binding.state import BindingState


@pytest.mark.parametrize("source", ["parsed", "own parser"])
def test_reference(spec_case: dict[str, Any], source: str) -> None:
    occurrence = make_occurrence(
        "ADDR", spec_case["text"], spec_case["parsed"] if source == "parsed" else None
    )
    binding = bind_view(make_view(occurrence), BindingState())[0]
    assert binding.reference == spec_case["expected_reference"]
