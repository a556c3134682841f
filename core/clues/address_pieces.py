"""Parts of Latin-script addresses recognised in a window of tokens: roads, units, localities, postal codes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, Literal

from shotveil.core.clues.address_tokens import Window
from shotveil.core.parse import places
from shotveil.core.parse.address_parts import match_box, match_state, match_unit
from shotveil.core.parse.address_roads import road_end
from shotveil.core.parse.address_words import (
    DIRECTIONS,
    ROAD_ENDINGS,
    UK_INWARD,
    UK_POSTAL,
    Token,
    is_house_number,
    is_ordinal,
    load_prefix_roads,
    looks_misread,
    street_type,
    unit_word,
)

Kind = Literal["road", "street", "named", "unit", "box", "locality", "postal", "city", "country"]

PARTICLES: Final = frozenset(
    [
        "of",
        "the",
        "de",
        "la",
        "le",
        "les",
        "du",
        "des",
        "da",
        "do",
        "dos",
        "das",
        "del",
        "della",
        "dello",
        "delle",
        "dalla",
        "degli",
        "di",
        "el",
        "los",
        "las",
        "van",
        "von",
        "der",
        "den",
        "dem",
        "y",
        "and",
        "st",
        "zur",
        "zum",
        "auf",
        "unter",
        "bij",
        "ten",
        "ter",
        "op",
        "sur",
        "sous",
        "aux",
        "à",
        "au",
    ]
)
_LONE_UNITS: Final = frozenset(["apt", "apartment", "unit", "flat", "suite", "ste"])
FIRM_TYPES: Final = frozenset(
    [
        "street",
        "avenue",
        "road",
        "boulevard",
        "lane",
        "parkway",
        "highway",
        "crescent",
        "terrace",
        "expressway",
        "freeway",
        "turnpike",
        "alley",
    ]
)
"""Street types that make a road of one capitalised word before them, in running text too."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Tokens ``start:end`` of a window read as ``kind``; ``strength`` 1 needs company, 3 stands alone."""

    kind: Kind
    start: int
    end: int
    strength: int


@cache
def load_stop_words() -> frozenset[str]:
    """Folded words that never stand inside a street or city name."""
    text = files("shotveil.core.lexicons").joinpath("address_stop_words.txt").read_text(encoding="utf-8")
    return frozenset(word for line in text.splitlines() if not line.startswith("#") for word in line.split())


def run_end(window: Window, start: int, limit: int, *, gaps: frozenset[str]) -> int:
    """Index behind the run of tokens from ``start`` whose inner gaps all are of ``gaps``."""
    end = start + 1
    while end < len(window.tokens) and end - start < limit and window.gaps[end] in gaps:
        end += 1
    return end


_TIGHT: Final = frozenset({"", "blank", "inline"})
_SAME_BLOCK: Final = frozenset({"", "blank"})


def is_name_word(token: Token) -> bool:
    """True for a word that may stand in a proper name of a street, city or building."""
    if token.folded in load_stop_words():
        return token.is_capitalized and (
            token.folded in {"the", "no", "may"} or street_type(token) is not None
        )
    return token.is_capitalized or is_ordinal(token) or looks_misread(token)


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
    """Whether a street type or a region, state or country stands among the next tokens."""

    street: bool
    region: bool


_NOTHING_AHEAD: Final = _Ahead(False, False)


def _look_ahead(window: Window) -> list[_Ahead]:
    states, regions, countries = places.load_states(), places.load_regions(), _country_heads()
    street = region = -99
    result = [_NOTHING_AHEAD] * len(window.tokens)
    for index in range(len(window.tokens) - 1, -1, -1):
        result[index] = (
            _Ahead(street - index <= 5, region - index <= 6) if street > 0 or region > 0 else _NOTHING_AHEAD
        )
        token = window.tokens[index]
        if not token.is_capitalized:
            continue
        folded = token.folded
        if street_type(token):
            street = index
        if folded in states or folded in regions or folded in countries:
            region = index
    return result


@cache
def _country_heads() -> frozenset[str]:
    """First words of names of countries, regions and states, folded."""
    heads: set[str] = set()
    for row in (*places.read_lexicon("countries.tsv"), *places.read_lexicon("us_states.tsv")):
        for name in row[1].split("|"):
            heads.update({places.fold_word(name.split()[0]), places.fold_word(name)})
    for row in places.read_lexicon("regions.tsv"):
        heads.update(places.fold_word(name.split()[0]) for name in row[2].split("|"))
    return frozenset(heads)


