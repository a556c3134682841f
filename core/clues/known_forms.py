"""The forms by which a known value is recognised again, by its typed record (CONTRACT b.6).

A copy may differ in case, width and separators, and may be a part of a known full name or address. How forms
are looked for in a text is `session.py`.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, Literal

from shotveil.core.patterns import compile_late
from shotveil.core.quick_records import made_quickly
from shotveil.core.records import (
    AddressRecord,
    Component,
    NameRecord,
    OrgRecord,
    Record,
    ScalarRecord,
    Source,
    Tier,
)
from shotveil.core.stream.characters import fold_text

Mode = Literal["words", "part", "exact", "digits", "code", "unit"]
"""How a form is looked for: in any case, with any joint; as a capitalised word (any case inside a path);
letter by letter; as digits, or as digits and letters, with whatever separators between them; as what stands
directly behind the word for a part of a building."""

JOINTS: Final = "_-.+·•・\ue001\u00a0\u3000"
_ASCII_JOINTS: Final = "_-.+"
HAN: Final = compile_late("[\u3400-\u9fff]")
_DIGIT_TYPES: Final = frozenset({"PHONE", "BANK_CARD", "ID_NUMBER", "NUM"})
_CODE_TYPES: Final = frozenset({"ALNUM", "LICENSE_PLATE", "PASSPORT", "DRIVER_LICENSE"})
_COMMON_USERS: Final = frozenset(
    {"admin", "root", "user", "test", "guest", "ubuntu", "runner", "public", "default", "system", "postgres"}
)
_LONG_NUMBERS: Final = frozenset({"PHONE", "BANK_CARD", "ID_NUMBER"})
_LEAST_LONG: Final = 7
_LEAST_CODE: Final = 5
"""Digits, or letters and digits, from which a number is looked for wherever it stands."""
_LEAST_PLACE: Final = 8
_LEAST_NAME: Final = 3
_COMMON_LEVEL: Final = 39
"""Ordinary words up to this level of rarity stand for a known name only with a capital inside a sentence."""

_LEAST_TURNED: Final = 8
"""Letters from which a value that is turned round says something."""

_NO_WORD: Final = compile_late(r"[^0-9a-z\u00c0-\u024f]+")
_UNIT_NUMBER: Final = compile_late(r"(?<![0-9a-z])(?=[a-z]{0,2}[0-9])[0-9a-z]{1,6}(?![0-9a-z])")
_ZH_ROOM: Final = compile_late("[0-9]{3,4}室")


@made_quickly
@dataclass(frozen=True, slots=True)
class Form:
    """One way in which a known value may be written.

    ``text`` is the key it is looked up by: folded and with joints as blanks (words, part), as written
    (exact), or digits and letters only (digits).
    """

    type: str
    text: str
    mode: Mode
    tier: Tier = "hard"
    source: Source = "session"
    record: Record | None = field(default=None, compare=False)
    """What a copy in this form is a record of, but for its text; None: its own parser says.

    Of forms that differ in it alone the one that was learnt first counts."""


def replace_all(text: str, chars: Iterable[str], by: str) -> str:
    """Single characters replaced: a pass each is far faster than a table where a text is not all ASCII."""
    for char in chars:
        text = text.replace(char, by)
    return text


def _words(text: str) -> str:
    return " ".join(replace_all(fold_text(text), _ASCII_JOINTS if text.isascii() else JOINTS, " ").split())


def forms_of_record(kind: str, record: Record, surfaces: tuple[str, ...] = ()) -> tuple[Form, ...]:
    """Every form by which a value is recognised again.

    Args:
        kind: its label.
        record: its typed record.
        surfaces: further surfaces seen for it.
    """
    return _keep_forms(kind, record, tuple(text for text in surfaces if text != record.text))


@lru_cache(maxsize=16_384)
def _keep_forms(kind: str, record: Record, surfaces: tuple[str, ...]) -> tuple[Form, ...]:
    return tuple(_read_forms(kind, record, surfaces))


def _read_forms(kind: str, record: Record, surfaces: tuple[str, ...]) -> Iterator[Form]:
    texts = dict.fromkeys((record.text, *surfaces))
    if kind in ("NAME", "ADDR", "SECRET"):
        yield from _turned_forms(kind, record)
    if isinstance(record, NameRecord):
        yield from _name_forms(record, texts)
    elif isinstance(record, AddressRecord):
        yield from _address_forms(record, texts)
        yield from _slug_forms(record)
    elif isinstance(record, OrgRecord):
        yield from _organization_forms(texts)
    elif isinstance(record, ScalarRecord):
        for text in texts:
            yield from _scalar_forms(kind, text)


def _turned_forms(kind: str, record: Record) -> Iterator[Form]:
    """A value read backwards, or with its letters shifted by half the alphabet (rot13)."""
    text = record.text if kind == "SECRET" else _words(record.text)
    if sum(char.isascii() and char.isalpha() for char in text) < _LEAST_TURNED:
        return
    mode: Mode = "exact" if kind == "SECRET" else "words"
    for turned in (text[::-1], codecs.encode(text, "rot13")):
        yield Form(kind, turned, mode, "soft", record=record)


def _slug_forms(record: AddressRecord) -> Iterator[Form]:
    """An address as a tag or a part of a link: ``418-larkspur-avenue``, ``418LarkspurAvenuePortland``."""
    parts = {component.key: component for component in record.components}
    number, road = parts.get("number"), parts.get("road")
    if number is None or road is None or HAN.search(record.text):
        return
    street = AddressRecord(f"{number.text} {road.text}", (number, road))
    for known, text in ((street, street.text), (record, record.text)):
        words = _NO_WORD.sub(" ", _words(text)).split()
        if len(words) > 2:
            yield Form("ADDR", " ".join(words), "words", "soft", record=known)
            yield Form("ADDR", "".join(words), "words", "soft", record=known)


def _organization_forms(texts: Iterable[str]) -> Iterator[Form]:
    """The whole name, and the name without its legal suffix where that still says enough."""
    from shotveil.core.normalize import org_tokens

    for text in texts:
        words = _words(text)
        han = HAN.search(text) is not None
        if len(words) >= (3 if han else 4):
            yield Form("ORG", words, "words")
        core = ("" if han else " ").join(org_tokens(text))
        if core == words or not core:
            continue
        if " " in core or (han and len(core) >= 4):
            yield Form("ORG", core, "words", "soft")
        elif not han and len(core) >= 4:
            yield Form("ORG", core, "part", "soft")


def _name_forms(record: NameRecord, texts: Iterable[str]) -> Iterator[Form]:
    whole = replace(record, title="")
    for text in texts:
        words = _words(text)
        many = " " in words
        if HAN.search(text):
            if len(words) >= 2:
                yield Form("NAME", words, "words", record=whole)
        elif many:
            yield Form("NAME", words, "words", record=whole)
            if ". " in text:  # an initial before a family name that is a word: alone it is not looked for
                yield Form("NAME", text, "exact", record=whole)
        elif needs_context("NAME", text):
            if len(words) >= _LEAST_NAME:
                yield _part_form(words, whole)
        else:
            yield Form("NAME", words, "words", "soft", record=whole)
    family, given = _words(record.family), _words(record.given)
    if HAN.search(record.text):
        if len(given) >= 2 and given != _words(record.text) and not _is_han_word(given):
            yield Form("NAME", given, "words", "soft", record=NameRecord(record.given, given=record.given))
        return
    if not (family and given):
        for half in {"family": family, "given": given}.items():
            yield from _half_forms(_words(record.text), *half, whole)
        return
    yield Form("NAME", f"{given} {family}", "words", record=whole)
    if not (is_ordinary(family) and is_ordinary(given)):  # "the stone will fall" is not Will Stone
        yield Form("NAME", f"{family} {given}", "words", "soft", record=whole)
    for joined in (given + family, family + given, given[0] + family, given + family[0]):
        if len(joined) >= 6:
            yield Form("USER", joined.replace(" ", ""), "part", "soft")
    for part in _tell_parts(family):
        yield _part_form(part, NameRecord(part, family=record.family))
    for part in _tell_parts(given):
        if part not in family.split():
            yield _part_form(part, NameRecord(part, given=record.given))


def _half_forms(full: str, slot: str, half: str, whole: NameRecord) -> Iterator[Form]:
    """The one part of a name of which the other part is not told."""
    for part in _tell_parts(half) if half and half != full else ():
        told = {slot: getattr(whole, slot)}
        yield _part_form(part, NameRecord(part, **told))


def _tell_parts(name: str) -> Iterator[str]:
    """A family or given name and its single words; a particle ("van der", "bin") alone is nobody's name."""
    from shotveil.core.clues.person.lexicon import read_groups

    particles = read_groups("person_cues_en.txt")["particle"]
    for part in dict.fromkeys((name, *name.split())):
        if len(part) >= 3 and (part == name or part not in particles):
            yield part


