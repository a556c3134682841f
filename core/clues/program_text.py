"""What is written as program text: names of code are no names of people, firms and places (CONTRACT b.2).

Logs of agents are full of source code, commands and their manuals. A word that is joined to signs of code
(``t.args``, ``max_steps``, ``Tuple[str]``) is an identifier; among much code an unknown word is a tool's
name rather than a person's, so a guess needs more than that it is unknown.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final

from ahocorasick_rs import AhoCorasick

from shotveil.core.clues.person.lexicon import (
    NOT_LISTED,
    family_rank,
    fold_name,
    given_rank,
    is_listed_name,
    read_groups,
    word_level,
)
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate
from shotveil.core.stream.model import HARD_BREAK

_NO_PROGRAM_WORDS: Final = frozenset({"named", "filler", "chinese", "host_tail", "code_tail"})
"""Groups of program_words.txt that are no words of programs by themselves."""
_GUESSED_TYPES: Final = frozenset({"NAME", "ORG", "ADDR"})
_GUESSES: Final = frozenset(
    {
        "tagger.name",
        "tagger.org",
        "tagger.addr",
        "person.single_en",
        "person.plain_single_en",
        "person.mention_en",
    }
)
"""Evidence that a word looks like one, and nothing else."""
_WHOLE: Final = frozenset({"person.full_en", "person.reversed_en"})
_CHINESE_GUESSES: Final = frozenset({"tagger.name", "tagger.org", "tagger.addr", "person.zh"})
_LEAST_FILLER: Final = 3
_LONGEST: Final = 6
"""Characters of the longest Chinese word of programs."""

_JOINED: Final = compile_late(r"(?:[A-Za-z0-9]_|[$%\\]|->|::)\Z"), compile_late(r"_[A-Za-z0-9]|->|::")
"""Signs before and behind a word that only code writes."""
_TOUCHED: Final = (
    compile_late(r"(?:[\w)\]]\.|(?<![\w])--?|@|_)\Z"),
    compile_late(r"[(\[]|\.[a-z][A-Za-z0-9]*(?![A-Za-z0-9]*['’@])|=(?![=\s])|\+\+|\*\*?\w"),
)
"""The same, of signs that prose writes as well: they count among code."""
_EMPHASIS: Final = compile_late(r"[^_\n]{0,60}_(?!\w)")
"""The rest of a word or phrase that Markdown sets off (``_Amelia_``)."""
_DOMAIN: Final = compile_late(
    r"\.(?:com|net|org|io|dev|ai|app|edu|gov|de|fr|uk|eu|ru|jp|cn|co\.[a-z]{2})(?![\w@])"
)
_LINE: Final = compile_late(r"[^\n\ue000]{0,1000}")
_FORMAL: Final = compile_late(r"[\s*#\-•\d.)\"'(]{0,8}[A-Z][\w'’-]*,?(?: \S+){5}")
_LOOSE: Final = compile_late(r" [,.!?]|@|[!?]{2}|\b(?:lol|omg|u|ur|im|plz|dont|i)\b")
_HUMP: Final = compile_late(r"[a-z][A-Z]")
_HUMPS: Final = compile_late(r"[A-Z]?[a-z']+|[A-Z]+(?![a-z])")
_NAME_HUMP: Final = compile_late(
    r"\A(?:Mc|Mac|De|Del|Della|Di|Da|Do|Dos|Du|La|Le|Lo|Van|Von|Vander|Fitz|Saint|St|Al|El|Ben|Abu|Abd|O|San|Ten|Ter)"
    r"[A-Z][a-z]+\Z"
)
_EVERYDAY: Final = 20
_SURE: Final = 0.6
"""Score from which a single name's surroundings speak for a person."""
_SIGN: Final = compile_late(
    r"0x[0-9a-fA-F]{3}|(?m:^\[ *\d+\.\d{6}\])"
    r"|[A-Za-z0-9]_[A-Za-z0-9]|[A-Za-z_]\(|::|->|=>|==|!=|&&|\|\||\$[A-Za-z_{(]|(?<!\S)--?[A-Za-z]|[{};](?=\s|$)|`"
    r"|(?m:^\s*(?:#|//|/?\*+/?|;|%|\.\.)\s)|#include|</?[a-z]+[ />]|(?<![\w/:])(?:\.{0,2}/)[\w.\-]+/"
    r"|[a-z][A-Z][a-z]|(?<=\w)\.(?:py|js|ts|c|h|cc|cpp|go|rs|sh|md|rst|json|ya?ml|toml|txt|log|so|html?|css|xml|pm|rb|java)\b"
)
_CODE_SIGNS: Final = "_(:>=!&|$-{};`#/*%<.0"
_NOT_CODE: Final = compile_late(r"https?://\S+|(?<![\w.])[@#][ ]?\w+")
"""Links, accounts and tags of posts, which are no code whatever signs they hold."""
_WORD: Final = compile_late(r"\w+")
_LINES: Final = compile_late(r"[^\n]*\n|[^\n]+")
_BLOCK: Final = 400
_LEAST_SIGNS: Final = 5
_WORDS_A_SIGN: Final = 9
"""A text is technical where a sign of code stands at least every so many words."""


