"""What is known of single words: how common as given name, family name and ordinary word."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

from shotveil.core.lexicons import read_ranked

NOT_LISTED: Final = 99
"""Word level of a word that is no ordinary word."""

_SPECIAL: Final = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "’": "'"}
)
_CONTRACTED: Final = ("'ve", "'m", "'ll", "'d", "'re", "n't")
_ENDINGS: Final = (
    ("ies", ("y",)), ("es", ("", "e")), ("s", ("",)), ("ied", ("y",)), ("ed", ("", "e")), ("ing", ("", "e")),
    ("ly", ("",)), ("er", ("", "e")), ("ers", ("", "e")), ("ness", ("",)),
)  # fmt: skip


@cache
def read_groups(name: str) -> dict[str, frozenset[str]]:
    """Word groups of a lexicon file: ``[group]`` headings, then words; entries of several words use ``_``."""
    groups: dict[str, set[str]] = {}
    current: set[str] = set()
    text = files("shotveil.core.lexicons").joinpath(name).read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.startswith("["):
            current = groups.setdefault(line.strip()[1:-1], set())
        elif line and not line.startswith("#"):
            current.update(word.replace("_", " ") for word in line.split())
    return {key: frozenset(words) for key, words in groups.items()}


def match_any(words: Iterable[str]) -> str:
    """A pattern for any of these words, the longest that fits first."""
    return "|".join(map(re.escape, sorted(words, key=lambda word: (-len(word), word))))


def fold_name(word: str) -> str:
    """Lower case without accents: the key of the Latin name lexicons."""
    word = word.casefold()
    if word.isascii():
        return word
    plain = unicodedata.normalize("NFD", word.translate(_SPECIAL))
    return "".join(char for char in plain if not unicodedata.combining(char))


def given_rank(key: str) -> int:
    """How common a folded word is as a given name: 3 very common .. 0 rare, -1 not known as one."""
    return _best_part(read_ranked("names_given.txt"), key)


def family_rank(key: str) -> int:
    """How common a folded word is as a family name: 3 very common .. 0 rare, -1 not known as one."""
    return _best_part(read_ranked("names_family.txt"), key)


def is_listed_name(key: str) -> bool:
    """Whether a folded word is known as a given or a family name, however rare."""
    return given_rank(key) >= 0 or family_rank(key) >= 0


def _best_part(table: dict[str, int], key: str) -> int:
    rank = table.get(key, -1)
    if rank < 0 and "-" in key:
        return min((table.get(part, -1) for part in key.split("-")), default=-1)
    return rank


def listed_level(key: str) -> int:
    """Like ``word_level``, but endings are not taken off: "nils" is no plural."""
    level = read_ranked("words_en.txt").get(key)
    return read_ranked("words_en_more.txt").get(key, NOT_LISTED) if level is None else level


@lru_cache(maxsize=65536)
def word_level(key: str) -> int:
    """How rare a folded word is as an ordinary English word: 10 most common .. 40, 99 not listed."""
    level = read_ranked("words_en_more.txt").get(key)
    return learned_level(key) if level is None else level


@lru_cache(maxsize=65536)
def learned_level(key: str) -> int:
    """The same by ``words_en.txt`` alone: what the network has learned from."""
    table = read_ranked("words_en.txt")
    level = table.get(key)
    if level is not None:
        return level
    if key.endswith(_CONTRACTED):
        return 10
    if "-" in key or "'" in key:
        parts = key.replace("'", "-").split("-")
        return max(learned_level(part) if len(part) > 1 else 10 for part in parts)
    for ending, stems in _ENDINGS:
        if key.endswith(ending) and len(key) - len(ending) >= 3:
            base = key[: -len(ending)]
            if ending in ("ed", "ing", "er") and base[-1] == base[-2] and base[:-1] in table:
                return table[base[:-1]]
            for stem in stems:
                if base + stem in table:
                    return table[base + stem]
    return NOT_LISTED


def is_product(key: str) -> bool:
    """Whether a folded word is a tool or another product that has a name, though people may be called so."""
    groups = read_groups("person_cues_en.txt")
    return key in groups["tool"] or key in groups["product"] or key in groups["assistant"]


def is_assistant(key: str) -> bool:
    """Whether a folded word is a program that people greet and ask: alone it is nobody's name."""
    return key in read_groups("person_cues_en.txt")["assistant"]


def is_proper_word(key: str) -> bool:
    """Whether a folded word is capitalised for another reason: a people, language, faith, month or day."""
    groups = read_groups("words_en_upper.txt")
    return key in groups["upper"] or key in groups["language"]


def is_learned_proper(key: str) -> bool:
    """The same by the words that the network has learned from."""
    return key in read_groups("words_en_upper.txt")["upper"]
