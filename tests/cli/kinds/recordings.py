"""Recordings and exports in the forms of other producers and later versions."""

from __future__ import annotations

import base64
import io
import json
import random
import zipfile
from collections.abc import Iterator
from hashlib import sha1
from typing import Any
from urllib.parse import quote, quote_plus

from kinds.people import Person, Sample, dump, lines, make_chinese, make_person, uuid_of


def make_samples(chance: random.Random) -> Iterator[Sample]:
    """Every producer once a person."""
    for maker in (_casts, _firefox, _trace, _captions, _slack, _telegram, _whatsapp, _signal, _trees):
        for number, person in enumerate((make_person(chance), make_chinese(chance))):
            yield from maker(chance, person, number)


def _gone(person: Person) -> tuple[str, ...]:
    return person.name, person.email, person.phone


def _casts(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    typed = [[0.1, "i", char] for char in f"mail {person.email}\r"]
    shown = [[0.1, "o", char] for char in f"mail {person.email}\r\n"]
    events: list[list[Any]] = [event for pair in zip(typed, shown, strict=False) for event in pair]
    events += [
        [0.5, "r", "100x30"],
        [0.2, "m", f"Call {person.name}"],
        [0.2, "o", f"\u001b[32m{person.name}\u001b[0m\r\n"],
    ]
    events += [
        [0.3, "o", f"\u001b]0;{person.user}@box\u0007To {person.phone[:6]}"],
        [0.3, "o", f"{person.phone[6:]}\r\n"],
        [0.1, "x", "0"],
    ]
    head = {
        "version": 3,
        "term": {"cols": 100, "rows": 30, "type": "xterm-256color"},
        "timestamp": 1740000000,
        "title": f"For {person.name}",
    }
    data = lines([head]) + b"# a comment line\n" + lines(events)
    yield Sample(
        f"typed_{number}.cast", data, (person.name, person.email), ("xterm-256color", "100x30"), "text"
    )
    old = {
        "version": 2,
        "width": 80,
        "height": 24,
        "env": {"SHELL": "/bin/zsh", "TERM": "xterm"},
        "command": f"ssh {person.user}@host.example.com",
    }
    rest = [[0.1, "o", f"{person.name} \b\b \r\n"], [0.2, "m", ""], [0.4, "o", f"Tel. {person.phone}\r\n"]]
    yield Sample(
        f"old_{number}.cast", lines([old, *rest]), (person.name, person.phone), ("/bin/zsh",), "cast"
    )


def _firefox(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    form = f"name={quote_plus(person.name)}&mail={quote_plus(person.email)}&go=1"
    body = base64.b64encode(
        dump({"ok": True, "owner": {"name": person.name, "phone": person.phone}}).encode()
    ).decode()
    part = f'--xx\r\nContent-Disposition: form-data; name="full_name"\r\n\r\n{person.name}\r\n--xx--\r\n'
    entry = {
        "startedDateTime": "2025-02-03T10:11:12.345+01:00", "time": 41,
        "request": {"method": "POST", "url": f"https://shop.example.com/u?mail={quote(person.email)}&id=77", "httpVersion": "HTTP/2",
            "headers": [{"name": "Cookie", "value": f"sid={person.key}; user={quote(person.name)}"}], "cookies": [],
            "queryString": [{"name": "mail", "value": person.email}, {"name": "id", "value": "77"}],
            "postData": {"mimeType": "application/x-www-form-urlencoded", "params": [{"name": "name", "value": person.name}], "text": form}},
        "response": {"status": 200, "content": {"mimeType": "application/json", "size": 9, "text": body, "encoding": "base64"}},
        "cache": {}, "serverIPAddress": "203.0.113.7", "_securityState": "secure",
        "_webSocketMessages": [{"type": "send", "time": 1740.2, "opcode": 1, "data": dump({"to": person.name, "tel": person.phone})}]}  # fmt: skip
    second = dict(
        entry,
        request={
            "method": "POST",
            "url": "https://shop.example.com/f",
            "headers": [],
            "postData": {"mimeType": "multipart/form-data; boundary=xx", "text": part},
        },
    )
    har = {
        "log": {
            "version": "1.2",
            "creator": {"name": "Firefox", "version": "135.0"},
            "pages": [{"id": "page_1", "title": person.name}],
            "entries": [entry, second],
        }
    }
    gone = (*_gone(person), quote_plus(person.name), quote(person.email), person.key)
    for name, data in (("firefox", dump(har, indent=2)), ("charles", "\ufeff" + json.dumps(har))):
        yield Sample(
            f"{name}_{number}.har",
            data.encode(),
            gone,
            ("2025-02-03T10:11:12.345+01:00",),
            "json" if name == "firefox" else "text",
        )


def _trace(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    page = f"page@{uuid_of(chance).replace('-', '')}"
    body = dump({"customer": person.name, "mail": person.email}).encode()
    name = f"{sha1(body).hexdigest()}.json"
    rows = [
        {"version": 8, "type": "context-options", "origin": "library", "browserName": "chromium", "wallTime": 1740000000000.5, "title": "a.spec.ts:3"},
        {"type": "before", "callId": "call@8", "startTime": 1.5, "class": "Frame", "method": "fill", "params": {"selector": "#name", "value": person.name}, "pageId": page},
        {"type": "log", "callId": "call@8", "time": 1.7, "message": f'fill("{person.email}")'},
        {"type": "frame-snapshot", "snapshot": {"callId": "call@8", "pageId": page, "html": ["HTML", {}, ["BODY", {}, ["P", {"title": person.phone}, "To ", ["B", {}, person.name]]]], "viewport": {"width": 800, "height": 600}}},
        {"type": "console", "messageType": "log", "text": f"saved {person.email}", "args": [{"preview": person.phone, "value": person.phone}]},
        {"type": "screencast-frame", "pageId": page, "sha1": f"{page}-1740000000.31407.jpeg", "width": 800},
        {"type": "after", "callId": "call@8", "endTime": 2.25, "result": {}},
    ]  # fmt: skip
    network = [
        {
            "type": "resource-snapshot",
            "snapshot": {
                "request": {"method": "GET", "url": f"https://a.example.com/?q={quote(person.name)}"},
                "response": {"content": {"mimeType": "application/json", "_sha1": name}},
            },
        }
    ]
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("0-trace.trace", lines(rows))
        archive.writestr("0-trace.network", lines(network))
        archive.writestr(
            "0-trace.stacks", dump({"files": ["/home/ci/a.spec.ts"], "stacks": [[8, [[0, 3, 1, ""]]]]})
        )
        archive.writestr(f"resources/{name}", body)
        archive.writestr(
            "test.trace",
            lines(
                [
                    {"type": "context-options", "version": 8},
                    {"type": "stdout", "timestamp": 2.5, "text": f"hello {person.name}\n"},
                ]
            ),
        )
    yield Sample(
        f"trace8_{number}.zip",
        stream.getvalue(),
        (*_gone(person), quote(person.name)),
        (f"{page}-1740000000.31407.jpeg", name, "call@8"),
        "zip",
    )


def _captions(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    first, last = (
        (person.given, person.family) if person.name.isascii() else (person.name[:-1], person.name[-1])
    )
    sep = " " if person.name.isascii() else ""
    vtt = (
        'WEBVTT - a call\nKind: captions\nLanguage: en\n\nSTYLE\n::cue(v[voice="host"]) { color: lime }\n\n'
        "REGION\nid:left width:40% lines:3\n\nNOTE\nreviewed by the host\n\n"
        f"intro\n00:00.000 --> 00:02.000 region:left align:start\n<v.loud {person.name}>Hello, I am {first}<00:00:01.000>{sep}{last}.</v>\n\n"
        f"00:02.000 --> 00:04.000\n<i>{first}</i>{sep}<b>{last}</b> &amp; friends\n\n"
        f"00:04.000 --> 00:05.000\n- mail {person.email}\n- or {person.phone[:6]}\n\n00:05.000 --> 00:06.000\n{person.phone[6:]}, ok\n"
    )
    srt = (
        f'1\r\n00:00:00,000 --> 00:00:02,500 X1:100 X2:600 Y1:10 Y2:40\r\n{{\\an8}}<font color="#ff0">{person.name}</font>: hello\r\n\r\n'
        f"2\r\n00:00:02,500 --> 00:00:04,000\r\nmail {person.email}\r\nor call {person.phone}\r\n\r\n"
    )
    sbv = f"0:00:00.000,0:00:02.000\n>> {person.name.upper()}: good day\n\n0:00:02.000,0:00:03.100\nit is {person.email}[br]or {person.phone}\n"
    yield Sample(
        f"styled_{number}.vtt",
        vtt.encode(),
        (person.name, person.email),
        ("id:left", '::cue(v[voice="host"])'),
        "cues",
    )
    yield Sample(f"placed_{number}.srt", srt.encode(), _gone(person), ("X1:100",), "cues")
    yield Sample(
        f"upper_{number}.sbv",
        sbv.encode(),
        (person.name.upper(), person.email),
        ("0:00:02.000,0:00:03.100",),
        "cues",
    )


def _slack(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    blocks = [{"type": "rich_text", "block_id": "b1a", "elements": [{"type": "rich_text_section", "elements": [
        {"type": "user", "user_id": "U02AB3CD4"}, {"type": "text", "text": f" met {person.name} "},
        {"type": "link", "url": f"mailto:{person.email}", "text": person.email}]}]}]  # fmt: skip
    rows = [
        {"client_msg_id": uuid_of(chance), "type": "message", "text": f"<@U02AB3CD4> met {person.name} <mailto:{person.email}|{person.email}> &lt;tel&gt; <tel:{quote(person.phone)}|{person.phone}>",
         "user": "U02AB3CD4", "ts": "1707476400.123459", "team": "T0123ABCD", "blocks": blocks, "thread_ts": "1707476400.123459",
         "user_profile": {"real_name": person.name, "display_name": person.given, "name": person.user, "team": "T0123ABCD"},
         "reactions": [{"name": "tada", "users": ["U02AB3CD4"], "count": 1}],
         "files": [{"id": "F06AB12CD", "name": f"{person.name} offer.pdf", "mimetype": "application/pdf"}]},
    ]  # fmt: skip
    keep = ("U02AB3CD4", "1707476400.123459", "T0123ABCD", "F06AB12CD", "tada")
    yield Sample(
        f"slack_more_{number}/general/2024-02-09.json",
        dump(rows, indent=4).encode(),
        _gone(person),
        keep,
        "json",
    )
    channels = [
        {
            "id": "C01",
            "name": "general",
            "created": 1600000000,
            "members": ["U02AB3CD4"],
            "topic": {"value": f"ask {person.name}"},
        }
    ]
    yield Sample(
        f"slack_more_{number}/channels.json",
        dump(channels, indent=4).encode(),
        (person.name,),
        ("C01", "1600000000"),
        "json",
    )


def _telegram(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    text: list[Any] = [
        "Ask ",
        {"type": "mention_name", "text": person.name, "user_id": 77001},
        " or ",
        {"type": "phone", "text": person.phone},
        "",
    ]
    chat = {"name": person.name, "type": "personal_chat", "id": 4815162342, "messages": [
        {"id": 1, "type": "message", "date": "2024-02-09T12:00:00", "date_unixtime": "1707480000", "from": person.name, "from_id": "user77001",
         "text": text, "text_entities": [{"type": "plain", "text": "Ask "}, *[part for part in text if isinstance(part, dict)]]},
        {"id": 2, "type": "service", "actor": person.name, "actor_id": "user77001", "action": "phone_call", "text": "", "contact_information":
            {"first_name": person.given, "last_name": person.family, "phone_number": person.phone}}]}  # fmt: skip
    export = {
        "about": "export",
        "personal_information": {"user_id": 77, "first_name": person.given, "phone_number": person.phone},
        "chats": {"list": [chat]},
    }
    keep = ("user77001", "1707480000", "2024-02-09T12:00:00", "4815162342")
    yield Sample(
        f"telegram_full_{number}.json",
        dump(export, indent=1).encode(),
        (person.name, person.phone),
        keep,
        "json",
    )


def _whatsapp(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    forms = {
        "ios_de": "\u200e[12.03.24, 09:15:33] {who}: \u200e{text}\r\n",
        "android_en": "3/12/24, 9:15\u202fAM - {who}: {text}\n",
        "android_zh": "2024/3/12 上午9:15 - {who}: {text}\n",
        "ios_zh": "[2024/3/12 上午9:15:33] {who}：{text}\n",
    }
    for name, form in forms.items():
        says = (
            f"Mail an {person.email}",
            "<Media omitted>",
            f"zweite Zeile\n{person.phone}",
            "image omitted",
        )
        text = "".join(form.format(who=person.name, text=line) for line in says)
        yield Sample(f"_chat {name} {number}.txt", text.encode(), _gone(person), ("<Media omitted>",), "text")


def _signal(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    source = uuid_of(chance)
    rows = [{"envelope": {"source": person.phone, "sourceNumber": person.phone, "sourceUuid": source, "sourceName": person.name, "timestamp": 1707480000123,
             "dataMessage": {"message": f"Hi from {person.name}", "contacts": [{"name": {"display": person.name, "given": person.given}, "email": [{"value": person.email}]}]}},
             "account": "+15550100"}]  # fmt: skip
    yield Sample(f"signal_cli_{number}.jsonl", lines(rows), _gone(person), (source, "1707480000123"), "lines")


def _trees(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    mac = f"AXApplication 'Mail'\n  AXWindow 'Inbox' (0,0 800x600)\n    AXStaticText value='{person.name}' frame={{{{10, 20}}, {{300, 18}}}}\n    AXTextField value='{person.email}'\n"
    uia = f"window 'Contacts'\n├── Edit - 'Name: {person.name}'    (L1, T2, R300, B40)\n└── Text - '{person.phone}'    (L1, T44, R300, B60)\n"
    bounds = "[0,0][720,64]"
    xml = (
        '<?xml version=\'1.0\' encoding=\'UTF-8\' standalone=\'yes\' ?>\r\n<hierarchy rotation="0"><node index="0" text="" resource-id="com.x:id/name" '
        f'class="android.widget.EditText" content-desc="{person.name}, {person.phone}" password="false" bounds="{bounds}"/>'
        f'<node text="hunter2horse" class="android.widget.EditText" password="true" bounds="{bounds}"/><node text="{person.email} &amp; co" bounds="{bounds}"/></hierarchy>'
    )
    yield Sample(
        f"ax_{number}.txt",
        mac.encode(),
        (person.name, person.email),
        ("AXStaticText", "{{10, 20}, {300, 18}}"),
        "text",
    )
    yield Sample(
        f"uia_{number}.txt", uia.encode(), (person.name, person.phone), ("(L1, T2, R300, B40)",), "text"
    )
    yield Sample(
        f"dump_{number}.uix",
        xml.encode(),
        (*_gone(person), "hunter2horse"),
        (bounds, "com.x:id/name"),
        "tags",
    )
