"""A field or column that is told to hold a given or a family name: any word in it is one (CONTRACT b.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, LabelHit, Rule
from shotveil.core.clues.labels.fields import split_field
from shotveil.core.clues.person.lexicon import read_groups
from shotveil.core.clues.person.name_fields import asks_part, asks_person
from shotveil.core.clues.person.name_values import PART, are_known_words, may_be_part
from shotveil.core.clues.person.place_surnames import tells_human
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.clues.person.words import read_word
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_VALUE: Final = compile_late(
    rf"(?P<value>{PART}(?:[ ]{PART}){{0,2}})(?=[ \t]{{2}}|[ \t\r]*(?:$|[\n\ue000\ue001,;|&<\"'}}\\]))"
)
_BELOW: Final = compile_late(
    rf"[ \t]*\r?\n[ \t]{{0,12}}(?P<value>[A-ZÀ-Þ]{PART}(?:[ ]{PART})?)[ \t\r]*(?:\n|\ue000|\Z)"
)
_TAG: Final = compile_late(
    rf"<(?P<label>(?:[A-Za-z]\w{{0,11}}:)?[A-Za-z][\w\-]{{3,23}})(?:[ ][^<>\n]{{0,80}})?>\s*+"
    rf"(?P<value>{PART}(?:[ ]{PART}){{0,2}})\s*+</(?P=label)>"
)


def find_told_parts(context: Context) -> Iterable[Candidate]:
    """Values of fields for one part of a name, whatever the word: but for those that stand for no value.

    On screens only fields of trees: beside an empty field stands the next thing of the page.
    """
    for hit in context.labelled("NAME"):
        if context.medium != "text" and hit.role != "FIELD":
            continue
        if not hit.direct or not _tells_part(context, hit):
            continue
        match = _VALUE.match(context.text, _find_value(context, hit))
        if match is None or not may_be_part(match["value"], is_field=hit.role == "FIELD"):
            continue
        start, end = match.span("value")
        if hit.role != "FIELD" or context.text[end : hit.value_end].strip() == "":
            yield propose_words(context, "NAME", start, end, "person.told_part", 0.7, source="label")


def _find_value(context: Context, hit: LabelHit) -> int:
    """Where the value begins: behind the label, or alone on the line below one that ends its line."""
    below = _BELOW.match(context.text, hit.value_start) if hit.value_end == hit.value_start else None
    if below is None or below["value"].lower() in read_groups("org_words_en.txt")["ui"]:
        return hit.value_start
    return below.start("value")


def find_tagged_names(context: Context) -> Iterable[Candidate]:
    """The same in XML as text, whole names too: ``<firstName>Sky<``, ``<name>Sky Stone<``."""
    for match in context.scan(_TAG):
        label = match["label"].rsplit(":", 1)[-1]
        if asks_part(label, bare=False):
            found = may_be_part(match["value"])
        else:
            found = asks_person(label) and _is_known_pair(label, match["value"])
        if found:
            yield propose_words(context, "NAME", *match.span("value"), "person.told_tag", 0.7, source="label")


def _is_known_pair(label: str, value: str) -> bool:
    words = [read_word(part, 0, len(part)) for part in value.split()]
    human = tells_human(" ".join(split_field(label)))
    return all(word.is_capitalised for word in words) and are_known_words(
        words, told="person" if human else ""
    )


def _tells_part(context: Context, hit: LabelHit) -> bool:
    if hit.role == "FIELD" and hit.end == hit.start:
        label = context.stream.read_written_field(hit.value_start)
    else:
        label = context.text[hit.start : hit.end]
    return asks_part(label)


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        "person.told_part": Rule(find_told_parts, labels=("NAME",)),
        "person.told_tag": Rule(find_tagged_names, needs=(r"</(?:[a-z]\w{0,11}:)?[a-z][\w\-]{3,23}>",)),
    }
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "person.told_part": (
            Example("First name: Sky\nLast name: Hope\n", ("Sky", "Hope")),
            Example("Vorname: Wolke\nNachname: Sommer", ("Wolke", "Sommer")),
            Example("First name: Required\nLast name: N/A\nSurname: test\nGiven name: 12"),
            Example("First name: Last name\nSurname: see the form below"),
        ),
        "person.told_tag": (
            Example("<firstName>Sky</firstName><Surname> Hope </Surname>", ("Sky", "Hope")),
            Example('<ns:firstName>Sky</ns:firstName><lastName type="x">Hope</lastName>', ("Sky", "Hope")),
            Example("<name>Sky Stone</name><fullName>Mark Read</fullName>", ("Sky Stone", "Mark Read")),
            Example("<name>Dark Mode</name><name>May Report</name><fileName>Sky Stone</fileName>"),
            Example("<first>Intro</first><first_name>string</first_name><lastName></lastName>"),
        ),
    }
)
