"""Latin-script addresses to components (CONTRACT d): a reader of one address text, not a finder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from shotveil.core.parse import places
from shotveil.core.parse.address_parts import (
    Piece,
    match_country,
    match_postal,
    match_state,
    match_unit,
)
from shotveil.core.parse.address_roads import match_road
from shotveil.core.parse.address_words import (
    DIRECTIONS,
    Token,
    is_house_number,
    is_ordinal,
    looks_misread,
    split_segments,
    street_type,
)
from shotveil.core.records import Component

_REST: Final = "rest"


def read_segment(tokens: Sequence[Token], *, has_road: bool) -> list[Piece]:
    """Pieces of one segment from left to right."""
    pieces: list[Piece] = []
    at = 0
    while at < len(tokens):
        found = _read_at(tokens, at, has_road=has_road)
        if found is None:
            if pieces and pieces[-1].key == _REST and pieces[-1].end == at:
                pieces[-1] = Piece(_REST, pieces[-1].start, at + 1)
            else:
                pieces.append(Piece(_REST, at, at + 1))
            at += 1
            continue
        pieces.extend(found)
        has_road = has_road or any(piece.key == "road" for piece in found)
        at = found[-1].end
    return pieces


def _read_at(tokens: Sequence[Token], at: int, *, has_road: bool) -> list[Piece] | None:
    token = tokens[at]
    unit = match_unit(tokens, at)
    if unit:
        return [unit]
    if token.has_digit and not is_ordinal(token):
        road = None if has_road else match_road(tokens, at)
        if road:
            return road
        postal = match_postal(tokens, at)
        if (
            postal
            and (postal.end == len(tokens) or match_country(tokens, postal.end) or (has_road and at == 0))
            and (has_road or at > 0 or len(token.text) >= 5 or postal.end - at == 2)
        ):
            return [postal]
        first = postal and not has_road and at == 0 and postal.end < len(tokens) and len(token.text) == 5
        return [postal] if first and postal and len(tokens) > 2 and match_state(tokens[-1:], 0) else None
    postal = match_postal(tokens, at)
    if postal and at > 0:
        return [postal]
    if postal and token.has_digit:
        return [postal]
    if has_road and token.text == "&" and at + 1 < len(tokens):
        crossing = match_road(tokens, at + 1)
        if crossing:
            return [Piece("road", at + 1, crossing[-1].end)]
    country = match_country(tokens, at)
    state = match_state(tokens, at)
    if country and not state:
        return [country]
    if state:
        return [state]
    return match_road(tokens, at) if not has_road and at == 0 else None


def parse_latin(text: str) -> tuple[Component, ...]:
    """Components of one Latin-script address in the order they are written; () when nothing is read."""
    segments = _rejoin_directions(split_segments(text))
    rows: list[tuple[Sequence[Token], Piece]] = []
    has_road = False
    for tokens in segments:
        pieces = read_segment(tokens, has_road=has_road)
        has_road = has_road or any(piece.key == "road" for piece in pieces)
        rows.extend((tokens, piece) for piece in pieces)
    rows = _open_roads(rows, has_road=has_road)
    rows = _settle_states(rows)
    keys = _settle_rest(rows)
    components = []
    for (words, piece), key in zip(rows, keys, strict=True):
        start, end = words[piece.start].start, words[piece.end - 1].end
        levels = ("province", "city") if key == "multi_admin" else ()
        components.append(Component(key, text[start:end], start, end, levels))
    return tuple(components)


def _rejoin_directions(segments: list[list[Token]]) -> list[list[Token]]:
    """ "Peachtree Street, NE, Atlanta": the direction behind the comma belongs to the road."""
    result: list[list[Token]] = []
    for segment in segments:
        first = segment[0]
        before = result[-1] if result else []
        letters = first.folded in DIRECTIONS and len(first.folded) <= 2 and first.text.isupper()
        alone = len(segment) == 1 or not segment[1].has_digit or segment[1].text == "#"
        if letters and alone and len(before) > 1 and street_type(before[-1]):
            before.append(first)
            segment = segment[1:]
        if segment:
            result.append(segment)
    return result


def _open_roads(
    rows: list[tuple[Sequence[Token], Piece]], *, has_road: bool
) -> list[tuple[Sequence[Token], Piece]]:
    """A number with words but no street type ("219 South Dearborn", "Lindevej 12") is a road too."""
    if has_road:
        return rows
    result: list[tuple[Sequence[Token], Piece]] = []
    for tokens, piece in rows:
        words = tokens[piece.start : piece.end]
        if piece.key == _REST and not has_road and len(words) >= 2:
            if is_house_number(words[0]) and any(token.is_word for token in words[1:]):
                result.append((tokens, Piece("number", piece.start, piece.start + 1)))
                result.append((tokens, Piece("road", piece.start + 1, piece.end)))
                has_road = True
                continue
            if is_house_number(words[-1]) and words[0].is_word:
                result.append((tokens, Piece("road", piece.start, piece.end - 1)))
                result.append((tokens, Piece("number", piece.end - 1, piece.end)))
                has_road = True
                continue
        result.append((tokens, piece))
    return result


def _settle_states(rows: list[tuple[Sequence[Token], Piece]]) -> list[tuple[Sequence[Token], Piece]]:
    """Of two states in a row the first is a city ("New York, NY"); a lone one may be either."""
    result = list(rows)
    for index, (tokens, piece) in enumerate(rows):
        if piece.key != "province":
            continue
        following = rows[index + 1][1].key if index + 1 < len(rows) else ""
        name = "".join(token.folded for token in tokens[piece.start : piece.end])
        noisy = places.load_noisy("city").get(
            "".join(token.noisy for token in tokens[piece.start : piece.end])
        )
        long_name = len(name) > 3 and (name in places.load_cities() or noisy is not None)
        if following == "province" and long_name:
            result[index] = (tokens, replace(piece, key="city"))
        elif long_name and not any(row[1].key in {_REST, "city"} for row in rows[:index]):
            result[index] = (tokens, replace(piece, key="multi_admin"))
    return result


def _settle_rest(rows: Sequence[tuple[Sequence[Token], Piece]]) -> list[str]:
    """Names not yet understood: city before state or postal code, place or district before the city."""
    keys = [piece.key for _, piece in rows]
    rest = [index for index, key in enumerate(keys) if key == _REST]
    has_city = "city" in keys or "multi_admin" in keys
    cities = places.load_cities()
    if not has_city:
        chosen = _choose_city(rows, keys, rest, cities)
        if chosen is not None:
            keys[chosen] = "city"
            rest.remove(chosen)
            has_city = True
    road = next((index for index, key in enumerate(keys) if key == "road"), None)
    for index in rest:
        words = _words(rows[index])
        if len(words) == 1 and words[0].has_digit:
            behind = road is not None and index == road + 1 and "number" not in keys
            keys[index] = "number" if behind or road is None else "detail"
        elif (
            road is None
            and has_city
            and not any(key in {"unit", "room", "suite", "building"} for key in keys)
        ):
            keys[index] = "district"
        elif "city" in keys and index > keys.index("city"):
            keys[index] = "province" if "province" not in keys else "detail"
        else:
            keys[index] = "poi"
    return keys


def _words(row: tuple[Sequence[Token], Piece]) -> Sequence[Token]:
    tokens, piece = row
    return tokens[piece.start : piece.end]


def _choose_city(
    rows: Sequence[tuple[Sequence[Token], Piece]],
    keys: Sequence[str],
    rest: Sequence[int],
    cities: places.Gazetteer,
) -> int | None:
    anchors = {"province", "postal_code", "country"}
    rest = [index for index in rest if any(t.is_word or looks_misread(t) for t in _words(rows[index]))]
    for index in reversed(rest):
        if index + 1 < len(keys) and keys[index + 1] in anchors:
            return index
    for index in reversed(rest):
        if index > 0 and keys[index - 1] == "postal_code":
            return index
    for index in reversed(rest):
        tokens, piece = rows[index]
        words = tokens[piece.start : piece.end]
        name = "".join(token.folded for token in words)
        noisy = places.load_noisy("city").get("".join(token.noisy for token in words))
        if name in cities or noisy in cities:
            return index
    road = next((index for index, key in enumerate(keys) if key == "road"), None)
    last = rest[-1] if rest else None
    if last is not None and (road is None or last > road) and last == len(keys) - 1 and len(keys) != 1:
        return last if keys[last - 1] not in {"unit"} or road is not None else None
    return None
