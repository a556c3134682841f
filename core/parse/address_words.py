"""Word classes of Latin-script addresses: street types, directions, units, numbers, postal codes."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final, NamedTuple

from shotveil.core.parse.places import fold_lookalikes, fold_word, read_lexicon
from shotveil.core.patterns import compile_late

_TOKEN: Final = compile_late(r"[^\W_]+(?:[.'’&\-/–][^\W_]+)*\.?|[½¼¾#]|\S")
_SEPARATORS: Final = frozenset(",;|\n·•，；、>")


class Token(NamedTuple):
    """A word, number or mark of an address; ``start:end`` in the text it was read from."""

    text: str
    start: int
    end: int
    folded: str
    is_word: bool
    has_digit: bool
    is_capitalized: bool
    is_house_number: bool
    is_ordinal: bool
    street: tuple[str, bool] | None
    unit: tuple[str, bool] | None

    @property
    def noisy(self) -> str:
        """The key under which OCR readings of the word agree."""
        return _noisy_key(self.text)


@lru_cache(maxsize=4096)
def _noisy_key(text: str) -> str:
    return fold_lookalikes(text)


def make_token(text: str, start: int) -> Token:
    """The token for ``text`` at offset ``start``."""
    return tuple.__new__(Token, (text, start, start + len(text), *_read_traits(text)))


@lru_cache(maxsize=16_384)
def _read_traits(
    text: str,
) -> tuple[str, bool, bool, bool, bool, bool, tuple[str, bool] | None, tuple[str, bool] | None]:
    """All that a word says by itself: read once, however often it stands in an address."""
    plain = text.isalpha()
    folded = text.casefold() if plain else fold_word(text)
    has_digit = not plain and any(character.isdigit() for character in text)
    ordinal = _ORDINAL.fullmatch(text) is not None if has_digit else folded in ORDINAL_WORDS
    street, unit = load_street_types().get(folded), load_unit_words().get(folded)
    if len(folded) > 2 and (has_digit or "I" in text or "l" in text):  # perhaps a misread one
        noisy = fold_lookalikes(text)
        street = street or load_street_types().get(_noisy_street_types().get(noisy, ""))
        unit = unit or load_unit_words().get(_noisy_unit_words().get(noisy, ""))
    return (
        folded, text[0].isalpha(), has_digit, text[0].isupper(), _reads_as_number(text), ordinal, street, unit
    )  # fmt: skip


def _reads_as_number(text: str) -> bool:
    if NUMBER.fullmatch(text):
        return True
    noisy = _NOISY_NUMBER.fullmatch(text) is not None
    return noisy and sum(c.isdigit() for c in text) * 3 >= len(text)


def split_segments(text: str) -> list[list[Token]]:
    """Tokens of ``text`` in runs parted by commas, line ends, inline gaps and blank dashes."""
    segments: list[list[Token]] = [[]]
    position = 0
    for match in _TOKEN.finditer(text):
        gap = text[position : match.start()]
        position = match.end()
        word = match.group()
        if any(character in _SEPARATORS for character in gap):
            segments.append([])
        if word in _SEPARATORS or word in "-–—()（）":
            segments.append([])
            continue
        if word.endswith(".") and word[:-1].isdigit():
            word = word[:-1]
        segments[-1].append(make_token(word, match.start()))
    return [segment for segment in segments if segment]


@cache
def load_street_types() -> dict[str, tuple[str, bool]]:
    """Folded street type or abbreviation to its full form and whether it is strong (a road by itself)."""
    table: dict[str, tuple[str, bool]] = {}
    for canonical, strength, *short in read_lexicon("street_types.tsv"):
        for form in (canonical, *(short[0].split() if short else ())):
            table.setdefault(fold_word(form), (canonical, strength == "strong"))
    return table


@cache
def _noisy_street_types() -> dict[str, str]:
    return {fold_lookalikes(form): form for form in load_street_types() if len(form) > 2}


@cache
def load_unit_words() -> dict[str, tuple[str, bool]]:
    """Folded unit word to its component key and whether it needs no identifier."""
    return {fold_word(word): (key, alone == "alone") for word, key, *rest in read_lexicon("unit_words.tsv")
            for alone in (rest[0] if rest else "",)}  # fmt: skip


@cache
def _noisy_unit_words() -> dict[str, str]:
    return {fold_lookalikes(form): form for form in load_unit_words() if len(form) > 2}


DIRECTIONS: Final[dict[str, str]] = {
    **{"n": "n", "s": "s", "e": "e", "w": "w", "ne": "ne", "nw": "nw", "se": "se", "sw": "sw"},
    **{"north": "n", "south": "s", "east": "e", "west": "w", "no": "n", "so": "s"},
    **{"northeast": "ne", "northwest": "nw", "southeast": "se", "southwest": "sw"},
}
"""Folded direction to its letters."""

NUMBERED_ROADS: Final = frozenset(
    [
        "highway",
        "hwy",
        "route",
        "rte",
        "road",
        "rd",
        "interstate",
        "i",
        "us",
        "sr",
        "cr",
        "fm",
        "rr",
        "state",
        "county",
    ]
)
"""Folded words that name a road together with the number behind them."""

NUMBER_WORDS: Final = frozenset(
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
)

ORDINAL_WORDS: Final = frozenset(
    [
        "first",
        "second",
        "third",
        "fourth",
        "fifth",
        "sixth",
        "seventh",
        "eighth",
        "ninth",
        "tenth",
        "eleventh",
        "twelfth",
        "ground",
        "top",
    ]
)


@cache
def load_prefix_roads() -> frozenset[str]:
    """Folded road words that stand before the name (French, Italian, Spanish, Portuguese, Slavic, Malay)."""
    return frozenset(
        word for row in read_lexicon("road_words.tsv") if row[0] == "before" for word in row[2].split()
    )


@cache
def load_inner_words() -> frozenset[str]:
    """Folded small words inside names of streets and cities."""
    return frozenset(
        word for row in read_lexicon("road_words.tsv") if row[0] == "inside" for word in row[2].split()
    )


ROAD_ENDINGS: Final = tuple(
    word for row in read_lexicon("road_words.tsv") if row[0] == "ending" for word in row[2].split()
)
"""Endings of one-word road names (German, Dutch, Nordic, Finnish, Icelandic, Hungarian), lower case."""

NUMBER: Final = compile_late(
    r"(?:\d{1,6}[A-Za-z]?|[NSEW]\d{1,6}(?:[NSEW]\d{1,6})?|\d{1,5}[-–/]\d{1,5}[A-Za-z]?|\d{1,4}-[A-Za-z])"
)
_NOISY_NUMBER: Final = compile_late(r"[0-9OolI|]{1,6}[A-Za-z]?")
_ORDINAL: Final = compile_late(r"\d{1,3}(?:st|nd|rd|th)", re.IGNORECASE)
US_POSTAL: Final = compile_late(r"[0-9OlI]{5}(?:-?\d{4,5})?")
UK_POSTAL: Final = compile_late(r"[A-Z]{1,2}\d[A-Z\d]?", re.IGNORECASE)
UK_INWARD: Final = compile_late(r"\d[ABD-HJLNP-UW-Z]{2}", re.IGNORECASE)
UNIT_ID: Final = compile_late(
    r"(?:[A-Z]-[A-Z]|[A-Za-z]{0,2}\d{1,5}(?:[-/]?[A-Za-z0-9]{1,3})?|[A-Za-z]|[0-9OlI]{1,5}[A-Za-z]?|[IVX]{1,4}|[A-Za-z]-?\d{1,4}[A-Za-z]?)"
)


def is_house_number(token: Token) -> bool:
    """True for ``418``, ``12B``, ``45-67``, ``1/2`` and OCR readings such as ``4l8``."""
    return token.is_house_number


def is_ordinal(token: Token) -> bool:
    """True for ``5th``, ``83rd``, ``Fifth``."""
    return token.is_ordinal


_UNIT_LETTERS: Final = frozenset(
    ["am", "pm", "st", "nd", "rd", "th", "kb", "mb", "gb", "tb", "km", "kg", "px", "ms"]
)


def looks_misread(token: Token) -> bool:
    """True for a name in which OCR took a letter for a digit, or I for l ("L0wer", "lris")."""
    text = token.text
    if token.has_digit:
        letters = sum(c.isalpha() for c in text)
        if letters == 2 and (text[0] not in "01" or text[1:].lower() in _UNIT_LETTERS):
            return False
        return letters >= 2 and all(c.isalpha() or c in "0158" for c in text) and letters * 2 > len(text)
    return len(text) > 3 and text[0] == "l" and text[1] not in "aeiouyl'’"


def street_type(token: Token) -> tuple[str, bool] | None:
    """Full form and strength of a street type, also in an OCR reading; None for other words."""
    return token.street


def unit_word(token: Token) -> tuple[str, bool] | None:
    """Component key of a unit word and whether it stands alone; None for other words."""
    return token.unit
