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
        ("by \x1b[1mOtto\x1b[01;31m\x1b[Kline\x1b[m\x1b[K B.", "by Ottoline B."),
        (r"echo '\033[31mOttoline\e[0m \x1b[1mB\u001b[0m ^[[4mC'", "echo 'Ottoline B C'"),
        ("[32mINFO[0m [1mOttoline[0m", "INFO Ottoline"),
        ("rate(x[5m]) a[1m:2m] [2m0s] [INFO]", "rate(x[5m]) a[1m:2m] [2m0s] [INFO]"),
        (
            "\x1b]8;;mailto:o@example.org\x07o@example.org\x1b]8;;\x07",
            " mailto:o@example.org o@example.org  ",
        ),
        ("Otto\x1b[12CLine", "Otto Line"),
    ],
)
def test_read_characters(raw: str, read: str) -> None:
    assert read_characters(raw)[0] == read
