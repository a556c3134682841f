"""Parts of Latin-script addresses recognised in a window of tokens, from left to right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from shotveil.core.clues.address_localities import country_heads, locality, postal
from shotveil.core.clues.address_marks import TIGHT, Mark, run_end
from shotveil.core.clues.address_roads import ending_road, numbered_road, plain_street, prefixed_road
from shotveil.core.clues.address_tokens import Window
from shotveil.core.parse import places
from shotveil.core.parse.address_parts import match_box, match_unit
from shotveil.core.parse.address_words import (
    ROAD_ENDINGS,
    Token,
    is_ordinal,
    load_prefix_roads,
    looks_misread,
    street_type,
    unit_word,
)

_LONE_UNITS: Final = frozenset(["apt", "apartment", "unit", "flat", "suite", "ste"])


def find_marks(text: str, window: Window) -> list[Mark]:
    """Marks of a window from left to right, without overlap; the first that fits wins."""
    marks: list[Mark] = []
    ahead = _look_ahead(window)
    at = 0
    while at < len(window.tokens):
        mark = _mark_at(text, window, at, ahead[at])
        if mark is None:
            at += 1
            continue
        marks.append(mark)
        at = mark.end
    return marks


@dataclass(frozen=True, slots=True)
class _Ahead:
    """Whether a street type, a region, state or country, or a road ending stands among the next tokens."""

    street: bool
    region: bool
    ending: bool


_ROAD_TAILS: Final = (*ROAD_ENDINGS, "str")
_NOTHING_AHEAD: Final = _Ahead(False, False, False)


def _look_ahead(window: Window) -> list[_Ahead]:
    states, regions, countries = places.load_states(), places.load_regions(), country_heads()
    street = region = ending = -99
    result = [_NOTHING_AHEAD] * len(window.tokens)
    for index in range(len(window.tokens) - 1, -1, -1):
        token = window.tokens[index]
        if len(token.folded) > 3 and token.folded.endswith(_ROAD_TAILS):
            ending = index
        if max(street, region, ending) >= 0:
            result[index] = _Ahead(
                0 <= street - index <= 5, 0 <= region - index <= 6, 0 <= ending - index <= 4
            )
        if not token.is_capitalized:
            continue
        folded = token.folded
        if street_type(token):
            street = index
        if folded in states or folded in regions or folded in countries:
            region = index
    return result


def _mark_at(text: str, window: Window, at: int, ahead: _Ahead) -> Mark | None:
    token = window.tokens[at]
    if not (token.has_digit or token.is_capitalized or looks_misread(token)) and not _may_begin(token):
        return None
    tokens = window.tokens[at : run_end(window, at, 10, gaps=TIGHT)]
    box = match_box(tokens, 0)
    if box:
        return Mark("box", at, at + box.end, 3 if token.folded != "box" else 2)
    if token.has_digit and not is_ordinal(token):
        road = numbered_road(text, window, at, tokens)
        if road and road.kind == "named" and road.strength < 2:
            road = postal(window, at, tokens) or road
        return (
            road
            or postal(window, at, tokens)
            or _unit(at, tokens)
            or (locality(window, at) if ahead.region and looks_misread(token) else None)
        )
    unit = _unit(at, tokens)
    if unit:
        return unit
    if not token.is_capitalized and not is_ordinal(token) and not looks_misread(token):
        return prefixed_road(window, at, tokens) or ending_road(window, at, tokens)
    return (
        (postal(window, at, tokens) if token.has_digit or len(token.text) <= 2 else None)
        or prefixed_road(window, at, tokens)
        or (locality(window, at) if ahead.region else None)
        or (ending_road(window, at, tokens) if ahead.ending else None)
        or (plain_street(window, at) if ahead.street else None)
    )


def _may_begin(token: Token) -> bool:
    """True for a lower-case word that may begin a part of an address."""
    folded = token.folded
    return (
        unit_word(token) is not None
        or folded in load_prefix_roads()
        or token.text == "#"
        or folded in {"po", "p", "box", "first", "second", "third"}
        or (len(folded) > 5 and folded.endswith(ROAD_ENDINGS))
    )


def _unit(at: int, tokens: Sequence[Token]) -> Mark | None:
    piece = match_unit(tokens, 0)
    if piece is None:
        return None
    if (
        not tokens[0].is_capitalized
        and tokens[0].is_word
        and not any(t.has_digit for t in tokens[: piece.end])
    ):
        return None
    identifier = tokens[piece.end - 1]
    if identifier.is_word and len(identifier.text) == 1 and not identifier.is_capitalized:
        return None
    lone = tokens[0].folded in _LONE_UNITS and any(token.has_digit for token in tokens[1 : piece.end])
    home = lone and tokens[0].folded in {"apt", "apartment", "flat"}
    return Mark("unit", at, at + piece.end, 3 if home else 2 if lone else 1)
