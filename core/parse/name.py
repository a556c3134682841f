"""Personal names to records: parts as written, titles apart, Latin and Chinese (CONTRACT d)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final
from urllib.parse import unquote_plus

from shotveil.core.clues.person.lexicon import family_rank, fold_name, given_rank, read_groups
from shotveil.core.parse.name_zh import HAN, parse_chinese_name
from shotveil.core.patterns import compile_late
from shotveil.core.records import NameRecord
from shotveil.core.stream.model import INLINE_GAP

_SPLIT: Final = compile_late(r"[ \t\r\n\u00a0\u3000\ue001]+")
_MASKED: Final = compile_late(r"[A-Z][*•·]+(?: [A-Z][*•·]+)+")
_LINE_MARK: Final = compile_late(r"\r?\n[>#*/|]{1,2} ")
"""A line end inside a name and the mark of a quoted or commented line behind it."""
_JOINT: Final = compile_late(r"(?<=[^\W\d_]{2})[._·•](?=[^\W\d_]{2})")
_WORD: Final = compile_late(r"[^\W\d_](?:[^\W\d_]|['’.\-‐])*", re.UNICODE)
_OTHER_SCRIPT: Final = compile_late(
    "[\u0370-\u0373\u0376-\u0377\u0386-\u03ff\u0400-\u052f\u0531-\u0587\u0590-\u05f4\u0620-\u06d3\u0900-\u0df3"
    "\u0e01-\u0e4e\u10a0-\u10ff\u1f00-\u1fff\u3005\u3041-\u3096\u30a1-\u30fa\uac00-\ud7a3]"
)
_EDGE: Final = " \t\r\n\u00a0\u3000\ue000\ue001,，;；:：.。"
_TICKET: Final = compile_late(r"[A-Z][A-Z'’ \-]{1,70}/[A-Z][A-Z'’ \-]{1,70}")
"""How tickets print a name: the family name, a stroke, the given names."""
_MAX_WORDS: Final = 7


def parse_name(text: str) -> NameRecord | None:
    """Read a personal name.

    Args:
        text: the name as it stands in the stream; blanks and line gaps inside count as one blank.

    Returns:
        Its parts as written, or None when ``text`` cannot be a name.
    """
    if "%" in text or "''" in text:  # as an address on the web or a string of SQL writes it
        plain = unquote_plus(text).replace("''", "'")
        record = parse_name(plain) if "%" not in plain and "''" not in plain else None
        return None if record is None else replace(record, text=text)
    if "\n" in text and _LINE_MARK.search(text):
        record = parse_name(_LINE_MARK.sub(" ", text))
        return None if record is None else replace(record, text=text)
    if _OTHER_SCRIPT.search(text):
        return _parse_other_script(text)
    if HAN.search(text):
        return parse_chinese_name(text)
    if _MASKED.fullmatch(text):
        return NameRecord(text)
    if text.startswith("@ "):  # a mention, its sign set apart
        record = _parse_latin_name(text[2:].replace("_", " "))
        return None if record is None else replace(record, text=text)
    return _parse_latin_name(text)


def _parse_other_script(text: str) -> NameRecord | None:
    """A name in Korean, Japanese, Cyrillic and other letters: its parts where blanks show them."""
    whole = text.strip(_EDGE).replace(INLINE_GAP, " ")
    words = [word for word in re.split("[ \u3000・]", whole) if word]
    if not words or len(words) > _MAX_WORDS or any(char.isdigit() for char in whole):
        return None
    if len(words) == 1:
        return NameRecord(text=whole, given=whole)
    if HAN.search(whole) or "\u3041" <= whole[0] <= "\u30ff":
        return NameRecord(text=whole, family=words[0], given=words[-1])
    return NameRecord(text=whole, given=words[0], family=words[-1], middle=" ".join(words[1:-1]))


def _parse_latin_name(text: str) -> NameRecord | None:
    whole = text.strip(_EDGE.replace(".", "")).replace(INLINE_GAP, " ")
    if _TICKET.fullmatch(whole):
        turned = _turn_round(whole.replace("/", ","))
        return None if turned is None else replace(turned, text=whole)
    if "," in whole:
        turned = _turn_round(whole)
        if turned is not None:
            return turned
    words = [word.strip(",;") for word in _SPLIT.split(_JOINT.sub(" ", whole)) if word.strip(",;")]
    if not words or len(words) > _MAX_WORDS or not all(_WORD.fullmatch(word) for word in words):
        return None
    titles, words = _take_titles(words)
    words = _drop_suffixes(words)
    if not words:
        return None
    title = " ".join(titles)
    if len(words) == 1:
        return _read_single(whole, words[0], title)
    family_at = _family_start(words)
    return NameRecord(
        text=whole,
        family=" ".join(words[family_at:]),
        given=words[0],
        middle=" ".join(words[1:family_at]),
        title=title,
    )


def _turn_round(whole: str) -> NameRecord | None:
    """``Family, Given Middle``; a comma before a suffix ("Vance, Jr.") is not one."""
    family, _, rest = whole.partition(",")
    given = [word for word in _SPLIT.split(rest) if word]
    families = [word for word in _SPLIT.split(family) if word]
    if not given or not families or len(families) > 3 or len(given) > 3:
        return None
    titles, given = _take_titles(given)
    given = _drop_suffixes(given)
    if not given or not all(_WORD.fullmatch(word) for word in (*families, *given)):
        return None
    return NameRecord(
        text=whole,
        family=" ".join(families),
        given=given[0],
        middle=" ".join(given[1:]),
        title=" ".join(titles),
    )


def _take_titles(words: list[str]) -> tuple[list[str], list[str]]:
    titles = read_groups("person_cues_en.txt")["title"]
    count = 0
    while count < len(words) - 1 and fold_name(words[count]).rstrip(".") in titles:
        count += 1
    return words[:count], words[count:]


def _drop_suffixes(words: list[str]) -> list[str]:
    suffixes = read_groups("person_cues_en.txt")["suffix"]
    end = len(words)
    while end > 1 and words[end - 1].casefold() in suffixes:
        end -= 1
    return words[:end]


def _family_start(words: list[str]) -> int:
    """Index of the first word of the family name: the last word and the particles before it."""
    particles = read_groups("person_cues_en.txt")["particle"]
    at = len(words) - 1
    while at > 1 and words[at - 1].casefold() in particles:
        at -= 1
    return at


def _read_single(whole: str, word: str, title: str) -> NameRecord:
    key = fold_name(word)
    family, given = family_rank(key), given_rank(key)
    is_family = bool(title) or family > given or family == given == 2 or key.startswith(("o'", "mc", "mac"))
    return NameRecord(
        text=whole, family=word if is_family else "", given="" if is_family else word, title=title
    )
