"""What was a reference once: rewritten by a model, escaped by a format, misread by OCR.

Nothing here is ever restored by default (CONTRACT f.6). ``suggest_references`` names what is meant,
``repair_spans`` gives it where it can mean only one issued root, and reports each.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from shotveil.core.labels import LABELS, LEVELS
from shotveil.core.patterns import compile_late
from shotveil.core.references import Reference, format_reference, scan_references

_OPENING: Final = "[［【〔〖⟦〚「『《〈({｛（<＜"
_CLOSING: Final = "]］】〕〗⟧〛」』》〉)}｝）>＞"
_FOLD: Final = str.maketrans(
    {
        **{chr(0xFF21 + i): chr(0x41 + i) for i in range(26)},
        **{chr(0xFF41 + i): chr(0x61 + i) for i in range(26)},
        **{chr(0xFF10 + i): chr(0x30 + i) for i in range(10)},
        **dict.fromkeys(_OPENING, "["),
        **dict.fromkeys(_CLOSING, "]"),
        **dict.fromkeys("＃﹟♯", "#"),
        **dict.fromkeys("．。：:", "."),
        **dict.fromkeys("＿", "_"),
        **dict.fromkeys("＝", "="),
        **dict.fromkeys("－‐‑–—−", "-"),
        **dict.fromkeys("\t\r\n\u00a0\u3000", " "),
    }
)
_NAMED: Final = {
    "lsqb": "[",
    "lbrack": "[",
    "rsqb": "]",
    "rbrack": "]",
    "num": "#",
    "period": ".",
    "lowbar": "_",
}
_ESCAPED: Final = compile_late(
    r"\\([\[\]#._\-=])|&#(\d{2,3});|&#[xX]([0-9a-fA-F]{2});|&([a-z]{3,6});|%(5[bBdDfF]|2[3eEdD])"
    "|([\u200b-\u200d\u2060\u00ad\ufeff])"
)
_SIGN: Final = compile_late(r"[#＃﹟♯](?!\d+;|x[0-9a-fA-F]+;)|%23|&num;|&#(?:35|x23);")
_BEFORE: Final = 96
_LABEL_ROOM: Final = 24
_AFTER: Final = 128
"""Characters around a number sign in which its reference lies, escapes included."""

_MISNAMED: Final = compile_late(
    r"\[\[ ?(?P<label>[A-Za-z][A-Za-z0-9]+(?:[_\- ][A-Za-z0-9]+){0,3})"
    r" {0,2}# {0,2}(?P<number>[0-9OoQIl|]{1,9})(?: {0,2}\.[ A-Za-z0-9=\-]{0,40})? ?\]\]"
)
_LEVELS: Final = compile_late(r"[A-Z]+(?: ?- ?[A-Z]+)*")
_LEN: Final = compile_late(r"LEN ?= ?([0-9]{1,9})")
_TO_DIGITS: Final = str.maketrans("OoQIl|i", "0001111")
_TO_LETTERS: Final = str.maketrans("01|58", "OIISB")
_MISREAD: Final = {"O": "O0Q", "I": "I1l|", "L": "L1l|", "S": "S5", "B": "B8"}


@dataclass(frozen=True, slots=True)
class NearMiss:
    """Characters ``start:end`` that name a label and a number, but are no reference.

    ``meant`` is what they can be read as, None when the suffix makes no sense. ``closed`` is True when
    brackets stand on both sides, none too many.
    """

    start: int
    end: int
    text: str
    meant: Reference | None
    closed: bool


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A near miss and the issued reference it probably means ("" when there is none)."""

    start: int
    end: int
    text: str
    meant: str


Restore = Callable[[Reference], "str | None"]


def find_damaged(text: str, *, ocr: bool = False) -> Iterator[NearMiss]:
    """Near misses with a bracket on at least one side, left to right.

    Args:
        text: any text.
        ocr: also read O as 0, l and I as 1, and the other way round.
    """
    sound = [span for span in scan_references(text) if span.reference is not None]
    passed, done = 0, 0
    for sign in _SIGN.finditer(text):
        while passed < len(sound) and sound[passed].end <= sign.start():
            passed += 1
        within = passed < len(sound) and sound[passed].start <= sign.start()
        if within or sign.start() < done or not _may_be_reference(text, sign, ocr):
            continue
        miss = _read_around(text, sign.start(), max(done, sign.start() - _BEFORE), ocr)
        if miss is not None:
            done = miss.end
            yield miss


