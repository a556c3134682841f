"""Comparison keys of values (CONTRACT d): for comparing only, stored values stay as written."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import Final

from shotveil.core.patterns import compile_late

_ALNUM_TYPES: Final = frozenset(
    {"ID_NUMBER", "BANK_CARD", "PASSPORT", "DRIVER_LICENSE", "ALNUM", "LICENSE_PLATE"}
)
_BLANKS: Final = compile_late(r"\s+")
_INVISIBLE: Final = compile_late("[\u00ad\u200b-\u200f\u2060\ufeff]")
_NOT_DIGIT: Final = compile_late(r"[^0-9]")
_CN_MOBILE: Final = compile_late(r"1[3-9][0-9]{9}")
_NANP_LONG: Final = compile_late(r"\(?\+\s?1|1\s?\(|1[-. ][2-9][0-9]{2}[-. ][0-9]{3}[-. ][0-9]{4}$")
_HAN: Final = compile_late(r"[\u3400-\u9fff\U00020000-\U0003ffff]")
_NAME_JOINERS: Final = compile_late(r"[\s·•・‧]+")
_ORG_APOSTROPHE: Final = compile_late(r"['’‘`]")
_ORG_INITIALS: Final = compile_late(r"\b([a-z])\.(?=[a-z]\b|\s|$|,)")
_ORG_SPLIT: Final = compile_late(r"[^\w]+|_+")
_DATE_YEAR_FIRST: Final = compile_late(
    r"([12][0-9]{3})\s?[-/.年]\s?([0-9]{1,2})\s?[-/.月]\s?([0-9]{1,2})\s?[日号]?"
)
_DATE_YEAR_LAST: Final = compile_late(r"([0-9]{1,2})[-/.]([0-9]{1,2})[-/.]([12][0-9]{3})")
_DATE_MONTH_FIRST: Final = compile_late(r"([a-z]{3,9})\.? ([0-9]{1,2})(?:st|nd|rd|th)?,? ([12][0-9]{3})")
_DATE_DAY_FIRST: Final = compile_late(r"([0-9]{1,2})(?:st|nd|rd|th)? ([a-z]{3,9})\.?,? ([12][0-9]{3})")
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_AMOUNT_VALUE: Final = compile_late(r"[0-9][0-9,]*(?:\.[0-9]+)?")


def canonical(type: str, text: str) -> str:
    """The comparison key of a value of this type.

    Args:
        type: a label of the closed set.
        text: the surface as written.

    Returns:
        A key; two scalars are the same value exactly when type and key are equal.
    """
    plain = _INVISIBLE.sub("", unicodedata.normalize("NFKC", text)).strip()
    if type in _ALNUM_TYPES:
        return "".join(ch for ch in plain.upper() if ch.isalnum())
    reduce = _REDUCERS.get(type)
    return reduce(plain) if reduce else _BLANKS.sub(" ", plain.casefold())


def len_of(type: str, text: str) -> int:
    """L of ``LEN=L`` (e.5): NUM without spaces, hyphens and a leading sign; ALNUM as displayed."""
    if type != "NUM":
        return len(text)
    plain = unicodedata.normalize("NFKC", text)
    return len(re.sub(r"[\s\-‐‑–—−]", "", plain.strip().lstrip("+-−")))


def name_key(part: str) -> str:
    """Comparison key of a name or one part of it (d): no i/l folding, so that Ian is not Lan."""
    plain = _INVISIBLE.sub("", unicodedata.normalize("NFKC", part)).casefold().strip()
    if _HAN.search(plain):
        return _NAME_JOINERS.sub("", plain)
    return _BLANKS.sub(" ", plain.replace("’", "'"))


@lru_cache(maxsize=50_000)
def org_tokens(text: str) -> tuple[str, ...]:
    """Tokens of an organization's name without its legal suffixes (d); never empty for a non-empty name."""
    plain = _INVISIBLE.sub("", unicodedata.normalize("NFKC", text)).casefold()
    plain = _ORG_INITIALS.sub(r"\1", _ORG_APOSTROPHE.sub("", plain.replace("&", " and ")))
    tokens = [token for token in _ORG_SPLIT.split(plain) if token]
    words, endings = _legal_suffixes()
    while len(tokens) > 1 and (tokens[-1] in words or tokens[-1] in endings or tokens[-1] == "and"):
        tokens.pop()
    if tokens and tokens[0] == "the" and len(tokens) > 1:
        tokens.pop(0)
    while tokens:
        ending = next((e for e in endings if tokens[-1].endswith(e) and len(tokens[-1]) > len(e)), None)
        if ending is None:
            break
        tokens[-1] = tokens[-1][: -len(ending)]
    return tuple(tokens)


