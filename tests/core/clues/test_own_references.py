"""References of a safe picture stay, however badly they are read; what is no reference does not hide."""

from __future__ import annotations

import pytest

from shotveil.core.clues.screens.own_references import EXAMPLES, find_own_references
from shotveil.core.detect import Detector
from shotveil.core.geometry import Box
from shotveil.core.records import Block, View


def _view(text: str) -> View:
    box = Box(10, 10, 10 + 9 * len(text), 30)
    return View(
        "v", "s", 1, "image", "a.png", width=900, height=60, blocks=(Block("b0", text, box, box.quad(), 0.9),)
    )


@pytest.mark.parametrize(("line", "own"), EXAMPLES)
def test_what_is_ours(line: str, own: str) -> None:
    assert [line[a:b] for a, b in find_own_references(line)] == ([own] if own else [])


@pytest.mark.parametrize("line", [line for line, own in EXAMPLES if own])
def test_nothing_is_found_in_what_is_ours(line: str) -> None:
    (view,) = Detector().detect([_view(line)])
    assert not [o.text for o in view.occurrences if o.text in dict(EXAMPLES)[line]]


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("[[NAME#1]] ivy.probe@example.com", "ivy.probe@example.com"),
        ("[PHONE] (503) 555-0134", "(503) 555-0134"),
        ("[ADDR#2] 418 Larkspur Avenue, Portland, OR 97205", "418 Larkspur Avenue, Portland, OR 97205"),
        ("[email] ivy.probe12@example.com", "ivy.probe12@example.com"),
        ("密码: [SECRETkey2Zq9]", "[SECRETkey2Zq9]"),
    ],
)
def test_values_beside_one_are_found(line: str, value: str) -> None:
    (view,) = Detector().detect([_view(line)])
    assert any(o.text.strip("[]") == value.strip("[]") for o in view.occurrences), view.occurrences


@pytest.mark.parametrize(
    "line", ["[[BANK_CARD#6]] Expires 08/29", "[[BANK_CARD#2]] 有效期08/29", "[[PHONE#2]] 20:58 06/07/2026"]
)
def test_a_reference_is_no_clue_for_what_stands_beside_it(line: str) -> None:
    (view,) = Detector().detect([_view(line)])
    assert not view.occurrences
