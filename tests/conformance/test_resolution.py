"""The return path: what resolves, and what stays byte-identical (CONTRACT f)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from shotveil.core.resolve import resolve_json, resolve_text
from shotveil.core.resolve_stream import StreamResolver
from shotveil.core.session import Session, open_session
from shotveil.core.session.documents import import_document


@pytest.fixture(scope="module")
def sessions(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Session]:
    folder = Path(request.config.getoption("--cases"))
    fixture = folder / "resolution_fixture.json"
    if not fixture.exists():
        pytest.skip("no resolution_fixture.json in the folder of cases")
    document = json.loads(fixture.read_text("utf-8"))
    opened = {}
    for name in (key for key, value in document.items() if isinstance(value, list)):
        path = tmp_path_factory.mktemp("sessions") / f"{name}.session.jsonl"
        import_document(document, path, name=name)
        opened[name] = open_session(path, create=False)
    return opened


def test_text(resolution_case: dict[str, Any], sessions: dict[str, Session]) -> None:
    case = resolution_case
    result = resolve_text(case["text"], sessions[case["session"]], case["turn"])
    assert result.text == case["expected"]
    assert (result.resolved > 0) == case["resolves"]


def test_inside_json(resolution_case: dict[str, Any], sessions: dict[str, Session]) -> None:
    case = resolution_case
    text = json.dumps({"text": case["text"], "n": 1}, ensure_ascii=False)
    result = resolve_json(text, sessions[case["session"]], case["turn"])
    assert json.loads(result.text) == {"text": case["expected"], "n": 1}


def test_streamed_by_character(resolution_case: dict[str, Any], sessions: dict[str, Session]) -> None:
    case = resolution_case
    stream = StreamResolver(sessions[case["session"]], case["turn"])
    text = "".join(stream.feed(character) for character in case["text"]) + stream.finish()
    assert text == case["expected"]
