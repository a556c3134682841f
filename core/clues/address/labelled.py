"""Addresses that a label or a phrase announces ("Address:", "lives in", a field named ``city``)."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.address.chain import known_end, segment_end
from shotveil.core.clues.address.marks import PARTICLES, is_name_word, load_stop_words
from shotveil.core.clues.address.tokens import Window, read_window
from shotveil.core.clues.context import Context, Example, LabelHit, Rule
from shotveil.core.clues.person.lexicon import NOT_LISTED, fold_name, is_listed_name, word_level
from shotveil.core.clues.person.words import SYLLABLES, is_barred
from shotveil.core.parse import places
from shotveil.core.parse.address_words import Token, is_house_number, street_type, unit_word
from shotveil.core.parse.places import fold_word
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate
from shotveil.core.stream.model import HARD_BREAK, INLINE_GAP

_RULE: Final = "address.labelled"
_CORNER_RULE: Final = "address.corner"
_REACH: Final = 150
_NO_ADDRESS: Final = compile_late(
    r"[@=<>{}\\]|://|\b0x|^\d+\.\d+\.\d+|^[0-9A-Fa-f]{2}[:-][0-9A-Fa-f]{2}|^\W*$|\$\{"
)
_HAN: Final = compile_late(r"[一-鿿]")

CITY_LABELS: Final = frozenset(
    [
        *("city", "town", "hometown", "birthplace", "place of birth", "city entry", "born in", "based in"),
        *("i live in", "lives in", "living in", "live in", "resides in", "residing in", "located in"),
        *("moved to", "move to"),
    ]
)
_LIVING: Final = frozenset(
    ["i live in", "lives in", "living in", "live in", "resides in", "residing in", "born in"]
)
_STATE_LABELS: Final = frozenset(["state", "province", "county"])
_POSTAL_LABELS: Final = frozenset(["zip", "zip code", "zipcode", "postal code", "postcode"])
_UNIT_LABELS: Final = frozenset(["apt", "apartment", "address line 2", "address2", "line 2"])
_LOOSE_LABELS: Final = frozenset(
    [
        "location",
        "place",
        "destination",
        "origin",
        "venue",
        "site",
        "property",
        "premises",
        "county",
        "meeting point",
    ]
)


def find_labelled_addresses(context: Context) -> Iterator[Candidate]:
    """Values of address labels in Latin script, as far as they read as an address."""
    for hit in context.labelled("ADDR"):
        if not hit.direct or hit.value_end <= hit.value_start:
            continue
        head = context.text[hit.value_start : hit.value_start + 30]
        if _HAN.search(head[:4]) or _NO_ADDRESS.search(head.split("\n", 1)[0]):
            continue
        if " of " in context.text[hit.end : hit.value_start] and hit.end > hit.start:
            continue
        lead = _ADDRESSEE.match(context.text, hit.value_start, hit.value_end)
        if lead and _reads_as_addressee(context.text, *lead.span("name")):
            start, end = lead.span("name")
            yield replace(_candidate(context.text, start, end, "person.addressee"), type="NAME")
            hit = replace(hit, value_start=lead.end())
        screen = context.medium != "text"
        span = read_labelled(context.text, hit, label_words(context, hit), screen=screen)
        if span:
            yield _candidate(context.text, *span, _RULE)


_ADDRESSEE: Final = compile_late(
    r"[:： ]{0,3}(?P<name>[A-Z][a-z'’-]{1,20}(?: (?:[A-Z]\.|[A-Z][A-Za-z'’-]{1,20})){1,2}), "
    r"(?=\d{1,5}[A-Za-z]? [A-Z])"
)
"""Who an address is of, on its line: two or three words of a name, a comma, a house number."""


def _reads_as_addressee(text: str, start: int, end: int) -> bool:
    """Whether these words are no house or building ("Rose Cottage, 4 Mill Lane")."""
    if SYLLABLES.match(text, start, end):
        return True
    words = [fold_name(word) for word in text[start:end].split(" ")]
    return not any(is_barred(word) for word in words) and (
        is_listed_name(words[0]) or all(word_level(word) == NOT_LISTED for word in words)
    )


def label_words(context: Context, hit: LabelHit) -> str:
    """The words of a label, lower case, joints as blanks; the innermost field name for a field."""
    if hit.end > hit.start:
        return re.sub(r"[\s_\-\ue001]+", " ", context.folded[hit.start : hit.end]).strip()
    unit = context.stream.units[max(bisect_right(context.stream.starts, hit.value_start) - 1, 0)]
    if unit.start <= hit.value_start < unit.end and unit.field:
        return _read_field(unit.field[-1])
    return ""


@lru_cache(maxsize=1024)
def _read_field(name: str) -> str:
    """The words of a field's name, lower case (``streetAddress``)."""
    return re.sub(r"[\s_\-]+", " ", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)).lower().strip()


