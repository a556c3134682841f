"""Which root an address takes (CONTRACT e.3): by component indexes, tier by tier, most recent first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from shotveil.core.binding.address import (
    COVERED,
    LITERAL,
    PARTIAL,
    POI_HEAD,
    POI_TAIL,
    AddressProfile,
    list_words,
)
from shotveil.core.binding.index import NO_CHOICE, Choice, Key, RecencyIndex, first_that

_LOOSE: Final = frozenset({"detail", "last"})
"""Keys of details: a root may hold the same detail under another kind of key."""


def list_address_keys(profile: AddressProfile) -> tuple[Key, ...]:
    """Index keys of a root; each tells whether the root has a road, since tiers part there."""
    tier = "with" if profile.road else "without"
    keys: list[Key] = [(tier, *key) for group in _evidence(profile) for key in group]
    keys += [(tier, "country", key) for key in _countries(profile)]
    if profile.size == 1:
        keys += [(tier, "lone country", key) for key in _countries(profile)]
    if profile.road:
        keys += [("road", profile.road), ("road", profile.road, profile.number)]
    keys += [(tier, "word", key) for key in list_words(profile)]
    if profile.lone:
        keys.append((tier, "lone", profile.lone))
    return tuple(keys)


def choose_address(profile: AddressProfile, index: RecencyIndex, match: Callable[[int], int]) -> Choice:
    """Tiers: same road and number, same road, no road known; without a road here those first, then any.

    Inside a tier a root that holds every part of the mention comes before one that knows only some of them,
    and one that has its details in the same words comes first.

    Args:
        profile: the mention's keys.
        index: address roots under ``list_address_keys``.
        match: compares the mention with a root by number.
    """
    seen: dict[int, int] = {}

    def compare(number: int) -> int:
        if number not in seen:
            seen[number] = match(number)
        return seen[number]

    every: tuple[Key, ...]
    groups: list[tuple[Key, ...]] = []
    kind = "country" if profile.size == 1 else "lone country"
    for tier in ("number", "road", "without") if profile.road else ("without", "with"):
        if tier in ("number", "road"):
            every = narrow = _road_keys(profile, tier)
        else:
            groups = groups or [group for group in _evidence(profile) if group]
            every = tuple((tier, *key) for group in groups for key in group)
            every += tuple((tier, kind, key) for key in _countries(profile))
            every += _word_query(profile, tier)
            narrow = (_narrowest(groups, tier, index) if not profile.lone else ()) or every
        if not any(map(index.count, every)):
            continue
        for keys, grade in ((narrow, LITERAL), (narrow, COVERED), (every, PARTIAL)):
            chosen = first_that(index.recent(*keys), _matcher(compare, grade))
            if chosen.root is not None:
                return chosen
    return NO_CHOICE


def _word_query(profile: AddressProfile, tier: str) -> tuple[Key, ...]:
    """A bare word asks for roots that hold it anywhere; others ask for roots that are such a word."""
    if profile.lone:
        return ((tier, "word", profile.lone), (tier, "lone", profile.lone))
    return tuple((tier, "lone", key) for key in list_words(profile))


def _road_keys(profile: AddressProfile, tier: str) -> tuple[Key, ...]:
    """Roots of the same road; beside a number only those of the same or of no number can fit."""
    if tier == "number":
        return (("road", profile.road, profile.number),) if profile.number else ()
    return (("road", profile.road, ""),) if profile.number else (("road", profile.road),)


def _matcher(match: Callable[[int], int], grade: int) -> Callable[[int], bool]:
    return lambda number: match(number) == grade


def _narrowest(groups: list[tuple[Key, ...]], tier: str, index: RecencyIndex) -> tuple[Key, ...]:
    """A root that holds every part is in every group: the one with the fewest roots is enough."""
    anchors = [tuple((tier, *key) for key in group) for group in groups if group[0][0] not in _LOOSE]
    return min(anchors, key=lambda keys: sum(map(index.count, keys)), default=())


def _evidence(profile: AddressProfile) -> Iterator[tuple[Key, ...]]:
    """Keys of the parts that are positive evidence, one group a part (several keys: several readings)."""
    for token in profile.admin:
        yield tuple(dict.fromkeys(("admin", key) for slot, key in token if slot != "country"))
    for poi in profile.pois:
        head = (("poi", poi[:POI_HEAD]),)
        yield (*head, ("poi end", poi[-POI_TAIL:])) if len(poi) >= POI_TAIL else head
    if profile.postal:
        yield (("postal", profile.postal[:5]),)
    for slot, key in profile.details:
        yield (("detail", slot, key),)
    if profile.numbers:
        yield (("last", profile.numbers[-1]),)


def _countries(profile: AddressProfile) -> Iterator[str]:
    return (key for token in profile.admin for slot, key in token if slot == "country")
