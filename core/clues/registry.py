"""All clue rules by name; one stream in, candidates out (CONTRACT b)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule, Spans
from shotveil.core.clues.focus import Focus
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

MODULES: Final[tuple[str, ...]] = (
    "contact.addresses",
    "identifiers.told_shapes",
    "identifiers.travel_papers",
    "identifiers.phones",
    "identifiers.wrapped_phones",
    "identifiers.cards",
    "identifiers.rules",
    "identifiers.trailing_labels",
    "identifiers.plates",
    "identifiers.dates",
    "identifiers.network",
    "contact.users",
    "contact.chat_heads",
    "contact.actors",
    "contact.prompts",
    "contact.settings",
    "contact.group_names",
    "contact.handles_zh",
    "contact.profiles",
    "contact.logins",
    "contact.query_values",
    "secrets.rules",
    "identifiers.misreads",
    "identifiers.numbers",
    "person.en",
    "person.zh",
    "person.scripts",
    "person.greeted",
    "person.entries",
    "person.devices",
    "organization.en",
    "organization.cues_en",
    "organization.zh",
    "organization.zh_news",
    "organization.labels",
    "address.en",
    "address.zh",
    "address.lanes_zh",
    "address.sites_zh",
    "address.east",
    "address.west",
    "address.coordinates",
)
"""Modules of this package that export ``RULES`` and ``EXAMPLES``; loaded when they are needed."""

CHINESE: Final = frozenset({"person.zh", "organization.zh", "organization.zh_news", "address.zh"})
"""Those that find nothing where no Chinese character stands."""

_HAN: Final = compile_late("[\u2e80-\u9fff\uf900-\ufaff]")


@cache
def load_rules(modules: tuple[str, ...] = MODULES) -> Mapping[str, Rule]:
    """Rules by name, over all modules; a name is used once."""
    rules: dict[str, Rule] = {}
    for name in modules:
        module: dict[str, Rule] = import_module(f"shotveil.core.clues.{name}").RULES
        rules |= module
    return MappingProxyType(rules)


@cache
def load_examples() -> Mapping[str, tuple[Example, ...]]:
    """Rule name to the samples that stand beside it."""
    examples: dict[str, tuple[Example, ...]] = {}
    for name in MODULES:
        module: dict[str, tuple[Example, ...]] = import_module(f"shotveil.core.clues.{name}").EXAMPLES
        examples |= module
    return MappingProxyType(examples)


@cache
def _prepare(chinese: bool) -> tuple[tuple[Rule, ...], Focus]:
    modules = MODULES if chinese else tuple(name for name in MODULES if name not in CHINESE)
    rules = tuple(load_rules(modules).values())
    return rules, Focus(rules)


def find_candidates(context: Context) -> list[Candidate]:
    """What every rule proposes for one stream, in rule order."""
    rules, focus = _prepare(_HAN.search(context.text) is not None)
    found: list[Candidate] = []
    # Most rules of a stream look at the same lines, in a short one at all of them: one context for each.
    contexts: dict[Spans | None, Context] = {None: context, ((0, len(context.text)),): context}
    for number, spans in focus.find(context):
        narrowed = contexts.get(spans)
        if narrowed is None:
            narrowed = contexts[spans] = context.narrowed(spans or ())
        found += rules[number].find(narrowed)
    return found
