"""Family names that are words of places too (Park, Church, Street): whose name they end (CONTRACT b.2).

Such a word speaks against a name nearly everywhere. Where a label or a field tells a name, what stands before
it decides: a given name, an initial or two syllables (``Hyun-woo Park``); an unknown word only where nothing
but a person can stand (``Passenger``), since ``Hyde Park`` begins with one too.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from shotveil.core.clues.labels.fields import split_field
from shotveil.core.clues.labels.phrases import phrases_of
from shotveil.core.clues.person.cues_en import names_human
from shotveil.core.clues.person.lexicon import (
    NOT_LISTED,
    family_rank,
    is_proper_word,
    read_groups,
    word_level,
)
from shotveil.core.clues.person.words import Word, is_barred
from shotveil.core.parse.places import find_city
from shotveil.core.patterns import compile_late

_SYLLABLES: Final = compile_late(r"([A-Z][a-z]{1,6})[-‐]([A-Za-z][a-z]{1,6})")
_SURE: Final = 1.5
_MOST_WORDS: Final = 4


@lru_cache(maxsize=4096)
def tells_human(label: str) -> bool:
    """Whether a label or a field name, in small letters, asks for a person only (``full_name``)."""
    humans = read_groups("person_cues_en.txt")["only_human"]
    words = label.replace("_", " ").replace("-", " ").split()
    if any(phrase.role == "FIELD" and phrase.kind == "NAME" for phrase in phrases_of(label)):
        return True
    if words[-1:] == ["name"] and names_human(words[:-1]):
        return True
    while words and words[-1] in {"name", "names"} and " ".join(words[-2:]) not in humans:
        words.pop()
    return not humans.isdisjoint({"".join(words), " ".join(words[-3:]), " ".join(words[-2:]), *words[-1:]})


@lru_cache(maxsize=4096)
def tells_owner(field: str) -> bool:
    """Whether a field as written holds what is told of one person (``shipTo``, ``user``)."""
    words = split_field(field)
    whole = " ".join(words)
    if not read_groups("person_cues_en.txt")["owner_field"].isdisjoint({whole, *words[-1:]}):
        return True
    return bool(words) and tells_human(whole)


def is_place_surname(word: Word) -> bool:
    """Whether a capitalised word of places or goods is a family name as well."""
    if not word.is_capitalised or len(word.key) < 3 or is_proper_word(word.key):
        return False
    return family_rank(word.key) >= 0 or word.key in read_groups("person_cues_en.txt")["place_surname"]


def is_syllabled(word: Word) -> bool:
    """Whether a word is two syllables, as Korean and Chinese given names are written (``Hyun-woo``)."""
    parts = _SYLLABLES.fullmatch(word.text)
    return parts is not None and word_level(parts[1].lower()) == NOT_LISTED


def begins_person(word: Word) -> bool:
    """Whether a word before a place word is a person's given name and no part of the name of a place."""
    if word.is_initial:
        return word.text.endswith(".")
    return is_syllabled(word) or (
        word.given >= _SURE and word.level == NOT_LISTED and find_city(word.key) is None
    )


def ends_in_surname(words: Sequence[Word], *, only_person: bool) -> bool:
    """Whether these words are somebody whose family name is a word of places.

    Args:
        words: the given name (and middle names), then the family name.
        only_person: nothing but a person can stand here, so that an unknown given name will do.
    """
    if not 2 <= len(words) <= _MOST_WORDS or not is_place_surname(words[-1]):
        return False
    first = words[0]
    if any(is_barred(word.key) and not word.is_initial for word in words[:-1]):
        return False
    if begins_person(first):
        return True
    return only_person and first.is_capitalised and (first.is_unknown or first.is_name)
