"""Names in the pairs of a log line, ended by the next key: ``name=Rosalind Bexley city=Salem``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.labels.fields import kinds_of_field, split_field
from shotveil.core.clues.person.cues_en import is_known_place
from shotveil.core.clues.person.lexicon import read_groups
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.clues.person.told_parts import PART, is_part_label, may_be_part
from shotveil.core.clues.person.words import is_barred, read_word
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
        if is_part_label(key) and may_be_part(value, is_field=True):
            found = value[0].isupper() or "name" in key.lower()
        else:
            plain = value.replace("_", " ").replace("+", " ")
            found = _reads_as_person(plain, told=_names_person(key)) and not is_known_place(plain)
        if found:
            yield propose_words(context, "NAME", *match.span("value"), "person.pair", 0.65, source="label")


def _names_person(key: str) -> bool:
    groups = read_groups("person_cues_en.txt")
    last = split_field(key)[-1:]
    return "NAME" in kinds_of_field(key) or not (groups["listed_role"] | groups["human_role"]).isdisjoint(
        last
    )


def _reads_as_person(value: str, *, told: bool) -> bool:
    words = [read_word(part, 0, len(part)) for part in value.split()]
    if any(is_barred(word.key) or not (word.is_capitalised or word.is_upper) for word in words):
        return False
    if len(words) == 1:
        return told and words[0].given >= 2
    given, family = words[0].given, words[-1].family
    if told:
        return given >= 1 or family >= 1 or all(word.is_unknown for word in words)
    if is_known_place(words[0].text):
        return False
    return given >= 1 and not words[-1].is_plain and (family >= 1 or given >= 2)


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
