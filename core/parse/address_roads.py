"""Where a road begins and ends in Latin-script addresses: street types, directions, numbered roads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shotveil.core.parse.address_parts import Piece, is_state, match_unit
from shotveil.core.parse.address_words import (
    DIRECTIONS,
    NUMBER_WORDS,
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
    if (
        (tokens[at].folded in NUMBER_WORDS and at + 2 < len(tokens))
        or is_house_number(tokens[at])
        or (tokens[at].has_digit and len(tokens[at].text) <= 6)
    ) and not is_ordinal(tokens[at]):
        end = at + 1
        if end < len(tokens) and (tokens[end].text in "½¼¾" or tokens[end].text in {"1/2", "1/4", "3/4"}):
            end += 1
        number, begin = Piece("number", at, end), end
    stop = road_end(tokens, begin, numbered=number is not None)
    if stop is None and number is not None:
        stop = _directed_end(tokens, begin)
    if stop is None:
        return None
    return [*([number] if number else []), Piece("road", begin, stop)]


def _directed_end(tokens: Sequence[Token], begin: int) -> int | None:
    """A road of a direction and a name without type ("111 W Washington", "Broadway")."""
    head = begin
    while head < len(tokens) and tokens[head].folded in DIRECTIONS:
        head += 1
    if head < len(tokens) and tokens[head].folded in {"broadway", "bowery", "strand"}:
        return head + 1
    if head == begin:
        return None
    end = head
    while end < len(tokens) and tokens[end].is_word and not unit_word(tokens[end]) and end - head < 4:
        if end > head and is_state(tokens, end):
            break
        end += 1
    return end if end > head else None


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
        while end in strong and tokens[end].is_capitalized == tokens[end - 1].is_capitalized:
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
    """Behind a direction that follows the street type; before a postal code it is a state (NE)."""
    if end >= len(tokens) or tokens[end].folded not in DIRECTIONS:
        return end
    following = tokens[end + 1] if end + 1 < len(tokens) else None
    if len(tokens[end].folded) <= 2:
        postal = following is not None and following.has_digit and len(following.text) >= 5
        return end if postal and is_state(tokens, end) else end + 1
    return end + 1 if following is None or unit_word(following) or following.has_digit else end


def _is_saint(tokens: Sequence[Token], at: int, types: Sequence[int]) -> bool:
    if tokens[at].folded != "st" or at + 1 >= len(tokens):
        return False
    strong = [other for other in types if (street_type(tokens[other]) or ("", False))[1]]
    return any(at + 1 < other <= at + 4 for other in strong) and tokens[at + 1].is_word


def _prefixed_road(tokens: Sequence[Token], head: int, limit: int) -> int | None:
    """``Highway 61``, ``State Highway No. 33``, ``IL Rte. 2``, ``County Road UV``, ``Avenue H``."""
    at = head
    if at + 1 < limit and tokens[at].folded in _ROAD_OWNERS and tokens[at + 1].folded in NUMBERED_ROADS:
        at += 1
    first = at
    while at < limit and tokens[at].folded in NUMBERED_ROADS:
        at += 1
    if at > first and at < len(tokens):
        if at + 1 < len(tokens) and (tokens[at].text == "#" or tokens[at].folded in {"no", "number"}):
            at += 1
        if _is_road_number(tokens[at]) and not (tokens[at].is_word and is_state(tokens, at)):
            return _with_direction(tokens, at + 1)
    if head + 1 < limit and tokens[head].folded in {"avenue", "ave", "avenida", "calle", "street"}:
        following = tokens[head + 1]
        if (len(following.text) == 1 and following.is_word) or following.has_digit:
            return head + 2
    return None


_ROAD_OWNERS: Final = frozenset(["old", "new", "city", "us", "business", "farm", "il", "al", "fm", "ranch"])


def _is_road_number(token: Token) -> bool:
    if token.has_digit:
        return len(token.text) <= 5
    return len(token.text) <= 2 and token.text.isupper() and token.folded not in DIRECTIONS
