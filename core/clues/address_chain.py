"""Marks joined to whole Latin-script addresses: what belongs together, and how far it reaches."""

from __future__ import annotations

from dataclasses import dataclass

from shotveil.core.clues.address_pieces import PARTICLES, Mark, is_name_word, load_stop_words
from shotveil.core.clues.address_tokens import Window
from shotveil.core.parse import places
from shotveil.core.parse.address_words import unit_word

_JOINING = frozenset({"", "blank", "inline", "comma", "line"})


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
    if any(window.gaps[index] not in _JOINING for index in (*between, mark.start)):
        return False
    if mark.kind in {"road", "named"} and chain.kinds & {"road", "named", "locality"}:
        return False
    if mark.kind == "locality" and chain.kinds & {"locality"}:
        return False
    if not between:
        return not (mark.kind == "street" and chain.kinds & {"locality"})
    if len(between) > 4 or mark.kind in {"road", "street", "named"}:
        return False
    words = [window.tokens[index] for index in between]
    if not all(is_name_word(word) or word.folded in PARTICLES or word.text == "nan" for word in words):
        return False
    lines = sum(window.gaps[index] == "line" for index in (*between, mark.start))
    return lines <= 3


def _extend(window: Window, chain: Chain) -> Chain:
    chain = _extend_right(window, chain)
    return _extend_left(window, chain)


def _extend_right(window: Window, chain: Chain) -> Chain:
    """City, region, postal code and country behind the last mark, as far as a known one reaches."""
    end = chain.end
    reach = end
    segments = 0
    has_road = bool(chain.kinds & {"road", "named", "unit", "box", "street"})
    while end < len(window.tokens) and segments < 4:
        gap = window.gaps[end]
        if gap == "stop" or (gap == "blank" and segments == 0 and not has_road):
            break
        stop = end + 1
        while stop < len(window.tokens) and window.gaps[stop] in {"", "blank"} and stop - end < 5:
            stop += 1
        known = _known_end(window, end, stop, has_road=has_road)
        if known:
            reach = known
            end = known
            segments += 1
            continue
        words = window.tokens[end:stop]
        if not has_road or not all(
            is_name_word(word) or word.folded in PARTICLES or word.text == "nan" for word in words
        ):
            break
        if gap == "blank" and segments == 0 and not chain.kinds & {"unit", "named"}:
            break
        segments += 1
        end = stop
    return Chain(chain.marks, chain.start, reach) if reach > chain.end else chain


def _known_end(window: Window, at: int, stop: int, *, has_road: bool) -> int | None:
    """Index behind a country, region, city or postal code that begins at token ``at``."""
    tokens = window.tokens
    for end in range(stop, at, -1):
        words = tokens[at:end]
        if not words[0].is_capitalized:
            break
        name = "".join(word.folded for word in words)
        if name in places.load_countries() and (len(name) > 2 or words[0].text.isupper()):
            return _postal_behind(window, end)
        if not has_road:
            continue
        if name in places.load_cities() or (
            len(name) > 3 and name in places.load_regions() | places.load_states()
        ):
            if name not in load_stop_words():
                return _postal_behind(window, end)
        if (
            len(name) <= 3
            and words[0].text.isupper()
            and (name in places.load_regions() or name in places.load_states())
        ):
            return _postal_behind(window, end)
    digits = tokens[at].text.replace("-", "")
    if (
        has_road
        and digits.isdigit()
        and 4 <= len(digits) <= 6
        and (at + 1 == len(tokens) or window.gaps[at + 1] != "")
    ):
        following = tokens[at + 1] if at + 1 < len(tokens) else None
        if following and window.gaps[at + 1] == "blank" and not following.is_capitalized:
            return None
        return at + 1
    return None


def _postal_behind(window: Window, at: int) -> int:
    if at < len(window.tokens) and window.gaps[at] in {"blank", "line", "inline"}:
        digits = window.tokens[at].text.replace("-", "")
        if digits.isdigit() and 4 <= len(digits) <= 6:
            return at + 1
    return at


def _extend_left(window: Window, chain: Chain) -> Chain:
    """Name of the building before a unit, the city before a postal code."""
    first = chain.marks[0]
    start = chain.start
    if first.kind == "unit" and unit_word(window.tokens[first.start]) is not None:
        start = _names_before(window, start, 4)
    elif first.kind == "postal":
        start = _names_before(window, start, 3)
    return Chain(chain.marks, start, chain.end)


def _names_before(window: Window, start: int, limit: int) -> int:
    at = start
    while (
        at > 0 and start - at < limit and window.gaps[at] == "blank" and is_name_word(window.tokens[at - 1])
    ):
        at -= 1
    return at
