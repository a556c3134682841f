"""What the recognisers of address parts share: marks, words of names, words that end them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, Literal

from shotveil.core.clues.address.tokens import Window
from shotveil.core.parse.address_words import (
    Token,
    is_ordinal,
    load_inner_words,
    looks_misread,
    street_type,
)
from shotveil.core.parse.places import load_cities

Kind = Literal["road", "street", "named", "unit", "box", "locality", "postal", "city", "country"]

PARTICLES: Final = load_inner_words()
"""Folded small words inside names of streets and cities (of, de la, van den)."""

FIRM_TYPES: Final = frozenset(
    [
        "street",
        "avenue",
        "road",
        "boulevard",
        "lane",
        "parkway",
        "highway",
        "crescent",
        "terrace",
        "expressway",
        "freeway",
        "turnpike",
        "alley",
    ]
)
"""Street types that make a road of one capitalised word before them, in running text too."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Tokens ``start:end`` of a window read as ``kind``; ``strength`` 1 needs company, 3 stands alone."""

    kind: Kind
    start: int
    end: int
    strength: int


@cache
def load_stop_words() -> frozenset[str]:
    """Folded words that never stand inside a street or city name."""
    text = files("shotveil.core.lexicons").joinpath("address_stop_words.txt").read_text(encoding="utf-8")
    return frozenset(word for line in text.splitlines() if not line.startswith("#") for word in line.split())


def run_end(window: Window, start: int, limit: int, *, gaps: frozenset[str]) -> int:
    """Index behind the run of tokens from ``start`` whose inner gaps all are of ``gaps``."""
    end = start + 1
    while end < len(window.tokens) and end - start < limit and window.gaps[end] in gaps:
        end += 1
    return end


TIGHT: Final = frozenset({"", "blank", "inline"})
SAME_BLOCK: Final = frozenset({"", "blank"})


def is_name_word(token: Token) -> bool:
    """True for a word that may stand in a proper name of a street, city or building."""
    if token.folded in load_stop_words():
        return token.is_capitalized and (
            token.folded in {"the", "no", "may"} or street_type(token) is not None
        )
    return token.is_capitalized or is_ordinal(token) or looks_misread(token)


def is_city_word(token: Token) -> bool:
    """True for a capitalised word that is a city's name as well as an ordinary word (Bath, Mobile)."""
    return token.is_capitalized and token.folded in load_stop_words() and token.folded in load_cities()
