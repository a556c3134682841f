"""Logs of chat services and agents, as their programs write them."""

from __future__ import annotations

import base64
import json
import random
from collections.abc import Iterator
from typing import Any

from kinds.people import Person, Sample, dump, lines, make_chinese, make_person, token_id, uuid_of


def make_samples(chance: random.Random) -> Iterator[Sample]:
    """Every kind once or more, with fresh people."""
    for maker in (
        _openai_chat, _openai_responses, _openai_batch, _chat_stream, _anthropic, _anthropic_stream, _responses_stream,
        _claude_code, _codex, _sharegpt, _swe_agent, _events, _steps, _langchain, _gemini,
    ):  # fmt: skip
        for number, person in enumerate((make_person(chance), make_chinese(chance), make_person(chance))):
            yield from maker(chance, person, number)


def _request(person: Person) -> str:
    if person.given.isascii():
        return (
            f"Please book a courier for {person.name}, {person.street}. "
            f"Her phone is {person.phone} and her mail {person.email}."
        )
    return f"收件人：{person.name}，电话：{person.phone}，地址：{person.street}，邮箱 {person.email}。"


def _gone(person: Person) -> tuple[str, ...]:
    return person.name, person.phone, person.email, person.street


def _openai_chat(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    call, answer = token_id(chance, "call_"), token_id(chance, "chatcmpl-", 29)
    arguments = dump({"recipient": person.name, "phone": person.phone, "note": f"mail {person.email}"})
    value = {
        "id": answer,
        "object": "chat.completion",
        "created": 1741569952,
        "model": "gpt-4.1-2025-04-14",
        "messages": [
            {"role": "system", "content": "You are a helpful assistant."},
            {"role": "user", "content": [{"type": "text", "text": _request(person)}]},
        ],
        "choices": [
            {
                "index": 0,
                "message": {
                    "role": "assistant",
                    "content": None,
                    "refusal": None,
                    "tool_calls": [
                        {
                            "id": call,
                            "type": "function",
                            "function": {"name": "book_courier", "arguments": arguments},
                        }
                    ],
                },
                "logprobs": None,
                "finish_reason": "tool_calls",
            }
        ],
        "usage": {"prompt_tokens": 1117, "completion_tokens": 46, "total_tokens": 1163},
        "system_fingerprint": "fp_44709d6fcb",
    }
    keep = (call, answer, "gpt-4.1-2025-04-14", "1741569952", "fp_44709d6fcb", "book_courier", "1163")
    style: dict[str, Any] = [{"indent": 2}, {"indent": "\t"}, {"separators": (",", ":")}][number]
    yield Sample(f"openai_chat_{number}.json", dump(value, **style).encode(), _gone(person), keep, "json")


def _openai_responses(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    response, message = token_id(chance, "resp_", 48), token_id(chance, "msg_", 48)
    reasoning = base64.b64encode(chance.randbytes(96)).decode()
    value = {
        "id": response,
        "object": "response",
        "created_at": 1741476777,
        "status": "completed",
        "model": "gpt-4o-2024-08-06",
        "output": [
            {
                "type": "reasoning",
                "id": token_id(chance, "rs_"),
                "encrypted_content": reasoning,
                "summary": [],
            },
            {
                "type": "message",
                "id": message,
                "status": "completed",
                "role": "assistant",
                "content": [{"type": "output_text", "text": _request(person), "annotations": []}],
            },
        ],
        "previous_response_id": None,
        "temperature": 1.0,
        "top_p": 1e0,
        "metadata": {},
    }
    keep = (response, message, "gpt-4o-2024-08-06", "1741476777", "1.0")
    data = json.dumps(value, ensure_ascii=number == 1, indent=2).encode()
    yield Sample(f"openai_responses_{number}.json", data, _gone(person), keep, "json")


def _openai_batch(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    batch, custom = token_id(chance, "batch_req_"), f"request-{chance.randrange(10**6)}"
    rows = [
        {
            "custom_id": custom,
            "method": "POST",
            "url": "/v1/chat/completions",
            "body": {
                "model": "gpt-3.5-turbo-0125",
                "messages": [{"role": "user", "content": _request(person)}],
                "max_tokens": 1000,
            },
        },
        {
            "id": batch,
            "custom_id": custom,
            "response": {
                "status_code": 200,
                "request_id": token_id(chance, "req_"),
                "body": {"choices": [{"message": {"role": "assistant", "content": f"Done, {person.name}."}}]},
            },
            "error": None,
        },
    ]
    yield Sample(
        f"openai_batch_{number}.jsonl", lines(rows), _gone(person), (batch, custom, "/v1/chat/completions"),
        "lines",
    )  # fmt: skip


def _pieces(text: str, size: int) -> list[str]:
    return [text[at : at + size] for at in range(0, len(text), size)]


def _chat_stream(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    answer = token_id(chance, "chatcmpl-", 29)
    chunks = [
        {
            "id": answer,
            "object": "chat.completion.chunk",
            "created": 1694268190,
            "model": "gpt-4o-mini",
            "choices": [{"index": 0, "delta": {"content": piece}, "finish_reason": None}],
        }
        for piece in _pieces(_request(person), 3 + number)
    ]
    gone = _gone(person)
    yield Sample(f"chat_stream_{number}.jsonl", lines(chunks), gone, (answer, "gpt-4o-mini"), "lines")
    dumped = "".join(f"data: {dump(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n"
    yield Sample(f"chat_stream_{number}.sse", dumped.encode(), gone, (answer, "data: [DONE]"), "text")
    yield Sample(f"chat_stream_{number}.txt", dumped.encode(), gone, (answer, "data: [DONE]"), "text")


def _anthropic(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    message, use = token_id(chance, "msg_01", 22), token_id(chance, "toolu_01", 22)
    signature = base64.b64encode(chance.randbytes(160)).decode()
    rows = [
        {"role": "user", "content": _request(person)},
        {
            "id": message,
            "type": "message",
            "role": "assistant",
            "model": "claude-sonnet-4-20250514",
            "content": [
                {"type": "thinking", "thinking": f"{person.name} wants a courier.", "signature": signature},
                {"type": "tool_use", "id": use, "name": "lookup", "input": {"query": person.email}},
            ],
            "stop_reason": "tool_use",
            "usage": {"input_tokens": 2095, "output_tokens": 503},
        },
        {
            "role": "user",
            "content": [
                {
                    "type": "tool_result",
                    "tool_use_id": use,
                    "content": [{"type": "text", "text": f"phone={person.phone}\naddress: {person.street}"}],
                    "is_error": False,
                }
            ],
        },
    ]
    keep = (message, use, signature, "claude-sonnet-4-20250514")
    if number == 0:
        yield Sample(
            "anthropic.json", dump({"messages": rows}, indent=2).encode(), _gone(person), keep, "json"
        )
    yield Sample(f"anthropic_{number}.jsonl", lines(rows), _gone(person), keep, "lines")


def _anthropic_stream(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    arguments = dump({"to": person.name, "address": person.street, "phone": person.phone})
    out = [
        'event: message_start\ndata: {"type":"message_start","message":{"id":"msg_01AbC","role":"assistant"}}\n'
    ]
    deltas = [("text_delta", "text", piece) for piece in _pieces(_request(person), 5)]
    deltas += [("input_json_delta", "partial_json", piece) for piece in _pieces(arguments, 7)]
    for kind, key, piece in deltas:
        event = {
            "type": "content_block_delta",
            "index": 0 if key == "text" else 1,
            "delta": {"type": kind, key: piece},
        }
        out.append(f"event: content_block_delta\ndata: {dump(event)}\n")
    out.append('event: message_stop\ndata: {"type":"message_stop"}\n')
    data = "\n".join(out).encode()
    if number == 2:
        data = data.replace(b"\n", b"\r\n")
    yield Sample(f"anthropic_stream_{number}.txt", data, _gone(person), ("content_block_delta", "msg_01AbC"))


def _responses_stream(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    item = token_id(chance, "msg_", 40)
    events: list[dict[str, Any]] = [
        {"type": "response.created", "response": {"id": token_id(chance, "resp_")}}
    ]
    events += [
        {"type": "response.output_text.delta", "item_id": item, "output_index": 0, "delta": piece}
        for piece in _pieces(_request(person), 4)
    ]
    events.append({"type": "response.output_text.done", "item_id": item, "text": _request(person)})
    dumped = "".join(f"event: {event['type']}\ndata: {dump(event)}\n\n" for event in events)
    yield Sample(f"responses_stream_{number}.log", dumped.encode(), _gone(person), (item,), "text")
    mixed = ": ping\n\nretry: 3000\nid: 7\n" + dumped + "data: stream closed\n\n"
    yield Sample(
        f"responses_stream_{number}", mixed.encode(), _gone(person), (item, ": ping", "retry: 3000"), "text"
    )


def _claude_code(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    session, first, second = (uuid_of(chance) for _ in range(3))
    request = token_id(chance, "req_011", 20)
    shared = {
        "isSidechain": False,
        "userType": "external",
        "cwd": f"/home/{person.user}/projects/site",
        "sessionId": session,
        "version": "1.0.51",
        "gitBranch": "main",
    }
    use = token_id(chance, "toolu_01", 22)
    rows = [
        {"type": "summary", "summary": f"Courier for {person.name}", "leafUuid": second},
        {
            "parentUuid": None,
            **shared,
            "type": "user",
            "message": {"role": "user", "content": _request(person)},
            "uuid": first,
            "timestamp": "2025-07-12T09:14:03.118Z",
        },
        {
            "parentUuid": first,
            **shared,
            "message": {
                "id": token_id(chance, "msg_01", 22),
                "type": "message",
                "role": "assistant",
                "model": "claude-opus-4-20250514",
                "content": [{"type": "tool_use", "id": use, "name": "Bash", "input": {"command": "env"}}],
            },
            "requestId": request,
            "type": "assistant",
            "uuid": second,
            "timestamp": "2025-07-12T09:14:09.551Z",
        },
        {
            "parentUuid": second,
            **shared,
            "type": "user",
            "message": {
                "role": "user",
                "content": [
                    {
                        "tool_use_id": use,
                        "type": "tool_result",
                        "content": f"ANTHROPIC_API_KEY={person.key}\nUSER={person.user}\nTERM=xterm",
                    }
                ],
            },
            "uuid": uuid_of(chance),
            "timestamp": "2025-07-12T09:14:10.002Z",
            "toolUseResult": {"stdout": f"ANTHROPIC_API_KEY={person.key}\nTERM=xterm", "stderr": ""},
        },
    ]
    keep = (
        session,
        first,
        second,
        request,
        use,
        "2025-07-12T09:14:09.551Z",
        "TERM=xterm",
        "claude-opus-4-20250514",
    )
    gone = (*_gone(person), person.key, f"/home/{person.user}/")
    yield Sample(f"claude_code_{number}.jsonl", lines(rows, separators=(",", ":")), gone, keep, "lines")


def _codex(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    session, call = uuid_of(chance), token_id(chance, "call_")
    output = dump({"output": f"export GITHUB_TOKEN={person.key}\n", "metadata": {"exit_code": 0}})
    rows = [
        {
            "timestamp": "2025-09-14T11:02:11.004Z",
            "type": "session_meta",
            "payload": {"id": session, "cwd": f"/Users/{person.user}/app", "cli_version": "0.34.0"},
        },
        {
            "timestamp": "2025-09-14T11:02:12.300Z",
            "type": "response_item",
            "payload": {
                "type": "message",
                "role": "user",
                "content": [{"type": "input_text", "text": _request(person)}],
            },
        },
        {
            "timestamp": "2025-09-14T11:02:14.101Z",
            "type": "response_item",
            "payload": {
                "type": "function_call",
                "name": "shell",
                "arguments": dump({"command": ["bash", "-lc", f"grep {person.email} users.csv"]}),
                "call_id": call,
            },
        },
        {
            "timestamp": "2025-09-14T11:02:15.870Z",
            "type": "response_item",
            "payload": {"type": "function_call_output", "call_id": call, "output": output},
        },
    ]
    gone = (*_gone(person), person.key, f"/Users/{person.user}/")
    keep = (session, call, "2025-09-14T11:02:15.870Z", "exit_code")
    yield Sample(f"rollout-{number}.jsonl", lines(rows), gone, keep, "lines")


def _sharegpt(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    talk = token_id(chance, "", 7) + "_0"
    turns = [{"from": "human", "value": _request(person)}, {"from": "gpt", "value": f"Noted, {person.name}!"}]
    value = [{"id": talk, "conversations": turns}]
    yield Sample(
        f"sharegpt_{number}.json", dump(value, indent=2).encode(), _gone(person), (talk, "gpt"), "json"
    )
    yield Sample(f"sharegpt_{number}.jsonl", lines(value), _gone(person), (talk, "human"), "lines")


def _swe_agent(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    value = {
        "environment": "swe_main",
        "trajectory": [
            {
                "action": f"git log --author='{person.name}'\n",
                "observation": f"commit 9f3c2d41aa0be3387c11d02f5e6a7b8c9d0e1f2a\nAuthor: {person.name} "
                f"<{person.email}>\nDate:   Mon Jul 3 10:12:44 2023 +0200\n\n    Fix parser\n",
                "response": f"Let me see.\n```\ngit log --author='{person.name}'\n```",
                "state": dump({"open_file": "n/a", "working_dir": f"/home/{person.user}/repo"}),
                "thought": "I look at the history.\n",
                "execution_time": 0.21,
            }
        ],
        "history": [{"role": "user", "content": _request(person), "agent": "primary"}],
        "info": {"exit_status": "submitted", "model_stats": {"instance_cost": 0.7312, "tokens_sent": 68210}},
    }
    keep = ("9f3c2d41aa0be3387c11d02f5e6a7b8c9d0e1f2a", "submitted", "0.7312", "Fix parser")
    gone = (*_gone(person), f"/home/{person.user}/")
    yield Sample(f"repo__repo-{number}.traj", dump(value, indent=2).encode(), gone, keep, "json")


def _events(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    rows: list[dict[str, Any]] = [
        {"id": 0, "timestamp": "2025-01-05T08:00:01.220", "source": "user", "action": "message",
         "args": {"content": _request(person), "image_urls": None}},
        {"id": 1, "timestamp": "2025-01-05T08:00:04.990", "source": "agent", "observation": "run",
         "content": f"{person.user}@host:~$ cat mail.txt\nTo: {person.name} <{person.email}>",
         "extras": {"exit_code": 0, "working_dir": f"/home/{person.user}"}},
    ]  # fmt: skip
    yield Sample(
        f"openhands_{number}.json", dump(rows).encode(), _gone(person), ("2025-01-05T08:00:04.990",), "json"
    )
    span = f"{chance.getrandbits(64):016x}"
    trace = [
        {
            "type": "llm_request",
            "span_id": span,
            "ts": 1736064001.22,
            "attributes": {"prompt": _request(person)},
        },
        {
            "type": "tool",
            "span_id": span,
            "ts": 1736064002,
            "attributes": {"result": {"phone": person.phone}},
        },
    ]
    yield Sample(f"events_{number}.ndjson", lines(trace), _gone(person), (span, "1736064001.22"), "lines")


def _steps(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    rows = [
        {
            "trace_id": 0,
            "prompt": f"** XML **\nSend {person.name} the address {person.street}",
            "index": 0,
            "response": f'do(action="Type", text="{person.phone}")',
            "parsed_action": {"action": "Type", "kwargs": {"text": person.phone}},
            "image": "Screen/0.png",
            "xml": "xml/0.xml",
            "current_activity": "com.example.mms",
            "window": [1080, 2400],
        },
        {
            "trace_id": 0,
            "index": 1,
            "prompt": f"Mail {person.email}",
            "response": 'do(action="Tap", element=[540,1208,1010,1302])',
            "parsed_action": {"action": "Tap", "kwargs": {"element": [540, 1208, 1010, 1302]}},
            "image": "Screen/1.png",
        },
    ]
    keep = ("Screen/0.png", "com.example.mms", "[1080, 2400]", "element=[540,1208,1010,1302]")
    yield Sample(f"androidlab_{number}.jsonl", lines(rows), _gone(person), keep, "lines")
    steps = [
        {"step": 1, "operation": "type", "action": f"Type ({person.name})", "summary": _request(person)},
        {"step": 2, "operation": "click", "coordinate": [512, 884], "thought": f"Call {person.phone}"},
    ]
    yield Sample(f"mobile_agent_{number}.json", dump(steps, indent=4).encode(), _gone(person), ("[",), "json")


def _langchain(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    run = uuid_of(chance)
    value = {
        "id": run,
        "name": "AgentExecutor",
        "run_type": "chain",
        "start_time": "2024-03-02T16:20:41.551200",
        "inputs": {"messages": [[{"lc": 1, "type": "constructor", "id": ["langchain", "schema", "HumanMessage"],
                                  "kwargs": {"content": _request(person)}}]]},
        "outputs": {"generations": [[{"text": f"Sent to {person.email}."}]]},
    }  # fmt: skip
    yield Sample(
        f"langsmith_{number}.json", dump(value).encode(), _gone(person), (run, "HumanMessage"), "json"
    )


def _gemini(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    value = {
        "sessionId": uuid_of(chance),
        "startTime": "2025-08-01T12:00:00.000Z",
        "messages": [
            {"id": uuid_of(chance), "type": "user", "content": _request(person)},
            {"id": uuid_of(chance), "type": "gemini", "content": f"Writing to {person.email} now.",
             "tokens": {"input": 9120, "output": 40, "total": 9160}},
        ],
        "contents": [{"role": "user", "parts": [{"text": _request(person)}]}],
    }  # fmt: skip
    keep = (value["sessionId"], "2025-08-01T12:00:00.000Z", "9120")
    yield Sample(f"gemini_{number}.json", dump(value, indent=2).encode(), _gone(person), keep, "json")
