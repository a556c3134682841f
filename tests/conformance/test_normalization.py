"""Canonical keys and lengths (CONTRACT d, e.5)."""

from __future__ import annotations

from typing import Any

from shotveil.core.normalize import canonical, len_of


def test_value(normalization_case: dict[str, Any]) -> None:
    type, text = normalization_case["type"], normalization_case["text"]
    if "expected_canonical" in normalization_case:
        assert canonical(type, text) == normalization_case["expected_canonical"]
    if "expected_len" in normalization_case:
        assert len_of(type, text) == normalization_case["expected_len"]
