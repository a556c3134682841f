"""Known values as evidence: which forms of a value count as a copy of it, and where they stand (b.6).

A copy may differ in case, width and separators, may be a part of a known full name, and may stand inside a
path, a URL or a file name. It never is a part of an unrelated longer word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, Literal

import ahocorasick_rs

from shotveil.core.records import (
    AddressRecord,
    Candidate,
    NameRecord,
    OrgRecord,
    Record,
    ScalarRecord,
    Source,
    Tier,
)
from shotveil.core.stream.characters import fold_text
from shotveil.core.stream.model import INLINE_GAP

Mode = Literal["words", "part", "exact", "digits", "code"]
"""How a form is looked for: in any case, with any joint; as a capitalised word (any case inside a path);
letter by letter; as digits, or as digits and letters, with whatever separators between them."""

_JOINTS: Final = str.maketrans({char: " " for char in "_-.+·•・\ue001\u00a0\u3000"})
_HAN: Final = re.compile("[\u3400-\u9fff]")
_NUMBER: Final = re.compile(r"[0-9](?:[ \t\u00a0\ue001\-./()+_]{0,3}[0-9]){4,}")
_NO_DIGIT: Final = re.compile("[^0-9]+")
_SEPARATORS: Final = frozenset(" \t\u00a0\ue001-./_")
_SQUEEZE: Final = str.maketrans(dict.fromkeys(_SEPARATORS))
_PARTED_CODE: Final = re.compile(r"[a-z0-9][-./_ ][0-9]|[0-9][-./_ ][a-z]")
_FEW: Final = 40
"""Up to this many forms, one search each is faster than an automaton."""

_SUFFIX_AFTER: Final = re.compile(
    r",? (?:inc|llc|llp|ltd|limited|corp|corporation|incorporated|plc|gmbh|co)(?![0-9a-z])\.?"
    r"|(?:股份|集团)?(?:有限)?(?:责任)?公司"
)
_LETTER: Final = re.compile(r"[^\W_]")
_PATH_JOINTS: Final = frozenset("_-./\\@=+%~:&#")
_DIGIT_TYPES: Final = frozenset({"PHONE", "BANK_CARD", "ID_NUMBER", "NUM"})
_CODE_TYPES: Final = frozenset({"ALNUM", "LICENSE_PLATE", "PASSPORT", "DRIVER_LICENSE"})
_COMMON_USERS: Final = frozenset(
    {"admin", "root", "user", "test", "guest", "ubuntu", "runner", "public", "default", "system", "postgres"}
)
_COMMON_LEVEL: Final = 39
"""Ordinary words up to this level of rarity stand for a known name only with a capital inside a sentence."""


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
    record: Record | None = None
    """What a copy in this form is a record of, but for its text; None: its own parser says."""


def _words(text: str) -> str:
    return " ".join(fold_text(text).translate(_JOINTS).split())


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
    if isinstance(record, NameRecord):
        yield from _name_forms(record, texts)
    elif isinstance(record, AddressRecord):
        yield from _address_forms(record, texts)
    elif isinstance(record, OrgRecord):
        yield from _organization_forms(texts)
    elif isinstance(record, ScalarRecord):
        for text in texts:
            yield from _scalar_forms(kind, text)


def _organization_forms(texts: Iterable[str]) -> Iterator[Form]:
    """The whole name, and the name without its legal suffix where that still says enough."""
    from shotveil.core.normalize import org_tokens

    for text in texts:
        words = _words(text)
        han = _HAN.search(text) is not None
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
        if _HAN.search(text):
            if len(words) >= 2:
                yield Form("NAME", words, "words", record=whole)
        elif many:
            yield Form("NAME", words, "words", record=whole)
        elif len(words) >= 3:
            yield _part_form(words, whole)
    family, given = _words(record.family), _words(record.given)
    if _HAN.search(record.text):
        if len(given) >= 2 and family and not _is_han_word(given):
            yield Form("NAME", given, "words", "soft", record=NameRecord(record.given, given=record.given))
        return
    if not (family and given):
        return
    yield Form("NAME", f"{given} {family}", "words", record=whole)
    yield Form("NAME", f"{family} {given}", "words", "soft", record=whole)
    for joined in (given + family, family + given, given[0] + family, given + family[0]):
        if len(joined) >= 6:
            word = joined.replace(" ", "")
            yield Form("NAME", word, "part", "soft", record=whole)
    for part in dict.fromkeys((family, *family.split())):
        if len(part) >= 3:
            yield _part_form(part, NameRecord(part, family=record.family))
    for part in dict.fromkeys((given, *given.split())):
        if len(part) >= 3 and part not in family.split():
            yield _part_form(part, NameRecord(part, given=record.given))


def _part_form(part: str, record: NameRecord) -> Form:
    return Form("NAME", part, "part", "soft", record=record)


@lru_cache(maxsize=16_384)
def _is_common(word: str) -> bool:
    from shotveil.core.clues.person.lexicon import fold_name, word_level

    return word_level(fold_name(word)) <= _COMMON_LEVEL


def _is_han_word(word: str) -> bool:
    from shotveil.core.clues.person.zh_model import load_words

    return word in load_words()


def _address_forms(record: AddressRecord, texts: Iterable[str]) -> Iterator[Form]:
    """The whole, and its street and building; a lone city counts only where it stands."""
    for text in texts:
        words = _words(text)
        if len(record.components) > 1 or len(words) >= 8:
            yield Form("ADDR", words, "words")
    for component in record.components:
        words = _words(component.text)
        if component.key in ("road", "poi") and (" " in words or (_HAN.search(words) and len(words) >= 3)):
            yield Form("ADDR", words, "words", "soft")


def _scalar_forms(kind: str, text: str) -> Iterator[Form]:
    folded = fold_text(text)
    digits = "".join(char for char in folded if char.isdigit())
    letters = "".join(char for char in folded if char.isalnum())
    if kind == "SECRET":
        if len(text) >= (6 if not text.isalpha() else 12 if _is_common(text) else 8):
            yield Form(kind, text, "exact")
    elif kind in ("EMAIL", "IP", "TIME"):
        if len(text) >= 6:
            yield Form(kind, _words(text), "words")
    elif kind == "USER":
        name = folded.lstrip("@")
        if len(name) >= 4 and name not in _COMMON_USERS and not _is_common(name):
            yield Form(kind, _words(name), "words", "soft")
    elif kind in _DIGIT_TYPES and len(digits) >= (5 if kind == "NUM" else 7):
        yield (
            Form(kind, digits, "digits")
            if letters.isdigit() or kind != "ID_NUMBER"
            else Form(kind, letters, "code")
        )
        if kind == "PHONE" and len(digits) > 10:
            for prefix in ("86", "1"):
                if digits.startswith(prefix) and len(digits) - len(prefix) in (10, 11):
                    yield Form(kind, digits[len(prefix) :], "digits")
    elif kind in _CODE_TYPES and len(letters) >= 5 and any(map(str.isdigit, letters)):
        yield Form(kind, letters, "code")


Settled = Callable[[int, int], bool]


def is_never_settled(start: int, end: int) -> bool:
    """Nothing is settled yet: propose everything."""
    return False


Found = tuple[Candidate, Record | None]
"""A candidate, and the record it is a copy of."""


class FormIndex:
    """Forms by the way they are looked for, ready to search any number of streams."""

    def __init__(self, forms: tuple[Form, ...]) -> None:
        self._words = _Patterns([form for form in forms if form.mode in ("words", "part")])
        self._digits = _Patterns([form for form in forms if form.mode == "digits"])
        self._codes = _Patterns([form for form in forms if form.mode == "code"])
        self._exact = _Patterns([form for form in forms if form.mode == "exact"])

    def find(self, text: str, folded: str, is_settled: Settled = is_never_settled) -> Iterator[Found]:
        """Candidates of all forms in one stream; ``folded`` has the same offsets as ``text``."""
        yield from self._find_words(text, folded, is_settled)
        yield from self._find_digits(text, folded, is_settled)
        yield from self._find_codes(text, folded, is_settled)
        for form, start, end in self._exact.search(text):
            if not is_settled(start, end) and _is_free(text, start, end):
                yield _candidate(form, text, start, end)

    def _find_words(self, text: str, folded: str, is_settled: Settled) -> Iterator[Found]:
        if not self._words:
            return
        for form, start, end in self._words.search(folded.translate(_JOINTS)):
            if (
                is_settled(start, end)
                or not _is_free(folded, start, end)
                or _runs_into_word(folded, start, end)
            ):
                continue
            if form.mode == "part" and not _reads_as_name(text, start, end, form.text):
                continue
            if form.type == "ORG" and (suffix := _SUFFIX_AFTER.match(folded, end)):
                end = suffix.end()
            yield _candidate(form, text, start, end)

    def _find_digits(self, text: str, folded: str, is_settled: Settled) -> Iterator[Found]:
        if not self._digits:
            return
        for run in _NUMBER.finditer(folded):
            if is_settled(*run.span()):
                continue
            squeezed = _NO_DIGIT.sub("", run.group())
            places: list[int] = []
            for form, start, end in self._digits.search(squeezed):
                places = places or [i for i in range(run.start(), run.end()) if folded[i].isdigit()]
                first, last = places[start], places[end - 1] + 1
                if not is_settled(first, last) and _is_whole_number(folded, first, last):
                    yield _candidate(form, text, first, last)

    def _find_codes(self, text: str, folded: str, is_settled: Settled) -> Iterator[Found]:
        if not self._codes:
            return
        for form, start, end in self._codes.search(folded):
            if not is_settled(start, end) and _is_whole_number(folded, start, end):
                yield _candidate(form, text, start, end)
        if not _PARTED_CODE.search(folded):
            return
        places: list[int] = []
        for form, start, end in self._codes.search(folded.translate(_SQUEEZE)):
            places = places or [i for i, char in enumerate(folded) if char not in _SEPARATORS]
            first, last = places[start], places[end - 1] + 1
            if last - first == len(form.text) or last - first > 2 * len(form.text) or is_settled(first, last):
                continue
            if _is_whole_number(folded, first, last):
                yield _candidate(form, text, first, last)


class _Patterns:
    """Forms by their text: searched one by one while they are few, else by an automaton."""

    def __init__(self, forms: list[Form]) -> None:
        self._groups: dict[str, list[Form]] = {}
        for form in forms:
            if form.text:
                self._groups.setdefault(form.text, []).append(form)
        self._machine: Any = None
        if len(self._groups) > _FEW:
            self._machine = ahocorasick_rs.AhoCorasick(list(self._groups), store_patterns=False)
        self._ordered = tuple(self._groups.values())

    def __bool__(self) -> bool:
        return bool(self._groups)

    def search(self, text: str) -> Iterator[tuple[Form, int, int]]:
        """Every match; different forms may overlap."""
        if self._machine is not None:
            reached: dict[int, int] = {}
            for number, start, end in self._machine.find_matches_as_indexes(text, overlapping=True):
                if start < reached.get(number, 0):  # a form does not overlap itself
                    continue
                reached[number] = end
                for form in self._ordered[number]:
                    yield form, start, end
            return
        for key, forms in self._groups.items():
            start = text.find(key)
            while start >= 0:
                for form in forms:
                    yield form, start, start + len(key)
                start = text.find(key, start + len(key))


def _is_whole_number(folded: str, start: int, end: int) -> bool:
    before = folded[start - 1] if start else " "
    after = folded[end] if end < len(folded) else " "
    if folded[start].isdigit() and before.isdigit():
        return False
    if folded[end - 1].isdigit() and after.isdigit():
        return False
    return not (before.isascii() and before.isalpha() and folded[start].isalpha())


def _is_free(text: str, start: int, end: int) -> bool:
    """True when the span is no part of a longer word (Chinese characters part nothing and join nothing)."""
    for outside, inside in ((start - 1, start), (end, end - 1)):
        if not 0 <= outside < len(text) or _HAN.match(text[inside]):
            continue
        if _LETTER.match(text[outside]) and not _HAN.match(text[outside]) and _LETTER.match(text[inside]):
            return False
    return True


def _runs_into_word(text: str, start: int, end: int) -> bool:
    """True when words parted by a blank are the end of one word and the start of another (``Lee ann_x``)."""
    if not any(char.isspace() or char == INLINE_GAP for char in text[start:end]):
        return False
    return text[end : end + 1] in ("_", "@", "\\") or text[max(0, start - 1) : start] in ("_", "@", "\\")


def _reads_as_name(text: str, start: int, end: int, word: str) -> bool:
    """True for a part of a name that stands as one: with a capital or in a path, a common word with both."""
    before = text[start - 1] if start else " "
    after = text[end] if end < len(text) else " "
    capital = text[start].isupper()
    joined = before in _PATH_JOINTS or (after in _PATH_JOINTS and text[end + 1 : end + 2].strip() != "")
    punctuated = before + after == ". " or (before in " \n\t" and after in ".:")
    if joined and not punctuated and (capital or not _is_common(word)):
        return True
    return capital and not (_opens_sentence(text, start) and _is_common(word))


def _opens_sentence(text: str, start: int) -> bool:
    before = text[max(0, start - 4) : start].rstrip(" \t\"'“‘*>-")
    return not before or before[-1] in ".!?。！？:：\n\ue000\ue001"


def _candidate(form: Form, text: str, start: int, end: int) -> Found:
    score = (0.4 if form.tier == "hard" else 0.0) + 0.25 + 0.02 * (4 if form.source == "session" else 3)
    rule = f"known.{form.source}"
    value = text[start:end]
    found = Candidate(
        form.type, start, end, value, form.tier, form.source, score, rule=rule, evidence=(rule,)
    )
    return found, form.record