def _part_form(part: str, record: NameRecord) -> Form:
    return Form("NAME", part, "part", "soft", record=record)


@lru_cache(maxsize=16_384)
def is_common_word(word: str) -> bool:
    from shotveil.core.clues.person.lexicon import fold_name, word_level
    from shotveil.core.clues.program_text import is_program_word

    return word_level(fold_name(word)) <= _COMMON_LEVEL or is_program_word(word)


@lru_cache(maxsize=16_384)
def is_ordinary(word: str) -> bool:
    """Whether a folded word is one of everyday language, of programs, or a known product."""
    from shotveil.core.clues.person.lexicon import is_product

    return is_common_word(word) or is_product(word)


@lru_cache(maxsize=16_384)
def tells_small(word: str) -> bool:
    """Whether a part of a known name is somebody's without its capital: nothing else is written so."""
    from shotveil.core.clues.person.cues_en import is_known_place
    from shotveil.core.clues.person.lexicon import fold_name, is_proper_word, read_groups
    from shotveil.core.clues.person.plain_en import sure_given_names

    key = fold_name(word)
    if is_ordinary(word) or is_proper_word(key) or is_known_place(word):
        return False
    if any(key in words for words in read_groups("small_words.txt").values()):
        return False
    return len(key) > _LEAST_NAME or key in sure_given_names()


