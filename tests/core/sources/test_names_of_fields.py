"""A ``name`` that is no person's: of a header, a cookie, a variable, an account."""

from __future__ import annotations

import json
from typing import Any

import pytest
from rewriting import fields, read, rewrite, texts


def field_of(value: Any, text: str) -> str:
    return fields(read(json.dumps(value), "json"))[text][-1]


@pytest.mark.parametrize(
    "name", ["sid", "x-request-id", "HOME_DIR", "__Host-mark", "grace", "Content-Type", "utm_source"]
)
def test_a_name_beside_a_value_is_its_key(name: str) -> None:
    assert field_of({"name": name, "value": "words"}, name) == "label"
    assert field_of({"value": "words", "name": name}, name) == "label"
    assert field_of({"name": name, "value": "words"}, "words") == name


@pytest.mark.parametrize(
    "beside", [{"real_name": "Ines Okafor"}, {"displayName": "I. Okafor", "team": "x y"}]
)
def test_a_small_name_beside_a_persons_is_an_account(beside: dict[str, str]) -> None:
    assert field_of({"name": "iokafor", **beside}, "iokafor") == "username"
    assert field_of({**beside, "name": "ines.okafor"}, "ines.okafor") == "username"


@pytest.mark.parametrize(
    "value",
    [
        {"name": "Ines Okafor", "value": "yes"},
        {"name": "Ines", "value": "yes"},
        {"name": "grace", "text": "hello there"},
        {"name": "grace"},
        {"name": "张伟", "value": "是的"},
        {"name": "Ines Okafor", "real_name": "Ines A. Okafor"},
    ],
)
def test_other_names_stay_names(value: dict[str, str]) -> None:
    assert field_of(value, value["name"]) == "name"


@pytest.mark.parametrize(
    ("family", "given"), [("familyName", "givenName"), ("last_name", "first_name"), ("姓", "名")]
)
def test_a_chinese_name_in_two_fields_is_one(family: str, given: str) -> None:
    for value in ({family: "林", given: "书砚"}, {given: "书砚", "n": "x y", family: "林"}):
        document = read(json.dumps(value, ensure_ascii=False), "json")
        assert fields(document)["林书砚"] == (family,)
        released = json.loads(rewrite(document, "林书砚"))
        assert released == {**value, family: "[[NAME#1]]", given: "[[NAME#1]]"}
    assert set(texts(read(json.dumps({family: "Okafor", given: "Ines"}), "json"))) >= {"Okafor", "Ines"}
