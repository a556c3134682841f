"""What services and newer tools write: items and events of model APIs, traces, exports of messengers."""

from __future__ import annotations

import base64
import random
from collections.abc import Iterator
from dataclasses import replace
from html import escape
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
    makers = (_responses, _anthropic_events, _gemini, _langsmith, _langfuse, _otel, _sharegpt, _phone_steps)
    more = (
        _mbox,
        _whatsapp,
        _telegram_page,
        _wechat,
        _dingtalk,
        _matrix,
        _zendesk,
        _cues,
        _recordings,
        _captures,
    )
    for maker in (*makers, *more):
        for number, person in enumerate((make_person(chance), make_chinese(chance))):
            for sample in maker(chance, person, number):
                yield replace(sample, name=f"services_{sample.name}")


def _pieces(text: str, chance: random.Random) -> list[str]:
    cut, at = [], 0
    while at < len(text):
        size = chance.randrange(2, 7)
        cut.append(text[at : at + size])
        at += size
    return cut


def _responses(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    response, item, call = (token_id(chance, prefix) for prefix in ("resp_", "msg_", "call_"))
    reason = token_id(chance, "rs_")
    arguments = dump({"to": person.email, "name": person.name, "retry": 2})
    output: list[dict[str, Any]] = [
        {"id": reason, "type": "reasoning", "summary": [{"type": "summary_text", "text": introduce(person)}]},
        {
            "type": "function_call", "id": token_id(chance, "fc_"), "call_id": call, "name": "send_mail",
            "arguments": arguments, "status": "completed",
        },
        {
            "id": item, "type": "message", "role": "assistant", "status": "completed",
            "content": [{"type": "output_text", "text": f"Done. {introduce(person)}", "annotations": [], "logprobs": []}],
        },
    ]  # fmt: skip
    whole = {
        "id": response,
        "object": "response",
        "created_at": 1760000000,
        "model": "gpt-5",
        "output": output,
    }
    yield Sample(
        f"responses_{number}.json",
        dump(whole, indent=1).encode(),
        contacts_of(person),
        (response, call),
        "json",
    )
    events: list[dict[str, Any]] = [{"type": "response.created", "response": {"id": response, "output": []}}]
    for at, piece in enumerate(_pieces(introduce(person), chance)):
        events.append(
            {
                "type": "response.output_text.delta", "item_id": item, "output_index": 0, "content_index": 0,
                "delta": piece, "sequence_number": at,
            }
        )  # fmt: skip
    events.append({"type": "response.output_text.done", "item_id": item, "text": introduce(person)})
    stream = "".join(f"event: {event['type']}\ndata: {dump(event)}\n\n" for event in events)
    yield Sample(f"responses_{number}.sse", stream.encode(), contacts_of(person), (item,), "text")


def _anthropic_events(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    message, tool = token_id(chance, "msg_"), token_id(chance, "srvtoolu_")
    blocks: list[tuple[dict[str, Any], str, str, str]] = [
        ({"type": "thinking", "thinking": "", "signature": ""}, "thinking_delta", "thinking", introduce(person)),
        (
            {"type": "server_tool_use", "id": tool, "name": "web_search", "input": {}},
            "input_json_delta", "partial_json", dump({"query": f"{person.name} {person.email}"}),
        ),
        ({"type": "text", "text": ""}, "text_delta", "text", introduce(person)),
    ]  # fmt: skip
    events: list[dict[str, Any]] = [{"type": "message_start", "message": {"id": message, "content": []}}]
    for index, (block, kind, key, text) in enumerate(blocks):
        events.append({"type": "content_block_start", "index": index, "content_block": block})
        events += [
            {"type": "content_block_delta", "index": index, "delta": {"type": kind, key: piece}}
            for piece in _pieces(text, chance)
        ]
        events.append({"type": "content_block_stop", "index": index})
    events.append(
        {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 91}}
    )
    gone = contacts_of(person)
    yield Sample(f"messages_{number}.events.jsonl", lines(events), gone, (message, tool), "lines")
    stream = "".join(f"event: {event['type']}\r\ndata: {dump(event)}\r\n\r\n" for event in events)
    yield Sample(f"messages_{number}.txt", stream.encode(), gone, (message, tool), "text")


def _gemini(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    contents = [
        {"role": "user", "parts": [{"text": introduce(person)}]},
        {
            "role": "model",
            "parts": [{"functionCall": {"name": "book", "args": {"guest": person.name, "nights": 2}}}],
        },
        {
            "role": "user",
            "parts": [{"functionResponse": {"name": "book", "response": {"mail": person.email}}}],
        },
    ]
    request = {"contents": contents, "generationConfig": {"temperature": 0.20, "topK": 40}}
    yield Sample(
        f"gemini_{number}.json", dump(request, indent="\t").encode(), contacts_of(person), ("0.2",), "json"
    )


def _langsmith(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    runs = []
    for kind in ("chain", "llm", "tool"):
        content = [{"lc": 1, "type": "constructor", "id": ["langchain", "schema", "HumanMessage"],
                    "kwargs": {"content": introduce(person), "additional_kwargs": {}}}]  # fmt: skip
        runs.append(
            {
                "id": uuid_of(chance), "name": "RunnableSequence", "run_type": kind, "trace_id": uuid_of(chance),
                "start_time": "2026-03-04T08:09:10.123456+00:00", "inputs": {"messages": [content]},
                "outputs": {"generations": [[{"text": introduce(person), "type": "ChatGeneration"}]]},
                "extra": {"metadata": {"user_id": person.email, "revision_id": "v1.4.2"}}, "error": None,
            }
        )  # fmt: skip
    keep = tuple(run["id"] for run in runs)
    yield Sample(f"langsmith_{number}.jsonl", lines(runs), contacts_of(person), keep, "lines")


def _langfuse(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    trace = uuid_of(chance)
    rows = ["id,traceId,timestamp,name,userId,input,output,totalCost"]
    body = dump({"role": "user", "content": introduce(person)}).replace('"', '""')
    rows.append(
        f'{uuid_of(chance)},{trace},2026-03-04 08:09:10.123,chat,{person.email},"{body}","{introduce(person)}",0.00120'
    )
    yield Sample(
        f"langfuse_{number}.csv",
        "\r\n".join(rows).encode() + b"\r\n",
        contacts_of(person),
        (trace, "0.00120"),
        "rowscomma",
    )


def _otel(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    trace, span = f"{chance.getrandbits(128):032x}", f"{chance.getrandbits(64):016x}"
    said = [{"role": "user", "parts": [{"type": "text", "content": introduce(person)}]}]
    attributes = [
        {"key": "gen_ai.system", "value": {"stringValue": "openai"}},
        {"key": "gen_ai.input.messages", "value": {"stringValue": dump(said)}},
        {"key": "user.full_name", "value": {"stringValue": person.name}},
        {"key": "enduser.id", "value": {"stringValue": person.email}},
        {"key": "gen_ai.usage.input_tokens", "value": {"intValue": "812"}},
    ]
    spans = [{"traceId": trace, "spanId": span, "name": "chat gpt-5", "kind": 3,
              "startTimeUnixNano": "1760000000000000000", "attributes": attributes}]  # fmt: skip
    whole = {"resourceSpans": [{"scopeSpans": [{"scope": {"name": "otel"}, "spans": spans}]}]}
    yield Sample(f"otel_{number}.json", dump(whole).encode(), contacts_of(person), (trace, span), "json")


def _sharegpt(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    rows = [
        {"id": f"identity_{number}", "conversations": [{"from": "human", "value": introduce(person)},
                                                       {"from": "gpt", "value": "Noted."}]},
        {"instruction": "Write to the guest.", "input": introduce(person), "output": f"To: {person.email}", "history":
            [[introduce(person), "OK"]]},
        {"prompt": [{"role": "user", "content": introduce(person)}], "chosen": [{"role": "assistant", "content":
            person.email}], "rejected": [{"role": "assistant", "content": person.phone}]},
    ]  # fmt: skip
    yield Sample(
        f"sharegpt_{number}.json",
        dump(rows, indent=2).encode(),
        contacts_of(person),
        (f"identity_{number}",),
        "json",
    )


def _phone_steps(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    steps = [
        {
            "step": 1,
            "action": {"action_type": "input_text", "text": person.phone, "index": 7},
            "screenshot": "1.png",
        },
        {
            "step": 2,
            "thought": introduce(person),
            "action": f'Type("{person.email}")',
            "bounds": [0, 84, 1080, 210],
        },
        {"step": 3, "action": f'do(action="Type", text="{person.name}")', "summary": introduce(person)},
    ]
    yield Sample(f"phone_{number}.jsonl", lines(steps), contacts_of(person), ("[0, 84, 1080, 210]",), "lines")
    log = (
        f"### Thought ###\n{introduce(person)}\n\n### Action ###\nType ({person.phone})\n\n"
        f"### Operation ###\nFill in the phone number of {person.name}\n"
    )
    yield Sample(f"phone_{number}.log", log.encode(), contacts_of(person), ("### Action ###",), "text")


def _mbox(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    body = base64.b64encode(introduce(person).encode()).decode()
    box = ""
    for turn in range(2):
        box += (
            f"From {person.email} Wed Mar  4 08:09:1{turn} 2026\nMessage-ID: <{turn}.{uuid_of(chance)}@mail.example.org>\n"
            f"From: {person.name if person.given.isascii() else 'Guest'} <{person.email}>\nSubject: room {turn}\n"
            f"MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n{body}\n\n"
        )
    yield Sample(f"box_{number}.mbox", box.encode(), contacts_of(person), ("Subject: room 1",), "text")


def _whatsapp(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    forms = {
        "ios": f"\u200e[04.03.26, 08:09:10] {person.name}: {introduce(person)}\r\n\u200e[04.03.26, 08:09:11] {person.name}: \u200e<Anhang: 1.jpg>\r\n",
        "android": f"4/3/26, 8:09 a.\u202fm. - {person.name}: {introduce(person)}\n4/3/26, 8:10 a.\u202fm. - {person.name}: <Multimedia omitido>\n",
        "chinese": f"2026/3/4 上午8:09 - {person.name}: {introduce(person)}\n2026/3/4 上午8:10 - {person.name}: <省略多媒体文件>\n",
    }
    for form, text in forms.items():
        yield Sample(f"whatsapp_{form}_{number}.txt", text.encode(), contacts_of(person), (), "text")


def _telegram_page(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    page = (
        '<!DOCTYPE html>\n<html><head><meta charset="utf-8"/></head><body><div class="history">\n'
        f'<div class="message default clearfix" id="message12"><div class="from_name">{escape(person.name)}</div>\n'
        f'<div class="text">{escape(introduce(person))} <a href="mailto:{person.email}">{person.email}</a></div></div>\n'
        "</div></body></html>\n"
    )
    yield Sample(f"messages_{number}.html", page.encode(), contacts_of(person), ('id="message12"',), "tags")


def _wechat(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    wxid = f"wxid_{token_id(chance, '', 14).lower()}"
    text = f"2026-03-04 08:09:10 {person.name}\n{introduce(person)}\n\n2026-03-04 08:09:12 我\n好的，收到\n"
    yield Sample(f"wechat_{number}.txt", text.encode(), contacts_of(person), ("好的，收到",), "text")
    rows = f"localId,TalkerId,Type,IsSender,CreateTime,StrContent,NickName\n1,2,1,0,1760000000,{introduce(person)},{person.name}\n"
    if not person.given.isascii():
        yield Sample(
            f"wechat_{number}.csv",
            rows.encode("utf-8-sig"),
            contacts_of(person),
            ("1760000000",),
            "rowscomma",
        )
    message = {"type": "文本消息", "wxid": wxid, "senderNickName": person.name, "content": introduce(person)}
    yield Sample(
        f"wechat_{number}.json", dump([message]).encode(), (*contacts_of(person), wxid), ("文本消息",), "json"
    )


def _dingtalk(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    event = {
        "schema": "2.0", "header": {"event_id": uuid_of(chance), "event_type": "im.message.receive_v1"},
        "event": {"sender": {"sender_id": {"open_id": token_id(chance, "ou_")}, "name": person.name},
                  "message": {"message_id": token_id(chance, "om_"), "content": dump({"text": introduce(person)})}},
    }  # fmt: skip
    yield Sample(
        f"feishu_{number}.json", dump(event).encode(), contacts_of(person), ("im.message.receive_v1",), "json"
    )


def _matrix(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    who = f"@{person.user}:example.org"
    events = [
        {"type": "m.room.member", "sender": who, "content": {"displayname": person.name, "membership": "join"}},
        {"type": "m.room.message", "sender": who, "event_id": "$" + token_id(chance, ""),
         "content": {"msgtype": "m.text", "body": introduce(person), "formatted_body": f"<p>{introduce(person)}</p>"}},
    ]  # fmt: skip
    yield Sample(
        f"matrix_{number}.json",
        dump({"messages": events}, indent=4).encode(),
        contacts_of(person),
        ("m.text",),
        "json",
    )


def _zendesk(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    ticket = {
        "id": 35436, "url": "https://desk.example.com/api/v2/tickets/35436.json", "via": {"channel": "email", "source":
            {"from": {"address": person.email, "name": person.name}}},
        "comments": [{"author_id": 2001, "plain_body": introduce(person), "html_body": f"<div>{escape(introduce(person))}</div>"}],
        "custom_fields": [{"id": 27642, "value": person.phone}],
    }  # fmt: skip
    yield Sample(f"ticket_{number}.json", dump(ticket).encode(), contacts_of(person), ("35436",), "json")


def _cues(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    first, rest = introduce(person)[:12], introduce(person)[12:]
    srt = (
        f'1\n00:00:01,000 --> 00:00:04,000 X1:100 X2:200 Y1:10 Y2:20\n<font color="#ffff00"><b>{first}</b></font>\n'
        f"<i>{rest}</i>\n\n2\n00:00:05,000 --> 00:00:06,000\n{{\\an8}}{person.email}\n\n"
    )
    yield Sample(f"styled_{number}.srt", srt.encode(), contacts_of(person), ("X1:100 X2:200",), "cues")
    vtt = (
        "WEBVTT\nKind: captions\nLanguage: en\n\nREGION\nid:fred\nwidth:40%\n\n00:00.000 --> 00:02.000 region:fred\n"
        f"<c.yellow><00:00.500>{person.email}</c> <ruby>{person.phone}<rt>x</rt></ruby>\n"
    )
    yield Sample(f"styled_{number}.vtt", vtt.encode(), contacts_of(person), ("region:fred",), "cues")


def _recordings(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    head = {"version": 3, "term": {"cols": 80, "rows": 24, "type": "xterm-256color"}, "timestamp": 1760000000}
    events: list[Any] = [head, [0.25, "o", "$ "]]
    events += [[0.05, "i", char] for char in "whoami\r"]
    events += [
        [0.1, "o", piece]
        for piece in _pieces(f"\u001b[32m{person.email}\u001b[0m {person.phone}\r\n", chance)
    ]
    events += [[0.5, "r", "100x30"], [0.1, "m", "mark"], [0.2, "x", "0"]]
    yield Sample(f"cast3_{number}.cast", lines(events), (), ('[0.5, "r", "100x30"]',), "lines")


def _captures(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    body = f"name={person.given}+{person.family}&mail={person.email.replace('@', '%40')}&phone={person.phone}"
    entry = {
        "startedDateTime": "2026-03-04T08:09:10.000+01:00", "time": 12.50,
        "request": {
            "method": "POST", "url": f"https://api.example.com/u?mail={person.email.replace('@', '%40')}",
            "headers": [{"name": "Authorization", "value": f"Bearer {token_id(chance, '', 40)}"}], "queryString": [
                {"name": "mail", "value": person.email}], "cookies": [], "headersSize": 310, "bodySize": len(body),
            "postData": {"mimeType": "application/x-www-form-urlencoded", "text": body},
        },
        "response": {"status": 200, "content": {"mimeType": "application/json", "encoding": "base64", "text":
            base64.b64encode(dump({"user": person.name, "tel": person.phone}).encode()).decode()}},
        "_securityState": "secure", "serverIPAddress": "203.0.113.7",
    }  # fmt: skip
    for tool in ("Firefox", "Charles Proxy", "mitmproxy"):
        whole = {"log": {"version": "1.2", "creator": {"name": tool, "version": "128.0"}, "entries": [entry]}}
        yield Sample(
            f"{tool.split()[0].lower()}_{number}.har",
            dump(whole, indent=2).encode(),
            (person.email,),
            ("128.0",),
            "json",
        )
