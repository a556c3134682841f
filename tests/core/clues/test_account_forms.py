"""Account names that are made of a known name: they go whole, and come back as they were written."""

from __future__ import annotations

import pytest

from shotveil.core.detect import Detector
from shotveil.core.records import TextExtent, View
from shotveil.core.resolve import resolve_text
from shotveil.core.session import open_session

PERSON = "Name: Hanna Lindqvist\n"


def release(text: str) -> tuple[str, str]:
    """The safe text, and what plain resolving makes of it."""
    view = Detector().detect([View("v", "s", 0, "text", "t.txt", text=text)])[0]
    session, safe = open_session(None), text
    for binding in sorted(session.bind(view), key=lambda b: _start(b.occurrence.extents[0]), reverse=True):
        extent = binding.occurrence.extents[0]
        safe = safe[: extent.start] + binding.reference + safe[extent.end :]
    return safe, resolve_text(safe, session).text


def _start(extent: object) -> int:
    assert isinstance(extent, TextExtent)
    return extent.start


@pytest.mark.parametrize(
    "written",
    [
        "see https://git.example.com/u/hlindqvist for it", "ask hlindqvist about it", "hannalindqvist signed in",
        "kept in lindqvist_88 since May", "by hlindqvist88", "hanna_lindqvist_88 left",
        "https://example.com/u/hanna.lindqvist is hers", "请问 hlindqvist88 在吗",
    ],
)  # fmt: skip
def test_an_account_name_goes_whole_and_comes_back_as_written(written: str) -> None:
    safe, back = release(PERSON + written)
    assert "indqvist" not in safe
    assert "88" not in safe
    assert "[[USER#" in safe
    assert back == PERSON + written


@pytest.mark.parametrize(
    "written",
    ["Ms. Lindqvist called", "hanna-lindqvist.png", "ask Hanna", "Lindqvist, Hanna", "hanna_lindqvist"],
)
def test_forms_of_the_name_stay_the_person(written: str) -> None:
    safe, _ = release(PERSON + written)
    assert "[[NAME#1]]" in safe.partition("\n")[2]
    assert "[[USER#" not in safe


@pytest.mark.parametrize(
    ("person", "written"),
    [
        ("Name: Mark Rose\n", "mark_1 and rose_12 are columns, mark2"),
        ("Name: Dale Finn\n", "Finnish Finns finnish_88 dales"),
        ("Name: Al Lowed\n", "this is allowed here"),
        ("Name: Hanna Lindqvist\n", "lindqvistia_88 and hannah_2, log_2024_05_06.txt"),
    ],
)
def test_other_words_stay(person: str, written: str) -> None:
    assert release(person + written)[0].partition("\n")[2] == written


def test_a_street_keeps_its_postal_code_when_more_is_learnt() -> None:
    lines = (
        "Address: 418 Larkspur Avenue, Portland, OR 97205",
        "Address: 418 Larkspur Avenue, Unit 7C, Portland, OR 97205",
        "Address: 418 Larkspur Avenue, Portland, OR 97205",
        "City: Portland",
    )
    text = "\n".join(lines) + "\n"
    safe, back = release(text)
    assert "97205" not in safe
    assert back == text
