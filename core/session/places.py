"""What released texts replaced: the exact way back (DESIGN 3)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from shotveil.core.sources.document import Place

_SECRET = "[[SECRET#"
_TELLING = 5
"""Characters from which a slice that lies inside a secret counts as a piece of it."""


@dataclass(frozen=True, slots=True)
class KeptPlace:
    """Where a released text replaced ``raw``; ``raw`` is None where a plain session may not keep it."""

    start: int
    end: int
    raw: str | None


class PlaceBook:
    """Places by hash of the released unit; units with equal hashes in the order of their release."""

    def __init__(self) -> None:
        self._units: dict[str, list[tuple[KeptPlace, ...] | bytes]] = {}
        self.is_whole = True
        """False once places were let go of: then only the journal tells them, here are digests."""

    def get(self, sha256: str) -> tuple[tuple[KeptPlace, ...], ...]:
        """The recorded units with this hash."""
        return tuple(unit for unit in self._units.get(sha256, ()) if not isinstance(unit, bytes))

    def add(self, sha256: str, places: tuple[KeptPlace, ...]) -> tuple[int, bool]:
        """Record a unit. Returns its copy number under the hash, and whether it was new."""
        known = self._units.setdefault(sha256, [])
        digest = b"" if self.is_whole else _digest(places)
        for number, unit in enumerate(known):
            if unit == (digest if isinstance(unit, bytes) else places):
                return number, False
        known.append(digest or places)
        return len(known) - 1, True

    def let_go(self, sha256: str) -> None:
        """Keep no more than the digests of the units with this hash: enough to number equal ones."""
        self.is_whole = False
        self._units[sha256] = [
            unit if isinstance(unit, bytes) else _digest(unit) for unit in self._units.get(sha256, ())
        ]

    def read(self, line: Mapping[str, Any]) -> None:
        """Take in a journal line."""
        self._units.setdefault(line["sha256"], []).append(tuple(KeptPlace(*row) for row in line["places"]))

    def write(self) -> Iterator[dict[str, Any]]:
        """Every unit as its journal line."""
        for sha256 in self._units:
            yield from (write_places(sha256, places) for places in self.get(sha256))


def _digest(places: tuple[KeptPlace, ...]) -> bytes:
    rows = orjson.dumps([[p.start, p.end, p.raw] for p in places])
    return hashlib.sha256(rows).digest()


def _is_part(raw: str, secret: str) -> bool:
    """One holds the other, escapes and separators apart; a short slice proves nothing."""
    slice = _fold(raw)
    return (bool(secret) and secret in slice) or (len(slice) >= _TELLING and slice in secret)


def _fold(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def write_places(sha256: str, places: Sequence[KeptPlace]) -> dict[str, Any]:
    """A journal line."""
    return {"kind": "places", "sha256": sha256, "places": [[p.start, p.end, p.raw] for p in places]}


def keep_all(places: Sequence[Place]) -> tuple[KeptPlace, ...]:
    """Places with their slices."""
    return tuple(KeptPlace(p.start, p.end, p.raw) for p in places)


def keep_without_secrets(
    places: Sequence[Place], released: str | None, secrets: Sequence[str]
) -> tuple[KeptPlace, ...]:
    """Places of a plain session: no slice that is marked, holds a secret, or may be a part of one.

    A secret that lay in several pieces has its reference at the first and nothing at the others, so beside a
    secret no empty place keeps its slice either.
    """
    folded = [_fold(secret) for secret in secrets]
    hidden = {
        at
        for at, place in enumerate(places)
        if place.is_secret
        or any(_is_part(place.raw, secret) for secret in folded)
        or (released is not None and _SECRET in released[place.start : place.end])
    }
    if hidden:
        hidden |= {at for at, place in enumerate(places) if place.start == place.end}
    return tuple(KeptPlace(p.start, p.end, None if at in hidden else p.raw) for at, p in enumerate(places))
