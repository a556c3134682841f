"""Parts of a Latin-script address that words or shapes give away: units, boxes, postal codes, states."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from shotveil.core.parse import places
from shotveil.core.parse.address_words import (
    UK_INWARD,
    UK_POSTAL,
    UNIT_ID,
    US_POSTAL,
    Token,
    is_ordinal,
    unit_word,
)
from shotveil.core.patterns import compile_late


@dataclass(frozen=True, slots=True)
class Piece:
    """Tokens ``start:end`` of a segment read as ``key``; "rest" for words not yet understood."""

    key: str
    start: int
    end: int


_GLUED_UNIT: Final = compile_late(
    r"(apt|unit|suite|ste|rm|room|bldg|flat)\.?(\d{1,5}[A-Za-z]?)", re.IGNORECASE
)
_GLUED_KEYS: Final = {"suite": "suite", "ste": "suite", "rm": "room", "room": "room", "bldg": "building"}
_FLOORS: Final = frozenset(["fl", "flr", "floor", "level", "lvl", "og", "etage", "lower", "upper", "stock"])


def may_open_unit(token: Token) -> bool:
    """False where neither a unit nor a box begins with this token, whatever follows it."""
    folded = token.folded
    return (
        token.has_digit
        or token.text == "#"
        or folded in _BOX_HEADS
        or folded in {"lower", "upper", "ground"}
        or is_ordinal(token)
        or unit_word(token) is not None
    )


def match_unit(tokens: Sequence[Token], at: int) -> Piece | None:
    """A unit, suite, room, building, floor, P.O. or military box that begins at token ``at``."""
    token = tokens[at]
    box = match_box(tokens, at)
    if box:
        return box
    glued = _GLUED_UNIT.fullmatch(token.text) if token.has_digit and token.is_word else None
    if glued:
        return Piece(_GLUED_KEYS.get(glued.group(1).lower(), "unit"), at, at + 1)
    if token.text == "#" and at + 1 < len(tokens) and unit_word(tokens[at + 1]):
        inner = match_unit(tokens, at + 1)
        return Piece(inner.key, at, inner.end) if inner else None
    if token.text == "#":
        if at + 1 < len(tokens) and UNIT_ID.fullmatch(tokens[at + 1].text.rstrip(".")):
            return Piece("unit", at, at + 2)
        return None
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if is_ordinal(token) and following and (unit_word(following) or ("", False))[0] == "detail":
        return Piece("detail", at, at + 2)
    if token.folded in {"lower", "upper", "ground"} and following and following.folded in {"level", "floor"}:
        return Piece("detail", at, at + 2)
    if token.text.isdigit() and following and following.folded in {"og", "floor", "fl", "etage", "stock"}:
        return Piece("detail", at, at + 2)
    found = unit_word(token)
    if not found:
        return None
    key, alone = found
    end = at + 1
    if end < len(tokens) and (tokens[end].text == "#" or tokens[end].folded in {"no", "number", "nr", "num"}):
        end += 1
    if token.folded in _FLOORS and end < len(tokens) and sum(c.isdigit() for c in tokens[end].text) > 3:
        return None
    if end < len(tokens) and UNIT_ID.fullmatch(tokens[end].text.rstrip(".")) and not is_state(tokens, end):
        return Piece(key, at, end + 1)
    return Piece(key, at, at + 1) if alone else None


_BOX_HEADS: Final = frozenset(
    ["pobox", "po", "p", "postoffice", "post", "postbox", "box", "postfach", "psc", "pob", "hc", "rr", "cmr"]
)


_BOX_PHRASES: Final = (
    *(["pobox"], ["pob"], ["po", "box"], ["p", "o", "box"], ["postoffice", "box"], ["post", "office", "box"]),
    *(["postbox"], ["box"], ["postfach"]),
)


def match_box(tokens: Sequence[Token], at: int) -> Piece | None:
    """``PO Box 12``, ``P. O. Box 12``, ``PSC 2581, Box 0041``, ``Unit 0524 Box 3095``."""
    if tokens[at].folded not in _BOX_HEADS:
        return None
    folded = [token.folded for token in tokens[at : at + 5]]
    for head in _BOX_PHRASES:
        end = at + len(head)
        if folded[: len(head)] == head and end < len(tokens):
            if tokens[end].text == "#":
                end += 1
            if end < len(tokens) and (tokens[end].has_digit or len(tokens[end].text) == 1):
                return Piece("detail", at, end + 1)
    if (
        folded[0] in {"hc", "rr", "cmr"}
        and len(folded) > 3
        and tokens[at + 1].has_digit
        and folded[2] == "box"
    ):
        return Piece("detail", at, at + 4) if tokens[at + 3].has_digit else None
    if folded[:1] == ["psc"] and at + 1 < len(tokens) and tokens[at + 1].text.isdigit():
        return Piece("detail", at, at + 2)
    return None


def match_postal(tokens: Sequence[Token], at: int) -> Piece | None:
    """A postal code that begins at token ``at``; the caller checks its place."""
    token = tokens[at]
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if following and UK_POSTAL.fullmatch(token.text) and UK_INWARD.fullmatch(following.text):
        return Piece("postal_code", at, at + 2)
    if (
        len(token.text) in (6, 7)
        and UK_POSTAL.fullmatch(token.text[:-3])
        and UK_INWARD.fullmatch(token.text[-3:])
    ):
        return Piece("postal_code", at, at + 1)
    if following and is_canadian(token.text + following.text):
        return Piece("postal_code", at, at + 2)
    digits = token.text.replace("-", "")
    if US_POSTAL.fullmatch(token.text) and sum(c.isdigit() for c in digits) >= 3:
        return Piece("postal_code", at, at + 1)
    if digits.isdigit() and 4 <= len(digits) <= 8 and len(token.text) <= 9:
        end = at + 1
        letters = following is not None and following.text.isupper() and len(following.text) == 2
        if len(digits) == 4 and letters and not is_state(tokens, at + 1):
            end += 1
        return Piece("postal_code", at, end)
    if digits.isdigit() and len(digits) == 3:
        if following and following.text.isdigit() and len(following.text) == 2:
            return Piece("postal_code", at, at + 2)
        return Piece("postal_code", at, at + 1)
    return None


def is_canadian(text: str) -> bool:
    """True for the six characters of a Canadian postal code."""
    return len(text) == 6 and all(c.isdigit() == bool(i % 2) for i, c in enumerate(text))


def is_state(tokens: Sequence[Token], at: int) -> bool:
    return bool(match_state(tokens, at))


def match_state(tokens: Sequence[Token], at: int) -> Piece | None:
    """A US state or another country's first-level region, closed by the segment end or a postal code."""
    states, regions = places.load_states(), places.load_regions()
    for size in (3, 2, 1):
        end = at + size
        if end > len(tokens):
            continue
        words = tokens[at:end]
        key = "".join(token.folded for token in words)
        if key not in states and key not in regions:
            noisy = places.load_noisy("state").get("".join(token.noisy for token in words))
            if noisy is None:
                continue
        code = size == 1 and len(key) <= 3
        if (
            code
            and not (words[0].text.isupper() or words[0].text.endswith("."))
            and at > 0
            and end < len(tokens)
        ) and not match_postal(tokens, end):
            continue
        if end == len(tokens) or match_postal(tokens, end) or match_country(tokens, end):
            return Piece("province", at, end)
    return None


def match_country(tokens: Sequence[Token], at: int) -> Piece | None:
    """A country's name that runs to the end of the segment or to a postal code at its end."""
    countries = places.load_countries()
    ends = [len(tokens)]
    if len(tokens) - at >= 2 and tokens[-1].has_digit:
        ends.append(len(tokens) - 1)
    for end in ends:
        if at < end and "".join(token.folded for token in tokens[at:end]) in countries:
            if len(tokens[at].folded) == 2 and end - at == 1 and not tokens[at].text.isupper():
                return None
            return Piece("country", at, end)
    return None
