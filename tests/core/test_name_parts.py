"""Fields for one part of a name, in every style they are written in."""

from __future__ import annotations

import pytest

from shotveil.core.name_parts import read_name_part


@pytest.mark.parametrize(
    ("field", "part"),
    [
        ("firstName", "given"), ("first_name", "given"), ("First-Name", "given"), ("FIRST_NAME", "given"),
        ("given names", "given"), ("Prénom", "given"), ("名字", "given"),
        ("lastName", "family"), ("SURNAME", "family"), ("Nom de famille", "family"), ("姓氏", "family"),
        ("middle name", "other"), ("maidenName", "other"),
        ("name", ""), ("first", ""), ("family", ""), ("file name", ""), ("last login", ""), ("姓名", ""),
    ],
)  # fmt: skip
def test_a_field_tells_its_part(field: str, part: str) -> None:
    assert read_name_part(field) == part


@pytest.mark.parametrize(
    ("field", "part"), [("given", "given"), ("family", "family"), ("first", "other"), ("size", "")]
)
def test_bare_words_count_where_asked(field: str, part: str) -> None:
    assert read_name_part(field, bare=True) == part