def read_labelled(text: str, hit: LabelHit, label: str, *, screen: bool) -> tuple[int, int] | None:
    """Start and end of the address behind a label, or None when what stands there is none."""
    limit = min(hit.value_start + _REACH, len(text))
    if hit.role == "FIELD":
        limit = min(limit, hit.value_end)
    window = read_window(text, hit.value_start, limit)
    if not window.tokens or window.tokens[0].start - hit.value_start > 24:
        return None
    if text[window.tokens[0].start - 1 : window.tokens[0].start] in {"@", "#", "$", "€", "£", "/"}:
        return None
    tail = label.split(" ")[-1]
    if label in _POSTAL_LABELS or tail in {"zip", "zipcode", "postcode"} or label.endswith("postal code"):
        return _read_postal(window)
    if label in _STATE_LABELS or tail in {"state", "province"}:
        if screen and text[hit.value_start - 1 : hit.value_start] in {INLINE_GAP, HARD_BREAK}:
            return None  # a field of a form by itself: form_fields asks for the address around it
        return _read_place(window, places.load_states() | places.load_regions())
    if label in CITY_LABELS or tail in {"city", "town"}:
        city = _read_city(window, living=label in _LIVING, field=hit.role == "FIELD")
        unsure = screen or (hit.role == "LABEL" and label not in _LIVING)
        return None if city and unsure and _is_plain_word(text[city[0] : city[1]]) else city
    if label in _UNIT_LABELS and (
        hit.role == "FIELD" or text[hit.end : hit.value_start].strip() in {":", "#", "="}
    ):
        first = window.tokens[0]
        end = segment_end(window, 0)
        if first.has_digit or unit_word(first):
            return _span(window, 0, min(end, 4))
    return _read_full(window, loose=label in _LOOSE_LABELS or tail in _LOOSE_LABELS, screen=screen)


def _span(window: Window, start: int, end: int) -> tuple[int, int]:
    return window.tokens[start].start, window.tokens[end - 1].end


def _read_postal(window: Window) -> tuple[int, int] | None:
    first = window.tokens[0]
    size = (
        2 if len(window.tokens) > 1 and window.gaps[1] in {"", "blank"} and window.tokens[1].has_digit else 1
    )
    if not first.has_digit or len(first.text) > 10 or len(first.text) < 3:
        return None
    return _span(window, 0, size)


def _read_place(window: Window, table: Mapping[str, str]) -> tuple[int, int] | None:
    for end in (3, 2, 1):
        words = window.tokens[:end]
        if len(words) < end or any(gap not in {"", "blank"} for gap in window.gaps[1:end]):
            continue
        name = "".join(word.folded for word in words)
        if name in table and words[0].is_capitalized and (len(name) > 2 or words[0].text.isupper()):
            return _span(window, 0, end)
    return None


