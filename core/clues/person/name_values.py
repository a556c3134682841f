"""What may answer a field that asks for a name or a part of one: one judge for all readers (CONTRACT b.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from shotveil.core.clues.labels.fields import kinds_of_words
from shotveil.core.clues.person.cues_en import is_known_place
from shotveil.core.clues.person.lexicon import read_groups
from shotveil.core.clues.person.words import LETTER, Word, is_barred, read_word
from shotveil.core.patterns import compile_late

PART: Final = rf"{LETTER}{{1,30}}(?:['’\-]{LETTER}{{1,30}}){{0,2}}"
"""One word of a name, or several with hyphens."""
_HAN: Final = compile_late("[\u3400-\u9fff]")
_MOST_WORDS: Final = 4


def may_be_part(value: str, *, is_field: bool = True) -> bool:
    """Whether a field of a part of a name may hold this: any word but a placeholder or another label.

    Args:
        is_field: whether a field or a tag holds the value alone, where one word may have small letters.
    """
    words = value.split()
    told = is_field and len(words) == 1
    if _HAN.search(value) or not (told or all(word[0].isupper() for word in words)):
        return False
    groups = read_groups("person_cues_en.txt")
    small = [word.lower() for word in words]
    return not (
        set(small) & (groups["no_part"] | groups["placeholder"]) or kinds_of_words(value) or len(value) < 2
    )


def may_be_bare_part(value: str) -> bool:
    """The same where the field is a bare ``first`` or ``last`` inside one of a person."""
    word = read_word(value, 0, len(value))
    return may_be_part(value) and (word.is_capitalised or word.is_name) and not is_barred(word.key)


def are_parts(given: str, family: str) -> bool:
    """Whether the values of a bare ``first`` and ``last`` are names, and no two ends of a list.

    Both are written as names, and one of them is known as such rather than as a word.
    """
    words = [read_word(value, 0, len(value)) for value in (given, family)]
    if not all(word.is_capitalised or word.is_upper for word in words):
        return False
    if any(is_barred(word.key) for word in words) or all(word.is_plain for word in words):
        return False
    return words[0].given >= 1 or words[1].family >= 1 or all(word.is_unknown for word in words)


def may_be_whole(value: str, *, told: bool, small: bool = False) -> bool:
    """Whether a value reads as a person's name, the given name first.

    Args:
        value: words with blanks between them.
        told: whether its key says that it holds one; else it must be known as a name in both its parts.
        small: whether names in small letters count.
    """
    words = [read_word(part, 0, len(part)) for part in value.split()]
    if not 1 <= len(words) <= _MOST_WORDS or any(is_barred(word.key) for word in words):
        return False
    cased = all(word.is_capitalised or word.is_upper for word in words)
    if not (cased or small) or not words[0].text[0].isalpha():
        return False
    given, family = words[0].given, words[-1].family
    if len(words) == 1:
        return told and given >= 2
    if told:
        return given >= 1 or family >= 1 or (cased and all(word.is_unknown for word in words))
    if is_known_place(words[0].text):
        return False
    return given >= 1 and not words[-1].is_plain and (family >= 1 or given >= 2)


def are_known_words(words: Sequence[Word], *, told: Literal["person", "near", ""] = "") -> bool:
    """Whether two ordinary words are a name where one is asked for (``Sky Stone``).

    Args:
        words: capitalised ones; an initial between them counts for nothing.
        told: ``person`` where only a person can stand: one of them is known as its part; ``near`` where
            fields of a person stand beside it: the given name is, and no plain word follows; else both
            are, and none is barred.
    """
    pair = [word for word in words if not word.is_initial]
    if len(pair) != 2 or not all(may_be_part(word.text) for word in pair):
        return False
    given, family = (pair[0].given > 0, pair[1].family > 0)
    barred = [is_barred(pair[0].key) and not given, is_barred(pair[1].key) and not family]
    if told == "person":
        return not any(barred) and (given or family)
    if told == "near":
        return not any(barred) and given and not pair[1].is_plain
    return given and family and not any(is_barred(word.key) for word in pair)
