"""What coding assistants and further messengers leave on disk."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from kinds.people import (
    Person,
    Sample,
    contacts_of,
    dump,
    introduce,
    lines,
    make_chinese,
    make_person,
    token_id,
    uuid_of,
)


def make_samples(chance: random.Random) -> Iterator[Sample]:
    """Every kind twice: an English and a Chinese person."""
    for maker in (
        _aider,
        _openhands,
        _copilot,
        _gemini_cli,
        _cline,
        _line_and_kakao,
        _discord,
        _qq,
        _imessage,
    ):
        for number, person in enumerate((make_person(chance), make_chinese(chance))):
            for sample in maker(chance, person, number):
                yield replace(sample, name=f"assistants_{sample.name}")


def _aider(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    text = (
        f"\n# aider chat started at 2026-03-04 08:09:10\n\n> /home/{person.user}/.local/bin/aider --model sonnet  \n"
        f"> Git repo: .git with 12 files  \n\n#### {introduce(person)}\n\nDone:\n\nbook.py\n```python\n<<<<<<< SEARCH\n"
        f'OWNER = "x"\n=======\nOWNER = "{person.email}"\n>>>>>>> REPLACE\n```\n\n> Tokens: 4.2k sent, 91 received.\n'
    )
    yield Sample(
        f"aider_{number}.chat.history.md", text.encode(), contacts_of(person), (">>>>>>> REPLACE",), "text"
    )


def _openhands(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    events = [
        {"id": 0, "timestamp": "2026-03-04T08:09:10.123456", "source": "user", "action": "message",
         "args": {"content": introduce(person), "image_urls": None}},
        {"id": 1, "source": "agent", "action": "run", "args": {"command": f"curl -d mail={person.email} example.org"}},
        {"id": 2, "source": "environment", "observation": "run", "content": f"hello {person.name}\r\n",
         "extras": {"metadata": {"exit_code": 0, "username": person.user, "hostname": "box"}}},
    ]  # fmt: skip
    yield Sample(
        f"openhands_{number}.json",
        dump(events, indent=2).encode(),
        (*contacts_of(person), person.user),
        (),
        "json",
    )


def _copilot(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    request = {
        "requestId": f"request_{uuid_of(chance)}", "message": {"text": introduce(person), "parts": [
            {"kind": "text", "range": {"start": 0, "endExclusive": len(introduce(person))}, "text": introduce(person)}]},
        "response": [{"value": f"Hello {person.name}", "supportThemeIcons": False}, {"kind": "inlineReference",
            "inlineReference": {"fsPath": f"/Users/{person.user}/app/a.py", "scheme": "file"}}],
    }  # fmt: skip
    whole = {"requesterUsername": person.user, "responderUsername": "GitHub Copilot", "requests": [request]}
    yield Sample(f"copilot_{number}.json", dump(whole, indent=2).encode(), (*contacts_of(person), person.user),
                 (request["requestId"],), "json")  # fmt: skip


def _gemini_cli(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    session = uuid_of(chance)
    rows: list[dict[str, Any]] = [
        {"sessionId": session, "messageId": 0, "type": "user", "message": introduce(person), "timestamp":
            "2026-03-04T08:09:10.123Z"},
        {"sessionId": session, "messageId": 1, "type": "gemini", "thoughts": [{"subject": "Plan", "description":
            introduce(person)}], "toolCalls": [{"id": "read-1", "args": {"q": person.name}, "status": "success"}]},
    ]  # fmt: skip
    yield Sample(
        f"gemini_cli_{number}.json", dump(rows).encode(), contacts_of(person), (session, "read-1"), "json"
    )


def _cline(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    tool = dump({"tool": "editedExistingFile", "path": "a.txt", "content": introduce(person)})
    rows = [
        {"ts": 1760000000000, "type": "say", "say": "text", "text": introduce(person), "images": []},
        {"ts": 1760000000001, "type": "ask", "ask": "tool", "text": tool, "partial": False},
        {"ts": 1760000000002, "type": "say", "say": "api_req_started", "text":
            dump({"request": f"<task>\n{introduce(person)}\n</task>", "tokensIn": 812, "cost": 0.012})},
    ]  # fmt: skip
    yield Sample(f"cline_{number}.json", dump(rows).encode(), contacts_of(person), ("1760000000001",), "json")
    yield Sample(
        f"cline_{number}.jsonl", lines(rows, indent=None), contacts_of(person), ("1760000000001",), "lines"
    )


def _line_and_kakao(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    line = f"[LINE] Chat history with {person.name}\nSaved on: 2026/03/04 08:09\n\nWed, 03/04/2026\n08:09\t{person.name}\t{introduce(person)}\n08:10\t{person.name}\t[Sticker]\n"
    yield Sample(
        f"line_{number}.txt", b"\xef\xbb\xbf" + line.encode(), contacts_of(person), ("[Sticker]",), "text"
    )
    kakao = f"[{person.name}] [오전 8:09] {introduce(person)}\n[{person.name}] [오전 8:10] 사진\n"
    yield Sample(f"kakao_{number}.txt", kakao.encode(), contacts_of(person), ("[오전 8:10] 사진",), "text")


def _discord(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    text = (
        f"==============================================================\nGuild: Home\nChannel: general\n"
        f"==============================================================\n\n[04/03/2026 8:09 AM] {person.user}\n{introduce(person)}\n"
        f"\n{{Reactions}}\n\U0001f44d (2)\n"
    )
    yield Sample(f"discord_{number}.txt", text.encode(), contacts_of(person), ("Channel: general",), "text")
    rows = f'AuthorID,Author,Date,Content,Attachments,Reactions\n"173{chance.randrange(10**14)}","{person.user}","2026-03-04T08:09:10.1230000+00:00","{introduce(person)}","",""\n'
    yield Sample(f"discord_{number}.csv", rows.encode(), contacts_of(person), (), "rowscomma")


def _qq(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    qq = str(chance.randrange(10**8, 10**9))
    text = f"消息记录（此消息记录为文本格式，不支持重新导入）\r\n\r\n================================================================\r\n消息对象:{person.name}\r\n================================================================\r\n\r\n2026-03-04 8:09:10 {person.name}({qq})\r\n{introduce(person)}\r\n"
    yield Sample(f"qq_{number}.txt", text.encode(), (*contacts_of(person), qq), ("消息记录（",), "text")


def _imessage(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    guid = uuid_of(chance).upper()
    text = f"Mar 04, 2026  8:09:10 AM (Read by them after 5 seconds)\n{person.email}\n{introduce(person)}\n\nMar 04, 2026  8:10:11 AM\nMe\nOK\n"
    yield Sample(f"imessage_{number}.txt", text.encode(), contacts_of(person), ("Me\nOK",), "text")
    row = {
        "guid": guid,
        "handle": {"id": person.phone},
        "text": introduce(person),
        "date": 794304550123456789,
    }
    token = token_id(chance, "p:0/")
    yield Sample(
        f"imessage_{number}.json",
        dump([{**row, "associated": token}]).encode(),
        contacts_of(person),
        (guid,),
        "json",
    )
