"""A name that the end of a line parts (``was signed by Rosalind`` / ``Bexley on Monday``; b.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.person.cues_en import is_known_place
from shotveil.core.clues.person.lexicon import NOT_LISTED
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.clues.person.words import LETTER, is_barred, read_word
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_WRAPPED: Final = compile_late(
    rf"(?<=[a-z,] )(?P<given>[A-Z]{LETTER}{{1,20}})[ \t]?\r?\n(?:[>#*/|]{{1,2}} |[ \t]{{1,12}})?"
    rf"(?P<family>[A-Z]{LETTER}{{2,24}})(?=(?:['’]s)? [a-z]|[,.;)] ?(?:[a-z\n]|$))"
)
_SCORE: Final = 0.6
_SURE: Final = 1.5
_LEAST_WORDS: Final = 2


def find_wrapped_names(context: Context) -> Iterable[Candidate]:
    """A given name at the end of a line of prose and the family name at the head of the next."""
    if context.medium != "text":
        return
    for match in context.scan(_WRAPPED):
        given = read_word(context.text, *match.span("given"))
        family = read_word(context.text, *match.span("family"))
        if given.given < _SURE or given.level != NOT_LISTED or is_known_place(given.text):
            continue
        if (
            is_barred(family.key)
            or is_known_place(family.text)
            or not (family.is_unknown or family.family >= 1)
        ):
            continue
        line = context.text[context.text.rfind("\n", 0, given.start) + 1 : given.start]
        if sum(word.islower() for word in line.split()) >= _LEAST_WORDS:
            yield propose_words(context, "NAME", given.start, family.end, "person.wrapped_en", _SCORE)


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {"person.wrapped_en": Rule(find_wrapped_names, written=(r"[a-z,] \p{Lu}\p{L}+[ \t]?\r?$",))}
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "person.wrapped_en": (
            Example("The letter was signed by Rosalind\nBexley on Monday.", ("Rosalind\nBexley",)),
            Example("we have to ask Declan\nTarrant, who knows", ("Declan\nTarrant",)),
            Example("it was sent to Anna\nBerlin is cold\nand to Owen\n\nKind regards, all", ()),
            Example("we flew to Paris\nMonday was cold; runs on Windows\nServer too", ()),
        )
    }
)
