"""Cities with state, region, country or postal code in a window of tokens."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from shotveil.core.clues.address.marks import PARTICLES, SAME_BLOCK, Mark, is_city_word, is_name_word
from shotveil.core.clues.address.tokens import Window
from shotveil.core.parse import places
from shotveil.core.parse.address_parts import is_canadian
from shotveil.core.parse.address_words import DIRECTIONS, UK_INWARD, UK_POSTAL, Token, looks_misread
from shotveil.core.patterns import compile_late

_EIRCODE: Final = compile_late("[AC-FHKNPRTV-Y][0-9][0-9W]")
_EIRCODE_UNIT: Final = compile_late("(?=[A-Z]*[0-9])(?=[0-9]*[A-Z])[0-9AC-FHKNPRTV-Y]{4}")


def postal(window: Window, at: int, tokens: Sequence[Token]) -> Mark | None:
    first = tokens[0]
    joined = first.text + tokens[1].text if len(tokens) > 1 else ""
    if joined.isupper():
        if UK_POSTAL.fullmatch(first.text) and UK_INWARD.fullmatch(tokens[1].text):
            return Mark("postal", at, at + 2, 3)
        if len(first.text) == 3 and is_canadian(joined):
            return Mark("postal", at, at + 2, 2)
        if _EIRCODE.fullmatch(first.text) and _EIRCODE_UNIT.fullmatch(tokens[1].text):
            return Mark("postal", at, at + 2, 3)
    code = _foreign_code(at, tokens)
    if not code or code >= len(window.tokens) or window.gaps[code] != "blank":
        return None
    city = city_end(window, code) or _city_after_road(window, at, code)
    return Mark("locality", at, _named_on(window, city), 2) if city else None


def _city_after_road(window: Window, at: int, code: int) -> int | None:
    """Behind an unknown city whose postal code follows a house number ("… 12, 80331 Kleindorf")."""
    if at == 0 or window.gaps[at] not in {"comma", "line", "inline"} or code >= len(window.tokens):
        return None
    if not any(token.has_digit for token in window.tokens[max(0, at - 2) : at]):
        return None
    end = code
    while end < len(window.tokens) and end - code < 3 and window.gaps[end] == "blank":
        if not is_name_word(window.tokens[end]) or not window.tokens[end].is_word:
            break
        end += 1
    return end if end > code else None


_CODE: Final = compile_late(r"(?:[A-Z]{1,2}-)?(?:\d{4,5}|\d{2}-\d{3}|\d{4}-\d{3}|\d{3}-\d{4})")


def _foreign_code(at: int, tokens: Sequence[Token]) -> int | None:
    """Index behind a postal code that stands before its city: 10115, 1015 CJ, 111 23, 00-590."""
    first = tokens[0].text
    following = tokens[1].text if len(tokens) > 1 else ""
    if first.isdigit() and len(first) == 3 and following.isdigit() and len(following) == 2:
        return at + 2
    if not _CODE.fullmatch(first):
        return None
    letters = len(first) == 4 and len(following) == 2 and following.isalpha() and following.isupper()
    return at + 2 if letters else at + 1


def _named_on(window: Window, at: int) -> int:
    """Behind what a city's name goes on with: "im Breisgau", "MI", "K"."""
    tokens, gaps = window.tokens, window.gaps
    if at >= len(tokens) or gaps[at] != "blank":
        return at
    word = tokens[at]
    if word.text.isupper() and len(word.text) <= 2:
        return at + 1
    joins = word.folded in {"im", "am", "an", "bei", "ob", "sur", "sous", "en", "de", "upon", "on"}
    named = joins and at + 1 < len(tokens) and gaps[at + 1] == "blank" and tokens[at + 1].is_capitalized
    return at + 2 if named else at


def city_end(window: Window, at: int) -> int | None:
    """Index behind the longest city of the gazetteer at token ``at``."""
    cities = places.load_cities()
    for size in (4, 3, 2, 1):
        end = at + size
        if end > len(window.tokens) or any(gap not in SAME_BLOCK for gap in window.gaps[at + 1 : end]):
            continue
        if "".join(token.folded for token in window.tokens[at:end]) in cities:
            return end
    return None


def locality(window: Window, at: int) -> Mark | None:
    """``Portland, OR 97205``, ``Fresno CA``, ``Austin, Texas``, ``Warwick, United Kingdom``."""
    end = at
    while end < len(window.tokens) and end - at < 5:
        if end > at and window.gaps[end] not in SAME_BLOCK:
            break
        token = window.tokens[end]
        named = is_name_word(token) or is_city_word(token)
        if not (named or (end > at and token.folded in PARTICLES)):
            break
        end += 1
        ahead = window.tokens[end] if end < len(window.tokens) else None
        if ahead and ahead.folded in _region_heads() and window.gaps[end] not in {"", "stop"}:
            mark = _state_after(window, at, end)
            if mark:
                return mark
    return None


