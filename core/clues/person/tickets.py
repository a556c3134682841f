"""Names as tickets print them: the family name, a stroke, the given names, a title (HARTWELL/AMELIA MRS)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.person.lexicon import NOT_LISTED, fold_name, is_listed_name, read_groups, word_level
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_PARTS: Final = (
    r"[A-Z][A-Z'’\-]{1,30}(?: [A-Z][A-Z'’\-]{1,20}){0,2}/[A-Z][A-Z'’\-]{1,30}(?: [A-Z][A-Z'’\-]{1,20}){0,2}?"
)
_TITLE: Final = r" (?:MR|MRS|MS|MISS|MSTR|MSTER|DR|PROF|CHD|INF)(?![\w/])"
_TITLED: Final = compile_late(rf"(?<![\w/])(?P<name>{_PARTS}){_TITLE}")
_NAMED: Final = compile_late(
    rf"(?P<name>{_PARTS})(?:{_TITLE}|(?=[ ]{{0,2}}(?:$|[\n\ue000\ue001,;()（）|]|[ ][ ])))"
)
_PASSENGER: Final = compile_late(rf"(?<![\w/])PAX[ :#.0-9]{{1,6}}(?={_PARTS})")
_BARE: Final = compile_late(rf"(?<![\w/])(?P<name>{_PARTS})(?![\w/])")
_TRAVEL: Final = compile_late(r"(?i)机票|航班|护照|登机|乘机|\b(?:flight|ticket|passport|boarding|pnr)\b")
_NEAR: Final = 40
_SURE: Final = 0.8


def find_ticket_names(context: Context) -> Iterator[Candidate]:
    """Names with a stroke, with a title behind them or a label of a person before them."""
    text = context.text
    places = [hit.value_start for hit in context.labelled("NAME") if hit.direct]
    places += [match.end() for match in context.scan(_PASSENGER)]
    found = [match for place in places if (match := _NAMED.match(text, place))]
    found += [
        match
        for match in context.scan(_BARE)
        if _TRAVEL.search(text, max(0, match.start() - _NEAR), match.end() + _NEAR)
        and any(is_listed_name(fold_name(word)) for word in re.split("[ /]", match["name"]))
    ]
    for match in (*found, *context.scan(_TITLED)):
        if not _are_words(match["name"]):
            yield propose_words(context, "NAME", *match.span("name"), "person.ticket", _SURE)


def _are_words(name: str) -> bool:
    """Whether every part is an ordinary word, as in INPUT/OUTPUT, or one stands for none (TBD)."""
    words = [fold_name(word) for word in re.split("[ /]", name)]
    if not read_groups("person_cues_en.txt")["placeholder"].isdisjoint(words):
        return True
    return all(word_level(word) != NOT_LISTED for word in words)


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {"person.ticket": Rule(find_ticket_names, written=(r"[A-Z]{2}/[A-Z]{2}",))}
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "person.ticket": (
            Example("1.HARTONO/BUDI MR  2.O'BRIEN/MARY ANN MRS", ("HARTONO/BUDI", "O'BRIEN/MARY ANN")),
            Example("Passenger: OKAFOR/CHIDI   Seat 32A\n旅客姓名 ZHANG/WEI", ("OKAFOR/CHIDI", "ZHANG/WEI")),
            Example("PAX: DE SOUSA/ANNA-LENA", ("DE SOUSA/ANNA-LENA",)),
            Example("机票 ZHAO/MINGHUI 护照 G40392817", ("ZHAO/MINGHUI",)),
            Example("INPUT/OUTPUT MS, name: READ/WRITE, src/OKAFOR/CHIDI.txt, ticket TCP/IP, Guest: TBD/TBC"),
        ),
    }
)
