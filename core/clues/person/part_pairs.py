"""A bare ``first`` beside a bare ``last``: two names when one is known as such, else two ends of a list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.clues.person.words import LETTER, is_barred, read_word
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_WORD: Final = rf"{LETTER}{{2,30}}(?:['’\-]{LETTER}{{1,30}}){{0,2}}"
_PAIR: Final = compile_late(
    r"(?<![\w.\-])[\"']?(?i:first|given)[\"']?[ ]?[:=][ ]?[\"']?"
    rf"(?P<given>{_WORD})[\"']?[,;&]?[ \t]{{0,3}}(?:\r?\n[ \t]{{0,12}})?"
    r"(?:[\"']?(?i:middle|mi)[\"']?[ ]?[:=][ ]?[\"']?[A-Za-z.]{0,20}[\"']?[,;&]?[ \t]{0,3}"
    r"(?:\r?\n[ \t]{0,12})?)?"
    r"[\"']?(?i:last|family|surname)[\"']?[ ]?[:=][ ]?[\"']?"
    rf"(?P<family>{_WORD})(?![\w@.])"
)


def find_part_pairs(context: Context) -> Iterable[Candidate]:
    """``first=Marisol last=Tennant`` in logs, ``"first": …, "last": …`` in any object."""
    for match in context.scan(_PAIR):
        if _are_names(match["given"], match["family"]):
            for part in ("given", "family"):
                yield propose_words(
                    context, "NAME", *match.span(part), "person.part_pair", 0.65, source="label"
                )


def find_field_pairs(context: Context) -> Iterable[Candidate]:
    """The same in documents, whose fields are read one by one."""
    units = {unit.start: unit for unit in context.stream.units}
    for unit, other in pairwise([units[hit.start] for hit in context.labelled("NAME_HALF")]):
        if unit.field[:-1] == other.field[:-1] and unit.field[-1].lower() == "first":
            spans = (unit.start, unit.end), (other.start, other.end)
            if _are_names(*(context.text[start:end] for start, end in spans)):
                for start, end in spans:
                    yield propose_words(
                        context, "NAME", start, end, "person.field_pair", 0.65, source="label"
                    )


def _are_names(given: str, family: str) -> bool:
    """Whether both are written as names, and one of them is known as such rather than as a word."""
    words = [read_word(value, 0, len(value)) for value in (given, family)]
    if not all(word.is_capitalised or word.is_upper for word in words):
        return False
    if any(is_barred(word.key) for word in words) or all(word.is_plain for word in words):
        return False
    return words[0].given >= 1 or words[1].family >= 1 or all(word.is_unknown for word in words)


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        "person.part_pair": Rule(
            find_part_pairs, needs=(r"(?:first|given|last|family|surname)[\"']?[ ]?[:=]",)
        ),
        "person.field_pair": Rule(find_field_pairs, labels=("NAME_HALF",)),
    }
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "person.part_pair": (
            Example("INFO created first=Marisol last=Tennant id=8", ("Marisol", "Tennant")),
            Example('{"employee":{"first":"Hina","middle":"J","last":"Quillgate"}}', ("Hina", "Quillgate")),
            Example("  first: Odile\n  last: Brackwater\n", ("Odile", "Brackwater")),
            Example("first=Page last=Summary, first: Monday, last: Friday, first=May last=June"),
            Example('"range":{"first":"Start","last":"End"}, first=1 last=9, first=true last=false'),
        ),
        "person.field_pair": (
            Example('first="Odile" last="Brackwater"', ("Odile", "Brackwater")),
            Example("nothing here"),
        ),
    }
)
