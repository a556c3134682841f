"""Filled forms and cards whose labels are gone: what a street says about its neighbours (CONTRACT b.4).

A form in which a placeholder was the label shows, once filled, a street, near above it a name, and near below
it a city, a state and a postal code in boxes of their own. A card or a list of places shows a street under a
name or a city. The street names them all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from shotveil.core.clues.person.lexicon import NOT_LISTED, fold_name, given_rank, word_level
from shotveil.core.clues.screens.form_places import (
    FormPlace,
    PlaceRows,
    after_in_row,
    in_row,
    is_name_word,
    is_typed_words,
    stands_above,
)
from shotveil.core.geometry import Box
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

DOWN: Final = 8.0
"""How far below the street its other fields may lie, in text heights."""

ASIDE: Final = 24.0
"""How far their left edges may lie apart, in text heights."""

UP: Final = 6.0
"""How far above the street the fields of the name may lie, in text heights."""

_RULE: Final = "address.form_row"
_NAME_RULE: Final = "form.name_row"
_LINE_RULE: Final = "form.line"
_PHONE_RULE: Final = "form.phone"
_CARD_RULE: Final = "form.card"
_CITY_PLACEHOLDER: Final = compile_late(
    r"(?:state|province|zip|zip ?code|postal code|postcode)\b.{0,12}", re.I
)
_POSTCODE: Final = compile_late(r"[0-9]{5}(?:-[0-9]{4})?$")
_STATE: Final = compile_late(r"[A-Z]{2}$")
_STREET_AND_CITY: Final = compile_late(
    r"[0-9]{1,6}[A-Za-z]? [A-Za-z0-9.#'’\-]+(?: [A-Za-z0-9.#'’\-]+){0,7}, "
    r"[A-Z][A-Za-z.'’\-]+(?: [A-Z][A-Za-z.'’\-]+){0,3}"
)
_NUMBER: Final = compile_late(r"(?P<icon>[A-Za-z])?(?P<number>\+?[0-9(][0-9 ().\-]{5,16}[0-9])")
"""A reader takes the picture of a telephone before a number for a letter."""
_ICON_DIGITS: Final = 10
"""Digits of a number behind such a picture, at least: a short one is a code."""
_DATED: Final = compile_late(
    r"(?:19|20)[0-9]{2}[-./ ](?:0?[1-9]|1[0-2])[-./ ][0-3]?[0-9]"
    r"|[0-3]?[0-9][-./ ][0-3]?[0-9][-./ ](?:19|20)[0-9]{2}"
)
_CITY_LINE: Final = compile_late(r"[A-Z][A-Za-z.'’ \-]{2,40},? [A-Z]{2},? [0-9]{5}(?:-[0-9]{4})?")
_CARD: Final = compile_late(r"[0-9]{4}(?:[ \-]?[0-9]{3,6}){2,3}")
_EXPIRY: Final = compile_late(r"(?:0[1-9]|1[0-2]) ?/ ?(?:20)?[2-4][0-9]")
_SECURITY: Final = compile_late(r"[0-9]{3,4}")
CARD_DOWN: Final = 8.0
"""How far below a card's number its last day may stand, in text heights."""


def find_form_rows(places: Sequence[FormPlace]) -> Iterator[Candidate]:
    """Everything that a street or a card's number says about the blocks around it."""
    streets = [place for place in places if place.is_street]
    rows = PlaceRows(places)
    yield from _find_cells(places, rows)
    for street in streets:
        yield from _find_names_above(street, rows)
        if _STREET_AND_CITY.fullmatch(street.text):
            yield _candidate("ADDR", street, _LINE_RULE, 0.65)
    yield from _find_heads(streets, rows)
    yield from _find_numbers(places, rows)
    yield from _find_card_cells(places, rows)


def _find_cells(places: Sequence[FormPlace], rows: PlaceRows) -> Iterator[Candidate]:
    """City, state and postal code in the row below a street that holds a code or an empty field for one."""
    for anchor in places:
        code = _POSTCODE.match(anchor.text) is not None
        if not code and not _CITY_PLACEHOLDER.fullmatch(anchor.text):
            continue
        above = rows.around(anchor.box, 2 * DOWN, 0)
        near = [place.box for place in above if place.is_street and _is_near(place.box, anchor.box)]
        if not near:
            continue
        if code:
            yield _candidate("ADDR", anchor, _RULE)
        for other in rows.around(anchor.box, 1, 1):
            before = in_row(other.box, anchor.box) and other.box.left < anchor.box.left
            shaped = _STATE.match(other.text) or is_typed_words(other.text)
            if shaped and before and not other.kinds and any(_is_near(street, other.box) for street in near):
                yield _candidate("ADDR", other, _RULE)


