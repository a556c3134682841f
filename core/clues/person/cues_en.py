"""What stands around a Latin name: titles, greetings, verbs, relations, lists (CONTRACT b.2, b.5)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from shotveil.core.clues.context import Context
from shotveil.core.clues.person.lexicon import fold_name, is_assistant, read_groups
from shotveil.core.clues.person.words import Word
from shotveil.core.parse.places import find_city, load_countries, load_states
from shotveil.core.patterns import compile_late
from shotveil.core.quick_records import made_quickly

_LEFT: Final = compile_late(r"([^A-Za-zÀ-ɏ]{0,6})((?:[a-z]+['’])?[A-Za-zÀ-ɏ]+)?")
"""The word before, and what parts it from the name; read from the name on, backwards."""
_RIGHT: Final = compile_late(r"([^A-Za-z0-9À-ɏ]{0,4})([A-Za-zÀ-ɏ'’]+)?")
_STREET: Final = compile_late(
    r"(?i)[ ,]{1,2}(?:st|street|rd|road|ave|avenue|blvd|boulevard|lane|ln|drive|dr|ct|court|place|pl|way"
    r"|terrace|hwy|highway|pkwy|parkway|square|sq|plaza|strasse|straße|str)(?![A-Za-z])\.?"
)
_CELL_LEFT: Final = compile_late(r"(?:^|[\n\ue000,;|\t])[ \"']?$")
_CELL_RIGHT: Final = compile_late(r"[\"']?[,;|\t][ ]?[\"']?(?=\S{0,40}@|[+(]?\d)|[ ]?[<(]\S{1,40}@")
_BORN: Final = compile_late(r"(?:,|,? \()? ?(?:born|née|nee|DOB|d\.o\.b\.|aged)(?= [0-9A-Z:])")
_PLACE_BEFORE: Final = frozenset({"in", "at", "near", "to", "of"})
_LONGEST_END: Final = 4
_SENTENCE_END: Final = compile_late(r"(?:^|[.!?…\n\ue000\"“”*#>:\-–—•|]\s{0,3}|\s[-*•]\s|\d[.)]\s)$")


@made_quickly
@dataclass(frozen=True, slots=True)
class Surround:
    """Cues on both sides of a possible name; those that few ask for are worked out when asked.

    Attributes:
        surface: the possible name.
        left: what stands before it, up to 40 characters.
        right: what stands behind it, up to 32.
        word: the word before it, in small letters.
        joint: what parts that word from the name, without blanks at its ends.
        mark: what parts the name from the word behind it.
        follower: that word, in small letters.
        is_named: a title, a greeting or a relation stands before it.
        is_said: a verb that only people do stands beside it.
    """

    surface: str
    left: str
    right: str
    word: str
    joint: str
    mark: str
    follower: str
    is_named: bool
    is_said: bool

    @property
    def names_person(self) -> bool:
        return self.is_named or self.is_said

    @property
    def hints_person(self) -> bool:
        before = not self.joint and self.word in _cues("before")
        return before or self.right.startswith(("'s ", "’s "))

    @property
    def starts_sentence(self) -> bool:
        return not self.left or _SENTENCE_END.search(self.left[-_LONGEST_END:]) is not None

    @property
    def street_after(self) -> bool:
        return _STREET.match(self.right) is not None

    @property
    def place_before(self) -> bool:
        return not self.joint and self.word in _PLACE_BEFORE

    @property
    def is_place(self) -> bool:
        return not self.is_named and is_known_place(self.surface)

    @property
    def fills_cell(self) -> bool:
        return _CELL_LEFT.search(self.left) is not None and _CELL_RIGHT.match(self.right) is not None

    @property
    def weight(self) -> float:
        """The sum of the cues, for a single word."""
        weight = 0.4 * self.is_named + 0.3 * self.is_said
        weight += _soft_weight(self.word, self.joint, self.mark, self.follower, self.right)
        return weight + _line_weight(self.left, self.right, self.starts_sentence)


@cache
def _cues(group: str) -> frozenset[str]:
    return read_groups("person_cues_en.txt")[group]


def ends_in_phrase(left: str, phrases: frozenset[str]) -> bool:
    """Whether the line before a name ends in one of the phrases (lower case, up to four words)."""
    line = left[-48:].rsplit("\n", 1)[-1].rsplit("\ue000", 1)[-1].lower().replace("’", "'").replace(":", " ")
    words = line.replace("\ue001", " ").rstrip(" ,\"“'(").split()
    if not words or words[-1] not in _last_words(phrases):
        return False
    return any(" ".join(words[-size:]) in phrases for size in range(1, min(4, len(words)) + 1))


@lru_cache(maxsize=64)
def _last_words(phrases: frozenset[str]) -> frozenset[str]:
    return frozenset(phrase.rsplit(" ", 1)[-1] for phrase in phrases)


def look_around(context: Context, start: int, end: int) -> Surround:
    """The cues around ``start:end`` of the stream."""
    text = context.text
    left = text[max(0, start - 40) : start]
    right = text[end : end + 32]
    before = _LEFT.match(left[::-1])
    after = _RIGHT.match(right)
    assert before is not None
    assert after is not None
    word, blank = (before.group(2) or "")[::-1].lower(), before.group(1)[::-1]
    mark, follower, joint = after.group(1), (after.group(2) or "").lower(), blank.strip()
    named = (
        (not joint and (word in _cues("hard_before") or word in _cues("relation")))
        or (not blank.strip(" ,!") and word in _cues("greet"))
        or ends_in_phrase(left, _cues("named"))
    )
    named = named or _BORN.match(right) is not None
    said = mark.isspace() and follower in _cues("hard_say")
    said = said or (blank in {" ", "\ue001"} and word in _cues("hard_say"))
    return Surround(text[start:end], left, right, word, joint, mark, follower, named, said)


def _soft_weight(word: str, joint: str, mark: str, follower: str, right: str) -> float:
    weight = 0.0
    if not joint and word in _cues("before"):
        weight += 0.1
    if not joint and word in {"given", "gave", "here's", "tell", "told"}:
        weight += 0.4 if follower in {"his", "her", "their", "my", "was", "that"} else 0.25
    if mark.isspace() and follower in _cues("say") and follower not in _cues("hard_say"):
        weight += 0.15
    if right.startswith(("'s ", "’s ", " ' s ", "'s\n")):
        weight += 0.25
    if joint in {"the", "a"} or (word in _cues("after_only") and not joint):
        weight -= 0.3
    return weight


def _line_weight(left: str, right: str, starts: bool) -> float:
    """Vocatives and speakers: "Anna, can you", ", Anna!", "Anna: hello"."""
    weight = 0.0
    if left.endswith(", ") and right[:1] in {"!", "?", "."}:
        weight += 0.25
    if starts and re.match(
        r",? (?:can|could|please|you|i|we|do|are|is it|thanks|how|what|where|when)\b", right.lower()
    ):
        weight += 0.4 if right.startswith(",") else 0.0
    if (not left or left[-1] in "\n\ue000") and re.match(r": \S", right):
        weight += 0.3
    return weight


_CODE: Final = compile_late(r"[{}<>=\\_;`|\[\]]")
_SPEAKER: Final = compile_late(r"\A[ \t]{0,4}(?:\[?[\d:]{4,8}\]? )?<[@+]?[\w.\-\[\]]{1,30}> ")
"""Who speaks in a chat: no mark of code."""
_ITEM: Final = compile_late(r"[ \t]{0,8}[*•·+\-–][ \t\u00a0]{1,8}")
_LOWER_WORDS: Final = compile_late(r"(?<![A-Za-z])[a-z]{2,}(?![A-Za-z])")


def is_prose(text: str, start: int, end: int, least: int = 3) -> bool:
    """Whether ``start:end`` stands in a sentence: small words (``least``) on its line, no marks of code."""
    left = text[max(0, start - 80) : start].rsplit("\n", 1)[-1].rsplit("\ue000", 1)[-1]
    left = _SPEAKER.sub("", left)
    right = text[end : end + 80].split("\n", 1)[0].split("\ue000", 1)[0]
    if _CODE.search(left[-30:]) or _CODE.search(right[:30]):
        return False
    words = len(_LOWER_WORDS.findall(left)) + len(_LOWER_WORDS.findall(right))
    return words >= least or (words > 0 and _ITEM.fullmatch(left) is not None and right[:1] in " '’")


@cache
def _places() -> frozenset[str]:
    names = {fold_name(name) for name in load_states()} | {fold_name(name) for name in load_countries()}
    return frozenset(names)


def is_known_place(surface: str) -> bool:
    """Whether a word is a country, a state or a large city."""
    key = fold_name(surface).replace(" ", "")
    if key in _places():
        return True
    city = find_city(key)
    return city is not None and city.population_k >= 300


_SOCIAL: Final = compile_late(r", ([a-z]+)(?![A-Za-z])")
_RELATED: Final = compile_late(r"([A-Za-z]+) \Z")


def names_human(words: Iterable[str]) -> bool:
    """Whether one of some words, in small letters, is what only people are (``my sister``)."""
    return not _human_words().isdisjoint(words)


@cache
def _human_words() -> frozenset[str]:
    return (_cues("relation") | _cues("listed_role")) - _cues("helper")


def means_assistant(word: Word, text: str) -> bool:
    """Whether one word is a program that people ask; a common given name is somebody's before small talk."""
    if not is_assistant(word.key):
        return False
    before = _RELATED.search(text, max(0, word.start - 24), word.start)
    if before and names_human([before[1].lower()]):
        return False
    after = _SOCIAL.match(text, word.end) if word.given >= 2 else None
    return after is None or after[1] not in _cues("social")
