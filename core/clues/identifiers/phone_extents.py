"""Where a number that begins with a country code ends: a mistyped one is as private as a valid one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from shotveil.core.clues.identifiers.numerals import count_digits
from shotveil.core.clues.identifiers.phone_regions import (
    has_country_code,
    is_foreign_phone,
    is_full_length,
)
from shotveil.core.patterns import compile_late
from shotveil.core.stream.model import HARD_BREAK

_LEAST: Final = 7
_MOST: Final = 15
"""Digits of a number with its country code (ITU-T E.164)."""

_LEAST_ODD: Final = 9
"""Digits from which a number of no possible length is taken for a mistyped phone."""

_GROUP: Final = compile_late(r"\d+\)?")
_SOLID: Final = compile_late(r"\+\d+")
_DECIMAL: Final = compile_late(r"\+\d+\.\d+")
_DATED: Final = compile_late(r"\+?(?:\d{4}[ ])?(?:19|20)\d\d[\-./ ]?(?:0[1-9]|1[0-2])(?![0-9]{3,}\Z)")
_DATE_BEHIND: Final = compile_late(
    r"[ ](?:(?:19|20)\d\d([\-./])(?:0[1-9]|1[0-2])\1|[0-3]\d[./][0-3]\d[./](?:19|20)\d\d)"
)
_COUNTED_BEFORE: Final = compile_late(r"[0-9a-z)\]][ \t]{0,2}\Z")
_CHANGED_LINE: Final = compile_late(r"\n[+\-@]")


def read_international(folded: str, start: int, text: str) -> tuple[int, bool] | None:
    """The size of the phone that ``text`` begins with, and whether it is a valid one.

    Args:
        folded: the folded text around it.
        start: where ``text`` stands in it.
        text: digits and what may stand between them, behind ``+`` or ``00``.

    Returns:
        The longest valid reading, else the longest of a possible length, either with the groups behind it
        that belong to it; None where no number with a country code stands.
    """
    date = _DATE_BEHIND.search(folded, start, start + len(text) + len("-mm-dd"))
    text = text[: date.start() - start] if date else text
    read = _read_known(text)
    if read and (read[0] == len(text) or is_full_length(text[: read[0]])):
        return read
    size = next(_ends_within(text), 0)
    if read:
        return (size, False) if size > read[0] else read
    return (size, False) if size and _is_odd_phone(folded, start, text[:size]) else None


def _read_known(text: str) -> tuple[int, bool] | None:
    for valid in (True, False):
        for size in _ends_within(text):
            if is_foreign_phone(text[:size], possible_only=not valid):
                return size, valid
    return None


def _ends_within(text: str) -> Iterator[int]:
    """Offsets behind each group of digits that a number may end with, longest first."""
    for match in reversed(list(_GROUP.finditer(text))):
        if _LEAST <= count_digits(text[: match.end()]) <= _MOST:
            yield match.end()


def _is_odd_phone(folded: str, start: int, text: str) -> bool:
    """Whether a number of no possible length is a phone all the same, not a sum, a date or an added line."""
    if count_digits(text) < _LEAST_ODD or not text.lstrip("(").startswith("+") or not has_country_code(text):
        return False
    if (
        _DECIMAL.fullmatch(text)
        or _DATED.match(text)
        or _COUNTED_BEFORE.search(folded, max(0, start - 3), start)
    ):
        return False
    if not _SOLID.fullmatch(text):
        return True
    before = folded.rfind("\n", 0, max(0, start - 1))
    above = folded[before + 1 : start].lstrip(HARD_BREAK)[:1]
    below = _CHANGED_LINE.search(folded, start, start + 24)
    return not (folded[max(0, start - 1) : start] == "\n" and (below or above in tuple("+-@")))
