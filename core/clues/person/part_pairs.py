"""A bare ``first`` beside a bare ``last``: two names when one is known as such, else two ends of a list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.person.name_values import PART, are_parts
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_PAIR: Final = compile_late(
    r"(?<![\w.\-])[\"']?(?i:first|given)[\"']?[ ]?[:=][ ]?[\"']?"
    rf"(?P<given>{PART})[\"']?[,;&]?[ \t]{{0,12}}(?:\r?\n[ \t]{{0,12}})?"
    r"(?:[\"']?(?i:middle|mi)[\"']?[ ]?[:=][ ]?[\"']?[A-Za-z.]{0,20}[\"']?[,;&]?[ \t]{0,3}"
    r"(?:\r?\n[ \t]{0,12})?)?"
    r"[\"']?(?i:last|family|surname)[\"']?[ ]?[:=][ ]?[\"']?"
    rf"(?P<family>{PART})(?![\w@.])"
)


def find_part_pairs(context: Context) -> Iterable[Candidate]:
    """``first=Marisol last=Tennant`` in logs, ``"first": …, "last": …`` in any object."""
    for match in context.scan(_PAIR):
        if are_parts(match["given"], match["family"]):
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
            if are_parts(*(context.text[start:end] for start, end in spans)):
                for start, end in spans:
                    yield propose_words(
                        context, "NAME", start, end, "person.field_pair", 0.65, source="label"
                    )


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
            Example("First: Ngozi     Last: Adeyemi", ("Ngozi", "Adeyemi")),
            Example('"range":{"first":"Start","last":"End"}, first=1 last=9, first=true last=false'),
        ),
        "person.field_pair": (
            Example('first="Odile" last="Brackwater"', ("Odile", "Brackwater")),
            Example("nothing here"),
        ),
    }
)
