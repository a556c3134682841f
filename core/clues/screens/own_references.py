"""References that a reader of a safe picture half makes out: ``[ADDR46]]`` is ours, no address (rule 16)."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from typing import Final

from shotveil.core.labels import LABELS
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_MISREAD: Final = {
    "O": "O0Q",
    "I": "I1l|!",
    "L": "L1lI|",
    "S": "S5$",
    "B": "B8",
    "E": "EF",
    "A": "A4",
    "D": "D0O",
}
_BRACKETS: Final = frozenset("[]【】［］{}")
EXAMPLES: Final = (
    ("quote reference ILALNume8]] there", "ILALNume8]]"),
    ("[[lSECRET#91]] and", "[[lSECRET#91]]"),
    ("密码: IsECRET+4]]", "IsECRET+4]]"),
    ("公司:[[ORG#4l1", "[[ORG#4l1"),
    ("地址[lADDR#6]]，10:00", "[lADDR#6]]"),
    ("[[ADDR46]]", "[[ADDR46]]"),
    ("登录IP:[[IP#93]]", "[[IP#93]]"),
    ("see [LICENSE_PLATE*11]", "[LICENSE_PLATE*11]"),
    ("user 12 is here", ""),
    ("(NAME 2)", ""),
    ("[ORG] 415 5550134", ""),
    ("[PHONE: 5550134]", ""),
    ("NAME#1", ""),
    ("password: secret1", ""),
    ("[timer 12]", ""),
    ("mail [email]ivy@example.com", ""),
)
"""A line of a picture, and what of it is a reference half made out ("" for nothing)."""


def _spell(label: str) -> str:
    """A pattern for a label with the letters that readers take for its own."""
    return "".join(
        f"[{re.escape(_MISREAD[char])}]" if char in _MISREAD else re.escape(char) for char in label
    )


_OWN: Final = compile_late(
    r"(?<![0-9A-KM-Za-hkm-z])(?P<open>[\[\]【［{(1lILiJj|]{0,4})"
    rf"(?:{'|'.join(map(_spell, sorted(LABELS, key=len, reverse=True)))})"
    r"(?P<sign>[^\w\s\[\]]|[a-zA-Z?])?[0-9lIOo]{1,3}(?:\.[A-Z\-=0-9]{1,40})?"
    r"(?P<close>[\[\]】］})1lIJj|]{0,4})(?![0-9A-Za-z@])",
    re.IGNORECASE,
)


def find_own_references(text: str) -> list[tuple[int, int]]:
    """Ranges of a picture's stream that are references, whole or half made out, left to right.

    A label of ours in capitals (nearly), a number of three digits at most, and brackets: two signs that can
    be nothing else, or one beside a number sign.
    """
    found = []
    for match in _OWN.finditer(text):
        signs = sum(char in _BRACKETS for char in match["open"] + match["close"])
        if signs >= 2 or (signs and match["sign"]):
            found.append(match.span())
    return found


def drop_own_references(candidates: Iterable[Candidate], text: str) -> list[Candidate]:
    """The candidates that do not lie in such a range."""
    ranges = find_own_references(text)

    def is_own(candidate: Candidate) -> bool:
        index = bisect_right(ranges, candidate.start, key=lambda span: span[0]) - 1
        return index >= 0 and candidate.end <= ranges[index][1]

    return [candidate for candidate in candidates if not is_own(candidate)]
