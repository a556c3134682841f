"""Check digits of identity numbers: own arithmetic for the frequent ones, python-stdnum for the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from typing import Final

from shotveil.core.clues.identifiers.numerals import is_word_char
from shotveil.core.patterns import compile_late

_CN_WEIGHTS: Final = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_VIN_VALUES: Final = {char: value for char, value in zip("ABCDEFGHJKLMNPRSTUVWXYZ", (
    1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 7, 9, 2, 3, 4, 5, 6, 7, 8, 9), strict=True)}  # fmt: skip
_VIN_WEIGHTS: Final = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)

IBAN_CHECK: Final = compile_late(r"\d\d(?=[ \u00a0\-]?[0-9a-z])(?<=[a-z]{2}\d\d)")
"""The check digits behind a country code (folded text): a pattern that starts at a digit is quick."""


@dataclass(frozen=True, slots=True)
class NationalShape:
    """A shape of number that is rare enough to stand without a label, and who checks it."""

    module: str
    pattern: re.Pattern[str]


def _shape(module: str, body: str) -> NationalShape:
    return NationalShape(module, re.compile(rf"(?<![0-9A-Za-z.\-])(?:{body})(?![0-9A-Za-z\-])"))


NATIONAL_SHAPES: Final = (
    _shape("br.cpf", r"\d{3}\.\d{3}\.\d{3}-\d{2}"),
    _shape("br.cnpj", r"\d{2}\.\d{3}\.\d{3}/\d{4}-\d{2}"),
    _shape("kr.rrn", r"\d{6}-[1-4]\d{6}"),
    _shape("ch.ssn", r"756\.\d{4}\.\d{4}\.\d{2}"),
    _shape("it.codicefiscale", r"[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z]"),
    _shape("mx.curp", r"[A-Z]{4}\d{6}[HM][A-Z]{5}[0-9A-Z]\d"),
    _shape("es.nie", r"[XYZ]-?\d{7}-?[A-Z]"),
    _shape("es.dni", r"\d{8}-?[A-HJ-NP-TV-Z]"),
    _shape("tw.nationalid", r"[A-Z][1289]\d{8}"),
    _shape("hk.hkid", r"[A-Z]{1,2}\d{6}\([0-9A]\)"),
    _shape("sg.nric", r"[STFGM]\d{7}[A-Z]"),
    _shape("fi.hetu", r"\d{6}[+\-A]\d{3}[0-9A-Y]"),
    _shape("cn.uscc", r"[159Y][1-9]\d{6}[0-9A-HJ-NPQRTUWXY]{10}"),
    _shape("fr.nir", r"[12] \d\d (?:0[1-9]|1[0-2]) \d[\dAB] \d{3} \d{3} \d\d"),
)

PLAIN_SHAPES: Final = tuple(
    shape for shape in NATIONAL_SHAPES if shape.module in ("br.cpf", "br.cnpj", "kr.rrn", "ch.ssn", "fr.nir")
)
"""Shapes that hold no letter."""


def find_shapes(text: str, start: int, end: int, *, lettered: bool) -> Iterator[tuple[str, re.Match[str]]]:
    """Numbers between ``start`` and ``end`` of the national shapes, each with the name of its check.

    Args:
        text: the text of a stream.
        start: where a run of letters and digits begins.
        end: where it ends.
        lettered: whether it holds a letter.
    """
    if _any_shape(lettered).search(text, start, end):
        for shape in NATIONAL_SHAPES if lettered else PLAIN_SHAPES:
            for match in shape.pattern.finditer(text, start, end):
                yield shape.module, match


@cache
def _any_shape(lettered: bool) -> re.Pattern[str]:
    """All shapes at once: hardly a run of digits is one of them."""
    shapes = NATIONAL_SHAPES if lettered else PLAIN_SHAPES
    return re.compile("|".join(shape.pattern.pattern for shape in shapes))


def has_cn_check(digits: str) -> bool:
    """Check character of an 18-digit Chinese identity number (CONTRACT b.3)."""
    total = sum(int(digit) * weight for digit, weight in zip(digits[:17], _CN_WEIGHTS, strict=True))
    return "10X98765432"[total % 11] == digits[17].upper()


def has_vin_check(value: str) -> bool:
    """Check digit of a vehicle identification number (49 CFR 565.15)."""
    total = 0
    for char, weight in zip(value, _VIN_WEIGHTS, strict=True):
        total += (int(char) if char.isdigit() else _VIN_VALUES[char]) * weight
    return value[8] == "0123456789X"[total % 11]


@lru_cache(maxsize=4096)
def has_national_check(module: str, value: str) -> bool:
    """What python-stdnum says; shapes it has no module for are checked here."""
    if module == "hk.hkid":
        return _has_hk_check(value)
    if module == "sg.nric":
        return _has_sg_check(value)
    if module == "tw.nationalid":
        return _has_tw_check(value)
    return bool(import_module(f"stdnum.{module}").is_valid(value))


def _has_hk_check(value: str) -> bool:
    letters, digits, check = re.fullmatch(r"([A-Z]{1,2})(\d{6})\(([0-9A])\)", value).groups()  # type: ignore[union-attr]
    heads = [36, ord(letters) - 55] if len(letters) == 1 else [ord(letter) - 55 for letter in letters]
    total = sum(number * weight for number, weight in zip(
        [*heads, *map(int, digits)], range(9, 1, -1), strict=True))  # fmt: skip
    return (total + (10 if check == "A" else int(check))) % 11 == 0


def _has_sg_check(value: str) -> bool:
    total = sum(int(digit) * weight for digit, weight in zip(value[1:8], (2, 7, 6, 5, 4, 3, 2), strict=True))
    total += {"T": 4, "G": 4, "M": 3}.get(value[0], 0)
    tables = {
        "S": "JZIHGFEDCBA",
        "T": "JZIHGFEDCBA",
        "F": "XWUTRQPNMLK",
        "G": "XWUTRQPNMLK",
        "M": "XWUTRQPNJLK",
    }
    return tables[value[0]][total % 11] == value[8]


def _has_tw_check(value: str) -> bool:
    order = "ABCDEFGHJKLMNPQRSTUVXYWZIO".index(value[0]) + 10
    total = order // 10 + order % 10 * 9
    total += sum(
        int(digit) * weight for digit, weight in zip(value[1:], (8, 7, 6, 5, 4, 3, 2, 1, 1), strict=True)
    )
    return total % 10 == 0


@cache
def _iban_lengths() -> dict[str, int]:
    from stdnum import numdb

    lengths = {}
    registry = numdb.get("iban")
    for first in "ABCDEFGHIJKLMNOPQRSTUVWXYZ":
        for second in "ABCDEFGHIJKLMNOPQRSTUVWXYZ":
            info = registry.info(first + second)[0][1]
            if info.get("bban"):
                lengths[first + second] = 4 + sum(int(size) for size in re.findall(r"(\d+)!", info["bban"]))
    return lengths


def read_iban(text: str, start: int) -> int:
    """End of the IBAN that begins at ``start``: as many characters as its country has, or 0."""
    wanted = _iban_lengths().get(text[start : start + 2].upper(), 0)
    position, seen = start, 0
    while position < len(text) and seen < wanted:
        char = text[position]
        if is_word_char(char):
            seen += 1
        elif char not in " \u00a0-\ue001" or text[position - 1] == char:
            return 0
        position += 1
    if seen < wanted or (position < len(text) and is_word_char(text[position])):
        return 0
    return position


def is_iban(value: str) -> bool:
    """Modulo 97 check of an IBAN (ISO 13616)."""
    compact = re.sub(r"[^0-9A-Z]", "", value.upper())
    if len(compact) < 15:
        return False
    rearranged = compact[4:] + compact[:4]
    return int("".join(str(int(char, 36)) for char in rearranged)) % 97 == 1
