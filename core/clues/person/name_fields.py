"""What a key, a tag or a label asks of a name: one answer for every reader of fields (CONTRACT b.2)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from shotveil.core.clues.labels.fields import kinds_of_field, split_field
from shotveil.core.clues.person.lexicon import read_groups
from shotveil.core.name_parts import read_name_part
from shotveil.core.patterns import compile_late

BARE_PARTS: Final = "first|last|given|family|middle|forename|surname|maiden"
"""Words for a part of a name that are fields of other things too, as a pattern."""
_QUOTES: Final = " \t\r\n`\"'[]*"
_HAN: Final = compile_late("[\u3400-\u9fff]")


@lru_cache(maxsize=4_096)
def asks_part(key: str, *, bare: bool = True) -> bool:
    """Whether a key tells a given or a family name (``firstName``, ``ns:last_name``, ``Nachname``).

    Args:
        key: as written, Latin letters.
        bare: whether ``first``, ``last`` and the like count too.
    """
    name = key.strip(_QUOTES).rsplit(":", 1)[-1].rsplit(".", 1)[-1]
    return not _HAN.search(name) and read_name_part(name, bare=bare) != ""


@lru_cache(maxsize=4_096)
def asks_person(key: str) -> bool:
    """Whether a key tells a person by name or by what only people are (``customer_name``, ``nurse``)."""
    groups = read_groups("person_cues_en.txt")
    people = groups["listed_role"] | groups["human_role"]
    return "NAME" in kinds_of_field(key) or not people.isdisjoint(split_field(key)[-1:])