def _is_near(street: Box, field: Box) -> bool:
    height = street.height
    below = field.top - street.bottom
    return -0.5 * height <= below <= DOWN * height and abs(field.left - street.left) <= ASIDE * height


def _find_names_above(street: FormPlace, rows: PlaceRows) -> Iterator[Candidate]:
    """First and last name in two boxes of one row above a street, one of them a known name."""
    height = street.box.height
    for first in rows.around(street.box, UP, 0):
        gap = street.box.top - first.box.bottom
        aligned = abs(first.box.left - street.box.left) <= 0.7 * height
        if not aligned or not 0 <= gap <= UP * height or first.kinds or not is_typed_words(first.text):
            continue
        beside = after_in_row(first, rows.around(first.box, 1, 1), 2 * ASIDE)
        rest = [place for place in beside if is_typed_words(place.text)][:1]
        row = [first, *rest]
        words = [word for place in row for word in place.text.split()]
        likely = any(map(is_name_word, words)) or not any(map(_is_plain, words))
        if len(words) < 5 and len(row) == 2 and likely:
            for place in row:
                yield _candidate("NAME", place, _NAME_RULE)


def _find_heads(streets: Sequence[FormPlace], rows: PlaceRows) -> Iterator[Candidate]:
    """The line over a street: a person's name, or in a list of places the city."""
    heads = [
        head
        for street in streets
        for head in rows.around(street.box, 2, 0)
        if stands_above(head.box, street.box) and not head.kinds and is_typed_words(head.text)
    ]
    unknown = [head for head in heads if not _is_plain(head.text)]
    for head in unknown:
        words = head.text.split()
        if len(words) > 1 and given_rank(fold_name(words[0])) > 0:
            yield _candidate("NAME", head, _LINE_RULE)
        elif len(unknown) > 1:
            yield _candidate("ADDR", head, _LINE_RULE)
        elif len(words) in (2, 3) and any(
            p.kinds and stands_above(p.box, head.box) for p in rows.around(head.box, 2, 0)
        ):
            yield _candidate("NAME", head, _LINE_RULE)


def _is_plain(text: str) -> bool:
    return all(word_level(fold_name(word)) != NOT_LISTED for word in text.split())


def _find_numbers(places: Sequence[FormPlace], rows: PlaceRows) -> Iterator[Candidate]:
    """A line of nothing but a phone number's digits, next to a line that is an e-mail address or a street."""
    for place in places:
        match = _NUMBER.fullmatch(place.text.strip())
        if match is None or _DATED.fullmatch(match["number"]):
            continue
        digits = sum(map(str.isdigit, match["number"]))
        if not (_ICON_DIGITS if match["icon"] else 7) <= digits <= 13:
            continue
        near = [other for other in rows.around(place.box, 2, 2) if _tells_phone(other)]
        if any(stands_above(place.box, o.box) or stands_above(o.box, place.box) for o in near):
            start = place.start + place.text.index(match["number"])
            text, end = match["number"], start + len(match["number"])
            yield Candidate("PHONE", start, end, text, "soft", "label", 0.7, _PHONE_RULE, (_PHONE_RULE,))


def _tells_phone(place: FormPlace) -> bool:
    mail = "@" in place.text and " " not in place.text.strip()
    return mail or place.is_street or _CITY_LINE.fullmatch(place.text) is not None


def _find_card_cells(places: Sequence[FormPlace], rows: PlaceRows) -> Iterator[Candidate]:
    """Last day and security code in boxes of their own beside or below a card's number."""
    for card in places:
        if not _CARD.search(card.text) or sum(map(str.isdigit, card.text)) < 13:
            continue
        for place in rows.around(card.box, 1, CARD_DOWN):
            below = place.box.top - card.box.bottom
            near = in_row(card.box, place.box) or 0 <= below <= CARD_DOWN * card.box.height
            if near and _EXPIRY.fullmatch(place.text):
                yield _candidate("NUM", place, _CARD_RULE)
                for other in after_in_row(place, rows.around(place.box, 1, 1), 2 * ASIDE):
                    if _SECURITY.fullmatch(other.text):
                        yield _candidate("NUM", other, _CARD_RULE)


def _candidate(kind: str, place: FormPlace, rule: str, score: float = 0.5) -> Candidate:
    return Candidate(kind, place.start, place.end, place.text, "soft", "label", score, rule, (rule,))
