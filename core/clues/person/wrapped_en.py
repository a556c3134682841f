"""A name that the end of a line parts (``was signed by Rosalind`` / ``Bexley on Monday``; b.2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.person.cues_en import is_known_place
from shotveil.core.clues.person.lexicon import NOT_LISTED, read_groups
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.clues.person.words import LETTER, Word, is_barred, read_word
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate
from shotveil.core.stream.model import HARD_BREAK

_WRAPPED: Final = compile_late(
    rf"(?P<left>[a-z,] |[\"{HARD_BREAK}]|[>|][+-]?[ \t]?\r?\n[ ]{{1,12}})"
    rf"(?P<given>[A-Z]{LETTER}{{1,20}})[ \t]?\r?\n"
    rf"(?P<mark>[>#*/|]{{1,2}} |[ \t]{{1,12}})?(?P<family>[A-Z]{LETTER}{{2,24}}(?:-[A-Z]{LETTER}{{2,24}})?)"
    rf"(?=(?P<right>(?:['’]s)? [a-z]"
    rf"|[,.;:)] ?(?:[a-z\r\n{HARD_BREAK}]|$)|\"|[ \t]?\r?(?:[\n{HARD_BREAK}]|$)))"
)
_AND_OTHERS: Final = compile_late(r" (?:and|or|und|et|y) [A-Z]|, [A-Z]")
_SCORE: Final = 0.6
_CELL: Final = 0.75
"""Score of a cell that is nothing but the two lines of a name."""
_SURE: Final = 1.5
_LEAST_WORDS: Final = 2


def find_wrapped_names(context: Context) -> Iterable[Candidate]:
    """A given name at the end of a line and the family name at the head of the next.

    In prose, between quotes or alone (a cell of a table), and in a folded value of YAML.
    """
    if context.medium != "text":
        return
    for match in context.scan(_WRAPPED):
        given = read_word(context.text, *match.span("given"))
        family = read_word(context.text, *match.span("family"))
        if given.given < _SURE or given.level != NOT_LISTED or is_known_place(given.text):
            continue
        if not _is_family(context.text, family):
            continue
        if _goes_on(context.text, match, family):
            alone = match["left"] == HARD_BREAK
            yield propose_words(
                context,
                "NAME",
                given.start,
                family.end,
                "person.wrapped_en",
                _CELL if alone else _SCORE,
                source="label" if alone else "lexicon",
            )


def _is_family(text: str, word: Word) -> bool:
    """Whether the next line begins with a family name: somebody else is called what people are given."""
    if is_barred(word.key) or is_known_place(word.text) or not (word.is_unknown or word.family >= 1):
        return False
    return not begins_person(text, word)


def begins_person(text: str, word: Word) -> bool:
    """Whether the first word of a line is somebody's given name, or the first of several people."""
    if word.given >= _SURE and word.given > word.family:
        return True
    sure = word.family >= 1 and word.given < 1
    return not sure and _AND_OTHERS.match(text, word.end) is not None


def _goes_on(text: str, match: re.Match[str], family: Word) -> bool:
    """Whether the first line is one that runs on into the next."""
    left, right = match["left"], match["right"].rstrip(HARD_BREAK)
    if left in ('"', HARD_BREAK):
        return match["right"] == left
    if right == '"':
        return False
    if "\n" in left:
        return not right.strip()
    if not right.strip() and family.family < 1 and not (match["mark"] or "").strip():
        return False
    at = match.start("given")
    words = [word for word in text[text.rfind("\n", 0, at) + 1 : at].split() if word[0].isalpha()]
    small = sum(word.islower() for word in words)
    if left == ", " or (words and words[-1].rstrip(",") in read_groups("small_words.txt")["hello"]):
        return small >= _LEAST_WORDS
    return small > 0 or len(words) >= _LEAST_WORDS


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        "person.wrapped_en": Rule(
            find_wrapped_names, written=(r"(?:[a-z,] |\"|^ {1,12}|\x{e000})\p{Lu}\p{L}+[ \t]?\r?$",)
        )
    }
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "person.wrapped_en": (
            Example("The letter was signed by Rosalind\nBexley on Monday.", ("Rosalind\nBexley",)),
            Example("we have to ask Declan\nTarrant, who knows", ("Declan\nTarrant",)),
            Example("> On Monday Priya\n> Raghunathan wrote:", ("Priya\n> Raghunathan",)),
            Example('name\n"Maren\nHolloway-Smith",3', ("Maren\nHolloway-Smith",)),
            Example("name: >-\n  Maren\n  Holloway\n", ("Maren\n  Holloway",)),
            Example("I talked to Maren\nTobias and Ngozi came", ()),
            Example("it was sent to Anna\nBerlin is cold\nand to Owen\n\nKind regards, all", ()),
            Example("we flew to Paris\nMonday was cold; runs on Windows\nServer too", ()),
        )
    }
)
