"""A given name that a repository knows, alone in a text: words of the language among them."""

from __future__ import annotations

from functools import cache

import pytest

from shotveil.core.detect import Detector
from shotveil.core.knowledge import NOTHING, Knowledge
from shotveil.core.records import View
from shotveil.core.repository import Repository, check_patch, repository_values

PERSONA = {
    "persona_id": "p",
    "name": [
        {"full": "Juniper Ashdown", "given": "Juniper"},
        {"full": "Will Tanaka", "given": "Will", "family": "Tanaka"},
        {"full": "Kofi Adebayor-Lunt", "given": "Kofi"},
        {"full": "欧阳若溪", "given": "若溪"},
    ],
}


@cache
def know() -> Knowledge:
    return NOTHING.learn_values(repository_values(Repository(check_patch([PERSONA]))), "repository")


def names(text: str) -> list[str]:
    view = View("v", "s", 0, "text", "t.txt", text=text)
    return [o.text for o in Detector().detect([view], know())[0].occurrences if o.type == "NAME"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Juniper called me", "Juniper"),
        ('{"first_name":"Juniper"}', "Juniper"),
        ('{"x": "Will"}', "Will"),
        ("Juniper", "Juniper"),
        ("id,who\n7,Will\n", "Will"),
        ("I asked Will about it", "Will"),
        ("Will said so", "Will"),
        ("Juniper's report is late", "Juniper"),
        ("Will's bag", "Will"),
        ("late. Juniper is on her way", "Juniper"),
        ("Kofi", "Kofi"),
        ("yesterday Kofi was here", "Kofi"),
        ("若溪来了", "若溪"),
    ],
)
def test_a_known_given_name_is_found_alone(text: str, name: str) -> None:
    assert names(text) == [name]


@pytest.mark.parametrize(
    "text",
    [
        "the juniper tree",
        "Juniper Networks switch",
        "Will you come?",
        "Will it rain today",
        "it will rain. Will the bus come?",
        "a goodwill store",
        "Junipers grow here",
    ],
)
def test_a_word_of_the_language_stays(text: str) -> None:
    assert names(text) == []
