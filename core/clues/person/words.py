"""Runs of capitalised words and what each word says for or against a name."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, NamedTuple

from shotveil.core.clues.person.lexicon import (
    NOT_LISTED,
    family_rank,
    fold_name,
    given_rank,
    is_proper_word,
    listed_level,
    read_groups,
    word_level,
)
from shotveil.core.patterns import compile_late

_UPPER: Final = "A-ZÀ-ÖØ-Þ" + "".join(
    char for char in map(chr, (*range(0x100, 0x250), *range(0x1E00, 0x1F00))) if char.isupper()
)
_LETTER: Final = "A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ"

_FAMILY_ENDINGS: Final = tuple(sorted(read_groups("person_cues_en.txt")["family_ending"]))
"""Endings that family names of many countries share and ordinary words do not."""

LETTER: Final = f"[{_LETTER}]"
GAP: Final = r"[ \t\u00a0\ue001]{1,3}"
_TITLES: Final = "Dr|Mr|Mrs|Ms|Mx|Prof|Hon|Rev|Jr|Sr|St|Lt|Col|Gen|Sgt|Capt|Sen|Rep|Gov|Messrs|Mme|Fr|Sra"
_LETTERS: Final = (
    rf"[{_LETTER}]{{0,40}}(?:['’](?!s(?![{_LETTER}]))[{_LETTER}]{{1,40}}|[-‐][{_LETTER}]{{1,40}}){{0,4}}"
)
_WORD: Final = rf"(?:(?:{_TITLES})\.|(?:[{_UPPER}]\.){{1,4}}|(?:[ae]l-)?[{_UPPER}]{_LETTERS})"
_TITLE_TAILS: Final = "|".join(f"(?<={title[0]}){title[1:]}" for title in _TITLES.split("|"))
_FIRST_WORD: Final = (
    rf"[{_UPPER}](?<![{_LETTER}0-9@#/\\=].)(?<![{_LETTER}0-9/]_.)"
    rf"(?:(?:{_TITLE_TAILS})\.|\.(?:[{_UPPER}]\.){{0,3}}|{_LETTERS})"
)
"""A word at its capital: what begins with one is found far quicker than what looks back first."""
_PARTICLE: Final = (
    "(?:van|von|de|der|den|del|della|di|da|dos|das|du|la|le|el|al|bin|ibn|binti|ben|ter|ten|zu|zur|af|av|y|e"
    "|of|and|&)"
)
RUN: Final = compile_late(rf"{_FIRST_WORD}(?:{GAP}(?:{_PARTICLE}{GAP}){{0,2}}{_WORD}){{0,11}}")
_CLASS: Final = compile_late(r"(?!Fitz|Saint|Mc|Mac)[A-Z][a-z]{3,14}(?:[A-Z][a-z]{3,14}){1,4}")
SYLLABLES: Final = compile_late(r"[A-Z][a-z]{1,5}[-‐][a-z]{2,6}(?![a-z])")
"""A given name of two syllables, as Korean and Chinese ones are written (Hyun-woo)."""
_BLANK: Final = compile_late(GAP)
_PIECE: Final = compile_late(rf"{_WORD}|[{_LETTER}&]+")


class Word(NamedTuple):
    """One word of a run; ``given`` and ``family`` weigh how far it reads as such a name (0 to 3)."""

    start: int
    end: int
    text: str
    key: str
    given: float
    family: float
    level: int
    is_plain: bool
    """An ordinary word and nothing else: no part of a name, no title, initial or word of a firm."""
    is_initial: bool
    is_title: bool
    is_upper: bool
    """All capitals, more than one."""
    is_capitalised: bool
    is_name: bool
    """Known as a given or a family name, whatever else it is."""
    is_unknown: bool
    """Neither an ordinary word nor known as a name: a possible part of one."""


@cache
def barred_words() -> frozenset[str]:
    """Words that are part of no name: of places, organizations and screens."""
    groups = read_groups("org_words_en.txt")
    months = "january february march april may june july august september october november december"
    days = "monday tuesday wednesday thursday friday saturday sunday christmas easter hanukkah ramadan diwali"
    cues = read_groups("person_cues_en.txt")
    return (
        groups["place"]
        | groups["legal"]
        | groups["strong"]
        | cues["placeholder"]
        | cues["foreign_small"]
        | read_groups("trades_en.txt")["trade"]
        | frozenset(f"{months} {days}".split())
    )


@lru_cache(maxsize=16384)
def is_barred(key: str) -> bool:
    """Whether a folded word speaks against a name beside or at it."""
    return key in barred_words() or is_proper_word(key)


@lru_cache(maxsize=16384)
def weigh_word(key: str) -> tuple[float, float, int]:
    """Weight as given name, as family name, and ordinary-word level of a folded word."""
    given, family = given_rank(key), family_rank(key)
    level = listed_level(key) if given >= 1 or family >= 0 else word_level(key)
    weight = _weigh(family, level, key)
    if family < 1 and given < 0 and level == NOT_LISTED and len(key) >= 6 and key.endswith(_FAMILY_ENDINGS):
        weight = max(weight, 1.5)
    if key.startswith("o'") and len(key) > 4:
        weight = max(weight, 2.0)
    return _weigh(given, level, key), weight, level


def _weigh(rank: int, level: int, key: str) -> float:
    if rank < 0 or key in read_groups("person_cues_en.txt")["foreign_small"]:
        return 0.0
    if level == NOT_LISTED:
        weight = (1.0, 1.5, 2.0, 3.0)[rank]
    elif level <= 10:
        weight = (0.0, 0.0, 0.6, 1.2)[rank]
    elif level <= 20:
        weight = (0.0, 0.3, 1.0, 2.0)[rank]
    else:
        weight = (0.3, 0.6, 1.5, 2.5)[rank]
    return min(weight, 1.2) if is_barred(key) else weight


def weigh_given(key: str, rank: int) -> float:
    """Weight as given name of a folded word whose rank as one is known (1 and above)."""
    return _weigh(rank, listed_level(key), key)


def read_word(text: str, start: int, end: int) -> Word:
    """The word at ``start:end`` with its weights."""
    surface = text[start:end]
    return tuple.__new__(Word, (start, end, surface, *_read_surface(surface)))


@lru_cache(maxsize=16384)
def _read_surface(surface: str) -> tuple[str, float, float, int, bool, bool, bool, bool, bool, bool, bool]:
    """What a word says wherever it stands: the fields of ``Word`` from ``key`` on."""
    key = fold_name(surface).rstrip(".").replace("‐", "-")
    given, family, level = weigh_word(key)
    plain = len(surface) > 1 and surface.isalpha() and surface[0].isupper()
    plain = plain and level <= 10 and given < 0.3 and family < 0.3 and key not in _telling_words()
    return (
        key,
        given,
        family,
        level,
        plain,
        surface[1:2] == "." or (len(surface) == 1 and surface.isupper()),
        key in read_groups("person_cues_en.txt")["title"],
        len(surface) > 1 and surface.isupper(),
        surface[:1].isupper() or surface[:3] in {"al-", "el-"},
        given >= 1 or family >= 1,
        level == NOT_LISTED and not is_barred(key),
    )


def is_class_name(surface: str) -> bool:
    """Whether a word is two words joined by a capital, as classes of programs are (``ObjectMapper``)."""
    return _CLASS.fullmatch(surface) is not None


@cache
def _telling_words() -> frozenset[str]:
    """Ordinary words that rules of names or organizations read more in."""
    person, firm = read_groups("person_cues_en.txt"), read_groups("org_words_en.txt")
    return person["title"] | firm["strong"] | firm["legal"] | firm["agency"]


@lru_cache(maxsize=4)
def find_runs(text: str) -> tuple[tuple[Word, ...], ...]:
    """Runs of capitalised words, particles and initials between them included; shared by several rules."""
    return tuple([_read_run(text, *match.span()) for match in RUN.finditer(text)])


def is_plain_run(run: tuple[Word, ...]) -> bool:
    """Whether a run holds nothing but plain words."""
    return run[0].is_plain and (len(run) == 1 or all([word.is_plain for word in run]))


def _read_run(text: str, start: int, end: int) -> tuple[Word, ...]:
    if _BLANK.search(text, start, end) is None:
        return (read_word(text, start, end),)
    return tuple([read_word(text, *piece.span()) for piece in _PIECE.finditer(text, start, end)])
