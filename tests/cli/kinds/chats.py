"""Subtitles and what messengers export."""

from __future__ import annotations

import random
from collections.abc import Iterator
from html import escape

from kinds.people import Person, Sample, dump, make_chinese, make_person, token_id

_BOM = b"\xef\xbb\xbf"


def make_samples(chance: random.Random) -> Iterator[Sample]:
    """Every kind once or more, with fresh people."""
    for maker in (_cues, _slack, _whatsapp, _telegram, _signal, _instagram, _discord, _teams_and_line):
        for number, person in enumerate((make_person(chance), make_chinese(chance), make_person(chance))):
            yield from maker(chance, person, number)


def _said(person: Person) -> tuple[str, str]:
    if person.given.isascii():
        return f"My name is {person.name} and you can reach", f"me at {person.phone} or {person.email}."
    return f"我叫{person.name}，我的电话是", f"{person.phone}，邮箱是{person.email}。"


def _gone(person: Person) -> tuple[str, ...]:
    return person.name, person.phone, person.email


def _cues(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    first, second = _said(person)
    vtt = (
        "WEBVTT - interview\n\nNOTE cut by hand\n\nSTYLE\n::cue(v) { color: red }\n\n"
        f"1\n00:00:01.000 --> 00:00:04.000 align:start\n<v {person.name}>{first}</v>\n\n"
        f"00:04.500 --> 00:08.250\n<i>{second}</i>\n"
    )
    gone = _gone(person)
    keep = ("00:00:01.000 --> 00:00:04.000 align:start", "::cue(v) { color: red }")
    yield Sample(f"vtt_{number}.vtt", (_BOM if number == 1 else b"") + vtt.encode(), gone, keep, "cues")
    split = person.phone[: len(person.phone) // 2], person.phone[len(person.phone) // 2 :]
    rolled = f"WEBVTT\n\n00:01.000 --> 00:02.000\nmy phone is {split[0]}\n\n00:02.000 --> 00:03.000\n{split[1]} okay\n"
    if number != 1:
        yield Sample(f"vtt_split_{number}.vtt", rolled.encode(), (split[1],), (), "cues")
    end = "\r\n" if number == 2 else "\n"
    srt = f"1\n00:00:01,000 --> 00:00:04,000\n{first}\n\n2\n00:00:04,500 --> 00:00:08,250\n- {second}\n\n"
    yield Sample(
        f"srt_{number}.srt", srt.replace("\n", end).encode(), gone, ("00:00:04,500 --> 00:00:08,250",), "cues"
    )
    sbv = f"0:00:00.599,0:00:04.160\n>> {first}\n\n0:00:04.160,0:00:06.770\n{second}\n"
    yield Sample(f"sbv_{number}.sbv", sbv.encode(), gone, ("0:00:04.160,0:00:06.770",), "cues")


def _slack(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    user = "U0" + "".join(chance.choices("ABCDEFGHJKLMNPQRSTUVWXYZ23456789", k=9))
    team = "T0" + "".join(chance.choices("ABCDEFGHJKLMNPQRSTUVWXYZ23456789", k=9))
    users = [
        {
            "id": user,
            "team_id": team,
            "name": person.user,
            "deleted": False,
            "real_name": person.name,
            "profile": {"email": person.email, "phone": person.phone, "avatar_hash": "g24693a3ad8e"},
            "updated": 1636557379,
        }
    ]
    folder = f"slack_{number}"
    gone = (person.name, person.email, person.phone)
    yield Sample(
        f"{folder}/users.json", dump(users, indent=4).encode(), gone, (user, team, "1636557379"), "json"
    )
    first, second = _said(person)
    messages = [
        {
            "client_msg_id": "6d1f8b1c-53bd-4e5c-a5a1-3b1e2f90c7aa",
            "type": "message",
            "user": user,
            "text": f"<@{user}> {first} {second} <mailto:{person.email}|{person.email}>",
            "ts": "1636557402.000200",
            "user_profile": {"real_name": person.name, "display_name": person.user, "name": person.user},
            "blocks": [
                {"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": [
                    {"type": "user", "user_id": user},
                    {"type": "text", "text": f" {first} {second}"},
                    {"type": "link", "url": f"mailto:{person.email}", "text": person.email},
                ]}]}
            ],
        }
    ]  # fmt: skip
    keep = (user, "1636557402.000200", "6d1f8b1c-53bd-4e5c-a5a1-3b1e2f90c7aa", f"<@{user}>")
    yield Sample(f"{folder}/general/2021-11-10.json", dump(messages, indent=4).encode(), gone, keep, "json")


def _whatsapp(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    first, second = _said(person)
    heads = {
        "android": "12/03/2024, 18:42 - {}: ",
        "ios": "[12/03/2024, 18:42:07] {}: ",
        "us": "3/12/24, 6:42\u202fPM - {}: ",
        "zh": "2024/3/12 下午6:42 - {}: ",
        "zh_ios": "[2024/3/12 下午6:42:07] {}: ",
        "de": "12.03.24, 18:42 - {}: ",
    }
    for style, head in heads.items():
        said = [
            head.format(person.name) + first,
            head.format(person.phone if number else person.name) + second,
            head.format("Me") + "ok, thanks\nsee you",
        ]
        data = "\n".join(said).encode()
        if style.endswith("ios"):
            data = "\u200e".encode() + data.replace(b"\n[", "\r\n\u200e[".encode())
        keep = ("see you", head.split(" ")[0])
        yield Sample(f"WhatsApp Chat {style} {number}.txt", data, _gone(person), keep)


def _telegram(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    sender = f"user{chance.randrange(10**8, 10**9)}"
    first, second = _said(person)
    value = {
        "name": person.name,
        "type": "personal_chat",
        "id": chance.randrange(10**8, 10**9),
        "messages": [
            {
                "id": 40213,
                "type": "message",
                "date": "2024-02-11T09:10:11",
                "date_unixtime": "1707639011",
                "from": person.name,
                "from_id": sender,
                "text": [f"{first} ", {"type": "phone", "text": person.phone}, " / ",
                         {"type": "email", "text": person.email}],
                "text_entities": [{"type": "plain", "text": f"{first} {second}"}],
            },
            {
                "id": 40214,
                "type": "message",
                "date": "2024-02-11T09:12:00",
                "date_unixtime": "1707639120",
                "from": person.name,
                "from_id": sender,
                "contact_information": {
                    "first_name": person.given, "last_name": person.family, "phone_number": person.phone
                },
                "text": "",
            },
        ],
    }  # fmt: skip
    keep = (sender, "40213", "1707639011", "2024-02-11T09:12:00")
    yield Sample(f"telegram_{number}.json", dump(value, indent=1).encode(), _gone(person), keep, "json")
    page = (
        '<!DOCTYPE html>\n<html>\n <head><meta charset="utf-8"/>\n<title>Exported Data</title></head>\n<body>'
        f'<div class="page_header"><div class="text bold">\n{escape(person.name)}\n </div></div>\n'
        '<div class="message default clearfix" id="message40213">\n<div class="body">\n'
        '<div class="pull_right date details" title="11.02.2024 09:10:11 UTC+01:00">\n09:10\n</div>\n'
        f'<div class="from_name">\n{escape(person.name)}\n</div>\n<div class="text">\n{escape(first)} '
        f'<a href="tel:{person.phone}">{person.phone}</a> <a href="mailto:{person.email}">{person.email}</a>\n'
        "</div></div></div></body></html>\n"
    )
    yield Sample(
        f"telegram_{number}.html", page.encode(), _gone(person), ("message40213", "clearfix"), "tags"
    )


def _signal(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    first, second = _said(person)
    rows = [
        {"timestamp": "2023-05-07T10:11:12", "author": person.name, "message": f"{first} {second}"},
        {"timestamp": "2023-05-07T10:12:40", "author": "Me", "message": "ok"},
    ]
    keep = ("2023-05-07T10:11:12",)
    yield Sample(f"signal_{number}.json", dump(rows, indent=4).encode(), _gone(person), keep, "json")
    note = f"[2023-05-07 10:11:12] {person.name}: {first} {second}\n\n[2023-05-07 10:12:40] Me: ok\n"
    yield Sample(f"signal_{number}.md", note.encode(), _gone(person), keep[:0])


def _instagram(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    def mangle(text: str) -> str:
        return text.encode().decode("latin-1")

    first, second = _said(person)
    value = {
        "participants": [{"name": mangle(person.name)}],
        "messages": [
            {
                "sender_name": mangle(person.name),
                "timestamp_ms": 1684231100321,
                "content": mangle(f"{first} {second}"),
                "is_geoblocked_for_viewer": False,
            }
        ],
        "thread_path": "inbox/17842_104928",
    }
    import json

    gone = (*_gone(person), *(mangle(value) for value in _gone(person)))
    yield Sample(
        f"instagram_{number}.json", json.dumps(value, indent=2).encode(), gone, ("1684231100321",), "json"
    )


def _discord(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    first, second = _said(person)
    snowflake = str(chance.randrange(10**17, 10**18))
    value = {
        "guild": {"id": snowflake, "name": "Book club"},
        "messages": [
            {
                "id": str(chance.randrange(10**17, 10**18)),
                "type": "Default",
                "timestamp": "2022-09-01T18:00:00.123+00:00",
                "content": f"{first} {second}",
                "author": {"id": snowflake, "name": person.user, "nickname": person.name, "isBot": False},
            }
        ],
        "messageCount": 1,
    }
    keep = (snowflake, "2022-09-01T18:00:00.123+00:00", "Default")
    yield Sample(f"discord_{number}.json", dump(value, indent=2).encode(), _gone(person), keep, "json")


def _teams_and_line(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    first, second = _said(person)
    line = (
        f"[LINE] Chat history with {person.name}\nSaved on: 2023/11/02 20:11\n\n2023/11/01 Wed\n"
        f"20:11\t{person.name}\t{first} {second}\n20:12\tMe\tok\n"
    )
    yield Sample(f"line_{number}.txt", line.encode(), _gone(person), ("2023/11/01 Wed", "20:12\tMe\tok"))
    wechat = f"{person.name} 2024-03-01 12:30:11\n{first}{second}\n\n我 2024-03-01 12:31:40\n好的\n"
    if number == 1:
        for encoding in ("gb18030", "utf-8-sig", "utf-16"):
            yield Sample(f"wechat_{encoding}.txt", wechat.encode(encoding), _gone(person), ("12:31:40",))
    teams = {
        "id": token_id(chance, "1616", 9),
        "createdDateTime": "2021-03-28T21:11:00.543Z",
        "from": {"user": {"displayName": person.name, "id": "8ea0e38b-efb3-4757-924a-5f94061cf8c2"}},
        "body": {
            "contentType": "html",
            "content": f'<div>{first} <at id="0">{person.name}</at> {second}</div>',
        },
    }
    keep = ("8ea0e38b-efb3-4757-924a-5f94061cf8c2", "2021-03-28T21:11:00.543Z")
    yield Sample(f"teams_{number}.json", dump(teams).encode(), _gone(person), keep, "json")
