"""`resolve` gives every place the stored value, in a released text as in a reply; `--surface original` each its own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

SESSION = ("--session", "s.session.jsonl")
FIELDS = (
    {"first_name": "Maren", "last_name": "Holloway"},
    {"firstName": "Maren", "lastName": "Holloway", "by": "Maren Holloway"},
    {"given_name": "Tobias", "surname": "Lindqvist", "note": "Mr. Lindqvist called Tobias Lindqvist"},
    {"姓": "王", "名": "小明", "客户姓名": "王小明"},
    {"picture": "see maren_holloway.png and maren-holloway.txt", "of": "Maren Holloway"},
    {"inner": json.dumps({"first_name": "Maren", "last_name": "Holloway"}), "by": "Maren Holloway"},
)


@pytest.mark.parametrize("document", FIELDS, ids=lambda document: next(iter(document)))
def test_each_field_comes_back_as_it_was(run, tmp_path: Path, document: dict[str, str]) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "in").mkdir()
    source = json.dumps(document, ensure_ascii=False).encode()
    (tmp_path / "in/record.json").write_bytes(source)
    (tmp_path / "in/note.txt").write_text("Maren Holloway and Tobias Lindqvist called.\n客户姓名：王小明\n")
    assert run("sanitize", "in", "-o", "out", *SESSION).returncode == 0
    safe = (tmp_path / "out/record.json").read_bytes()
    assert b"[[NAME#" in safe
    assert run("resolve", "out/record.json", *SESSION, "--surface", "original").stdout == source


@pytest.mark.parametrize("format", ["json", "ui_json", "asciicast"])
def test_what_is_json_stays_json(run, tmp_path: Path, format: str) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "in").mkdir()
    (tmp_path / "in/a.txt").write_text("Ship to:\n418 Tervete Lane, Unit 7C\nPortland, OR 97205\n")
    assert run("sanitize", "in", "-o", "out", *SESSION).returncode == 0
    reply = run("resolve", "-", *SESSION, "--as", format, stdin=b'{"text": "Send to [[ADDR#1]]"}')
    assert json.loads(reply.stdout)["text"] == "Send to 418 Tervete Lane, Unit 7C\nPortland, OR 97205"


def test_a_released_text_and_an_edited_one_resolve_alike(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "in").mkdir()
    (tmp_path / "in/a.txt").write_text("Maren Holloway called. Ms. Holloway wrote.\n")
    assert run("sanitize", "in", "-o", "out", *SESSION).returncode == 0
    safe = (tmp_path / "out/a.txt").read_bytes()
    whole = run("resolve", "out/a.txt", *SESSION).stdout
    edited = run("resolve", "-", *SESSION, stdin=safe + b"Thanks.\n").stdout
    assert edited == whole + b"Thanks.\n"
    assert whole.count(b"Maren Holloway") == 2


def test_a_reply_gets_the_written_name_though_a_file_name_came_first(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "in").mkdir()
    (tmp_path / "in/maren-holloway.txt").write_text("Maren Holloway called.\n")
    assert run("sanitize", "in", "-o", "out", *SESSION).returncode == 0
    reply = run("resolve", "-", *SESSION, stdin=b"Dear [[NAME#1]], hello.\n")
    assert reply.stdout == b"Dear Maren Holloway, hello.\n"


@pytest.mark.parametrize(
    "bytes_beside",
    [b"\xff\xfe", b"\xe9", b"\xfc\xdf", "é".encode("cp1252") * 2],
    ids=["bom", "one", "two", "twins"],
)
def test_what_told_the_encoding_may_go_with_the_value(run, tmp_path: Path, bytes_beside: bytes) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "in").mkdir()
    source = b"I am Maren Holloway, write to maren@example.com" + bytes_beside + b"m.\n"
    (tmp_path / "in/a.log").write_bytes(source)
    (tmp_path / "in/b.txt").write_text("Maren Holloway called.\n")
    done = run("sanitize", "in", "-o", "out", *SESSION)
    assert done.returncode == 0, done.stderr
    assert b"Holloway" not in (tmp_path / "out/a.log").read_bytes() + (tmp_path / "out/b.txt").read_bytes()
    assert run("resolve", "out/a.log", *SESSION, "--surface", "original").stdout == source
    assert run("audit", "out", *SESSION).returncode == 0
