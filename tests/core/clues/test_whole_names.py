"""No half of a name stays: titles before ordinary words, fields of accounts, names beside addresses."""

from __future__ import annotations

import pytest
from found_values import find


@pytest.mark.parametrize(
    ("text", "path", "wanted"),
    [
        ("Attending physician: Dr. Grey Woods", "t.txt", "Dr. Grey Woods"),
        ("Dentist: Dr Misty Moon", "t.txt", "Dr Misty Moon"),
        ("Ms. Sky Stone called.", "t.txt", "Ms. Sky Stone"),
        ('{"userName":"Sky Stone","id":3}', "t.json", "Sky Stone"),
        ("username,phone\nSky Stone,555-0151\n", "t.csv", "Sky Stone"),
    ],
)
def test_the_whole_name_is_found(text: str, path: str, wanted: str) -> None:
    assert ("NAME", wanted) in find(text, path)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Mr. Price Called us; Dr. Frost Appointment", ["Mr. Price", "Dr. Frost"]),
        ("Dr. Stone Diagnosis: flu", ["Dr. Stone"]),
        ("Dear Mr. Long Thank you", ["Mr. Long"]),
    ],
)
def test_what_stands_behind_a_name_stays(text: str, wanted: list[str]) -> None:
    assert [value for _, value in find(text)] == wanted


def test_accounts_and_services_are_no_people() -> None:
    assert find('{"username":"maren_h","user_name":"Service Account"}', "t.json") == [("USER", "maren_h")]


@pytest.mark.parametrize("other", ["holloway-maren", "Holloway, Maren"])
def test_a_turned_name_does_not_reach_into_an_address(other: str) -> None:
    found = find(f"Maren Holloway maren.holloway@example.com\n{other}\n")
    assert found[:2] == [("NAME", "Maren Holloway"), ("EMAIL", "maren.holloway@example.com")]
