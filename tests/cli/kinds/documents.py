"""Documents and settings with values in odd places and encodings, and files that are not quite whole."""

from __future__ import annotations

import base64
import random
from collections.abc import Iterator
from urllib.parse import quote

from kinds.people import Person, Sample, dump, make_chinese, make_person


def make_samples(chance: random.Random) -> Iterator[Sample]:
    """Every kind once a person."""
    for maker in (_xml, _yaml, _settings, _tables, _encoded, _odd):
        for number, person in enumerate((make_person(chance), make_chinese(chance))):
            yield from maker(chance, person, number)


def _gone(person: Person) -> tuple[str, ...]:
    return person.name, person.email, person.phone


def _xml(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    hidden = "".join(f"&#{ord(char)};" for char in person.email)
    xml = (
        f'<?xml version="1.0"?>\n<!DOCTYPE o [<!ENTITY who "{person.name}">]>\n<o xmlns:a="urn:example:a" a:by="{person.email}">\n'
        f"<!-- ask {person.name} -->\n<note><![CDATA[call <b>{person.phone}</b> & wait]]></note>\n<mail>{hidden}</mail><x/></o>\n"
    )
    yield Sample(f"entities_{number}.xml", xml.encode(), (*_gone(person), hidden), ("urn:example:a",), "text")


def _yaml(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    yaml = (
        f"--- # first\nowner: &who\n  name: '{person.name}'\n  mail: \"{person.email}\"\nbilling: *who\nnote: >-\n  Call {person.name}\n  at {person.phone}\n"
        f"list: [{person.email}, ok]\npassword: !vault |\n  Tr0ub4dor&3xyz\n---\n? {person.email}\n: admin\n...\n"
    )
    yield Sample(
        f"documents_{number}.yml",
        yaml.encode(),
        (*_gone(person), "Tr0ub4dor&3xyz"),
        ("&who", "*who", "--- # first"),
        "text",
    )


def _settings(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    env = f"# of {person.name}\nexport OWNER_EMAIL='{person.email}'\nDB_PASSWORD=\"p#ss w0rd-9q\"\nAPI_KEY={person.key}\nEMPTY=\nURL=postgres://{person.user}:s3cretPw9@db.example.com:5432/x?sslmode=require\n"
    toml = f'title = "x"\n[owner]\nname = "{person.name}"\ndob = 1979-05-27T07:32:00Z\nbio = """\nwrite to\n{person.email}"""\n[[keys]]\ntoken = \'{person.key}\'\n"mail to" = "{person.phone}"\n'
    yield Sample(
        f"prod_{number}.env",
        env.encode(),
        (person.name, person.email, person.key, "s3cretPw9", "w0rd-9q"),
        ("sslmode=require", "EMPTY="),
        "text",
    )
    yield Sample(f"more_{number}.toml", toml.encode(), (*_gone(person), person.key), ("[[keys]]",), "toml")


def _tables(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    rows = f'\ufeff"id";"Full name";"Mail";"Note"\r\n"1";"{person.name}";"{person.email}";"say ""hi"" to {person.name};\r\n{person.phone}"\r\n"2";"";"";""\r\n'
    ragged = f"id\tname\tphone\n1\t{person.name}\t{person.phone}\textra\n2\n\n3\t{person.name}\n"
    yield Sample(f"bom_{number}.csv", rows.encode(), _gone(person), ('"2";"";"";""',), "text")
    yield Sample(f"ragged_{number}.tsv", ragged.encode(), (person.name, person.phone), ("extra",), "rowstab")


def _encoded(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    twice = quote(quote(person.name))
    keys = {person.email: {"n": 1}, f"user:{person.name}": True, "by_phone": {person.phone: [1, 2.5]}}
    data = {"u": f"https://x.example.com/?who={twice}", "j": dump(dump({"a": person.name})), "b": base64.b64encode(f"to {person.email}, {person.email}".encode()).decode(),
            "d": "data:text/plain;base64," + base64.b64encode(f"for {person.name} at {person.phone}".encode()).decode(), "k": keys,
            "h": "".join(f"&#x{ord(char):x};" for char in person.name), "m": f"{person.name} {person.email} {person.phone}"}  # fmt: skip
    gone = (*_gone(person), twice, data["b"], data["h"])
    yield Sample(
        f"encoded_{number}.json",
        dump(data, separators=(",", ":")).encode(),
        gone,
        ("https://x.example.com/",),
        "json",
    )


def _odd(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    row = dump({"name": person.name, "email": person.email})
    whole = _gone(person)[:2]
    yield Sample(
        f"repeated_{number}.json",
        f'{{"name":"{person.name}","name":"{person.name}","v":NaN,"w":-Infinity,"n":{10**40}.50,"e":1E+400}}'.encode(),
        whole[:1],
        (),
        "text",
        broken=True,
    )
    yield Sample(
        f"surrogate_{number}.json",
        f'{{"name":"{person.name}","x":"\\ud83d","y":"\\udc00\\ud800 {person.email}"}}'.encode(),
        whole,
        ("\\ud83d",),
        "text",
        broken=True,
    )
    yield Sample(
        f"middle_{number}.jsonl",
        f'{row}\n{{"name": "{person.name}", "ema\n{row}\n'.encode(),
        whole,
        (),
        "text",
        broken=True,
    )
    yield Sample(
        f"bom_inside_{number}.jsonl", f"{row}\n\ufeff{row}\n".encode(), whole, (), "text", broken=True
    )
    yield Sample(
        f"cr_only_{number}.txt",
        f"from {person.name}\rmail {person.email}\rend".encode(),
        whole,
        ("end",),
        "text",
    )
    yield Sample(f"mixed_ends_{number}.jsonl", f"{row}\r\n{row}\n\r\n{row}".encode(), whole, (), "text")
    yield Sample(
        f"half_{number}.zip", b"PK\x03\x04" + person.name.encode() * 9, whole[:1], (), "zip", broken=True
    )
    cut = f'{{"version": 2, "width": 80, "height": 24}}\n[0.1, "o", "mail {person.email}"]\n[0.2, "o", "{person.name}'
    yield Sample(f"half_{number}.cast", cut.encode(), whole, (), "text", broken=True)
    yield Sample(
        f"half_{number}.har",
        f'{{"log": {{"version": "1.2", "entries": [{{"request": {{"url": "x", "c": "{person.email}"'.encode(),
        whole[1:],
        (),
        "text",
        broken=True,
    )
    two = (
        person.name.encode("gb18030" if not person.name.isascii() else "latin-1")
        + b" \xe9\xff\n"
        + f"{person.email}\n".encode()
    )
    yield Sample(f"two_encodings_{number}.txt", two, whole[1:], (), "text", broken=True)
