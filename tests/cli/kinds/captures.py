"""Recordings of browsers and terminals."""

from __future__ import annotations

import base64
import io
import json
import random
import zipfile
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, urlencode

from kinds.people import Person, Sample, dump, lines, make_chinese, make_person, token_id


def make_samples(chance: random.Random) -> Iterator[Sample]:
    """Every kind once or more, with fresh people."""
    for maker in (_har, _playwright, _casts):
        for number, person in enumerate((make_person(chance), make_chinese(chance), make_person(chance))):
            yield from maker(chance, person, number)


def _gone(person: Person) -> tuple[str, ...]:
    return person.name, person.phone, person.email


def _entry(chance: random.Random, person: Person) -> dict[str, Any]:
    form = urlencode({"name": person.name, "email": person.email, "phone": person.phone})
    body = dump({"user": {"fullName": person.name, "email": person.email}, "token": person.key})
    return {
        "startedDateTime": "2024-04-02T11:21:31.411Z",
        "time": 132.117,
        "request": {
            "method": "POST",
            "url": f"https://shop.example.com/api/orders?email={quote(person.email)}&page=2",
            "httpVersion": "h2",
            "headers": [
                {"name": ":authority", "value": "shop.example.com"},
                {"name": "Authorization", "value": f"Bearer {person.key}"},
                {"name": "Cookie", "value": f"sid={token_id(chance, '', 32)}; lang=en"},
                {"name": "user-agent", "value": "Mozilla/5.0 (X11; Linux x86_64; rv:124.0) Gecko/20100101"},
            ],
            "queryString": [{"name": "email", "value": person.email}, {"name": "page", "value": "2"}],
            "cookies": [],
            "headersSize": -1,
            "bodySize": len(form),
            "postData": {"mimeType": "application/x-www-form-urlencoded", "text": form,
                         "params": [{"name": "name", "value": person.name}]},
        },
        "response": {
            "status": 200,
            "statusText": "",
            "content": {
                "size": len(body), "mimeType": "application/json", "encoding": "base64",
                "text": base64.b64encode(body.encode()).decode(),
            },
            "redirectURL": "",
        },
        "cache": {},
        "timings": {"blocked": 1.2, "dns": -1, "send": 0.3, "wait": 120.1, "receive": 10.5},
        "pageref": "page_1",
    }  # fmt: skip


def _har(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    entry = _entry(chance, person)
    creator = [{"name": "WebInspector", "version": "537.36"}, {"name": "Firefox", "version": "124.0.1"},
               {"name": "WebKit Web Inspector", "version": "1.0"}][number]  # fmt: skip
    if number:
        entry["response"]["content"].pop("encoding")
        entry["response"]["content"]["text"] = base64.b64decode(entry["response"]["content"]["text"]).decode()
    value = {"log": {"version": "1.2", "creator": creator, "pages": [
        {"startedDateTime": "2024-04-02T11:21:31.100Z", "id": "page_1", "title": f"Orders of {person.name}",
         "pageTimings": {"onContentLoad": 881.2, "onLoad": 1203.4}}], "entries": [entry]}}  # fmt: skip
    encoded = base64.b64encode(person.email.encode()).decode().rstrip("=")
    gone = (*_gone(person), person.key, quote(person.email), quote(person.name), encoded[:-2])
    keep = ("2024-04-02T11:21:31.411Z", "132.117", '"pageref": "page_1"', "Gecko/20100101")
    yield Sample(f"chrome_{number}.har", dump(value, indent=2).encode(), gone, keep, "json")


def _playwright(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    events = [
        {"version": 7, "type": "context-options", "browserName": "chromium", "wallTime": 1712055000123},
        {"type": "before", "callId": "call@12", "apiName": "page.fill", "class": "Page", "method": "fill",
         "params": {"selector": "#full-name", "value": person.name}, "startTime": 1203.2, "pageId": "page@a1"},
        {"type": "frame-snapshot", "snapshot": {"callId": "call@12", "frameUrl": "https://shop.example.com/",
         "html": ["HTML", {"lang": "en"}, ["BODY", {}, ["P", {"class": "x"}, f"Ship to {person.name}, {person.phone}"],
                  ["INPUT", {"value": person.email, "__playwright_value_": person.email}]]]}},
        {"type": "after", "callId": "call@12", "endTime": 1240.9},
    ]  # fmt: skip
    network = [{"type": "resource-snapshot", "snapshot": _entry(chance, person)}]
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("trace.trace", lines(events, separators=(",", ":")))
        archive.writestr("trace.network", lines(network, separators=(",", ":")))
        archive.writestr(
            "trace.stacks", dump({"files": [f"/home/{person.user}/tests/a.spec.ts"], "stacks": []})
        )
        archive.writestr("resources/4ab1.json", dump({"name": person.name, "email": person.email}))
        archive.writestr("resources/77ce.html", f"<html><body>{person.name} {person.phone}</body></html>")
    yield Sample(f"trace_{number}.zip", out.getvalue(), (*_gone(person), person.key), ("call@12",), "zip")


def _cast(head: dict[str, Any], events: list[tuple[str, str]]) -> bytes:
    body = "".join(
        json.dumps([round(0.1 * at, 2), kind, text]) + "\n" for at, (kind, text) in enumerate(events, 1)
    )
    return (json.dumps(head) + "\n" + body).encode()


def _casts(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    head: dict[str, Any] = {"version": 2, "width": 80, "height": 24, "timestamp": 1712055000}
    if number == 2:
        head = {"version": 3, "term": {"cols": 80, "rows": 24, "type": "xterm-256color"}}
    shown = f"$ ./send --to {person.email}\r\nSent to \x1b[1m{person.name}\x1b[0m, {person.phone}\r\n"
    plain = [("o", shown[at : at + 4]) for at in range(0, len(shown), 4)]
    gone = _gone(person)
    yield Sample(f"plain_{number}.cast", _cast(head, plain), (person.email,), (), "cast")
    drawn = [
        ("o", "\x1b[?1049h\x1b[2J\x1b[H\x1b[1;1HName:"),
        ("o", "\x1b[3;1HMail:"),
        ("o", f"\x1b[1;8H{person.name}"),
        ("o", f"\x1b[3;8H{person.email[:5]}"),
        ("o", "\x1b[20;1Hstatus ok"),
        ("o", f"\x1b[3;13H{person.email[5:]}\x1b[?1049l"),
    ]
    yield Sample(
        f"drawn_{number}.cast", _cast(head, drawn), (person.name, person.email, person.email[5:]), (), "cast"
    )
    half = len(person.email) // 2
    typed = [
        ("o", f"login: {person.email[:half]}zz"),
        ("o", "\x1b[2D\x1b[K"),
        ("o", person.email[half:] + "\r\n"),
    ]
    yield Sample(f"edited_{number}.cast", _cast(head, typed), (person.email[half:],), (), "cast")
    progress = [("o", f"copying 10%\r\x1b[Kcopying 55%\rdone for {person.email}\r\n")]
    yield Sample(f"progress_{number}.cast", _cast(head, progress), gone[2:], ("copying 10%",), "cast")
    first = {"version": 1, "width": 80, "height": 24, "duration": 1.2, "command": "/bin/sh", "title": None, "env": {},
             "stdout": [[0.25, shown[:30]], [0.3, shown[30:]]]}  # fmt: skip
    yield Sample(f"first_{number}.json", dump(first, indent=2).encode(), gone, (), "json")
