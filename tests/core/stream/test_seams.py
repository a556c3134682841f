"""Controls and signs without width: what ends a line or a record parts values, what stands inside one does not."""

from __future__ import annotations

import pytest

from shotveil.core.stream.text import read_characters


@pytest.mark.parametrize(
    ("raw", "read"),
    [
        ("Tel\x0b13800138000\x0c4111 1111 1111 1111", "Tel\n13800138000\n4111 1111 1111 1111"),
        ("Name\x1fRosalind Bexley\x1e", "Name\nRosalind Bexley\n"),
        ("姓名\x0b王小明\x1c", "姓名\n王小明\n"),
        ("Rosalind Bexley\0Tobias Halloran\0\0\n", "Rosalind Bexley\nTobias Halloran\n"),
        ("139\x0b12345678", "13912345678"),
        ("R\0o\0s\0a\0", "Rosa\n"),
        ("ro\x07sa\x08", "rosa"),
    ],
)
def test_controls_that_end_something_are_breaks(raw: str, read: str) -> None:
    text, offsets = read_characters(raw)
    assert text.rstrip("\n") == read.rstrip("\n")
    assert offsets is not None
    assert len(offsets) == len(text)


@pytest.mark.parametrize(
    "sign",
    [
        "\u200b",
        "\ufeff",
        "\u2060",
        "\u00ad",
        "\u2060\u200b",
        "\u200f",
        "\u180e",
        "\x1b[33m",
        "\x1b[0m\x1b[1m",
        "\x1b[2K",
    ],
)
def test_a_sign_without_width_parts_whole_numbers_and_nothing_else(sign: str) -> None:
    def shown(*parts: str) -> str:
        return read_characters(sign.join(parts))[0]

    assert shown("13800138000", "13912345678") == "13800138000 13912345678"
    assert shown("13800138000", "4111111111111111") == "13800138000 4111111111111111"
    assert shown("Phone", "13800138000") == "Phone 13800138000"
    assert shown("138", "0013", "8000") == "13800138000"
    assert shown("4111", "1111", "1111", "1111") == "4111111111111111"
    assert shown("Ros", "alind Bex", "ley") == "Rosalind Bexley"
    assert shown("王", "小明") == "王小明"
    assert shown("", "AB", "1234", "") == "AB1234"


@pytest.mark.parametrize(
    ("raw", "read"),
    [
        ("[33m13800138000[0m", "13800138000"),
        ("[1;32m4111 1111 1111 1111[39m", "4111 1111 1111 1111"),
        ("took [5m30s]", "took [5m30s]"),
        ("row [33m45]", "row [33m45]"),
        ("after [10m3.5s]", "after [10m3.5s]"),
        ("wide [2m]", "wide [2m]"),
    ],
)
def test_a_colour_that_lost_its_escape_may_stand_before_digits(raw: str, read: str) -> None:
    assert read_characters(raw)[0] == read
