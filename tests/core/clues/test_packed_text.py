"""Base 85 is read as the library reads it, and only where a text may begin."""

from __future__ import annotations

import base64

import pytest

from shotveil.core.clues.ascii_runs import encode_ascii
from shotveil.core.clues.packed_text import find_packed


def read(text: str) -> list[str]:
    """What the packed stretches of a text say."""
    return [said for said, _ in find_packed(text, encode_ascii(text), ())]


@pytest.mark.parametrize(
    "said",
    [
        "Marla Quint, 418 Larkspur Avenue, Portland",
        "林若溪，杭州市西湖区文三路478号",
        "Žofie Krahulcová, Šafaříkova 12",
        "\N{PARTY POPPER} for Tove Ekdahl tonight",
        "\tname: Imani Okafor\r\nphone: 415-555-0132",
    ],
)
@pytest.mark.parametrize("lead", ["", "key: ", "中文", "'"])
def test_text_in_base_85_is_read(said: str, lead: str) -> None:
    for size in range(9):
        text = said + "x" * size
        written = base64.b85encode(text.encode()).decode()
        assert text in read(f"{lead}{written}")


def test_it_is_read_behind_a_sign_of_the_line() -> None:
    written = base64.b85encode(b"Imani Okafor lives here").decode()
    assert "=" not in written
    assert "Imani Okafor lives here" in read(f"token={written}")


@pytest.mark.parametrize(
    "text",
    [
        "return total(rows)",
        "items?page=3&sort=desc",
        "quint@example",
        "self._values[key]=make_value(item)",
        "x" * 40,
    ],
)
def test_code_says_nothing(text: str) -> None:
    assert read(text) == []
