"""Values in pictures with a blank in the wrong place: the reader's, not the writer's."""

from __future__ import annotations

import pytest

from shotveil.core.detect import Detector
from shotveil.core.geometry import Box
from shotveil.core.knowledge import NOTHING, Knowledge
from shotveil.core.parse import parse_value
from shotveil.core.policy import make_policy
from shotveil.core.records import Block, Medium, View


def see(line: str, medium: Medium = "image") -> View:
    if medium == "text":
        return View("v", "s", 1, "text", "a.txt", text=line)
    box = Box(10, 10, 10 + 10 * len(line), 30)
    return View("v", "s", 1, medium, "a.png", blocks=(Block("b0", line, box, box.quad()),))


def deny(line: str, value: str, medium: Medium = "image") -> list[str]:
    policy = make_policy("balanced", (), ({"value": value, "type": "ORG", "reason": "customer"},))
    (view,) = Detector(policy, tagger=False).detect([see(line, medium)])
    return [item.text for item in view.occurrences if "list.deny" in item.evidence]


def recognise(line: str, kind: str, value: str, medium: Medium = "image") -> list[str]:
    record = parse_value(kind, value)
    assert record is not None
    known: Knowledge = NOTHING.learn_values([(kind, record, ())])
    (view,) = Detector(tagger=False).detect([see(line, medium)], known)
    return [item.text for item in view.occurrences if item.evidence[0].startswith("known.")]


@pytest.mark.parametrize(
    ("line", "value", "found"),
    [
        ("plan of Quillme re for May", "Quillmere", ["Quillme re"]),
        ("Q uillmere", "Quillmere", ["Q uillmere"]),
        ("(quillmer e)", "Quillmere", ["quillmer e"]),
        ("plan of Project Night jar", "Project Nightjar", ["Project Night jar"]),
        ("plan of ProjectNightjar", "Project Nightjar", ["ProjectNightjar"]),
        ("由 Quillme re负责", "Quillmere", ["Quillme re"]),
        ("plan of Quillmere for May", "Quillmere", ["Quillmere"]),
        ("plan of Quill me re", "Quillmere", []),
        ("Quillme rest", "Quillmere", []),
        ("aQuillme re", "Quillmere", []),
        ("No va", "Nova", []),
    ],
)
def test_denied_value_with_a_blank_in_it(line: str, value: str, found: list[str]) -> None:
    assert deny(line, value) == found


@pytest.mark.parametrize(
    ("line", "kind", "value", "found"),
    [
        ("seen by Hanna Lind qvist", "NAME", "Hanna Lindqvist", ["Hanna Lind qvist"]),
        ("seen by HannaLindqvist", "NAME", "Hanna Lindqvist", ["HannaLindqvist"]),
        ("seen by Hann aLindqvist", "NAME", "Hanna Lindqvist", ["Hann aLindqvist"]),
        ("billed to Quillme re Analytics", "ORG", "Quillmere Analytics", ["Quillme re Analytics"]),
        ("hannalindqvistson is no one", "NAME", "Hanna Lindqvist", []),
        ("it was to get her there", "ORG", "Together", []),
        ("the sun rise was late", "ORG", "Sunrise", []),
    ],
)
def test_known_value_with_a_blank_in_the_wrong_place(
    line: str, kind: str, value: str, found: list[str]
) -> None:
    assert recognise(line, kind, value) == found


def test_texts_are_read_as_they_are_written() -> None:
    assert deny("plan of Quillme re", "Quillmere", "text") == []
    assert recognise("seen by Hanna Lind qvist", "NAME", "Hanna Lindqvist", "text") != ["Hanna Lind qvist"]
