"""Texts that come again are not read again, and nothing changes by it."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from shotveil.core.detect import Detector
from shotveil.core.knowledge import NOTHING, Knowledge
from shotveil.core.records import View
from shotveil.core.text_memory import MOST_TEXTS, TextMemory


def _view(text: str, field: str = "note", name: str = "a") -> View:
    return View(name, "s", 1, "text", "log", text=text, field=(field,))


def _found(views: tuple[View, ...]) -> list[list[tuple[str, str]]]:
    return [[(item.type, item.text) for item in view.occurrences] for view in views]


FIRST = (
    "Ingrid Lindqvist",
    "12 Alder Street, Portland, OR 97205",
    "deploy Prod-7 done",
    "mail ingrid@example.com",
)


def test_what_comes_again_is_found_again_as_it_was() -> None:
    detector, memory = Detector(), TextMemory()
    views = [_view(text) for text in FIRST]
    once = detector.detect(views, NOTHING, memory)
    assert _found(once) == _found(detector.detect(views))
    assert detector.detect(views, NOTHING, memory) == once


def _learn(views: Iterable[View]) -> Knowledge:
    return NOTHING.learn_values((o.type, o.record, (o.text,)) for view in views for o in view.occurrences)


def test_rules_do_not_read_what_comes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    detector, memory = Detector(), TextMemory()
    views = [_view(text) for text in FIRST]
    once = detector.detect(views, NOTHING, memory)
    known = _learn(once)
    detector.detect(views, known, memory)
    monkeypatch.setattr("shotveil.core.detect.find_candidates", lambda context: pytest.fail("read again"))
    assert _found(detector.detect(views, known, memory)) == _found(once)


def test_what_was_learnt_since_is_found_in_a_text_that_comes_again() -> None:
    detector, memory = Detector(tagger=False), TextMemory()
    plain = _view("report of tolvanen-9 for today")
    assert _found(detector.detect([plain], NOTHING, memory)) == [[]]
    known = _learn(detector.detect([_view("username: tolvanen-9")]))
    assert _found(detector.detect([plain], known, memory)) == [[("USER", "tolvanen-9")]]
    assert _found(detector.detect([plain], known, memory)) == [[("USER", "tolvanen-9")]]


def test_what_comes_again_teaches_its_neighbours() -> None:
    detector, memory = Detector(), TextMemory()
    name = _view("Name: Maren Holloway")
    detector.detect([name], NOTHING, memory)
    views = detector.detect([name, _view("maren.holloway_final.txt")], NOTHING, memory)
    assert _found(views) == _found(detector.detect([name, _view("maren.holloway_final.txt")]))
    assert all(view.occurrences for view in views)


def test_the_same_text_in_another_field_is_another_text() -> None:
    detector, memory = Detector(), TextMemory()
    assert _found(detector.detect([_view("wonder", "note")], NOTHING, memory)) == [[]]
    assert _found(detector.detect([_view("wonder", "password")], NOTHING, memory)) == [[("SECRET", "wonder")]]


def test_the_oldest_texts_are_forgotten() -> None:
    memory = TextMemory()
    views = [_view(f"text {number}") for number in range(MOST_TEXTS + 10)]
    memory.recall(views, (), NOTHING)
    memory.keep(views, {place: () for place in range(len(views))})
    assert len(memory.recall(views, range(len(views)), NOTHING)) == MOST_TEXTS
    assert memory.recall(views, [0], NOTHING) == {}