@cache
def _legal_suffixes() -> tuple[frozenset[str], tuple[str, ...]]:
    """Latin suffix words, and Chinese endings longest first."""
    from importlib import resources

    listing = resources.files("shotveil.core.lexicons").joinpath("legal_suffixes.txt").read_text("utf-8")
    entries = [line for line in listing.splitlines() if line and not line.startswith("#")]
    words = frozenset(entry for entry in entries if not _HAN.search(entry))
    endings = sorted((entry for entry in entries if _HAN.search(entry)), key=lambda e: (-len(e), e))
    return words, tuple(endings)


def _reduce_phone(plain: str) -> str:
    plain = re.sub(r"(?<=[0-9\s])\(0\)", "", plain)
    digits = _NOT_DIGIT.sub("", plain)
    for prefix in ("0086", "86"):
        if digits.startswith(prefix) and _CN_MOBILE.fullmatch(digits, len(prefix)):
            return digits[len(prefix) :]
    if len(digits) == 11 and digits[0] == "1" and _NANP_LONG.match(plain):
        return digits[1:]
    return digits


def _reduce_email(plain: str) -> str:
    return _BLANKS.sub("", plain.casefold())


def _reduce_num(plain: str) -> str:
    return _NOT_DIGIT.sub("", plain)


def _reduce_time(plain: str) -> str:
    text = _BLANKS.sub(" ", plain.casefold())
    if match := _DATE_YEAR_FIRST.fullmatch(text):
        return _iso(match.group(1), match.group(2), match.group(3))
    if match := _DATE_YEAR_LAST.fullmatch(text):
        first, second, year = match.groups()
        return _iso(year, second, first) if int(first) > 12 else _iso(year, first, second)
    if match := _DATE_MONTH_FIRST.fullmatch(text):
        month, day, year = match.groups()
    elif match := _DATE_DAY_FIRST.fullmatch(text):
        day, month, year = match.groups()
    else:
        return text
    if month[:3] not in _MONTHS:
        return text
    return _iso(year, str(_MONTHS.index(month[:3]) + 1), day)


def _iso(year: str, month: str, day: str) -> str:
    return f"{year}-{int(month):02d}-{int(day):02d}"


def _reduce_amount(plain: str) -> str:
    match = _AMOUNT_VALUE.search(plain)
    if match is None:
        return plain.casefold()
    unit = _BLANKS.sub("", plain[: match.start()] + plain[match.end() :]).casefold()
    return unit + match.group().replace(",", "")


def _reduce_ip(plain: str) -> str:
    from ipaddress import ip_address

    try:
        return ip_address(plain).compressed
    except ValueError:
        return plain.casefold()


def _reduce_user(plain: str) -> str:
    return plain.casefold().lstrip("@")


def _reduce_address(plain: str) -> str:
    return "".join(ch for ch in plain.casefold() if ch.isalnum())


def _reduce_org(plain: str) -> str:
    return " ".join(org_tokens(plain))


def _keep(plain: str) -> str:
    return plain


_REDUCERS: Final = {
    "PHONE": _reduce_phone,
    "EMAIL": _reduce_email,
    "NUM": _reduce_num,
    "TIME": _reduce_time,
    "AMOUNT": _reduce_amount,
    "IP": _reduce_ip,
    "USER": _reduce_user,
    "ADDR": _reduce_address,
    "NAME": name_key,
    "ORG": _reduce_org,
    "SECRET": _keep,
}
