"""When two addresses can be one: conflict, shared evidence, all admissible readings (CONTRACT e.2).

A profile holds the comparison keys of one record, made once; comparing two profiles is dictionary work.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, product
from typing import Final

from shotveil.core.normalize import canonical
from shotveil.core.patterns import compile_late
from shotveil.core.records import AddressRecord, Component

_ADMIN_SLOT: Final = {
    "country": "country",
    "province": "province",
    "city": "city",
    "district": "district",
    "district_city": "district",
    "subdistrict": "subdistrict",
}
_DETAIL_SLOTS: Final = ("building", "unit", "room", "suite", "detail")
_MAX_READINGS: Final = 81
_COMPOUND: Final = compile_late(r"[0-9A-Za-z]+(?:[-－–][0-9A-Za-z]+)+")
_NUMBER_TOKEN: Final = compile_late(r"[0-9]+[A-Za-z]?|[A-Za-z][0-9]*")
_NAMED_DETAIL: Final = compile_late(r"[层樓楼]|floor|level|\bfl\b|\bog\b|box|期", re.IGNORECASE)
POI_HEAD: Final = 2
POI_TAIL: Final = 4
"""Characters from which the beginning or the end of a place's name stands for it."""

_MIN_COVERAGE: Final = 0.4
_MIN_HIT_SHARE: Final = 0.3
_ADJACENT: Final = {("province", "city"), ("city", "district"), ("district", "subdistrict")}


@dataclass(frozen=True, slots=True)
class AddressProfile:
    """Comparison keys of one address.

    ``admin`` has one entry a token: its readings as (slot, key) pairs. ``details`` maps a typed slot to its
    key, ``numbers`` lists the number tokens of all details from the largest part to the smallest;
    ``compound`` marks details without types (3-502). ``size`` counts the components. ``lone`` is the key of
    an address that is one bare place word: nothing shows whether it is a city, a district, a road or a place.
    ``written`` holds the details' own words, folded; ``heading`` the road's directions, which ``road`` leaves
    out: N and S are two roads, but no direction says nothing.
    """

    admin: tuple[tuple[tuple[str, str], ...], ...]
    road: str
    number: str
    postal: str
    pois: tuple[str, ...]
    details: tuple[tuple[str, str], ...]
    numbers: tuple[str, ...]
    compound: bool
    size: int
    lone: str = ""
    written: frozenset[str] = frozenset()
    heading: tuple[str, ...] = ()


NO_MATCH: Final = 0
PARTIAL: Final = 1
COVERED: Final = 2
LITERAL: Final = 3
"""How two addresses compare: not at all; the second knows some parts of the first; it holds every part;
and it has the details of the first in the same words (``Apt 12`` and not ``Unit 12``)."""


@lru_cache(maxsize=50_000)
def profile_address(record: AddressRecord) -> AddressProfile:
    """Comparison keys of a record."""
    admin: list[tuple[tuple[str, str], ...]] = []
    single = {"road": "", "number": "", "postal_code": ""}
    pois: list[str] = []
    details: list[tuple[str, str]] = []
    numbers: list[str] = []
    compound = False
    for component in sorted(record.components, key=detail_rank):
        key = component.key
        if key in single:
            single[key] = single[key] or _key(component)
        elif key == "poi":
            pois.append(_key(component))
        elif key in _DETAIL_SLOTS:
            parts = list_numbers(component)
            compound = compound or len(parts) > 1
            numbers.extend(parts)
            if len(parts) <= 1:
                details.append((_detail_slot(component), _key(component)))
        else:
            admin.append(_admin_readings(component))
    road, heading = split_heading(single["road"])
    return AddressProfile(
        tuple(admin),
        road,
        single["number"],
        single["postal_code"],
        tuple(pois),
        tuple(details),
        tuple(numbers),
        compound,
        len(record.components),
        _lone_key(record),
        frozenset(canonical("ADDR", c.text) for c in record.components if c.key in _DETAIL_SLOTS),
        heading,
    )


