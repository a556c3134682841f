"""What the network may not claim: countries, peoples, everyday words, programs, names of things."""

from __future__ import annotations

from functools import cache
from typing import Final

from shotveil.core.clues.person.cues_en import is_known_place
from shotveil.core.clues.person.eponyms import (
    is_called_thing,
    is_nobody,
    is_nobody_zh,
    names_a_thing,
    names_a_thing_zh,
)
from shotveil.core.clues.person.lexicon import (
    NOT_LISTED,
    family_rank,
    fold_name,
    given_rank,
    is_listed_name,
    is_product,
    is_proper_word,
    read_groups,
    word_level,
)
from shotveil.core.clues.person.words import is_class_name
from shotveil.core.clues.person.zh_model import (
    build_lattice,
    cost_of_name,
    find_run_around,
    is_colour,
    is_rare_word,
    load_things,
    load_words,
)
from shotveil.core.clues.tagger.features import everyday_words
from shotveil.core.parse.name_zh import load_surnames, load_transliteration
from shotveil.core.patterns import compile_late

_HAN: Final = compile_late(r"[\u3400-\u9fff]")
_BESIDES: Final = "前后里内外旁边"
"""Words for where, behind a place: no name that only the network sees ends in one."""
_LONGEST_ACRONYM: Final = 4
COMMON_WORD: Final = 20
"""Level up to which an ordinary word alone is no name, though some are called so."""
_OPENS: Final = compile_late(r"(?:^|[.!?\n]\s{1,3})$")
_OTHER_SCRIPT: Final = compile_late(
    r"[^\W_\u0000-\u024f\u3005-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]"
)
"""Letters of scripts that no Chinese name is written in: ciphers and broken text."""
_BEHIND_THE: Final = compile_late(r"(?<![A-Za-z])[Tt]he \Z")
_CAPITAL_NEXT: Final = compile_late(r" ([A-Z][a-z]+)(?![\w'’-])")
_LOWER_NEXT: Final = compile_late(r" ([a-z]+)")
_OF_A_HOUSE: Final = compile_late(r"[本该此]|[一二三四五六七八九十\d]{1,3}[楼层]")
"""Parts of a house without it: where a meeting room is, not where somebody lives."""


_DOUBTED: Final = 0.6
"""Certainty from which a Chinese name stands though its characters read better as words."""
_BETTER_AS_WORDS: Final = -8.0
"""Margin (cost units) of a name below which its line reads better without it."""


_DOUBTED_PLACE: Final = 0.6
_PLACE_TAILS: Final = frozenset("路街巷道村镇乡县区市省州河湖江岛桥站苑园口心")


def reads_as_thing(text: str, sure: float) -> bool:
    """Whether a doubted Chinese place holds an everyday word and none of places (置|阴凉, 高山)."""
    if sure >= _DOUBTED_PLACE or text[-1] in _PLACE_TAILS:
        return False
    words = load_words()
    kinds = {words[text[left:right]].kind for left, right in build_lattice(text).path() if right - left > 1}
    return not kinds.isdisjoint("nva") and "s" not in kinds


def reads_as_words(line: str, start: int, end: int, sure: float) -> bool:
    """Whether the characters of a doubted Chinese name are rather words of their line (余晖|映, 老太太)."""
    text = line[start:end]
    if sure >= _DOUBTED or len(text) not in (2, 3):
        return False
    if text[0] in load_surnames():
        first, run = find_run_around(line, start, end)
        cost = cost_of_name(text[0], text[1:])
        return build_lattice(run).margin(start - first, end - first, cost) < _BETTER_AS_WORDS
    if len(text) == 2 or all(char in load_transliteration() for char in text):
        return False
    return text[:2] in load_words() or is_rare_word(text[:2])


def _leads_with_country(key: str) -> bool:
    """Whether a Latin name of several words begins with a country: the beginning of a body's name."""
    from shotveil.core.parse.places import load_countries

    words = key.split()
    return any("".join(words[:size]) in load_countries() for size in range(1, len(words)))


