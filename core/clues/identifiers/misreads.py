"""Numbers with letters that readers and writers take for digits: O and 0, l and 1, S and 5 (DESIGN 5).

A stretch of digits and such letters is read again as digits, and the rules of numbers look at it once more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from shotveil.core.clues.context import Context, Example, Find, Rule
from shotveil.core.clues.identifiers.cards import find_cards, find_cards_by_word, find_labelled_cards
from shotveil.core.clues.identifiers.network import find_ipv4
from shotveil.core.clues.identifiers.phones import (
    find_by_role,
    find_cn_mobiles,
    find_international,
    find_labelled,
    find_nanp,
)
from shotveil.core.clues.identifiers.rules import find_cn_ids, find_labelled_ids, find_us_ids
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_STRETCH: Final = compile_late(
    r"(?<![0-9a-z])[+(]{0,2}[0-9oilsbz|]+(?:[ \-().\u00a0\ue001]{1,2}[0-9oilsbz|]+){0,8}(?![0-9a-z])"
)
_DIGITS: Final = str.maketrans("oil|szb", "0111528")
_MISREAD: Final = compile_late("[oil|szb]")
_BESIDE: Final = compile_late(r"[0-9](?:(?=[oil|szb]+(?![a-z]))|(?<=[oil|szb].))")
_PART: Final = compile_late(r"[0-9a-z|]+")
_NUMBER_KINDS: Final = ("PHONE", "BANK_CARD", "ID_NUMBER", "IP")
_RULES: Final[tuple[Find, ...]] = (
    find_cn_mobiles, find_nanp, find_international, find_labelled, find_by_role, find_cards,
    find_cards_by_word,    find_labelled_cards,
    find_cn_ids, find_us_ids, find_labelled_ids, find_ipv4,
)  # fmt: skip
_BEFORE: Final = 60
_AFTER: Final = 16


def _is_number_like(part: str) -> bool:
    """A part with a digit in it, or only round and straight strokes."""
    if part[-1] in "szb" and part[:-1].isdigit():  # 330b, 71s: a measure
        return False
    return any(char.isdigit() for char in part) or not part.strip("oil|")


def _find_lines(folded: str) -> Iterator[tuple[int, int]]:
    """Lines in which a digit touches a letter like one, each once."""
    end = -1
    for match in _BESIDE.finditer(folded):
        if match.start() > end:
            start, end = folded.rfind("\n", 0, match.start()) + 1, folded.find("\n", match.start())
            end = len(folded) if end < 0 else end
            yield start, end


def _inside_bars(folded: str, start: int, end: int) -> tuple[int, int]:
    """The stretch without bars at its edges: in text they part cells and stand for no digit."""
    while start < end and folded[start] == "|":
        start += 1
    while start < end and folded[end - 1] == "|":
        end -= 1
    return start, end


def _find_stretches(context: Context) -> Iterator[tuple[int, int]]:
    """Stretches of seven characters and more that hold both digits and letters like digits."""
    folded = context.folded
    lines = [*_find_lines(folded)]
    if not lines:
        return
    windows = [(hit.value_start, hit.value_end) for hit in context.labelled(*_NUMBER_KINDS)]
    for match in (match for line in lines for match in _STRETCH.finditer(folded, *line)):
        start, end = match.span() if context.medium == "image" else _inside_bars(folded, *match.span())
        parts = _PART.findall(folded, start, end)
        size = sum(map(len, parts))
        if size < 7 or not _MISREAD.search(folded, start, end) or not all(map(_is_number_like, parts)):
            continue
        digits = sum(map(str.isdigit, folded[start:end]))
        named = any(low <= start + 2 and start < high for low, high in windows)
        if digits >= 3 or (named and digits):
            yield start, end


def _read_again(context: Context, spans: list[tuple[int, int]]) -> Context:
    """The same context with the stretches in digits and nothing but their surroundings."""
    read = [" "] * len(context.folded)
    for start, end in spans:
        low, high = max(0, start - _BEFORE), min(len(read), end + _AFTER)
        read[low:high] = context.folded[low:high]
    for start, end in spans:
        read[start:end] = context.folded[start:end].translate(_DIGITS)
    text = "".join(read)
    return replace(context, text=text, folded=text, spans=None)


def find_misread_numbers(context: Context) -> Iterable[Candidate]:
    """Phones, cards, identity numbers and addresses with letters in the place of digits."""
    spans = list(_find_stretches(context))
    if not spans:
        return
    again = _read_again(context, spans)
    for rule in _RULES:
        for candidate in rule(again):
            if any(low < candidate.end and candidate.start < high for low, high in spans):
                yield replace(candidate, evidence=(*candidate.evidence, "number.misread"))


RULES: dict[str, Rule] = {
    "number.misread": Rule(
        find_misread_numbers, (r"\d[oil|szb]+(?:[^a-z]|$)", r"(?:^|[^a-z])[oil|szb]{1,4}\d")
    )
}

EXAMPLES: dict[str, tuple[Example, ...]] = {
    "number.misread": (
        Example("Phone: (4l5) 555-Ol32", ("(4l5) 555-Ol32",)),
        Example("SSN 2l9-O9-9999 on file", ("2l9-O9-9999",)),
        Example("phone|2l2-555-0147|x", ("2l2-555-0147",)),
        Example("证件|11010119900307002X|电话|0755-8355 0100|"),
        Example("|||||||| 5|||"),
        Example("is 10 000 oil lots, 5s or 8b 2000 so, call 330b 71.4s"),
    ),
}
