"""Who is greeted or titled in French, Spanish, Portuguese, German, Italian, Dutch (Hallo Annika)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.identifiers.anchors import find_anchors
from shotveil.core.clues.person.lexicon import (
    NOT_LISTED,
    fold_name,
    is_assistant,
    is_listed_name,
    match_any,
    read_groups,
    word_level,
)
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_NAME: Final = (
    "[A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ'’]{1,20}(?:[-'’][A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ]{1,20}){0,2}"
    r"(?: (?:(?:von|van|de|di|da|del|dos|der|den|la|le) ){0,2}[A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ'’]{1,20}){0,2}"
)
_GREETED_END: Final = compile_late(r" ?[,!.;:]|\s*(?:$|[\n\ue000])")


def _titles() -> frozenset[str]:
    return read_groups("small_words.txt")["tongue_title"]


def _greetings() -> frozenset[str]:
    groups = read_groups("small_words.txt")
    return groups["hello"] | groups["tongue_dear"]


@cache
def _openings() -> tuple[str, ...]:
    return tuple(sorted(_titles() | _greetings()))


@cache
def _addressed() -> re.Pattern[str]:
    titles, greetings = match_any(_titles()), match_any(_greetings())
    doctor = r"(?:(?:Dr|Prof)\. ){0,2}"
    return re.compile(
        rf"(?<![\w.-])(?:(?P<title>(?i:{titles})) {doctor}|(?i:{greetings}) )"
        rf"(?P<name>(?:von |van |de |di |da )?{_NAME})(?![\w-])"
    )


def find_addressed_in_tongues(context: Context) -> Iterable[Candidate]:
    """Capitalised words behind a title; behind a greeting those that end it and are a name or no word."""
    barred = read_groups("small_words.txt")["not_addressed"]
    starts = find_anchors(context.folded, _openings())
    for match in filter(None, (_addressed().match(context.text, start) for start in starts)):
        words = [word.lower() for word in match["name"].split(" ")]
        if not barred.isdisjoint(words):
            continue
        if not match["title"] and len(words) == 1 and is_assistant(words[0]):
            continue
        if match["title"] or (_may_greet(words[0]) and _GREETED_END.match(context.text, match.end())):
            yield propose_words(context, "NAME", *match.span("name"), "person.addressed_tongue", 0.6)


def _may_greet(word: str) -> bool:
    key = fold_name(word)
    return is_listed_name(key) or word_level(key) == NOT_LISTED


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        "person.addressed_tongue": Rule(
            find_addressed_in_tongues,
            words=_openings(),
        )
    }
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "person.addressed_tongue": (
            Example("Hallo Annika, danke für alles. Herr Dr. von Stetten ist da.", ("Annika", "von Stetten")),
            Example("O senhor Gonçalves não atende. Oi Letícia!", ("Gonçalves", "Letícia")),
            Example("La signora Ferrara abita qui; Ciao Matteo, grazie", ("Ferrara", "Matteo")),
            Example("Liebe Kunden, Hola Mundo! Hallo Welt, Bonjour Madame, ciao a tutti", ()),
            Example("Bonjour, veuillez patienter. Oi, Tudo bem?", ()),
            Example("Hola Alexa, pon música. Hallo Claude! Bonjour Claude Dupont.", ("Claude Dupont",)),
        )
    }
)
