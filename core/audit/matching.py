"""Texts and values made comparable (CONTRACT Equation 6): NFKC, case fold, no blanks or punctuation."""

from __future__ import annotations

import string
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import compress
from typing import Final

from shotveil.core.labels import LABELS
from shotveil.core.patterns import compile_late
from shotveil.core.stream.model import HARD_BREAK

WALL: Final = "\x00"
"""Stands in a comparable text where no value may run through: a hard break or one of our references."""

_DROPPED_CATEGORIES: Final = frozenset("PZC")
_LABELS = "|".join(sorted(LABELS, key=len, reverse=True))
_REFERENCE: Final = compile_late(
    rf"[\[［(|Il]{{0,3}}[ \t]?(?:{_LABELS})[ \t]?[#＃][ \t]?[0-9]{{1,9}}(?:[ \t]?\.[ \t]?[A-Z=0-9-]{{1,40}})?"
    r"[\]］)|Il]{0,3}"
)
_NUMBER: Final = compile_late(r"[0-9][0-9 .:()/\-]*")
_TIME: Final = compile_late(
    r"(?:[0-9]{4}([-/.])[0-9]{2}\1[0-9]{2}[T ]?)?[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?:[.,][0-9]{1,6})?"
    r"|[0-9]{4}([-/.])[0-9]{2}\2[0-9]{2}"
)
_SIGNS: Final = string.punctuation + " "
_LONGEST_TIME: Final = 26
_LEAST_BARE: Final = 8
"""Digits from which on an address without any of its points is one still."""


@dataclass(frozen=True, slots=True)
class Comparable:
    """A text reduced to what is compared.

    ``places[i]`` is the offset in ``raw`` of the character that gave ``text[i]``.
    """

    raw: str
    text: str
    places: Sequence[int]

    def raw_range(self, start: int, end: int) -> tuple[int, int]:
        """Range in the raw text of comparable characters ``start:end``."""
        return self.places[start], self.places[end - 1] + 1


def reduce_text(raw: str) -> Comparable:
    """The comparable form of a text; hard breaks and our own references become walls."""
    guarded = _REFERENCE.sub(lambda match: WALL * len(match[0]), raw).replace(HARD_BREAK, WALL)
    if guarded.isascii():
        mask = guarded.encode().translate(_KEPT)
        return Comparable(raw, guarded.translate(_FOLDED), list(compress(range(len(mask)), mask)))
    text: list[str] = []
    places: list[int] = []
    for place, cluster in _clusters(guarded):
        for char in _reduce_cluster(cluster):
            text.append(char)
            places.append(place)
    return Comparable(raw, "".join(text), places)


def reduce_value(value: str) -> str:
    """The comparable form of one value."""
    folded = unicodedata.normalize("NFKC", value).casefold()
    return "".join(char for char in folded if not is_dropped(char))


def is_dropped(char: str) -> bool:
    """True for white space, punctuation, control and format characters."""
    return char in string.punctuation or unicodedata.category(char)[0] in _DROPPED_CATEGORIES


def at_boundaries(raw: str, start: int, end: int) -> bool:
    """True when raw characters ``start:end`` begin and end where tokens do.

    Letters and digits of alphabetic scripts hang together; Chinese characters stand alone.
    """
    before = start > 0 and _joins(raw[start - 1]) and _joins(raw[start])
    after = end < len(raw) and _joins(raw[end - 1]) and _joins(raw[end])
    return not before and not after


def is_same_number(value: str, shown: str, type: str) -> bool:
    """Whether a text of the same digits can be the value: a clock time is no address of a machine.

    Values with letters, and long ones, are told by their characters; short numbers by where their parts end
    too. A reader may lose a sign of an address, it invents none.
    """
    if value == shown or len(shown) > _LONGEST_TIME or not _NUMBER.fullmatch(value):
        return True
    if type == "IP":
        ends = _part_ends(shown)
        is_foreign = any(sign in shown and sign not in value for sign in ":/")
        return not is_foreign and ends <= _part_ends(value) and (bool(ends) or len(shown) >= _LEAST_BARE)
    return _TIME.fullmatch(shown) is None or _TIME.fullmatch(value) is not None


def _part_ends(number: str) -> set[int]:
    """How many digits stand before each sign in a number."""
    ends, digits = set(), 0
    for char in number.strip(_SIGNS):
        if char.isdigit():
            digits += 1
        else:
            ends.add(digits)
    return ends


@cache
def _joins(char: str) -> bool:
    return char.isalnum() and unicodedata.east_asian_width(char) not in "WF"


@cache
def _reduce_cluster(cluster: str) -> str:
    if cluster == WALL:
        return WALL
    return "".join(c for c in unicodedata.normalize("NFKC", cluster).casefold() if not is_dropped(c))


def _clusters(text: str) -> list[tuple[int, str]]:
    """Each character with the combining marks that follow it, and its offset."""
    clusters: list[tuple[int, str]] = []
    for place, char in enumerate(text):
        if clusters and not char.isascii() and unicodedata.combining(char):
            clusters[-1] = (clusters[-1][0], clusters[-1][1] + char)
        else:
            clusters.append((place, char))
    return clusters


_ASCII: Final = tuple(
    WALL if chr(code) == WALL else "" if is_dropped(chr(code)) else chr(code).casefold()
    for code in range(128)
)
_FOLDED: Final = dict(enumerate(_ASCII))
_KEPT: Final = bytes(bool(_ASCII[code]) if code < 128 else 1 for code in range(256))
