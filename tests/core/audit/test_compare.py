"""Readers side by side, and detectors against gold."""

from __future__ import annotations

import json

import pytest

from shotveil.core.audit.compare import ReaderTrace, compare_traces
from shotveil.core.audit.gold import family_of, is_compatible, read_gold
from shotveil.core.audit.metrics import score_views
from shotveil.core.audit.residual import Needle
from shotveil.core.errors import InputProblem
from shotveil.core.geometry import Box
from shotveil.core.records import Block, BlockExtent, Occurrence, ScalarRecord, TextExtent, View


def _view(text: str, *found: tuple[str, int, int]) -> View:
    box = Box(10, 10, 10 + 10 * len(text), 30)
    block = Block("b0", text, box, box.quad(), 1.0)
    occurrences = tuple(
        Occurrence(
            type_, text[a:b], "hard", (), 1.0,
            (BlockExtent("b0", a, b, Box(10 + 10 * a, 10, 10 + 10 * b, 30)),), ScalarRecord(text[a:b], ""),
        )
        for type_, a, b in found
    )  # fmt: skip
    return View("v", "s", 1, "image", "in/shot.png", blocks=(block,), occurrences=occurrences)


GOLD_LINE = json.dumps(
    {
        "id": "g1", "image": "images/shot.png", "lang": "en",
        "pii": [
            {"type": "NAME", "value": "Ada Probe", "box": [40, 10, 130, 30]},
            {"type": "PHONE_NUMBER", "value": "555-0134", "box": [140, 10, 220, 30]},
        ],
        "neutral": [{"text": "by", "box": [10, 10, 30, 30]}],
    }
).encode()  # fmt: skip
TEXT = "by Ada Probe 555-0134"


def test_scores_of_a_picture() -> None:
    gold = read_gold([GOLD_LINE], "gold.jsonl")
    full = score_views([_view(TEXT, ("NAME", 3, 12), ("NUM", 13, 21))], gold)
    assert (full.gen_r, full.lr_char, full.lr_detect, full.det_p, full.bbox_r) == (1.0, 0.0, 0.0, 1.0, 1.0)
    assert full.mod == 2
    half = score_views([_view(TEXT, ("NAME", 3, 12), ("ORG", 13, 21))], gold)
    assert half.gen_r == 0.5
    neutral = score_views([_view(TEXT, ("NAME", 3, 12), ("NAME", 0, 2))], gold)
    assert neutral.det_p == 1.0
    wrong = score_views([_view(TEXT + "  zzzz", ("NAME", 3, 12), ("NAME", 23, 27))], gold)
    assert wrong.det_p == 0.5


def test_scores_of_a_text() -> None:
    text = "by Ada Probe"
    line = json.dumps(
        {"id": "t", "text": text, "spans": [{"start": 3, "end": 12, "type": "person"}]}
    ).encode()
    gold = read_gold([line], "gold.jsonl")
    occurrence = Occurrence("NAME", "Ada", "hard", (), 1.0, (TextExtent(3, 6),), ScalarRecord("Ada", "ada"))
    view = View("v", "s", 1, "text", "a.txt", text=text, occurrences=(occurrence,))
    scores = score_views([view], gold)
    assert scores.gen_r == 0
    assert scores.lr_char == pytest.approx(5 / 8)


def test_views_without_gold_do_not_count() -> None:
    gold = read_gold([GOLD_LINE.replace(b"shot.png", b"other.png")], "gold.jsonl")
    scores = score_views([_view(TEXT)], gold)
    assert scores.views == 0
    assert set(scores.rates().values()) == {None}


def test_invalid_gold_names_its_line() -> None:
    with pytest.raises(InputProblem, match="line 2") as caught:
        read_gold([GOLD_LINE, b'{"id": 1}'], "gold.jsonl")
    assert caught.value.code == "gold.invalid"


@pytest.mark.parametrize(
    ("label", "family"),
    [("BANK_CARD", "CARD"), ("credit card", "CARD"), ("person", "NAME"), ("SSN", "ID"), ("USER", "ACCOUNT"),
     ("LOGIN_PASSWORD", "SECRET"), ("something", "OUT"), ("date-of-birth", "DOB")],
)  # fmt: skip
def test_families(label: str, family: str) -> None:
    assert family_of(label) == family


def test_compatibility_is_not_mutual() -> None:
    assert is_compatible("PHONE", "NUM")
    assert not is_compatible("NAME", "ORG")
    assert not is_compatible("NUM", "PHONE")


def test_comparison_says_who_saw_what() -> None:
    first = ReaderTrace("one", (_view(TEXT, ("NAME", 3, 12), ("PHONE", 13, 21)),), 1.5)
    second = ReaderTrace("two", (_view("by Ada Probe", ("NAME", 3, 12)),))
    needles = [Needle("NAME", "Ada Probe", "[[NAME#1]]"), Needle("PHONE", "555 0134", "[[PHONE#2]]")]
    rows = compare_traces([first, second], read_gold([GOLD_LINE], "g"), needles)
    assert rows[0].alone == {"PHONE": 1}
    assert rows[1].missed == {"one": {"PHONE": 1}}
    assert rows[1].alone == {}
    assert (rows[0].caught, rows[1].caught) == (1.0, 0.5)
    assert rows[0].seconds == 1.5
    assert rows[0].scores is not None
    assert rows[0].scores.gen_r == 1.0
    assert (rows[1].lines, rows[1].characters) == (1, 10)
