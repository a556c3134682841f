"""Which characters the detector does not read, and which it reads as another (CONTRACT a.1, DESIGN 5).

Dropping and composing change length and need a map back; width and look-alike folding is one to one.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from importlib.resources import files
from typing import Final

from shotveil.core.patterns import compile_late

_INVISIBLE: Final = (
    "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5"
    "\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb"
    "\U000e0000-\U000e01ef\ue000\ue001"
)
_MARKS: Final = "\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
UNREAD: Final = compile_late(f"[{_INVISIBLE}{_MARKS}]")
"""Characters that need a map back: invisible ones, and marks that stand on a letter."""

_ESCAPE: Final = r"(?:\x1b|\^\[|\\(?:x1[bB]|033|e|u001[bB]))"
_LOST_ESCAPE: Final = r"\[[0-9]{1,3}(?:;[0-9]{1,3}){0,8}m(?![\]:]|[0-9.]{1,6}(?:m?s|\]))"
_STYLE: Final = rf"{_ESCAPE}\[[0-9;:]{{0,40}}[mK]|{_LOST_ESCAPE}"
_CONTROL: Final = (
    r"\x1b\](?:8;[^;\x07\x1b\n]{0,80};|[0-9]{1,4};)?|\x1b\\|\x07|\x1b\[[0-?]{0,40}[ -/]{0,4}[@-JL-ln-~]"
)
STYLE: Final = compile_late(f"{_STYLE}|\x1b")
"""The colours of a terminal, as sent, spelled out in code, or with the escape character lost on the way."""

STYLED: Final = compile_late(f"{_STYLE}|(?P<gap>{_CONTROL})|{UNREAD.pattern}")
"""As ``UNREAD``, for a text of a terminal: a colour parts no words, a jump or a link's rim (``gap``) does."""

BREAKS: Final = frozenset("\x00\x0b\x0c\x1c\x1d\x1e\x1f")
"""Controls that end a line, a page, a record or a string."""

MARK: Final = compile_late(f"[{_MARKS}]")

MARKED_RUN: Final = compile_late(
    f"(?:[0-9A-Za-z@.][{_MARKS}]+){{3,}}|(?:[b-df-hj-np-tv-xzB-DF-HJ-NP-TV-XZ0-9][{_MARKS}]+){{2,}}"
    f"|[A-Za-z][{_MARKS}]+(?=[0-9])|(?<=[0-9])[A-Za-z][{_MARKS}]+"
)
"""Marks on three characters in a row, on two consonants or beside a digit: no spelling has them."""

WIDE_TO_ASCII: Final[dict[int, int]] = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}

_KEPT_WIDE: Final = frozenset(map(ord, "，：；！？（）"))
_WIDE_SHAPES: Final[dict[int, int]] = {
    wide: narrow for wide, narrow in WIDE_TO_ASCII.items() if wide not in _KEPT_WIDE
}
_WIDE_POINTS: Final = {wide: chr(ord(wide) - 0xFEE0) for wide in "，：；！？（）"} | {"\u3000": " "}
_WIDE_POINT: Final = compile_late(
    "(?<=[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a])[，：；！？（）\u3000]"
    "|[，：；！？（）\u3000](?=[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a])"
)
_HAS_WIDE: Final = compile_late("[\uff02-\uff07\uff0a\uff0b\uff0d-\uff19\uff1c-\uff1e\uff20-\uff5e]")
_LOOKALIKE_SCRIPT: Final = compile_late(
    "[\u0131\u0251\u0261\u0269\u2113\u2170-\u217f\u0370-\u052f\u13a0-\u13ff\u1c80-\u1c8f\ua4d0-\ua4ff\U0001d400-\U0001d7ff]"
)
_PLAIN_TEXT: Final = compile_late("[\x00-\x7f\u4e00-\u9fff，。：；！？（）、“”《》…]*")
"""Nothing in it has another shape to be read by."""
_MATH: Final = compile_late("[\U0001d400-\U0001d7ff]")
_STOP_BEFORE_DIGIT: Final = compile_late(r"\d{1,4}(?:。\d{1,4}){2,}(?!\d)|。(?=\d)")
"""Digits with stops throughout (an address typed in Chinese), or the end of a sentence: no decimal point."""
_STOP_AND_DIGIT: Final = compile_late(r"。(?=\d)")
"""What each of these holds: most texts do not, which a search for one character tells at once."""
_KEPT_STOP: Final = "\ufffe"
_WORD: Final = compile_late(r"[^\W_]+")
_ASCII_LETTER: Final = compile_late("[A-Za-z0-9]")


