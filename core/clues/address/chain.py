"""Marks joined to whole Latin-script addresses: what belongs together, and how far it reaches."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from shotveil.core.clues.address.marks import PARTICLES, Mark, is_city_word, is_name_word, load_stop_words
from shotveil.core.clues.address.tokens import Window
from shotveil.core.clues.person.lexicon import fold_name, given_rank, word_level
from shotveil.core.clues.person.words import SYLLABLES
from shotveil.core.parse import places
from shotveil.core.parse.address_words import (
    Token,
    is_house_number,
    load_street_types,
    street_type,
    unit_word,
)

_JOINING = frozenset({"", "blank", "inline", "comma", "line"})


_GREETINGS: Final = frozenset(["best", "kind", "warm", "many", "happy", "good", "dear", "yours"])
_COMMON_WORD: Final = 20
_MOST_MARKS: Final = 12
_MILITARY: Final = frozenset(["apo", "fpo", "dpo"])
_SHIPS: Final = frozenset(["uss", "usns", "usnv", "uscgc", "psc", "cmr"])


@dataclass(frozen=True, slots=True)
class Chain:
    """Marks that form one address; tokens ``start:end`` of the window, fillers between marks included."""

    marks: tuple[Mark, ...]
    start: int
    end: int

    @property
    def kinds(self) -> frozenset[str]:
        return frozenset(mark.kind for mark in self.marks)

    @property
    def strength(self) -> int:
        return sum(mark.strength for mark in self.marks)


def join_marks(window: Window, marks: list[Mark]) -> list[Chain]:
    """Chains in order: neighbouring marks, with at most four capitalised words between two."""
    chains: list[Chain] = []
    for mark in marks:
        previous = chains[-1] if chains else None
        if previous and _joins(window, previous, mark):
            chains[-1] = Chain((*previous.marks, mark), previous.start, mark.end)
        else:
            chains.append(Chain((mark,), mark.start, mark.end))
    return [_extend(window, chain) for chain in chains]


def _joins(window: Window, chain: Chain, mark: Mark) -> bool:
    between = range(chain.end, mark.start)
    if len(chain.marks) >= _MOST_MARKS or len(between) > 4:
        return False
    if any(window.gaps[index] not in _JOINING for index in (*between, mark.start)):
        return False
    if mark.kind in {"road", "named"} and chain.kinds & {"road", "named", "locality"}:
        return False
    if mark.kind == "locality" and chain.kinds & {"locality"}:
        return False
    if not between:
        return not (mark.kind == "street" and chain.kinds & {"locality"})
    if mark.kind in {"road", "street", "named"}:
        return False
    words = [window.tokens[index] for index in between]
    lower = not any(token.is_capitalized for token in window.tokens[chain.start : chain.end])
    if not all(is_filler(word, lower=lower) for word in words):
        return False
    lines = sum(window.gaps[index] == "line" for index in (*between, mark.start))
    return lines <= 3


def _extend(window: Window, chain: Chain) -> Chain:
    chain = _extend_right(window, chain)
    return _extend_left(window, chain)


def _extend_right(window: Window, chain: Chain) -> Chain:
    """City, region, postal code and country behind the last mark, as far as a known one reaches."""
    end = reach = chain.end
    lower = not any(token.is_capitalized for token in window.tokens[chain.start : chain.end])
    anchored = bool(chain.kinds & {"road", "named", "unit", "box", "street"})
    numbered = bool(chain.kinds & {"road", "named", "box"})
    for _ in range(5):
        if end >= len(window.tokens) or window.gaps[end] == "stop":
            break
        gap = window.gaps[end]
        stop = segment_end(window, end)
        known = known_end(window, end, stop, anchored=anchored, numbered=numbered, lower=lower)
        if known:
            reach = end = known
            continue
        words = window.tokens[end:stop]
        if not anchored or not all(is_filler(word, lower=lower) for word in words):
            break
        if gap in {"blank", "inline"}:
            if end > chain.end or chain.marks[-1].kind != "unit" or not numbered or gap == "inline":
                break
            reach = stop
        end = stop
    return Chain(chain.marks, chain.start, reach)


def segment_end(window: Window, at: int) -> int:
    """Index behind the words at ``at`` that only blanks part."""
    stop = at + 1
    while stop < len(window.tokens) and window.gaps[stop] in {"", "blank"} and stop - at < 6:
        stop += 1
    return stop


def is_filler(word: Token, *, lower: bool = False) -> bool:
    """True for a word that may stand between known parts of an address."""
    if lower and word.is_word and word.folded not in load_stop_words():
        return True
    if len(word.text) <= 3 and word.text.isupper():
        return True
    return is_name_word(word) or is_city_word(word) or word.folded in PARTICLES or word.text == "nan"


def known_end(
    window: Window, at: int, stop: int, *, anchored: bool, numbered: bool, lower: bool = False
) -> int | None:
    """Index behind a country, region, city or postal code that begins at token ``at``.

    Args:
        window: the tokens.
        at: first token of a segment.
        stop: index behind the segment.
        anchored: a road or unit stands before it; cities and regions count then.
        numbered: a road with house number stands before it; a bare postal code counts then.
        lower: the address is written without capital letters.
    """
    tokens = window.tokens
    for end in range(stop, at, -1):
        words = tokens[at:end]
        if not words[0].is_capitalized and not lower:
            break
        if _is_place(words, anchored=anchored):
            return postal_behind(window, _ward_behind(window, end))
        if numbered and end < len(tokens) and all(is_filler(word, lower=lower) for word in words):
            behind = postal_behind(window, end)
            if behind > end and len(words) <= 4:
                return behind
    if numbered and _is_postal_number(tokens[at]):
        following = tokens[at + 1] if at + 1 < len(tokens) else None
        if following and window.gaps[at + 1] == "blank" and not following.is_capitalized:
            return at + 2 if _is_split_code(window, at) else None
        return at + 1
    return None


def _ward_behind(window: Window, at: int) -> int:
    """Behind the short ward of a city ("Cheb 2", "Esbjerg N") that ends its line, or ``at``."""
    if at >= len(window.tokens) or window.gaps[at] != "blank":
        return at
    word = window.tokens[at]
    short = len(word.text) <= 2 and (word.text.isdigit() or word.text.isupper())
    ends = at + 1 == len(window.tokens) or window.gaps[at + 1] in {"line", "comma", "stop"}
    return at + 1 if short and ends and word.folded not in places.load_states() else at


def _is_place(words: tuple[Token, ...], *, anchored: bool) -> bool:
    name = "".join(word.folded for word in words)
    upper = words[0].text.isupper()
    if name in places.load_countries() and (len(name) > 3 or upper):
        return True
    if not anchored:
        return False
    if len(name) <= 3:
        return upper and (name in places.load_regions() or name in places.load_states())
    known = name in places.load_cities() or name in places.load_regions() or name in places.load_states()
    return known and name not in load_stop_words()


def _is_postal_number(word: Token) -> bool:
    digits = word.text.replace("-", "")
    return digits.isdigit() and 3 <= len(digits) <= 6 and len(word.text) <= 7


def _is_split_code(window: Window, at: int) -> bool:
    """``340 12``: three digits, two digits, and no third group as a phone number has."""
    tokens, gaps = window.tokens, window.gaps
    if at + 1 >= len(tokens) or len(tokens[at].text) != 3 or not tokens[at + 1].text.isdigit():
        return False
    third = at + 2 < len(tokens) and gaps[at + 2] == "blank" and tokens[at + 2].has_digit
    return len(tokens[at + 1].text) == 2 and not third


def postal_behind(window: Window, at: int) -> int:
    """Index behind a postal code at ``at`` (an area code or "nan" may stand before it), or ``at``."""
    tokens, gaps = window.tokens, window.gaps
    place = at
    if (
        place < len(tokens)
        and gaps[place] in {"blank", "line"}
        and tokens[place].is_word
        and len(tokens[place].text) <= 3
    ) and (tokens[place].text.isupper() or tokens[place].text == "nan"):
        place += 1
    if (
        place < len(tokens)
        and gaps[place] in {"blank", "line", "inline"}
        and _is_postal_number(tokens[place])
    ):
        if place + 1 < len(tokens) and gaps[place + 1] == "blank" and tokens[place + 1].text.isdigit():
            split = _is_split_code(window, place)
            return place + 2 if split else at
        return place + 1
    return at


def _extend_left(window: Window, chain: Chain) -> Chain:
    """Name of the building before a unit, the city before a postal code."""
    first = chain.marks[0]
    start = chain.start
    if first.kind == "unit" and unit_word(window.tokens[first.start]) is not None:
        named = _names_before(window, start, 4)
        if named < start and window.tokens[start - 1].folded in _building_words():
            start = named
    elif first.kind in {"street", "road"} and start > 0:
        start = _number_before(window, _number_before(window, start))
        start = _building_before(window, start)
    elif first.kind == "postal":
        start = _names_before(window, start, 3)
    elif first.kind == "locality" and window.gaps[start] in {"comma", "inline"} and start > 0:
        start = _district_before(window, start)
    if first.kind == "locality" and window.tokens[first.start].has_digit and start > 0:
        start = _road_before(window, start)
    if first.kind == "locality" and window.tokens[first.start].folded in _MILITARY:
        for back in range(1, min(4, start) + 1):
            if window.tokens[start - back].folded in _SHIPS:
                start -= back
                break
    return Chain(chain.marks, start, chain.end)


def _number_before(window: Window, start: int) -> int:
    """Behind ``No.`` or a house number that a comma parts from its road ("12, Mangrove Place")."""
    before = window.tokens[start - 1]
    if before.folded in {"no", "nr"} and window.gaps[start] == "blank" and window.tokens[start].has_digit:
        return start - 1
    if window.gaps[start] != "comma" or window.tokens[start].has_digit:
        return start
    if before.folded in {"bis", "ter"} and start > 1 and window.tokens[start - 2].text.isdigit():
        return start - 2
    return start - 1 if is_house_number(before) and len(before.text) <= 4 else start


def _building_before(window: Window, start: int) -> int:
    """Start of the named house before the road ("The Old Rectory, Church Lane"), or ``start``."""
    if start < 2 or window.gaps[start] != "comma" or window.tokens[start - 1].folded not in _building_words():
        return start
    at = _names_before(window, start - 1, 3)
    if start - at == 2 and SYLLABLES.fullmatch(window.tokens[at].text):
        return start  # a Korean given name and the family name Park
    free = at == 0 or window.gaps[at] != "blank" or not is_name_word(window.tokens[at - 1])
    return at if at < start - 1 and free else start


def _road_before(window: Window, start: int) -> int:
    """Start of a road with its number at the end, before a postal code ("Am Hang 7, 79100 Freiburg")."""
    if window.gaps[start] not in {"comma", "line", "inline"}:
        return start
    at = start - 1
    while at > 0 and start - at < 6 and not _ends_road(window, at):
        if len(window.tokens[at].text) > 3:
            return start
        at -= 1
    if not _ends_road(window, at):
        return start
    first = at
    while first > 0 and at - first < 5 and window.gaps[first] == "blank":
        word = window.tokens[first - 1]
        if not is_filler(word) and word.folded not in _LOW_HEADS:
            break
        first -= 1
    while (
        first < at
        and not window.tokens[first].is_capitalized
        and window.tokens[first].folded not in _LOW_HEADS
    ):
        first += 1
    return first if first < at else start


def _ends_road(window: Window, at: int) -> bool:
    """A house number behind a word of more than three letters."""
    if at == 0 or not is_house_number(window.tokens[at]) or window.gaps[at] != "blank":
        return False
    return window.tokens[at - 1].is_word and len(window.tokens[at - 1].text) > 3


_LOW_HEADS: Final = frozenset(["rue", "avenue", "via", "calle", "ul", "am", "im", "an", "zum", "zur"])


@cache
def _building_words() -> frozenset[str]:
    """Folded words that end the name of a building, street types among them."""
    rows = places.read_lexicon("road_words.tsv")
    own = frozenset(word for row in rows if row[0] == "building" for word in row[2].split())
    return own | load_street_types().keys()


_DISTRICT_WORDS: Final = frozenset(
    [
        "town",
        "end",
        "district",
        "midtown",
        "downtown",
        "uptown",
        "quarter",
        "side",
        "acres",
        "county",
        "lawn",
        "downs",
    ]
)
_DISTRICT_TAILS: Final = (
    "wood",
    "side",
    "view",
    "dale",
    "field",
    "ville",
    "burg",
    "mont",
    "hurst",
    "bury",
    "ton",
)


def _district_before(window: Window, start: int) -> int:
    """Start of a quarter named before the city ("Goose Hollow, Portland, OR"), or ``start``."""
    at = start
    while at > 0 and start - at < 4 and is_name_word(window.tokens[at - 1]) and window.tokens[at - 1].is_word:
        at -= 1
        if window.gaps[at] != "blank":
            break
    if at == start or (window.gaps[at] == "blank" and is_name_word(window.tokens[at - 1])):
        return start
    last = window.tokens[start - 1]
    single = start - at == 1
    placed = last.folded in _DISTRICT_WORDS or (street_type(last) is not None and not single)
    known = single and (last.folded in places.load_cities() or last.folded.endswith(_DISTRICT_TAILS))
    return at if placed or known or _begins_line(window, at, start) else start


def _begins_line(window: Window, at: int, start: int) -> bool:
    """One or two words that open a line before the city and are no person's name or common words."""
    if (at > 0 and window.gaps[at] not in {"stop", "line"}) or start - at > 2:
        return False
    keys = [fold_name(word.text) for word in window.tokens[at:start]]
    if len(keys) == 2:
        return given_rank(keys[0]) < 0 and keys[0] not in _GREETINGS
    return all(word_level(key) > _COMMON_WORD and given_rank(key) < 2 for key in keys)


def _names_before(window: Window, start: int, limit: int) -> int:
    at = start
    while (
        at > 0 and start - at < limit and window.gaps[at] == "blank" and is_name_word(window.tokens[at - 1])
    ):
        at -= 1
    return at
