"""Parts of Latin-script addresses recognised in a window of tokens, from left to right."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from shotveil.core.clues.address.localities import country_heads, locality, postal
from shotveil.core.clues.address.marks import TIGHT, Mark, run_end
from shotveil.core.clues.address.roads import (
    ending_road,
    is_in_date,
    numbered_road,
    plain_street,
    prefixed_road,
)
from shotveil.core.clues.address.tokens import Window
from shotveil.core.parse import places
from shotveil.core.parse.address_parts import match_box, match_unit, may_open_unit
from shotveil.core.parse.address_words import (
    ROAD_ENDINGS,
    Token,
    is_ordinal,
    load_prefix_roads,
    looks_misread,
    make_token,
    street_type,
    unit_word,
)

_LONE_UNITS: Final = frozenset(["apt", "apartment", "unit", "flat", "suite", "ste"])


def find_marks(text: str, window: Window) -> list[Mark]:
    """Marks of a window from left to right, without overlap; the first that fits wins."""
    marks: list[Mark] = []
    starts = [_how_begins(token.text) for token in window.tokens]
    if not any(starts):
        return marks
    ahead = _look_ahead(window)
    reached = 0
    for at, (start, seen) in enumerate(zip(starts, ahead, strict=True)):
        if at < reached or not start or (start == _WITH_COMPANY and seen is _NOTHING_AHEAD):
            continue
        mark = _mark_at(text, window, at, seen)
        if mark is not None:
            marks.append(mark)
            reached = mark.end
    return marks


class _Ahead(NamedTuple):
    """Whether a street type, a region, state or country, or a road ending stands among the next tokens."""

    street: bool
    region: bool
    ending: bool


_ROAD_TAILS: Final = (*ROAD_ENDINGS, "str")
_NOTHING_AHEAD: Final = _Ahead(False, False, False)
_WITH_COMPANY: Final = 1
"""The word begins a part of an address only where something of one stands ahead of it."""


def _look_ahead(window: Window) -> list[_Ahead]:
    street = region = ending = -99
    result = [_NOTHING_AHEAD] * len(window.tokens)
    for index in range(len(window.tokens) - 1, -1, -1):
        is_street, is_region, is_ending = _what_stands(window.tokens[index].text)
        if is_ending:
            ending = index
        if (street - index <= 5 and street >= 0) or 0 <= region - index <= 6 or 0 <= ending - index <= 4:
            result[index] = _Ahead(
                0 <= street - index <= 5, 0 <= region - index <= 6, 0 <= ending - index <= 4
            )
        if is_street:
            street = index
        if is_region:
            region = index
    return result


@lru_cache(maxsize=16_384)
def _what_stands(word: str) -> tuple[bool, bool, bool]:
    """What a token says to those before it: a street type, a region, the ending of a road."""
    token = make_token(word, 0)
    folded = token.folded
    ending = len(folded) > 3 and folded.endswith(_ROAD_TAILS)
    if not token.is_capitalized:
        return False, False, ending
    region = folded in places.load_states() or folded in places.load_regions() or folded in country_heads()
    return street_type(token) is not None, region, ending


@lru_cache(maxsize=16_384)
def _opens_unit(word: str) -> bool:
    return may_open_unit(make_token(word, 0))


@lru_cache(maxsize=16_384)
def _how_begins(word: str) -> int:
    """Whether a part of an address may begin with a word: 0 never, 2 always, 1 by what stands ahead."""
    token = make_token(word, 0)
    if token.has_digit:
        return 2
    if not (token.is_capitalized or looks_misread(token)):
        return 2 if _may_begin(token) else 0
    opens = len(word) <= 2 or _may_begin(token) or may_open_unit(token)
    return 2 if opens else _WITH_COMPANY


def _mark_at(text: str, window: Window, at: int, ahead: _Ahead) -> Mark | None:
    token = window.tokens[at]
    tokens = window.tokens[at : run_end(window, at, 10, gaps=TIGHT)]
    if len(tokens) == 1 and token.text.isdigit():
        return None  # a number is a part of an address by what follows it
    box = match_box(tokens, 0)
    if box:
        return Mark("box", at, at + box.end, 3 if token.folded != "box" else 2)
    if token.has_digit and is_in_date(text, token):
        return None
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
    if _opens_unit(token.text) and (unit := _unit(at, tokens)):
        return unit
    if not token.is_capitalized and not is_ordinal(token) and not looks_misread(token):
        return prefixed_road(window, at, tokens) or ending_road(at, tokens)
    return (
        (postal(window, at, tokens) if token.has_digit or len(token.text) <= 2 else None)
        or prefixed_road(window, at, tokens)
        or (locality(window, at) if ahead.region else None)
        or (ending_road(at, tokens) if ahead.ending else None)
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
