"""Numbers behind a country code: to the last digit, of any length, and no further."""

from __future__ import annotations

import pytest

from shotveil.core.detect import Detector
from shotveil.core.records import View

WHOLE = (
    "+44 1225 555 0199",
    "+44-1225-555-0199",
    "+44.1225.555.0199",
    "+44/1225/555/0199",
    "+44 (0)1225 555 0199",
    "+44–1225–555–0199",
    "0044 1225 555 0199",
    "+44 1225 5550199 0",
    "+441225555019999",
    "+353 1 555 01234",
    "+34-600-555-0199",
    "+7 (495) 555-01-234",
    "+351/21/555/01234",
    "+1 (212) 555 01422",
    "+86 1380 0138 0001",
)


def phones(text: str) -> list[str]:
    view = View("v", "s", 0, "text", "t.txt", text=text)
    return [o.text for o in Detector().detect([view])[0].occurrences if o.type == "PHONE"]


@pytest.mark.parametrize("number", WHOLE)
@pytest.mark.parametrize(
    "around", ["{}", "Fennimore & Co | {}", "Best,\nOtis\n{}\n", "{}, then", "加我{}谢谢"]
)
def test_a_number_is_taken_to_its_last_digit(number: str, around: str) -> None:
    assert phones(around.format(number)) == [number]


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("+44 20 7946 0018 45 times", ["+44 20 7946 0018"]),
        ("+49 30 5550123 2024-05-06", ["+49 30 5550123"]),
        ("+44 1225 555 0199 2024-05-06", ["+44 1225 555 0199"]),
        ("+44 1225 555 0199, +44 1225 555 0198", ["+44 1225 555 0199", "+44 1225 555 0198"]),
        ("2024-01-01 10:00:00 +1000 2024-01-02 15", []),
        ("-x\n+1748301122334\n y", []),
        (" x\n+1748301122334\n+1748301122399", []),
        ("sum 10 +123456789012", []),
        ("c++11 2345678 910", []),
        ("v+44 1225", []),
        ("build 1.2.3+45678901", []),
    ],
)
def test_what_only_stands_beside_it_stays(text: str, taken: list[str]) -> None:
    assert phones(text) == taken