def needs_context(kind: str, text: str) -> bool:
    """Whether a value alone is too ordinary to be the same value wherever it stands: a word, a short number.

    A copy of such a value is told by what stands around it; ``session.stands_as_word`` says how, and the
    audit asks that as well.
    """
    words = _words(text).lstrip("@ ")
    if kind in _DIGIT_TYPES or kind in _CODE_TYPES:
        return sum(map(str.isalnum, words)) < (_LEAST_CODE if kind not in _LONG_NUMBERS else _LEAST_LONG)
    if kind == "SECRET":
        return len(text) < (6 if not text.isalpha() else 12 if is_common_word(text) else 8)
    if kind in ("EMAIL", "IP", "TIME"):
        return len(text) < 6
    if " " in words or HAN.search(words):
        return False
    if kind == "ADDR":
        return len(words) < _LEAST_PLACE
    if kind == "ORG":
        return len(words) < 4
    if kind == "USER":
        return len(words) < 4 or words in _COMMON_USERS or is_common_word(words)
    return len(words) < _LEAST_NAME or is_ordinary(words)


def _is_han_word(word: str) -> bool:
    from shotveil.core.clues.person.zh_model import load_words

    return word in load_words()


def _address_forms(record: AddressRecord, texts: Iterable[str]) -> Iterator[Form]:
    """The whole, and its street and building; a lone city counts only where it stands."""
    for text in texts:
        words = _words(text)
        if len(record.components) > 1 or len(words) >= _LEAST_PLACE:
            yield Form("ADDR", words, "words")
    for component in record.components:
        words = _words(component.text)
        if (
            component.key in ("unit", "room", "suite")
            and (number := _UNIT_NUMBER.search(words))
            and len(number[0]) > 1
        ):
            yield Form("ADDR", number[0], "unit", "soft", record=_record_part(component, number[0].upper()))
        if component.key in ("road", "poi") and (" " in words or (HAN.search(words) and len(words) >= 3)):
            yield Form("ADDR", words, "words", "soft")
    yield from _joined_forms({component.key: component for component in record.components})


def _joined_forms(parts: dict[str, Component]) -> Iterator[Form]:
    """Short ways to write two parts: house number and bare street name, building and room (``3-501室``)."""
    number, road, building, room = (parts.get(key) for key in ("number", "road", "building", "room"))
    if number and road and not HAN.search(road.text):
        name = _words(road.text).rpartition(" ")[0]
        if " " in name or (len(name) >= 4 and not is_common_word(name)):
            written = f"{number.text} {road.text.rpartition(' ')[0]}"
            whole = Component("road", road.text, len(number.text) + 1, len(written))
            known = AddressRecord(written, (replace(number, start=0, end=len(number.text)), whole))
            yield Form("ADDR", f"{_words(number.text)} {name}", "words", "soft", record=known)
    if room and _ZH_ROOM.fullmatch(room.text):
        yield Form("ADDR", _words(room.text), "words", "soft", record=AddressRecord(room.text, (room,)))
        if building and (block := _UNIT_NUMBER.search(_words(building.text))):
            known = AddressRecord(building.text + room.text, (building, room))
            yield Form("ADDR", f"{block[0]} {_words(room.text)}", "words", "soft", record=known)


def _record_part(component: Component, text: str) -> AddressRecord:
    return AddressRecord(text, (Component(component.key, text, 0, len(text)),))


def _scalar_forms(kind: str, text: str) -> Iterator[Form]:
    if needs_context(kind, text):
        return
    folded = fold_text(text)
    digits = "".join(char for char in folded if char.isdigit())
    letters = "".join(char for char in folded if char.isalnum())
    if kind == "SECRET":
        yield Form(kind, text, "exact")
    elif kind in ("EMAIL", "IP", "TIME"):
        yield Form(kind, _words(text), "words")
    elif kind == "USER":
        yield Form(kind, _words(folded.lstrip("@")), "words", "soft")
    elif kind in _DIGIT_TYPES and len(digits) >= (_LEAST_LONG if kind in _LONG_NUMBERS else _LEAST_CODE):
        yield (
            Form(kind, digits, "digits")
            if letters.isdigit() or kind != "ID_NUMBER"
            else Form(kind, letters, "code")
        )
        if kind == "PHONE" and len(digits) > 10:
            for prefix in ("86", "1"):
                if digits.startswith(prefix) and len(digits) - len(prefix) in (10, 11):
                    yield Form(kind, digits[len(prefix) :], "digits")
    elif kind in _CODE_TYPES and any(map(str.isdigit, letters)):
        yield Form(kind, letters, "code")
    elif kind in _CODE_TYPES and not is_common_word(folded):
        yield Form(kind, _words(text), "words", "soft")
