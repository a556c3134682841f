"""Tables, settings, logs, mails and odd encodings."""

from __future__ import annotations

import csv
import io
import json
import random
from collections.abc import Iterator
from email.message import EmailMessage
from email.policy import SMTP, EmailPolicy

from kinds.people import Person, Sample, dump, lines, make_chinese, make_person


def make_samples(chance: random.Random) -> Iterator[Sample]:
    """Every kind once or more, with fresh people."""
    for maker in (_tables, _settings, _markup, _logs, _mails, _odd_json, _encodings, _broken):
        for number, person in enumerate((make_person(chance), make_chinese(chance), make_person(chance))):
            yield from maker(chance, person, number)


def _gone(person: Person) -> tuple[str, ...]:
    return person.name, person.phone, person.email


def _tables(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    other = make_person(chance)
    zh = not person.given.isascii()
    head = ["订单号", "姓名", "手机号", "邮箱", "地址", "金额"] if zh else [
        "order_id", "full_name", "phone", "email", "address", "total"
    ]  # fmt: skip
    rows = [
        ["A-10021", person.name, person.phone, person.email, person.street, "120.50"],
        ["A-10022", other.name, other.phone, other.email, f'{other.street} "rear"', "88.00"],
    ]
    gone = (*_gone(person), *_gone(other), person.street)
    for style, options in {
        "comma": {},
        "semicolon": {"delimiter": ";"},
        "pipe": {"delimiter": "|"},
        "quoted": {"quoting": csv.QUOTE_ALL, "lineterminator": "\n"},
        "tab": {"delimiter": "\t"},
    }.items():
        out = io.StringIO()
        csv.writer(out, **options).writerows([head, *rows])  # type: ignore[arg-type]
        name = f"table_{style}_{number}." + ("tsv" if style == "tab" else "csv")
        yield Sample(name, out.getvalue().encode(), gone, ("120.50", "88.00", head[0]), f"rows{style}")
    notes = (
        f'id,name,note\n7,{person.name},"two\nlines, {person.email}"\n8,,"{{""phone"": ""{person.phone}""}}"'
    )
    yield Sample(f"table_notes_{number}.csv", notes.encode(), _gone(person), ("id,name,note",), "rowscomma")
    table = f"| Name | Phone | E-mail |\n|:--|--:|---|\n| {person.name} | {person.phone} | {person.email} |\n"
    yield Sample(f"table_{number}.md", f"# Contacts\n\n{table}".encode(), _gone(person), ("|:--|--:|---|",))


def _settings(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    gone = (*_gone(person), person.key)
    yaml = (
        f"# owner\nowner:\n  name: {person.name}\n  email: {person.email}\n  phone: '{person.phone}'\n"
        f"token: {person.key}\nreplicas: 3\nimage: nginx:1.25.3\nlist:\n  - {person.email}\n  - &a b\n  - *a\n"
    )
    yield Sample(
        f"settings_{number}.yaml", yaml.encode(), gone, ("replicas: 3", "image: nginx:1.25.3", "- *a")
    )
    toml = (
        f'title = "Service"\n[owner]\nname = "{person.name}"\nemail = "{person.email}"\nphone = "{person.phone}"\n'
        f'[api]\nkey = "{person.key}"\nsince = 1979-05-27T07:32:00Z\nports = [ 8000, 8001 ]\n'
    )
    yield Sample(
        f"settings_{number}.toml", toml.encode(), gone, ("1979-05-27T07:32:00Z", "[ 8000, 8001 ]"), "toml"
    )
    ini = f"[owner]\nname = {person.name}\nemail={person.email}\n; note\nphone : {person.phone}\n[api]\nkey={person.key}\n"
    yield Sample(f"settings_{number}.ini", ini.encode(), gone, ("; note", "[api]"), "ini")
    env = (
        f"# local\nexport API_TOKEN={person.key}\nADMIN_EMAIL='{person.email}'\nADMIN_PHONE=\"{person.phone}\"\n"
        "DEBUG=true\nPORT=8080\n"
    )
    yield Sample(
        f".env.{number}", env.encode(), (person.key, person.email, person.phone), ("DEBUG=true", "PORT=8080")
    )


def _markup(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    xml = (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<orders xmlns="urn:example:orders">\n  <!-- by {person.name} -->\n'
        f'  <order id="A-10021" contact="{person.email}"><name>{person.name}</name><phone>{person.phone}</phone>'
        f"<note><![CDATA[call {person.phone} & ask]]></note></order>\n</orders>"
    )
    yield Sample(
        f"orders_{number}.xml", xml.encode(), _gone(person), ('id="A-10021"', "urn:example:orders"), "tags"
    )
    text = f"# Notes\n\nContact: **{person.name}** — <{person.email}>, `{person.phone}`\n\n```sh\ncurl -u a:b x\n```\n"
    yield Sample(f"notes_{number}.md", text.encode(), _gone(person), ("# Notes", "```sh"))


def _logs(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    log = (
        f"2024-05-01T10:00:00.120Z INFO [req-7f3a] user.login email={person.email} ip=203.0.113.9\n"
        f'2024-05-01 10:00:01,120 ERROR app.mail: cannot send to "{person.name}" <{person.email}>, tel {person.phone}\n'
        '203.0.113.9 - - [01/May/2024:10:00:02 +0000] "GET /v1/items?page=2 HTTP/1.1" 200 512\n'
        f'level=info msg="sms sent" phone={person.phone.replace(" ", "")} attempt=2\n'
    )
    gone = (person.email, person.name, person.phone, person.phone.replace(" ", ""))
    keep = ("2024-05-01T10:00:00.120Z", "[req-7f3a]", "/v1/items?page=2", "attempt=2")
    yield Sample(f"app_{number}.log", log.encode(), gone, keep)
    rows = [
        {"@timestamp": "2024-05-01T10:00:00.120Z", "level": "info", "trace.id": "4bf92f3577b34da6a3ce929d0e0e4736",
         "message": f"mail to {person.email}", "user": {"full_name": person.name, "phone": person.phone}},
    ]  # fmt: skip
    keep = ("4bf92f3577b34da6a3ce929d0e0e4736", "2024-05-01T10:00:00.120Z")
    yield Sample(f"service_{number}.log", lines(rows), _gone(person), keep, "lines")
    commented = b"# exported 2024-05-01\n// second form\n\n" + lines(rows)
    yield Sample(f"commented_{number}.ndjson", commented, _gone(person), keep)


def _mails(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    message = EmailMessage(policy=EmailPolicy(utf8=False, linesep="\n"))
    message["From"] = f'"{person.name}" <{person.email}>'
    message["To"] = "Helpdesk <helpdesk@example.org>"
    message["Subject"] = f"Address of {person.name}" if person.given.isascii() else f"{person.name}的地址"
    message["Message-ID"] = "<20240301.11c2@mail.example.org>"
    said = f"Dear all, please send the parcel to {person.name}, {person.street}, and ring {person.phone} before noon."
    encoding = ("quoted-printable", "quoted-printable", "base64")[number]
    message.set_content(said + "\nGrüße — " + person.name + "\n", cte=encoding)
    message.add_alternative(
        f"<p>Send it to <b>{person.name}</b>, tel. {person.phone}</p>", subtype="html", cte=encoding
    )
    gone = (person.name, person.phone, person.email)
    keep = ("Content-Transfer-Encoding: " + encoding, "multipart/alternative")
    yield Sample(f"mail_{number}.eml", message.as_bytes(), gone, keep, "mail")
    yield Sample(f"mail_crlf_{number}.eml", message.as_bytes(policy=SMTP), gone, keep, "mail")


def _odd_json(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    inner = dump({"phone": person.phone, "deep": dump({"email": person.email})})
    text = (
        f'{{"a": 1, "name": "{person.name}", "name": "{person.name} again", "big": 123456789012345678901234567890,'
        f' "e": 1.50E+02, "neg": -0.0, "sur": "\\ud83d x \\udc00", "nan": NaN, "esc": "tab\\t\\/\\u0041",'
        f' "mail": "{person.email}", "inner": {json.dumps(inner)}}}'
    )
    keep = ("123456789012345678901234567890", "1.50E+02", "-0.0", "\\ud83d x \\udc00", "NaN", "\\/\\u0041")
    yield Sample(f"odd_{number}.json", text.encode(), _gone(person), keep)
    deep = "[" * 400 + json.dumps(f"write to {person.email}") + "]" * 400
    yield Sample(f"deep_{number}.json", deep.encode(), (person.email,), (), "json")
    if number == 0:
        long = dump({"blob": "the cat sat on the mat " * 20_000 + person.email, "after": "stays"})
        yield Sample("long_string.json", long.encode(), (person.email,), ("stays",), "json")
        yield Sample("empty.json", b"", (), ())
        yield Sample("blank.jsonl", b"\n\n", (), ())
        yield Sample("empty.csv", b"", (), ())
        yield Sample("only_bom.json", b"\xef\xbb\xbf", (), ())
        yield Sample("scalar.json", json.dumps(f"mail {person.email}").encode(), (person.email,), (), "json")
        deeper = "[" * 5_000 + json.dumps(f"write to {person.email}") + "]" * 5_000
        yield Sample("deeper.json", deeper.encode(), (person.email,), (), "text", broken=True)
    escaped = json.dumps({"name": person.name, "text": f"{person.email} / {person.phone}"}, ensure_ascii=True)
    gone = (*_gone(person), json.dumps(person.name)[1:-1])
    yield Sample(f"escaped_{number}.json", escaped.encode(), gone, (), "json")


def _encodings(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    value = dump({"name": person.name, "email": person.email, "phone": person.phone, "备注": "无"}, indent=1)
    table = f"姓名,电话,邮箱\n{person.name},{person.phone},{person.email}\n"
    for encoding in ("utf-8-sig", "utf-16", "gb18030", "utf-16-be"):
        yield Sample(f"{encoding}_{number}.json", value.encode(encoding), _gone(person), (), "json")
        yield Sample(f"{encoding}_{number}.csv", table.replace("\n", "\r\n").encode(encoding), _gone(person))
    note = f"Menü für {person.name} <{person.email}>: Müsli, Käse\n"
    if person.given.isascii():
        yield Sample(
            f"latin_{number}.txt", note.encode("cp1252"), (person.name, person.email), ("Müsli, Käse",)
        )


def _broken(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    rows = lines([{"text": f"mail {person.email}"}, {"text": f"call {person.phone}"}])
    yield Sample(f"cut_{number}.jsonl", rows[:-9], _gone(person)[1:], (), "text", True)
    yield Sample(f"cut_{number}.json", dump({"text": person.email, "b": [1, 2]}).encode()[:-4], _gone(person)[1:], (),
                 "text", True)  # fmt: skip
    yield Sample(
        f"nul_{number}.txt", f"mail {person.email}\0\0 end\n".encode(), (person.email,), (), "text", True
    )
    mixed = f"mail {person.email}\n".encode() + b"caf\xe9 \xff\xfe\x81\n"
    yield Sample(f"mixed_{number}.txt", mixed, (person.email,), (), "text", True)
    yield Sample(
        f"cut_{number}.xml", f"<a><b>{person.email}</b><c".encode(), (person.email,), (), "text", True
    )
    yield Sample(
        f"cut_{number}.csv", f'a,b\n"open {person.email}\nx'.encode(), (person.email,), (), "text", True
    )
    yield Sample(f"cut_{number}.vtt", f"WEBVTT\n\n00:01.000 --> \n{person.email}".encode(), (person.email,), (),
                 "text", True)  # fmt: skip
