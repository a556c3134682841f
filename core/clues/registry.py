"""All clue rules by name; one stream in, candidates out (CONTRACT b)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.records import Candidate

MODULES: Final[tuple[str, ...]] = (
    "formats_contact",
    "phones",
    "cards",
    "identifiers",
    "plates",
    "dates",
    "network",
    "users",
    "secrets",
    "misreads",
    "numbers",
    "person_en",
    "person_zh",
    "organization",
    "address_en",
    "address_zh",
)
"""Modules of this package that export ``RULES`` and ``EXAMPLES``."""


@cache
def load_rules() -> Mapping[str, Rule]:
    """Rule name to find function, over all modules."""
    rules: dict[str, Rule] = {}
    for name in MODULES:
        path = f"shotveil.core.clues.{name}"
        if find_spec(path):
            rules.update(import_module(path).RULES)
    return MappingProxyType(rules)


@cache
def load_examples() -> Mapping[str, tuple[Example, ...]]:
    """Rule name to the samples that stand beside it."""
    examples: dict[str, tuple[Example, ...]] = {}
    for name in MODULES:
        path = f"shotveil.core.clues.{name}"
        if find_spec(path):
            examples.update(import_module(path).EXAMPLES)
    return MappingProxyType(examples)


def find_candidates(context: Context) -> list[Candidate]:
    """What every rule proposes for one stream, in rule order."""
    return [candidate for rule in load_rules().values() for candidate in rule(context)]
