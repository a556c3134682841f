"""Names, addresses and phone numbers that a web address carries (``?name=Hina%20Quill&postcode=BW1+4TT``)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final
from urllib.parse import unquote_plus

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.labels.fields import kinds_of_field
from shotveil.core.clues.person.name_fields import asks_part, asks_person
from shotveil.core.clues.person.name_values import may_be_part, may_be_whole
from shotveil.core.clues.person.place_surnames import ends_in_surname
from shotveil.core.clues.person.words import read_word
from shotveil.core.clues.proposal import propose
from shotveil.core.parse.name_zh import load_surnames
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_NAME_PAIR: Final = compile_late(
    r"[?&](?P<key>[A-Za-z][A-Za-z_.\-]{0,24})=(?P<value>[A-Za-z%+.'’\-0-9]{3,160}"
    r"(?:(?: [A-Za-z][A-Za-z.'’\-]{0,30}){1,3}(?=&| HTTP/))?)(?![^&\s\"'<>#()\ue000])"
)
_HAN_NAME: Final = compile_late("[\u4e00-\u9fff]{2,4}")
_PAIR: Final = compile_late(
    r"[?&](?P<key>[A-Za-z][A-Za-z_\-]{1,24}[0-9]?)="
    r"(?P<value>(?=[^&\s]{0,60}(?:\+|%[0-9A-Fa-f]{2}))[^&\s\"'<>#()\ue000]{3,160}"
    r"|[^&\s\"'<>#()\ue000]{1,40}(?: [^&\s\"'<>#()\ue000]{1,40}){1,6}(?=&| HTTP/))"
)
_ADDRESS: Final = compile_late(r"(?=[^0-9]{0,40}[0-9])(?=[0-9 ,.-]{0,20}[^\W\d_])[\w '’.,/#\-]{5,120}")
_ZIP: Final = compile_late(r"[0-9]{5}[ -]?[0-9]{4}")
_PHONE: Final = compile_late(r"\+? ?(?:[ ().\-]{0,2}[0-9]){7,15}")


def find_query_names(context: Context) -> Iterable[Candidate]:
    """Names that a web address carries (``?name=Hina%20Quill&…``); full names whatever the key is."""
    for match in context.scan(_NAME_PAIR):
        if _may_be_name(match["key"], unquote_plus(match["value"], errors="replace")):
            yield propose(context, "NAME", *match.span("value"), "person.query", tier="soft", source="label")


def _may_be_name(key: str, value: str) -> bool:
    if asks_part(key) and "name" in key.lower():
        return may_be_part(value) or _is_han_name(value)
    if not asks_person(key):
        return " " in value and may_be_whole(value, told=False)
    words = [read_word(part, 0, len(part)) for part in value.split()]
    return (
        _is_han_name(value)
        or ends_in_surname(words, only_person=False)
        or may_be_whole(value, told=True, small=True)
    )


def _is_han_name(value: str) -> bool:
    return bool(_HAN_NAME.fullmatch(value)) and any(head in load_surnames() for head in (value[0], value[:2]))


def find_query_values(context: Context) -> Iterable[Candidate]:
    """Values of parameters named after an address or a phone, read with their blanks and signs."""
    for match in context.scan(_PAIR):
        kinds = kinds_of_field(match["key"].rstrip("0123456789"))
        value = unquote_plus(match["value"], errors="replace").strip()
        if "ADDR" in kinds and (_ADDRESS.fullmatch(value) or _ZIP.fullmatch(value)):
            kind = "ADDR"
        elif "PHONE" in kinds and _PHONE.fullmatch(value):
            kind = "PHONE"
        else:
            continue
        found = propose(context, kind, *match.span("value"), "query.value", tier="soft", source="label")
        yield replace(found, text=value)


RULES: Final[dict[str, Rule]] = {
    "person.query": Rule(find_query_names, (r"[?&][a-z][a-z_.\-]{0,24}=[a-z%]",)),
    "query.value": Rule(find_query_values, (r"[?&][a-z][a-z_\-]{1,24}[0-9]?=[^&\n]*[+% ]",)),
}

EXAMPLES: Final[dict[str, tuple[Example, ...]]] = {
    "person.query": (
        Example("GET /x?name=Hina%20Patel&a=1, /y?first_name=Tamsin", ("Hina%20Patel", "Tamsin")),
        Example("/q?customer=%E7%8E%8B%E4%BD%B3%E6%80%A1", ("%E7%8E%8B%E4%BD%B3%E6%80%A1",)),
        Example(
            "/s?n=Rosalind%20Patel&last_name=Sky&ATTENDEE=hina%20patel",
            ("Rosalind%20Patel", "Sky", "hina%20patel"),
        ),
        Example("/q?name=Blue%20Shirt&filename=Anna.txt&name=size&q=Jordan+Shoes&first=Sky&last_name=null"),
    ),
    "query.value": (
        Example("GET /b?postcode=BW1+4TT HTTP/1.1", ("BW1+4TT",)),
        Example(
            "/f?x=1&address=4%20Weir+Cottages&phone=%2B1+415+555+0132",
            ("4%20Weir+Cottages", "%2B1+415+555+0132"),
        ),
        Example("/s?q=blue+shirt+44&sort=price+up&address=any+where&phone=none+yet&zip=all+of"),
    ),
}
