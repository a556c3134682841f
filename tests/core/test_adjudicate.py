"""Adjudication as a property: no overlap, no order, nothing but candidates and their cuts (CONTRACT c)."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from shotveil.core.adjudicate import adjudicate, pick_winner
from shotveil.core.records import Candidate

TEXT = "Robert Vance, 418 Larkspur Avenue 13812345678 北京市"
TYPES = ("NAME", "ADDR", "ORG", "PHONE", "NUM", "LICENSE_PLATE", "EMAIL")


@st.composite
def candidates(draw: st.DrawFn) -> Candidate:
    start = draw(st.integers(0, len(TEXT) - 1))
    end = draw(st.integers(start + 1, min(len(TEXT), start + 20)))
    return Candidate(
        draw(st.sampled_from(TYPES)),
        start,
        end,
        TEXT[start:end],
        draw(st.sampled_from(("hard", "soft", "weak"))),
        draw(st.sampled_from(("session", "repository", "literal", "format", "label"))),
        draw(st.sampled_from((0.1, 0.42, 0.9))),
        rule=f"r{draw(st.integers(0, 3))}",
        validated=draw(st.booleans()),
        suffixed=draw(st.booleans()),
    )


def keep_even(candidate: Candidate) -> Candidate | None:
    return candidate if len(candidate.text) % 2 == 0 else None


@given(st.lists(candidates(), max_size=9), st.randoms(use_true_random=False))
def test_order_does_not_matter_and_nothing_overlaps(found: list[Candidate], chance: object) -> None:
    wanted = adjudicate(found, TEXT, keep_even)
    mixed = list(found)
    chance.shuffle(mixed)  # type: ignore[attr-defined]
    assert adjudicate(mixed, TEXT, keep_even) == wanted
    for before, after in pairwise(wanted):
        assert before.end <= after.start
    for accepted in wanted:
        assert TEXT[accepted.start : accepted.end] == accepted.text
        assert any(c.start <= accepted.start and accepted.end <= c.end for c in found)


@given(candidates(), candidates())
def test_a_winner_is_the_same_from_both_sides(one: Candidate, two: Candidate) -> None:
    same = (one.type, one.start, one.end) == (two.type, two.start, two.end)
    if not same and one.start < two.end and two.start < one.end:
        assert pick_winner(one, two) == pick_winner(two, one)


def make(kind: str, start: int, end: int, **more: object) -> Candidate:
    base: dict[str, object] = {"tier": "soft", "source": "format", "score": 0.5}
    return Candidate(kind, start, end, TEXT[start:end], **(base | more))  # type: ignore[arg-type]


def test_a_container_that_is_cut_sets_its_parts_free() -> None:
    container = make("ADDR", 14, 40)
    phone = make("PHONE", 34, 45, tier="hard", validated=True)
    inner = make("NUM", 14, 17)
    found = adjudicate([container, phone, inner], TEXT, lambda candidate: None)
    assert [(c.type, c.start, c.end) for c in found] == [("NUM", 14, 17), ("PHONE", 34, 45)]


def test_a_crowd_is_decided_in_one_pass() -> None:
    text = "ab" * 20_000
    crowd = [Candidate("NAME", i, i + 4, text[i : i + 4], "soft", "session", 0.3) for i in range(0, 39_990)]
    crowd.append(Candidate("PHONE", 100, 111, text[100:111], "hard", "format", 0.9, validated=True))
    found = adjudicate(crowd, text, lambda candidate: candidate)
    assert ("PHONE", 100, 111) in {(c.type, c.start, c.end) for c in found}
    assert all(before.end <= after.start for before, after in pairwise(found))


def test_two_remains_are_both_judged() -> None:
    container = make("ADDR", 0, len(TEXT))
    phone = make("PHONE", 34, 45, tier="hard", validated=True)
    found = adjudicate([container, phone], TEXT, lambda candidate: candidate)
    assert [c.text for c in found] == ["Robert Vance, 418 Larkspur Avenue", "13812345678", "北京市"]
