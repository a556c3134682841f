"""One account name has one type: a login at one label and an account at another is one entity (CONTRACT e.2).

Roots of different types never share a number, so the type is settled before anything is bound.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final

from shotveil.core.records import Candidate
from shotveil.core.stream.characters import fold_text

ACCOUNT_TYPES: Final = frozenset({"USER", "ALNUM", "NUM"})
"""Labels under which an account name may be found: by its place, or by the role of its label."""


@lru_cache(maxsize=4_096)
def squeeze_account(text: str) -> str:
    """The key that an account name has under each of the types: its letters and digits."""
    return "".join(char for char in fold_text(text) if char.isalnum())


def choose_account_types(candidates: Iterable[Candidate], known: Mapping[str, str]) -> dict[str, str]:
    """Squeezed names that were claimed under several types, and the one type for each.

    A type that the session knows stays; else a name with a letter is a login, digits are a number.

    Args:
        candidates: what was accepted.
        known: squeezed names that the session knows already, with their type.
    """
    claims: dict[str, set[str]] = {}
    for candidate in candidates:
        if candidate.type in ACCOUNT_TYPES:
            claims.setdefault(squeeze_account(candidate.text), set()).add(candidate.type)
    chosen = {}
    for key, types in claims.items():
        first = known.get(key) or ("NUM" if key.isdigit() else "USER")
        if first not in types and key not in known:
            continue
        if types != {first}:
            chosen[key] = first
    return chosen


def retype_account(candidate: Candidate, chosen: Mapping[str, str]) -> Candidate:
    """The candidate under the type that was chosen for its name."""
    if candidate.type not in ACCOUNT_TYPES:
        return candidate
    kind = chosen.get(squeeze_account(candidate.text), candidate.type)
    return candidate if kind == candidate.type else replace(candidate, type=kind)
