"""Other readings of disguised stretches: spaced out, spelled out, leetspeak, inverted case (DESIGN 5).

A reading is a second text of the lines that hold such a stretch, with the offset of each of its characters in
the first. Rules run over it as over any stream; only what touches a changed stretch is taken from it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any, Final

from shotveil.core.stream.model import HARD_BREAK, Stream, Unit
from shotveil.core.stream.pairs import GATE, PAIR, is_known_pair, join_pair

_SIDE: Final = 240
"""Characters of the line kept on each side of a stretch."""

_MOST: Final = 2000
"""Stretches read again in one stream; a text that is nothing else is no disguise."""

_LEAST_CONFUSED: Final = 4
_LEAST_SPACED: Final = 4
_CHAR: Final = r"[0-9A-Za-z@.+()_#&,'/:!$%^*=~?\u00c0-\u024f-]"
_SPACED: Final = re.compile(
    rf"(?<![0-9A-Za-z@._/-])[0-9A-Za-z(+@](?:[ \u00a0]{{1,3}}{_CHAR}){{4,120}}(?![0-9A-Za-z@])"
)
_ONE_HAN: Final = "(?:[\u4e00-\u9fff]|[0-9A-Za-z](?![0-9A-Za-z]))"
_SPACED_HAN: Final = re.compile(
    f"[\u4e00-\u9fff][ \u00a0]{{1,3}}[\u4e00-\u9fff](?:[ \u00a0]{{1,3}}{_ONE_HAN}){{1,60}}"
    "|[\u4e00-\u9fff][ \u00a0]{1,2}[\u4e00-\u9fff](?![\u4e00-\u9fff0-9A-Za-z._*~|/-])"
)
_PARTED: Final = re.compile(
    r"(?<![0-9A-Za-z])[0-9A-Za-z+(](?P<by>[-._*~|/\\·•,])(?:[!-~](?P=by)){3,120}[0-9A-Za-z](?![0-9A-Za-z])"
)
_PARTED_HAN: Final = re.compile(
    "[\u4e00-\u9fff](?P<by>[-._*~|/])(?:[\u4e00-\u9fff0-9A-Za-z](?P=by)){1,60}[\u4e00-\u9fff0-9](?![0-9A-Za-z])"
    "|(?<![\u4e00-\u9fff0-9A-Za-z])[\u4e00-\u9fff][-._*~|/][\u4e00-\u9fff](?![\u4e00-\u9fff0-9A-Za-z])"
)
_PARTS: Final = re.compile("[a-z][A-Z0-9]|[0-9][A-Z]|[A-Z][0-9]|[,.][A-Za-z0-9]")
_DIGIT_WORDS: Final = {
    "zero": "0", "oh": "0", "o": "0", "nought": "0", "one": "1", "two": "2", "three": "3", "four": "4",
    "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
}  # fmt: skip
_HAN_DIGITS: Final = dict(
    zip("零〇一二三四五六七八九幺两壹贰叁肆伍陆柒捌玖", "0012345678912123456789", strict=True)
)
_SPELLED: Final = re.compile(
    r"(?i:(?<![a-z])(?:zero|oh|nought|one|two|three|four|five|six|seven|eight|nine)"
    r"(?:[\s,.\-]{1,3}(?:zero|oh|o|nought|one|two|three|four|five|six|seven|eight|nine|dash|hyphen|dot|at"
    r"|double|triple)(?![a-z])){3,60})"
)
_SPELLED_WORD: Final = re.compile(r"[A-Za-z]+|[^A-Za-z]+")
_SPELLED_HAN: Final = re.compile(f"[{''.join(_HAN_DIGITS)}](?:[ \\-]?[{''.join(_HAN_DIGITS)}]){{4,40}}")
_LEET: Final = re.compile(
    r"(?<![0-9A-Za-z@_/\-.])(?=[0-9]{0,4}[A-Za-z])[0-9A-Za-z]{2,15}(?![0-9A-Za-z@_/\-])"
)
_LEET_SHORT: Final = re.compile(
    r"(?<![0-9A-Za-z@_/\-.])(?=[0134578]*[A-Za-z])(?=[A-Za-z]*[0134578])[0134578A-Za-z]{2,8}(?![0-9A-Za-z@_/\-])"
)
"""Words that are read as leetspeak only beside one that surely is."""

_LEET_MAIL: Final = re.compile(
    r"(?<![0-9A-Za-z.])[0-9A-Za-z._%+-]{2,64}@(?=[0-9-]{0,8}[A-Za-z])[0-9A-Za-z-]{2,40}(?:\.[0-9A-Za-z-]{2,20}){0,2}"
    r"\.(?=[A-Za-z]{0,6}[0134578])(?=[0-9]{0,6}[A-Za-z])[0-9A-Za-z]{2,7}(?![0-9A-Za-z])"
)
_LINE_END: Final = "\r?\n[ \t]{0,8}"
_ADDRESS_KEYS: Final = "路街道号区市县镇乡村弄巷栋幢座室楼层单"
_WRAPPED: Final = re.compile(
    rf"(?<![0-9A-Za-z])[A-Z][a-z]{{1,20}}{_LINE_END}[A-Z][a-z]{{1,20}}(?![0-9A-Za-z])"
    rf"|(?<![0-9])(?<![0-9]{{4}}-)[0-9]{{3,4}}-{_LINE_END}[0-9]{{3,4}}(?![0-9])"
    rf"|[0-9A-Za-z._+-]{{1,64}}@(?:[0-9A-Za-z-]{{1,40}})?{_LINE_END}(?:[0-9A-Za-z-]{{1,40}}\.)*[A-Za-z]{{2,20}}"
    f"|[0-9]{_LINE_END}[{_ADDRESS_KEYS}]|[\u4e00-\u9fff]{_LINE_END}[\u4e00-\u9fff]"
)
_LEAST_WRAPPED: Final = 40
"""Columns of a line that a program has wrapped; Chinese characters take two."""

_LEET_INSIDE: Final = re.compile(r"[A-Za-z][0134578]|[0134578][A-Za-z]")
_NO_LEET: Final = re.compile(
    r"[269]|[0-9]{5}|^[A-Z0-9]{8,}$|^[0-9]+[A-Za-z]{0,2}$|^[A-Za-z][0-9]{2,}[A-Za-z]?$"
    r"|^[A-Za-z]{1,3}[0-9]+$|[0-9](?:st|nd|rd|th)$"
)
_CONFUSED: Final = re.compile(
    r"(?<![0-9A-Za-z@_/])[+(]?[0-9lIOoSB](?:[0-9lIOo]|[SB](?![A-Za-z])|[-. ()](?=[0-9lIOo(])){4,24}"
    r"(?![0-9A-Za-z@_/])"
    r"|(?<![0-9A-Za-z:])[0-9A-Fa-flIOo]{1,4}(?::{1,2}[0-9A-Fa-flIOo]{1,4}){2,7}(?![0-9A-Za-z:])"
)
_CONFUSIONS: Final = str.maketrans("lIOoSB", "110058")
_LEET_LETTERS: Final = str.maketrans("0134578", "oieastb")
_INVERTED: Final = re.compile(r"(?<![0-9A-Za-z])[a-z](?:[A-Z]{2,}|[A-Z](?=\.))(?![a-z0-9])")
_NEAR_INVERTED: Final = re.compile(r"(?<![0-9A-Za-z])(?:[a-z]{2}|[a-z][A-Z])(?![0-9A-Za-z])")


@dataclass(frozen=True, slots=True)
class Reading:
    """A stream of re-read lines; ``origin[i]`` is the offset of its character i in the stream it reads.

    ``changed`` are the ranges of this reading that differ, ``spans`` where each came from in the first.
    """

    stream: Stream
    origin: tuple[int, ...]
    changed: tuple[tuple[int, int], ...]
    spans: tuple[tuple[int, int], ...]


def _join_spaced(value: str) -> tuple[str, list[int]]:
    """Single blanks fall away; a wider blank, or a capital behind a small letter, parts words."""
    wide = re.search(r"[ \u00a0]{2}", value) is not None
    joined = "".join(value.split())
    code = _is_code(joined)
    text, origin = "", []
    blank = 0
    for index, char in enumerate(value):
        if char in " \u00a0":
            blank += 1
            continue
        if text and (blank > 1 or (not wide and not code and _PARTS.search(text[-1] + char))):
            text += " "
            origin.append(index - 1)
        text += char
        origin.append(index)
        blank = 0
    return text, origin


def _is_code(joined: str) -> bool:
    """True for characters that are one token: an address, or digits and letters in turns."""
    turns = sum(a.isdigit() != b.isdigit() for a, b in pairwise(filter(str.isalnum, joined)))
    if not re.search("[a-z]", joined):
        return True
    return re.search("[@_!$%^*=~]", joined) is not None or (
        turns > 3 and not re.search(r"[a-z]{4}|,", joined)
    )


def _join_parted(value: str) -> tuple[str, list[int]]:
    """Every second character falls away; words and numbers are parted again where case or kind changes."""
    joined = value[::2]
    words = re.search("[a-z]", joined) is not None and not re.search("[@_]", joined)
    words = words and re.search("[A-Z,.]", joined) is not None
    text, origin = "", []
    for index, char in enumerate(joined):
        if words and text and _PARTS.search(text[-1] + char):
            text += " "
            origin.append(2 * index - 1)
        text += char
        origin.append(2 * index)
    return text, origin


def _read_spelled(value: str) -> tuple[str, list[int]]:
    text, origin, times = "", [], 1
    for match in _SPELLED_WORD.finditer(value):
        word = match.group().lower()
        digit = _DIGIT_WORDS.get(word)
        if word in ("double", "triple"):
            times = 2 if word == "double" else 3
        elif digit or word in ("dash", "hyphen", "dot"):
            text += (digit or ("." if word == "dot" else "-")) * times
            origin += [match.start()] * times
            times = 1
    return text, origin


def _read_spelled_han(value: str) -> tuple[str, list[int]]:
    kept = [(index, _HAN_DIGITS[char]) for index, char in enumerate(value) if char in _HAN_DIGITS]
    return "".join(digit for _, digit in kept), [index for index, _ in kept]


def _read_leet(value: str) -> tuple[str, list[int]]:
    text = value.translate(_LEET_LETTERS)
    letters = [char for char in value if char.isalpha()]
    if (len(letters) > 1 or len(value) == 2) and all(char.isupper() for char in letters):
        text = text.upper()
    elif text[0].islower() and not value[0].isalpha():
        text = text[0].upper() + text[1:]
    return text, list(range(len(value)))


def _read_confused(value: str) -> tuple[str, list[int]]:
    """Digits that a reader took for letters; in an address of hexadecimal groups B is a digit."""
    table = str.maketrans("lIOo", "1100") if ":" in value else _CONFUSIONS
    return value.translate(table), list(range(len(value)))


def _read_leet_mail(value: str) -> tuple[str, list[int]]:
    """The domain alone: digits are at home in a local part."""
    local, at, domain = value.partition("@")
    return local + at + domain.translate(_LEET_LETTERS), list(range(len(value)))


def _join_lines(value: str) -> tuple[str, list[int]]:
    """One line of two: a line end inside a token falls away, between words it is a blank."""
    head, _, tail = value.partition("\n")
    head = head.rstrip("\r")
    indent = len(tail) - len(tail.lstrip(" \t"))
    glue = " " if head[-1].isalpha() and "@" not in head and head.isascii() else ""
    text = head + glue + tail[indent:]
    origin = [
        *range(len(head)),
        *range(len(head), len(head) + len(glue)),
        *range(len(value) - len(tail) + indent, len(value)),
    ]
    return text, origin


def _swap_case(value: str) -> tuple[str, list[int]]:
    return value.swapcase(), list(range(len(value)))


def _is_stretch(pattern: re.Pattern[str], match: re.Match[str]) -> bool:
    if pattern is _LEET:
        return _is_leet(match)
    if pattern is _CONFUSED:
        word = match.group()
        letters = "lIOo" if ":" in word else "lIOoSB"
        return sum(map(str.isdigit, word)) >= _LEAST_CONFUSED and any(char in letters for char in word)
    if pattern is PAIR:
        return is_known_pair(match)
    if pattern is _WRAPPED:
        return _is_wrapped(match)
    return pattern is not _SPACED or sum(map(str.isalnum, match.group())) >= _LEAST_SPACED


def _is_wrapped(match: re.Match[str]) -> bool:
    """Whether the line is long enough to have been wrapped where it ends (a cut token needs no length)."""
    value = match.group()
    if "@" in value or value[0].isdigit() or value[-1] in _ADDRESS_KEYS:
        return True
    end = match.string.index("\n", match.start())
    line = match.string[max(match.string.rfind("\n", 0, end), end - 2 * _LEAST_WRAPPED) + 1 : end]
    return sum(1 if char.isascii() else 2 for char in line) >= _LEAST_WRAPPED


def _is_leet(match: re.Match[str]) -> bool:
    word = match.group()
    return _LEET_INSIDE.search(word) is not None and _NO_LEET.search(word) is None


_HAN_DIGIT: Final = "零〇一二三四五六七八九幺两壹贰叁肆伍陆柒捌玖"
_SPELLED_DIGIT: Final = "(?i:zero|oh|nought|one|two|three|four|five|six|seven|eight|nine)"
_PART: Final = r"[-._*~|/\\·•,]"
_LEET_GATE: Final = (
    r"(?:^|[^0-9A-Za-z@_/.-])(?:[0-9]{0,4}[A-Za-z]{1,12}[0134578]{1,4}[A-Za-z]"
    r"|[0134578]{1,4}[A-Za-z]{1,2}[0134578])"
)
_READERS: Final[tuple[tuple[str, re.Pattern[str], Callable[[str], tuple[str, list[int]]]], ...]] = (
    (
        r"[\x{4e00}-\x{9fff}][ \x{a0}]{1,2}[0-9A-Za-z\x{4e00}-\x{9fff}](?:[^0-9A-Za-z\x{4e00}-\x{9fff}]|$)",
        _SPACED_HAN,
        _join_spaced,
    ),
    (r"[0-9A-Za-z(+@](?:[ \x{a0}]{1,3}[^ \x{a0}]){3}(?:[ \x{a0}]|$)", _SPACED, _join_spaced),
    (
        r"[\x{4e00}-\x{9fff}][-._*~|/][0-9A-Za-z\x{4e00}-\x{9fff}](?:[^0-9A-Za-z\x{4e00}-\x{9fff}]|$)",
        _PARTED_HAN,
        _join_parted,
    ),
    (rf"[0-9A-Za-z+(](?:{_PART}[!-~]){{3}}{_PART}", _PARTED, _join_parted),
    (rf"{_SPELLED_DIGIT}[\s,.-]{{1,3}}(?:{_SPELLED_DIGIT}|double|triple)[\s,.-]", _SPELLED, _read_spelled),
    (rf"[{_HAN_DIGIT}](?:[ -]?[{_HAN_DIGIT}]){{4}}", _SPELLED_HAN, _read_spelled_han),
    (r"(?:^|[^0-9A-Za-z])[a-z](?:[A-Z]{2}|[A-Z]\.)", _INVERTED, _swap_case),
    (r"(?:^|[^0-9A-Za-z])[a-z][A-Z]{2}", _NEAR_INVERTED, _swap_case),
    (
        r"(?:[0-9][-. (:]?[lIOoSB]|[lIOoSB][-. ):]?[0-9]|:[0-9A-Fa-f]{1,3}[lIO])",
        _CONFUSED,
        _read_confused,
    ),
    (
        r"@[0-9A-Za-z.-]{1,60}[.][A-Za-z]{0,6}[0134578][0-9A-Za-z]{0,6}(?:[^0-9A-Za-z]|$)",
        _LEET_MAIL,
        _read_leet_mail,
    ),
    (GATE, PAIR, join_pair),
    (_LEET_GATE, _LEET, _read_leet),
    (_LEET_GATE, _LEET_SHORT, _read_leet),
    (
        r"[A-Za-z]@[0-9A-Za-z-]{0,40}\r?\n|[A-Z][a-z]{1,20}\r?\n[ \t]{0,8}[A-Z][a-z]|[0-9]-\r?\n"
        r"|[0-9\x{4e00}-\x{9fff}]\r?\n[ \t]{0,8}[\x{4e00}-\x{9fff}]",
        _WRAPPED,
        _join_lines,
    ),
)


@cache
def _compile_gates() -> tuple[Any, ...]:
    import re2

    return tuple(re2.compile(gate) for gate, _, _ in _READERS)


def find_readers(text: str) -> list[int]:
    """Numbers of the readers that could find something: a quick, linear test, empty for most texts."""
    raw = text.encode("utf-8", "surrogatepass")
    return [number for number, gate in enumerate(_compile_gates()) if gate.search(raw)]


_Stretch = tuple[int, int, str, list[int]]


_BESIDE_OTHERS: Final = (_NEAR_INVERTED, _LEET_SHORT)


def _find_stretches(text: str) -> list[_Stretch]:
    """Disguised stretches in order, without overlap (the first reader wins)."""
    found: list[_Stretch] = []
    for number in find_readers(text):
        _, pattern, read = _READERS[number]
        if pattern in _BESIDE_OTHERS and not found:
            continue
        for match in pattern.finditer(text):
            if not _is_stretch(pattern, match):
                continue
            start, end = match.span()
            if pattern in _BESIDE_OTHERS and not any(
                0 <= start - e <= 2 or 0 <= s - end <= 2 for s, e, *_ in found
            ):
                continue
            if not any(s < end and start < e for s, e, _, _ in found[-64:]):
                found.append((start, end, *read(match.group())))
            if len(found) >= _MOST:
                if pattern is _WRAPPED:
                    break
                return []
    found.sort(key=lambda stretch: stretch[0])
    return [s for i, s in enumerate(found) if i == 0 or s[0] >= found[i - 1][1]]


def _group_lines(text: str, stretches: list[_Stretch]) -> Iterator[tuple[int, int, list[_Stretch]]]:
    """Windows of lines with their stretches."""
    start, end = 0, -1
    group: list[_Stretch] = []
    for stretch in stretches:
        low = max(
            text.rfind("\n", 0, stretch[0]), text.rfind(HARD_BREAK, 0, stretch[0]), stretch[0] - _SIDE - 1
        )
        stops = [p for p in (text.find("\n", stretch[1]), text.find(HARD_BREAK, stretch[1])) if p >= 0]
        high = min([*stops, stretch[1] + _SIDE, len(text)])
        if group and low + 1 < end:
            end = max(end, high)
            group.append(stretch)
            continue
        if group:
            yield start, end, group
        start, end, group = low + 1, high, [stretch]
    if group:
        yield start, end, group


def read_disguises(stream: Stream) -> Reading | None:
    """The second reading of a stream, or None when nothing in it is disguised."""
    text = stream.text
    stretches = _find_stretches(text)
    if not stretches:
        return None
    parts: list[str] = [HARD_BREAK]
    origin: list[int] = [-1]
    units: list[Unit] = []
    changed: list[tuple[int, int]] = []
    for start, end, group in _group_lines(text, stretches):
        first = len(origin)
        position = start
        for low, high, reading, offsets in group:
            parts += (text[position:low], reading)
            origin += range(position, low)
            changed.append((len(origin), len(origin) + len(reading)))
            origin += [low + offset for offset in offsets]
            position = high
        parts += (text[position:end], HARD_BREAK)
        origin += range(position, end)
        source = stream.units[max(bisect_right(stream.units, start, key=lambda u: u.start) - 1, 0)]
        units.append(Unit(source.view, source.block, first, len(origin), source.field))
        origin.append(-1)
    spans = tuple((low, high) for low, high, _, _ in stretches)
    return Reading(Stream("".join(parts), tuple(units)), tuple(origin), tuple(changed), spans)
