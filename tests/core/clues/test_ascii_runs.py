"""Runs of one kind of character are those that a pattern finds, at any place and beside any script."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shotveil.core.clues.ascii_runs import encode_ascii, find_runs, make_kind

WORDS = make_kind("abc?")


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("", []),
        ("ab", []),
        ("abc", [(0, 3)]),
        ("abcabc.cab", [(0, 6), (7, 10)]),
        ("中abc中文?a?中", [(1, 4), (6, 9)]),
        ("中文中文", []),
    ],
)
def test_runs(text: str, runs: list[tuple[int, int]]) -> None:
    assert list(find_runs(encode_ascii(text), WORDS, 3)) == runs


@given(st.text("abc?x中\0", max_size=60))
def test_runs_are_those_of_the_pattern(text: str) -> None:
    plain = text.replace("\0", "?")  # the bytes know one sign for both
    expected = [match.span() for match in re.finditer(r"[abc?]{3,}", plain)]
    assert list(find_runs(encode_ascii(text), WORDS, 3)) == expected
