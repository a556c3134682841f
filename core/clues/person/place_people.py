"""People whose family name is a word of places or bodies, by what they do (``Kate Church called``; b.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.person.cues_en import look_around
from shotveil.core.clues.person.lexicon import read_groups
from shotveil.core.clues.person.place_surnames import ends_in_surname
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.clues.person.words import find_runs
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_SCORE: Final = 0.7
_SPOKEN_TO: Final = compile_late(
    r"(?<![a-z])(?:sp(?:oke|eak|oken) (?:to|with)|talk(?:ed)? (?:to|with)|heard from|reply to|signed by"
    r"|thanks to|ask(?:ed)?|told|tell|phoned|rang|call(?:ed)?|emailed|met|invite[ds]?|remind(?:ed)?|dear"
    r"|behalf of|from|hi|hello) \Z"
)
"""Words behind which only a person stands, and "from", which counts at the start of a line."""


def find_place_people(context: Context) -> Iterable[Candidate]:
    """A given name that is no city's and a family name like Church or Park, beside what only people do."""
    for run in find_runs(context.text):
        if not ends_in_surname(run, only_person=False) or run[0].is_upper:
            continue
        if not all(word.is_capitalised for word in run):  # Maren and Church are two
            continue
        start, end = run[0].start, run[-1].end
        around = look_around(context, start, end)
        acts = around.mark == " " and around.follower in _acting()
        before = context.folded[max(0, start - 24) : start]
        asked = _SPOKEN_TO.search(before)
        if acts or (asked is not None and (asked[0] != "from " or before.endswith("\nfrom "))):
            yield propose_words(context, "NAME", start, end, "person.place_en", _SCORE)


@cache
def _acting() -> frozenset[str]:
    groups = read_groups("person_cues_en.txt")
    return groups["hard_say"] | groups["human_verb"] | groups["human_maybe"]


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {"person.place_en": Rule(find_place_people, written=(r"\p{Lu}[\p{L}.-]* \p{Lu}",))}
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "person.place_en": (
            Example("Kate Church called about it; I spoke to Owen Bridge", ("Kate Church", "Owen Bridge")),
            Example(
                "We met Nadia Field and told her. Hyun-woo Park wrote back", ("Nadia Field", "Hyun-woo Park")
            ),
            Example("Victoria Park opened, we met at Hyde Park, the Park called", ()),
            Example("I talked to Maren and Church", ()),
            Example("a parcel from Green Lane, the choir of Grace Church", ()),
        )
    }
)