def _read_city(window: Window, *, living: bool, field: bool) -> tuple[int, int] | None:
    """A city: known, or up to four capitalised words; what follows it as far as it is known."""
    stop = segment_end(window, 0)
    end = 0
    lower = not any(token.is_capitalized for token in window.tokens[:stop])
    while end < min(stop, 4) and _names_city(window.tokens[end], lower=lower and (living or field)):
        end += 1
    while end and window.tokens[end - 1].folded in PARTICLES:
        end -= 1
    if not end or (lower and end < stop and not living):
        return None
    name = "".join(token.folded for token in window.tokens[:end])
    if name in places.load_countries() and not living:
        return None
    if name not in places.load_cities() and window.tokens[0].folded in load_stop_words():
        return None
    while end < len(window.tokens) and window.gaps[end] in {"comma", "blank"}:
        known = known_end(window, end, segment_end(window, end), anchored=True, numbered=False)
        if not known:
            break
        end = known
    return _span(window, 0, end)


def _names_city(token: Token, *, lower: bool) -> bool:
    if lower:
        return token.is_word and token.folded not in load_stop_words() and len(token.text) > 2
    return (is_name_word(token) and token.is_word) or token.folded in PARTICLES


def _is_plain_word(name: str) -> bool:
    """On a screen a city label may stand above a button: ordinary words are no cities there."""
    if fold_word(name) in places.load_cities():
        return False
    return any(word_level(fold_name(word)) != NOT_LISTED for word in name.split())


def _read_full(window: Window, *, loose: bool, screen: bool) -> tuple[int, int] | None:
    """A whole address: numbers, names, units and codes, over commas and lines, up to the first other word."""
    start = _skip_name(window)
    lower = not any(token.is_capitalized for token in window.tokens) and window.tokens[start].has_digit
    end = start
    numbered = False
    while end < len(window.tokens):
        gap = window.gaps[end] if end > start else "blank"
        token = window.tokens[end]
        if gap == "stop":
            break
        if gap in {"line", "inline"} and not _line_goes_on(
            window, end, numbered=numbered, wrap=gap == "inline"
        ):
            break
        if not _fits_address(token, lower=lower) or token.folded == "and":
            break
        numbered = numbered or token.has_digit
        end += 1
    while end > start and window.tokens[end - 1].folded in PARTICLES:
        end -= 1
    if end == start:
        return None
    if not _reads_as_address(window, start, end, loose=loose or screen):
        return None
    return _span(window, start, end)


def _skip_name(window: Window) -> int:
    """A recipient's name on the first line is no part of the address below it."""
    first = segment_end(window, 0)
    if first >= len(window.tokens) or window.gaps[first] not in {"line", "inline"} or first > 4:
        return 0
    named = not any(token.has_digit for token in window.tokens[:first])
    return first if named and window.tokens[first].has_digit else 0


def _fits_address(token: Token, *, lower: bool) -> bool:
    if token.has_digit:
        return len(token.text) <= 10
    if token.text == "#" or token.text == "nan" or token.folded in PARTICLES or unit_word(token):
        return True
    if street_type(token) and (token.is_capitalized or token.folded == "str"):
        return True
    if lower:
        return token.folded not in load_stop_words()
    return is_name_word(token)


def _line_goes_on(window: Window, at: int, *, numbered: bool, wrap: bool) -> bool:
    """Whether the line that begins at ``at`` still belongs to the address."""
    if not numbered:
        return False
    stop = segment_end(window, at)
    words = window.tokens[at:stop]
    following = stop < len(window.tokens) and window.gaps[stop] == "stop"
    if unit_word(words[0]) or known_end(window, at, stop, anchored=True, numbered=True):
        return True
    if wrap:
        return words[0].has_digit or any(street_type(word) for word in words)
    if len(words[0].text) <= 3 and words[0].text.isupper():
        return True
    return (
        len(words) <= 3 and not following and not any(len(word.text) > 6 and word.has_digit for word in words)
    )


