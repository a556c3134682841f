"""Addresses and phone numbers that a web address carries with its blanks encoded (``?postcode=BW1+4TT``)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final
from urllib.parse import unquote_plus

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.labels.fields import kinds_of_field
from shotveil.core.clues.proposal import propose
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_PAIR: Final = compile_late(
    r"[?&](?P<key>[A-Za-z][A-Za-z_\-]{1,24}[0-9]?)="
    r"(?P<value>(?=[^&\s]{0,60}(?:\+|%[0-9A-Fa-f]{2}))[^&\s\"'<>#()\ue000]{3,160}"
    r"|[^&\s\"'<>#()\ue000]{1,40}(?: [^&\s\"'<>#()\ue000]{1,40}){1,6}(?=&| HTTP/))"
)
_ADDRESS: Final = compile_late(r"(?=[^0-9]{0,40}[0-9])(?=[0-9 ,.-]{0,20}[^\W\d_])[\w '’.,/#\-]{5,120}")
_ZIP: Final = compile_late(r"[0-9]{5}[ -]?[0-9]{4}")
_PHONE: Final = compile_late(r"\+? ?(?:[ ().\-]{0,2}[0-9]){7,15}")


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
    "query.value": Rule(find_query_values, (r"[?&][a-z][a-z_\-]{1,24}[0-9]?=[^&\n]*[+% ]",)),
}

EXAMPLES: Final[dict[str, tuple[Example, ...]]] = {
    "query.value": (
        Example("GET /b?postcode=BW1+4TT HTTP/1.1", ("BW1+4TT",)),
        Example(
            "/f?x=1&address=4%20Weir+Cottages&phone=%2B1+415+555+0132",
            ("4%20Weir+Cottages", "%2B1+415+555+0132"),
        ),
        Example("/s?q=blue+shirt+44&sort=price+up&address=any+where&phone=none+yet&zip=all+of"),
    ),
}
