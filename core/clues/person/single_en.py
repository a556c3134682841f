"""One capitalised word that may be a name by itself: what it is, and what stands around it (CONTRACT b.2)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from shotveil.core.clues.context import Context
from shotveil.core.clues.organization.cues_en import acts_like_firm
from shotveil.core.clues.person.cues_en import (
    Surround,
    ends_in_phrase,
    is_prose,
    look_around,
    means_assistant,
)
from shotveil.core.clues.person.eponyms import is_called_thing, is_nobody, names_a_thing
from shotveil.core.clues.person.lexicon import NOT_LISTED, is_product, read_groups
from shotveil.core.clues.person.tongues import stands_german
from shotveil.core.clues.person.words import SYLLABLES, Word, is_barred
from shotveil.core.patterns import compile_late

_JOINED: Final = frozenset("0123456789_@/\\")
_SHORT_MONTHS: Final = frozenset(
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec"]
)
_SHORT_DAYS: Final = frozenset(["mon", "tue", "tues", "wed", "thu", "thur", "thurs", "fri", "sat", "sun"])
_DATED: Final = (_SHORT_MONTHS | _SHORT_DAYS) - {"may", "sat", "sun"}
_DAY_BEFORE: Final = compile_late(r"\d[^\n;|]{0,2}\Z")
_DAY_AFTER: Final = compile_late(r"[^\n;|]{0,3}\d")
"""A number on the same line."""
_JOURNEY: Final = compile_late(
    r"(?:walk(?:ed|ing)?|dr(?:ive|ove|iving)|train|bus|tube|flight|fl[ey]w|ran|rode|ride|cycl(?:ed|ing)|commut\w*"
    r"|travel\w*|trip|moved|sailed) from $"
)
_ONWARD: Final = compile_late(r" to [A-Z]")
_ARRIVED: Final = compile_late("[.,]")
"""Where a journey ends: what lies before is a place, unless one gets a ride from somebody."""
_RECORDED: Final = 0.3


@cache
def list_articles() -> frozenset[str]:
    """Articles of other languages."""
    return read_groups("small_words.txt")["article"] | {"le", "la"}


def score_single(context: Context, run: Sequence[Word], at: int) -> float:
    """How far one capitalised word is a name by itself."""
    word = run[at]
    score = _base_of_single(word)
    if not score or word.is_initial or word.is_title or not word.is_capitalised or len(word.key) < 2:
        return 0.0
    titled = at > 0 and run[at - 1].is_title
    if word.key in read_groups("small_words.txt")["thanks"] and not titled:
        return 0.0
    if word.key in list_articles() or names_a_thing(context.text, word.end):
        return 0.0
    if titled and is_nobody(run[at - 1].key, word.key):
        return 0.0
    if is_called_thing(context.text, word.start) or (not titled and means_assistant(word, context.text)):
        return 0.0
    if is_barred(word.key) and not (titled and word.family >= 0.5):
        return 0.0
    alone = (at == 0 or titled or _stands_apart(run[at - 1])) and (
        at + 1 == len(run) or not run[at + 1].is_capitalised or _is_recorded(run[at + 1])
    )
    if not alone and not (titled and at + 1 == len(run)):
        return 0.0
    if context.text[word.end : word.end + 1] in _JOINED or is_date(context.text, word):
        return 0.0
    if _begins_journey(context.text, word):
        return 0.0
    around = look_around(context, word.start, word.end)
    if acts_like_firm(context.text, word.end):
        return 0.0
    only_family = word.given < 1 and not titled and not around.names_person
    if only_family and stands_german(context.text, word.start, word.end):
        return 0.0  # a noun of German has its capital too
    if titled:
        soft = run[at - 1].key in read_groups("person_cues_en.txt")["soft_title"]
        score += 0.3 if soft else 0.5
    if word.is_upper and not titled:
        score -= 0.2
    if around.street_after:
        return 0.0
    score += around.weight
    if at + 1 < len(run) and _is_recorded(run[at + 1]):
        score += _RECORDED
    if around.starts_sentence and word.level != NOT_LISTED and word.given < 2 and not titled:
        score -= 0.3
    score += _weigh_prose(context, word, around)
    if is_product(word.key):
        score -= 0.3
    if around.is_place:
        score -= 0.2
    return min(score, 0.9)


def _begins_journey(text: str, word: Word) -> bool:
    """Whether a word is where somebody comes from (drove from Camden to Leeds)."""
    if not _JOURNEY.search(text, max(0, word.start - 24), word.start):
        return False
    return bool(_ONWARD.match(text, word.end) or (word.given < 1 and _ARRIVED.match(text, word.end)))


def _weigh_prose(context: Context, word: Word, around: Surround) -> float:
    """What a running sentence adds to a word that is known as a name and is no ordinary word."""
    if context.medium != "text" or word.level != NOT_LISTED or word.is_upper:
        return 0.0
    if not is_prose(context.text, word.start, word.end):
        return 0.0
    if word.given >= 2:
        return 0.1
    if word.given < 1 and word.family < 1.5:
        acts = around.weight >= 0.15 and not around.starts_sentence and len(word.key) > 3
        if ends_in_phrase(context.text[max(0, word.start - 60) : word.start], _firm_cues()):
            return 0.0
        return 0.2 if acts and word.text[1:].islower() else 0.0
    return 0.0 if around.starts_sentence else 0.2


@cache
def _firm_cues() -> frozenset[str]:
    """Phrases after which an unknown word is a firm rather than a person ("address of")."""
    return read_groups("org_words_en.txt")["cue"]


def _is_recorded(word: Word) -> bool:
    """Whether a word of records about people follows ("Owen DOB 3/4/1961")."""
    return word.key in read_groups("person_cues_en.txt")["record_word"]


def _stands_apart(before: Word) -> bool:
    """Whether the word before a single name is no part of it (a small word or a cue)."""
    if not before.is_capitalised:
        return True
    cues = read_groups("person_cues_en.txt")
    return any(before.key in cues[group] for group in ("greet", "before", "relation", "listed_role"))


def is_date(text: str, word: Word) -> bool:
    """A short month or day beside a number."""
    if word.key not in _DATED:
        return False
    start, end = word.start, word.end
    return bool(_DAY_BEFORE.search(text, max(0, start - 3), start) or _DAY_AFTER.match(text, end))


def is_day_and_month(first: Word, second: Word) -> bool:
    """``Thu Oct`` of a time stamp: both are names of people elsewhere."""
    return first.key in _SHORT_DAYS and second.key in _SHORT_MONTHS


def _base_of_single(word: Word) -> float:
    if word.given >= 2 or word.key.startswith("o'"):
        return 0.45
    if word.given >= 1:
        return 0.35
    if word.family >= 1:
        return 0.3
    if word.is_unknown:
        return 0.35 if SYLLABLES.fullmatch(word.text) else 0.15
    return 0.0
