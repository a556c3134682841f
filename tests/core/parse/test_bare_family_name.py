"""A surname of two characters alone is a family name: it binds to the one root that bears it (CONTRACT e.2)."""

from __future__ import annotations

from shotveil.core.parse.name_zh import parse_chinese_name


def test_a_bare_surname_of_two_characters_is_a_family_name() -> None:
    record = parse_chinese_name("欧阳")
    assert record is not None
    assert (record.family, record.given) == ("欧阳", "")
