"""Texts that no rule need read: everyday words, and nothing that may be a value or call for one."""

from __future__ import annotations

import random

import pytest

from shotveil.core.batches import is_quiet, part_quiet
from shotveil.core.clues.person.lexicon import given_rank
from shotveil.core.clues.registry import find_candidates
from shotveil.core.detect import Detector, make_context
from shotveil.core.lexicons import read_ranked
from shotveil.core.plain_texts import is_plain
from shotveil.core.records import View
from shotveil.core.stream.characters import fold_text
from shotveil.core.stream.text import build_stream

PLAIN = (
    "the build passed on every branch and a test was added",
    "We read the file again, so nothing else had to change.",
    "It took 13 ms. The cache held 42 items!",
    "a well-known (and documented) problem; see below",
    "the server didn't respond, will retry in 5 minutes",
)
TELLING = (
    "we talked to marlene about it",  # a name
    "The file is with Holm.",  # a capital inside the sentence
    "the password is wonderful",  # calls for any word
    "she signed as grace",  # a label of names and a word that is one
    "call five five five one two three four",  # spelled digits
    "the code is 481",  # a label of numbers and a number
    "they moved to 12 oak street",
    "no. 14 is open",
    "dial 5 5 5 0 1 2 3",
    "it is 10.0.0.7 today",
    "write to lena at example dot com",
    "see a@b.example for more",
    "in\nReading",
    "sudo rm -rf build",
    "xkqjz is no word",
    "值得一读",
    "a zero\u200bwidth sign",
)


@pytest.mark.parametrize("text", PLAIN)
def test_everyday_sentences_are_plain(text: str) -> None:
    assert is_plain(text)


@pytest.mark.parametrize("text", TELLING)
def test_what_may_tell_something_is_not(text: str) -> None:
    assert not is_plain(text)


def test_a_telling_field_makes_any_text_worth_reading() -> None:
    text = "wonderful morning"
    assert is_quiet(_view(text, ("note",)))
    assert not is_quiet(_view(text, ("user", "password")))
    assert not is_quiet(_view(text, ("customer_name",)))


def test_amounts_count_where_the_policy_is_strict() -> None:
    views = [_view("it was 12 dollars", ("note",)), _view("assistant", ("role",))]
    assert part_quiet(views, range(2)) == ([], [0, 1])
    assert part_quiet(views, range(2), strict=True) == ([0], [1])


def test_no_rule_finds_anything_in_plain_texts() -> None:
    random_ = random.Random(41)
    words = [word for word in read_ranked("words_en.txt") if is_plain(word)]
    texts = [" ".join(random_.choices(words, k=random_.randrange(3, 14))) for _ in range(2_000)]
    plain = [text for text in texts if is_plain(text)]
    assert len(plain) > 1_000
    stream = build_stream([_view(text, ("note",)) for text in plain])
    found = find_candidates(make_context(stream, fold_text(stream.text), "text"))
    assert [candidate.text for candidate in found if candidate.tier != "weak"] == []


def test_known_values_are_still_found_in_plain_texts() -> None:
    name = next(
        word
        for word in read_ranked("words_en.txt")
        if is_plain(f"with {word} again") and given_rank(word) > 1
    )
    views = (
        _view(f"Name: {name.capitalize()} Holmqvist", ("note",)),
        _view(f"ask {name} holmqvist", ("text",)),
    )
    assert [bool(view.occurrences) for view in Detector().detect(views)] == [True, True]
    later = (_view("it is a lovely day", ("note",)), _view("all of us know", ("text",)))
    assert not any(view.occurrences for view in Detector().detect(later))


def _view(text: str, field: tuple[str, ...]) -> View:
    return View(text, "s", 1, "text", "log", text=text, field=field)
