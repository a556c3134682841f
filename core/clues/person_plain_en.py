"""Latin names without capitals, with turned capitals, and inside mentions (CONTRACT b.2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.names_lexicon import NOT_LISTED
from shotveil.core.clues.person_words import LETTER, Word, read_word
from shotveil.core.records import Candidate

_PAIR: Final = re.compile(
    rf"(?<![{LETTER[1:-1]}0-9_@#/.\\-])(?P<first>{LETTER}{{3,20}})(?: (?P<middle>{LETTER}\.?))? (?P<last>{LETTER}{{3,20}}(?:-{LETTER}{{2,20}})?)"
    rf"(?![{LETTER[1:-1]}0-9_@/\\-])"
)
_WORDS: Final = re.compile(rf"(?<![{LETTER[1:-1]}0-9_@#/.\\-]){LETTER}{{3,20}}(?= {LETTER})")
_MENTION: Final = re.compile(r"(?<![A-Za-z0-9])@ (?P<handle>[A-Za-z]{5,30})(?![A-Za-z0-9_])")
_CAMEL: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def find_plain_names(context: Context) -> Iterable[Candidate]:
    """Given and family name that are no ordinary words, written small or with turned capitals."""
    text = context.text
    for match in _WORDS.finditer(text):
        if match.group()[0].isupper():
            continue
        first = read_word(text, *match.span())
        if first.given < 2 or first.level != NOT_LISTED:
            continue
        pair = _PAIR.match(text, match.start())
        if pair is None or pair.group("last")[0].isupper() and not pair.group("last").isupper():
            continue
        last = read_word(text, pair.start("last"), pair.end("last"))
        if _reads_as_family(last):
            yield _candidate(context, pair.start(), pair.end(), "person.plain_en", 0.6)


def _reads_as_family(word: Word) -> bool:
    return word.level == NOT_LISTED and word.family >= 1 and len(word.key) >= 4


def find_mentions(context: Context) -> Iterable[Candidate]:
    """Mentions with a blank after the sign ("@ AnnaHolm") whose words spell a name."""
    for match in _MENTION.finditer(context.text):
        parts = [part.lower() for part in _CAMEL.findall(match.group("handle"))]
        if _spells_name(parts):
            yield _candidate(context, match.start("handle"), match.end("handle"), "person.mention_en", 0.55)


def _spells_name(parts: list[str]) -> bool:
    if len(parts) >= 2:
        first, last = _weigh(parts[0]), _weigh(parts[-1])
        return first.given >= 1 or last.given >= 2 or last.family >= 1.5 and first.level == NOT_LISTED
    whole = parts[0]
    for cut in range(3, len(whole) - 3):
        if _weigh(whole[:cut]).given >= 2 and _weigh(whole[cut:]).family >= 1:
            return True
    return False


def _weigh(part: str) -> Word:
    return read_word(part, 0, len(part))


def _candidate(context: Context, start: int, end: int, rule: str, score: float) -> Candidate:
    return Candidate(
        type="NAME",
        start=start,
        end=end,
        text=context.text[start:end],
        tier="soft",
        source="lexicon",
        score=score,
        rule=rule,
        evidence=(rule,),
    )


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {"person.plain_en": find_plain_names, "person.mention_en": find_mentions}
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "person.plain_en": (
            Example("ask amelia hartwell about it", ("amelia hartwell",)),
            Example("sUSAN tOLLIVER was here", ("sUSAN tOLLIVER",)),
            Example("we will mark the young tree", ()),
        ),
        "person.mention_en": (
            Example("RT @ AmeliaHartwell : hello", ("AmeliaHartwell",)),
            Example("see @ downtownoffice today", ()),
        ),
    }
)
