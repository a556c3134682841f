"""Filled forms whose labels are gone: the fields that follow a street on a screen (CONTRACT b.4).

A form in which a placeholder was the label shows, once filled, a street, and near below it a city, a state
and a postal code in boxes of their own. The street names them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from shotveil.core.geometry import Box
from shotveil.core.records import Candidate, View
from shotveil.core.stream.model import Stream

DOWN: Final = 8.0
"""How far below the street its other fields may lie, in text heights."""

ASIDE: Final = 24.0
"""How far their left edges may lie apart, in text heights."""

_RULE: Final = "address.form_row"
_STREET: Final = re.compile(r"[0-9]{1,6}[A-Za-z]?,? (?:[A-Z0-9][A-Za-z0-9.'-]*,? ?){2,6}$")
_POSTCODE: Final = re.compile(r"[0-9]{5}(?:-[0-9]{4})?$")
_STATE: Final = re.compile(r"[A-Z]{2}$")
_CITY: Final = re.compile(r"[A-Z][a-z.'-]+(?: [A-Z][a-z.'-]+){0,2}$")


def find_address_fields(stream: Stream, view: View) -> Iterator[Candidate]:
    """Postal code, state and city near below a street; without a code there are none."""
    places = [
        (unit.start, unit.end, view.blocks[unit.block].box, stream.text[unit.start : unit.end])
        for unit in stream.units
        if unit.end > unit.start
    ]
    codes = [place for place in places if _POSTCODE.match(place[3])]
    streets = [place[2] for place in places if _STREET.match(place[3])] if codes else []
    for start, end, code, text in codes:
        near = [street for street in streets if _is_near(street, code)]
        if not near:
            continue
        yield _candidate(start, end, text)
        for other_start, other_end, box, other in places:
            same_row = abs(box.bottom - code.bottom) <= 0.6 * code.height and box.left < code.left
            shaped = _STATE.match(other) or _CITY.match(other)
            if shaped and same_row and any(_is_near(street, box) for street in near):
                yield _candidate(other_start, other_end, other)


def _is_near(street: Box, field: Box) -> bool:
    height = street.height
    below = field.top - street.bottom
    return -0.5 * height <= below <= DOWN * height and abs(field.left - street.left) <= ASIDE * height


def _candidate(start: int, end: int, text: str) -> Candidate:
    return Candidate("ADDR", start, end, text, "soft", "label", 0.5, _RULE, (_RULE,))
