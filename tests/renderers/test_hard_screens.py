"""Hard screens with exact truth: every private part goes, the rest stays (kinds of the benchmark, two each)."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "benchmarks"))
import hard_screens

pytestmark = pytest.mark.models


@pytest.fixture(autouse=True)
def _require_font(require_component: Callable[[bool, str], None]) -> None:
    require_component(any(Path(font).exists() for font in hard_screens.FONTS), "a Chinese font")


@pytest.mark.parametrize(
    "kind", ["small", "jpeg40", "tilted", "dark", "polarity", "faint", "bubbles", "icons", "columns", "mixed"]
)
def test_what_is_private_goes_and_the_rest_stays(kind: str) -> None:
    options = Namespace(count=2, backend="rapidocr", model=None, also="", threads=1, misses=False, save="")
    counts = hard_screens.measure_kind(kind, options)
    assert counts["gone"] == counts["parts"] > 0
    assert counts["read by rapidocr"] == 0
    assert counts["other gone"] <= 0.01 * counts["other"]
