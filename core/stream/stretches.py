"""How stretches of a text are disguised, and how each is read: spaced, parted, spelled out, leetspeak, case.

A gate is a quick pattern of RE2 that says whether a text can hold such a stretch at all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import Final

from shotveil.core.patterns import compile_late
from shotveil.core.stream import sign_letters
from shotveil.core.stream.model import HARD_BREAK
from shotveil.core.stream.pairs import GATE, PAIR, is_known_pair, join_pair
from shotveil.core.stream.pattern_sets import PatternSets

_LEAST_CONFUSED: Final = 4
_SIGNED: Final = (
    sign_letters.SIGNED,
    sign_letters.SIGNED_SHORT,
    sign_letters.SIGNED_MAIL,
    sign_letters.SIGNED_CODE,
)
_LEAST_SPACED: Final = 4
_CHAR: Final = r"[0-9A-Za-z@.+()_#&,'/:!$%^*=~?\u00c0-\u024f-]"
_SPACED: Final = compile_late(
    rf"(?<![0-9A-Za-z@._/-])[0-9A-Za-z(+@](?:[ \u00a0]{{1,3}}{_CHAR}){{4,120}}(?![0-9A-Za-z])"
)
_ONE_HAN: Final = "(?:[\u4e00-\u9fff]|[0-9A-Za-z](?![0-9A-Za-z]))"
_SPACED_HAN: Final = compile_late(
    f"[\u4e00-\u9fff][ \u00a0]{{1,3}}[\u4e00-\u9fff](?:[ \u00a0]{{1,3}}{_ONE_HAN}){{1,60}}"
    "|[\u4e00-\u9fff][ \u00a0]{1,2}[\u4e00-\u9fff](?![\u4e00-\u9fff0-9A-Za-z._*~|/-])"
)
_PARTED: Final = compile_late(
    r"(?<![0-9A-Za-z])[0-9A-Za-z+(](?P<by>[-._*~|/\\·•,])(?:[!-~](?P=by)){3,120}[0-9A-Za-z](?:(?P=by)[,.;])?(?![0-9A-Za-z])"
)
_PARTED_SHORT: Final = compile_late(
    r"(?<![0-9A-Za-z])[0-9A-Za-z](?P<by>[-._*~|/\\·•])[0-9A-Za-z](?:(?P=by)[0-9A-Za-z,.]){0,3}(?![0-9A-Za-z])"
)
_PARTED_HAN: Final = compile_late(
    "[\u4e00-\u9fff](?P<by>[-._*~|/])(?:[\u4e00-\u9fff0-9A-Za-z](?P=by)){1,60}[\u4e00-\u9fff0-9](?![0-9A-Za-z])"
    "|(?<![\u4e00-\u9fff0-9A-Za-z])[\u4e00-\u9fff][-._*~|/][\u4e00-\u9fff](?![\u4e00-\u9fff0-9A-Za-z])"
)
_PARTS: Final = compile_late("[a-z][A-Z0-9]|[0-9][A-Z]|[A-Z][0-9]|[,.][A-Za-z0-9]")
_DIGIT_WORDS: Final = {
    "zero": "0", "oh": "0", "o": "0", "nought": "0", "one": "1", "two": "2", "three": "3", "four": "4",
    "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
}  # fmt: skip
_HAN_DIGITS: Final = dict(
    zip("零〇一二三四五六七八九幺两壹贰叁肆伍陆柒捌玖", "0012345678912123456789", strict=True)
)
_SPELLED: Final = compile_late(
    r"(?i:(?<![a-z])(?:(?:double|triple)[\s\-]{1,2})?(?:zero|oh|nought|one|two|three|four|five|six|seven|eight|nine)"
    r"(?:[\s,.\-]{1,3}(?:zero|oh|o|nought|one|two|three|four|five|six|seven|eight|nine|dash|hyphen|dot|at"
    r"|double|triple|hundred)(?![a-z])){3,60})"
)
_EXCHANGE: Final = 3
_LOCAL: Final = 7
"""Digits of a phone without an area code, and of those before its dash."""
_SPELLED_WORD: Final = compile_late(r"[A-Za-z]+|[^A-Za-z]+")
_SPELLED_HAN: Final = compile_late(f"[{''.join(_HAN_DIGITS)}](?:[ \\-]?[{''.join(_HAN_DIGITS)}]){{4,40}}")
_LEET: Final = compile_late(
    r"(?:[A-Za-z](?<![0-9A-Za-z@_/\-.$!].)(?=[A-Za-z]{0,13}[01345789])"
    r"|[01345789](?<![0-9A-Za-z@_/\-.$!].)(?=[0-9]{0,3}[A-Za-z]))[0-9A-Za-z]{1,14}"
    r"(?![0-9A-Za-z@_/\-]|[$!][0-9A-Za-z])"
)
_LEET_SHORT: Final = compile_late(
    r"(?<![0-9A-Za-z@_/\-.$!])(?=[01345789]*[A-Za-z])(?=[A-Za-z]*[01345789])[01345789A-Za-z]{2,8}"
    r"(?![0-9A-Za-z@_/\-]|[$!][0-9A-Za-z])"
)
_LEET_MAIL: Final = compile_late(
    r"(?<![0-9A-Za-z.])[0-9A-Za-z._%+-]{2,64}@(?=[0-9-]{0,8}[A-Za-z])[0-9A-Za-z-]{2,40}(?:\.[0-9A-Za-z-]{2,20}){0,2}"
    r"\.(?=[A-Za-z]{0,6}[01345789])(?=[0-9]{0,6}[A-Za-z])[0-9A-Za-z]{2,7}(?![0-9A-Za-z])"
)
_LINE_END: Final = "\r?\n[ \t]{0,8}"
_ADDRESS_KEYS: Final = "路街道号区市县镇乡村弄巷栋幢座室楼层单"
WRAPPED: Final = compile_late(
    rf"(?<![0-9A-Za-z])[A-Z][a-z]{{1,20}}{_LINE_END}[A-Z][a-z]{{1,20}}(?![0-9A-Za-z])"
    rf"|(?<![0-9])(?<![0-9]{{4}}-)[0-9]{{3,4}}-{_LINE_END}[0-9]{{3,4}}(?![0-9])"
    rf"|[0-9A-Za-z._+-]{{1,64}}@(?:[0-9A-Za-z-]{{1,40}})?{_LINE_END}(?:[0-9A-Za-z-]{{1,40}}\.)*[A-Za-z]{{2,20}}"
    f"|[0-9]{_LINE_END}[{_ADDRESS_KEYS}]|[\u4e00-\u9fff]{_LINE_END}[\u4e00-\u9fff]"
)
_KEY_LINE: Final = compile_late(
    "[ \t]{0,8}[\u3400-\u9fff]{1,12}(?:[(（][^()（）\n]{1,12}[)）])?[ \t]{0,4}(?:[:：|＝=]|\\.{4}|…{2})"
    "|[ \t]{0,8}[A-Z][A-Za-z]{1,20}(?: [A-Za-z]{1,12}){0,2}[ \t]?[:=]"
)
"""The next field of a form: no line goes on with one."""
_LEAST_WRAPPED: Final = 40
"""Columns of a line that a program has wrapped; Chinese characters take two."""

_LEET_INSIDE: Final = compile_late(r"[A-Za-z][01345789]|[01345789][A-Za-z]")
_NO_LEET: Final = compile_late(
    r"[26]|[0-9]{5}|^[A-Z0-9]{8,}$|^[0-9]+[A-Za-z]{0,2}$|^[A-Za-z][0-9]{2,}[A-Za-z]?$"
    r"|^[A-Za-z]{1,3}[0-9]+$|[0-9](?:st|nd|rd|th)$"
)
_CONFUSED: Final = compile_late(
    r"(?:[+(](?<![0-9A-Za-z@_/].)[0-9lIOoSB]|[0-9lIOoSB](?<![0-9A-Za-z@_/].))"
    r"(?:[0-9lIOo]|[SB](?![A-Za-z])|[-. ()](?=[0-9lIOo(])){4,24}"
    r"(?![0-9A-Za-z@_/])"
    r"|(?<![0-9A-Za-z:])[0-9A-Fa-flIOo]{1,4}(?::{1,2}[0-9A-Fa-flIOo]{1,4}){2,7}(?![0-9A-Za-z:])"
)
_CONFUSIONS: Final = str.maketrans("lIOoSB", "110058")
_INVERTED: Final = compile_late(r"(?<![0-9A-Za-z])[a-z](?:[A-Z]{2,}|[A-Z](?=\.))(?![a-z0-9])")
_ALTERNATING: Final = compile_late(
    r"(?<![0-9A-Za-z_])(?:[a-z][A-Z]){2,20}[a-z]?(?![0-9A-Za-z_])"
    r"|(?<![0-9A-Za-z_])(?:[A-Z][a-z]){2,20}[A-Z](?![0-9A-Za-z_])|(?<![0-9A-Za-z_])(?:[A-Z][a-z]){3,20}(?![0-9A-Za-z_])"
)
_NEAR_INVERTED: Final = compile_late(r"(?<![0-9A-Za-z])(?:[a-z]{2}|[a-z][A-Z])(?![0-9A-Za-z])")


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
    if not re.search("[a-z]", joined) or re.search("[@_!$%^*=~]", joined):
        return True
    turns = sum(a.isdigit() != b.isdigit() for a, b in pairwise(filter(str.isalnum, joined)))
    words = sum(map(len, re.findall("[A-Z][a-z]{3,}|[a-z]{4,}", joined)))
    return (turns > 3 or len(joined) >= 16) and "," not in joined and 2 * words < len(joined)


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
    text, origin, times, first, pause = "", [], 1, -1, -1
    for match in _SPELLED_WORD.finditer(value):
        word = match.group().lower()
        digit = _DIGIT_WORDS.get(word)
        if word == "hundred" and text[-1:].isdigit():
            digit = "00"
        elif "," in word and len(text) == _EXCHANGE:
            pause = match.start()
        if word in ("double", "triple"):
            times = 2 if word == "double" else 3
            first = match.start()
        elif digit or word in ("dash", "hyphen", "dot"):
            text += (digit or ("." if word == "dot" else "-")) * times
            origin += [first if first >= 0 else match.start()] * times
            times, first = 1, -1
    if pause >= 0 and len(text) == _LOCAL and text.isdigit():  # a phone of the place is told by its dash
        text = f"{text[:_EXCHANGE]}-{text[_EXCHANGE:]}"
        origin.insert(_EXCHANGE, pause)
    return text, origin


def _read_spelled_han(value: str) -> tuple[str, list[int]]:
    kept = [(index, _HAN_DIGITS[char]) for index, char in enumerate(value) if char in _HAN_DIGITS]
    return "".join(digit for _, digit in kept), [index for index, _ in kept]


def _read_confused(value: str) -> tuple[str, list[int]]:
    """Digits that a reader took for letters; in an address of hexadecimal groups B is a digit."""
    table = str.maketrans("lIOo", "1100") if ":" in value else _CONFUSIONS
    return value.translate(table), list(range(len(value)))


def _read_leet_mail(value: str) -> tuple[str, list[int]]:
    """The domain alone: digits are at home in a local part."""
    local, at, domain = value.partition("@")
    return local + at + domain.translate(sign_letters.LETTERS), list(range(len(value)))


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


def _read_alternating(value: str) -> tuple[str, list[int]]:
    return value.capitalize(), list(range(len(value)))


def _swap_case(value: str) -> tuple[str, list[int]]:
    return value.swapcase(), list(range(len(value)))


def is_stretch(pattern: re.Pattern[str], match: re.Match[str]) -> bool:
    if pattern is _LEET:
        return _is_leet(match)
    if pattern is _CONFUSED:
        word = match.group()
        letters = "lIOo" if ":" in word else "lIOoSB"
        return sum(map(str.isdigit, word)) >= _LEAST_CONFUSED and any(char in letters for char in word)
    if pattern in _SIGNED:
        return sign_letters.is_signed(pattern, match)
    if pattern is PAIR:
        return is_known_pair(match)
    if pattern is WRAPPED:
        return _is_wrapped(match)
    return pattern is not _SPACED or sum(map(str.isalnum, match.group())) >= _LEAST_SPACED


def _is_wrapped(match: re.Match[str]) -> bool:
    """Whether the line is long enough to have been wrapped where it ends (a cut token needs no length)."""
    value = match.group()
    end = match.string.index("\n", match.start())
    if "@" not in value and _KEY_LINE.match(match.string, end + 1):
        return False
    if "@" in value or value[0].isdigit() or value[-1] in _ADDRESS_KEYS:
        return True
    low = max(end - 2 * _LEAST_WRAPPED, 0)
    start = max(match.string.rfind(sign, low, end) for sign in ("\n", HARD_BREAK)) + 1
    line = match.string[start or low : end]
    return sum(1 if char.isascii() else 2 for char in line) >= _LEAST_WRAPPED


def _is_leet(match: re.Match[str]) -> bool:
    word = match.group()
    return _LEET_INSIDE.search(word) is not None and _NO_LEET.search(word) is None


_HAN_DIGIT: Final = "零〇一二三四五六七八九幺两壹贰叁肆伍陆柒捌玖"
_SPELLED_DIGIT: Final = "(?i:zero|oh|nought|one|two|three|four|five|six|seven|eight|nine)"
_PART: Final = r"[-._*~|/\\·•,]"
_LEET_GATE: Final = (
    r"(?:^|[^0-9A-Za-z@_/.-])(?:[0-9]{0,4}[A-Za-z]{1,12}[01345789]{1,4}[A-Za-z]"
    r"|[01345789]{1,4}[A-Za-z]{1,2}[01345789])"
)
READERS: Final[tuple[tuple[str, re.Pattern[str], Callable[[str], tuple[str, list[int]]]], ...]] = (
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
    (r"[a-z][A-Z][a-z][A-Z]|[A-Z][a-z][A-Z][a-z][A-Z]", _ALTERNATING, _read_alternating),
    (r"(?:^|[^0-9A-Za-z])[a-z][A-Z]{2}", _NEAR_INVERTED, _swap_case),
    (rf"[0-9A-Za-z+(](?:{_PART}[!-~]){{3}}{_PART}", _PARTED_SHORT, _join_parted),
    (
        r"(?:[0-9][-. (:]?[lIOoSB]|[lIOoSB][-. ):]?[0-9]|:[0-9A-Fa-f]{1,3}[lIO])",
        _CONFUSED,
        _read_confused,
    ),
    (sign_letters.MAIL_GATE, sign_letters.SIGNED_MAIL, sign_letters.read_signed_mail),
    (
        r"@[0-9A-Za-z.-]{1,60}[.][A-Za-z]{0,6}[01345789][0-9A-Za-z]{0,6}(?:[^0-9A-Za-z]|$)",
        _LEET_MAIL,
        _read_leet_mail,
    ),
    (sign_letters.GATE, sign_letters.SIGNED_CODE, sign_letters.read_signed_code),
    (sign_letters.GATE, sign_letters.SIGNED, sign_letters.read_signed),
    (GATE, PAIR, join_pair),
    (_LEET_GATE, _LEET, sign_letters.read_signed),
    (_LEET_GATE, _LEET_SHORT, sign_letters.read_signed),
    (sign_letters.SHORT_GATE, sign_letters.SIGNED_SHORT, sign_letters.read_signed),
    (
        r"[A-Za-z]@[0-9A-Za-z-]{0,40}\r?\n|[A-Z][a-z]{1,20}\r?\n[ \t]{0,8}[A-Z][a-z]|[0-9]-\r?\n"
        r"|[0-9\x{4e00}-\x{9fff}]\r?\n[ \t]{0,8}[\x{4e00}-\x{9fff}]",
        WRAPPED,
        _join_lines,
    ),
)


@cache
def _gates() -> PatternSets:
    return PatternSets([gate for gate, _, _ in READERS])


def find_readers(text: str) -> list[int]:
    """Numbers of the readers that could find something: a quick, linear test, empty for most texts."""
    return sorted(_gates().find(text))


_AT: Final = compile_late("@")
_NEAR: Final = {
    _CONFUSED: compile_late(
        "[0-9](?:(?=[-. (:]?[lIOoSB])|(?<=[lIOoSB].)|(?<=[lIOoSB][-. ):].))|:(?=[0-9A-Fa-f]{1,3}[lIO])"
    ),
    _LEET: compile_late("[01345789](?:(?<=[A-Za-z].)|(?=[A-Za-z]))"),
    _LEET_MAIL: _AT,
    sign_letters.SIGNED_MAIL: _AT,
    sign_letters.SIGNED: sign_letters.NEAR,
    sign_letters.SIGNED_CODE: sign_letters.NEAR,
}
"""What stands inside of some stretches; they are looked for in lines that hold it."""


def find_near(text: str, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Matches of a reader's pattern, looked for only in the lines that may hold one."""
    near = _NEAR.get(pattern)
    lines: Iterable[tuple[int, int]]
    if pattern is WRAPPED:
        lines = dict.fromkeys(_find_wraps(text))
    elif near:
        lines = _find_lines(text, near)
    else:
        lines = ((0, len(text)),)
    for start, end in lines:
        yield from pattern.finditer(text, start, end)


def _find_lines(text: str, sign: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """The lines that hold a sign."""
    end = 0
    while found := sign.search(text, end):
        start, end = _line_about(text, found.start(), found.end())
        yield start, end


def _line_about(text: str, start: int, end: int) -> tuple[int, int]:
    stop = text.find("\n", end)
    return text.rfind("\n", 0, start) + 1, len(text) if stop < 0 else stop


def _find_wraps(text: str) -> Iterator[tuple[int, int]]:
    """Each two lines of which the first ends and the second begins as if a value went on."""
    end = text.find("\n")
    while end >= 0:
        last = text[max(0, end - 2) : end].rstrip("\r")[-1:]
        if (last.isalnum() or last in ("@", "-")) and text[end + 1 : end + 10].lstrip(" \t")[:1].isalnum():
            yield _line_about(text, end, end + 1)
        end = text.find("\n", end + 1)


BESIDE_OTHERS: Final = (_NEAR_INVERTED, _LEET_SHORT, _PARTED_SHORT, sign_letters.SIGNED_SHORT)
"""What is read only beside a stretch that surely is disguised."""
