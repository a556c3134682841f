"""Requests to models and their answers, whole and streamed."""

from __future__ import annotations

import base64
import json
import random
from collections.abc import Iterator
from typing import Any

from kinds.people import Person, Sample, dump, lines, token_id, uuid_of


def write_request(person: Person) -> str:
    if person.given.isascii():
        return (
            f"Please book a courier for {person.name}, {person.street}. "
            f"Her phone is {person.phone} and her mail {person.email}."
        )
    return f"收件人：{person.name}，电话：{person.phone}，地址：{person.street}，邮箱 {person.email}。"


def list_gone(person: Person) -> tuple[str, ...]:
    return person.name, person.phone, person.email, person.street


def write_openai_chat(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    call, answer = token_id(chance, "call_"), token_id(chance, "chatcmpl-", 29)
    arguments = dump({"recipient": person.name, "phone": person.phone, "note": f"mail {person.email}"})
    value = {
        "id": answer,
        "object": "chat.completion",
        "created": 1741569952,
        "model": "gpt-4.1-2025-04-14",
        "messages": [
            {"role": "system", "content": "You are a helpful assistant."},
            {"role": "user", "content": [{"type": "text", "text": write_request(person)}]},
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
    yield Sample(f"openai_chat_{number}.json", dump(value, **style).encode(), list_gone(person), keep, "json")


def write_openai_responses(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
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
                "content": [{"type": "output_text", "text": write_request(person), "annotations": []}],
            },
        ],
        "previous_response_id": None,
        "temperature": 1.0,
        "top_p": 1e0,
        "metadata": {},
    }
    keep = (response, message, "gpt-4o-2024-08-06", "1741476777", "1.0")
    data = json.dumps(value, ensure_ascii=number == 1, indent=2).encode()
    yield Sample(f"openai_responses_{number}.json", data, list_gone(person), keep, "json")


def write_openai_batch(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    batch, custom = token_id(chance, "batch_req_"), f"request-{chance.randrange(10**6)}"
    rows = [
        {
            "custom_id": custom,
            "method": "POST",
            "url": "/v1/chat/completions",
            "body": {
                "model": "gpt-3.5-turbo-0125",
                "messages": [{"role": "user", "content": write_request(person)}],
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
        f"openai_batch_{number}.jsonl", lines(rows), list_gone(person), (batch, custom, "/v1/chat/completions"),
        "lines",
    )  # fmt: skip


def _pieces(text: str, size: int) -> list[str]:
    return [text[at : at + size] for at in range(0, len(text), size)]


def write_chat_stream(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    answer = token_id(chance, "chatcmpl-", 29)
    chunks = [
        {
            "id": answer,
            "object": "chat.completion.chunk",
            "created": 1694268190,
            "model": "gpt-4o-mini",
            "choices": [{"index": 0, "delta": {"content": piece}, "finish_reason": None}],
        }
        for piece in _pieces(write_request(person), 3 + number)
    ]
    gone = list_gone(person)
    yield Sample(f"chat_stream_{number}.jsonl", lines(chunks), gone, (answer, "gpt-4o-mini"), "lines")
    dumped = "".join(f"data: {dump(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n"
    yield Sample(f"chat_stream_{number}.sse", dumped.encode(), gone, (answer, "data: [DONE]"), "text")
    yield Sample(f"chat_stream_{number}.txt", dumped.encode(), gone, (answer, "data: [DONE]"), "text")


def write_anthropic(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    message, use = token_id(chance, "msg_01", 22), token_id(chance, "toolu_01", 22)
    signature = base64.b64encode(chance.randbytes(160)).decode()
    rows = [
        {"role": "user", "content": write_request(person)},
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
            "anthropic.json", dump({"messages": rows}, indent=2).encode(), list_gone(person), keep, "json"
        )
    yield Sample(f"anthropic_{number}.jsonl", lines(rows), list_gone(person), keep, "lines")


def write_anthropic_stream(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    arguments = dump({"to": person.name, "address": person.street, "phone": person.phone})
    out = [
        'event: message_start\ndata: {"type":"message_start","message":{"id":"msg_01AbC","role":"assistant"}}\n'
    ]
    deltas = [("text_delta", "text", piece) for piece in _pieces(write_request(person), 5)]
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
    yield Sample(
        f"anthropic_stream_{number}.txt", data, list_gone(person), ("content_block_delta", "msg_01AbC")
    )


def write_responses_stream(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    item = token_id(chance, "msg_", 40)
    events: list[dict[str, Any]] = [
        {"type": "response.created", "response": {"id": token_id(chance, "resp_")}}
    ]
    events += [
        {"type": "response.output_text.delta", "item_id": item, "output_index": 0, "delta": piece}
        for piece in _pieces(write_request(person), 4)
    ]
    events.append({"type": "response.output_text.done", "item_id": item, "text": write_request(person)})
    dumped = "".join(f"event: {event['type']}\ndata: {dump(event)}\n\n" for event in events)
    yield Sample(f"responses_stream_{number}.log", dumped.encode(), list_gone(person), (item,), "text")
    mixed = ": ping\n\nretry: 3000\nid: 7\n" + dumped + "data: stream closed\n\n"
    yield Sample(
        f"responses_stream_{number}",
        mixed.encode(),
        list_gone(person),
        (item, ": ping", "retry: 3000"),
        "text",
    )


def write_langchain(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    run = uuid_of(chance)
    value = {
        "id": run,
        "name": "AgentExecutor",
        "run_type": "chain",
        "start_time": "2024-03-02T16:20:41.551200",
        "inputs": {"messages": [[{"lc": 1, "type": "constructor", "id": ["langchain", "schema", "HumanMessage"],
                                  "kwargs": {"content": write_request(person)}}]]},
        "outputs": {"generations": [[{"text": f"Sent to {person.email}."}]]},
    }  # fmt: skip
    yield Sample(
        f"langsmith_{number}.json", dump(value).encode(), list_gone(person), (run, "HumanMessage"), "json"
    )


def write_gemini(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    value = {
        "sessionId": uuid_of(chance),
        "startTime": "2025-08-01T12:00:00.000Z",
        "messages": [
            {"id": uuid_of(chance), "type": "user", "content": write_request(person)},
            {"id": uuid_of(chance), "type": "gemini", "content": f"Writing to {person.email} now.",
             "tokens": {"input": 9120, "output": 40, "total": 9160}},
        ],
        "contents": [{"role": "user", "parts": [{"text": write_request(person)}]}],
    }  # fmt: skip
    keep = (value["sessionId"], "2025-08-01T12:00:00.000Z", "9120")
    yield Sample(f"gemini_{number}.json", dump(value, indent=2).encode(), list_gone(person), keep, "json")
