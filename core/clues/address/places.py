"""Lone cities in Latin-script sentences ("moved to Larchmont"); on screens they need more (DESIGN 5)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.address.marks import load_stop_words
from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.person.lexicon import (
    NOT_LISTED,
    fold_name,
    is_listed_name,
    is_product,
    word_level,
)
from shotveil.core.parse import places
from shotveil.core.parse.address_words import load_street_types
from shotveil.core.parse.places import City, fold_word
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_RULE: Final = "address.city"
_RUN: Final = compile_late(
    r"[A-ZÀ-Þ](?<![\w.'’&/@#-].)[\w'’-]*(?:[ \ue001](?:(?:of|de|la|del) )?[A-ZÀ-Þ][\w'’-]*){0,5}"
)
_LOWER_RUN: Final = compile_late(
    r"(?:in(?<![\w'’-]in)|near(?<![\w'’-]near)|from(?<![\w'’-]from)) "
    r"([a-z]{4,}|[a-z]+ [a-z]+(?: [a-z]+)?)(?![\w'’@-])"
)
_BEFORE: Final = compile_late(
    r"(?<![A-Za-z])(in|from|near|at|to|around|outside|visit|visited|visiting|leaving|left|towards?"
    r"|across|via|through|between|downtown|of|and|or|with|for|is|reach|reached|reaching|destination"
    r"|based|like)\s+(?:downtown\s+|nearby\s+|# ?)?$",
    re.IGNORECASE,
)
_PLACE_WORDS: Final = frozenset(
    [
        *("in", "from", "near", "at", "around", "outside", "visit", "visited", "visiting"),
        *("leaving", "downtown", "across", "through", "via"),
    ]
)
_SOFT_WORDS: Final = frozenset(
    ["to", "between", "towards", "toward", "reach", "reached", "reaching", "destination"]
)
_FIELD_END: Final = compile_late(r"[ \t\ue001]*(?:$|[\n\ue000|)\]])")
"""Behind ordinary words with capitals it ends a state or a title ("In Progress"), no sentence."""

_LARGE_K: Final = 400
_KNOWN_K: Final = 60


def find_lone_cities(context: Context) -> Iterator[Candidate]:
    """Cities that stand alone in a sentence: known ones after a word of place, large ones more freely."""
    text = context.text
    screen = context.medium != "text"
    if not screen:
        yield from _find_lower(context)
    for match in context.scan(_RUN):
        name = _read_city(match.group())
        if name is None:
            continue
        if is_product(name.casefold()):
            continue
        end = match.end()
        offset = end - len(name)
        held = _has_company if screen else _stands_as_place
        if held(text, offset, end, name):
            yield Candidate("ADDR", offset, end, text[offset:end], "soft", "lexicon", 0.55, _RULE, (_RULE,))


@lru_cache(maxsize=16_384)
def _read_city(run: str) -> str | None:
    """The name of a city that a run of words is, small words at its head left out."""
    words = run.replace("\ue001", " ").split(" ")
    while len(words) > 1 and words[0].casefold() in load_stop_words():
        words.pop(0)
    known = len(words) <= 4 and fold_word("".join(words)) in places.load_cities()
    return " ".join(words) if known else None


def _find_lower(context: Context) -> Iterator[Candidate]:
    """``in san leandro``: cities of lower-case text, of several words or of no other meaning."""
    for match in context.scan(_LOWER_RUN):
        words = match.group(1).split(" ")
        for size in range(len(words), 0, -1):
            name = " ".join(words[:size])
            city = places.load_cities().get("".join(words[:size]))
            if city is None or (size == 1 and (not _is_unmistakable(name) or city.population_k < _KNOWN_K)):
                continue
            if city.population_k >= _KNOWN_K // 2:
                start = match.start(1)
                yield Candidate(
                    "ADDR", start, start + len(name), name, "soft", "lexicon", 0.5, _RULE, (_RULE,)
                )
            break


def _is_unmistakable(name: str) -> bool:
    key = fold_name(name)
    return word_level(key) == NOT_LISTED and not is_listed_name(key) and len(name) > 4


def _find_lead(text: str, start: int) -> re.Match[str] | None:
    """The word of place before ``start``; most names have none, and punctuation tells that at once."""
    before = text[max(0, start - 28) : start].rstrip().rstrip("#").rstrip()
    return _BEFORE.search(text, max(0, start - 28), start) if before[-1:].isalpha() else None


def _stands_as_place(text: str, start: int, end: int, name: str) -> bool:
    city = places.load_cities().get(fold_word(name))
    head = _find_lead(text, start)
    lead = head.group(1).casefold() if head else ""
    if city is None or name.casefold() in load_stop_words() or text[end : end + 1] in {"@", "/", "&"}:
        return False
    key = fold_name(name)
    common = word_level(key) != NOT_LISTED
    person = is_listed_name(key)
    if " " in name and fold_word(name.rsplit(" ", 1)[1]) in load_street_types():
        return lead in {"in", "from"}
    if lead in _PLACE_WORDS:
        if common and head and head.group(1)[0].isupper() and _FIELD_END.match(text, end):
            return False
        return _is_known(city, name) and not (common and lead in {"at", "through", "via", "across"})
    if lead in _SOFT_WORDS:
        return _is_known(city, name) and not common and not person
    return city.population_k >= _LARGE_K and not common and not person and " " not in name and len(name) > 4


_FIELD_EDGE: Final = compile_late(r"[ \ue001]*[·•|]")


def _has_company(text: str, start: int, end: int, name: str) -> bool:
    """On a screen: a city of an address seen beside it, or a field of a person's card."""
    city = places.load_cities().get(fold_word(name))
    if city is None:
        return False
    head = _find_lead(text, start)
    if head and head.group(1).casefold() in _PLACE_WORDS:
        addressed = re.search(
            rf"[,\ue001] ?{re.escape(name)}[, \ue001]+(?:[A-Z]{{1,2}}\d|\d{{5}}|[A-Z]{{2}}(?![A-Za-z]))", text
        )
        return addressed is not None
    edged = _FIELD_EDGE.match(text, end) and text[max(0, start - 3) : start].strip(" \ue001") in {
        "·",
        "•",
        "|",
    }
    near = text[max(0, start - 90) : end + 90]
    return bool(edged) and "@" in near and _is_unmistakable(name)


def _is_known(city: City, name: str) -> bool:
    return city.population_k >= _KNOWN_K or " " in name or "-" in name or len(name) > 4


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {_RULE: Rule(find_lone_cities, ("(?:in|near|from) [a-z]",), written=(r"\p{Lu}",))}
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        _RULE: (
            Example("She works in Rotterdam and flies from Porto Alegre.", ("Rotterdam", "Porto Alegre")),
            Example("Status: In Progress", ()),
            Example("We moved the build from Jenkins to another service.", ()),
            Example("Call Austin and Charlotte about the Reading list; he is from Peru.", ()),
        )
    }
)
