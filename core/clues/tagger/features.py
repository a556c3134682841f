"""Tokens of a text and what the tagger sees of each: hashed spellings, shape, what the lexicons know.

The same code makes the features for training (samples/tagger) and for use, so the two cannot drift apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from struct import Struct
from typing import Final
from zlib import crc32

from shotveil.core.clues.person.lexicon import (
    NOT_LISTED,
    family_rank,
    fold_name,
    given_rank,
    is_learned_proper,
    learned_level,
    read_groups,
)
from shotveil.core.clues.person.zh_model import RARE_WORDS, read_kinds
from shotveil.core.patterns import compile_late

WORD_BUCKETS: Final = 1 << 15
PART_BUCKETS: Final = 1 << 15
SHAPE_BUCKETS: Final = 256
LEXICON_BUCKETS: Final = 2048
KEY_BUCKETS: Final = 1 << 14
FEATURES: Final = 6
"""word, left part, right part, shape, lexicon, key (the Chinese word around, or a long beginning)."""

UNKNOWN_WORD: Final = 0
TOKEN: Final = compile_late(
    r"[^\W\d_\u3400-\u9fff]+(?:['’\-][^\W\d_\u3400-\u9fff]+)*|\d+|[\u3400-\u9fff]|[^\s]"
)
_HAN: Final = compile_late(r"[\u3400-\u9fff]")
_HAN_RUN: Final = compile_late(r"[\u3400-\u9fff]+")
_LONGEST_WORD: Final = 5

_PIECE: Final = compile_late(rf"[\u3400-\u9fff]+|{TOKEN.pattern}")
_ROW: Final = Struct(f"={FEATURES}q")
ROW_BYTES: Final = _ROW.size


@dataclass(frozen=True, slots=True)
class Tokens:
    """Tokens of ``text``: a row of features for each, and whether any is a Chinese character.

    ``rows`` are FEATURES numbers of 64 bits for each token, as they lie in an array: most texts are read by
    the network and hold nothing, so neither numbers nor spans are made before they are asked for.
    """

    text: str
    rows: bytes
    chinese: bool

    def __len__(self) -> int:
        return len(self.rows) // ROW_BYTES

    def find_spans(self) -> tuple[tuple[int, int], ...]:
        """Where each token stands, ``start:end``."""
        return tuple(map(re.Match.span, TOKEN.finditer(self.text)))


def make_tokens(text: str) -> Tokens:
    """Tokens and features of one sentence or short text."""
    if _HAN.search(text) is None:
        return Tokens(text, b"".join(map(_word_row, TOKEN.findall(text))), False)
    pieces = _PIECE.findall(text)
    rows: list[bytes] = []
    for index, piece in enumerate(pieces):
        if "\u3400" <= piece[0] <= "\u9fff":
            before = pieces[index - 1][-1] if index else ""
            after = pieces[index + 1][0] if index + 1 < len(pieces) else ""
            rows += _run_rows(piece, before, after)
        else:
            rows.append(_word_row(piece))
    return Tokens(text, b"".join(rows), True)


def _hash(text: str, buckets: int) -> int:
    """A stable bucket above 0."""
    return 1 + crc32(text.encode("utf-8", "surrogatepass")) % (buckets - 1)


@lru_cache(maxsize=50_000)
def _word_row(word: str) -> bytes:
    key = fold_name(word)
    return _ROW.pack(
        _hash(key, WORD_BUCKETS),
        _hash("<" + key[:3], PART_BUCKETS),
        _hash(key[-3:] + ">", PART_BUCKETS),
        _hash(_shape(word), SHAPE_BUCKETS),
        _lexicon_of_word(word, key),
        _hash(f"^{key[:5]}", KEY_BUCKETS),
    )


def _run_rows(run: str, before: str, after: str) -> Iterator[bytes]:
    """Rows of a run of Chinese characters, a word of its longest-match reading at a time."""
    start, size = 0, len(run)
    for end in cut_words(run):
        yield _han_rows(
            run[start - 1] if start else before, run[start:end], run[end] if end < size else after
        )
        start = end


@lru_cache(maxsize=50_000)
def _han_rows(before: str, word: str, after: str) -> bytes:
    """Rows of the characters of one Chinese word between two neighbours."""
    kind, last = _words().get(word, "-"), len(word) - 1
    chars = f"{before or ' '}{word}{after or ' '}"
    rows = []
    for index, char in enumerate(word):
        place = "S" if not last else "B" if not index else "E" if index == last else "M"
        rows.append(_han_row(char, chars[index].strip(), chars[index + 2].strip(), place + kind, word))
    return b"".join(rows)


def _han_row(char: str, before: str, after: str, word_class: str, word: str) -> bytes:
    surname = char in _surnames()
    given = min(3, _given().get(char, 0) // 12) if char in _given() else 0
    foreign = -1 if char not in _foreign() else min(3, _foreign()[char] // 15)
    return _ROW.pack(
        _hash(char, WORD_BUCKETS),
        _hash(before + char, PART_BUCKETS),
        _hash(char + after + "|", PART_BUCKETS),
        _hash(f"han{foreign}", SHAPE_BUCKETS),
        _hash(f"zh{word_class}{int(surname)}{given}", LEXICON_BUCKETS),
        _hash(word, KEY_BUCKETS),
    )


def _shape(word: str) -> str:
    """``Xxxx`` for Maria, ``XX`` for UK, ``d4`` for 2024; other signs stand for themselves."""
    if word.isdigit():
        return f"d{min(len(word), 6)}"
    if not word[0].isalpha():
        return word
    if word.isupper():
        return f"X{min(len(word), 4)}"
    if word[0].isupper():
        return "Xx" if word[1:].islower() else "XxX"
    return "x" if word.islower() else "xX"


def _lexicon_of_word(word: str, key: str) -> int:
    if not word[0].isalpha():
        return 0
    level = learned_level(key)
    common = 0 if level == NOT_LISTED else 1 if level > 30 else 2 if level > 10 else 3
    names = given_rank(key), family_rank(key)
    facts = (*names, common, _is_place(key), is_learned_proper(key), _org_kind(key))
    return _hash(repr(facts), LEXICON_BUCKETS)


def _is_place(key: str) -> int:
    from shotveil.core.parse.places import find_city, load_countries, load_states

    city = find_city(key)
    size = 0 if city is None else 1 if city.population_k < 100 else 2
    return size + 4 * (key in load_countries()) + 8 * (key in load_states())


_ORG_GROUPS: Final = (
    "legal",
    "strong",
    "weak",
    "institution",
    "before_of",
    "connect",
    "place",
    "ui",
    "function",
    "agency",
    "cue",
    "abbreviated",
    "role_end",
)
"""Groups of words in names of firms, one bit each: the weights know them by this order."""


def _org_kind(key: str) -> int:
    groups = read_groups("org_words_en.txt")
    return sum(1 << number for number, name in enumerate(_ORG_GROUPS) if key in groups[name])


@lru_cache(maxsize=1)
def _surnames() -> frozenset[str]:
    return frozenset(read_pairs("names_zh_surnames.tsv"))


@lru_cache(maxsize=1)
def _given() -> dict[str, int]:
    return read_pairs("names_zh_given.tsv")


@lru_cache(maxsize=1)
def _foreign() -> dict[str, int]:
    return read_pairs("names_zh_translit.tsv")


def read_pairs(name: str) -> dict[str, int]:
    """First column to second of a lexicon table."""
    table: dict[str, int] = {}
    for line in _read_lines(name):
        first, *rest = line.split("\t")
        table[first] = int(rest[0]) if rest and rest[0].isdigit() else 0
    return table


def _read_lines(name: str) -> Iterator[str]:
    """Rows of a lexicon without its comments."""
    from importlib.resources import files

    for line in files("shotveil.core.lexicons").joinpath(name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line


@lru_cache(maxsize=1)
def _words() -> dict[str, str]:
    """Chinese words to their kind: the lexicon's letter, ``p`` division, ``w`` city, ``o`` organization."""
    table = dict(read_kinds(RARE_WORDS))
    for line in _read_lines("words_zh.txt"):
        kind, _, *words = line.split()
        table.update(dict.fromkeys((word for word in words if len(word) <= _LONGEST_WORD), kind))
    for line in _read_lines("cn_divisions.tsv"):
        name = line.split("\t")[1]
        for form in (name, name[:-1] if len(name) > 2 else name):
            table.setdefault(form[:_LONGEST_WORD], "p")
    for line in _read_lines("zh_places.txt"):
        for name in line.split():
            table.setdefault(name[:_LONGEST_WORD], "s")
    for line in _read_lines("zh_world_cities.txt"):
        table.update(dict.fromkeys((name[:_LONGEST_WORD] for name in line.split()), "w"))
    for kind, heads in read_groups("org_words_zh.txt").items():
        table.update(dict.fromkeys((word for word in heads if len(word) <= _LONGEST_WORD), f"o{kind[:1]}"))
    return table