def is_plausible(kind: str, text: str, medium: str) -> bool:
    """What the network may not claim: countries and states alone, peoples, everyday words."""
    from shotveil.core.parse.places import load_countries, load_states

    key = fold_name(text)
    if len(key) < 2 or not any(char.isalpha() for char in key):
        return False
    if (
        key in load_countries()
        or (kind == "ADDR" and _leads_with_country(key))
        or key in load_states()
        or is_proper_word(key)
    ):
        return False
    if kind == "ADDR" and medium != "text":
        return False
    if not key.isascii() and _HAN.search(key):
        if _OTHER_SCRIPT.search(key):
            return False
        if kind == "NAME" and key in _roles_zh():
            return False
        if kind == "NAME" and (key[-1] in _BESIDES or (len(key) == 2 and key in load_surnames())):
            return False
        if kind == "ADDR" and _OF_A_HOUSE.match(key):
            return False
        return " " not in key and key not in everyday_words()
    words = key.split()
    if is_nobody(words[0], words[-1]):
        return False
    if len(words) == 1 and (_is_tool(key) if kind == "ORG" else is_product(key)):
        return False
    if kind != "NAME" and text[:1].islower():
        return False
    if kind == "NAME" and is_class_name(text.rsplit(" ", 1)[-1]):
        return False
    if kind == "NAME" and (words[0] in _small_words() or not _words_of_nobody().isdisjoint(words)):
        return False
    if kind == "NAME" and len(words) == 1:
        if key in read_groups("person_cues_en.txt")["greet"]:
            return False
        if text.isupper() and len(text) <= _LONGEST_ACRONYM:
            return False
        return word_level(key) == NOT_LISTED or (is_listed_name(key) and word_level(key) > COMMON_WORD)
    if any(word_level(word) == NOT_LISTED for word in words):
        return True
    if text.islower():  # in small letters: a given name must be among them, and no everyday word
        return any(given_rank(word) >= 0 for word in words) and all(map(_may_be_name, words))
    return len(words) > 2


def _may_be_name(word: str) -> bool:
    return is_listed_name(word) or word_level(word) == NOT_LISTED


def is_given_name(text: str) -> bool:
    """Whether one Latin word is a given name and hardly anything else, no place and no product."""
    key = fold_name(text)
    if " " in text or not text[:1].isupper() or word_level(key) != NOT_LISTED or is_product(key):
        return False
    return given_rank(key) >= 1 and family_rank(key) < 1 and not is_known_place(text)


def is_word_or_thing(kind: str, line: str, start: int, end: int) -> bool:
    """Whether one word names a thing, or is an ordinary word that opens a sentence and governs no verb."""
    text = line[start:end]
    if _HAN.match(text):
        if is_colour(line, start, end):
            return True
        if kind != "NAME" and _touches_thing(line, start, end):
            return True
        return is_nobody_zh(line, start, end) if kind == "NAME" else names_a_thing_zh(line, end)
    if " " in text:
        return False
    if names_a_thing(line, end):
        return True
    if kind == "NAME" and (is_called_thing(line, start) or _is_landform(line, start, end)):
        return True
    if (
        kind != "NAME"
        or not text.isascii()
        or word_level(text.lower()) == NOT_LISTED
        or not _OPENS.search(line[:start])
    ):
        return False
    after = _LOWER_NEXT.match(line, end)
    return after is not None and after.group(1) not in _verbs()


def _is_landform(line: str, start: int, end: int) -> bool:
    """Whether "the" stands before a word that is no usual name, or a river or a mountain behind it."""
    key = fold_name(line[start:end])
    usual = given_rank(key) >= 1 or family_rank(key) >= 1
    return (not usual and _BEHIND_THE.search(line, max(0, start - 5), start) is not None) or (
        (after := _CAPITAL_NEXT.match(line, end)) is not None
        and after[1].lower() in read_groups("small_words.txt")["landform"]
    )


def _touches_thing(line: str, start: int, end: int) -> bool:
    """Whether an everyday thing, a medicine or a word of a clinic stands at a place, whole or in part."""
    return any(
        line[first:last] in load_things()
        for first in range(max(0, start - 3), end)
        for last in range(max(first + 2, start + 1), min(first + 6, len(line)) + 1)
    )


@cache
def _verbs() -> frozenset[str]:
    groups = read_groups("person_cues_en.txt")
    return groups["say"] | groups["hard_say"] | groups["human_verb"] | groups["human_maybe"]


def is_foreign_name(kind: str, text: str) -> bool:
    """What the network, which has read English, may claim in other languages: capitals, known as names."""
    words = [word for word in text.split() if word not in read_groups("person_cues_en.txt")["particle"]]
    keys = [fold_name(word) for word in words]
    return (
        kind == "NAME"
        and len(words) > 1
        and all(word[0].isupper() for word in words)
        and keys[0] not in read_groups("small_words.txt")["article"]
        and any(given_rank(key) > 0 for key in keys)
    )


def _is_tool(key: str) -> bool:
    return key in read_groups("person_cues_en.txt")["tool"]


def _small_words() -> frozenset[str]:
    return read_groups("person_cues_en.txt")["foreign_small"]


@cache
def _roles_zh() -> frozenset[str]:
    groups = read_groups("person_cues_zh.txt")
    return groups["title"] | groups["before_title"] | groups["service_role"] | groups["kin"]


@cache
def _words_of_nobody() -> frozenset[str]:
    """Words that stand in no name: small ones that are no particles ("der" is), and placeholders."""
    groups = read_groups("person_cues_en.txt")
    return groups["placeholder"] | (groups["foreign_small"] - groups["particle"])
