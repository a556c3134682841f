"""Names in the pairs of a log line, ended by the next key: ``name=Rosalind Bexley city=Salem``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.person.cues_en import is_known_place
from shotveil.core.clues.person.name_fields import asks_part, asks_person
from shotveil.core.clues.person.name_values import PART, may_be_part, may_be_whole
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_PAIR: Final = compile_late(
    rf"(?<![\w.\-/&?])(?P<key>[A-Za-z][A-Za-z0-9_.\-]{{2,30}})=(?P<value>{PART}(?:[ _+]{PART}){{0,3}})"
    r"(?=[ \t]{1,3}[A-Za-z][\w.\-]{0,30}=|[ \t]{0,3}(?:[,;|\n\ue000\ue001]|\Z))"
)


def find_logged_pairs(context: Context) -> Iterable[Candidate]:
    """Values whose key tells a part of a name (any word) or a person, and full names whatever the key."""
    for match in context.scan(_PAIR):
        key, value = match["key"].rsplit(".", 1)[-1], match["value"]
        if asks_part(key) and may_be_part(value):
            found = value[0].isupper() or "name" in key.lower()
        else:
            plain = value.replace("_", " ").replace("+", " ")
            found = may_be_whole(plain, told=asks_person(key)) and not is_known_place(plain)
        if found:
            yield propose_words(context, "NAME", *match.span("value"), "person.pair", 0.65, source="label")


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {"person.pair": Rule(find_logged_pairs, written=(r"[A-Za-z0-9_]=[A-Z]", r"(?i:name)=[a-z]"))}
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "person.pair": (
            Example("level=info first_name=Sky last_name=Bexley ok=1", ("Sky", "Bexley")),
            Example("firstName=Rosalind lastName=Bexley phone=555-0119", ("Rosalind", "Bexley")),
            Example("name=Rosalind city=Salem", ("Rosalind",)),
            Example(
                "agent=Tobias Halloran; x=1\nnurse=Rosalind Bexley", ("Tobias Halloran", "Rosalind Bexley")
            ),
            Example("customer_name=Rosalind_Bexley", ("Rosalind_Bexley",)),
            Example("name=Nginx state=Running last_name=null agent=Mozilla\nname=Default zone=Paris Nord"),
            Example(
                "service.name=Checkout Worker agent=Build Runner first_name=Required key_name=Rosalind_key9"
            ),
        ),
    }
)
