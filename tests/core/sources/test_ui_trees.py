"""Trees in JSON, and a screenshot completed from the tree beside it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from rewriting import fields, read, rewrite

from shotveil.core.geometry import Box
from shotveil.core.records import Block, View
from shotveil.core.sources.formats import detect_format
from shotveil.core.sources.ui_companion import complete_from_tree
from shotveil.core.sources.ui_json import read_bounds


@pytest.mark.parametrize(
    ("value", "key"),
    [
        ("[10,20][110,60]", "bounds"),
        ([10, 20, 110, 60], "bounds"),
        ([[10, 20], [110, 60]], "bounds"),
        ({"left": 10, "top": 20, "right": 110, "bottom": 60}, "rect"),
        ({"x": 10, "y": 20, "width": 100, "height": 40}, "bbox"),
        ({"x_min": 10, "y_min": 20, "x_max": 110, "y_max": 60}, "bbox"),
    ],
)
def test_bounds_are_written_in_many_ways(value: Any, key: str) -> None:
    assert read_bounds(value, key) == Box(10, 20, 110, 60)


@pytest.mark.parametrize("value", [None, "left", [1, 2], [5, 5, 5, 5], {"x": 1}, [1, 2, "3", 4]])
def test_other_values_are_no_bounds(value: Any) -> None:
    assert read_bounds(value) is None


def test_a_json_tree_has_blocks_and_keeps_its_other_values() -> None:
    node = {"class": "TextView", "bounds": "[0,0][100,20]"}
    raw = json.dumps(
        {
            "activity": "Ines' home",
            "children": [
                {**node, "text": "Ines Okafor", "resource_id": "owner"},
                {**node, "text": "hunter2", "password": True},
                {**node, "key": "HOME_PHONE", "value": "555-0100", "bounds": "[0,40][100,60]"},
            ],
        }
    )
    assert detect_format(raw.encode(), "tree.json") == "ui_json"
    document = read(raw, "ui_json")
    tree = document.views[0]
    assert [(block.text, block.label) for block in tree.blocks] == [
        ("Ines Okafor", "owner"),
        ("hunter2", "password"),
        ("555-0100", "HOME_PHONE"),
    ]
    assert (tree.medium, tree.width, tree.height) == ("tree", 100, 60)
    assert fields(document)["Ines' home"] == ("activity",)
    assert json.loads(rewrite(document, "Ines Okafor"))["children"][0]["text"] == "[[NAME#1]]"


def screen(*blocks: tuple[str, Box]) -> View:
    made = tuple(Block(str(at), text, box, box.quad()) for at, (text, box) in enumerate(blocks))
    return View("s", "", 1, "image", "turn_1.png", width=1080, height=2340, blocks=made)


def tree(*blocks: tuple[str, Box]) -> View:
    made = tuple(
        Block(str(at), text, box, box.quad(), label="owner") for at, (text, box) in enumerate(blocks)
    )
    return View("t", "", 1, "tree", "turn_1.xml", width=540, height=1170, blocks=made)


def test_a_missed_text_is_added_at_its_place() -> None:
    done = complete_from_tree(
        screen(("Title", Box(0, 0, 200, 40))), tree(("Ines Okafor", Box(10, 100, 110, 120)))
    )
    assert [(block.text, block.box, block.label) for block in done.blocks[1:]] == [
        ("Ines Okafor", Box(20, 200, 220, 240), "owner")
    ]


def test_a_misread_line_takes_the_exact_text_and_keeps_its_box() -> None:
    seen = Box(24, 204, 200, 236)
    done = complete_from_tree(screen(("lnes 0kafor", seen)), tree(("Ines Okafor", Box(10, 100, 110, 120))))
    assert [(block.text, block.box) for block in done.blocks] == [("Ines Okafor", seen)]


@pytest.mark.parametrize("text", ["Ines  Okafor", "Mrs. Ines Okafor", "something else entirely"])
def test_what_was_read_stays(text: str) -> None:
    seen = screen((text, Box(24, 204, 200, 236)))
    assert complete_from_tree(seen, tree(("Ines Okafor", Box(10, 100, 110, 120)))) == seen


@pytest.mark.parametrize(
    ("size", "by"),
    [
        ((360, 780), (3, 3)),
        ((1000, 1000), (1.08, 2.34)),
        ((1080, 2200), (1, 1)),
        ((700, 900), (1, 1)),
        ((270, 500), (2, 2)),
    ],
)
def test_the_unit_of_a_tree_is_found_by_what_was_read(size: tuple[int, int], by: tuple[float, float]) -> None:
    words = {"Inbox": (40, 200), "Drafts": (40, 300), "Sent": (40, 400), "Settings": (200, 480)}
    seen = [
        (word, Box(x * by[0], y * by[1], (x + 40) * by[0], (y + 10) * by[1]))
        for word, (x, y) in words.items()
    ]
    nodes = [(word, Box(x, y, x + 40, y + 10)) for word, (x, y) in words.items()]
    hidden = Box(100, 100, 160, 112)
    done = complete_from_tree(
        screen(*seen), replace(tree(*nodes, ("Ines Okafor", hidden)), width=size[0], height=size[1])
    )
    assert [block.text for block in done.blocks] == [*words, "Ines Okafor"]
    box = done.blocks[-1].box
    wanted = (100 * by[0], 100 * by[1], 160 * by[0], 112 * by[1])
    assert all(abs(side - other) <= 1 for side, other in zip(box.as_list(), wanted, strict=True))


def test_a_tree_of_another_screen_adds_nothing() -> None:
    seen = screen(
        *((word, Box(40, 100 * at, 200, 100 * at + 30)) for at, word in enumerate(["Alpha", "Beta", "Gamma"]))
    )
    other = tree(
        *(
            (word, Box(20, 80 * at + 20, 100, 80 * at + 40))
            for at, word in enumerate(["Uno", "Due", "Ines Okafor"])
        )
    )
    assert complete_from_tree(seen, other) == seen


def test_bounds_as_shares_of_the_screen_and_kinds_of_password_fields() -> None:
    nodes = [
        {"text": "Ines Okafor", "bbox": [0.1, 0.2, 0.5, 0.25]},
        {
            "text": "hunter2",
            "inputType": "textPassword",
            "bbox": {"x": 0.1, "y": 0.4, "width": 0.4, "height": 0.05},
        },
        {"text": "", "bbox": [0, 0, 1, 1]},
    ]
    view, *_ = read(json.dumps({"nodes": nodes}), "ui_json").views
    assert (view.width, view.height) == (1000, 1000)
    assert [(block.text, block.label, round(block.box.top)) for block in view.blocks] == [
        ("Ines Okafor", "text", 200), ("hunter2", "password", 400)
    ]  # fmt: skip


def test_texts_off_the_screen_are_not_added() -> None:
    seen = screen(("Title", Box(0, 0, 200, 40)))
    assert (
        complete_from_tree(seen, tree(("Ines", Box(10, 1165, 110, 1300)), ("Bo", Box(0, 2000, 9, 2010))))
        == seen
    )


def test_trees_of_ios_have_sides_instead_of_bounds() -> None:
    raw = (
        '<AppiumAUT><XCUIElementTypeStaticText type="XCUIElementTypeStaticText" value="Ines Okafor" name="owner"'
        ' label="Ines Okafor" enabled="true" x="16" y="100" width="200" height="20"/>'
        '<XCUIElementTypeSecureTextField type="XCUIElementTypeSecureTextField" value="hunter2" x="16" y="140"'
        ' width="200" height="20"/></AppiumAUT>'
    )
    document = read(raw, "uiautomator")
    assert [(block.text, block.box, block.label) for block in document.views[0].blocks] == [
        ("Ines Okafor", Box(16, 100, 216, 120), "owner"),
        ("hunter2", Box(16, 140, 216, 160), "password"),
    ]
    assert "Okafor" not in rewrite(document, "Ines Okafor")
