"""Identifiers in brackets or before their label: ``passport (E12345678)``, ``110…是他的身份证号`` (b.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.identifiers.numerals import count_digits
from shotveil.core.clues.labels.phrases import phrases_of
from shotveil.core.clues.proposal import propose
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_KINDS: Final = frozenset({"ID_NUMBER", "PASSPORT", "DRIVER_LICENSE", "LICENSE_PLATE", "BANK_CARD"})
_VALUE: Final = r"(?<![0-9a-z\-./_])(?P<value>[a-z]{0,3}\d(?:[0-9a-z]|[ \-](?=[0-9a-z]*\d)){3,20})"
_BEHIND: Final = compile_late(
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


_ENCLOSED: Final = compile_late(
    r"[(（](?<=[a-z\u4e00-\u9fff \ue001].)"
    r"(?P<value>[a-z]{0,3}[ ]?\d(?:[0-9a-z]|[ \-](?=[0-9a-z]*\d)){3,20})[)）]"
)
_WORDS_BEFORE: Final = compile_late(
    r"(?:[a-z'’]{2,12}[ ]){0,3}[a-z'’]{2,12}[ ]?\Z|[\u4e00-\u9fff]{2,8}[ ]?\Z"
)


def find_enclosed(context: Context) -> Iterable[Candidate]:
    """What a document is numbered, in brackets directly behind its name."""
    folded = context.folded
    for match in context.scan_folded(_ENCLOSED):
        before = _WORDS_BEFORE.search(folded, max(0, match.start() - 48), match.start())
        kind = _name_kind(before.group().rstrip()) if before else ""
        if kind and count_digits(match["value"]) >= _LEAST:
            yield propose(context, kind, *match.span("value"), "id.enclosed", source="label")


def _name_kind(words: str) -> str:
    """The kind of document that the last of these words name, or nothing."""
    words = words.replace("’", "'")
    starts = (
        [at for at in range(len(words)) if not at or words[at - 1] == " "]
        if words.isascii()
        else range(len(words) - 1)
    )
    for start in starts:
        if kinds := {phrase.kind for phrase in phrases_of(words[start:])} & _KINDS:
            return min(kinds)
    return ""


RULES: dict[str, Rule] = {
    "id.named_behind": Rule(
        find_named_behind, (r"\d[ ]{0,2}[(（\[【][a-z\u4e00-\u9fff]", r"\d[a-z]?[ ]?(?:是|为|is |was )")
    ),
    "id.enclosed": Rule(find_enclosed, (r"[(（][a-z]{0,3}[ ]?\d[0-9a-z \-]{3,20}[)）]",)),
}

EXAMPLES: dict[str, tuple[Example, ...]] = {
    "id.enclosed": (
        Example("her driver's licence (D1234562), passport (E12345678)", ("D1234562", "E12345678")),
        Example("护照（E12345678）和身份证（110101199003070023）", ("E12345678", "110101199003070023")),
        Example("the passport (issued 20240506), a card (42), photos (20240506), license (MIT)"),
    ),
    "id.named_behind": (
        Example("E12345678（护照）和 912803456 (passport)", ("E12345678", "912803456")),
        Example("K20460801 is her driver's license. E87654321是他的护照号", ("K20460801", "E87654321")),
        Example("12345 (items), 2024 is a passport year, 20240506 (draft), 3 is my card"),
    ),
}
