"""What a reader sees between two texts of a page with nothing but inline tags between: one word, or a gap.

A tag may stand inside a word (``<b>Mar</b>en``) or part two values (``<b>Phone</b><b>555-0119</b>``). Both
sides tell: a gap stands where each of them is whole, a word or a number, and the two together are none.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

from shotveil.core.check_digits import has_luhn
from shotveil.core.lexicons import read_ranked
from shotveil.core.patterns import compile_late

BLANK, BREAK, IS = "  ", "\n", ": "

_MOST = 64
"""Characters on each side that are looked at."""

_LEFT_NUMBER = compile_late(r"(?<![A-Za-z0-9])[+(]?[0-9](?:[ \-.()/]{0,2}[0-9])*\Z")
_RIGHT_NUMBER = compile_late(r"[+(]?[0-9](?:[ \-.()/]{0,2}[0-9])*(?![A-Za-z0-9])")
_LEFT_WORD = compile_late(r"(?<![^\s(\[\"'“‘:,;/|])[^\W\d_]+\Z")
_RIGHT_WORD = compile_late(r"[^\W\d_]+(?![\w@])")
_HAN = compile_late(r"[\u3040-\u30ff\u3400-\u9fff]")
_TITLES = compile_late(
    r"\s*[A-Z][^\W\d_]+(?:['’-][^\W\d_]+)?(?:[ \t]+[A-Z][^\W\d_]*(?:['’-][^\W\d_]+)?\.?)+\s*"
)
_HOUSE = compile_late(r"[0-9]{1,5}[A-Za-z]? [A-Z]")
_ADDRESS = compile_late(r"[^\s@]+@[^\s@]+\.[A-Za-z]{2,}")
_SHAPES = compile_late(r"(?:86)?1[3-9][0-9]{9}|1?[2-9][0-9]{2}[2-9][0-9]{6}|[1-9][0-9]{5}(?:19|20)[0-9]{9}")
_CARD_HEADS = "23456"
_NAME_HEADS = frozenset({"mac", "fitz", "van", "von", "del", "della"})
_LEAST_WHOLE, _LEAST_PARTED = 10, 7


def choose_gap(left: str, right: str, *, is_between: bool, is_raised: bool = False) -> str:
    """The separator between two pieces of shown text, "" where they go on.

    Args:
        left: the piece before the tags.
        right: the piece behind them.
        is_between: one element ends and another begins, against a tag at one side only.
        is_raised: one of the tags sets its text higher or lower.
    """
    before, after = left[-_MOST:], right[:_MOST]
    if not before or not after or not (before[-1].isalnum() and (after[0].isalnum() or after[0] in "+(")):
        return ""
    if is_between and left.strip().casefold() in load_labels() and (len(left) > 2 or not after[0].islower()):
        return IS
    if _HAN.match(before[-1]) or _HAN.match(after[0]):
        return ""
    if before[-1].isdigit() and not after[0].isalpha():
        return BLANK if is_raised else _part_numbers(before, after)
    if is_between and part_titles(left, right):
        return BREAK
    if is_between and _ADDRESS.fullmatch(before.split()[-1]) and _ADDRESS.match(after):
        return BLANK
    word, following = _LEFT_WORD.search(before), _RIGHT_WORD.match(after)
    if before[-1].isdigit():
        number = _LEFT_NUMBER.search(before)
        return BLANK if number and following and _is_whole(number[0]) else ""
    if word is None:
        return ""
    if not after[0].isalpha():
        number = _RIGHT_NUMBER.match(after)
        is_house = is_between and len(word[0]) > 2 and word[0][-1].islower() and _HOUSE.match(after)
        is_apart = number and (_is_whole(number[0]) or _labels(word[0], number[0]))
        return BLANK if is_house or is_apart else ""
    if is_between and following and _TITLES.fullmatch(left) and _is_ordinary(following[0]):
        return BLANK
    return BLANK if _parts_words(word[0], following[0] if following else "", after, is_between) else ""


def part_titles(left: str, right: str) -> bool:
    """Whether both texts are nothing but capitalised words, two or more each: two names, not one."""
    return bool(_TITLES.fullmatch(left) and _TITLES.fullmatch(right))


def _part_numbers(before: str, after: str) -> str:
    left, right = _LEFT_NUMBER.search(before), _RIGHT_NUMBER.match(after)
    if left is None or right is None:
        return ""
    if _is_shaped(_digits(left[0] + right[0])):
        return " " if " " in left[0] and " " in right[0] else ""  # one number, written in groups
    shaped = _is_shaped(_digits(left[0])) or _is_shaped(_digits(right[0]))
    return BLANK if shaped or (_is_whole(left[0]) and _is_whole(right[0])) else ""


def joins_number(before: str, after: str) -> bool:
    """Whether digits on both sides are one number by its form, and none of their own."""
    left, right = _LEFT_NUMBER.search(before), _RIGHT_NUMBER.match(after)
    return left is not None and right is not None and _is_shaped(_digits(left[0] + right[0]))


def _digits(number: str) -> str:
    return re.sub(r"[^0-9]", "", number)


def _is_shaped(digits: str) -> bool:
    """Whether digits are a number by their form: a phone, an identity number, a card."""
    return bool(_SHAPES.fullmatch(digits)) or (
        13 <= len(digits) <= 19 and digits[0] in _CARD_HEADS and has_luhn(digits)
    )


def _is_whole(number: str) -> bool:
    digits = len(_digits(number))
    return digits >= _LEAST_WHOLE or (digits >= _LEAST_PARTED and digits < len(number))


def _labels(word: str, number: str) -> bool:
    """Whether a word is said of a number behind it (``Room 1203``), not a part of it (``AB1203``)."""
    return len(word) > 2 and not word.isupper() and len(_digits(number)) > 2 and _is_word(word.casefold())


def _parts_words(left: str, word: str, after: str, is_between: bool) -> bool:
    """Whether a word that ends and what begins behind it are two.

    Args:
        word: the whole word of letters behind, "" where that is more (an address, a key).
    """
    key = left.casefold()
    if left[-1].islower() and after[0].isupper():
        if not is_between:
            return len(left) > 3 and _is_name(key) and _is_name(word.casefold())
        is_short = key in _NAME_HEADS or (len(left) < 3 and not (left.islower() and _is_word(key)))
        return not is_short and (not word or word[1:].islower() or word.isupper())
    if not is_between or len(left) < 2:
        return False
    if not word:
        return not left.islower() and _is_word(key)
    return _is_ordinary(word) and (_is_word(key) or _is_name(key))


def _is_ordinary(word: str) -> bool:
    return len(word) > 2 and _is_word(word.casefold())


def _is_word(key: str) -> bool:
    return key in read_ranked("words_en.txt")


def _is_name(key: str) -> bool:
    return key in read_ranked("names_given.txt") or key in read_ranked("names_family.txt")


@cache
def load_labels() -> frozenset[str]:
    """Phrases that are labels of what stands behind them (core/lexicons/labels.tsv)."""
    table = resources.files("shotveil.core.lexicons").joinpath("labels.tsv").read_text("utf-8")
    rows = (line.split("\t") for line in table.splitlines() if line and not line.startswith("#"))
    return frozenset(phrase for row in rows if row[2] == "LABEL" for phrase in row[3].split("|"))
