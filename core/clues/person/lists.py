"""Names that stand in a row ("Romi, Erik and Amy"): the known ones vouch for the others (CONTRACT b.2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.person.cues_en import is_known_place
from shotveil.core.clues.person.lexicon import NOT_LISTED, listed_level
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.clues.person.words import LETTER, Word, is_barred, read_word, weigh_given
from shotveil.core.lexicons import read_ranked
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_ITEM: Final = rf"(?<!{LETTER}){LETTER}{{2,20}}(?:-{LETTER}{{2,20}})?(?!{LETTER})"
_ROW: Final = compile_late(
    rf"{_ITEM}(?:, {_ITEM}){{1,30}}(?:,? (?:and|or|&) {_ITEM})?|{_ITEM} (?:and|&) {_ITEM}"
)
_STRETCH: Final = compile_late(rf"(?:{LETTER}|[ ,&-])+")
_PARTS: Final = compile_late("[ ,&-]")
_PIECE: Final = compile_late(rf"{LETTER}+(?:-{LETTER}+)?")
_SMALL: Final = frozenset({"and", "or"})


def find_name_rows(context: Context) -> Iterable[Candidate]:
    """Single names in a row of three and more, capitalised or not."""
    if not context.may_hold(_vouching_names()):
        return
    for row in _find_rows(context.text):
        if row.group().count(" ") < 2:
            continue
        words = [
            read_word(context.text, piece.start(), piece.end())
            for piece in _PIECE.finditer(context.text, *row.span())
            if piece.group() not in _SMALL
        ]
        for group in _split(words):
            yield from _judge(context, group)


def _find_rows(text: str) -> Iterator[re.Match[str]]:
    """Rows in the stretches, free of other signs, that hold a joint and a name that may vouch."""
    names = _vouching_names()
    for stretch in _STRETCH.finditer(text):
        part = stretch.group()
        if not (", " in part or " and " in part or " & " in part):
            continue
        if not part.isascii() or not names.isdisjoint(_PARTS.split(part.lower())):
            yield from _ROW.finditer(text, *stretch.span())


def _split(words: list[Word]) -> Iterable[list[Word]]:
    """Neighbours of one case that could all be names."""
    group: list[Word] = []
    for word in words:
        fits = _may_be_name(word)
        if group and (not fits or word.is_capitalised != group[0].is_capitalised):
            yield group
            group = []
        if fits:
            group.append(word)
    yield group


def _may_be_name(word: Word) -> bool:
    if (is_barred(word.key) and word.given < 1.2) or (is_known_place(word.text) and word.given < 2):
        return False
    return word.given >= 1 or word.family >= 2 or (word.level == NOT_LISTED and not word.is_upper)


def _vouches(word: Word) -> bool:
    return word.given >= 2 and word.level > 20


@cache
def _vouching_names() -> frozenset[str]:
    """Parts of the given names that may vouch for their neighbours."""
    return frozenset(
        part
        for key, rank in read_ranked("names_given.txt").items()
        if rank >= 2 and weigh_given(key, rank) >= 2 and listed_level(key) > 20
        for part in key.split("-")
    )


def _judge(context: Context, group: list[Word]) -> Iterable[Candidate]:
    known = sum(map(_vouches, group))
    needed = max(2, len(group) // 2) if group and group[0].is_capitalised else max(3, 2 * len(group) // 3)
    if len(group) < 3 or known < needed:
        return
    for word in group:
        yield propose_words(context, "NAME", word.start, word.end, "person.row_en", 0.65)


_SPEAKER: Final = compile_late(
    rf"[\n\ue000](?:\[?[0-9]{{1,2}}:[0-9]{{2}}(?::[0-9]{{2}})?\]?,? )?(?P<name>{LETTER}{{2,15}}): (?=\S)"
)
_LEAST_TURNS: Final = 3


def find_speakers(context: Context) -> Iterable[Candidate]:
    """Who takes turns in a chat: one is known as a name, one speaks again, none is an ordinary word."""
    turns = [read_word(context.text, *match.span("name")) for match in context.scan(_SPEAKER)]
    keys = {turn.key for turn in turns}
    if not (len(turns) >= _LEAST_TURNS and 1 < len(keys) < len(turns)):
        return
    if all(map(_may_speak, turns)) and any(turn.given >= 1 for turn in turns):
        for turn in turns:
            yield propose_words(context, "NAME", turn.start, turn.end, "person.speaker_en", 0.6)


def _may_speak(word: Word) -> bool:
    return not is_barred(word.key) and not word.is_upper and (word.given >= 1 or word.level == NOT_LISTED)


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        "person.row_en": Rule(
            find_name_rows, written=(f"{LETTER}, (?:{LETTER}|-)+(?:, |,? (?:and|or|&) ){LETTER}",)
        ),
        "person.speaker_en": Rule(
            find_speakers, written=(rf"(?:^|\x{{e000}}|[0-9][\],]{{0,2}} ){LETTER}{{2,15}}: ",)
        ),
    }
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "person.row_en": (
            Example("We invited Romke, Erik, Amy and Kristen.", ("Romke", "Erik", "Amy", "Kristen")),
            Example("red, green, blue and white", ()),
            Example("Paris, London, Berlin and Rome", ()),
        ),
        "person.speaker_en": (
            Example("Priti: whos coming\nEdward: me\nPriti: ok", ("Priti", "Edward")),
            Example("[09:02] maya: hi all\n[09:04] jonas: yes\n9:05, maya: ok", ("maya", "jonas")),
            Example("Note: a\nHost: b\nNote: c", ()),
            Example("[10:02] error: x failed\n[10:03] warn: low\n[10:04] error: y", ()),
            Example("Accept: a\nConnection: b\nAccept: c", ()),
        ),
    }
)
