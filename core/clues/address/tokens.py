"""Windows of text in which a Latin-script address may stand, and their tokens with the gaps between them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, Literal

from shotveil.core.parse.address_words import (
    DIRECTIONS,
    ROAD_ENDINGS,
    Token,
    load_prefix_roads,
    load_street_types,
    load_unit_words,
    make_token,
)
from shotveil.core.parse.places import fold_word, load_states
from shotveil.core.stream.model import HARD_BREAK

Gap = Literal["", "blank", "inline", "comma", "line", "stop"]

_REACH: Final = 46
_DIGITS: Final = re.compile(r"\d+")
_CAPITAL_WORD: Final = re.compile(r"[A-ZÀ-ÖØ-Þ](?<![^\W\d_].)[^\W\d_]*")
_SMALL_WORD: Final = re.compile(r"[a-zß-ÿ](?<![^\W\d_].)[^\W\d_]+")
_TOKEN: Final = re.compile(
    r"(?:[^\W\d_]\.){2,4}(?![^\W_])|[^\W_]+(?:(?:['’&\-/–]|(?<=[0-9])\.(?=[0-9]))[^\W_]+)*\.?|[½¼¾#]"
)
_DIGIT_NEAR: Final = re.compile(r"\d")
_BEFORE, _AFTER = 75, 110
_LONGEST_WORD: Final = 80
_CODE_BEFORE: Final = re.compile(r"[A-Za-z0-9][,.]?[ \n\ue001]+$")
_CAPITAL_BEFORE: Final = re.compile(r"(?:^|[^\w])(?:[A-ZÀ-Þ][\w.'’-]*|\d+(?:st|nd|rd|th))[ \ue001]$")
_UNIT_AFTER: Final = re.compile(r"\.?[ #\u00a0\ue001]{0,3}(?:[Nn]o\.? ?)?(?:#? ?\d|[A-Z](?![A-Za-z]))")
_ORDINAL_BEFORE: Final = re.compile(
    r"(?:\d(?:st|nd|rd|th|\.)?|First|Second|Third|Fourth|Fifth|Sixth|Lower|Ground|Top|Upper) $"
)
_NUMBERED: Final = re.compile(r"(?<![\w.,:/-])\d{1,5} (?:[^\W\d_][\w.'’/-]* ){1,5}\d{1,5}(?![\w:/%])")
_CODE_CITY: Final = re.compile(
    r"\d[A-Za-z]?(?:[ .,]{1,2}[^\W\d_]{1,3}\.?)?(?:, ?|\n[ ]*|\ue001)"
    r"(?:[A-Z]{1,2}-)?\d{2,5}[- ]?\d{2,4}(?: [A-Z]{2})? [A-ZÀ-Þ]"
)
_NUMBER_GOES_ON: Final = re.compile(r"[,\r\n]| [a-zß-ÿ]")
_POSTCODE: Final = re.compile(r"(?<![0-9A-Za-z])[A-Z]{1,2}\d[A-Z\d]? ?\d[ABD-HJLNP-UW-Z]{2}(?![0-9A-Za-z])")


@dataclass(frozen=True, slots=True)
class Window:
    """Tokens of a stretch of the stream; ``gaps[i]`` is what stands before token ``i``."""

    tokens: tuple[Token, ...]
    gaps: tuple[Gap, ...]


@cache
def _anchors() -> dict[str, tuple[str, ...]]:
    """Folded word to what it may begin or end: "type", "weak", "unit", "state", "code", "prefix", "box"."""
    table: dict[str, list[str]] = {}
    for form, (_, strong) in load_street_types().items():
        table.setdefault(form, []).append("type" if strong else "weak")
    for form in load_prefix_roads():
        table.setdefault(form, []).append("prefix")
    for form in load_unit_words():
        table.setdefault(form, []).append("unit")
    for form in load_states():
        table.setdefault(form, []).append("code" if len(form) == 2 else "state")
    for form in ("box", "psc", "postfach", "apo", "dpo", "fpo"):
        table.setdefault(form, []).append("box")
    return {form: tuple(kinds) for form, kinds in table.items()}


def find_windows(text: str) -> list[tuple[int, int]]:
    """Stretches of ``text`` around words that may belong to an address, merged, in order."""
    spans: list[tuple[int, int]] = []
    for match in _CAPITAL_WORD.finditer(text):
        if kinds := _anchor_kinds(match.group()):
            _try_anchor(spans, text, match, kinds)
    for start, end in _near_digits(text):
        for match in _SMALL_WORD.finditer(text, start, end):
            if kinds := _anchor_kinds(match.group()):
                _try_anchor(spans, text, match, kinds)
    for pattern in (_POSTCODE, _NUMBERED, _CODE_CITY):
        for match in pattern.finditer(text):
            _add(spans, text, *match.span())
    for at in _hash_units(text):
        _add(spans, text, at, at + 1)
    return _merge(sorted(spans))


def _try_anchor(
    spans: list[tuple[int, int]], text: str, match: re.Match[str], kinds: tuple[str, ...]
) -> None:
    start, end = match.span()
    for kind in kinds:
        if _anchor_holds(text, start, end, match.group(), kind):
            _add(spans, text, start, end)
            return


def _near_digits(text: str) -> list[tuple[int, int]]:
    """Stretches within reach of a digit: words in small letters count only there."""
    reach = [(max(0, match.start() - _REACH), match.end() + _REACH) for match in _DIGITS.finditer(text)]
    return _merge(reach)


@lru_cache(maxsize=16_384)
def _anchor_kinds(word: str) -> tuple[str, ...]:
    size = len(word)
    if size < 2 and word != "O":
        return ()
    folded = word.casefold()
    kinds = _anchors().get(folded)
    if kinds is not None:
        never = {kind for kind, upper in (("code", word.isupper()), ("weak", word[0].isupper())) if not upper}
        return tuple(kind for kind in kinds if kind not in never)
    ends = size >= 5 and (folded.endswith(ROAD_ENDINGS) or (folded.endswith("str") and word[0].isupper()))
    return ("ending",) if ends else ()


def _anchor_holds(text: str, start: int, end: int, word: str, kind: str) -> bool:
    if kind == "code":
        return _CODE_BEFORE.search(text, max(0, start - 4), start) is not None
    if kind in {"unit", "box"}:
        return _UNIT_AFTER.match(text, end) is not None or (
            kind == "unit" and _ORDINAL_BEFORE.search(text, max(0, start - 12), start) is not None
        )
    if kind == "prefix":
        return _DIGIT_NEAR.search(text, end, end + 40) is not None
    upper = word[0].isupper()
    if upper and kind == "state":
        return True
    if upper and kind == "type" and _CAPITAL_BEFORE.search(text, max(0, start - 24), start):
        return True
    return bool(_DIGIT_NEAR.search(text, max(0, start - 45), start)) or (
        kind == "ending" and bool(_DIGIT_NEAR.search(text, end, end + 6))
    )


def _hash_units(text: str) -> Iterator[int]:
    at = text.find("#")
    while at >= 0:
        if text[at + 1 : at + 2].isdigit():
            yield at
        at = text.find("#", at + 1)


def _add(spans: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    if spans and spans[-1][1] >= end + _AFTER // 2:
        return
    spans.append((max(0, start - _BEFORE), min(len(text), end + _AFTER)))


def _merge(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in spans:
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged


def read_window(text: str, start: int, end: int) -> Window:
    """Tokens of ``text[start:end]``, whole words only, with the gap before each."""
    first, last = max(0, start - _LONGEST_WORD), min(len(text), end + _LONGEST_WORD)
    while start > first and (text[start - 1].isalnum() and text[start].isalnum()):
        start -= 1
    while end < last and text[end - 1].isalnum() and text[end].isalnum():
        end += 1
    tokens: list[Token] = []
    gaps: list[Gap] = []
    position = start
    stopped = True
    for match in _TOKEN.finditer(text, start, end):
        word = match.group()
        begin = match.start()
        between = text[position:begin]
        gaps.append("stop" if stopped else "blank" if between == " " else _gap(between))
        stopped = False
        position = match.end()
        if word[-1] == "." and not _keeps_dot(word):
            word = word[:-1]
            stopped = not (word.isdigit() and _NUMBER_GOES_ON.match(text, position))
        tokens.append(make_token(word, begin))
    return Window(tuple(tokens), tuple(gaps))


@lru_cache(maxsize=16_384)
def _keeps_dot(word: str) -> bool:
    if word[:-1].isdigit():
        return False
    folded = fold_word(word)
    return (
        len(folded) == 1
        or (len(folded) == 2 and word[0].isupper() and word[1].islower())
        or folded in load_prefix_roads()
        or (len(folded) > 5 and folded.endswith("str"))
        or folded in DIRECTIONS
        or (len(folded) <= 5 and load_street_types().get(folded, (folded, True))[0] != folded)
        or (len(folded) <= 4 and folded in load_unit_words())
        or folded in load_states()
        or folded in {"mt", "ft", "no", "nr", "dr", "jr", "sr", "ny", "usa", "us", "uk"}
        or "." in word[:-1]
    )


_COMMA: Final = re.compile(
    r"[ \t\u00a0\u3000\ue001]*\n?[ \t>?]*[,;|·•，；、/][ \t\u00a0\u3000\ue001]*\n?[ \t>?]*"
)
_DASH: Final = re.compile(r"[ \u00a0\ue001]+[-–—][ \u00a0\ue001]+")
_LINE: Final = re.compile(r"[ \t>]*(?:\r?\n[ \t>?]*){1,2}")


@lru_cache(maxsize=1024)
def _gap(between: str) -> Gap:
    if not between:
        return ""
    if HARD_BREAK in between:
        return "stop"
    if not between.strip(" \t\u00a0\u3000"):
        return "blank" if len(between) <= 3 else "stop"
    if not between.strip(" \t\u00a0\u3000\ue001"):
        return "inline"
    if _COMMA.fullmatch(between) or _DASH.fullmatch(between):
        return "comma"
    if _LINE.fullmatch(between):
        return "line"
    return "stop"
