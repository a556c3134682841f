"""Whose a device is, by the name that it was given: ``Philippas-iPad``, ``Philippa's MacBook Pro``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.known_forms import is_common_word
from shotveil.core.clues.person.lexicon import given_rank, is_product
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.clues.program_text import is_program_word
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_APPLE: Final = (
    r"(?:iPhone|iPad|iPod|MacBook|iMac|Mac[ \-]Mini|Mac[ \-]mini|Mac[ \-]Studio|AirPods|Apple[ \-]Watch"
    r"|HomePod|MBP|MBA)"
)
_OTHER: Final = r"(?:Galaxy|Pixel|Kindle|Surface|ThinkPad|Laptop|Desktop|Phone|Tablet|Watch|PC)"
_OWNED: Final = compile_late(
    r"(?<![\w\-'’])(?P<name>[A-Z][a-z]{2,19})"
    rf"(?:['’]s[ \-]{_APPLE}|(?:['’]s)?-(?:{_APPLE}|{_OTHER}))(?![a-z])"
)


def find_device_owners(context: Context) -> Iterable[Candidate]:
    """The given name in the name of a device; the ``s`` behind it where no given name has one."""
    for match in context.scan(_OWNED):
        start, end = match.span("name")
        key = match["name"].lower()
        base = key.removesuffix("s") if given_rank(key) < 1 and context.text[end] == "-" else key
        nobody = is_common_word(base) or is_common_word(key) or is_product(base) or is_program_word(base)
        if given_rank(base) >= 1 or not nobody:
            yield propose_words(context, "NAME", start, end, "person.device", 0.6, source="label")


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {"person.device": Rule(find_device_owners, written=(rf"[a-z](?:['’]s|s)?[ \-](?:{_APPLE}|{_OTHER})",))}
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "person.device": (
            Example("Philippas-iPad joined; Philippa's MacBook Pro left", ("Philippas", "Philippa")),
            Example("host Wilfreds-MBP.local, Sarah-Laptop", ("Wilfreds", "Sarah")),
            Example("Apple's iPhone, Kids-iPad, Sales-iPad, Office-PC, Reception-iPad, Google's Pixel"),
        ),
    }
)