@lru_cache(maxsize=1)
def _longest_words() -> dict[str, int]:
    """First character of Chinese words, with the length of the longest."""
    longest: dict[str, int] = {}
    for word in _words():
        if len(word) > longest.get(word[0], 1):
            longest[word[0]] = len(word)
    return longest


def cut_words(run: str) -> list[int]:
    """Where each word of a longest-match reading of Chinese characters ends."""
    words, longest = _words(), _longest_words()
    ends: list[int] = []
    start, size = 0, len(run)
    while start < size:
        end = min(start + longest.get(run[start], 1), size)
        while end - start > 1 and run[start:end] not in words:
            end -= 1
        ends.append(end)
        start = end
    return ends


@lru_cache(maxsize=1)
def everyday_words() -> frozenset[str]:
    """Chinese words that name no person, organization or place, kinds of organizations among them."""
    return frozenset(
        word
        for word, kind in _words().items()
        if len(word) > 1 and (kind in "nvaft" or (kind[0] == "o" and kind not in ("o", "ok")))
    )


@lru_cache(maxsize=64)
def word_cuts(text: str) -> frozenset[int]:
    """Offsets inside words, but for places, of a longest-match reading of Chinese text."""
    words = _words()
    cuts: set[int] = set()
    for run in _HAN_RUN.finditer(text):
        start = 0
        for end in cut_words(run.group()):
            if end - start > 1 and words[run.group()[start:end]][0] in "nvafto":
                cuts.update(range(run.start() + start + 1, run.start() + end))
            start = end
    return frozenset(cuts)
