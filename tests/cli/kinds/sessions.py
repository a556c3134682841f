"""Sessions of agents in the forms of other producers and later versions."""

from __future__ import annotations

import base64
import random
from collections.abc import Iterator
from typing import Any

from kinds.model_calls import list_gone, write_request
from kinds.people import Person, Sample, dump, lines, make_chinese, make_person, token_id, uuid_of

_PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


def make_samples(chance: random.Random) -> Iterator[Sample]:
    """Every producer once a person."""
    for maker in (_thinking, _codex_flat, _gemini_cli, _langchain_dump, _mini_swe, _openhands, _app_agent,
                  _notebook, _mcp, _vercel, _cline, _cursor, _transcript):  # fmt: skip
        for number, person in enumerate((make_person(chance), make_chinese(chance))):
            yield from maker(chance, person, number)


def _thinking(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    use, first, second = token_id(chance, "toolu_01", 22), uuid_of(chance), uuid_of(chance)
    signature = base64.b64encode(chance.randbytes(120)).decode()
    shared = {
        "sessionId": uuid_of(chance),
        "version": "2.0.14",
        "cwd": f"/Users/{person.user}/work",
        "gitBranch": "",
    }
    think = {
        "type": "thinking",
        "thinking": f"They want {person.name} at {person.phone}.",
        "signature": signature,
    }
    result = {
        "type": "tool_result",
        "tool_use_id": use,
        "content": [
            {"type": "text", "text": f"     1→{write_request(person)}\n     2→done"},
            {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": _PIXEL}},
        ],
    }
    rows: list[Any] = [
        {"type": "file-history-snapshot", "messageId": first, "snapshot": {"trackedFileBackups": {}}, "isSnapshotUpdate": False},
        {"parentUuid": None, **shared, "type": "assistant", "uuid": first, "requestId": token_id(chance, "req_011", 20),
         "message": {"id": token_id(chance, "msg_01"), "model": "claude-sonnet-4-5-20250929", "content": [think,
            {"type": "tool_use", "id": use, "name": "Read", "input": {"file_path": f"/Users/{person.user}/work/a.md"}}]}},
        {"parentUuid": first, **shared, "type": "user", "uuid": second, "message": {"role": "user", "content": [result]},
         "toolUseResult": {"stdout": f"To: {person.name} <{person.email}>\n", "stderr": "", "structuredPatch": [
             {"oldStart": 1, "oldLines": 1, "lines": [f"-Tel {person.phone}", f"+Mail {person.email}"]}]}},
        {"type": "system", "subtype": "hook", "content": f"Sent to \u001b[1m{person.email}\u001b[22m", "level": "info"},
        {"type": "queue-operation", "operation": "enqueue", "content": write_request(person), "timestamp": "2025-10-02T08:01:44.004Z"},
    ]  # fmt: skip
    keep = (
        use,
        first,
        second,
        signature,
        "2025-10-02T08:01:44.004Z",
        "claude-sonnet-4-5-20250929",
        _PIXEL[:40],
    )
    yield Sample(
        f"thinking_{number}.jsonl", lines(rows), (*list_gone(person), person.user), keep[:-1], "lines"
    )


def _codex_flat(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    call = token_id(chance, "call_", 24)
    command = dump(
        {"command": ["bash", "-lc", f"mail -s 'hello' {person.email}"], "workdir": f"/home/{person.user}/x"}
    )
    output = dump(
        {"output": f"{person.name}\n{person.phone}\n", "metadata": {"exit_code": 0, "duration_seconds": 0.1}}
    )
    rows = [
        {"id": uuid_of(chance), "timestamp": "2025-06-01T10:00:00.000Z", "instructions": None},
        {"record_type": "state"},
        {
            "type": "message",
            "role": "user",
            "content": [{"type": "input_text", "text": write_request(person)}],
        },
        {
            "type": "reasoning",
            "id": token_id(chance, "rs_", 40),
            "summary": [],
            "encrypted_content": "gAAAA" + "Bx" * 40,
        },
        {"type": "function_call", "name": "shell", "arguments": command, "call_id": call},
        {"type": "function_call_output", "call_id": call, "output": output},
    ]
    yield Sample(
        f"codex_flat_{number}.jsonl", lines(rows), (*list_gone(person), person.user), (call,), "lines"
    )


def _gemini_cli(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    row = {
        "sessionId": uuid_of(chance), "projectHash": f"{chance.getrandbits(256):064x}", "messages": [
            {"id": uuid_of(chance), "type": "user", "content": [{"text": write_request(person)}]},
            {"id": uuid_of(chance), "type": "gemini", "content": "", "model": "gemini-2.5-pro",
             "thoughts": [{"subject": "Courier", "description": f"Call {person.phone} for {person.name}."}],
             "toolCalls": [{"id": "write_file-1", "name": "write_file", "args": {"content": f"{person.email}\n"},
                "result": [{"functionResponse": {"id": "write_file-1", "response": {"output": f"Wrote {person.email}"}}}]}],
             "tokens": {"input": 10, "output": 3}}]}  # fmt: skip
    keep = (row["projectHash"], row["sessionId"], "gemini-2.5-pro")
    yield Sample(f"gemini_cli_{number}.json", dump(row, indent=2).encode(), list_gone(person), keep, "json")  # type: ignore[arg-type]


def _langchain_dump(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    run = uuid_of(chance)
    rows = [
        {"lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", kind],
         "kwargs": {"content": text, "type": kind[:5].lower(), "id": f"run-{run}-{at}", "additional_kwargs": {}}}
        for at, (kind, text) in enumerate((("HumanMessage", write_request(person)), ("AIMessage", f"Done, {person.name}.")))
    ]  # fmt: skip
    yield Sample(
        f"lc_dump_{number}.json", dump(rows).encode(), list_gone(person), (run, "HumanMessage"), "json"
    )


def _mini_swe(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    body = {
        "info": {"exit_status": "Submitted", "model_stats": {"instance_cost": 0.31, "api_calls": 9}, "mini_version": "1.9.0"},
        "messages": [{"role": "user", "content": f"<pr_description>\n{write_request(person)}\n</pr_description>"},
                     {"role": "assistant", "content": f"THOUGHT: mail\n```bash\ngrep -rn '{person.email}' . | head\n```"},
                     {"role": "user", "content": f"<returncode>0</returncode>\n<output>\n./a.py:3:# {person.name}, {person.phone}\n</output>"}],
        "trajectory_format": "mini-swe-agent-1"}  # fmt: skip
    yield Sample(
        f"mini_{number}.traj.json", dump(body, indent=1).encode(), list_gone(person), ("Submitted",), "json"
    )


def _openhands(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    stamp = "2025-03-14T09:26:53.589793"
    rows = [
        {"id": 0, "timestamp": stamp, "source": "user", "message": write_request(person), "action": "message",
         "args": {"content": write_request(person), "image_urls": None, "wait_for_response": False}},
        {"id": 1, "timestamp": stamp, "source": "agent", "action": "run", "args": {"command": f"curl -u {person.user}:x mailto:{person.email}"}},
        {"id": 2, "timestamp": stamp, "source": "agent", "cause": 1, "observation": "run", "content": f"{person.name}\r\n{person.phone}\r\n",
         "extras": {"command": "curl", "metadata": {"exit_code": 0, "pid": -1, "username": person.user, "hostname": "box"}}},
    ]  # fmt: skip
    yield Sample(f"trajectory_{number}.json", dump(rows).encode(), list_gone(person), (stamp,), "json")


def _app_agent(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    rows = [
        {"step": 1, "prompt": f"The task is: message {person.name}", "image": f"task_{number}_1_labeled.png",
         "response": f'Observation: a chat\nAction: text("{write_request(person)}")\nSummary: typed'},
        {"step": 2, "prompt": f"Typed to {person.phone}", "image": f"task_{number}_2_labeled.png", "response": "Action: FINISH"},
    ]  # fmt: skip
    keep = (f"task_{number}_1_labeled.png", "FINISH")
    yield Sample(f"log_task_{number}.txt", lines(rows), list_gone(person), keep, "lines")


def _notebook(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    cell = f"{chance.getrandbits(32):08x}"
    outputs = [
        {"name": "stdout", "output_type": "stream", "text": [f"{person.name}\n", f"{person.email}\n"]},
        {
            "data": {"text/html": [f"<td>{person.phone}</td>"], "image/png": _PIXEL},
            "metadata": {},
            "output_type": "display_data",
        },
    ]
    cells = [
        {"cell_type": "markdown", "id": "aa11", "metadata": {}, "source": [f"# For {person.name}\n", person.street]},
        {"cell_type": "code", "execution_count": 3, "id": cell, "metadata": {}, "outputs": outputs,
         "source": ["import smtplib\n", f"send('{person.email}')\n"]},
    ]  # fmt: skip
    body = {
        "cells": cells,
        "metadata": {"kernelspec": {"name": "python3"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    gone = (person.name, person.email, person.phone, person.street)
    yield Sample(
        f"notebook_{number}.ipynb", dump(body, indent=1).encode() + b"\n", gone, (cell, "smtplib"), "json"
    )


def _mcp(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    inner = dump(
        {
            "content": [
                {"type": "text", "text": dump({"contact": {"full_name": person.name, "mail": person.email}})}
            ]
        }
    )
    rows = [
        {
            "jsonrpc": "2.0",
            "id": 7,
            "method": "tools/call",
            "params": {"name": "crm", "arguments": {"query": person.name}},
        },
        {
            "jsonrpc": "2.0",
            "id": 7,
            "result": {"content": [{"type": "text", "text": inner}], "isError": False},
        },
        {
            "jsonrpc": "2.0",
            "method": "notifications/message",
            "params": {"level": "info", "data": f"dialled {person.phone}"},
        },
    ]
    gone = (person.name, person.email, person.phone)
    yield Sample(f"mcp_{number}.jsonl", lines(rows), gone, ("tools/call",), "lines")


def _vercel(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    call = token_id(chance, "call_", 24)
    parts = [write_request(person)[at : at + 7] for at in range(0, len(write_request(person)), 7)]
    rows: list[dict[str, Any]] = [
        {"type": "start", "messageId": token_id(chance, "msg-", 16)},
        {"type": "text-start", "id": "0"},
    ]
    rows += [{"type": "text-delta", "id": "0", "delta": part} for part in parts]
    rows += [
        {"type": "text-end", "id": "0"},
        {"type": "tool-input-available", "toolCallId": call, "input": {"to": person.email}},
    ]
    data = "".join(f"data: {dump(row)}\n\n" for row in rows) + "data: [DONE]\n\n"
    yield Sample(f"ui_stream_{number}.txt", data.encode(), list_gone(person), (call,), "text")


def _cline(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    ask = dump(
        {
            "tool": "readFile",
            "path": f"/Users/{person.user}/a.txt",
            "content": f"{person.name}\n{person.email}",
        }
    )
    rows = [
        {"ts": 1718000000123, "type": "say", "say": "task", "text": write_request(person), "images": []},
        {"ts": 1718000001456, "type": "ask", "ask": "tool", "text": ask, "partial": False},
        {
            "ts": 1718000002789,
            "type": "say",
            "say": "api_req_started",
            "text": dump({"request": f"<task>{person.phone}</task>", "tokensIn": 12}),
        },
    ]
    gone = (*list_gone(person), person.user)
    yield Sample(f"ui_messages_{number}.json", dump(rows).encode(), gone, ("1718000001456",), "json")


def _cursor(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    text = (
        f"# Fix the form\n_Exported on 7/3/2025 at 10:11:12 GMT+2 from Cursor (1.2.1)_\n\n---\n\n**User**\n\n"
        f"{write_request(person)}\n\n---\n\n**Cursor**\n\n```json\n{dump({'email': person.email})}\n```\n"
    )
    yield Sample(f"cursor_{number}.md", text.encode(), list_gone(person), ("**Cursor**", "10:11:12"), "text")


def _transcript(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    rows = [
        {"jobName": "job", "status": "COMPLETED", "results": {
            "transcripts": [{"transcript": f"This is {person.name}, call {person.phone}."}],
            "items": [{"start_time": f"{at}.04", "end_time": f"{at}.48", "alternatives": [{"confidence": "0.99", "content": word}],
                       "type": "pronunciation"} for at, word in enumerate(("This", "is", *person.name.split(), "speaking"))]}},
    ]  # fmt: skip
    yield Sample(
        f"transcribe_{number}.json", dump(rows[0]).encode(), (person.name, person.phone), ("3.04",), "json"
    )
