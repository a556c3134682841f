"""What ``phonenumbers`` thinks of a proposed number. Imported late: its metadata is large."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_TRUNK_ZERO_REGIONS: Final = (
    "FR", "GB", "DE", "IT", "JP", "AU", "NL", "BE", "CH", "AT", "SE", "IE", "NZ", "ZA", "IN", "KR", "TW",
    "FI", "IL", "TR", "EG", "ID", "MY", "PH", "TH", "VN", "BR", "AR", "UA", "RO", "BG", "HR", "RS",
)  # fmt: skip
"""Regions whose domestic numbers begin with 0, the more frequent first."""


@lru_cache(maxsize=4096)
def is_foreign_phone(text: str, *, possible_only: bool = False) -> bool:
    """True for a valid number with a country code (``possible_only``: of a possible length)."""
    import phonenumbers

    try:
        number = phonenumbers.parse(_write_plus(text), None)
    except phonenumbers.NumberParseException:
        return False
    if possible_only:
        return phonenumbers.is_possible_number(number)
    return phonenumbers.is_valid_number(number)


def _write_plus(text: str) -> str:
    """A number with its country code behind ``+``, without a trunk zero in brackets."""
    bare = text.lstrip("(")
    return (f"+{bare[2:]}" if bare.startswith("00") else text).replace("(0)", "")


def has_country_code(text: str) -> bool:
    """True when the digits begin with the calling code of some country."""
    from phonenumbers import COUNTRY_CODE_TO_REGION_CODE

    digits = re.sub(r"\D", "", text)
    return any(int(digits[:size]) in COUNTRY_CODE_TO_REGION_CODE for size in (1, 2, 3))


def is_full_length(text: str) -> bool:
    """True when a number with a country code has as many digits as a mobile of its country."""
    import phonenumbers

    try:
        number = phonenumbers.parse(_write_plus(text), None)
    except phonenumbers.NumberParseException:
        return False
    region = phonenumbers.region_code_for_country_code(number.country_code or 0)
    sample = phonenumbers.example_number_for_type(region, phonenumbers.PhoneNumberType.MOBILE)
    written = len(phonenumbers.national_significant_number(number))
    return sample is not None and written >= len(phonenumbers.national_significant_number(sample))


@lru_cache(maxsize=4096)
def is_national_phone(text: str) -> bool:
    """True when a number with a trunk zero is valid in some region and grouped as people group them."""
    import phonenumbers

    digits = re.sub(r"\D", "", text)
    if not 9 <= len(digits) <= 13:
        return False
    for region in _TRUNK_ZERO_REGIONS:
        try:
            number = phonenumbers.parse(text, region)
        except phonenumbers.NumberParseException:
            continue
        if phonenumbers.is_valid_number_for_region(number, region):
            return True
    return False