def match_addresses(new: AddressProfile, root: AddressProfile) -> int:
    """Compare a mention with a root (e.2): NO_MATCH or how well it fits."""
    if (new.lone and new.lone in list_words(root)) or (root.lone and root.lone in list_words(new)):
        return LITERAL if new.lone else PARTIAL
    pairs = ((new.road, root.road), (new.number, root.number), (new.heading, root.heading))
    if any(a and b and a != b for a, b in pairs):
        return NO_MATCH
    if new.postal and root.postal and not _equal_postal(new.postal, root.postal):
        return NO_MATCH
    pois = _match_pois(new.pois, root.pois)
    details = _match_details(new, root)
    admin = match_admin(new.admin, root.admin)
    if pois is None or details is None or admin is None:
        return NO_MATCH
    road, number = bool(new.road and root.road), bool(new.number and root.number)
    postal = bool(new.postal and root.postal)
    admin_hits, country_only = admin
    places_hit = bool(admin_hits) and not country_only
    lone_country = bool(admin_hits) and min(new.size, root.size) == 1
    if not (road or postal or pois or details or places_hit or lone_country):
        return NO_MATCH
    if _has_places(new) and _has_places(root) and not (places_hit or postal or (road and number)):
        return NO_MATCH
    hits = road + number + postal + pois + details + admin_hits
    if hits <= _MIN_HIT_SHARE * min(new.size, root.size):
        return NO_MATCH
    if hits < new.size:
        return PARTIAL
    return LITERAL if new.written <= root.written else COVERED


@lru_cache(maxsize=16_384)
def match_admin(
    new: tuple[tuple[tuple[str, str], ...], ...], root: tuple[tuple[tuple[str, str], ...], ...]
) -> tuple[int, bool] | None:
    """Most hits over all readings without a mismatch, and whether only the country was hit.

    None when every reading has a mismatch.
    """
    if not new or not root:
        return 0, False
    best: tuple[int, bool] | None = None
    for own, other in islice(product(product(*new), product(*root)), _MAX_READINGS):
        result = _match_reading(dict(own), dict(other))
        if result is not None and (best is None or result[0] > best[0]):
            best = result
    return best


def _match_reading(own: dict[str, str], other: dict[str, str]) -> tuple[int, bool] | None:
    hits: list[str] = []
    for slot, key in own.items():
        known = other.get(slot)
        if known == key or any(key == other.get(near) for near in _near(slot)):
            hits.append(slot)
        elif known is not None and not any(own.get(near) == known for near in _near(slot)):
            return None
    return len(hits), hits == ["country"]


def _near(slot: str) -> tuple[str, ...]:
    return tuple(b if a == slot else a for a, b in _ADJACENT if slot in (a, b))


def _match_pois(new: tuple[str, ...], root: tuple[str, ...]) -> int | None:
    """Number of shared places; None when both have some and none is shared."""
    if not new or not root:
        return 0
    shared = sum(1 for a in new if any(is_same_poi(a, b) for b in root))
    return shared or None


def is_same_poi(a: str, b: str) -> bool:
    """Equal, or the longer one begins or ends with the shorter one (with whole words in Latin script)."""
    short, long = sorted((a, b), key=len)
    if a == b:
        return True
    apart = " " if short[-1:].isascii() else ""
    starts = len(short) >= POI_HEAD and long.startswith(short + apart)
    return starts or (len(short) >= POI_TAIL and long.endswith(apart + short))


def _match_details(new: AddressProfile, root: AddressProfile) -> int | None:
    """Number of shared details; None when they conflict: a common slot first, else numbers from the end."""
    if (not new.numbers and not new.details) or (not root.numbers and not root.details):
        return 0
    own, other = dict(new.details), dict(root.details)
    if not (new.compound or root.compound):
        common = own.keys() & other.keys()
        if any(own[slot] != other[slot] for slot in common):
            return None
        if common:
            return len(common)
        if {own_slot for own_slot in own if own_slot[0] == "_"} or any(slot[0] == "_" for slot in other):
            return 0
        if ("unit" in own and "suite" in other) or ("suite" in own and "unit" in other):
            return None
        if not ("detail" in own or "detail" in other or own.keys() <= {"unit", "room"}):
            return 0
    return _match_numbers(new.numbers, root.numbers)


