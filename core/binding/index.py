"""Which roots may fit a mention: buckets of comparison keys, most recently bound first (CONTRACT e.3)."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from shotveil.core.quick_records import made_quickly

Key = tuple[str, ...]

MAX_COUNTED: Final = 9
"""Ambiguity is counted up to here; more tells nobody anything."""

_MAX_WALK: Final = 64


@made_quickly
@dataclass(frozen=True, slots=True)
class Choice:
    """The chosen root, or None; ``ambiguous`` counts the others that would have done as well."""

    root: int | None
    ambiguous: int = 0


NO_CHOICE: Final = Choice(None)


class RecencyIndex:
    """Roots by comparison key.

    A bucket is an insertion-ordered dict: binding a root moves it to the end of its buckets, so that
    reading one backwards gives the most recent root first, at the cost of the root's own keys only.
    """

    def __init__(self) -> None:
        self._buckets: dict[Key, dict[int, None]] = {}
        self._keys: dict[int, tuple[Key, ...]] = {}
        self._last: dict[int, int] = {}
        self._clock = 0

    def __len__(self) -> int:
        return len(self._keys)

    def place(self, root: int, keys: Sequence[Key]) -> None:
        """Put a root under its (possibly new) keys and make it the most recent one."""
        known = self._keys.get(root, ())
        fresh = tuple(dict.fromkeys(keys))
        for key in known:
            bucket = self._buckets[key]
            bucket.pop(root, None)
            if not bucket:
                del self._buckets[key]
        for key in fresh:
            self._buckets.setdefault(key, {})[root] = None
        self._keys[root] = fresh
        self._clock += 1
        self._last[root] = self._clock

    def touch(self, root: int) -> None:
        """Make a root the most recent one; its keys stay."""
        for key in self._keys.get(root, ()):
            bucket = self._buckets[key]
            del bucket[root]
            bucket[root] = None
        self._clock += 1
        self._last[root] = self._clock

    def count(self, key: Key) -> int:
        """How many roots have the key."""
        return len(self._buckets.get(key, ()))

    def recent(self, *keys: Key) -> Iterator[int]:
        """Distinct roots that have any of the keys, most recent first."""
        buckets = [bucket for key in dict.fromkeys(keys) if (bucket := self._buckets.get(key))]
        return reversed(buckets[0]) if len(buckets) == 1 else self._merge(buckets)

    def _merge(self, buckets: Sequence[dict[int, None]]) -> Iterator[int]:
        last = self._last
        previous = -1
        for root in heapq.merge(*(reversed(bucket) for bucket in buckets), key=lambda n: -last[n]):
            if root != previous:
                previous = root
                yield root


def first_of(found: Iterable[int]) -> Choice:
    """The first of the compatible roots, and how many more there are."""
    iterator = iter(found)
    root = next(iterator, None)
    if root is None:
        return NO_CHOICE
    return Choice(root, sum(1 for _ in islice(iterator, MAX_COUNTED)))


def first_that(candidates: Iterator[int], fits: Callable[[int], bool]) -> Choice:
    """The first candidate that fits; after it the walk is bounded, since only the count is at stake."""
    for root in candidates:
        if fits(root):
            others = sum(map(fits, islice(candidates, _MAX_WALK)))
            return Choice(root, min(others, MAX_COUNTED))
    return NO_CHOICE
