"""Streams that take turns in one log are joined each by itself; a running count is no stream."""

from __future__ import annotations

import json
import random

import pytest

from shotveil.core.sources import open_text

FIRST = "Please call Maren Holloway at (503) 555-0144 today."
SECOND = "Mail goes to tobias.l@example.org, before noon, thanks."
THIRD = "Nothing here is urgent, take your time with all of it."


def cut(text: str) -> list[str]:
    return [text[at : at + 5] for at in range(0, len(text), 5)]


def by_item(number: int, piece: str) -> dict[str, object]:
    return {"type": "response.output_text.delta", "item_id": f"item_{number}", "delta": piece}


def by_choice(number: int, piece: str) -> dict[str, object]:
    return {"id": "c1", "choices": [{"index": number, "delta": {"content": piece}}]}


def by_request(number: int, piece: str) -> dict[str, object]:
    return {"id": f"chatcmpl-{number}", "choices": [{"index": 0, "delta": {"content": piece}}]}


def by_message(number: int, piece: str) -> dict[str, object]:
    return {"uuid": str(random.random()), "event": {"message_id": number, "delta": {"text": piece}}}


def read_texts(lines: list[dict[str, object]]) -> set[str | None]:
    data = "".join(json.dumps(line) + "\n" for line in lines).encode()
    return {view.text for view in open_text(data, "log.jsonl", "jsonl", session="s", turn=1).views}


@pytest.mark.parametrize("event", [by_item, by_choice, by_request, by_message])
def test_streams_in_turns(event) -> None:  # type: ignore[no-untyped-def]
    turns = zip(cut(FIRST), cut(SECOND), cut(THIRD), strict=True)
    texts = read_texts([event(number, piece) for turn in turns for number, piece in enumerate(turn)])
    assert {FIRST, SECOND, THIRD} <= texts


def test_a_count_of_events_names_no_stream() -> None:
    lines = [{"index": number, "delta": piece} for number, piece in enumerate(cut(FIRST))]
    assert FIRST in read_texts(lines)


def test_ids_of_events_name_no_stream() -> None:
    lines = [{"id": f"ev_{number}", "index": 0, "delta": piece} for number, piece in enumerate(cut(FIRST))]
    assert FIRST in read_texts(lines)
    turns = zip(cut(FIRST), cut(SECOND), strict=False)
    events = [(number, piece) for turn in turns for number, piece in enumerate(turn)]
    lines = [{"id": f"ev_{at}", **by_item(number, piece)} for at, (number, piece) in enumerate(events)]
    assert FIRST in read_texts(lines)