def _match_numbers(new: tuple[str, ...], root: tuple[str, ...]) -> int | None:
    short, long = sorted((new, root), key=len)
    if not short:
        return 0
    matched = 0
    for a, b in zip(reversed(short), reversed(long), strict=False):
        if a != b:
            break
        matched += 1
    if len(short) <= 2:
        return matched if matched == len(short) else None
    return matched if matched / len(long) > _MIN_COVERAGE else None


def _equal_postal(a: str, b: str) -> bool:
    return a == b or (min(len(a), len(b)) == 5 and max(len(a), len(b)) == 9 and a[:5] == b[:5])


def _has_places(profile: AddressProfile) -> bool:
    return any(slot != "country" for token in profile.admin for slot, _ in token)


_WORD_KEYS: Final = frozenset({"city", "district", "district_city", "subdistrict", "poi", "multi_admin"})


def split_heading(key: str) -> tuple[str, tuple[str, ...]]:
    """A road key without its directions, and these."""
    words = key.split(" ")
    heading = tuple(word for word in words if word.startswith("<"))
    return (" ".join(word for word in words if not word.startswith("<")) if heading else key), heading


def _lone_key(record: AddressRecord) -> str:
    """Key of a single word of letters; Chinese places carry their level in their last character."""
    if len(record.components) != 1 or record.components[0].key not in _WORD_KEYS:
        return ""
    text = record.components[0].text
    return _key(record.components[0]) if text.isascii() and not any(map(str.isdigit, text)) else ""


def repeats_word(a: AddressRecord, b: AddressRecord) -> bool:
    """Whether one of two addresses is a bare word that the other holds."""
    first, second = profile_address(a), profile_address(b)
    return bool(first.lone and first.lone in list_words(second)) or bool(
        second.lone and second.lone in list_words(first)
    )


def list_words(profile: AddressProfile) -> frozenset[str]:
    """Keys that a bare word may repeat."""
    admin = (key for token in profile.admin for slot, key in token if slot != "country")
    return frozenset((*admin, *profile.pois, *((profile.road,) if profile.road else ())))


def _key(component: Component, level: str | None = None) -> str:
    return _cached_key(component.key, component.text, level)


@lru_cache(maxsize=50_000)
def _cached_key(key: str, text: str, level: str | None) -> str:
    from shotveil.core.parse.address_keys import component_key

    return component_key(Component(key, text), level)


def _admin_readings(component: Component) -> tuple[tuple[str, str], ...]:
    levels = component.levels if component.key == "multi_admin" else (component.key,)
    return tuple((_ADMIN_SLOT.get(level, "city"), _key(component, level)) for level in levels or ("city",))


def detail_rank(component: Component) -> int:
    """Details from the largest part to the smallest; everything else keeps its place before them."""
    order = {"building": 0, "unit": 1, "detail": 2, "suite": 3, "room": 4}
    return order.get(component.key, 0)


def _detail_slot(component: Component) -> str:
    """A floor or a box is a slot of its own: it says nothing against a unit."""
    if component.key == "detail" and (named := _NAMED_DETAIL.search(component.text)):
        return "_" + named.group().casefold()
    return component.key


def list_numbers(component: Component) -> list[str]:
    """Number tokens of a detail: one for a typed part, several for a compact one (3-502)."""
    from shotveil.core.parse.address_keys import fold_numerals

    if component.key == "detail" and _NAMED_DETAIL.search(component.text):
        return []
    text = fold_numerals(unicodedata.normalize("NFKC", component.text))
    if (_COMPOUND.search(text) and not text.isascii()) or _COMPOUND.fullmatch(text):
        return [token.upper() for token in _NUMBER_TOKEN.findall(text)]
    key = _key(component)
    return [key] if key else []
