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

    if text.lstrip("(").startswith("00"):
        text = "+" + text.lstrip("(")[2:]
    try:
        number = phonenumbers.parse(text.replace("(0)", ""), None)
    except phonenumbers.NumberParseException:
        return False
    if possible_only:
        return phonenumbers.is_possible_number(number)
    return phonenumbers.is_valid_number(number)


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