def _mark_at(text: str, window: Window, at: int, ahead: _Ahead) -> Mark | None:
    token = window.tokens[at]
    if not (token.has_digit or token.is_capitalized or looks_misread(token)) and not _may_begin(token):
        return None
    tokens = window.tokens[at : run_end(window, at, 10, gaps=_TIGHT)]
    box = match_box(tokens, 0)
    if box:
        return Mark("box", at, at + box.end, 3 if token.folded != "box" else 2)
    if token.has_digit and not is_ordinal(token):
        return (
            _numbered_road(text, window, at, tokens)
            or _postal(window, at, tokens)
            or _unit(at, tokens)
            or (_locality(window, at) if ahead.region and looks_misread(token) else None)
        )
    unit = _unit(at, tokens)
    if unit:
        return unit
    if not token.is_capitalized and not is_ordinal(token) and not looks_misread(token):
        return _prefixed_road(window, at, tokens) or _ending_road(window, at, tokens)
    return (
        (_postal(window, at, tokens) if token.has_digit or len(token.text) <= 2 else None)
        or _prefixed_road(window, at, tokens)
        or (_locality(window, at) if ahead.region else None)
        or _ending_road(window, at, tokens)
        or (_plain_street(window, at) if ahead.street else None)
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


def _numbered_road(text: str, window: Window, at: int, tokens: Sequence[Token]) -> Mark | None:
    number = tokens[0]
    if not is_house_number(number) or len(tokens) < 2 or _is_quantity(text, number):
        return None
    begin = 1
    if (len(tokens) > 2 and (tokens[1].text in "½¼¾" or tokens[1].text in {"1/2", "1/4", "3/4"})) or (
        len(tokens) > 2 and is_house_number(tokens[1]) and tokens[1].text.isdigit()
    ):
        begin = 2
    limit = begin
    while limit < len(tokens) and not _stops_name(tokens[limit]):
        limit += 1
    end = road_end(tokens[:limit], begin, numbered=True)
    if end is None:
        return _named_number(text, window, at, tokens[:limit], begin)
    names = tokens[begin:end]
    cased = all(is_name_word(token) or token.folded in PARTICLES or token.has_digit for token in names)
    kinds = [street_type(token) for token in names]
    strong = any(kind and kind[1] for kind in kinds[1:]) or any(
        t.text.casefold().endswith(ROAD_ENDINGS) for t in names
    )
    if strong and not cased and not _reads_lower(number, names):
        return None
    if any(token.has_digit and not is_ordinal(token) and not looks_misread(token) for token in names[:-2]):
        return None
    if not strong and (not cased or len(number.text) < 2):
        return None
    end = _number_behind(window, at, tokens, end, typed=any(kind and kind[1] for kind in kinds[1:]))
    return Mark("road", at, at + end, 3 if strong and cased else 2)


def _number_behind(window: Window, at: int, tokens: Sequence[Token], end: int, *, typed: bool) -> int:
    """Behind a second number that follows the name ("3482 Ringvej 144 St."), where one does."""
    if end >= len(tokens) or not is_house_number(tokens[end]) or window.gaps[at + end] not in _SAME_BLOCK:
        return end
    following = tokens[end + 1] if end + 1 < len(tokens) else None
    if typed and following and not unit_word(following):
        return end
    if typed and not following and len(tokens[end].text) > 4:
        return end
    if following and street_type(following) and following.is_capitalized and not unit_word(following):
        return end + 2
    return end + 1


_LOWER_TYPES: Final = FIRM_TYPES | {"drive", "court", "circle", "square"}


def _reads_lower(number: Token, names: Sequence[Token]) -> bool:
    """Whether words written small are a road: a firm street type, a real house number, a short name."""
    kind = street_type(names[-1]) or street_type(names[-2]) if len(names) > 1 else street_type(names[-1])
    firm = any(token.text.casefold().endswith(ROAD_ENDINGS) for token in names) or (
        kind is not None and kind[0] in _LOWER_TYPES
    )
    plain = not any(token.folded in PARTICLES for token in names[:-1])
    return firm and plain and len(names) <= 4 and (len(number.text) >= 2 or names[-1].is_capitalized)


def _stops_name(token: Token) -> bool:
    return token.folded in load_stop_words() and token.folded not in PARTICLES and not token.is_capitalized


def _is_quantity(text: str, number: Token) -> bool:
    before = text[max(0, number.start - 1) : number.start]
    after = text[number.end : number.end + 2]
    return (
        before in {"$", "€", "£", "¥", "%", "=", "/", "_", "@", "+"}
        or after[:1] in {"%", "$", "€", "="}
        or (after[:1] in {":", "."} and after[1:].isdigit())
    )


def _named_number(text: str, window: Window, at: int, tokens: Sequence[Token], begin: int) -> Mark | None:
    """``3482 Via Franscini 71``, ``111 W Washington``: a road only in company."""
    end = begin
    lower = not any(token.is_capitalized for token in tokens)
    while end < len(tokens) and end - begin < 6 and _may_name(tokens[end], lower=lower):
        if end > begin and (unit_word(tokens[end]) or match_state(tokens, end)):
            break
        end += 1
    if end == begin or not any(token.is_word and len(token.text) > 2 for token in tokens[begin:end]):
        return None
    if end < len(tokens) and is_house_number(tokens[end]) and not is_ordinal(tokens[end]):
        end += 1
        if end < len(tokens) and street_type(tokens[end]) and tokens[end].is_capitalized:
            end += 1
        return Mark("named", at, at + end, 2)
    if lower:
        return None
    last = tokens[end - 1]
    cut = text[last.end : last.end + 4].lstrip().startswith(("…", "...")) and end < begin + 4
    return Mark("named", at, at + end, 2 if cut else 1)


def _may_name(token: Token, *, lower: bool) -> bool:
    if lower:
        return token.is_word and token.folded not in load_stop_words()
    return is_name_word(token) or token.folded in PARTICLES


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


def _postal(window: Window, at: int, tokens: Sequence[Token]) -> Mark | None:
    first = tokens[0]
    if len(tokens) > 1 and UK_POSTAL.fullmatch(first.text) and UK_INWARD.fullmatch(tokens[1].text):
        if (first.text + tokens[1].text).isupper():
            return Mark("postal", at, at + 2, 3)
    joined = "".join(token.text for token in tokens[:2])
    if len(tokens) > 1 and len(first.text) == 3 and len(joined) == 6 and joined.isupper():
        if all(char.isdigit() == bool(i % 2) for i, char in enumerate(joined)):
            return Mark("postal", at, at + 2, 2)
    digits = first.text.replace("-", "")
    if digits.isdigit() and 4 <= len(digits) <= 5 and len(tokens) > 1 and tokens[1].is_capitalized:
        end = 1
        if len(digits) == 4 and len(tokens[1].text) == 2 and tokens[1].text.isupper():
            end = 2
        city = _city_end(window, at + end)
        if city:
            return Mark("locality", at, city, 2)
    return None


def _city_end(window: Window, at: int) -> int | None:
    """Index behind the longest city of the gazetteer at token ``at``."""
    cities = places.load_cities()
    for size in (4, 3, 2, 1):
        end = at + size
        if end > len(window.tokens) or any(gap not in _SAME_BLOCK for gap in window.gaps[at + 1 : end]):
            continue
        if "".join(token.folded for token in window.tokens[at:end]) in cities:
            return end
    return None


def _locality(window: Window, at: int) -> Mark | None:
    """``Portland, OR 97205``, ``Fresno CA``, ``Austin, Texas``, ``Warwick, United Kingdom``."""
    end = at
    while end < len(window.tokens) and end - at < 5:
        if end > at and window.gaps[end] not in _SAME_BLOCK:
            break
        token = window.tokens[end]
        if not (is_name_word(token) or (end > at and token.folded in PARTICLES)):
            break
        end += 1
        if end < len(window.tokens) and window.gaps[end] in {"comma", "blank", "inline", "line"}:
            mark = _state_after(window, at, end)
            if mark:
                return mark
    return None


def _state_after(window: Window, at: int, end: int) -> Mark | None:
    states, tokens = places.load_states(), window.tokens
    known = _find_city(tokens[at:end])
    if not known and any(_find_city(tokens[later:end]) for later in range(at + 1, end)):
        if tokens[at].folded not in DIRECTIONS and tokens[at].folded not in _CITY_HEADS:
            return None
    for size in (3, 2, 1):
        last = end + size
        if last > len(tokens) or any(gap not in _SAME_BLOCK for gap in window.gaps[end + 1 : last]):
            continue
        key = "".join(token.folded for token in tokens[end:last])
        code = states.get(key)
        if code and size == 1 and len(key) == 2 and not tokens[end].text.isupper():
            code = None
        region = places.load_regions().get(key) if len(key) > 3 or tokens[end].text.isupper() else None
        country = places.load_countries().get(key) if window.gaps[end] == "comma" and key != "us" else None
        if not (code or region or country) or not tokens[end].is_capitalized:
            continue
        after = _zip_after(window, last)
        comma = window.gaps[end] in {"comma", "line"}
        if after:
            return Mark("locality", at, after, 3)
        if known and (comma or (code and code in known.states and len(key) == 2)):
            return Mark("locality", at, last, 3 if comma else 2)
        if (
            comma
            and code
            and len(key) == 2
            and window.gaps[end] == "comma"
            and key not in {"ok", "hi", "me", "oh"}
        ):
            return Mark("locality", at, last, 1)
    return None


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
        if digits.isdigit() and len(digits) in {5, 9} and window.gaps[at] != "comma":
            return at + 1
        if (
            len(digits) == 5
            and digits.translate({79: 48, 108: 49, 73: 49}).isdigit()
            and window.gaps[at] == "blank"
        ):
            return at + 1
    return None


def _prefixed_road(window: Window, at: int, tokens: Sequence[Token]) -> Mark | None:
    """``Rue de la Paix 12``, ``Via Roma 5``, ``Calle Mayor, 3``."""
    if tokens[0].folded not in load_prefix_roads() or len(tokens) < 2:
        return None
    end = 1
    while end < len(tokens) and end < 6 and (tokens[end].is_capitalized or tokens[end].folded in PARTICLES):
        end += 1
    if end == 1 or not tokens[end - 1].is_capitalized:
        return None
    if end < len(tokens) and is_house_number(tokens[end]):
        return Mark("road", at, at + end + 1, 3)
    comma = at + end
    if end == len(tokens) and comma < len(window.tokens) and window.gaps[comma] == "comma":
        if is_house_number(window.tokens[comma]) and tokens[0].folded not in {"via", "strada"}:
            return Mark("road", at, comma + 1, 3)
    return None


def _ending_road(window: Window, at: int, tokens: Sequence[Token]) -> Mark | None:
    """``Hauptstraße 12``, ``Lange Gasse 3``, ``Ringvej 144``."""
    for end in range(1, min(4, len(tokens)) + 1):
        word = tokens[end - 1]
        if not word.is_word or word.folded in load_stop_words():
            return None
        folded = word.text.casefold().rstrip(".")
        if (folded.endswith(ROAD_ENDINGS) and (len(folded) > 5 or end > 1)) or (
            folded.endswith("str") and word.text[-1] == "."
        ):
            if end < len(tokens) and is_house_number(tokens[end]) and tokens[0].is_capitalized:
                return Mark("road", at, at + end + 1, 3)
            return None
    return None


def _plain_street(window: Window, at: int) -> Mark | None:
    """A road without house number: ``Larkspur Ave.``, ``West 83rd St``, ``Stonegate Road``."""
    end = run_end(window, at, 6, gaps=_SAME_BLOCK)
    tokens = window.tokens[at:end]
    count = 0
    while count < len(tokens) and (is_name_word(tokens[count]) or tokens[count].folded in PARTICLES):
        count += 1
    if count < 2 or tokens[0].folded == "the" or (at and window.tokens[at - 1].text == "The"):
        return None
    found = road_end(tokens[:count], 0, numbered=False)
    if found is None:
        return None
    last = next((t for t in reversed(tokens[:found]) if street_type(t) and t.folded not in DIRECTIONS), None)
    if last is None or last is tokens[0]:
        return None
    canonical, strong = street_type(last) or ("", False)
    if not strong or not last.is_capitalized:
        return None
    following = window.tokens[at + found] if at + found < len(window.tokens) else None
    if following and window.gaps[at + found] == "blank" and following.is_capitalized:
        if not (unit_word(following) or match_state([following], 0) or _city_end(window, at + found)):
            return None
    firm = canonical in FIRM_TYPES
    return Mark("street", at, at + found, 2 if firm else 1)
