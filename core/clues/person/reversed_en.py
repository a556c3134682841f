"""Names of directories and tables: the family name first, a comma, the given name ("Hartwell, Amelia J.")."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.person.lexicon import match_any, read_groups
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.clues.person.words import Word, find_runs, is_barred
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_COMMA: Final = compile_late(r",[ \u00a0]{1,2}")
_CELL_LEFT: Final = compile_late(r"(?:^|[\n\ue000\ue001\t|\"“;>(\[]|(?<![\w])'|[-*•][ ]|[:=][ ])[ ]{0,3}\Z")
_CELL_RIGHT: Final = compile_late(
    r"[ ]{0,3}(?:$|[\n\ue000\ue001\t|\"”;<)\]]|'(?![\w])|,[\"'|\t]| [<(]|\.?\n)"
)
_CUED_RIGHT: Final = compile_late(r"[ ,.;(\n\ue000]|$")
_SURE: Final = 0.6


def find_reversed_names(context: Context) -> Iterator[Candidate]:
    """``Hartwell, Amelia`` where it fills a line, a cell or a string."""
    runs = find_runs(context.text)
    for before, after in pairwise(runs):
        if not _COMMA.fullmatch(context.text, before[-1].end, after[0].start):
            continue
        family, cued = _drop_role(before)
        after = after[: next((at for at, word in enumerate(after) if word.key in _record_words()), None)]
        if before[0].key in read_groups("small_words.txt")["thanks"]:
            continue
        if not (family and after and _are_family(family) and _are_given(after)):
            continue
        if _are_full(family) and _are_full(after):
            continue  # two people
        end = after[-1].end
        lead = _particles().search(context.text, max(0, family[0].start - 16), family[0].start)
        start = lead.start() if lead else family[0].start
        left = cued or _CELL_LEFT.search(context.text, max(0, start - 8), start)
        if left and (_CUED_RIGHT if cued else _CELL_RIGHT).match(context.text, end):
            yield propose_words(context, "NAME", start, end, "person.reversed_en", _SURE)


def _drop_role(words: Sequence[Word]) -> tuple[Sequence[Word], bool]:
    """The words without a role that leads them ("Pt Hartwell, Amelia"), and whether there was one."""
    cued = words[0].key.rstrip(".") in read_groups("person_cues_en.txt")["listed_role"]
    return (words[1:] if cued else words), cued


def _record_words() -> frozenset[str]:
    return read_groups("person_cues_en.txt")["record_word"]


@cache
def _particles() -> re.Pattern[str]:
    words = match_any(read_groups("person_cues_en.txt")["particle"])
    return re.compile(rf"(?<![\w'’-])(?:(?:{words})[ ]){{1,3}}\Z")


def _are_family(words: Sequence[Word]) -> bool:
    if len(words) > 3 or any(word.is_title or is_barred(word.key) for word in words if word.is_capitalised):
        return False
    return any(word.family >= 1 or (word.is_unknown and word.given < 2) for word in words)


def _are_given(words: Sequence[Word]) -> bool:
    return len(words) <= 3 and words[0].given >= 1.5 and all(w.given >= 1 or w.is_initial for w in words[1:])


def _are_full(words: Sequence[Word]) -> bool:
    """Whether words are a given and a family name in this order."""
    first, last = words[0], words[-1]
    return len(words) > 1 and first.given >= 1 and first.given > first.family and last.family >= 1


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {"person.reversed_en": Rule(find_reversed_names, written=(r"\p{L},[ \x{00a0}]{1,2}\p{Lu}",))}
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "person.reversed_en": (
            Example("Hartwell, Amelia J.\nO'Malley, Fintan", ("Hartwell, Amelia J.", "O'Malley, Fintan")),
            Example('7,"van der Berg, Imani",Leeds', ("van der Berg, Imani",)),
            Example(
                "Pt Hartwell, Amelia DOB 3/4/1961, resident O'Malley, Fintan (2B)", ("Hartwell, Amelia",)
            ),
            Example("to: Tove Lindqvist, Ann Lee", ("Tove Lindqvist", "Ann Lee")),
            Example("Paris, Amelia said, is lovely. London, Victoria Station\nSettings, Mark all", ()),
        )
    }
)
