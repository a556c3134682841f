"""A record that is made quickly is the record that the plain constructor makes."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, replace
from typing import Any

import pytest

from shotveil.core.quick_records import made_quickly


@dataclass(frozen=True, slots=True)
class Plain:
    """As dataclasses makes it."""

    start: int
    text: str = ""
    marks: tuple[str, ...] = ()
    seen: dict[str, int] = field(default_factory=dict, compare=False)


@made_quickly
@dataclass(frozen=True, slots=True)
class Quick:
    """The same, made quickly."""

    start: int
    text: str = ""
    marks: tuple[str, ...] = ()
    seen: dict[str, int] = field(default_factory=dict, compare=False)


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ((1,), {}),
        ((1, "a"), {}),
        ((1, "a", ("b",), {"c": 2}), {}),
        ((1,), {"marks": ("b",)}),
        ((), {"start": 3}),
    ],
)
def test_fields_are_those_given_and_the_defaults(given: tuple[Any, ...], named: dict[str, Any]) -> None:
    plain, quick = Plain(*given, **named), Quick(*given, **named)
    assert type(quick) is Quick
    assert repr(quick) == repr(plain).replace("Plain", "Quick")


@pytest.mark.parametrize(
    ("given", "named"), [((), {}), ((1, "a", (), {}, 5), {}), ((1,), {"start": 2}), ((1,), {"other": 2})]
)
def test_wrong_arguments_are_refused(given: tuple[Any, ...], named: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        Quick(*given, **named)


def test_it_stays_frozen_hashable_and_comparable() -> None:
    record = Quick(1, "a")
    with pytest.raises(FrozenInstanceError):
        record.start = 2  # type: ignore[misc]
    with pytest.raises((AttributeError, TypeError)):
        record.other = 2  # type: ignore[attr-defined]
    assert record == Quick(1, "a") != Quick(2, "a")
    assert {record: 1}[Quick(1, "a")] == 1


def test_each_record_has_a_default_of_its_own() -> None:
    one, two = Quick(1), Quick(1)
    one.seen["a"] = 1
    assert two.seen == {}


def test_it_can_be_copied_pickled_and_replaced() -> None:
    record = Quick(1, "a", ("b",), {"c": 2})
    for other in (copy.copy(record), copy.deepcopy(record), pickle.loads(pickle.dumps(record))):
        assert type(other) is Quick
        assert (other, other.seen) == (record, record.seen)
    assert replace(record, start=5) == Quick(5, "a", ("b",))


def test_other_classes_are_refused() -> None:
    @dataclass(frozen=True)
    class NoSlots:
        start: int

    @dataclass(frozen=True, slots=True)
    class Longer(Plain):
        end: int = 0

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Named:
        start: int

    for record in (NoSlots, Longer, Named):
        with pytest.raises(TypeError):
            made_quickly(record)
