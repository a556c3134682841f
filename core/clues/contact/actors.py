"""Accounts in fields of trackers and logs that tell who acts: ``{"assignee": "…"}``, ``agent=…`` (USER)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.contact.users import is_nobody, is_nobodys_word
from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.known_forms import is_common_word
from shotveil.core.clues.labels.actor_fields import kind_of_actor
from shotveil.core.clues.person.account_names import names_machine
from shotveil.core.clues.person.lexicon import is_listed_name, is_product
from shotveil.core.clues.program_text import is_program_word, is_technical
from shotveil.core.clues.proposal import propose
from shotveil.core.clues.secrets.values import is_placeholder
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_ACCOUNT: Final = compile_late(r"[A-Za-z][a-z0-9]*(?:[._\-][A-Za-z]?[a-z0-9]+){0,3}")
_PAIR: Final = compile_late(
    r"(?<![\w.\-/&?])(?P<key>[A-Za-z][A-Za-z_\-]{3,24})(?:=[\"']?|[\"']?[ ]?[:：][ ]{0,3}[\"']?)"
    r"(?P<name>[A-Za-z][\w.\-]{2,31})(?=[\"']?[ \t\r]{0,2}(?:[,;}\])|\n\ue000]|$)|[ \t][\w.\-]{1,24}=)"
)
_PART: Final = compile_late(r"[a-z]+")
_ONSET: Final = compile_late(
    r"(?:[bcfgkp][lr]|[dtw]r|[cgkprstwz]h|s[ckl-nqpw]|st|[dt]w|kn|ps|ts|mc|[a-z]?[aeiouy])"
)
"""How words begin; an initial before a family name seldom does: ``wpengelly``."""


def find_actor_fields(context: Context) -> Iterable[Candidate]:
    """What a field of a document calls whom did it, unless it is a word or a program."""
    for hit in context.labelled("ACTOR", "ACTOR_MIXED"):
        yield from _propose(context, hit.kind, hit.value_start, hit.value_end)


def find_actor_pairs(context: Context) -> Iterable[Candidate]:
    """The same in pairs of logs and lines of text; among code a colon may part anything."""
    for match in context.scan(_PAIR):
        kind = kind_of_actor((match["key"],))
        equals = "=" in match.group()[: match.start("name") - match.start()]
        if kind and (kind == "ACTOR" or equals or not is_technical(context.text, match.start())):
            yield from _propose(context, kind, *match.span("name"))


def _propose(context: Context, kind: str, start: int, end: int) -> Iterator[Candidate]:
    name = context.text[start:end]
    if (
        _ACCOUNT.fullmatch(name)
        and (name.islower() or not name.isalpha())
        and _is_somebody(name.lower(), kind)
    ):
        yield propose(context, "USER", start, end, "user.actor", tier="soft", source="label")


def _is_somebody(name: str, kind: str) -> bool:
    if is_nobody(name) or is_placeholder(name):
        return False
    parts = _PART.findall(name)
    if len(parts) == 1:
        word = parts[0]
        if is_product(word) or is_program_word(word):
            return False
        named = is_listed_name(word) or (len(word) > 4 and is_listed_name(word[1:]))
        if is_common_word(word) or (not named and not is_nobodys_word(word)):
            return False
        return kind == "ACTOR" or named or _ONSET.match(word) is None
    if "." in name and names_machine(parts):
        return False
    long = [part for part in parts if len(part) > 2]
    if any(is_product(part) or (is_common_word(part) and not is_listed_name(part)) for part in long):
        return False
    return bool(long) and (any(map(is_listed_name, long)) or (kind == "ACTOR" or len(parts[0]) == 1))


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        "user.actor_field": Rule(find_actor_fields, labels=("ACTOR", "ACTOR_MIXED")),
        "user.actor": Rule(
            find_actor_pairs,
            (
                r"(?:assign|report|review|approv|request|[edtyn][_\-]?by|submit|commit|own|auth|agent|creat|caller|oncall"
                r"|call|operat|handl|actor|maintain|resolv|initiat|princip|to|as)[a-z_\-]*[\"']?[ ]?[=:：]",
            ),
        ),
    }
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "user.actor_field": (
            Example("assignee: wquillon", ("wquillon",)),
            Example("owner: platform"),
        ),
        "user.actor": (
            Example("ticket open agent=mlopez queue=3, assignee=wquillon", ("mlopez", "wquillon")),
            Example("Reviewer: w.quillon\nAuthor: jtrevanion", ("w.quillon", "jtrevanion")),
            Example("owner=platform-team agent=fluentd author: vercel\nassignee: unassigned\nreviewer=none"),
            Example("def f(owner=parent, agent=None): ...\nagent=curl/8.5 handler=on_click"),
        ),
    }
)
