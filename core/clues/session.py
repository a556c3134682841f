"""Known values as evidence: where a copy of one stands (b.6; `known_forms.py` says what counts as one).

A copy may stand inside a path, a URL or a file name. It never is a part of an unrelated longer word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any, Final

import ahocorasick_rs

from shotveil.core.clues.known_forms import (
    HAN,
    JOINTS,
    Form,
    is_common_word,
    is_ordinary,
    needs_context,
    replace_all,
    tells_small,
)
from shotveil.core.clues.known_given import opens_as_name
from shotveil.core.clues.person.tongues import stands_foreign
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate, NameRecord, Record
from shotveil.core.stream.model import INLINE_GAP

_NUMBER: Final = compile_late(r"[0-9](?:[ \t\u00a0\ue001\-./()+_]{0,3}[0-9]){4,}")
_NO_DIGIT: Final = compile_late("[^0-9]+")
_SEPARATORS: Final = frozenset(" \t\u00a0\ue001-./_")
_PARTED_CODE: Final = compile_late(r"[a-z0-9][-./_ ][0-9]|[0-9][-./_ ][a-z]")
LEAST_TORN: Final = 6
"""Letters from which a value is recognised in a picture with a blank in the wrong place."""

_FEW: Final = 40
"""Up to this many forms, one search each is faster than an automaton."""

_SUFFIX_AFTER: Final = compile_late(
    r",? (?:inc|llc|llp|ltd|limited|corp|corporation|incorporated|plc|gmbh|co)(?![0-9a-z])\.?"
    r"|(?:股份|集团)?(?:有限)?(?:责任)?公司"
)
_ACCOUNT_TAIL: Final = compile_late(r"_?[0-9]{1,4}(?![0-9a-z_]|[.\-][0-9a-z])")
_TAIL_HEADS: Final = frozenset("_0123456789")
_INITIALS: Final = compile_late(r"(?<![\w.])(?:[A-Z]\.[ ]?){1,2}\Z")
"""``H. `` before a known family name: the same person, shorter."""
_LETTER: Final = compile_late(r"[^\W_]")
_LINE_BREAK: Final = compile_late(r"(?<=[a-z])[-\u2010\u00ad]\r?\n[ \t]{0,12}(?=[a-z])")
_WORD_BEFORE: Final = compile_late(r"(?<![\w.'’-])(?P<word>[A-Z][a-z]+) \Z")
_PATH_JOINTS: Final = frozenset("_-./\\@=+%~:&#")
_SLUG: Final = compile_late(r"[^\W_]+(?:[._\-+][^\W_]+)+")
_MAIL_TAIL: Final = compile_late(r"[.+\-][\w.+\-]{0,64}@\w")
_UNIT: Final = compile_late(
    r"(?:(?<![a-z])(?:apt|apartment|unit|flat|room|rm|suite|ste|door|condo)(?![a-z])\.?"
    r"(?: ?(?:no\.?|number|#))?"
    r"|(?<![0-9a-z])#(?=[0-9]{1,4}[a-z]|[a-z][0-9])|房间号?|房号|室号|门牌号?|单元号?)"
    r"[ \t]{0,2}[:：=#\-\ue001]?[ \t\ue001]{0,2}(?P<number>[0-9a-z]{2,6})(?![0-9a-z])"
)


Settled = Callable[[int, int], bool]


def is_never_settled(start: int, end: int) -> bool:
    """Nothing is settled yet: propose everything."""
    return False


Found = tuple[Candidate, Record | None]
"""A candidate, and the record it is a copy of."""


class FormIndex:
    """Forms by the way they are looked for, ready to search any number of streams."""

    def __init__(self, forms: tuple[Form, ...]) -> None:
        self._spoken = [form for form in forms if form.mode in ("words", "part")]
        self._words = _Patterns(self._spoken)
        self._digits = _Patterns([form for form in forms if form.mode == "digits"])
        self._codes = _Patterns([form for form in forms if form.mode == "code"])
        self._exact = _Patterns([form for form in forms if form.mode == "exact"])
        self._units = {form.text: form for form in forms if form.mode == "unit"}

    @cached_property
    def _torn(self) -> tuple[_Patterns, dict[str, list[Form]]]:
        """Longer forms by their letters without blanks."""
        squeezed: dict[str, list[Form]] = {}
        for form in self._spoken:
            if sum(map(str.isalpha, form.text)) >= LEAST_TORN:
                squeezed.setdefault(form.text.replace(" ", ""), []).append(form)
        return _Patterns([replace(forms[0], text=key) for key, forms in squeezed.items()]), squeezed

    def find_torn(self, text: str, folded: str, is_settled: Settled = is_never_settled) -> Iterator[Found]:
        """Words in which the reader of a picture put one blank too many, or lost some.

        A copy begins and ends where words do, and is not made of ordinary words only.
        """
        patterns, squeezed = self._torn
        places = [i for i, char in enumerate(folded) if char != " "] if patterns else []
        for key, start, end in patterns.search(folded.replace(" ", "")) if patterns else ():
            first, last = places[start], places[end - 1] + 1
            if is_settled(first, last) or not _is_free(folded, first, last):
                continue
            pieces = folded[first:last].split(" ")
            for form in squeezed[key.text]:
                words = form.text.split(" ")
                if pieces == words or len(pieces) > 1 + len(words) or all(map(is_common_word, pieces)):
                    continue
                if form.mode == "words" or _reads_as_name(text, first, last, form.text):
                    yield _candidate(form, text, first, last)

    def find(self, text: str, folded: str, is_settled: Settled = is_never_settled) -> Iterator[Found]:
        """Candidates of all forms in one stream; ``folded`` has the same offsets as ``text``."""
        yield from self._find_words(text, folded, is_settled)
        yield from self._find_digits(text, folded, is_settled)
        yield from self._find_codes(text, folded, is_settled)
        yield from self._find_units(text, folded, is_settled)
        yield from self._find_broken(text, folded, is_settled)
        for form, start, end in self._exact.search(text):
            if not is_settled(start, end) and _is_free(text, start, end):
                yield _candidate(form, text, start, end)

    def _find_words(self, text: str, folded: str, is_settled: Settled) -> Iterator[Found]:
        if not self._words:
            return
        for form, start, end in self._words.search(replace_all(folded, JOINTS, " ")):
            if (stop := _find_account_end(form, folded, start, end)) and not is_settled(start, stop):
                yield _candidate(Form("USER", folded[start:stop], "part", "soft"), text, start, stop)
                continue
            if (
                is_settled(start, end)
                or not _is_free(folded, start, end)
                or _runs_into_word(folded, start, end)
            ):
                continue
            account = form.type == "USER" and not is_common_word(form.text)
            if form.mode == "part" and not account and not _reads_as_form(form, text, start, end):
                continue
            if form.mode == "part" and form.type == "NAME" and _ends_place(text, start, form.text):
                continue
            if form.type == "NAME" and _is_path_slug(text, start, end):
                form = Form("USER", folded[start:end], "part", "soft")
            elif (
                form.type == "NAME"
                and " " not in form.text
                and (lead := _INITIALS.search(text, max(0, start - 8), start))
            ):
                yield _candidate(replace(form, record=None), text, lead.start(), end)
                continue
            if form.type == "ORG" and (suffix := _SUFFIX_AFTER.match(folded, end)):
                end = suffix.end()
            yield _candidate(form, text, start, end)

    def _find_broken(self, text: str, folded: str, is_settled: Settled) -> Iterator[Found]:
        """Words that the end of a line parts, a hyphen before it (``Rosa-`` / ``lind``)."""
        breaks = [match.span() for match in _LINE_BREAK.finditer(folded)] if self._words else []
        if not breaks:
            return
        cut = {at for start, end in breaks for at in range(start, end)}
        places = [at for at in range(len(folded)) if at not in cut]
        joined = replace_all(_LINE_BREAK.sub("", folded), JOINTS, " ")
        for form, start, end in self._words.search(joined):
            first, last = places[start], places[end - 1] + 1
            if last - first == end - start or len(form.text) < LEAST_TORN or is_settled(first, last):
                continue
            if _is_free(folded, first, last):
                yield _candidate(form, text, first, last)

    def _find_units(self, text: str, folded: str, is_settled: Settled) -> Iterator[Found]:
        """A known unit behind its word (``Unit: 5D``): on its own it is too short to be looked for."""
        if all(is_settled(*span) for number in self._units for span in _find_all(folded, number)):
            return
        for match in _UNIT.finditer(folded):
            form = self._units.get(match["number"])
            if form is not None and not is_settled(*match.span("number")):
                yield _candidate(form, text, *match.span("number"))

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
        whole = 0
        for form, start, end in self._codes.search(folded):
            whole += 1
            if not is_settled(start, end) and _is_whole_number(folded, start, end):
                yield _candidate(form, text, start, end)
        if not _PARTED_CODE.search(folded):
            return
        found = list(self._codes.search(replace_all(folded, _SEPARATORS, "")))
        if len(found) == whole:  # every one is written without separators
            return
        places = [i for i, char in enumerate(folded) if char not in _SEPARATORS]
        for form, start, end in found:
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
            if key in text:
                for start, end in _find_all(text, key):
                    for form in forms:
                        yield form, start, end


def _find_all(text: str, part: str) -> Iterator[tuple[int, int]]:
    start = text.find(part)
    while start >= 0:
        yield start, start + len(part)
        start = text.find(part, start + len(part))


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
        if not 0 <= outside < len(text) or HAN.match(text[inside]):
            continue
        if _LETTER.match(text[outside]) and not HAN.match(text[outside]) and _LETTER.match(text[inside]):
            return False
    return True


def _runs_into_word(text: str, start: int, end: int) -> bool:
    """True when words parted by a blank are the end of one word and the start of another (``Lee ann_x``)."""
    if not any(char.isspace() or char == INLINE_GAP for char in text[start:end]):
        return False
    sides = (text[end : end + 1], text[max(0, start - 1) : start])
    return not {"_", "@", "\\"}.isdisjoint(sides) or _MAIL_TAIL.match(text, end) is not None


def _reads_as_name(text: str, start: int, end: int, word: str) -> bool:
    """True for a part of a name that stands as one: with a capital or in a path, a common word with both."""
    before = text[start - 1] if start else " "
    after = text[end] if end < len(text) else " "
    capital = text[start].isupper()
    if capital and is_ordinary(word) and _stands_as_keyword(text, start, end):
        return False
    joined = before in _PATH_JOINTS or (after in _PATH_JOINTS and text[end + 1 : end + 2].strip() != "")
    punctuated = before + after == ". " or (before in " \n\t" and after in ".:")
    if joined and not punctuated and (capital or not is_ordinary(word)):
        return True
    return capital and not (_opens_sentence(text, start) and is_ordinary(word))


def _stands_as_keyword(text: str, start: int, end: int) -> bool:
    """Whether an ordinary word in capitals is one of code or a heading: the letters around it are small."""
    if not text[start:end].isupper() or end - start < 2:
        return False
    line = text[text.rfind("\n", 0, start) + 1 : start] + text[end:].split("\n", 1)[0]
    return not line.isupper() or _KEYWORD_TAIL.match(text, end) is not None


_KEYWORD_TAIL: Final = compile_late(r"[ \t]{0,8}[=({\[<]")
_ESCAPE: Final = compile_late(r"\\(?:u[0-9a-fA-F]{4}|[ntr\"])")
"""A character as JSON writes it: the backslash is no step of a path."""


def _blank(escape: re.Match[str]) -> str:
    return " " * len(escape[0])


def stands_as_word(kind: str, text: str, start: int, end: int) -> bool:
    """Whether ``start:end``, which reads like a known value, stands there as a word or number of its own.

    The detector leaves such a place and the audit counts it as no leak: both ask this.
    """
    value = text[start:end]
    if needs_context(kind, value):
        word = value.casefold()
        before = _ESCAPE.sub(_blank, text[max(0, start - 8) : start])
        around = before + value + _ESCAPE.sub(_blank, text[end : end + 8])
        return (
            kind != "NAME"
            or len(word) < 3
            or not _reads_as_name(around, len(before), len(before) + len(value), word)
        )
    digits = sum(map(str.isdigit, value))
    return digits == sum(map(str.isalnum, value)) <= 5 and _NUMBER.fullmatch(value) is None and digits > 0


def _ends_place(text: str, start: int, word: str) -> bool:
    """Whether a known family name that is a word of places ends the name of one here (``Hyde Park``)."""
    from shotveil.core.clues.person.lexicon import NOT_LISTED, fold_name, read_groups, word_level
    from shotveil.core.clues.person.words import is_barred

    before = _WORD_BEFORE.search(text, max(0, start - 24), start) if is_barred(word) else None
    if before is None or fold_name(before["word"]) in read_groups("person_cues_en.txt")["title"]:
        return False
    return word_level(fold_name(before["word"])) == NOT_LISTED or not _opens_sentence(text, before.start())


def _reads_as_form(form: Form, text: str, start: int, end: int) -> bool:
    """True for a part of a name that stands as one; a given name may open a sentence by itself."""
    if _reads_as_name(text, start, end, form.text):
        return True
    if not isinstance(form.record, NameRecord):
        return False
    opens = not form.record.family and opens_as_name(text, start, end, form.text)
    return opens or _stands_small(text, start, end)


def _stands_small(text: str, start: int, end: int) -> bool:
    """True for a part of a name in small letters that is no word, in a line that is English."""
    word = text[start:end]
    return word.islower() and tells_small(word) and not stands_foreign(text, start, end)


def _find_account_end(form: Form, folded: str, start: int, end: int) -> int:
    """Where an account name made of a known name and a number ends (``kwame_88``, ``hlindqvist88``), or 0.

    Such a name is its own value: it is no form of the person, and half of it says as much as the whole.
    """
    if folded[end : end + 1] not in _TAIL_HEADS or (tail := _ACCOUNT_TAIL.match(folded, end)) is None:
        return 0
    if form.type not in ("NAME", "USER") or len(form.text) < 4 or not form.text.isascii():
        return 0
    if any(char.isspace() or char == INLINE_GAP for char in folded[start:end]) or is_common_word(form.text):
        return 0
    return 0 if start and folded[start - 1].isascii() and folded[start - 1].isalnum() else tail.end()


def _is_path_slug(text: str, start: int, end: int) -> bool:
    """True for a whole name that is a step of a path or a handle (``/u/hanna.lindqvist``, ``@hanna_quill``).

    It has to come back as it was written, or the link is broken; a file's name is told apart by its ending.
    """
    if text[max(0, start - 1) : start] not in ("/", "@"):
        return False
    after = text[end : end + 1]
    return after in ("", "/", "?", "#", " ", "\n", ",", ")", '"') and bool(_SLUG.fullmatch(text, start, end))


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
