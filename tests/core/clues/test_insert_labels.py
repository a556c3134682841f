"""Columns that SQL lists name the values of its rows."""

from __future__ import annotations

import pytest

from shotveil.core.detect import Detector
from shotveil.core.records import View

_COPIED = (
    "COPY public.people (id, first_name, birth_date, account_no) FROM stdin;\n"
    "1\tAnsel\t1980-01-02\t88213771\n2\t\\N\t1981-11-03\t\\N\n\\.\nSELECT 88213772;\n"
)


def _find(text: str) -> list[tuple[str, str]]:
    (view,) = Detector().detect([View(id="1", session="s", turn=1, medium="text", path="a.sql", text=text)])
    return [(found.type, found.text) for found in view.occurrences]


def test_values_take_the_name_of_their_column() -> None:
    found = _find(
        "INSERT INTO people (id, full_name, dob, ssn, account_no) VALUES\n"
        "(1, 'Philippa Okoro', '1979-08-04', '078-05-1120', NULL),\n"
        "(2, 'Ansel; (Duarte)', '1991-12-30', '219-09-9999', 88213771);"
    )
    private = {
        ("TIME", "1979-08-04"),
        ("TIME", "1991-12-30"),
        ("ID_NUMBER", "078-05-1120"),
        ("NUM", "88213771"),
    }
    assert private <= set(found)


def test_rows_of_a_dump_take_the_name_of_their_column() -> None:
    found = _find(_COPIED)
    assert found == [
        ("NAME", "Ansel"),
        ("TIME", "1980-01-02"),
        ("NUM", "88213771"),
        ("TIME", "1981-11-03"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "INSERT INTO logs (level, amount) VALUES ('info', 8821377)",
        "we insert into the table (name, account_no) some values 88213771",
        "INSERT INTO people (account_no) VALUES (",
        "INSERT INTO people (account_no) VALUES ('88213771",
        "insert into t (account_no) values (default, '88213771')",
    ],
)
def test_what_no_column_names_stays(text: str) -> None:
    assert _find(text) == []
