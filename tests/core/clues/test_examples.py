"""Every clue rule on the samples that stand beside it, through the whole Detector."""

from __future__ import annotations

import pytest

from shotveil.core.clues.context import Example
from shotveil.core.clues.registry import load_examples, load_rules
from shotveil.core.detect import Detector
from shotveil.core.records import View
from shotveil.core.stream.characters import read_shapes

SAMPLES = [
    pytest.param(name, example, id=f"{name}-{number}")
    for name, examples in load_examples().items()
    for number, example in enumerate(examples)
]


@pytest.mark.parametrize(("name", "example"), SAMPLES)
def test_example(name: str, example: Example) -> None:
    """A sample must be found by whatever rule; a near miss must not be taken by its own rule."""
    view = View("v", "s", 0, "text", "t.txt", text=example.text)
    occurrences = Detector().detect([view])[0].occurrences
    found = {text for o in occurrences for text in (o.text, read_shapes(o.text))}
    missing = [value for value in example.found if value not in found]
    assert not missing, f"{name} did not find {missing}; found {found}"
    if not example.found:
        taken = [o.text for o in occurrences if name in o.evidence]
        assert not taken, f"{name}: false alarm {taken}"


def test_every_rule_has_samples_of_both_kinds() -> None:
    examples = load_examples()
    for name in load_rules():
        assert any(example.found for example in examples.get(name, ())) or name == "number.long", name
        assert any(not example.found for example in examples.get(name, ())), name
