"""Raw cuts: exact, inverse, and refused where they cannot be applied."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rewriting import restore_places

from shotveil.core.errors import InputProblem
from shotveil.core.records import Replacement, TextExtent
from shotveil.core.sources import open_text
from shotveil.core.sources.document import Edit, TextDocument
from shotveil.renderers.text import apply_edits, count_forced, plan_edits


def open_json(value: object, *, ascii_only: bool = False) -> TextDocument:
    data = json.dumps(value, ensure_ascii=ascii_only).encode("utf-8", "surrogatepass")
    return open_text(data, "x.json", "json", session="s", turn=1)


def cut(start: int, end: int, reference: str = "[[NAME#1]]") -> Replacement:
    return Replacement("NAME", reference, (TextExtent(start, end),))


CHARACTERS = st.characters(exclude_categories=("Cs",)).filter(lambda char: not "\x80" <= char <= "\xff")
"""No Latin-1 letters: a cut may leave some that read as UTF-8, which are then read as meant."""


@given(
    st.text(CHARACTERS, min_size=1),
    st.data(),
    st.booleans(),
    st.integers(0, 3),
)
def test_any_range_of_any_string_is_cut_exactly(
    text: str, data: st.DataObject, ascii_only: bool, depth: int
) -> None:
    value: object = {"k": "(" + text + ")"}
    for _ in range(depth):
        value = {"k": json.dumps(value, ensure_ascii=ascii_only)}
    document = open_json(value, ascii_only=ascii_only)
    view = next(view for view in document.views if view.text)
    assert view.text is not None
    start = data.draw(st.integers(0, len(view.text) - 1))
    end = data.draw(st.integers(start + 1, len(view.text)))
    released, places = apply_edits(document, plan_edits(document, view, [cut(start, end)]))
    assert restore_places(released, places) == document.raw
    json.loads(released)
    (other,) = (
        view for view in open_text(released.encode(), "x", "json", session="s", turn=1).views if view.text
    )
    assert other.text == view.text[:start] + "[[NAME#1]]" + view.text[end:]


def test_overlaps_are_refused() -> None:
    document = open_json({"a": "Ines Okafor"})
    with pytest.raises(InputProblem) as caught:
        plan_edits(document, document.views[0], [cut(0, 6), cut(5, 11)])
    assert caught.value.code == "rewrite.failed"
    with pytest.raises(InputProblem):
        apply_edits(document, [Edit(1, 5, "x"), Edit(4, 6, "y")])
    with pytest.raises(InputProblem):
        apply_edits(document, [Edit(1, 500, "x")])


def test_a_range_outside_the_value_is_refused_without_naming_it() -> None:
    document = open_json({"a": "Ines Okafor"})
    with pytest.raises(InputProblem) as caught:
        plan_edits(document, document.views[0], [cut(50, 60)])
    assert "Okafor" not in caught.value.line()
    assert "/a" in caught.value.message


def test_touching_values_stay_two_references() -> None:
    document = open_json({"a": "李晓明13800138000"})
    edits = plan_edits(document, document.views[0], [cut(0, 3), cut(3, 14, "[[PHONE#2]]")])
    released, _ = apply_edits(document, edits)
    assert json.loads(released) == {"a": "[[NAME#1]][[PHONE#2]]"}


def test_a_value_of_several_extents_has_one_reference() -> None:
    document = open_json({"a": "Ines -- Okafor"})
    both = Replacement("NAME", "[[NAME#1]]", (TextExtent(0, 4), TextExtent(8, 14)))
    released, _ = apply_edits(document, plan_edits(document, document.views[0], [both]))
    assert json.loads(released) == {"a": "[[NAME#1]] -- "}


def test_san_only_empties_strings_and_numbers() -> None:
    document = open_json({"a": "Ines", "n": 13800138000})
    edits = [
        edit
        for view in document.views
        for edit in plan_edits(document, view, [cut(0, len(view.text or ""), "")])
    ]
    assert json.loads(apply_edits(document, edits)[0]) == {"a": "", "n": ""}


def test_forced_rewrites_are_counted() -> None:
    document = open_json({"Ines Okafor": 13800138000, "b": "Ines Okafor"})
    counts = []
    for view in document.views:
        edits = plan_edits(document, view, [cut(0, len(view.text or ""))])
        counts.append(count_forced(document, view, edits))
    assert counts == [(0, 1), (1, 0), (0, 0)]


def test_two_keys_of_one_object_stay_two() -> None:
    document = open_json({"Ines Okafor": 1, "Ms Okafor": 2, "x": {"Ines Okafor": 3}})
    edits = [
        edit for view in document.views for edit in plan_edits(document, view, [cut(0, len(view.text or ""))])
    ]
    released, places = apply_edits(document, edits)
    assert json.loads(released) == {"[[NAME#1]]": 1, "[[NAME#1]]~2": 2, "x": {"[[NAME#1]]": 3}}
    assert restore_places(released, places) == document.raw
