"""Windows of text in which a Latin-script address may stand: around words and numbers that one may hold."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

from shotveil.core.clues.address.marks import PARTICLES, load_stop_words
from shotveil.core.parse.address_words import (
    ROAD_ENDINGS,
    load_prefix_roads,
    load_street_types,
    load_unit_words,
)
from shotveil.core.parse.places import fold_word, load_states
from shotveil.core.patterns import compile_late

_REACH: Final = 46
_CAPITAL_WORD: Final = compile_late(r"[A-ZÀ-ÖØ-Þ](?<![^\W\d_].)[^\W\d_]*")
_SMALL_WORD: Final = compile_late(r"[a-zß-ÿ](?<![^\W\d_].)[^\W\d_]+")
_DIGIT_NEAR: Final = compile_late(r"\d")
_BEFORE, _AFTER = 75, 110
_CODE_BEFORE: Final = compile_late(r"[A-Z0-9À-Þ][^\s\ue001]*[,.]?[ \n\ue001]+$")
"""A word with a capital or a digit: what a state's code follows."""
_CAPITAL_BEFORE: Final = compile_late(r"(?:^|[^\w])(?:[A-ZÀ-Þ][\w.'’-]*|\d+(?:st|nd|rd|th))[ \ue001]$")
_COMPOUND_BEFORE: Final = compile_late(r"[^\W_][-'’&/]$")
"""The word is but the end of a longer one."""
_UNIT_AFTER: Final = compile_late(r"\.?[ #\u00a0\ue001]{0,3}(?:[Nn]o\.? ?)?(?:#? ?\d|[A-Z](?![A-Za-z]))")
_ORDINAL_BEFORE: Final = compile_late(
    r"(?:\d(?:st|nd|rd|th|\.)?|First|Second|Third|Fourth|Fifth|Sixth|Lower|Ground|Top|Upper) $"
)
_NUMBERED: Final = compile_late(
    r"[0-9](?<![\w.,:/-].)\d{0,4} (?P<name>(?:[^\W\d_][\w.'’/-]* ){1,5})(?=\d{1,5}(?![\w:/%]))"
)
_NUMBER_LINKED: Final = compile_late(r"\d[\w\s,.;'’&/#½¼¾·•|，；、>?\-–—\ue001]*$")
"""A number, and up to the end nothing that parts the words of an address."""
_CODE_CITY: Final = compile_late(
    r"[0-9][A-Za-z]?(?:[ .,]{1,2}[^\W\d_]{1,3}\.?)?(?:, ?|\n[ ]*|\ue001)"
    r"(?:[A-Z]{1,2}-)?\d{2,5}[- ]?\d{2,4}(?: [A-Z]{2})? [A-ZÀ-Þ]"
)
_CODE_GATE: Final = compile_late(r"[,\n\ue001][ ]*(?:[A-Z]{1,2}-)?\d{2,5}[- ]?\d{2,4}(?: [A-Z]{2})? [A-ZÀ-Þ]")
"""The end of such a one: it begins with what is rarer than a digit."""
_POSTCODE: Final = compile_late(
    r"[A-Z](?<![0-9A-Za-z].)"
    r"(?:[A-Z]?\d[A-Z\d]? ?\d[ABD-HJLNP-UW-Z]{2}|\d[\dW] ?(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z\d]{4})(?![0-9A-Za-z])"
)
"""Of the United Kingdom and of Ireland."""


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


def find_windows(text: str, words: frozenset[str] | None = None) -> list[tuple[int, int]]:
    """Stretches of ``text`` around words that may belong to an address, merged, in order.

    Args:
        text: the text of a stream.
        words: its folded words, where they are known.
    """
    spans: list[tuple[int, int]] = []
    for match in _CAPITAL_WORD.finditer(text):
        if kinds := _anchor_kinds(match.group()):
            _try_anchor(spans, text, match.start(), match.group(), kinds)
    for start, word in _find_small(text, words or frozenset(_SMALL_WORD.findall(text))):
        _try_anchor(spans, text, start, word, _anchor_kinds(word))
    for match in _NUMBERED.finditer(text):
        if not any(map(_ends_name, match["name"].split())):
            _add(spans, text, *match.span())
    for match in _POSTCODE.finditer(text):
        _add(spans, text, *match.span())
    for match in _CODE_CITY.finditer(text) if _CODE_GATE.search(text) else ():
        _add(spans, text, *match.span())
    for at in _hash_units(text):
        _add(spans, text, at, at + 1)
    return _merge(sorted(spans))


def _try_anchor(
    spans: list[tuple[int, int]], text: str, start: int, word: str, kinds: tuple[str, ...]
) -> None:
    end = start + len(word)
    for kind in kinds:
        if _anchor_holds(text, start, end, word, kind):
            _add(spans, text, start, end)
            return


def _find_small(text: str, words: frozenset[str]) -> Iterator[tuple[int, str]]:
    """Anchors in small letters, in order: they count only within reach of a digit."""
    anchors = [word for word in words if _anchor_kinds(word)]
    found = [(start, word) for word in anchors for start in _find_word(text, word)]
    for start, word in sorted(found):
        if _DIGIT_NEAR.search(text, max(0, start - _REACH), start + len(word) + _REACH):
            yield start, word


def _find_word(text: str, word: str) -> Iterator[int]:
    start = text.find(word)
    while start >= 0:
        end = start + len(word)
        if not (text[start - 1 : start].isalpha() or text[end : end + 1].isalpha()):
            yield start
        start = text.find(word, end)


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
        return _CODE_BEFORE.search(text, max(0, start - 24), start) is not None
    if kind in {"unit", "box"}:
        return _UNIT_AFTER.match(text, end) is not None or (
            kind == "unit" and _ORDINAL_BEFORE.search(text, max(0, start - 12), start) is not None
        )
    if kind == "prefix":
        return _DIGIT_NEAR.search(text, end, end + 40) is not None
    if kind in {"type", "weak"} and _COMPOUND_BEFORE.search(text, max(0, start - 2), start):
        return False
    upper = word[0].isupper()
    if upper and kind == "state":
        return True
    if upper and kind == "type" and _CAPITAL_BEFORE.search(text, max(0, start - 24), start):
        return True
    near = _DIGIT_NEAR if upper else _NUMBER_LINKED
    return bool(near.search(text, max(0, start - 45), start)) or (
        kind == "ending" and bool(_DIGIT_NEAR.search(text, end, end + 6))
    )


@lru_cache(maxsize=16_384)
def _ends_name(word: str) -> bool:
    """Whether a small word stands in no name of a road: behind it no number belongs to one."""
    folded = fold_word(word)
    stops = word[0].islower() and folded in load_stop_words()
    return stops and folded not in PARTICLES and folded not in load_street_types()


def _hash_units(text: str) -> Iterator[int]:
    at = text.find("#")
    while at >= 0:
        if text[at + 1 : at + 2].isdigit():
            yield at
        at = text.find("#", at + 1)


def _add(spans: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    first = max(0, start - _BEFORE)
    if not (spans and spans[-1][0] <= first and spans[-1][1] >= end + _AFTER // 2):
        spans.append((first, min(len(text), end + _AFTER)))


def _merge(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in spans:
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged
