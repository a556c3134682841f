"""Logs of chat services and agents, as their programs write them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from kinds.model_calls import (
    list_gone,
    write_anthropic,
    write_anthropic_stream,
    write_chat_stream,
    write_gemini,
    write_langchain,
    write_openai_batch,
    write_openai_chat,
    write_openai_responses,
    write_request,
    write_responses_stream,
)
from kinds.people import Person, Sample, dump, lines, make_chinese, make_person, token_id, uuid_of


def make_samples(chance: random.Random) -> Iterator[Sample]:
    """Every kind once or more, with fresh people."""
    for maker in (
        write_openai_chat, write_openai_responses, write_openai_batch, write_chat_stream, write_anthropic,
        write_anthropic_stream, write_responses_stream,
        _claude_code, _codex, _sharegpt, _swe_agent, _events, _steps, write_langchain, write_gemini,
    ):  # fmt: skip
        for number, person in enumerate((make_person(chance), make_chinese(chance), make_person(chance))):
            yield from maker(chance, person, number)


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
            "message": {"role": "user", "content": write_request(person)},
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
    gone = (*list_gone(person), person.key, f"/home/{person.user}/")
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
                "content": [{"type": "input_text", "text": write_request(person)}],
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
    gone = (*list_gone(person), person.key, f"/Users/{person.user}/")
    keep = (session, call, "2025-09-14T11:02:15.870Z", "exit_code")
    yield Sample(f"rollout-{number}.jsonl", lines(rows), gone, keep, "lines")


def _sharegpt(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    talk = token_id(chance, "", 7) + "_0"
    turns = [
        {"from": "human", "value": write_request(person)},
        {"from": "gpt", "value": f"Noted, {person.name}!"},
    ]
    value = [{"id": talk, "conversations": turns}]
    yield Sample(
        f"sharegpt_{number}.json", dump(value, indent=2).encode(), list_gone(person), (talk, "gpt"), "json"
    )
    yield Sample(f"sharegpt_{number}.jsonl", lines(value), list_gone(person), (talk, "human"), "lines")


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
        "history": [{"role": "user", "content": write_request(person), "agent": "primary"}],
        "info": {"exit_status": "submitted", "model_stats": {"instance_cost": 0.7312, "tokens_sent": 68210}},
    }
    keep = ("9f3c2d41aa0be3387c11d02f5e6a7b8c9d0e1f2a", "submitted", "0.7312", "Fix parser")
    gone = (*list_gone(person), f"/home/{person.user}/")
    yield Sample(f"repo__repo-{number}.traj", dump(value, indent=2).encode(), gone, keep, "json")


def _events(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    rows: list[dict[str, Any]] = [
        {"id": 0, "timestamp": "2025-01-05T08:00:01.220", "source": "user", "action": "message",
         "args": {"content": write_request(person), "image_urls": None}},
        {"id": 1, "timestamp": "2025-01-05T08:00:04.990", "source": "agent", "observation": "run",
         "content": f"{person.user}@host:~$ cat mail.txt\nTo: {person.name} <{person.email}>",
         "extras": {"exit_code": 0, "working_dir": f"/home/{person.user}"}},
    ]  # fmt: skip
    yield Sample(
        f"openhands_{number}.json",
        dump(rows).encode(),
        list_gone(person),
        ("2025-01-05T08:00:04.990",),
        "json",
    )
    span = f"{chance.getrandbits(64):016x}"
    trace = [
        {
            "type": "llm_request",
            "span_id": span,
            "ts": 1736064001.22,
            "attributes": {"prompt": write_request(person)},
        },
        {
            "type": "tool",
            "span_id": span,
            "ts": 1736064002,
            "attributes": {"result": {"phone": person.phone}},
        },
    ]
    yield Sample(f"events_{number}.ndjson", lines(trace), list_gone(person), (span, "1736064001.22"), "lines")


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
    yield Sample(f"androidlab_{number}.jsonl", lines(rows), list_gone(person), keep, "lines")
    steps = [
        {"step": 1, "operation": "type", "action": f"Type ({person.name})", "summary": write_request(person)},
        {"step": 2, "operation": "click", "coordinate": [512, 884], "thought": f"Call {person.phone}"},
    ]
    yield Sample(
        f"mobile_agent_{number}.json", dump(steps, indent=4).encode(), list_gone(person), ("[",), "json"
    )
