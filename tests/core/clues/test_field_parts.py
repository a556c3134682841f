"""A field that says which part of the field around it holds: ``{"name": {"first": …}}``."""

from __future__ import annotations

import pytest

from shotveil.core.clues.labels.fields import kinds_of_path


@pytest.mark.parametrize(
    ("path", "kinds"),
    [
        (("contact", "name", "first"), ("NAME",)),
        (("name", "last"), ("NAME",)),
        (("address", "email"), ("EMAIL",)),
        (("phone", "number"), ("PHONE",)),
        (("order", "first"), ()),
        (("steps", "last"), ()),
        (("name", "sort"), ()),
    ],
)
def test_a_part_is_named_by_both_fields(path: tuple[str, ...], kinds: tuple[str, ...]) -> None:
    assert kinds_of_path(path) == kinds
