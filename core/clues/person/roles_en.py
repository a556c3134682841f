"""Who stands behind the word for what they do (``skipper Wystan Pengelly``, ``the vet, Quillan,``; b.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.labels.phrases import load_phrases
from shotveil.core.clues.person.cues_en import is_known_place
from shotveil.core.clues.person.eponyms import names_a_thing
from shotveil.core.clues.person.lexicon import is_product, read_groups
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.clues.person.words import Word, find_runs, is_barred
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_BEFORE: Final = compile_late(r"(?:^|[^\w'’@/.-])(?P<role>[a-z]{3,16}),? \Z")
_LONGEST: Final = 20
_MOST_WORDS: Final = 3
_SCORE: Final = 0.6
_JOINED: Final = frozenset("_@/\\=(:-0123456789")


@cache
def _roles() -> frozenset[str]:
    """Words for what people do: those that name a field of theirs, and the roles of sentences."""
    fields = {
        phrase.text
        for phrase in load_phrases()
        if phrase.role == "FIELD" and phrase.kind == "NAME" and phrase.language == "en"
    }
    groups = read_groups("person_cues_en.txt")
    return frozenset(text for text in fields if text.isalpha()) | groups["human_role"]


def find_people_by_role(context: Context) -> Iterable[Candidate]:
    """One to three capitalised words that may be a name, behind a role in small letters."""
    if context.medium != "text":
        return
    for run in find_runs(context.text):
        start = run[0].start
        before = _BEFORE.search(context.text, max(0, start - _LONGEST), start)
        if before is None or before["role"] not in _roles():
            continue
        if _is_person(context, run):
            yield propose_words(context, "NAME", start, run[-1].end, "person.role_en", _SCORE)


def _is_person(context: Context, run: Sequence[Word]) -> bool:
    if len(run) > _MOST_WORDS or context.text[run[-1].end : run[-1].end + 1] in _JOINED:
        return False
    first = run[0]
    if names_a_thing(context.text, run[-1].end) or is_known_place(context.text[first.start : run[-1].end]):
        return False
    if any(is_barred(word.key) or is_product(word.key) or not word.is_capitalised for word in run):
        return False
    if len(run) == 1 and (first.is_upper or first.is_initial or is_known_place(first.text)):
        return False
    return all(word.is_name or word.is_unknown or word.is_initial for word in run)


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {"person.role_en": Rule(find_people_by_role, written=(r"[a-z]{3},? \p{Lu}",))}
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "person.role_en": (
            Example("our skipper Wystan Pengelly took the boat out", ("Wystan Pengelly",)),
            Example(
                "the brewer Torvald Aske signed; our gardener Wilf, the vet, Quillan,",
                ("Torvald Aske", "Wilf", "Quillan"),
            ),
            Example("we called the plumber Osric Tamble yesterday", ("Osric Tamble",)),
            Example("the chef Monday special; a baker Street view; the vet Centre; the engineer Python team"),
            Example("the mechanic BMW likes; a chef London loves; the tutor API_KEY; your brother, I said"),
        )
    }
)
