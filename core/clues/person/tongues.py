"""Which lines in Latin letters are not English: there small words and capitals say something else."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from shotveil.core.clues.person.lexicon import read_groups
from shotveil.core.clues.person.words import Word
from shotveil.core.patterns import compile_late

_WORDS: Final = compile_late(r"[A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ]+(?:['’][a-z]+)?")
_ACCENTED: Final = compile_late(r"(?<![\w'’-])[a-zß-öø-ÿœ]*[ß-öø-ÿœ][a-zß-öø-ÿœ]*(?![\w'’-])")
_BORROWED: Final = frozenset(
    {"café", "cafés", "naïve", "résumé", "fiancé", "fiancée", "cliché", "déjà", "façade", "née"}
)
_ARTICLES: Final = frozenset({"el", "le", "la", "lo", "al", "del", "du", "au", "das", "der", "den", "die"})
_ARTICLE: Final = compile_late(rf"(?<![\w'’-])(?:{'|'.join(sorted(_ARTICLES))}) [a-zà-ÿ]{{3,}}")
"""Small articles before a small word; before a capital they may be part of a name."""
_BREAKS: Final = "\n\ue000"
_NEAR: Final = 200
"""Characters of a long line that are looked at on each side."""


@lru_cache(maxsize=4096)
def is_foreign_line(line: str) -> bool:
    """Whether a line reads as French, Spanish, Portuguese, German, Italian or Dutch by its small words."""
    groups = read_groups("small_words.txt")
    words = _WORDS.findall(line.lower())
    foreign = sum(map(groups["foreign"].__contains__, words))
    if not _ARTICLES.isdisjoint(words):
        foreign += len(_ARTICLE.findall(line))
    if not line.isascii():
        foreign += sum(word not in _BORROWED for word in _ACCENTED.findall(line))
    return foreign > 0 and foreign > sum(map(groups["english"].__contains__, words))


def stands_foreign(text: str, start: int, end: int) -> bool:
    """Whether the line around ``start:end`` reads as one of these languages; long lines by what is near."""
    return is_foreign_line(_line_around(text, start, end))


def stands_german(text: str, start: int, end: int) -> bool:
    """Whether it reads as German, which writes every noun with a capital."""
    line = _line_around(text, start, end)
    small = read_groups("person_cues_en.txt")["foreign_small"]
    return is_foreign_line(line) and not small.isdisjoint(line.lower().split())


def _line_around(text: str, start: int, end: int) -> str:
    low, high = max(start - _NEAR, 0), end + _NEAR
    for mark in _BREAKS:
        low = max(text.rfind(mark, low, start) + 1, low)
        stop = text.find(mark, end, high)
        high = stop if stop >= 0 else high
    return text[low:high]


def end_in_tongue(run: Sequence[Word], at: int, end: int) -> int:
    """Where a name in a foreign line ends at the latest: before small words, or "y" and a second name."""
    small = read_groups("small_words.txt")["foreign"]
    for index in range(at + 1, end):
        word = run[index]
        if word.key in {"y", "e"} and not word.is_capitalised:
            if index - at < 2 or (index + 2 < len(run) and run[index + 2].is_capitalised):
                return index
        elif word.is_capitalised and word.text.lower() in small and not word.is_initial:
            return index
    return end
