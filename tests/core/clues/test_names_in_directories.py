"""Names in entries, filters and calendars, in names of files."""

from __future__ import annotations

import base64

import pytest
from found_values import find

NAMES = [
    ("filter (&(sn=Bexley)(givenName=Rosalind))", "txt", ["Bexley", "Rosalind"]),
    ("search cn=Rosalind Bex*", "txt", ["Rosalind Bex"]),
    ("CN=Rosalind\\20Bexley,OU=x", "txt", ["Rosalind\\20Bexley"]),
    ("cn=Rosalind\\2c Bexley,ou=x", "txt", ["Rosalind\\2c Bexley"]),
    (
        "BEGIN:VCALENDAR\nATTENDEE;CN='Ro Bexley':mailto:r@example.org\nEND:VCALENDAR\n",
        "ics",
        ["Ro Bexley"],
    ),
    ("see CV-Rosalind-Bexley-2026.pdf", "txt", ["Rosalind-Bexley"]),
]
NO_NAMES = [
    "(sn=*) (sn=test) (cn=*) cn=Domain*",
    "CN=Web\\20Server,OU=Hosts",
    "see Annual-Report-2026.pdf, Main-Street-Plan.docx, Paris-Guide.pdf",
]


@pytest.mark.parametrize(("text", "form", "names"), NAMES)
def test_names_are_found(text: str, form: str, names: list[str]) -> None:
    assert [value for kind, value in find(text, f"t.{form}") if kind == "NAME"] == names


@pytest.mark.parametrize("text", NO_NAMES)
def test_other_words_stay(text: str) -> None:
    assert not [value for kind, value in find(text) if kind == "NAME"]


def test_an_entry_names_another() -> None:
    text = "dn: cn=x,dc=example\nmanager: uid=rbexley,ou=People\n"
    assert ("USER", "rbexley") in find(text, "t.ldif")


def test_a_packed_note_is_read() -> None:
    note = base64.b64encode(b"Philippa Halloran is her sister").decode()
    card = f"BEGIN:VCARD\nVERSION:2.1\nNOTE;ENCODING=b:{note}\nEND:VCARD\n"
    assert ("NAME", "Philippa Halloran") in find(card, "t.vcf")
