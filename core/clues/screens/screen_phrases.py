"""What screens say to the person before them: greetings, places of delivery (CONTRACT b.4)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from shotveil.core.clues.person.lexicon import NOT_LISTED, fold_name, word_level
from shotveil.core.clues.screens.form_places import FormPlace, has_form_word, is_name_word
from shotveil.core.parse import places as gazetteer
from shotveil.core.parse.places import fold_word
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_GREETING_RULE: Final = "screen.greeting"
_CODE_RULE: Final = "screen.delivery"
_GREETING: Final = compile_late(
    r"(?:^|(?<=[\s>|]))(?:welcome(?: back)?|thanks|thank you(?: for [a-z]{2,12}(?: [a-z]{2,12}){0,3})?"
    r"|not|hello|hi|sign(?:ed)? in as|logged in as|log in as),? "
    r"(?P<name>[A-Z][a-z'’\-]{1,20}(?: [A-Z][a-z'’\-]{1,20})?)"
    r"(?![a-z])",
    re.IGNORECASE,
)
_CODE: Final = r"[0-9]{5}(?:-[0-9]{4})?(?![0-9.,]?[0-9])"
_NEAR: Final = compile_late(
    r"(?:near|nearby|ship(?:ped|ping|s)? to|deliver(?:ed|y|ing|s)? to|stores? in|pick ?up in|available in"
    rf"|sent to|miles of|results for|zip(?: ?code)?):? (?P<place>(?:[A-Z][A-Za-z'’\-]+,? ){{0,4}}{_CODE})",
    re.IGNORECASE,
)
_CITY_LINE: Final = compile_late(
    rf"[A-Z][A-Za-z.'’\-]+(?: [A-Z][A-Za-z.'’\-]+){{0,3}},? (?P<state>[A-Z]{{2}}),? {_CODE}"
)

_CUT_RULE: Final = "screen.cut"
_WORKS_IN: Final = compile_late(
    r" at [^·•|]{2,60}[·•|] ?(?P<city>[A-Z][A-Za-z.'’\-]+(?: [A-Z][A-Za-z'’\-]+){0,2})\W*$"
)
_CUT_STREET: Final = compile_late(
    r"(?:^|[ ,])(?:for|to|at|from|near) "
    r"(?P<street>[0-9]{1,5}[A-Za-z]? [A-Z][a-z]+(?: [A-Z][a-z]*){0,3}) ?(?:\.\.+|…)$"
)
_CUT_CODE: Final = compile_late(
    r"(?:验证码|动态码|校验码|\bcode(?: is)?)[:：为是 ]{0,3}(?P<code>[0-9]{2,8}) ?(?:\.\.+|…)$", re.IGNORECASE
)
_PLATE_RULE: Final = "screen.plate"
_VEHICLE: Final = (
    "sedan|suv|hatchback|coupe|convertible|wagon|minivan|van|pickup|truck|motorcycle|scooter|taxi|cab|"
    "toyota|honda|ford|tesla|hyundai|kia|nissan|volkswagen|bmw|audi|mazda|subaru|chevrolet|skoda|renault|peugeot"
)
_PLATE: Final = compile_late(
    rf"\b(?i:{_VEHICLE})\b[^·•|,()0-9]{{0,24}} ?[·•|,(-] ?"
    r"(?P<plate>(?=[A-Z -]{0,4}[0-9])(?=[0-9 -]{0,4}[A-Z])[0-9A-Z]{2,4}[ -]?[0-9A-Z]{2,5})\)?$"
)
_DOES_RULE: Final = "screen.doing"
_DOES: Final = compile_late(
    r"^(?P<name>[A-Z][a-z'’\-]{1,20}(?: [A-Z][a-z'’\-]{1,20})?)(?:['’]s birthday| and [0-9]{1,4} others\b"
    r"| (?:liked|sent|shared|invited|mentioned|commented|reacted|followed|joined|added|tagged|requested"
    r"|replied|is typing)\b| [345]\.[0-9] ?(?:[★⭐☆*]|$))"
)
_BOOKED: Final = compile_late(
    r"\b(?:booked|reserved|reservation|booking|table)\b.{0,40}\b(?:under|for)(?: the name)? "
    r"(?P<name>[A-Z][a-z'’\-]{2,20}(?: [A-Z][a-z'’\-]{1,20})?)[.!]?$"
)


def find_screen_phrases(places: Sequence[FormPlace]) -> Iterator[Candidate]:
    """Names that are greeted, and places and postal codes that something is delivered to.

    Args:
        places: the blocks of a screen.
    """
    for place in places:
        for match in _GREETING.finditer(place.text):
            yield from _read_name(place, match)
        for match in _NEAR.finditer(place.text):
            if match["place"][0].isupper() or match["place"][0].isdigit():
                yield _candidate("ADDR", place, match.start("place"), match["place"], _CODE_RULE)
        yield from _read_cut(place)
        if plate := _PLATE.search(place.text):
            yield _candidate("LICENSE_PLATE", place, plate.start("plate"), plate["plate"], _PLATE_RULE)
        for said in filter(None, (_DOES.match(place.text), _BOOKED.search(place.text))):
            if all(map(_may_be_called, said["name"].split())):
                yield _candidate("NAME", place, said.start("name"), said["name"], _DOES_RULE)
        line = _CITY_LINE.fullmatch(place.text)
        if line and fold_word(line["state"]) in gazetteer.load_states():
            yield _candidate("ADDR", place, 0, place.text, _CODE_RULE)


def _read_cut(place: FormPlace) -> Iterator[Candidate]:
    """What a preview cuts off, and where somebody works (``Engineer at … · City``)."""
    if cut := _CUT_STREET.search(place.text):
        yield _candidate("ADDR", place, cut.start("street"), cut["street"], _CUT_RULE)
    if cut := _CUT_CODE.search(place.text):
        yield _candidate("NUM", place, cut.start("code"), cut["code"], _CUT_RULE)
    works = _WORKS_IN.search(place.text)
    if works and fold_word(works["city"]) in gazetteer.load_cities():
        yield _candidate("ADDR", place, works.start("city"), works["city"], _CODE_RULE)


def _may_be_called(word: str) -> bool:
    """A listed name, or a word that no dictionary has."""
    return not has_form_word(word) and (is_name_word(word) or word_level(fold_name(word)) == NOT_LISTED)


def _read_name(place: FormPlace, match: re.Match[str]) -> Iterator[Candidate]:
    words = match["name"].split()
    if not words[0][0].isupper() or has_form_word(words[0]) or not is_name_word(words[0]):
        return
    whole = (
        len(words) > 1 and words[1][0].isupper() and is_name_word(words[1]) and not has_form_word(words[1])
    )
    name = match["name"] if whole else words[0]
    yield _candidate("NAME", place, match.start("name"), name, _GREETING_RULE)


def _candidate(kind: str, place: FormPlace, at: int, text: str, rule: str) -> Candidate:
    start = place.start + at
    return Candidate(kind, start, start + len(text), text, "soft", "label", 0.6, rule, (rule,))
