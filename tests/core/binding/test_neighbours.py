"""A familiar form beside a full name is somebody else; alone it may be the one person of that family name."""

from __future__ import annotations

import pytest

from shotveil.core.binding.bind import bind_view
from shotveil.core.binding.state import BindingState
from shotveil.core.detect import Detector
from shotveil.core.records import View


def _roots(text: str) -> list[tuple[str, int]]:
    view = Detector().detect((View(id="v1", session="s", turn=1, medium="text", path="a.txt", text=text),))[0]
    bound = sorted(bind_view(view, BindingState()), key=lambda binding: binding.occurrence.extents[0].start)
    return [(binding.occurrence.text, binding.root) for binding in bound]


@pytest.mark.parametrize(
    ("text", "roots"),
    [
        ("小李和李娜一起去吃饭了。", [("小李", 1), ("李娜", 2)]),
        ("小李说李娜不在。小李走了。", [("小李", 1), ("李娜", 2), ("小李", 1)]),
        ("李娜来了，小李和李娜都在。", [("李娜", 1), ("小李", 2), ("李娜", 1)]),
        ("老王和王强、王丽一起来。", [("老王", 1), ("王强", 2), ("王丽", 3)]),
        ("李娜来了。小李很高兴。", [("李娜", 1), ("小李", 1)]),
        ("李娜，大家叫她小李。", [("李娜", 1), ("小李", 1)]),
    ],
)
def test_neighbours_are_two_people(text: str, roots: list[tuple[str, int]]) -> None:
    assert _roots(text) == roots