_NAME_KEY: Final = compile_late(r"(?:^|[\n{,])[ \t]{0,40}(?:- )?[\"']?name[\"']?[ \t]*:[ \t]*[\"']?\Z")
_RESOURCE_KEYS: Final = compile_late(
    r"(?:^|[\n\ue000{,])[ \t]{0,40}(?:- )?[\"']?(?:apiVersion|kind|namespace|image|metadata|spec|containers?"
    r"|replicas|runs-on|uses|selector|cluster|ports?|services|hostPort|targetPort|volumes?)[\"']?[ \t]*:"
)
_AROUND_NAME: Final = 160


def is_named_resource(text: str, start: int) -> bool:
    """Whether ``name:`` stands before ``start``, and keys of pods, services and jobs stand around it."""
    if _NAME_KEY.search(text, max(0, start - 60), start) is None:
        return False
    return _RESOURCE_KEYS.search(text, max(0, start - _AROUND_NAME), start + _AROUND_NAME) is not None


def is_resource_field(word: str) -> bool:
    """Whether a field holds a thing of programs, whose name is nobody's (``metadata``, ``containers``)."""
    things = read_groups("program_words.txt")["named"]
    return word in things or word.removesuffix("s") in things or word in ("metadata", "spec")


def drop_program_words(candidates: Iterable[Candidate], text: str) -> list[Candidate]:
    """The candidates but for guesses of names, firms and places that are words of program text."""
    return [c for c in candidates if not (_is_guess(c) and _is_program_word(c, text))]


def _is_guess(candidate: Candidate) -> bool:
    return candidate.tier == "soft" and candidate.type in _GUESSED_TYPES


def _is_program_word(candidate: Candidate, text: str) -> bool:
    if not candidate.text.isascii():
        return candidate.rule in _CHINESE_GUESSES and _cuts_program_word(text, candidate.start, candidate.end)
    guess = candidate.rule in _GUESSES or _GUESSES.issuperset(candidate.evidence)
    if not (guess or candidate.rule in _WHOLE) and " " in candidate.text and not _HUMP.search(candidate.text):
        return False
    words = candidate.text.split()
    if len(words) == 1 and is_identifier(text, candidate.start, candidate.end):
        return True
    one_or_name = len(words) == 1 or candidate.type == "NAME"
    if one_or_name and any(map(_is_joined_case, words)) and is_technical(text, candidate.start):
        return True
    if candidate.rule in _WHOLE and all(map(str.isupper, words)) and _holds_plain_word(words):
        return is_technical(text, candidate.start)
    capitals = len(words) == 1 and words[0].isupper() and candidate.rule == "person.label"
    if not (capitals or guess):
        return False
    bare = [word.strip("*#`'\".,;:") for word in words]
    in_code, in_prose = not _tells_person(candidate, bare), _is_strange(candidate, bare, text)
    if in_code == in_prose:
        return in_code
    return in_code if is_technical(text, candidate.start) else in_prose


def _is_strange(candidate: Candidate, words: list[str], text: str) -> bool:
    """Whether a guess is a term, a filler or a word of programs, though no code stands about it."""
    if _is_term(candidate, text) or _is_filler(_read_line(text, candidate.start)):
        return True
    if len(words) == 1 and _is_joined_words(words[0], candidate.rule):
        return True
    acronyms = candidate.type != "NAME"
    return all(
        is_program_word(word) and (acronyms or not word.isupper()) and given_rank(fold_name(word)) < 1
        for word in words
    )


def _holds_plain_word(words: list[str]) -> bool:
    """Whether an everyday word or one of programs is among them (``LATIN SMALL``, ``INF, NAN``)."""
    bare = [fold_name(word).strip(",.") for word in words]
    return any(word_level(word) <= _EVERYDAY or is_program_word(word) for word in bare)


def _is_term(candidate: Candidate, text: str) -> bool:
    """A word in small letters that is no name alone, in a line whose capitals and signs stand in place."""
    if candidate.rule != "tagger.name" or not candidate.text.islower() or " " in candidate.text:
        return False
    key = fold_name(candidate.text)
    if is_listed_name(key) and word_level(key) == NOT_LISTED:
        return False
    words = _read_line(text, candidate.start)
    return "-" in key or (_FORMAL.match(words) is not None and _LOOSE.search(words) is None)


