"""Which tagged spans may take in what rules have found inside them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from shotveil.core.records import Candidate

_COMPLETE: Final = frozenset({"person.familiar_zh", "person.hong_kong"})
"""Rules that see what stands behind a name too."""
_SURE: Final = 0.27
"""Score of learned evidence that is at least nine in ten."""
_CHARACTERS: Final = ("person.zh", "person.foreign_zh")
_GUESSES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "ADDR": _CHARACTERS,
        "ORG": (*_CHARACTERS, "address.chinese", "address.chinese_city", "address.site_zh"),
    }
)
"""By type, rules whose finds a sure tagged span may take in: they read characters, or only a place."""


def widens(candidate: Candidate, accepted: Sequence[Candidate]) -> bool:
    """Whether what is accepted in a tagged span is soft evidence of words in it, of its type or a guess."""
    first = bisect_right(accepted, candidate.start, key=lambda c: c.end)
    least = 1 if candidate.type == "NAME" else 2  # a place and one character more is a place and a verb
    for inner in accepted[first:]:
        if inner.start >= candidate.end:
            return True
        inside = candidate.start <= inner.start and inner.end <= candidate.end
        more = len(candidate.text) - len(inner.text)
        if not inside or inner.tier == "hard" or inner.rule in _COMPLETE:
            return False
        if not (inner.type == candidate.type and more >= least) and not _outguesses(candidate, inner):
            return False
    return True


def _outguesses(candidate: Candidate, inner: Candidate) -> bool:
    """Whether a sure place or body takes in a shorter guess of another type."""
    guessed = inner.rule in _GUESSES.get(candidate.type, ())
    return guessed and candidate.score >= _SURE and len(candidate.text) > len(inner.text)
