"""Values that a program wrapped over two lines, in texts and on screens, are found whole."""

from __future__ import annotations

import pytest

from shotveil.core.detect import Detector
from shotveil.core.geometry import Box
from shotveil.core.records import Block, View


def find(text: str) -> list[tuple[str, str]]:
    view = View("v", "s", 0, "text", "t.txt", text=text)
    return [(o.type, o.text) for o in Detector().detect([view])[0].occurrences]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Mail maren.holloway@\nexample.org now", ("EMAIL", "maren.holloway@\nexample.org")),
        ("Mail maren.holloway@exam\n  ple.org now", ("EMAIL", "maren.holloway@exam\n  ple.org")),
        ("phone (503) 555-\n0142.", ("PHONE", "(503) 555-\n0142")),
        ("电话 138-0013-\r\n8000", ("PHONE", "138-0013-\r\n8000")),
        ("Hello, I wanted to tell you that my name is Maren\nHolloway.", ("NAME", "Maren\nHolloway")),
        ("地址：江苏省苏州市姑苏区平江\n路88号", ("ADDR", "江苏省苏州市姑苏区平江\n路88号")),
        ("地址：江苏省苏州市姑苏区平江路88号锦绣花园3\n栋502室", ("ADDR", "江苏省苏州市姑苏区平江路88号锦绣花园3\n栋502室")),
    ],
)  # fmt: skip
def test_a_value_over_a_line_end_is_one(text: str, wanted: tuple[str, str]) -> None:
    assert wanted in find(text)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("地址：江苏省苏州市姑苏区平江路88号\n单位：华强电子厂", "江苏省苏州市姑苏区平江路88号"),
        ("科室：心内科  主治医师：单于飞   所在病区：三病区  记录者：褚红\n主诉：反复胸闷", "褚红"),
        (
            "地址：江苏省苏州市姑苏区平江路88号\n联系电话（手机）：138-0013-8000",
            "江苏省苏州市姑苏区平江路88号",
        ),
    ],
)
def test_a_value_ends_where_the_next_line_names_a_field(text: str, wanted: str) -> None:
    assert wanted in [value for _, value in find(text)]


@pytest.mark.parametrize(
    "text", ["1733-0425-\n0061-3804", "2020-\n2021 report", "小区\n市场\n道理\n单位", "From: bob@corp\nand admin@\nhost only"]
)  # fmt: skip
def test_lines_of_a_list_are_not_joined(text: str) -> None:
    assert find(text) == []


def test_a_line_is_no_longer_for_what_stands_in_another_value() -> None:
    texts = ("Rosalind Bexley said it", "and here is one more", "Hello Tobias Halloran\nRosalind Bexley")
    views = [View(str(n), "s", 0, "text", "t.json", f"/{n}", text=text) for n, text in enumerate(texts)]
    found = Detector().detect(views)
    assert [o.text for o in found[2].occurrences] == ["Tobias Halloran", "Rosalind Bexley"]


def test_a_long_text_keeps_its_other_readings() -> None:
    wraps = "The whole letter was written by our good old friend Maren\nHolloway.\n" * 3000
    assert ("PHONE", "1 3 8 0 0 1 3 8 0 0 0") in find("手机 1 3 8 0 0 1 3 8 0 0 0\n" + wraps)


@pytest.mark.parametrize(("upper", "lower", "kind"), [("write to maren.holloway@", "mail.example.org", "EMAIL"),
                                                      ("call (503) 555-", "0142 today", "PHONE")])  # fmt: skip
def test_a_screen_line_that_ends_inside_a_value_goes_on_below(upper: str, lower: str, kind: str) -> None:
    boxes = (Box(10, 132, 289, 155), Box(8, 171, 190, 196))
    blocks = tuple(
        Block(str(i), text, box, box.quad())
        for i, (text, box) in enumerate(zip((upper, lower), boxes, strict=True))
    )
    view = View("v", "s", 0, "image", "t.png", width=400, height=300, blocks=blocks)
    (found,) = Detector().detect([view])[0].occurrences
    assert (found.type, len(found.extents)) == (kind, 2)


def read_lines(*lines: str) -> list[tuple[str, str]]:
    boxes = [Box(10, 13 + 40 * row, 10 + 12 * len(text), 35 + 40 * row) for row, text in enumerate(lines)]
    blocks = tuple(
        Block(str(i), text, box, box.quad()) for i, (text, box) in enumerate(zip(lines, boxes, strict=True))
    )
    view = View("v", "s", 0, "image", "t.png", width=600, height=300, blocks=blocks)
    return [(o.type, o.text) for o in Detector().detect([view])[0].occurrences]


def test_a_password_of_an_address_is_read_over_lines_of_a_screen() -> None:
    found = read_lines("origin https://robot:", "qvTARNISHEDqvtarnishedqq", "kestrel01938@git.example/x.git")
    assert ("SECRET", "qvTARNISHEDqvtarnishedqq kestrel01938") in found
    assert not [value for kind, value in found if kind == "EMAIL"]


def test_a_port_at_the_end_of_a_line_is_no_password() -> None:
    assert read_lines("open https://intra.example:8080", "maren.fox@mail.example") == [
        ("EMAIL", "maren.fox@mail.example")
    ]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("I met Ngozi\nAdeyemi.", "Ngozi\nAdeyemi"),
        ("> On Monday Priya\n> Raghunathan wrote:", "Priya\n> Raghunathan"),
        ("# I asked Priya\n# Raghunathan\nx = 1", "Priya\n# Raghunathan"),
        ("I went with Maren\nHolloway-Smith to it", "Maren\nHolloway-Smith"),
        ("I saw Declan\nTarrant and Ngozi came.", "Declan\nTarrant"),
        ("name: >-\n  Maren\n  Holloway\nage: 4", "Maren\n  Holloway"),
        ("手机 138001\n38000", "138001\n38000"),
        ("phone: 212-555\n0143", "212-555\n0143"),
    ],
)
def test_a_short_line_goes_on_too(text: str, wanted: str) -> None:
    assert wanted in [value for _, value in find(text)]


@pytest.mark.parametrize(
    "text",
    [
        "I talked to Maren\nTobias and Ngozi came too.",
        "we had a call from Maren\nPriya said no",
        "Yesterday in the late afternoon I talked at length to Maren\nTobias and Ngozi came too.",
        "names: |\n  Maren\n  Tobias\n  Priya",
        "invited were Declan\nMaren\nTobias",
        "he thanked Anna\nThen he left",
        "电话：13800138000\n12",
        "total 1380013\n8000",
    ],
)
def test_the_next_person_and_the_next_number_are_no_part(text: str) -> None:
    assert not any("\n" in value for _, value in find(text))
