"""Two readings of one line are one occurrence; neighbours and single readers are left alone."""

from __future__ import annotations

import pytest

from shotveil.core.geometry import Box
from shotveil.core.readings import keep_one_reading
from shotveil.core.records import Block, BlockExtent, Occurrence, ReaderInfo, ScalarRecord, View

Row = tuple[str, Box, float]
PLACE = Box(10, 10, 210, 30)


def seen(*rows: Row, reader: str = "rapidocr+tesseract", tier: str = "hard") -> View:
    blocks = tuple(Block(f"b{n}", text, box, box.quad()) for n, (text, box, _) in enumerate(rows))
    found = tuple(
        Occurrence("EMAIL", text, tier, (), score, (BlockExtent(f"b{n}", 0, len(text), box),), ScalarRecord(text, text))  # type: ignore[arg-type]
        for n, (text, box, score) in enumerate(rows)
    )  # fmt: skip
    info = ReaderInfo(reader, "1", "", {})
    return View("v", "s", 1, "image", "a.png", reader=info, blocks=blocks, occurrences=found)


@pytest.mark.parametrize(
    ("rows", "kept"),
    [
        ([("ada@example.org", PLACE, 0.9), ("ada@exampie.org", Box(11, 11, 209, 31), 0.9)], ["ada@example.org"]),
        ([("ada@exampie.org", PLACE, 0.7), ("ada@example.org", Box(11, 11, 209, 31), 0.9)], ["ada@example.org"]),
        ([("555-010", Box(10, 10, 207, 30), 0.9), ("555-0101", PLACE, 0.5)], ["555-0101"]),
        ([("da@example.org", Box(40, 10, 210, 30), 0.9), ("ada@example.org", PLACE, 0.5)], ["ada@example.org"]),
        ([("a@example.org", PLACE, 0.9), ("b@example.org", Box(10, 40, 210, 60), 0.9)],
         ["a@example.org", "b@example.org"]),
        ([("a@example.org", PLACE, 0.9), ("b@example.org", Box(150, 10, 350, 30), 0.9)],
         ["a@example.org", "b@example.org"]),
    ],
)  # fmt: skip
def test_one_reading_a_place(rows: list[Row], kept: list[str]) -> None:
    assert [item.text for item in keep_one_reading([seen(*rows)])[0].occurrences] == kept


@pytest.mark.parametrize(
    ("rows", "kept"),
    [
        ([("13800138000", Box(170, 180, 230, 590), 0.9), ("文三路478号", Box(290, 180, 345, 590), 0.9)], 2),
        ([("13800138000", Box(170, 180, 230, 590), 0.9), ("王建国", Box(240, 190, 280, 330), 0.9)], 2),
        ([("王建国", Box(170, 20, 230, 160), 0.9), ("13800138000", Box(172, 100, 228, 590), 0.9)], 2),
        ([("13800138000", Box(170, 180, 230, 590), 0.9), ("1380013800", Box(172, 182, 228, 588), 0.9)], 1),
        ([("13800138000", Box(170, 180, 230, 590), 0.9), ("0138", Box(172, 300, 228, 440), 0.9)], 1),
    ],
)
def test_columns_side_by_side_or_one_below_the_other_are_places_of_their_own(
    rows: list[Row], kept: int
) -> None:
    (view,) = keep_one_reading([seen(*rows)])
    assert len(view.occurrences) == kept
    assert rows[0][0] in [item.text for item in view.occurrences]


def test_a_single_reader_is_left_alone() -> None:
    view = seen(("a@example.org", PLACE, 0.9), ("b@example.org", PLACE, 0.9), reader="rapidocr")
    assert keep_one_reading([view]) == (view,)
