"""Parts of a name in fields of their own inside a field of names: XML, YAML and JSON as text (b.2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.person.name_fields import BARE_PARTS
from shotveil.core.clues.person.name_values import may_be_bare_part
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.clues.person.words import LETTER
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_FIELD: Final = compile_late(
    rf"(?:{BARE_PARTS})(?:>|[\"']?[ \t]?[:=][ \t]?[\"']?)"
    rf"(?P<value>{LETTER}{{2,30}}(?:['’\- ]{LETTER}{{2,30}}){{0,2}})"
    r"(?=[\"']?[ \t\r]*(?:</|[,;}\n\ue000]|$))",
    re.IGNORECASE,
)
_SQL_STRING: Final = compile_late(
    rf"'(?P<value>(?:{LETTER}{{1,20}}\.?,? ){{0,2}}[A-Z][a-z]{{0,2}}''[A-Z]{LETTER}{{1,20}}"
    rf"(?:,? {LETTER}{{1,20}}\.?){{0,3}})'"
)
"""A string with a doubled quote inside a family name: ``'O''Quill, Pat'``."""
_WHO: Final = (
    "name|person|people|customer|patient|author|contact|employee|passenger|travell?er|guest|user|member|client|student"
    "|applicant|candidate|holder|owner|sender|recipient|driver|spouse|guardian|beneficiary|payee|buyer|seller|tenant"
    "|subscriber|attendee|insured|resident|visitor|manager|participant|profile|signer"
)
_NAME_OPEN: Final = compile_late(
    rf"(?:{_WHO})s?(?:(?:[ ][^<>\n]{{0,40}})?>|[\"']?[ \t]?[:=][ \t]{{0,4}}\{{?)\s{{0,40}}(?:- )?"
    rf"(?:<?[\"']?(?:{BARE_PARTS}|title|prefix)[\"'>:= ][^\n<]{{0,60}}(?:</\w{{1,20}}>)?[,\s]{{0,40}}){{0,4}}"
    r"<?[\"']?\Z",
    re.IGNORECASE,
)
_BEFORE: Final = 240


def find_nested_names(context: Context) -> Iterable[Candidate]:
    """``<Name><First>…``, ``name:`` with ``first: …`` below it: the outer field says whose part it is."""
    for match in context.scan(_FIELD):
        start = match.start()
        if not _NAME_OPEN.search(context.text, max(0, start - _BEFORE), start):
            continue
        if may_be_bare_part(match["value"]):
            yield propose_words(context, "NAME", *match.span("value"), "person.nested", 0.7, source="label")


def find_sql_names(context: Context) -> Iterable[Candidate]:
    """Names in strings of SQL, which doubles the sign inside them."""
    for match in context.scan(_SQL_STRING):
        yield propose_words(context, "NAME", *match.span("value"), "person.sql", 0.65)


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        "person.nested": Rule(find_nested_names, needs=(rf"(?:{BARE_PARTS})[\"']?[ \t]?[>:=]",)),
        "person.sql": Rule(find_sql_names, written=(r"[A-Z][a-z]{0,2}''[A-Z]",)),
    }
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "person.nested": (
            Example("<Name><First>Tamsin</First><Last>Wren</Last></Name>", ("Tamsin", "Wren")),
            Example("name:\n  first: Ilse\n  last: Brook\n", ("Ilse", "Brook")),
            Example('<person id="p1"><first>Ilse</first><last>Brook</last></person>', ("Ilse", "Brook")),
            Example('{"patient": {"given": "Ilse", "family": "Brook"}}', ("Ilse", "Brook")),
            Example("names:\n  - first: maya\n    last: Lorne", ("maya", "Lorne")),
            Example("sort:\n  first: Ascending\nlast: Page\n<Page><First>Intro</First></Page>", ()),
            Example("user manual:\n  first: Restart\n", ()),
        ),
        "person.sql": (
            Example("VALUES (3, 'O''Quill, Pat', 'Tamsin D''Arcy')", ("O''Quill, Pat", "Tamsin D''Arcy")),
            Example("VALUES ('Don''t stop', 'It''s', 'You''Re ')", ()),
        ),
    }
)
