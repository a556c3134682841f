"""Where a road begins and ends in Latin-script addresses: street types, directions, numbered roads."""

from __future__ import annotations

from collections.abc import Sequence

from shotveil.core.parse.address_parts import Piece, is_state, match_unit
from shotveil.core.parse.address_words import (
    DIRECTIONS,
    NUMBERED_ROADS,
    ROAD_ENDINGS,
    Token,
    is_house_number,
    is_ordinal,
    street_type,
    unit_word,
)


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
            if not (len(tokens[end].folded) == 2 and is_state(tokens, end)):
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
