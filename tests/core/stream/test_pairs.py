from __future__ import annotations

import pytest

from shotveil.core.detect import Detector
from shotveil.core.records import View


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("我住在南-京的老房子里，已经三年了", "南-京"),
        ("我住在武 汉的老房子里，已经三年了", "武 汉"),
        ("他说的是/否都可以", ""),
        ("男/女均可报名", ""),
    ],
)
def test_two_characters_held_apart(text: str, found: str) -> None:
    view = Detector(tagger=False).detect([View("v", "s", 0, "text", "t.txt", text=text)])[0]
    assert "".join(value.text for value in view.occurrences) == found
