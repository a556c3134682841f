"""Firms called after two owners, or one and the children (``Harper & Wood``, ``Dunmore and Sons``; b.2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.person.cues_en import is_known_place, is_prose
from shotveil.core.clues.person.lexicon import NOT_LISTED
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.clues.person.words import LETTER, Word, is_barred, read_word
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_WORD: Final = rf"[A-Z]{LETTER}{{2,20}}"
_PAIR: Final = compile_late(
    rf"(?<![\w&'’-])(?<!& )(?:(?:{_WORD}), )?(?P<first>{_WORD}) (?:&|and) "
    rf"(?P<last>Co|{_WORD})(?![\w'’-])(?:\.(?= [a-z]))?"
)
_KIN: Final = frozenset({"son", "sons", "daughter", "daughters", "brothers", "bros", "partners", "co"})
_SCORE: Final = 0.6


def find_paired_firms(context: Context) -> Iterable[Candidate]:
    """Two family names with an ampersand, or one and its kin, in a sentence."""
    if context.medium != "text":
        return
    for match in context.scan(_PAIR):
        first = read_word(context.text, *match.span("first"))
        last = read_word(context.text, *match.span("last"))
        if _is_firm(match, first, last) and is_prose(context.text, *match.span(), least=1):
            yield propose_words(context, "ORG", *match.span(), "organization.paired_en", _SCORE)


def _is_firm(match: re.Match[str], first: Word, last: Word) -> bool:
    if not _is_family(first):
        return False
    if last.key in _KIN:
        return True
    ampersand = "&" in match.group()
    return ampersand and _is_family(last) and min(first.given, last.given) < 2


def _is_family(word: Word) -> bool:
    """Whether a word may be an owner's name: no place, and no ordinary word that hardly anybody is called."""
    if is_barred(word.key) and word.family < 1:
        return False
    if word.is_upper or is_known_place(word.text):
        return False
    return word.level == NOT_LISTED or word.family >= 1


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {"organization.paired_en": Rule(find_paired_firms, written=(r"\p{L} (?:&|and) \p{Lu}",))}
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "organization.paired_en": (
            Example("We asked Harper & Tolland for a quote.", ("Harper & Tolland",)),
            Example(
                "Dunmore & Sons offered it, Pell and Daughters too", ("Dunmore & Sons", "Pell and Daughters")
            ),
            Example(
                "fish & chips, Salt & Vinegar crisps, Research & Development costs, Terms & Conditions apply",
                (),
            ),
            Example("we saw Anna & Ben there, a day in Leeds & York, love from Mum and Sons of Anarchy", ()),
        )
    }
)
