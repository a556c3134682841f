"""Address cards, calendars and directories: one value a property, whatever its escapes and folds."""

from __future__ import annotations

import base64
import json

import pytest
from rewriting import fields, read, rewrite, texts

from shotveil.core.sources.formats import detect_format

NAME = "Ines Okafor"


def pack(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def test_folded_lines_are_one() -> None:
    raw = "BEGIN:VCARD\r\nNOTE:mail ines.oka\r\n for@example.com\r\nFN:Ines\r\n  Okafor\r\nEND:VCARD\r\n"
    document = read(raw, "vcard")
    assert rewrite(document, "ines.okafor@example.com", NAME) == (
        "BEGIN:VCARD\r\nNOTE:mail [[NAME#1]]\r\nFN:[[NAME#2]]\r\nEND:VCARD\r\n"
    )
    assert rewrite(document, "mail") == raw.replace("mail", "[[NAME#1]]")


@pytest.mark.parametrize(
    ("line", "text", "field", "released"),
    [
        ("N:Okafor;Ines;;Dr.;", NAME, "full name", "N:;[[NAME#1]];;Dr.;"),
        ("N:林;书砚;;;", "林书砚", "full name", "N:[[NAME#1]];;;;"),
        ("N:林书砚;;;;", "林书砚", "full name", "N:[[NAME#1]];;;;"),
        ("item1.FN;CHARSET=UTF-8:Ines Okafor", NAME, "full name", "item1.FN;CHARSET=UTF-8:[[NAME#1]]"),
        (
            "ADR;TYPE=HOME:;Unit 7C;418 Larkspur Avenue;Portland;OR;97205;USA",
            "418 Larkspur Avenue, Unit 7C, Portland, OR 97205, USA",
            "address",
            "ADR;TYPE=HOME:;;[[NAME#1]];;;;",
        ),
        (
            "ADR:;;文三路478号;杭州市;浙江省;310000;",
            "浙江省杭州市文三路478号310000",
            "address",
            "ADR:;;;;[[NAME#1]];;",
        ),
        (
            "LABEL:418 Larkspur Avenue\\nPortland\\, OR 97205",
            "418 Larkspur Avenue\nPortland, OR 97205",
            "address",
            "LABEL:[[NAME#1]]",
        ),
        ("LOCATION:Okafor\\; Sons\\, yard", "Okafor; Sons, yard", "address", "LOCATION:[[NAME#1]]"),
        (
            'ATTENDEE;CN="Okafor, Ines":mailto:x',
            "Okafor, Ines",
            "full name",
            'ATTENDEE;CN="[[NAME#1]]":mailto:x',
        ),
        ("ORGANIZER;CN=Ines Okafor;ROLE=CHAIR:x", NAME, "full name", "ORGANIZER;CN=[[NAME#1]];ROLE=CHAIR:x"),
        (
            "FN;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:=E6=9E=97=E4=\r\n=B9=A6=E7=A0=9A",
            "林书砚",
            "full name",
            "FN;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:[[NAME#1]]",
        ),
    ],
)
def test_a_property_is_read_as_it_is_meant(line: str, text: str, field: str, released: str) -> None:
    document = read(f"BEGIN:VCARD\r\n{line}\r\nEND:VCARD\r\n", "vcard")
    assert fields(document)[text][-1] == field
    assert rewrite(document, text) == f"BEGIN:VCARD\r\n{released}\r\nEND:VCARD\r\n"


def test_what_programs_match_is_no_view() -> None:
    raw = (
        "BEGIN:VCALENDAR\nPRODID:-//Example//EN\nUID:20260101T100000Z-771@example.com\nDTSTART;TZID=Europe/Oslo:"
        "20260103T090000\nRRULE:FREQ=DAILY\nUID:ines.okafor@example.com\nEND:VCALENDAR\n"
    )
    assert texts(read(raw, "icalendar")) == ["ines.okafor@example.com"]


def test_a_directory_is_read_attribute_by_attribute() -> None:
    raw = (
        "version: 1\n\n# made for Ines Okafor\ndn: cn=Okafor\\, Ines+uid=io,ou=People,dc=example,dc=com\n"
        f"objectClass: person\ncn: {NAME}\nuid: iokafor\ndescription: a long\n  line\nsn:: {pack('Okafor é')}\n"
        "homePostalAddress: 418 Larkspur Avenue $ Portland $ OR 97205\nuserPassword:: "
        + pack("pa55")
        + "\n-\n"
    )
    document = read(raw, "ldif")
    got = fields(document)
    assert got["Okafor, Ines"] == got[NAME] == ("full name",)
    assert got["Okafor é"] == ("family name",)
    assert got["pa55"] == ("password",)
    assert got["iokafor"] == ("username",)
    assert got["418 Larkspur Avenue \n Portland \n OR 97205"] == ("address",)
    assert "a long line" in got
    assert "person" not in got
    released = rewrite(document, "Okafor é", "a long line", "Okafor, Ines")
    assert f"sn:: {pack('[[NAME#1]]')}\n" in released
    assert "description: [[NAME#2]]\n" in released
    assert "dn: cn=[[NAME#3]]+uid=io,ou" in released


@pytest.mark.parametrize("raw", ["BEGIN:VCARD\nFN\n:::\nEMAIL;:x\n", "dn:: %%%\ncn:: é\n:\n", "dn: x\n\n\n"])
def test_broken_lines_are_read_as_they_stand(raw: str) -> None:
    document = read(raw, "ldif" if raw.startswith("dn") else "vcard")
    assert rewrite(document, "Q") == raw


def test_the_kinds_are_told_by_their_beginning() -> None:
    assert detect_format(b"BEGIN:VCARD\r\n", "a.vcf") == "vcard"
    assert detect_format(b"\nBEGIN:VCALENDAR\n", "-") == "icalendar"
    assert detect_format(b"# export\nversion: 1\n\ndn: cn=x,dc=y\n", "a.ldif") == "ldif"
    assert detect_format(b"dn: cn=x,dc=y\ncn: x\n", "a.txt") == "ldif"
    assert detect_format(b"BEGIN: a tale\n", "-") == "text"
    assert detect_format(b"version: 1\nnote: dn: x\n", "a.yaml") == "text"


def test_cards_and_entries_inside_json_are_read_as_such() -> None:
    card = "BEGIN:VCALENDAR\r\nUID:a1\r\nLOCATION:88 Quarry Lane\\, Apt\r\n  6\\, Dayton\r\nEND:VCALENDAR\r\n"
    entry = "dn: cn=Tove Lindqvist,ou=People,dc=example\nstreet: 88 Quarry Lane\n"
    document = read(json.dumps({"ics": card, "note": "dn: none", "ldif": entry}), "json")
    assert fields(document)["88 Quarry Lane, Apt 6, Dayton"] == ("address",)
    assert fields(document)["Tove Lindqvist"] == ("full name",)
    released = json.loads(rewrite(document, "88 Quarry Lane, Apt 6, Dayton", "Tove Lindqvist"))
    assert "LOCATION:[[NAME#1]]\r\nEND" in released["ics"]
    assert released["ldif"].startswith("dn: cn=[[NAME#2]],ou=People")
