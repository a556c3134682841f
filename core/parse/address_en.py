"""Latin-script addresses to components (CONTRACT d): a reader of one address text, not a finder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from shotveil.core.parse import places
from shotveil.core.parse.address_words import (
    DIRECTIONS,
    NUMBERED_ROADS,
    ROAD_ENDINGS,
    UK_INWARD,
    UK_POSTAL,
    UNIT_ID,
    US_POSTAL,
    Token,
    is_house_number,
    is_ordinal,
    looks_misread,
    split_segments,
    street_type,
    unit_word,
)
from shotveil.core.records import Component

_REST = "rest"


@dataclass(frozen=True, slots=True)
class Piece:
    """Tokens ``start:end`` of a segment read as ``key``; "rest" for words not yet understood."""

    key: str
    start: int
    end: int


def match_unit(tokens: Sequence[Token], at: int) -> Piece | None:
    """A unit, suite, room, building, floor, P.O. or military box that begins at token ``at``."""
    token = tokens[at]
    box = match_box(tokens, at)
    if box:
        return box
    if token.text == "#":
        if at + 1 < len(tokens) and UNIT_ID.fullmatch(tokens[at + 1].text):
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
    if key == "detail" and end < len(tokens) and sum(c.isdigit() for c in tokens[end].text) > 3:
        return None
    if end < len(tokens) and UNIT_ID.fullmatch(tokens[end].text) and not _is_state(tokens, end):
        return Piece(key, at, end + 1)
    return Piece(key, at, at + 1) if alone else None


_BOX_HEADS: Final = frozenset(["pobox", "po", "p", "postoffice", "post", "postbox", "box", "postfach", "psc"])


def match_box(tokens: Sequence[Token], at: int) -> Piece | None:
    """``PO Box 12``, ``P. O. Box 12``, ``PSC 2581, Box 0041``, ``Unit 0524 Box 3095``."""
    if tokens[at].folded not in _BOX_HEADS:
        return None
    folded = [token.folded for token in tokens[at : at + 5]]
    for head in (["pobox"], ["po", "box"], ["p", "o", "box"], ["postoffice", "box"], ["post", "office", "box"],
                 ["postbox"], ["box"], ["postfach"]):  # fmt: skip
        end = at + len(head)
        if folded[: len(head)] == head and end < len(tokens):
            if tokens[end].text == "#":
                end += 1
            if end < len(tokens) and (tokens[end].has_digit or len(tokens[end].text) == 1):
                return Piece("detail", at, end + 1)
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
    if following and _is_canadian(token.text + following.text):
        return Piece("postal_code", at, at + 2)
    digits = token.text.replace("-", "")
    if US_POSTAL.fullmatch(token.text) and sum(c.isdigit() for c in digits) >= 3:
        return Piece("postal_code", at, at + 1)
    if digits.isdigit() and 4 <= len(digits) <= 8 and len(token.text) <= 9:
        end = at + 1
        if len(digits) == 4 and following and following.text.isupper() and len(following.text) == 2:
            if not _is_state(tokens, at + 1):
                end += 1
        return Piece("postal_code", at, end)
    if digits.isdigit() and len(digits) == 3:
        if following and following.text.isdigit() and len(following.text) == 2:
            return Piece("postal_code", at, at + 2)
        return Piece("postal_code", at, at + 1)
    return None


def _is_canadian(text: str) -> bool:
    return len(text) == 6 and all(c.isdigit() == bool(i % 2) for i, c in enumerate(text))


def _is_state(tokens: Sequence[Token], at: int) -> bool:
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
        ):
            if not match_postal(tokens, end):
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


def match_road(tokens: Sequence[Token], at: int) -> list[Piece] | None:
    """House number (optional) and road that begin at token ``at``, by street type or road form."""
    begin = at
    number: Piece | None = None
    if is_house_number(tokens[at]) or (tokens[at].has_digit and len(tokens[at].text) <= 6):
        if not is_ordinal(tokens[at]):
            end = at + 1
            if end < len(tokens) and (tokens[end].text in "½¼¾" or tokens[end].text in {"1/2", "1/4", "3/4"}):
                end += 1
            number, begin = Piece("number", at, end), end
    stop = road_end(tokens, begin, numbered=number is not None)
    if stop is None:
        return None
    return [*([number] if number else []), Piece("road", begin, stop)]


def road_end(tokens: Sequence[Token], begin: int, *, numbered: bool) -> int | None:
    """Index behind the road name that begins at ``begin``, or None when no road form is seen."""
    limit = begin
    while limit < len(tokens) and limit - begin < 8:
        token = tokens[limit]
        if not token.is_word and not is_ordinal(token) and not token.has_digit and token.text not in "½/":
            break
        if limit > begin and (match_unit(tokens, limit) and not street_type(token)):
            break
        limit += 1
    head = begin
    while head < limit - 1 and tokens[head].folded in DIRECTIONS:
        head += 1
    prefixed = _prefixed_road(tokens, head, limit)
    if prefixed:
        return prefixed
    types = [i for i in range(head + 1, limit) if street_type(tokens[i])]
    strong = [
        i for i in types if (street_type(tokens[i]) or ("", False))[1] and not _is_saint(tokens, i, types)
    ]
    if strong:
        end = strong[0] + 1
        while end in strong:
            end += 1
    elif types and numbered:
        end = types[0] + 1
        while end in types:
            end += 1
    else:
        tail = [
            i
            for i in range(head, limit)
            if tokens[i].text.casefold().endswith(ROAD_ENDINGS) and len(tokens[i].text) > 5
        ]
        if not tail:
            return None
        end = tail[-1] + 1
        if not numbered and end < len(tokens) and is_house_number(tokens[end]):
            return end
        return end
    return _with_direction(tokens, end)


def _with_direction(tokens: Sequence[Token], end: int) -> int:
    if end < len(tokens) and tokens[end].folded in DIRECTIONS:
        last = end + 1 == len(tokens)
        if len(tokens[end].folded) <= 2 or last or unit_word(tokens[end + 1]) or tokens[end + 1].has_digit:
            if not (len(tokens[end].folded) == 2 and _is_state(tokens, end)):
                return end + 1
    return end


def _is_saint(tokens: Sequence[Token], at: int, types: Sequence[int]) -> bool:
    if tokens[at].folded != "st" or at + 1 >= len(tokens):
        return False
    return any(at + 1 < other <= at + 4 for other in types) and tokens[at + 1].is_word


def _prefixed_road(tokens: Sequence[Token], head: int, limit: int) -> int | None:
    """``Highway 61``, ``County Road 12``, ``Avenue H``; ``Via Franscini``, ``Calle 5``."""
    at = head
    while at < limit and tokens[at].folded in NUMBERED_ROADS:
        at += 1
    if at > head and at < len(tokens) and (tokens[at].has_digit or len(tokens[at].text) == 1):
        return _with_direction(tokens, at + 1)
    if head + 1 < limit and tokens[head].folded in {"avenue", "ave", "avenida", "calle", "street"}:
        following = tokens[head + 1]
        if (len(following.text) == 1 and following.is_word) or following.has_digit:
            return head + 2
    return None


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
        if postal and (
            postal.end == len(tokens) or match_country(tokens, postal.end) or (has_road and at == 0)
        ):
            if has_road or at > 0 or len(token.text) >= 5 or postal.end - at == 2:
                return [postal]
        if postal and not has_road and at == 0 and postal.end < len(tokens) and len(token.text) == 5:
            if match_state(tokens[-1:], 0) or len(tokens) == 2:
                return None if len(tokens) == 2 else [postal]
        return None
    postal = match_postal(tokens, at)
    if postal and at > 0:
        return [postal]
    if postal and token.has_digit:
        return [postal]
    country = match_country(tokens, at)
    state = match_state(tokens, at)
    if country and not (state and at == 0 and len(tokens) == 1):
        return [country]
    if state:
        return [state]
    if not has_road and (at == 0 or token.folded in DIRECTIONS or token.is_capitalized or is_ordinal(token)):
        if at == 0:
            return match_road(tokens, at)
    return None


def parse_latin(text: str) -> tuple[Component, ...]:
    """Components of one Latin-script address in the order they are written; () when nothing is read."""
    segments = split_segments(text)
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


def _open_roads(
    rows: list[tuple[Sequence[Token], Piece]], *, has_road: bool
) -> list[tuple[Sequence[Token], Piece]]:
    """A number with words but no street type ("219 South Dearborn", "Ringvej 144") is a road too."""
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
