"""What an audit tells: places, not readings; readers side by side."""

from __future__ import annotations

import json

import pytest

from shotveil.cli.pipeline.reporting import merge_readings
from shotveil.core.geometry import Box
from shotveil.renderers.findings import Finding, Place, describe


def reading(reader: str, box: Box | None, kind: str = "leak", number: int = 1, frame: int = 0) -> Finding:
    return Finding("a.png", "EMAIL", Place(box=box, frame=frame), f"[[EMAIL#{number}]]", kind, reader)  # type: ignore[arg-type]


FIRST = Box(10, 10, 110, 30)


@pytest.mark.parametrize(
    ("findings", "places", "readers"),
    [
        ([reading("one", FIRST), reading("two", Box(12, 11, 112, 31)), reading("one", FIRST)], 1, "one, two"),
        ([reading("one", FIRST), reading("one", Box(10, 60, 110, 80))], 2, "one"),
        ([reading("one", FIRST), reading("two", FIRST, number=2)], 2, "one"),
        ([reading("one", FIRST), reading("two", FIRST, frame=1)], 2, "one"),
        ([reading("one", FIRST), reading("two", Box(10, 10, 60, 30), "partial")], 1, "one"),
        ([reading("one", FIRST, "partial"), reading("two", FIRST, "partial")], 1, "one, two"),
        ([reading("one", FIRST), reading("two", Box(10, 60, 60, 80), "partial")], 2, "one"),
        ([reading("", None), reading("", None)], 1, ""),
    ],
)
def test_a_place_is_listed_once_with_its_readers(findings: list[Finding], places: int, readers: str) -> None:
    merged = merge_readings(findings)
    assert len(merged) == places
    assert merged[0].reader == readers


def test_sentences_need_no_article() -> None:
    assert describe(reading("one", FIRST, "partial")) == "EMAIL can be read in part by one ([[EMAIL#1]])"


def trace_of(reader: str, *lines: str, seconds: float | None = None) -> bytes:
    """A trace of `ocr` with one picture."""
    blocks = [
        {"id": f"b{n}", "text": text, "box": [10, 40 * n, 10 + 10 * len(text), 40 * n + 20],
         "quad": [[10, 40 * n], [10 + 10 * len(text), 40 * n], [10 + 10 * len(text), 40 * n + 20], [10, 40 * n + 20]],
         "score": 1.0, "chars": None}
        for n, text in enumerate(lines)
    ]  # fmt: skip
    view = {"kind": "view", "id": "v", "session": "s", "turn": 1, "medium": "image", "path": "shot.png", "sha256": "0" * 64,
            "width": 600, "height": 400, "blocks": blocks,
            "reader": {"name": reader, "version": "1", "model": "m", "settings": {}}}  # fmt: skip
    header = {"kind": "header", "schema": "shotveil.trace/1", "stage": "ocr", "tool": "t", "config": {}}
    rows = [header, view, *([{"kind": "timing", "seconds": seconds}] if seconds else [])]
    return b"".join(json.dumps(row, separators=(",", ":")).encode() + b"\n" for row in rows)


def test_readers_side_by_side(run, tmp_path):
    (tmp_path / "a.jsonl").write_bytes(
        trace_of("sharp", "Name: Abel Tolliver", "Mail: abel@example.com", seconds=2.5)
    )
    (tmp_path / "b.jsonl").write_bytes(trace_of("blunt", "Name: Abel Tolliver"))
    (tmp_path / "in.txt").write_text("Name: Abel Tolliver\nMail: abel@example.com\n")
    assert run("sanitize", "in.txt", "-o", "out.txt", "--session", "s.session.jsonl").returncode == 0
    table = run("audit", "a.jsonl", "b.jsonl", "--session", "s.session.jsonl")
    assert table.returncode == 0, table.stderr
    rows = {line[:18].strip(): line[18:].split() for line in table.stdout.decode().splitlines()}
    assert (rows["lines"], rows["seconds"]) == (["2", "1"], ["2.5000", "-"])
    assert (rows["found"], rows["EMAIL"]) == (["2", "1"], ["1", "0"])
    assert rows["session caught"] == ["1.0000", "0.5000"]
    assert "blunt m did not see, sharp m did: 1 (EMAIL 1)" in table.stdout.decode()
    assert "sharp m did not see, blunt m did: nothing" in table.stdout.decode()
    assert b"abel" not in table.stdout
    document = json.loads(run("audit", "a.jsonl", "b.jsonl", "--format", "json").stdout)
    assert [row["reader"] for row in document] == ["sharp m", "blunt m"]
    assert document[1]["missed"] == {"sharp m": {"EMAIL": 1}}


def test_what_is_piped_in_is_audited_and_nothing_is_no_clean_tree(run, tmp_path):
    text = b"Name: Abel Tolliver\nMail: abel@example.com\n"
    session = ("--session", "s.session.jsonl")
    safe = run("sanitize", "-", *session, stdin=text).stdout
    assert run("audit", "-", *session, stdin=safe).returncode == 0
    for arguments in ((), session):
        leak = run("audit", "-", *arguments, stdin=text)
        assert leak.returncode == 1
        assert b"abel" not in leak.stdout
    (tmp_path / "empty").mkdir()
    assert run("audit", "empty", *session).returncode == 2
    assert run("audit", "-", *session).returncode == 2


def test_names_of_files_are_looked_at_without_a_session_too(run, tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "safe/maren.holloway@example.com").mkdir(parents=True)
    (tmp_path / "safe/maren.holloway@example.com/a.txt").write_text("Nothing here.\n")
    (tmp_path / "safe/turn_2.txt").write_text("Nor here.\n")
    done = run("audit", "safe", "--format", "text")
    assert done.returncode == 1
    assert b"EMAIL in the name of a file or folder" in done.stdout
    assert b"turn_2" not in done.stdout
    (tmp_path / "safe/maren.holloway@example.com").rename(tmp_path / "safe/EMAIL-1")
    assert run("audit", "safe").returncode == 0
