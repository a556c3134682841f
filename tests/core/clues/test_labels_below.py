"""Values below their label: block lists and deeper lines, with what looks alike and is none."""

from __future__ import annotations

import pytest

from shotveil.core.detect import Detector
from shotveil.core.records import View

DETECTOR = Detector()


def find(text: str) -> list[tuple[str, str]]:
    view = View("v", "s", 0, "text", "t.yaml", text=text)
    return [(found.type, found.text) for found in DETECTOR.detect([view])[0].occurrences]


FOUND = [
    ("phone:\n  4155550101\n", [("PHONE", "4155550101")]),
    ("phones:\n  - 4155550101\n  - '4155550102'\nn: 1", [("PHONE", "4155550101"), ("PHONE", "4155550102")]),
    ("phones:\r\n- 4155550101\r\n- 4155550102\r\n", [("PHONE", "4155550101"), ("PHONE", "4155550102")]),
    ("names:\n  - Tove\n  - Wilhelmina\n", [("NAME", "Tove"), ("NAME", "Wilhelmina")]),
    ("Contacts:\n\n* Tove\n* Bart\n\nText", [("NAME", "Tove"), ("NAME", "Bart")]),
    ("db:\n  password:\n    Zeb7-quillet!x9 # mine\n", [("SECRET", "Zeb7-quillet!x9")]),
    ("password: # old\n  Zeb7-quillet!x9\n", [("SECRET", "Zeb7-quillet!x9")]),
    (
        "tokens:\n- 'k9Xw2Lm4Qp7Rt'\n- q7Lmn2Xz44Ab\n",
        [("SECRET", "k9Xw2Lm4Qp7Rt"), ("SECRET", "q7Lmn2Xz44Ab")],
    ),
    ("姓名：\n  欧阳明远\n电话：\n- 13800138000\n", [("NAME", "欧阳明远"), ("PHONE", "13800138000")]),
    ("to: [Tove Lindqvist, Ann Lee]", [("NAME", "Tove Lindqvist"), ("NAME", "Ann Lee")]),
    ("Name: Lindqvist, Tove Marie", [("NAME", "Lindqvist, Tove Marie")]),
]
NOT_FOUND = [
    "phones:\n  count: 4155550101\n",
    "phones:\n\n\n- 4155550101\n",
    "names:\n- nginx\n- Overview\n- data_loader\n",
    "password:\n  required\n  min: 8\n",
    "passwords:\n- strength: Zeb7quilletx9\n",
    "tokens:\n  expires: 2h7m30s\nphone: # none\nlimit: 4155550101\n",
    "token:\n  path: /etc/Zeb7quilletx9\n",
]


@pytest.mark.parametrize(("text", "found"), FOUND)
def test_values_below_a_label_are_its_values(text: str, found: list[tuple[str, str]]) -> None:
    assert find(text) == found


@pytest.mark.parametrize("text", NOT_FOUND)
def test_what_is_no_value_of_the_label_stays(text: str) -> None:
    assert find(text) == []


def test_many_labels_take_time_in_proportion() -> None:
    import time

    def took(count: int) -> float:
        text = "phone:\n" * count + "phones:\n" + "- 1\n" * count
        start = time.process_time()
        find(text)
        return time.process_time() - start

    took(1000)
    assert took(40_000) < 12 * max(took(10_000), 0.05)
