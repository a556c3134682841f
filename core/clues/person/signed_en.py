"""Who signs a message under its closing words, and names with a nickname in quotes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, Literal

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.person.lexicon import NOT_LISTED, read_groups
from shotveil.core.clues.person.name_values import are_known_words
from shotveil.core.clues.person.place_surnames import ends_in_surname
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.clues.person.words import LETTER, Word, is_barred, read_word
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate
from shotveil.core.stream.model import HARD_BREAK

_WORD: Final = rf"{LETTER}{{2,20}}(?:['’\-]{LETTER}{{1,20}})?"
_NAME_LINE: Final = compile_late(
    rf"(?:[ \t>]*\r?\n)?[ \t>]*[-–—~]?[ ]?(?P<name>(?:{LETTER}\.|{_WORD})"
    rf"(?:[ ](?:{LETTER}\.|{_WORD})){{0,2}})"
    r"[ \t]*(?=\r?\n|\ue000|\Z)"
)
_AROUND: Final = " \t\r>,.!…"
_LONGEST: Final = 40
_FAMILY: Final = rf"(?:[OD]['’]|[ae]l-)?{_WORD}"
_NICKNAMED: Final = compile_late(
    rf"(?<![\w'’-])(?P<first>{_WORD})[ ](?:(?P<bracket>\()|[\"“‘'])(?P<nick>{_WORD})"
    rf"(?(bracket)\)|[\"”’'])[ ](?P<last>{_FAMILY})(?![\w])"
)
_MARK: Final = r"(?:[*_~`]{1,3}|</?(?:b|i|u|em|strong|mark|span)>)"
_MARKED: Final = compile_late(
    rf"(?<![\w'’-])(?P<first>{_WORD})(?:{_MARK} {_MARK}?| {_MARK})(?P<last>{_FAMILY})(?![\w])"
)


def find_signatures(context: Context) -> Iterator[Candidate]:
    """``Cheers,\\nTeo``: one to three words alone on the line below closing words."""
    for below in _find_closings(context.text):
        match = _NAME_LINE.match(context.text, below)
        if match is None:
            continue
        start, end = match.span("name")
        words = [
            read_word(context.text, start + m.start(), start + m.end())
            for m in _PIECE.finditer(match["name"])
        ]
        if all(_may_sign(word, len(words)) for word in words) or ends_in_surname(words, only_person=True):
            yield propose_words(context, "NAME", start, end, "person.signature_en", 0.6)


def _find_closings(text: str) -> Iterator[int]:
    """Offsets of the lines below closing words that stand alone on theirs."""
    closings = read_groups("closing_words.txt")["closing"]
    at = 0
    for line in text.split("\n")[:-1]:
        at += len(line) + 1
        words = line[line.rfind(HARD_BREAK) + 1 :]
        if len(words) < _LONGEST and words.strip(_AROUND).casefold() in closings:
            yield at


def find_nicknamed(context: Context) -> Iterator[Candidate]:
    """``Priyanka "Pinky" Deshmukh``: each part, since a name with quotes inside is none to the parser."""
    for match in _NICKNAMED.finditer(context.text):
        words = [read_word(context.text, *match.span(part)) for part in ("first", "nick", "last")]
        outer = (words[0], words[2])
        if not all(word.is_capitalised and not is_barred(word.key) for word in words):
            continue
        known = [words[0].given >= 1, words[2].family >= 1]
        if match["bracket"]:  # beside a name a place or a firm stands in brackets too
            known = [words[0].given >= 1 and (words[1].given >= 1 or words[1].is_unknown)]
        if any(known) and all(w.is_unknown or w.given or w.family for w in outer):
            for part in ("first", "nick", "last"):
                yield propose_words(context, "NAME", *match.span(part), "person.nickname_en", 0.65)


_DASHED: Final = compile_late(
    r"[.?!…)][ ]?[\n]?[ ]?[–—][ ]?(?P<name>[A-Z][a-zà-ÿ]{1,14}(?: [A-Z](?:\.|[a-zà-ÿ]{1,15}))?)"
    r"(?=[ ]*(?:[\n\ue000]|$))"
)


def find_dashed(context: Context) -> Iterator[Candidate]:
    """``The invoice is wrong. – Mo``: who signs behind a dash at the end of a line."""
    for match in context.scan(_DASHED):
        words = match["name"].split()
        first = read_word(context.text, match.start("name"), match.start("name") + len(words[0]))
        if not is_barred(first.key) and not first.is_title and (first.is_name or first.level == NOT_LISTED):
            yield propose_words(context, "NAME", *match.span("name"), "person.dashed_en", 0.55)


def find_marked(context: Context) -> Iterator[Candidate]:
    """``**Tobias** Fenwick``: the given and the family name, since marks stand between them."""
    for match in context.scan(_MARKED):
        first, last = (read_word(context.text, *match.span(part)) for part in ("first", "last"))
        if not (first.is_capitalised and last.is_capitalised) or is_barred(last.key):
            continue
        if first.given >= 1.5 and first.level == NOT_LISTED and (last.family >= 1 or last.is_unknown):
            for part in ("first", "last"):
                yield propose_words(context, "NAME", *match.span(part), "person.marked_en", 0.6)


_MAILBOX: Final = compile_late(
    rf"(?P<trailer>-[Bb]y: )?(?<![\w'’-])(?P<first>{_WORD}) (?P<last>{_FAMILY}) <(?=[\w.+\-]{{1,64}}@)"
)


def find_mailboxes(context: Context) -> Iterator[Candidate]:
    """``Signed-off-by: Joy Day <joy@…>``: two ordinary words before a mail address, each known as a name."""
    for match in context.scan(_MAILBOX):
        words = [read_word(context.text, *match.span(part)) for part in ("first", "last")]
        told: Literal["person", "near"] = "person" if match["trailer"] else "near"
        if all(word.is_capitalised for word in words) and are_known_words(words, told=told):
            start, end = match.start("first"), match.end("last")
            yield propose_words(context, "NAME", start, end, "person.mailbox", 0.6)


_CONTACT_ROW: Final = compile_late(
    rf"[\n\ue000][ \t*•·-]{{0,4}}{LETTER}{{2,16}}(?: {LETTER}{{2,12}})?(?:[ ][-–—|][ ]|[,:][ ])"
    rf"(?P<name>{LETTER}{{2,20}}(?:[ '’-]{LETTER}{{2,20}}){{0,2}})(?:[ ][-–—|][ ]|[,:][ ]|[ ])"
    r"(?=[+(]{0,2}[0-9](?:[ ().\-]{0,2}[0-9]){6})"
)


def find_contact_rows(context: Context) -> Iterable[Candidate]:
    """Who somebody is, their name, their number (``Mum - Adaeze - 07700 900333``)."""
    for match in context.scan(_CONTACT_ROW):
        parts = re.compile(rf"{LETTER}+").finditer(context.text, *match.span("name"))
        words = [read_word(context.text, *part.span()) for part in parts]
        if all(word.is_capitalised and not is_barred(word.key) for word in words) and any(
            word.is_name or word.is_unknown for word in words
        ):
            yield propose_words(context, "NAME", *match.span("name"), "person.contact_row", 0.6)


_PIECE: Final = compile_late(rf"{LETTER}[^ ]*")


def _may_sign(word: Word, count: int) -> bool:
    """A name, or an unknown word with a capital; small letters only for a common given name alone."""
    if not word.is_capitalised:
        return count == 1 and word.given >= 1.5
    return word.is_initial or word.given >= 0.6 or word.family >= 1 or (word.is_unknown and not word.is_upper)


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        "person.signature_en": Rule(find_signatures, words=("\n",)),
        "person.contact_row": Rule(
            find_contact_rows, written=(rf"{LETTER}(?: [-–—|]|[,:])? [+(]{{0,2}}[0-9]",)
        ),
        "person.nickname_en": Rule(find_nicknamed, written=(r"\p{L} [\"“‘'(]\p{Lu}",)),
        "person.mailbox": Rule(find_mailboxes, needs=(r" <[\w.+\-]{1,64}@",)),
        "person.dashed_en": Rule(find_dashed, written=(r"[–—] ?[A-Z][a-z]{1,14}",)),
        "person.marked_en": Rule(
            find_marked,
            written=(r"\p{L}(?:[*_~`]|</?[a-z]{1,6}>)+ ?[*_~`<]*\p{Lu}", r"\p{L} [*_~`<][*_~`a-z>]*\p{Lu}"),
        ),
    }
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "person.signature_en": (
            Example("See you there!\n\nCheers,\nTeo\n", ("Teo",)),
            Example("> Kind regards\n> \n> Anna K. Marchetti", ("Anna K. Marchetti",)),
            Example("many thanks\nimani", ("imani",)),
            Example("Thanks,\nSettings are saved\n\nBest\nPractice\n\nLove\nActually it rains", ()),
        ),
        "person.contact_row": (
            Example("Mum - Adaeze - 07700 900333\nPlumber: Fatou (555) 012-9944", ("Adaeze", "Fatou")),
            Example("Vet - Clinic - 07700 900333\nOpen - Monday - 0900 1700 00\nClaim CLM-2023-88141", ()),
        ),
        "person.nickname_en": (
            Example('# Priyanka "Pinky" Deshmukh', ("Priyanka", "Pinky", "Deshmukh")),
            Example(
                'Siobhan "Shi" O\'Hanlon and Imani (Immy) Okafor',
                ("Siobhan", "Shi", "O'Hanlon", "Imani", "Immy", "Okafor"),
            ),
            Example('Press "Save" Button, the "Open" Door, Visual (Studio) Code', ()),
        ),
        "person.mailbox": (
            Example(
                "Signed-off-by: Rain Stone <s@x.example>, May Long <m@x.example>", ("Rain Stone", "May Long")
            ),
            Example(
                "Reported-by: Build Bot <b@x.example>, Sales Team <s@x.example>, May Report <p@x.example>"
            ),
        ),
        "person.dashed_en": (
            Example("The invoice is wrong. – Mo\nSee you at six! —Bex", ("Mo", "Bex")),
            Example("Read the docs. — Next\nDone. – Yes\nIt rains – Often", ()),
        ),
        "person.marked_en": (
            Example("**Tobias** Fenwick and Tobias <b>Quillgate</b> met", ("Tobias", "Fenwick", "Quillgate")),
            Example("**Note** Tobias left; see *Robert* later; `Amelia` File", ()),
        ),
    }
)
