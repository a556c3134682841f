"""Texts of nothing but everyday words: no rule finds anything in them, so a quiet log is hardly searched.

What such a text may not hold: a word that is a name, a word that calls for a value of any words (a password,
a user), a spelled digit, a digit beside a digit, a capital inside a sentence.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from shotveil.core.clues.labels.phrases import load_phrases
from shotveil.core.clues.person.lexicon import family_rank, given_rank, read_groups, word_level
from shotveil.core.parse.address_words import load_street_types, load_unit_words
from shotveil.core.patterns import compile_late

_EVERYDAY: Final = 40
"""Words up to this level of rarity are known well enough to say nothing."""
_SURE: Final = 20
"""Rarer ones may still be a family name."""
_OPENING: Final = 10
"""With a capital, even where a sentence begins, only the commonest words say nothing."""

_UNUSUAL: Final = compile_late(
    r"[^\n -/:-~](?:(?<![0-9])|(?=[^0-9A-Za-z]{1,4}[0-9])|(?<=\b[Nn]o .)|(?<=\b[Nn]o\. .))"
)
"""A sign beyond ASCII, a digit that another one follows, a number behind "No."."""
_INNER_CAPITAL: Final = compile_late(r"[A-Z](?<!\A.)(?<![.!?][ \n].)")
_WORD: Final = compile_late(r"[(\"]?([A-Za-z]+(?:-[a-z]+)*+(?:'[a-z]{1,2})?)[)\"]?[.,;:!?)]?")
_NUMBER: Final = compile_late(r"[0-9]{1,3}(?:%|ms|s)?[.,;)]?")
_OPAQUE: Final = frozenset({"SECRET", "USERNAME", "HANDLE"})
"""Labels whose value may be any word at all."""
_NAMED: Final = frozenset({"NAME"})
_STRANGE, _NAME, _NAMING, _COUNT, _COUNTED = 1, 2, 4, 8, 16
"""What a word may be: nothing everyday; a name, and what calls for one; a number, and what calls for one."""
_TOGETHER: Final = (_NAME | _NAMING, _COUNT | _COUNTED)


def is_plain(text: str) -> bool:
    """True for a text in which every word is an everyday one that stands for nothing else.

    Args:
        text: the value of one field as received.
    """
    if _INNER_CAPITAL.search(text) or _UNUSUAL.search(text):
        return False
    held = 0
    for weight in set(map(_weigh_token, text.split())):
        held |= weight
    return not held & _STRANGE and all(held & pair != pair for pair in _TOGETHER)


@lru_cache(maxsize=65_536)
def _weigh_token(token: str) -> int:
    match = _WORD.fullmatch(token)
    if not match:
        return _COUNT if _NUMBER.fullmatch(token) else _STRANGE
    held = 0
    for word in match[1].removesuffix("'s").split("-"):
        held |= _weigh_word(word)
    return held


def _weigh_word(word: str) -> int:
    key = word.lower()
    level = word_level(key) if len(key) > 1 or key not in "ai" else _OPENING
    given, family = given_rank(key), family_rank(key)
    if key in _last_words(_OPAQUE) or key in _group("digits"):
        return _STRANGE
    if key != word:
        is_known = level <= _OPENING and given < 0 and family < 0
    else:
        is_known = level <= _OPENING or (level <= _EVERYDAY and given < 0 and (level <= _SURE or family < 0))
    if not is_known:
        return _STRANGE
    return (
        (_NAME if given > 1 else 0)
        | (_NAMING if key in _last_words(_NAMED) else 0)
        | (_COUNTED if key in _counted_words() else 0)
    )


@cache
def _last_words(kinds: frozenset[str]) -> frozenset[str]:
    """Of each label of these kinds its last word that says something: without it the label is not there."""
    found: set[str] = set()
    for phrase in load_phrases():
        if phrase.language == "en" and phrase.kind in kinds:
            found.update([word for word in phrase.text.split() if word not in _group("fillers")][-1:])
    return frozenset(found)


@cache
def _counted_words() -> frozenset[str]:
    """Words that a number belongs to: labels of numbers, streets, parts of a building."""
    kinds = frozenset(phrase.kind for phrase in load_phrases())
    places = {*load_street_types(), *load_unit_words()}
    return _last_words(kinds - _NAMED) | (places - _group("fillers"))


def _group(name: str) -> frozenset[str]:
    """Labels' words that say nothing themselves (``fillers``); spelled ``digits``."""
    return read_groups("plain_words.txt")[name]
