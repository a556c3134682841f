"""Latin names without capitals, with turned capitals, and inside mentions (CONTRACT b.2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.person.cues_en import Surround, is_known_place, is_prose, look_around
from shotveil.core.clues.person.lexicon import (
    NOT_LISTED,
    fold_name,
    is_product,
    is_proper_word,
    read_groups,
    word_level,
)
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.clues.person.tongues import stands_foreign
from shotveil.core.clues.person.words import LETTER, Word, is_barred, read_word
from shotveil.core.clues.program_text import is_named_resource, is_technical
from shotveil.core.lexicons import read_ranked
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_PAIR: Final = compile_late(
    rf"(?<![{LETTER[1:-1]}0-9_@#/.\\-])(?P<first>{LETTER}{{3,20}})(?: {LETTER}\.?)?"
    rf" (?P<last>{LETTER}{{3,20}}(?:-{LETTER}{{2,20}})?)"
    rf"(?![{LETTER[1:-1]}0-9_@/\\-])"
)
_WORDS: Final = compile_late(
    rf"{LETTER}(?<![{LETTER[1:-1]}0-9_@#/.\\-].){LETTER}{{2,19}}(?= {LETTER}|['’]s [a-z]"
    r"|[,;!?.]{0,2}(?:[\s\ue000]|$))"
)
_JOINED: Final = compile_late(
    rf"(?<![{LETTER[1:-1]}0-9_@#/.\\-])(?P<first>{LETTER}{{3,20}})[_.\-‐·•](?P<last>{LETTER}{{3,20}})"
    rf"(?![{LETTER[1:-1]}0-9_@(/\\-]|\.[a-z])"
)
_CALLED: Final = compile_late(rf"(?:calls?|called) (?:me|him|her) (?P<name>{LETTER}{{3,20}})(?!{LETTER})")
_MENTION: Final = compile_late(r"(?<![A-Za-z0-9])(?P<sign>[@#]) (?P<handle>[A-Za-z]{5,30})(?![A-Za-z0-9_])")
_ADDRESSED: Final = compile_late(
    r"(?:(?:^|[\n\ue000])[ \"“]{0,3}|RT |rt |via |[:“\"] )(?P<sign>@) "
    r"(?P<handle>[A-Za-z]{5,30}(?: ?_ ?[A-Za-z]{2,20}){0,2})(?![A-Za-z0-9])"
)
_IM: Final = compile_late(r"(?<![a-z])im $")
_NEXT: Final = compile_late(r" ([a-z-]{2,12})(?![a-z])")
_FEW: Final = 60
"""Up to this many names, one search each is faster than a look at every word."""
_CAMEL: Final = compile_late(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def find_plain_names(context: Context) -> Iterable[Candidate]:
    """Given and family name that are no ordinary words, written small or with turned capitals."""
    text, end, known, sure = context.text, 0, _plain_given_names(), sure_given_names()
    for match in _find_words(context, known):
        word = match.group()
        if match.start() < end or word[0].isupper():
            continue
        key = (word if word.isascii() else fold_name(word)).lower()
        if key not in known or word_level(key) != NOT_LISTED:
            continue
        if stands_foreign(text, *match.span()) and not _IM.search(
            text, max(0, match.start() - 4), match.start()
        ):
            continue
        first = read_word(text, *match.span())
        if key not in sure:  # rarer ones need a sure cue
            if _has_cue(context, first, sure=True):
                yield propose_words(context, "NAME", first.start, first.end, "person.plain_single_en", 0.5)
            continue
        pair = _PAIR.match(text, match.start())
        if pair is not None and _is_plain_pair(context, pair):
            end = pair.end()
            yield propose_words(context, "NAME", pair.start(), end, "person.plain_en", 0.6)
        elif not is_named_resource(text, first.start) and _has_cue(context, first):
            yield propose_words(context, "NAME", first.start, first.end, "person.plain_single_en", 0.55)


def _find_words(context: Context, names: frozenset[str]) -> Iterable[re.Match[str]]:
    """Words among which each of the names that the text holds is, in order."""
    held = context.find_words()
    if held is None or len(few := held & names) > _FEW:
        return _WORDS.finditer(context.text)
    places = sorted({place for name in few for place in _find_places(context.folded, name)})
    return filter(None, [_WORDS.match(context.text, place) for place in places])


def _find_places(text: str, part: str) -> Iterator[int]:
    place = text.find(part)
    while place >= 0:
        yield place
        place = text.find(part, place + 1)


@cache
def sure_given_names() -> frozenset[str]:
    """Given names, folded, that are common enough and no ordinary words."""
    words = read_ranked("words_en.txt")
    return frozenset(
        key for key, rank in read_ranked("names_given.txt").items() if rank >= 2 and key not in words
    )


@cache
def _plain_given_names() -> frozenset[str]:
    """Given names, folded, that are no listed words, common or not; forms of such words are among them."""
    words, more = read_ranked("words_en.txt"), read_ranked("words_en_more.txt")
    return frozenset(
        key
        for key, rank in read_ranked("names_given.txt").items()
        if rank >= 1 and len(key) > 3 and key not in words and key not in more
    )


def _is_plain_pair(context: Context, pair: re.Match[str]) -> bool:
    last = read_word(context.text, pair.start("last"), pair.end("last"))
    if last.text[0].isupper() and not last.text.isupper():
        return False
    if _reads_as_family(last):
        return True
    if last.level != NOT_LISTED or len(last.key) < 4 or context.medium != "text":
        return False
    if _fills_line(context.text, pair.start(), pair.end()):
        return True
    around = look_around(context, pair.start(), pair.end())
    return around.names_person or around.hints_person


def _fills_line(text: str, start: int, end: int) -> bool:
    return (
        bool(re.search(r"[\n\ue000][>? \t]{0,6}$", text[max(0, start - 8) : start]))
        and text[end] in "\r\n\ue000"
    )


def _has_cue(context: Context, word: Word, *, sure: bool = False) -> bool:
    """Whether a single small name stands where names stand: addressed, speaking, owning, related.

    ``sure``: only where such a cue stands on its own, in a sentence without capitals.
    """
    if context.medium != "text" or word.text.isupper() or is_product(word.key):
        return False
    around = look_around(context, word.start, word.end)
    if _introduces(around):
        return not is_barred(word.key)
    if (is_barred(word.key) or is_known_place(word.text)) and not around.names_person:
        return False  # a month or a city is written small as well
    if sure:
        return around.weight >= 0.25 and _writes_small(context.text, word, least=1)
    return around.weight >= 0.25 or (_writes_small(context.text, word) and _acts(context.text, word, around))


def _introduces(around: Surround) -> bool:
    """Whether somebody says who they are, without apostrophes: "im rosanna", "its rosanna from billing"."""
    if around.joint:
        return False
    ends = not around.right or around.right[0] in ",.!\n"
    if around.word in {"its", "it's"}:
        from_where = around.mark == " " and around.follower in _cues("from_where")
        return from_where or (ends and not is_known_place(around.surface))
    return around.word == "im"


def _cues(group: str) -> frozenset[str]:
    return read_groups("person_cues_en.txt")[group]


def _writes_small(text: str, word: Word, least: int = 2) -> bool:
    """Whether the line holds no capital, so that a small first letter says nothing, and is a sentence."""
    if is_proper_word(word.key) or is_known_place(word.text) or is_technical(text, word.start):
        return False
    start = max(text.rfind("\n", 0, word.start), text.rfind("\ue000", 0, word.start), word.start - 200) + 1
    end = min(text.find("\n", word.end) % (len(text) + 1), word.end + 200)
    line = text[start:end]
    return line == line.lower() and is_prose(text, word.start, word.end, least)


def _acts(text: str, word: Word, around: Surround) -> bool:
    """Whether weak cues stand beside a small name: a word that takes a person, a verb of people."""
    cues = read_groups("person_cues_en.txt")
    follower = _NEXT.match(text, word.end)
    verbs = cues["human_verb"] | cues["human_maybe"] | cues["small_verb"]
    return around.weight >= 0.1 or (around.weight >= 0.0 and follower is not None and follower[1] in verbs)


def _reads_as_family(word: Word) -> bool:
    return word.level == NOT_LISTED and word.family >= 1 and len(word.key) >= 4


def find_joined(context: Context) -> Iterable[Candidate]:
    """Given and family name held together by another sign than a blank ("Amelia_Hartwell")."""
    for match in context.scan(_JOINED):
        first, last = (read_word(context.text, *match.span(part)) for part in ("first", "last"))
        if not (first.is_capitalised and last.is_capitalised) or first.given < 2 or first.level != NOT_LISTED:
            continue
        if last.family >= 1 and last.level == NOT_LISTED and last.key != first.key:
            yield propose_words(context, "NAME", match.start(), match.end(), "person.joined_en", 0.6)


def find_called(context: Context) -> Iterable[Candidate]:
    """What somebody is called ("everyone calls me borna")."""
    for match in context.scan(_CALLED):
        word = read_word(context.text, *match.span("name"))
        if word.level == NOT_LISTED and (word.is_name or word.is_capitalised):
            yield propose_words(context, "NAME", word.start, word.end, "person.called_en", 0.65)


def find_mentions(context: Context) -> Iterable[Candidate]:
    """Mentions with a blank after the sign ("@ AnnaHolm") whose words spell a name."""
    for match in context.scan(_MENTION):
        parts = [part.lower() for part in _CAMEL.findall(match.group("handle"))]
        if _spells_name(parts):
            start = match.start("sign" if match["sign"] == "@" else "handle")
            yield propose_words(context, "NAME", start, match.end("handle"), "person.mention_en", 0.55)


def find_addressed(context: Context) -> Iterable[Candidate]:
    """Who is quoted or answered ("RT @ someone"), unless the handle spells plain words."""
    for match in _ADDRESSED.finditer(context.text) if "@ " in context.text else ():
        handle = match.group("handle")
        parts = [part.lower() for part in _CAMEL.findall(handle)]
        if "_" in handle or any(_weigh(part).level == NOT_LISTED for part in parts if len(part) > 2):
            yield propose_words(context, "NAME", match.start("sign"), match.end(), "person.addressed_en", 0.5)


_MASKED: Final = compile_late(r"(?<![\w*])[A-Z][*•·]{2,14}(?: [A-Z][*•·]{1,14}){1,3}(?![\w*])")


def find_masked(context: Context) -> Iterable[Candidate]:
    """A name of which somebody left the initials and the lengths ("D**** M*****")."""
    for match in context.scan(_MASKED):
        yield propose_words(context, "NAME", match.start(), match.end(), "person.masked_en", 0.6)


def _spells_name(parts: list[str]) -> bool:
    if len(parts) >= 2:
        first, last = _weigh(parts[0]), _weigh(parts[-1])
        return first.given >= 1 or last.given >= 2 or (last.family >= 1.5 and first.level == NOT_LISTED)
    whole = parts[0]
    for cut in range(3, len(whole) - 3):
        if _weigh(whole[:cut]).given >= 2 and _weigh(whole[cut:]).family >= 1:
            return True
    return False


def _weigh(part: str) -> Word:
    return read_word(part, 0, len(part))


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        "person.plain_en": Rule(find_plain_names),
        "person.joined_en": Rule(find_joined, written=(rf"{LETTER}[_.\-‐·•]\p{{Lu}}{LETTER}",)),
        "person.called_en": Rule(find_called, ("(?:calls?|called) (?:me|him|her) ",)),
        "person.mention_en": Rule(find_mentions, ("[@#] [a-z]{5}",)),
        "person.addressed_en": Rule(find_addressed, ("@ [a-z]{5}",)),
        "person.masked_en": Rule(find_masked, written=("[A-Z][*•·]{2}",)),
    }
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "person.plain_en": (
            Example("ask amelia hartwell about it", ("amelia hartwell",)),
            Example("sUSAN tOLLIVER was here", ("sUSAN tOLLIVER",)),
            Example("we will mark the young tree", ()),
            Example("este año cae en abril este mes, y la semana", ()),
            Example("i'm so jealous! said hannah to erik", ("hannah", "erik")),
            Example("so marta texted me about it", ("marta",)),
            Example("ingrid is off so rafael covers the desk", ("ingrid", "rafael")),
            Example("can u grab rosanna from school", ("rosanna",)),
            Example("see you on sunday, from january to april", ()),
            Example("april was rainy, june was hot", ()),
            Example("april was rainy\njune is hot", ()),
            Example("thanks april", ("april",)),
            Example("i flew to milan with jenkins and docker", ()),
        ),
        "person.joined_en": (
            Example("ask Amelia_Hartwell about it", ("Amelia_Hartwell",)),
            Example("set Max_Value and Time.Zone", ()),
        ),
        "person.called_en": (
            Example("but everyone calls me imani", ("imani",)),
            Example("he called me yesterday", ()),
        ),
        "person.masked_en": (
            Example("Record: A***** H*******, e-mail withheld", ("A***** H*******",)),
            Example("**Bold** and A* B*", ()),
        ),
        "person.mention_en": (
            Example("RT @ AmeliaHartwell : hello", ("@ AmeliaHartwell",)),
            Example("see @ downtownoffice today", ()),
        ),
        "person.addressed_en": (
            Example("RT @ brambletonia : good morning", ("@ brambletonia",)),
            Example("RT @ quill _ orderly : hello", ("@ quill _ orderly",)),
            Example("RT @ GoodMorning : hello", ()),
        ),
    }
)
