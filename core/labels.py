"""The closed label set (CONTRACT b.1, DESIGN 5) and the SPEC levels (e.5)."""

from __future__ import annotations

from typing import Final

LABELS: Final[tuple[str, ...]] = (
    "NAME", "PHONE", "EMAIL", "ORG", "ADDR", "ID_NUMBER", "BANK_CARD", "LICENSE_PLATE",
    "DRIVER_LICENSE", "PASSPORT", "TIME", "AMOUNT", "DETAIL", "NUM", "ALNUM", "IP", "SECRET", "USER",
)  # fmt: skip
LABEL_SET: Final[frozenset[str]] = frozenset(LABELS)

LEVELS: Final[tuple[str, ...]] = ("COUNTRY", "PROV", "CITY", "DIST", "ROAD", "DTL")
"""SPEC levels in their fixed order."""

COMPONENT_LEVEL: Final[dict[str, str | None]] = {
    "country": "COUNTRY",
    "province": "PROV",
    "city": "CITY",
    "district": "DIST",
    "district_city": "DIST",
    "subdistrict": "DIST",
    "road": "ROAD",
    "number": "ROAD",
    "poi": "DTL",
    "building": "DTL",
    "unit": "DTL",
    "room": "DTL",
    "suite": "DTL",
    "detail": "DTL",
    "postal_code": None,
    "multi_admin": "CITY",  # its lowest level; Component.levels holds all readings
}
"""Address component key to SPEC level (e.5); a multi_admin takes the lowest of its own levels."""

LEN_LABELS: Final[frozenset[str]] = frozenset({"NUM", "ALNUM"})
