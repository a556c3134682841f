"""What stands alone in a labelled field of a form is the field's value, half typed or whole (CONTRACT b.4).

A field says what its value is, so that a value may be what no rule of running text accepts: two digits of a
postal code, a city that no list knows, a month of a card's last day. What a form itself writes into its
fields (placeholders, buttons) holds words of forms and is no value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import LabelHit
from shotveil.core.clues.person.labels_zh import PART_RULE
from shotveil.core.clues.screens.form_places import FormPlace, after_in_row, has_form_word, is_typed_words
from shotveil.core.parse import places as gazetteer
from shotveil.core.parse.places import fold_word
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_RULE: Final = "form.field"
_ROW: Final = 24.0
"""How far to the right the second box of one field may lie (month and year), in text heights."""

_END: Final = r"(?:\s*\(.*\)|\s*[*:：])*$"
_COMPANY: Final = compile_late(
    rf"(?:company|company name|business name|organi[sz]ation|employer){_END}", re.I
)
_TAILS: Final[tuple[tuple[str, re.Pattern[str]], ...]] = (
    ("company", _COMPANY),
    *(
        (role, compile_late(rf"(?:^|.*[\s*])(?:{words}){_END}", re.IGNORECASE))
        for role, words in (
            ("email", r"e-?mail|e-?mail address"),
            (
                "name",
                r"(?:first|last|given|family|middle|full|other|maiden) ?names?|surnames?|forenames?"
                r"|name (?:on|of|as) [a-z]+(?: [a-z]+)?|card ?holder(?: name)?|holder|passenger|[姓名]",
            ),
            ("city", r"city|town|city/town|town/city|suburb"),
            ("state", r"state|province|county|region|state/province"),
            ("zip", r"zip|zip ?code|postal code|postcode|zip/postal code|zip ?/ ?postcode"),
            ("unit", r"address ?(?:line ?)?2|line 2|apt|apartment|unit|suite|apt/suite|apt #|street 2"),
            ("street", r"address|address ?(?:line ?)?1|street(?: address)?|street 1"),
            ("phone", r"phone|telephone|mobile|cell|(?:phone|mobile|telephone|cell) (?:number|no\.?)"),
            (
                "expiry",
                r"exp|exp\. ?date|expires|(?:expiry|expiration|exp)(?: (?:date|month|year))?",
            ),
            ("card", r"(?:credit |debit |gift )?card number|card no\.?"),
            ("user", r"(?:e-?mail(?: address)? or )?(?:user ?name|user ?id|login(?: id)?)"),
            ("dob", r"date of birth|birth ?date|birthday|dob"),
            ("cvv", r"cvv|cvc|cid|csc|security code"),
        )
    ),
)
_SHAPES: Final[Mapping[str, tuple[str, re.Pattern[str]]]] = MappingProxyType(
    {
        "zip": (
            "ADDR",
            compile_late(r"[0-9]{2,6}(?:-[0-9]{1,4})?|[A-Z]{1,2}[0-9][0-9A-Z]?(?: ?[0-9][A-Z0-9]{2})?"),
        ),
        "unit": ("ADDR", compile_late(r"(?:[A-Za-z]+\.? )?#? ?[0-9]{1,5}[A-Za-z]?|#? ?[0-9A-Z]{1,4}")),
        "street": ("ADDR", compile_late(r"[0-9]{1,6}[A-Za-z]?(?: [A-Za-z0-9.#'’\-]+,?){1,8}")),
        "phone": ("PHONE", compile_late(r"\+?[0-9(][0-9 ().\-]{1,18}[0-9]")),
        "email": ("EMAIL", compile_late(r"[a-z0-9](?:[a-z0-9._+\-]*[a-z0-9._\-@])?")),
        "card": ("BANK_CARD", compile_late(r"[0-9](?:[ \-]?[0-9]){3,18}")),
        "company": ("ORG", compile_late(r"[A-Z][\w.'’&\-]*,?(?: (?:and|of|&|[A-Z][\w.'’&\-]*),?){0,5}")),
        "user": ("USER", compile_late(r"[A-Za-z0-9][A-Za-z0-9._\-@]{2,40}")),
        "dob": ("TIME", compile_late(r"[0-9]{1,4}(?:[ /.\-]{1,3}[0-9]{1,4}){2}|[0-9]{1,2}")),
        "cvv": ("NUM", compile_late(r"[0-9]{2,4}")),
    }
)  # fmt: skip
_HAN_PART: Final = compile_late("[\u3400-\u4dbf\u4e00-\u9fff]{1,2}")
"""A family or given name in a field of its own; what a form says in three characters is a placeholder."""
_SPLIT: Final = frozenset({"phone", "dob"})
_PART: Final = compile_late(r"[0-9]{1,4}|[-–/.]")
_JOINING: Final = compile_late(r" (?:and|of|&) ")
_EXPIRY: Final = compile_late(
    r"(?:0?[1-9]|1[0-2])(?: ?[/\-] ?(?:20)?[0-9]{2})?|20[0-9]{2}|[2-4][0-9]"
    r"|(?:[0-9]{1,2} ?-? ?)?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}"
    r"(?: ?\(?[0-9]{1,2}\)?)?"
)


def find_form_fields(labels: Sequence[LabelHit], places: Sequence[FormPlace]) -> Iterator[Candidate]:
    """Values of fields whose label is a block of its own and whose value fills another block.

    Args:
        labels: the label hits of a screen, those by layout among them.
        places: its blocks.
    """
    fields = dict(_find_fields(labels, places))
    found = [(place, role) for place, role in fields.items() if role != "state"]
    anchored = any(place.is_street for place in places)
    paying = any(role in ("card", "cvv") for _, role in found) or any("BANK_CARD" in p.kinds for p in places)
    for place, role in found:
        if role == "expiry":
            if paying:
                yield from _read_expiry(place, places)
        elif candidate := _read_value(place, role):
            anchored = anchored or role in ("city", "zip", "street")
            yield candidate
            if role in _SPLIT:
                yield from _read_parts(place, places, candidate.type)
    if anchored:  # a state alone says nothing of a person: forms come with one
        for place, role in fields.items():
            if role == "state" and _is_state(place.text):
                yield _candidate("ADDR", place)


def _find_fields(labels: Sequence[LabelHit], places: Sequence[FormPlace]) -> Iterator[tuple[FormPlace, str]]:
    starts = {place.start: place for place in places}
    for hit in labels:
        label, value = starts.get(hit.start), starts.get(hit.value_start)
        if label is None or value is None or label is value or value.kinds or not hit.direct:
            continue
        for role, pattern in _TAILS:
            if pattern.match(label.text):
                yield value, role
                break


def _read_value(place: FormPlace, role: str) -> Candidate | None:
    text = place.text
    if role in ("name", "city"):
        if role == "name" and _HAN_PART.fullmatch(text):
            return _candidate("NAME", place, PART_RULE)
        if not is_typed_words(text) or (role == "name" and text.isupper() and len(text) < 5):
            return None
        return _candidate("NAME" if role == "name" else "ADDR", place)
    kind, shape = _SHAPES[role]
    words = _JOINING.sub(" ", text) if role == "company" else text
    if shape.fullmatch(text) is None or (role != "unit" and has_form_word(words)):
        return None
    if role == "unit" and not any(map(str.isdigit, text)):
        return None
    return _candidate(kind, place)


def _read_parts(place: FormPlace, places: Sequence[FormPlace], kind: str) -> Iterator[Candidate]:
    """Further boxes of digits to the right: a phone number or a date in parts."""
    for other in after_in_row(place, places, _ROW):
        if not _PART.fullmatch(other.text):
            break
        yield _candidate(kind, other)


def _read_expiry(place: FormPlace, places: Sequence[FormPlace]) -> Iterator[Candidate]:
    """The month and, in a box of its own to the right, the year."""
    if _EXPIRY.fullmatch(place.text):
        yield _candidate("NUM" if place.text[0].isdigit() else "ALNUM", place)
    for other in after_in_row(place, places, _ROW):
        if other.kinds or (any(map(str.isalpha, other.text)) and not has_form_word(other.text)):
            break
        if _EXPIRY.fullmatch(other.text):
            yield _candidate("NUM", other)
            break


def _is_state(text: str) -> bool:
    name = fold_word(text)
    return name in gazetteer.load_states() or name in gazetteer.load_regions()


def _candidate(kind: str, place: FormPlace, rule: str = _RULE) -> Candidate:
    return Candidate(kind, place.start, place.end, place.text, "soft", "label", 0.7, rule, (rule,))
