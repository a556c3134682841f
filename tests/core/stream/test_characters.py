"""Marks and digits that disguise are read as what they stand on or for; spelling is left alone."""

from __future__ import annotations

import unicodedata

import pytest

from shotveil.core.stream.text import read_characters


@pytest.mark.parametrize(
    ("raw", "read"),
    [
        ("m\u0301a\u0301r\u0301l\u0301a\u0301", "marla"),
        ("E\u03011042", "E1042"),
        ("c\u0301n\u0301", "cn"),
        (unicodedata.normalize("NFD", "José Núñez nguyễn Łódź"), "José Núñez nguyễn Łódź"),
        ("call ④①⑤-⑤⑤⑤-⓪①③②", "call 415-555-0132"),
        ("tel ٤١٥٥٥٥٠١٣٢", "tel 4155550132"),
        ("⁴¹⁵ ⁵⁵⁵ ⁰¹³²", "415 555 0132"),
        ("沪𝐀𝟖𝐊𝟗𝟐𝐃", "沪A8K92D"),
        ("10 m² of H₂O, see ① and ②", "10 m² of H₂O, see ① and ②"),
    ],
)
def test_read_characters(raw: str, read: str) -> None:
    assert read_characters(raw)[0] == read
