"""Travel papers: the lines a machine reads, and what a label calls the number of a document (b.3, b.4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.identifiers.numerals import count_digits
from shotveil.core.clues.proposal import propose
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_FILLER: Final = "<«‹≤〈《くΛ∧"
"""The sign that fills a line up, and what readers of pictures make of it."""
_MACHINE_LINE: Final = compile_late(
    rf"(?<![0-9A-Za-z{_FILLER}])[0-9A-Z](?:[0-9A-Z{_FILLER}]| (?=[0-9A-Z{_FILLER}])){{19,60}}"
    rf"(?![0-9A-Za-z{_FILLER}])"
)
_PLAIN_FILLERS: Final = str.maketrans(dict.fromkeys(_FILLER, "<") | {" ": ""})
_NAMES: Final = compile_late(r"[A-Z][A-Z0-9]+<<[A-Z][A-Z0-9]+")
_LEAST_WRITTEN: Final = 6
_LEAST_FILLED: Final = 4
_MACHINE_DIGITS: Final = 9
_NUMBER: Final = compile_late(
    r"[ \t:：=#.\-\"'\ue001是为]{0,4}"
    r"(?P<value>[a-z]{1,3}[ ]?[0-9]{5,9}|[0-9]{8,9}|[a-z0-9]{8,9})(?![0-9a-z\-/])"
)


def find_machine_lines(context: Context) -> Iterable[Candidate]:
    """Lines of a passport's or a card's machine readable zone (ICAO 9303), fillers and all."""
    for match in context.scan(_MACHINE_LINE):
        line = match.group().translate(_PLAIN_FILLERS)
        filled = line.count("<")
        written = len(line) - filled
        told = _NAMES.search(line) or count_digits(line) >= _MACHINE_DIGITS
        if "<<" in line and filled >= _LEAST_FILLED and written >= _LEAST_WRITTEN and told:
            yield propose(context, "PASSPORT", *match.span(), "passport.machine_line")


def find_document_numbers(context: Context) -> Iterable[Candidate]:
    """What a form calls the number of a document, where it is built like one of a passport or a card."""
    for hit in context.labelled("DOCUMENT"):
        match = _NUMBER.match(context.folded, hit.value_start, hit.value_end)
        if match and count_digits(match["value"]) >= 4:
            yield propose(context, "PASSPORT", *match.span("value"), "document.labelled", source="label")


RULES: Final[dict[str, Rule]] = {
    "passport.machine_line": Rule(find_machine_lines, written=(rf"[{_FILLER}] ?[{_FILLER}]",)),
    "document.labelled": Rule(find_document_numbers, labels=("DOCUMENT",)),
}

EXAMPLES: Final[dict[str, tuple[Example, ...]]] = {
    "passport.machine_line": (
        Example(
            "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10",
            ("P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"),
        ),
        Example(
            "I<UTOD231458907<<<<<<<<<<<<<<<\n7408122F1204159UTO<<<<<<<<<<<6",
            ("I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6"),
        ),
        Example("<<<<<<< HEAD\ncat <<EOF\nMAX<<4 | MIN<<<2, A << B << C << D << E << F << G"),
    ),
    "document.labelled": (
        Example("Document number: X6994166", ("X6994166",)),
        Example("Document no. CF16MS138, ID document number: 512345678", ("CF16MS138", "512345678")),
        Example("Document number: INV-2026-118, document no. 4711, document number of pages"),
    ),
}
