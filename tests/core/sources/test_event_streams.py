"""Dumps of server-sent events: pieces joined over events, everything else as it was."""

from __future__ import annotations

import json

from rewriting import read, rewrite, texts

from shotveil.core.sources.formats import detect_format


def piece(text: str) -> str:
    return f"data: {json.dumps({'delta': {'content': text}})}\n"


def test_pieces_are_one_text_and_comments_stay() -> None:
    raw = (
        ": ping of Ines\n\nevent: a\n"
        + piece("I am In")
        + "\nevent: a\n"
        + piece("es Oka")
        + "\n"
        + piece("for.")
    )
    raw += "\ndata: closed by Ines\n\ndata: [DONE]\n"
    assert detect_format(raw.encode(), "dump.log") == detect_format(raw.encode(), "-") == "event_stream"
    document = read(raw, "event_stream")
    assert texts(document) == ["ping of Ines", "I am Ines Okafor.", "closed by Ines"]
    after = rewrite(document, "Ines Okafor", "of Ines", "by Ines")
    assert "I am [[NAME#1]]" in after.replace('"}}\n\nevent: a\ndata: {"delta": {"content": "', "")
    assert "Oka" not in after
    assert after.startswith(": ping [[NAME#2]]\n\nevent: a\n")
    assert after.endswith("data: closed [[NAME#3]]\n\ndata: [DONE]\n")


def test_what_only_looks_like_events_is_text() -> None:
    assert detect_format(b"data: Monday\ndata: Tuesday\n", "a.txt") == "text"
    assert detect_format(b'event: party\nbring: cake\ndata: {"a": 1}\n', "a.txt") == "text"
