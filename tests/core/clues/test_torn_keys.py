"""Keys whose prefix the reader of a picture parted from the rest: erased as one value."""

from __future__ import annotations

import pytest

from shotveil.core.detect import Detector
from shotveil.core.geometry import Box
from shotveil.core.records import Block, View

REST = "Qm3vT8xLr2ZpKd7WnB5yHs9FjC4aGe6UtR1X"


def find_secrets(line: str) -> list[str]:
    box = Box(10, 10, 10 + 10 * len(line), 30)
    view = View("v", "s", 1, "image", "a.png", blocks=(Block("b0", line, box, box.quad()),))
    return [o.text for o in Detector(tagger=False).detect([view])[0].occurrences if o.type == "SECRET"]


@pytest.mark.parametrize(
    "value",
    [
        f"ghp_{REST}",
        f"ghp {REST}",
        f"ghp _{REST}",
        f"ghp_ {REST}",
        f"github_pat {REST}{REST}",
        f"sk_live {REST[:24]}",
        f"sk_live_ {REST[:24]}",
        f"glpat- {REST[:20]}",
        f"glpat -{REST[:20]}",
        "AKIA QZ7RT5KLM2XPW4VB",
    ],
)
@pytest.mark.parametrize("line", ["{}", "Token: {}", "personal access token {} created", "令牌：{}，保密"])
def test_prefix_and_value_are_one(line: str, value: str) -> None:
    assert find_secrets(line.format(value)) == [value]


@pytest.mark.parametrize(
    "line",
    [
        "see the ghp documentation",
        "commit fbf63c6adba57ff2a18d83d55deff3db5e89b043",
        "ghp_ is the prefix of classic tokens",
        "ghp xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "glpat is a-prefix-of-their-tokens",
        "npm installation-instructions-for-all",
        "sk live performance-tomorrow-evening",
        "hf transformers-documentation-index",
    ],
)
def test_words_behind_a_prefix_are_left(line: str) -> None:
    assert find_secrets(line) == []
