"""A known given name that is an ordinary word too, where every word has a capital (CONTRACT b.6)."""

from __future__ import annotations

from functools import cache
from typing import Final

from shotveil.core.clues.program_text import is_program_word
from shotveil.core.patterns import compile_late

_FREQUENT: Final = 20
"""Words up to this level of rarity open sentences too often to be taken for a name without a sign of one."""

_OWNER: Final = compile_late(r"['’]s(?![a-z])")
_FOLLOWER: Final = compile_late(r" ([A-Za-z]+)")
_EDGES: Final = "\n\r\t\ue000,;|"
_QUOTES: Final = "\"'“”‘’"


def opens_as_name(text: str, start: int, end: int, word: str) -> bool:
    """True for a given name at the head of a sentence: a rarer word, one alone in its field, one who acts.

    ``Juniper called me`` and ``Will said so`` are about somebody, ``Will you come`` and ``Juniper Networks``
    are not.
    """
    if not text[start].isupper():
        return False
    if _is_alone(text, start, end) or _OWNER.match(text, end):
        return True
    follower = _FOLLOWER.match(text, end)
    if follower and follower[1].lower() in _acting_words():
        return True
    return _is_rarer(word) and not (follower and follower[1][0].isupper())


def _is_alone(text: str, start: int, end: int) -> bool:
    before, after = text[max(0, start - 40) : start].rstrip(" "), text[end : end + 40].lstrip(" ")
    if before[-1:] in tuple(_QUOTES):
        return after[:1] in tuple(_QUOTES)
    return (not before or before[-1] in _EDGES) and (not after or after[0] in _EDGES)


def _is_rarer(word: str) -> bool:
    from shotveil.core.clues.person.lexicon import fold_name, word_level

    return word_level(fold_name(word)) > _FREQUENT and not is_program_word(word)


@cache
def _acting_words() -> frozenset[str]:
    from shotveil.core.clues.person.lexicon import read_groups

    groups = read_groups("person_cues_en.txt")
    return groups["human_verb"] | groups["human_maybe"]
