"""Family names that are words of places: whole where a label, field, column or closing words tell a name."""

from __future__ import annotations

import pytest
from found_values import find


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("full_name", "Hyun-woo Park"),
        ("full_name", "Minho Bridge"),
        ("full_name", "Park, Hyun-woo"),
        ("customer_name", "Jun Park"),
        ("customer_name", "L. Stone"),
        ("customer_name", "Jane Street"),
        ("name", "J. Park"),
        ("name", "Simon Temple"),
        ("patient", "Tamsin Field"),
        ("owner", "Veronica Lake"),
        ("contact", "Soo-jin House"),
        ("guest", "Kate Beach"),
        ("employee", "Ferran Mill"),
        ("skipper", "Ansel Church"),
    ],
)
def test_fields_of_people_hold_surnames_of_places(field: str, value: str) -> None:
    assert find(f'{{"{field}": "{value}", "n": 1}}\n', "t.json") == [("NAME", value)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Passenger: J. Park\n", "J. Park"),
        ("See you then.\n\nBest,\nHyun-woo Park\n", "Hyun-woo Park"),
        ("Thanks,\nL. Stone\n", "L. Stone"),
        ("Regards,\nKate Church\n", "Kate Church"),
        ("Contact: Simon Temple\n", "Simon Temple"),
        ("Yesterday Hyun-woo Park called about it.\n", "Hyun-woo Park"),
    ],
)
def test_labels_and_closing_words_tell_them(text: str, name: str) -> None:
    assert find(text) == [("NAME", name)]


@pytest.mark.parametrize("name", ["L. Stone", "J. Park", "K. T. Park"])
def test_a_known_name_with_an_initial_is_found_again(name: str) -> None:
    rows = f'{{"customer_name": "{name}", "note": "we saw {name} there"}}\n'
    assert find(rows, "t.json") == [("NAME", name), ("NAME", name)]


def test_mail_heads_voices_and_columns_tell_them() -> None:
    assert ("NAME", "Hyun-woo Park") in find(
        "From: Hyun-woo Park <hw@example.com>\nSubject: x\n\nHi\n", "t.eml"
    )
    cues = "WEBVTT\n\n00:00:01.000 --> 00:00:03.000\n<v Jun Park>Hello there\n"
    assert find(cues, "t.vtt") == [("NAME", "Jun Park")]
    rows = "Employee,Room\nHyun-woo Park,12\nJ. Park,13\nKate Church,14\nMinho Bridge,16\n"
    assert [text for _, text in find(rows, "t.csv")] == [
        "Hyun-woo Park",
        "J. Park",
        "Kate Church",
        "Minho Bridge",
    ]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ('{"name": "Hyde Park", "open": true}\n', "t.json"),
        ('{"name": "Central Park", "open": true}\n', "t.json"),
        ('{"name": "Temple Church", "open": true}\n', "t.json"),
        ('{"name": "Crystal Springs", "open": true}\n', "t.json"),
        ('{"product_name": "Stone Bridge"}\n', "t.json"),
        ('{"name": "Old Mill House"}\n', "t.json"),
        ("We walked through Hyde Park and Central Park to Temple Church.\n", "t.txt"),
        ("From: Hyde Park\n", "t.txt"),
        ("Best,\nThe Hyde Park team\n", "t.txt"),
        ("A drop-in Park and a walk-in Church are open.\n", "t.txt"),
    ],
)
def test_places_are_nobody(text: str, path: str) -> None:
    assert "NAME" not in {kind for kind, _ in find(text, path)}
