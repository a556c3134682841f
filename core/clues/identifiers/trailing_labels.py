"""Identifiers whose label comes behind them: ``E12345678 (passport)``, ``110…是他的身份证号`` (b.2)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.identifiers.numerals import count_digits
from shotveil.core.clues.labels.phrases import phrases_of
from shotveil.core.clues.proposal import propose
from shotveil.core.records import Candidate

_KINDS: Final = frozenset({"ID_NUMBER", "PASSPORT", "DRIVER_LICENSE", "LICENSE_PLATE", "BANK_CARD"})
_VALUE: Final = r"(?<![0-9a-z\-./_])(?P<value>[a-z]{0,3}\d(?:[0-9a-z]|[ \-](?=[0-9a-z]*\d)){3,20})"
_BEHIND: Final = re.compile(
    _VALUE + r"(?:[ ]{0,2}[(（\[【](?P<enclosed>[^()（）\[\]【】\n]{2,28})[)）\]】]"
    r"|[ ]?(?:是|为|is|was)[ ]?"
    r"(?:我|他|她|你|您|本人|客户|的|my |his |her |their |your |the |a |new |旧|新){0,3}"
    r"(?P<told>[a-z' ]{2,24}|[\u4e00-\u9fff]{2,6}))"
)
_LEAST: Final = 5


def find_named_behind(context: Context) -> Iterable[Candidate]:
    """A number, and in brackets or behind "is" and 是 what kind of document it is of."""
    for match in context.scan_folded(_BEHIND):
        label = match["enclosed"] or match["told"]
        kinds = {phrase.kind for phrase in phrases_of(label.strip(" .:："))} & _KINDS
        start, end = match.span("value")
        if kinds and count_digits(match["value"]) >= _LEAST:
            yield propose(context, min(kinds), start, end, "id.named_behind", source="label")


RULES: dict[str, Rule] = {
    "id.named_behind": Rule(
        find_named_behind, (r"\d[ ]{0,2}[(（\[【][a-z\u4e00-\u9fff]", r"\d[a-z]?[ ]?(?:是|为|is |was )")
    ),
}

EXAMPLES: dict[str, tuple[Example, ...]] = {
    "id.named_behind": (
        Example("E12345678（护照）和 912803456 (passport)", ("E12345678", "912803456")),
        Example("K20460801 is her driver's license. E87654321是他的护照号", ("K20460801", "E87654321")),
        Example("12345 (items), 2024 is a passport year, 20240506 (draft), 3 is my card"),
    ),
}
