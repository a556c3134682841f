"""When two names can be one organization (CONTRACT e.2): by whole tokens, legal suffixes apart.

A Chinese company is called with or without the place before its name (重庆星桥科技有限公司, 星桥科技):
the place is a part of its own, unknown where it is not written.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from shotveil.core.normalize import org_tokens

_MIN_CORE: Final = 4
_MAX_PLACE: Final = 8
_PLACE_LEVELS: Final = frozenset({"province", "city", "multi_admin"})


@dataclass(frozen=True, slots=True)
class OrgProfile:
    """Comparison keys: ``place`` before the name ("" when not written) and the ``tokens`` of the core."""

    place: str
    tokens: tuple[str, ...]


@lru_cache(maxsize=50_000)
def profile_organization(text: str) -> OrgProfile:
    """Comparison keys of a name as written."""
    tokens = org_tokens(text)
    if not tokens or tokens[0].isascii():
        return OrgProfile("", tokens)
    place, core = _split_place(tokens[0])
    return OrgProfile(place, (core, *tokens[1:]))


def match_organizations(new: OrgProfile, root: OrgProfile) -> bool:
    """Equal cores, or one begins the other with two whole tokens and more; places not in conflict."""
    if new.place and root.place and new.place != root.place:
        return False
    short, long = sorted((new.tokens, root.tokens), key=len)
    return short == long or (len(short) >= 2 and long[: len(short)] == short)


def _split_place(token: str) -> tuple[str, str]:
    """Province or city before the core, where enough of a core is left to be a name."""
    from shotveil.core.parse.places import load_divisions, strip_division

    divisions = load_divisions()
    place = ""
    core = token
    for size in range(min(_MAX_PLACE, len(token) - _MIN_CORE), 1, -1):
        readings = divisions.get(token[:size], ())
        if any(reading.key in _PLACE_LEVELS for reading in readings):
            place, core = strip_division(token[:size]), token[size:]
            break
    return place, core
