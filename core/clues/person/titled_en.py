"""A title and the name behind it, though the name be an ordinary word ("Mrs. King", "dear mr fenwick")."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.labels.fields import kinds_of_words
from shotveil.core.clues.person.cues_en import look_around
from shotveil.core.clues.person.eponyms import is_nobody
from shotveil.core.clues.person.lexicon import NOT_LISTED, is_product, read_groups
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.clues.person.words import LETTER, Word, is_barred, read_word
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_NAME: Final = rf"{LETTER}{{2,20}}(?:['’-]{LETTER}{{2,20}})?"
_TITLED: Final = compile_late(
    rf"(?P<title>[DMPdmp](?<![{LETTER[1:-1]}0-9_@#/.-].)"
    r"(?:(?<=[Mm])(?:rs?|s|x)|(?<=[Dd])r|(?<=[Pp])rof|(?<=M)RS?|(?<=D)R))"
    rf"(?P<dot>\.)?[ \u00a0](?:{LETTER}\. ?){{0,2}}"
    rf"(?P<first>{_NAME})(?: (?P<last>{_NAME}))?(?![{LETTER[1:-1]}0-9_@])"
)
_STREET_LEFT: Final = compile_late(
    r"(?:[0-9][A-Za-z]?|(?<![A-Za-z])(?:on|at|along|down|up|off))(?: [NSEW]\.?)?"
    r"(?: [A-Z][\w'’.-]{1,20}){1,3} $"
)
"""A numbered road before ``Dr``: a drive."""
_THING_LEFT: Final = compile_late(
    r"(?:^|[^A-Za-z])(?:the|an?|this|that|my|your|our|each|every|any|no|new|open|draft|merge|[0-9.,]+) ?$"
)
"""A merge request (mr) or so many milliseconds (ms)."""
_SCORE: Final = 0.7
_RARE: Final = 20
"""Level of a word of places that does not follow a name by chance (Woods)."""


def find_titled_names(context: Context) -> Iterable[Candidate]:
    """A title with its dot or its capital and a capitalised word, and small ones where the word tells."""
    for match in context.scan(_TITLED):
        first = read_word(context.text, *match.span("first"))
        last = read_word(context.text, *match.span("last")) if match["last"] else None
        if not _is_name(context, match, first):
            continue
        goes_on = last is not None and _continues(first, last, context.text[last.end : last.end + 1])
        end = last if last is not None and goes_on else first
        if not look_around(context, match.start(), end.end).street_after:
            yield propose_words(context, "NAME", match.start(), end.end, "person.titled_en", _SCORE)


def _is_name(context: Context, match: re.Match[str], word: Word) -> bool:
    title, left = match["title"], context.text[max(0, match.start() - 48) : match.start()]
    cues = read_groups("person_cues_en.txt")
    if word.is_title and not (word.family >= 1 and match["dot"]):
        return False
    if (
        is_nobody(title.lower(), word.key)
        or word.key in cues["record_word"] | cues["small_verb"] | cues["particle"]
    ):
        return False
    if title[0] in "Dd" and _STREET_LEFT.search(left):
        return False
    if word.is_capitalised and (title[0].isupper() or match["dot"]):
        if title.isupper():
            return word.is_name and (match["dot"] is not None or word.is_upper)
        return not (word.is_upper and word.level != NOT_LISTED) and (
            match["dot"] is not None or not _is_small_word(word)
        )
    if match["dot"] is not None:
        return not is_barred(word.key) and (word.level > 20 or word.is_name)
    return title.islower() and not word.is_capitalised and _is_small_name(title, word, left)


def _is_small_word(word: Word) -> bool:
    """Whether a word is one of screens, or one that no name may be: the next option of a form."""
    labels = read_groups("org_words_en.txt")["ui"] | read_groups("person_cues_en.txt")["placeholder"]
    return word.key in labels or (
        word.level <= 10 and word.family < 1 and word.given < 1 and len(word.key) < 4
    )


def _is_small_name(title: str, word: Word, left: str) -> bool:
    """Whether a small word behind a small title without a dot is somebody (no merge request, no drive)."""
    if is_barred(word.key) or is_product(word.key) or _THING_LEFT.search(left):
        return False
    if word.level == NOT_LISTED:
        return word.is_name or (len(word.key) > 4 and title != "ms")
    return word.family >= 1 and title != "ms"


def _continues(first: Word, last: Word, right: str) -> bool:
    """Whether the word behind the first is the family name of a given one ("mrs. dawn jessen").

    Args:
        right: the character behind it: a colon makes it the label of the next field.
    """
    if last.is_title or first.is_capitalised != last.is_capitalised:
        return False
    if is_barred(last.key) and not (last.family >= 1 and last.level >= _RARE and first.level <= _RARE):
        return False
    if last.level == NOT_LISTED:
        return last.is_name or (last.is_capitalised and first.is_name) or first.given >= 1
    if not first.is_capitalised or last.is_upper != first.is_upper or right in (":", "="):
        return False
    if first.given >= 1 and last.family >= 1:
        return True
    if _is_small_word(last) or kinds_of_words(last.text):
        return False
    if last.key in read_groups("person_cues_en.txt")["record_word"]:
        return False
    return first.level != NOT_LISTED and last.family > 0


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        "person.titled_en": Rule(
            find_titled_names, written=(rf"(?:[Mm][rsx]s?|[Dd]r|[Pp]rof|MRS?|DR)\.?[ \u00a0]{LETTER}",)
        )
    }
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "person.titled_en": (
            Example("accounts with ms. Kowalsky please", ("ms. Kowalsky",)),
            Example("Dear Mrs. King, Mr. Price called.", ("Mrs. King", "Mr. Price")),
            Example("I met Ms Long and Dr. Stone", ("Ms Long", "Dr. Stone")),
            Example("Attending physician: Dr. Grey Woods", ("Dr. Grey Woods",)),
            Example("Ms. Misty Moon called, Dr Grey Stone too", ("Ms. Misty Moon", "Dr Grey Stone")),
            Example(
                "Mr. Price Please call; Dr. Stone Diagnosis: flu; Dr. Frost Appointment",
                ("Mr. Price", "Dr. Stone", "Dr. Frost"),
            ),
            Example("dear mr fenwick,\nsee dr hartwell", ("mr fenwick", "dr hartwell")),
            Example("mrs. dawn jessen came", ("mrs. dawn jessen",)),
            Example("Mr. President, Dr. Pepper, Mr. Right, Ms. Pac-Man", ()),
            Example("200 Maple Dr. Love Park", ()),
            Example("open mr quist-fix, the mr page, 5 ms long", ()),
            Example("see dr. who", ()),
        ),
    }
)
