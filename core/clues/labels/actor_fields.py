"""Fields of trackers and logs that hold the account of whom does it (``assignee``, ``reviewed_by``)."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files
from typing import Final, Literal

from shotveil.core.patterns import compile_late

Actor = Literal["ACTOR", "ACTOR_MIXED"]
"""``ACTOR``: any account; ``ACTOR_MIXED``: a program or an organisation as often as a person."""

_SIGNS: Final = compile_late(r"[^a-z]")
_NAMING: Final = frozenset({"name", "key", "value", "account", "id", "label"})
"""Fields that leave it to the one around them whose they are."""


@cache
def _load_fields() -> dict[str, Actor]:
    raw = files("shotveil.core.lexicons").joinpath("actor_fields.txt").read_text("utf-8")
    kinds: dict[str, Actor] = {}
    kind: Actor = "ACTOR"
    for line in raw.splitlines():
        if line.startswith("["):
            kind = "ACTOR" if line == "[told]" else "ACTOR_MIXED"
        elif not line.startswith("#"):
            kinds |= dict.fromkeys(line.split(), kind)
    return kinds


@lru_cache(maxsize=4_096)
def kind_of_actor(field: tuple[str, ...]) -> Actor | None:
    """The kind of a field that holds an account, by its path, outermost first; None for other fields."""
    for depth, name in enumerate(reversed(field[-2:])):
        key = _SIGNS.sub("", name.lower())
        if key in _load_fields():
            return _load_fields()[key]
        if depth == 0 and key not in _NAMING:
            return None
    return None
