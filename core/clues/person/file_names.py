"""Documents called after people: ``CV-Rosalind-Bexley-2026.pdf`` (CONTRACT b.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.person.lexicon import NOT_LISTED
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.clues.person.words import read_word
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_FILE: Final = compile_late(
    r"(?<![\w.\-])(?P<stem>[\w\-]{5,80})"
    r"\.(?:pdf|docx?|odt|rtf|pages|xlsx?|csv|txt|png|jpe?g|heic|zip|eml|vcf|pptx?)(?!\w)"
)
_PIECE: Final = compile_late(r"[^\W\d_]+")
_SURE: Final = 1.5


def find_file_names(context: Context) -> Iterable[Candidate]:
    """A given and a family name side by side in the name of a document."""
    for match in context.scan(_FILE):
        pieces = list(_PIECE.finditer(context.text, *match.span("stem")))
        for first, last in pairwise(pieces):
            if last.start() - first.end() != 1 or not (first[0].istitle() and last[0].istitle()):
                continue
            given, family = (read_word(context.text, *piece.span()) for piece in (first, last))
            if given.given >= _SURE and given.level == NOT_LISTED and _is_family(family.family, family.level):
                found = propose_words(context, "NAME", first.start(), last.end(), "person.file", 0.6)
                yield replace(found, text=f"{first[0]} {last[0]}")


def _is_family(weight: float, level: int) -> bool:
    return weight >= 1 or level == NOT_LISTED


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        "person.file": Rule(find_file_names, written=(r"\p{Lu}\p{Ll}+[-_]\p{Lu}\p{Ll}+[\w\-]*\.[a-z]{3,5}",)),
    }
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "person.file": (
            Example("see CV-Rosalind-Bexley-2026.pdf", ("Rosalind-Bexley",)),
            Example("Invoice_Philippa_Halloran.docx sent", ("Philippa_Halloran",)),
            Example(
                "Annual-Report-2026.pdf Main-Street-Plan.docx Read-Me.txt Paris-Guide.pdf Docker-Compose.txt"
            ),
        ),
    }
)
