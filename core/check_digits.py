"""Check digits that more than one stage asks for."""

from __future__ import annotations


def has_luhn(digits: str) -> bool:
    """Luhn check of a string of digits (ISO/IEC 7812-1)."""
    total = 0
    for index, char in enumerate(reversed(digits)):
        value = int(char)
        if index % 2:
            value = value * 2 - 9 if value > 4 else value * 2
        total += value
    return total % 10 == 0
