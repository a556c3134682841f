"""Known names that a line end parts, and words of code and places that are spelled as a known name is."""

from __future__ import annotations

import pytest

from shotveil.core.detect import Detector
from shotveil.core.records import View


def find_names(text: str) -> list[str]:
    view = View("v", "s", 0, "text", "t.txt", text=text)
    return [found.text for found in Detector().detect([view])[0].occurrences if found.type == "NAME"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Rosalind Bexley signed.\nLater Rosa-\nlind left.", ["Rosalind Bexley", "Rosa-\nlind"]),
        ("Rosalind Bexley signed.\nA copy for Bex-\n  ley too.", ["Rosalind Bexley", "Bex-\n  ley"]),
        ("Declan Tarrant signed.\nask Declan Tar-\nrant again", ["Declan Tarrant", "Declan Tar-\nrant"]),
        ("Rosalind Bexley signed.\nthe rosa-\nlike petals, a lind-\nworm", ["Rosalind Bexley"]),
    ],
)
def test_hyphen_at_the_line_end(text: str, names: list[str]) -> None:
    assert find_names(text) == names


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("/* MARK: - Lifecycle */", False),
        ("#define MARK(x) x", False),
        ("MARK = 3", False),
        ("// MARK the end", False),
        ("MARK CALLED TODAY", True),
        ("ask Mark again", True),
    ],
)
def test_known_name_in_capitals_is_a_word_of_code(code: str, found: bool) -> None:
    names = find_names(f"Mark Tarrant called.\n{code}\n")
    assert names[0] == "Mark Tarrant"
    assert (len(names) > 1) is found


@pytest.mark.parametrize("place", ["Hyde Park is green", "we met in Hyde Park", "the gate of Central Park"])
def test_known_family_name_leaves_places_whole(place: str) -> None:
    assert "Park" not in find_names(f"Call Ji-woo Park today.\n{place}.\n")
    assert find_names("Call Ji-woo Park today.\nThen Park wrote back.\n")[-1] == "Park"