def find_misses(text: str) -> tuple[NearMiss, ...]:
    """All that reads like a reference and is none: damaged, misread, or under a label not ours."""
    damaged = list(find_damaged(text, ocr=True))
    ends = [miss.end for miss in damaged]

    def is_told(start: int, end: int) -> bool:
        index = bisect_right(ends, start)
        return index < len(damaged) and damaged[index].start < end

    strange = [miss for miss in _find_misnamed(text) if not is_told(miss.start, miss.end)]
    return tuple(sorted([*damaged, *strange], key=_start))


def _start(miss: NearMiss) -> int:
    return miss.start


def _find_misnamed(text: str) -> Iterator[NearMiss]:
    """Whole brackets around a label that is none, and a number: ``[[NAM#1]]``, ``[[PERSON#2]]``.

    Notes link to headings in the same brackets (``[[Plan#2]]``): without capitals throughout a label must be
    a slip of one letter away from a long one of ours.
    """
    for span in scan_references(text):
        match = _MISNAMED.fullmatch(span.text.translate(_FOLD)) if span.reference is None else None
        if match and (_is_shouted(match["label"]) or _misspelled(match["label"])):
            yield NearMiss(span.start, span.end, span.text, None, True)


def _is_shouted(label: str) -> bool:
    return label.isupper() and sum(map(str.isalpha, label)) > 1


def _misspelled(written: str, *, shortest: int = 5) -> tuple[str, ...]:
    """Labels of at least ``shortest`` letters that differ from what is written in one place."""
    upper = written.upper().translate(_TO_LETTERS)
    return tuple(label for label in LABELS if len(label) >= shortest and _is_one_slip(upper, label))


def _is_one_slip(written: str, label: str) -> bool:
    """True when a letter is wrong, missing, too many, or two have changed places."""
    if abs(len(written) - len(label)) > 1:
        return False
    head = next((at for at, (a, b) in enumerate(zip(written, label, strict=False)) if a != b), None)
    if head is None:
        return True
    one, other = written[head:], label[head:]
    swapped = one[:2] == other[1::-1] and one[2:] == other[2:]
    return one[1:] == other[1:] or one[1:] == other or one == other[1:] or swapped


def _may_be_reference(text: str, sign: re.Match[str], ocr: bool) -> bool:
    """A label before the sign and a digit behind it: most signs of a text fail here, and fast."""
    behind = text[sign.end() : sign.end() + 6].translate(_FOLD).lstrip(" \\")
    if not behind or not (behind[0].isdigit() or (ocr and behind[0] in "OoQIl|")):
        return False
    before, _ = _fold(text[max(0, sign.start() - _LABEL_ROOM) : sign.start()])
    return _label_end(ocr).search(before) is not None


def _read_around(text: str, sign: int, start: int, ocr: bool) -> NearMiss | None:
    """The near miss whose number sign stands at ``sign``, in a window from ``start``."""
    folded, offsets = _fold(text[start : sign + _AFTER])
    for match in _pattern(ocr).finditer(folded):
        opened, closed = match["open"] or "", match["close"] or ""
        begin = match.start("open") if opened else match.start("label")
        raw_start, raw_end = (start + (at if offsets is None else offsets[at]) for at in (begin, match.end()))
        if raw_start <= sign < raw_end and (opened.strip() or closed.strip()):
            counts = (opened.count("["), closed.count("]"))
            fits = all(1 <= count <= 2 for count in counts)
            tag = text[raw_start] in "<＜" and counts[0] == 1
            return NearMiss(raw_start, raw_end, text[raw_start:raw_end], _read(match, ocr), fits and not tag)
    return None


def suggest_references(text: str, restore: Restore) -> tuple[Suggestion, ...]:
    """Near misses of a text and what they probably mean; nothing is restored."""
    return tuple(
        Suggestion(miss.start, miss.end, miss.text, _issued(miss, restore)) for miss in find_misses(text)
    )


def repair_spans(text: str, restore: Restore, *, ocr: bool = False) -> list[tuple[Suggestion, str]]:
    """Near misses that can mean only one issued root, and its value."""
    found: list[tuple[Suggestion, str]] = []
    for miss in find_damaged(text, ocr=ocr):
        if miss.meant is None or not miss.closed:
            continue
        value = restore(miss.meant)
        if value is not None:
            found.append((Suggestion(miss.start, miss.end, miss.text, format_reference(miss.meant)), value))
    return found


