"""Names without their capital: known parts of names, and names behind a title."""

from __future__ import annotations

import pytest

from shotveil.core.detect import Detector
from shotveil.core.records import View


def _find_names(text: str) -> list[str]:
    view = View("v", "s", 0, "text", "t.txt", text=text)
    return [found.text for found in Detector().detect([view])[0].occurrences if found.type == "NAME"]


@pytest.mark.parametrize(
    ("text", "small"),
    [
        ("Amelia Hartwell called.\namelia\n- amelia\nto amelia\n(amelia)\namelia,bob", ["amelia"] * 5),
        ("Maren Holloway called\nok maren\nthx holloway", ["maren", "holloway"]),
        ("Siobhan Quist 来了\nquist说好的", ["quist"]),
        ("Dr. Fenwick came.\nok fenwick", ["fenwick"]),
    ],
)
def test_known_names_in_small_letters(text: str, small: list[str]) -> None:
    assert [name for name in _find_names(text) if name.islower()] == small


@pytest.mark.parametrize(
    "text",
    [
        "Rose May Price came\nthe price of a rose in may",
        "Mark Hope left\nmark it, i hope so",
        "Grace Chen came\nthe grace period",
        "Max Docker came\nmax_value, docker run, max 5",
        "Juan Cruz called\nla cruz es grande, el santos",
    ],
)
def test_words_of_the_language_stay(text: str) -> None:
    assert not [name for name in _find_names(text) if name.islower()]


@pytest.mark.parametrize(
    "name", ["King", "Price", "Long", "Gates", "Strong", "Day", "Church", "Page", "Cook"]
)
@pytest.mark.parametrize("title", ["Mr.", "Mrs.", "Ms.", "Dr."])
def test_titles_make_names_of_words(title: str, name: str) -> None:
    assert _find_names(f"We met, and {title} {name} called.") == [f"{title} {name}"]


@pytest.mark.parametrize(
    "text",
    [
        "Mr. President spoke",
        "a can of Dr. Pepper",
        "he is Mr. Right",
        "play Ms. Pac-Man",
        "my mr page fails",
        "5 ms long",
    ],
)
def test_titles_of_nobody(text: str) -> None:
    assert not _find_names(text)
