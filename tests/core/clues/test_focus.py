"""What a rule declares that it needs holds: asked only there, it finds the same as when asked everywhere."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from shotveil.core.clues.context import Context, Rule
from shotveil.core.clues.focus import Focus
from shotveil.core.clues.registry import load_examples, load_rules
from shotveil.core.detect import make_context
from shotveil.core.records import View
from shotveil.core.stream.characters import fold_text
from shotveil.core.stream.text import build_stream

SAMPLES = [example.text for examples in load_examples().values() for example in examples]
WIDE = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}
CHANGES = {
    "as it is": str,
    "capitals": str.upper,
    "small": str.lower,
    "wide": lambda text: text.translate(WIDE),
    "dashes": lambda text: text.replace("-", "–"),
    "wrapped": lambda text: text.replace(" ", "\n"),
    "one line": lambda text: " ".join(text.split()),
    "parted digits": lambda text: re.sub(r"([0-9])(?=[0-9])", r"\1 ", text),
}


def read(*texts: str) -> Context:
    views = [View(str(n), "s", n, "text", "t.txt", text=text) for n, text in enumerate(texts)]
    stream = build_stream(views)
    return make_context(stream, fold_text(stream.text), "text")


def make_documents() -> Iterator[str]:
    """Long texts of samples in any order, with all changes among them."""
    chance = random.Random(5)
    changes = list(CHANGES.values())
    for _ in range(12):
        pieces = chance.choices(SAMPLES, k=80)
        yield "\n".join(chance.choice(changes)(piece) for piece in pieces)


def find_differences(context: Context, rules: tuple[Rule, ...], focus: Focus) -> list[str]:
    """Names of the rules that find something else when they are asked only where they need be."""
    asked = dict(focus.find(context))
    wrong = []
    for number, (name, rule) in enumerate(zip(load_rules(), rules, strict=True)):
        everywhere = list(rule.find(context))
        spans = asked.get(number)
        narrowed = context if spans is None else context.narrowed(spans)
        focused = list(rule.find(narrowed)) if number in asked else []
        if everywhere != focused:
            wrong.append(name)
    return wrong


@pytest.fixture(scope="module")
def prepared() -> tuple[tuple[Rule, ...], Focus]:
    rules = tuple(load_rules().values())
    return rules, Focus(rules)


@pytest.mark.parametrize("change", CHANGES)
def test_samples(change: str, prepared: tuple[tuple[Rule, ...], Focus]) -> None:
    for sample in SAMPLES:
        context = read(CHANGES[change](sample))
        assert find_differences(context, *prepared) == [], context.text


def test_long_documents(prepared: tuple[tuple[Rule, ...], Focus]) -> None:
    for document in make_documents():
        assert find_differences(read(document), *prepared) == []
        assert find_differences(read(*document.split("\n")), *prepared) == []


def test_a_rule_is_not_asked_where_nothing_is(prepared: tuple[tuple[Rule, ...], Focus]) -> None:
    _, focus = prepared
    plain = [number for number, _ in focus.find(read("nothing of the kind is written here"))]
    assert len(plain) < 5


def test_spans_are_lines_that_touch() -> None:
    focus = Focus([Rule(lambda context: (), needs=("x1",)), Rule(lambda context: (), words=("Word",))])
    text = "\n".join(["a" * 600, "b" * 600, "x1" + "c" * 998, "d" * 1200, "aword" + "e" * 1200, "x1"])
    found = dict(focus.find(read(text)))
    low, high = read(text).text.index("x1"), read(text).text.index("aword")
    assert found[1] is None
    assert found[0] is not None
    assert found[0][0][0] <= low < found[0][0][1] <= high
    assert found[0][-1][1] == len(read(text).text)