def _issued(miss: NearMiss, restore: Restore) -> str:
    """The reference if it exists, else its root if that does."""
    meant = miss.meant
    wanted = (meant, Reference(meant.label, meant.root)) if meant else tuple(_renamed(miss.text))
    for reference in wanted:
        if restore(reference) is not None:
            return format_reference(reference)
    return ""


def _renamed(text: str) -> Iterator[Reference]:
    """What a reference under a misspelled label may mean."""
    match = _MISNAMED.fullmatch(text.translate(_FOLD))
    if match and match["number"].isdigit():
        for label in _misspelled(match["label"], shortest=3):
            yield Reference(label, int(match["number"]))


def _fold(text: str) -> tuple[str, list[int] | None]:
    """One character for each bracket, sign, letter or digit, however written; raw offsets if needed."""
    if not _ESCAPED.search(text):
        return text.translate(_FOLD), None
    parts: list[str] = []
    offsets: list[int] = []
    at = 0
    for match in _ESCAPED.finditer(text):
        character = _unescape(match)
        if character is None:
            continue
        parts.append(text[at : match.start()])
        offsets.extend(range(at, match.start()))
        if character:
            parts.append(character)
            offsets.append(match.start())
        at = match.end()
    parts.append(text[at:])
    offsets.extend(range(at, len(text) + 1))
    return "".join(parts).translate(_FOLD), offsets


def _unescape(match: re.Match[str]) -> str | None:
    """The character an escape stands for, "" for an invisible one, None for other escapes."""
    slash, decimal, hexadecimal, named, percent, invisible = match.groups()
    if invisible:
        return ""
    if slash:
        return slash
    if named:
        return _NAMED.get(named)
    character = chr(int(decimal) if decimal else int(hexadecimal or percent, 16))
    return character if character in "[]#._-=" else None


def _read(match: re.Match[str], ocr: bool) -> Reference | None:
    label = next(name for name in LABELS if match[f"is_{name}"])
    number = match["number"].translate(_TO_DIGITS) if ocr else match["number"]
    if not number.isdigit() or (len(number) > 1 and number[0] == "0"):
        return None
    suffix = (match["suffix"] or "").strip(" .").upper()
    if not suffix:
        return Reference(label, int(number))
    if length := _LEN.fullmatch(suffix.translate(_TO_DIGITS).replace("1EN", "LEN") if ocr else suffix):
        return Reference(label, int(number), length=int(length.group(1)))
    levels = suffix.translate(_TO_LETTERS) if ocr else suffix
    if not _LEVELS.fullmatch(levels):
        return None
    names = tuple(levels.replace(" ", "").split("-"))
    known = tuple(level for level in LEVELS if level in names)
    return Reference(label, int(number), known) if known == names else None


def _label_pattern(label: str, ocr: bool, *, named: bool = True) -> str:
    letters = []
    for letter in label:
        if letter == "_":
            letters.append(r"\\?[_\- ]?")
        elif ocr and letter in _MISREAD:
            letters.append(f"[{_MISREAD[letter]}]")
        else:
            letters.append(letter)
    return f"(?P<is_{label}>{''.join(letters)})" if named else "".join(letters)


@cache
def _label_end(ocr: bool) -> re.Pattern[str]:
    labels = "|".join(_label_pattern(label, ocr, named=False) for label in LABELS)
    return re.compile(rf"(?:{labels}) {{0,2}}\\?\Z", re.IGNORECASE)


@cache
def _pattern(ocr: bool) -> re.Pattern[str]:
    labels = "|".join(_label_pattern(label, ocr) for label in sorted(LABELS, key=len, reverse=True))
    opening = r"(?:\[ ?){1,4}[Il1|]?|[Il1|]\[" if ocr else r"(?:\[ ?){1,4}"
    number = "[0-9OoQIl|]{1,9}" if ocr else "[0-9]{1,9}"
    return re.compile(
        rf"(?:(?P<open>{opening})|(?<![0-9A-Za-z_]))(?P<label>{labels}) {{0,2}}# {{0,2}}(?P<number>{number})"
        r"(?P<suffix> {0,2}\. {0,2}[A-Za-z0-9|=]{2,12}(?: ?- ?[A-Za-z0-9|]{3,8}){0,5})?"
        r"(?P<close>(?: ?\]){1,4})?",
        re.IGNORECASE,
    )