def _reads_as_address(window: Window, start: int, end: int, *, loose: bool) -> bool:
    words = window.tokens[start:end]
    letters = any(word.is_word and len(word.text) > 2 for word in words)
    digits = any(is_house_number(word) for word in words)
    if any("." in word.text[:-1] and word.is_word and len(word.text) > 6 for word in words):
        return False
    if not any(word.is_capitalized for word in words):
        return digits and letters and any(street_type(word) or unit_word(word) for word in words[1:])
    if _TIME.fullmatch(words[0].text):
        return False
    if digits and letters:
        placed = any(street_type(word) or unit_word(word) for word in words[1:])
        return placed or len(words) > (3 if loose else 1)
    name = "".join(word.folded for word in words)
    known = name in places.load_cities() and words[0].is_capitalized
    if known or any(_is_state_at(window, index) for index in range(start + 1, end)):
        return True
    named = len(words) >= 2 and "comma" in window.gaps[start + 1 : end]
    return named and not loose and not all(unit_word(word) for word in words)


def _is_state_at(window: Window, at: int) -> bool:
    if window.tokens[at].folded not in places.load_states():
        return False
    zipped = at + 1 < len(window.tokens) and window.tokens[at + 1].text.isdigit()
    return window.gaps[at] == "comma" or zipped


_TIME: Final = compile_late(r"\d{1,2}(?:am|pm|AM|PM)|\d{1,2}(?:st|nd|rd|th)")
_CORNER: Final = compile_late(r"(?<![A-Za-z])(?:the )?corner of ", re.IGNORECASE)


_CROSSED: Final = r"(?:[A-ZÀ-Þ][\w.'’-]{0,24}|[0-9]{1,4}\.?|[a-zà-ÿ]{1,6}\.?(?= [A-ZÀ-Þ0-9]))"
_CROSSING: Final = compile_late(
    rf"(?!the )[A-ZÀ-Þ][\w.'’-]{{0,24}}(?: (?!and ){_CROSSED}){{0,5}} and [A-ZÀ-Þ][\w.'’-]{{0,24}}"
    rf"(?: (?!and ){_CROSSED}){{0,4}}(?<![.,])"
)
"""Two streets of any language, of which one has a number."""


def find_corners(context: Context) -> Iterator[Candidate]:
    """``the corner of Larkspur Avenue and 5th Street``."""
    for match in context.scan(_CORNER):
        window = read_window(context.text, match.end(), min(match.end() + 110, len(context.text)))
        end = 0
        crossed = False
        while end < len(window.tokens) and (end == 0 or window.gaps[end] in {"", "blank", "inline"}):
            token = window.tokens[end]
            if token.folded == "and" and not crossed and end:
                crossed = True
            elif not _fits_address(token, lower=False):
                break
            end += 1
        last = window.tokens[end - 1].end if crossed and end > 2 else 0
        named = _CROSSING.match(context.text, match.end())
        if named is not None and any(map(str.isdigit, named.group())):
            last = max(last, named.end())
        if last:
            yield _candidate(context.text, match.start(), last, _CORNER_RULE)


def _candidate(text: str, start: int, end: int, rule: str) -> Candidate:
    return Candidate("ADDR", start, end, text[start:end], "soft", "label", 0.7, rule, (rule,))


@cache
def labelled_rules() -> Mapping[str, Rule]:
    """The rules of this module by name."""
    return MappingProxyType(
        {
            _RULE: Rule(find_labelled_addresses, labels=("ADDR",)),
            _CORNER_RULE: Rule(find_corners, ("corner of ",)),
        }
    )


EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        _RULE: (
            Example("City: Weissford\nState: Active", ("Weissford",)),
            Example("MAC address: 00:00:5e:00:53:01, server address: 192.0.2.4", ()),
            Example("My friend lives in San Lorenzo Vecchio.", ("San Lorenzo Vecchio",)),
        ),
        _CORNER_RULE: (
            Example(
                "It is on the corner of Larkspur Avenue and Tern Lane today.",
                ("the corner of Larkspur Avenue and Tern Lane",),
            ),
            Example(
                "Meet at the corner of Tervete iela 10 and Larkspur Road.",
                ("the corner of Tervete iela 10 and Larkspur Road",),
            ),
            Example("He sat in the corner of the room.", ()),
        ),
    }
)