def _cuts_program_word(text: str, start: int, end: int) -> bool:
    """Whether a Chinese guess is a word of programs, a part of one, or begins or ends inside one."""
    low = max(0, start - _LONGEST + 1)
    window = text[low : end + _LONGEST - 1]
    for _, first, last in _chinese_words().find_matches_as_indexes(window, overlapping=True):
        first, last = low + first, low + last
        inside = start <= first and last <= end and last - first < end - start
        if first < end and start < last and not inside:
            return True
    return False


@cache
def _chinese_words() -> AhoCorasick:
    words = read_groups("program_words.txt")["chinese"]
    return AhoCorasick([word for word in words if 1 < len(word) <= _LONGEST], store_patterns=False)


def _read_line(text: str, place: int) -> str:
    start = max(text.rfind("\n", 0, place), text.rfind(HARD_BREAK, 0, place)) + 1
    line = _LINE.match(text, start)
    assert line is not None
    return line.group()


@lru_cache(maxsize=64)
def _is_filler(line: str) -> bool:
    """Whether a line is of the Latin that stands in for text (lorem ipsum)."""
    words = _WORD.findall(line.casefold())
    filler = sum(map(read_groups("program_words.txt")["filler"].__contains__, words))
    return filler >= _LEAST_FILLER and 2 * filler > len(words)


def _is_joined_words(word: str, rule: str) -> bool:
    """``BabyEncryption``: ordinary words that only code and brands join; ``BrokenBarrierError``.

    A part that is a given name as well (``Baby``) does not make a person of it, nor a family name alone.
    """
    parts = [fold_name(part) for part in _HUMPS.findall(word)]
    if len(parts) < 2 or (rule != "person.single_en" and not is_program_word(parts[-1])):
        return False
    return all(word_level(part) < NOT_LISTED for part in parts) and not all(map(is_listed_name, parts))


def is_identifier(text: str, start: int, end: int) -> bool:
    """Whether one word is joined to signs of code (``max_steps``; among code ``t.args``, ``Tuple[``)."""
    before = text[max(0, start - 3) : start]
    if before.endswith("_") and not _EMPHASIS.match(text, end):
        return True
    if _JOINED[0].search(before) or _JOINED[1].match(text, end) or _DOMAIN.match(text, end):
        return True
    touched = _TOUCHED[0].search(before) or _TOUCHED[1].match(text, end)
    return touched is not None and is_technical(text, start)


def is_program_word(word: str) -> bool:
    """Whether a word is one of programs and systems (``stderr``, ``subnet``)."""
    return word.casefold() in _program_words()


@cache
def _program_words() -> frozenset[str]:
    groups = read_groups("program_words.txt")
    return frozenset().union(*(words for name, words in groups.items() if name not in _NO_PROGRAM_WORDS))


@lru_cache(maxsize=4096)
def _is_joined_case(word: str) -> bool:
    """``MyKeyPair``, ``SharedArrayBuffer``: capitals inside a word, unless a name is written so."""
    if not _HUMP.search(word) or _NAME_HUMP.match(word):
        return False
    parts = [fold_name(part) for part in _HUMPS.findall(word)]
    return not all(given_rank(part) >= 1 or family_rank(part) >= 1 for part in parts)


def is_technical(text: str, place: int) -> bool:
    """Whether the text around a place reads as program text or its manual: signs of code every few words."""
    block = place // _BLOCK
    start, end = max(0, (block - 1) * _BLOCK), (block + 2) * _BLOCK
    left = text.rfind(HARD_BREAK, start, place) + 1 or start
    right = text.find(HARD_BREAK, place, end)
    return _counts_as_technical(text[left : right if right >= 0 else end])


@lru_cache(maxsize=256)
def _counts_as_technical(text: str) -> bool:
    counted = [_count_signs(line) for line in _LINES.findall(text)]
    signs, words = sum([count[0] for count in counted]), sum([count[1] for count in counted])
    return signs >= _LEAST_SIGNS and signs * _WORDS_A_SIGN >= words


@lru_cache(maxsize=2048)
def _count_signs(line: str) -> tuple[int, int]:
    """Signs of code and words in a line: it is counted once for every place that it stands about."""
    bare = _NOT_CODE.sub(" ", line)
    words = len(_WORD.findall(bare))
    if not any(sign in line for sign in _CODE_SIGNS) and not _HUMP.search(line):
        return 0, words  # a quick look: each sign but joined capitals holds one of these
    return len(_SIGN.findall(bare)), words


def _tells_person(candidate: Candidate, words: list[str]) -> bool:
    """Whether a guess among code is still a person's: words known as names, with a capital."""
    if candidate.type != "NAME" or not all(word[:1].isupper() for word in words):
        return False
    keys = [fold_name(word) for word in words]
    if len(words) > 1:
        return any(map(is_listed_name, keys))
    if (words[0].isupper() and candidate.rule != "person.label") or (
        is_program_word(words[0]) and candidate.score < _SURE
    ):
        return False
    return given_rank(keys[0]) >= 1 or family_rank(keys[0]) >= 2