@cache
def load_lookalikes() -> dict[int, str]:
    """Letters of other scripts that look like a Latin one, to that letter (lexicons/lookalikes.tsv)."""
    table = {}
    raw = files("shotveil.core.lexicons").joinpath("lookalikes.tsv").read_text("utf-8")
    for line in raw.splitlines():
        if line and not line.startswith("#"):
            latin, others = line.split("\t")
            table.update({ord(other): latin for other in others})
    for code in range(0x1D400, 0x1D800):  # mathematical letters and digits
        plain = unicodedata.normalize("NFKC", chr(code))
        if len(plain) == 1 and plain.isascii():
            table[code] = plain
    return table


def _fold_word(match: re.Match[str]) -> str:
    word = match.group()
    if not _LOOKALIKE_SCRIPT.search(word):
        return word
    folded = word.translate(load_lookalikes())
    # A word wholly of another script is that script's word; only a word that mixes reads as Latin.
    mixed = _ASCII_LETTER.search(word) or all(char.isascii() for char in folded)
    return folded if mixed and not re.search("[\u0370-\u052f]", folded) else word


@cache
def _plain_digits() -> tuple[dict[int, str], re.Pattern[str]]:
    """Digits of other scripts, raised, lowered and in circles, and the pattern of a number of them."""
    table = {
        code: str(unicodedata.digit(chr(code)))
        for code in range(0x80, 0x10000)
        if unicodedata.digit(chr(code), None) is not None and not 0xFF10 <= code <= 0xFF19
    }
    one = "[" + "".join(map(chr, sorted(table))) + "]"
    return table, re.compile(
        rf"{one}(?:[ .\-()/:,+]{{0,2}}{one}){{2,}}"
        rf"|(?<=[A-Z]{{2}}){one}|{one}{{1,2}}(?=[A-Z]{{2}}|[@号栋幢层楼座室单])"
    )


@cache
def _math_letters() -> dict[int, str]:
    return {code: latin for code, latin in load_lookalikes().items() if code >= 0x1D400}


def read_shapes(text: str) -> str:
    """Text of the same length with full-width forms and look-alike letters read as ASCII."""
    if _PLAIN_TEXT.fullmatch(text):
        return text
    if _HAS_WIDE.search(text):
        text = _WIDE_POINT.sub(lambda match: _WIDE_POINTS[match.group()], text).translate(_WIDE_SHAPES)
    table, number = _plain_digits()
    if number.search(text):
        text = number.sub(lambda match: match.group().translate(table), text)
    if _MATH.search(text):
        text = text.translate(_math_letters())
    if _LOOKALIKE_SCRIPT.search(text):
        text = _WORD.sub(_fold_word, text)
    return text


@cache
def _case_folds() -> tuple[dict[str, str], re.Pattern[str]]:
    table = {chr(code): chr(narrow).lower() for code, narrow in WIDE_TO_ASCII.items()}
    # A character class stays fast only within the basic plane; letters beyond it were read as ASCII before.
    table.update({chr(code): latin.lower() for code, latin in load_lookalikes().items() if code < 0x10000})
    table.update({"\u3002": ".", "\u3000": " ", "\u00a0": " ", "\u2019": "'", "\u2018": "'"})
    table.update(dict.fromkeys("‐‑‒–—―−﹣", "-"))
    return table, re.compile("[" + "".join(map(re.escape, sorted(table))) + "]")


def _keep_stop(match: re.Match[str]) -> str:
    return _KEPT_STOP if match.group() == "。" else match.group()


def fold_text(text: str) -> str:
    """The matching form: one character for one, ASCII where a character has an ASCII look, lower case."""
    if text.isascii():
        return text.lower()
    lowered = text.lower()
    if len(lowered) != len(text):  # a letter whose lower case is longer (İ)
        lowered = "".join(low if len(low := char.lower()) == 1 else char for char in text)
    if _STOP_AND_DIGIT.search(lowered):
        lowered = _STOP_BEFORE_DIGIT.sub(_keep_stop, lowered)
    table, foldable = _case_folds()
    # Few different characters are folded in any one text: a replacement each beats a look at every character.
    for char in set(foldable.findall(lowered)):
        lowered = lowered.replace(char, table[char])
    return lowered.replace(_KEPT_STOP, "。")