def _state_after(window: Window, at: int, end: int) -> Mark | None:
    states, tokens = places.load_states(), window.tokens
    known = _find_city(tokens[at:end])
    plain = tokens[at].folded not in DIRECTIONS and tokens[at].folded not in _CITY_HEADS
    if not known and plain and any(_find_city(tokens[later:end]) for later in range(at + 1, end)):
        return None
    for size in (3, 2, 1):
        last = end + size
        if last > len(tokens) or any(gap not in SAME_BLOCK for gap in window.gaps[end + 1 : last]):
            continue
        key = "".join(token.folded for token in tokens[end:last])
        code = states.get(key)
        if code and size == 1 and len(key) == 2 and not tokens[end].text.isupper():
            code = None
        region = places.load_regions().get(key) if len(key) > 3 or tokens[end].text.isupper() else None
        country = places.load_countries().get(key) if window.gaps[end] == "comma" and key != "us" else None
        if not (code or region or country) or not tokens[end].is_capitalized:
            continue
        if len(key) > 2 and _is_code_behind(window, last):
            continue
        longer = city_end(window, end)
        if longer and longer > last and len(key) > 2:
            continue
        after = _zip_after(window, last)
        comma = window.gaps[end] in {"comma", "line"}
        if after:
            return Mark("locality", at, after, 3)
        if known and (comma or (code and code in known.states and len(key) == 2)):
            doubtful = code in _WORD_CODES and len(key) == 2 and code not in known.states
            return Mark("locality", at, last, 1 if doubtful else 3 if comma else 2)
        if (
            comma
            and code
            and len(key) == 2
            and window.gaps[end] == "comma"
            and key not in {"ok", "hi", "me", "oh"}
        ):
            return Mark("locality", at, last, 1)
    return None


@cache
def _region_heads() -> frozenset[str]:
    """First words of states, regions and countries, and their codes."""
    return country_heads() | load_codes()


def load_codes() -> frozenset[str]:
    """Folded names and codes of states and regions."""
    return frozenset(places.load_states()) | frozenset(places.load_regions())


def _is_code_behind(window: Window, at: int) -> bool:
    """A state's code behind a comma: what stands before it is the city ("Elmwood, Washington, DC")."""
    if at >= len(window.tokens) or window.gaps[at] != "comma":
        return False
    word = window.tokens[at]
    return word.text.isupper() and len(word.text) == 2 and word.folded in places.load_states()


_WORD_CODES: Final = frozenset(
    [
        "ID",
        "OK",
        "IN",
        "OR",
        "ME",
        "HI",
        "OH",
        "PA",
        "MA",
        "LA",
        "AL",
        "DE",
        "CO",
        "MD",
        "MS",
        "MT",
        "AM",
        "PM",
    ]
)
"""State codes that are words or other abbreviations: beside a city of another state they count for little."""

_CITY_HEADS: Final = frozenset(
    ["new", "old", "fort", "ft", "mount", "mt", "saint", "st", "port", "lake", "upper", "lower"]
)


def _may_differ(token: Token) -> bool:
    return token.has_digit or "I" in token.text[1:] or looks_misread(token)


def _find_city(words: Sequence[Token]) -> places.City | None:
    found = places.load_cities().get("".join(token.folded for token in words))
    if found is None and any(_may_differ(token) for token in words):
        found = places.load_cities().get(
            places.load_noisy("city").get("".join(token.noisy for token in words), "")
        )
    return found


def _zip_after(window: Window, at: int) -> int | None:
    if at < len(window.tokens) and window.gaps[at] in {"blank", "inline", "comma", "line"}:
        digits = window.tokens[at].text.replace("-", "")
        if digits.isdigit() and len(digits) in {5, 6, 7, 9} and window.gaps[at] != "comma":
            return at + 1
        if (
            len(digits) == 5
            and digits.translate({79: 48, 108: 49, 73: 49}).isdigit()
            and window.gaps[at] == "blank"
        ):
            return at + 1
    return None


@cache
def country_heads() -> frozenset[str]:
    """First words of names of countries, regions and states, folded."""
    heads: set[str] = set()
    for row in (*places.read_lexicon("countries.tsv"), *places.read_lexicon("us_states.tsv")):
        for name in row[1].split("|"):
            heads.update({places.fold_word(name.split()[0]), places.fold_word(name)})
    for row in places.read_lexicon("regions.tsv"):
        heads.update(places.fold_word(name.split()[0]) for name in row[2].split("|"))
    return frozenset(heads)
