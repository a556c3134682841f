"""The local privacy repository: the whole patch or nothing, merged by person; never read to resolve."""

from __future__ import annotations

import json
import os
import stat
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shotveil.core.errors import InputProblem
from shotveil.core.records import AddressRecord, NameRecord, Occurrence, ScalarRecord, TextExtent, View
from shotveil.core.repository import (
    DEFAULT_PATH,
    load_repository,
    merge_patch,
    remove_persona,
    repository_values,
)
from shotveil.core.resolve import resolve_text
from shotveil.core.session import open_session

PERSONA = {
    "persona_id": "p1",
    "name": [{"full": "Robert Vance", "given": "Robert", "family": "Vance"}],
    "phone": [{"value": "(415) 555-0142"}],
    "organization": [{"value": "Brightwater Labs Inc.", "aliases": ["Brightwater"]}],
    "address": [{"road": "Larkspur Avenue", "number": "418", "city": "Portland"}],
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "private" / "repository.json"


def dump(*personas: Any) -> bytes:
    return json.dumps(list(personas)).encode()


def test_values(path: Path) -> None:
    assert merge_patch(path, dump(PERSONA)) == 1
    values = list(repository_values(load_repository(path)))
    assert ("NAME", NameRecord("Robert Vance", "Vance", "Robert"), ("Robert Vance",)) in values
    assert ("PHONE", ScalarRecord("(415) 555-0142", "4155550142"), ("(415) 555-0142",)) in values
    assert {surfaces for type, _, surfaces in values if type == "ORG"} == {
        ("Brightwater Labs Inc.",),
        ("Brightwater",),
    }
    address = next(record for type, record, _ in values if type == "ADDR")
    assert isinstance(address, AddressRecord)
    assert address.text == "418 Larkspur Avenue, Portland"


def test_merge_by_person_and_main_value(path: Path) -> None:
    merge_patch(path, dump(PERSONA))
    more = {"persona_id": "p1", "organization": [{"value": "Brightwater Labs Inc.", "aliases": ["BW Labs"]}]}
    assert merge_patch(path, dump(more, {"persona_id": "p2", "email": [{"value": "a@example.com"}]})) == 2
    stored = json.loads(path.read_text())
    assert stored[0]["organization"] == [
        {"value": "Brightwater Labs Inc.", "aliases": ["Brightwater", "BW Labs"]}
    ]
    assert stored[0]["phone"] == PERSONA["phone"]
    remove_persona("p1", path)
    assert [p["persona_id"] for p in load_repository(path)] == ["p2"]
    if sys.platform != "win32":
        assert stat.S_IMODE(os.stat(path).st_mode) == 0o600


@pytest.mark.parametrize(
    "bad",
    [
        {"persona_id": "x"},
        {"persona_id": "x", "shoe": [{"value": "42"}]},
        {"persona_id": "x", "phone": []},
        {"persona_id": "x", "phone": [{"value": ""}]},
        {"persona_id": "x", "phone": [{"value": 1}]},
        {"persona_id": "x", "name": [{"full": "Robert Vance"}]},
        {"persona_id": "x", "organization": [{"value": "A", "aliases": ["A"]}]},
        {"persona_id": "x", "organization": [{"value": "A", "aliases": ["B", "B"]}]},
        {"persona_id": "x", "address": [{"components": [{"level": "street", "value": "x"}]}]},
        {"persona_id": "x", "address": [{"road": "x", "components": []}]},
        {"phone": [{"value": "1"}]},
        "x",
    ],
)
def test_whole_patch_or_nothing(path: Path, bad: Any) -> None:
    merge_patch(path, dump(PERSONA))
    before = path.read_bytes()
    with pytest.raises(InputProblem) as caught:
        merge_patch(path, dump({"persona_id": "good", "phone": [{"value": "1"}]}, bad))
    assert caught.value.code == "repository.invalid"
    assert path.read_bytes() == before


PERSONAS = st.lists(
    st.fixed_dictionaries(
        {
            "persona_id": st.text("abc", min_size=1, max_size=3),
            "num": st.lists(st.fixed_dictionaries({"value": st.text("0123456789", min_size=1)}), min_size=1),
        }
    ),
    max_size=4,
    unique_by=lambda persona: persona["persona_id"],
)
REPLIES = st.lists(
    st.sampled_from(["[[NUM#1]]", "[[NUM#2]]", "[[NAME#1]]", "[[NUM#1.LEN=6]]", "482913", " "]), max_size=6
)


@settings(max_examples=40, deadline=None)
@given(PERSONAS, REPLIES)
def test_resolution_does_not_depend_on_it(personas: list[Any], reply: list[str]) -> None:
    """Proposition 1: for fixed session records the restored text is the same with every repository."""
    session = open_session(None)
    occurrence = Occurrence(
        "NUM", "482913", "hard", (), 1.0, (TextExtent(0, 6),), ScalarRecord("482913", "482913")
    )
    session.bind(View("v", "s", 1, "text", "", text="482913", occurrences=(occurrence,)))
    text = "".join(reply)
    without = resolve_text(text, session)
    before = Path.cwd()
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            if personas:
                merge_patch(DEFAULT_PATH, dump(*personas))
            assert resolve_text(text, session) == without
        finally:
            os.chdir(before)
