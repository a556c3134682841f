"""`resolve` on a released text: each reference becomes the form that stood there; a reply gets the stored value."""

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
    assert run("resolve", "out/record.json", *SESSION).stdout == source


def test_a_reply_gets_the_written_name_though_a_file_name_came_first(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "in").mkdir()
    (tmp_path / "in/maren-holloway.txt").write_text("Maren Holloway called.\n")
    assert run("sanitize", "in", "-o", "out", *SESSION).returncode == 0
    reply = run("resolve", "-", *SESSION, stdin=b"Dear [[NAME#1]], hello.\n")
    assert reply.stdout == b"Dear Maren Holloway, hello.\n"


def test_equal_releases_of_different_originals_get_the_stored_value(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "in").mkdir()
    for name, text in (("a.txt", "Maren Holloway called."), ("b.txt", "Ms. Holloway called.")):
        (tmp_path / "in" / name).write_text(text)
    assert run("sanitize", "in", "-o", "out", *SESSION).returncode == 0
    safe = [(tmp_path / "out" / name).read_bytes() for name in ("a.txt", "b.txt")]
    restored = [run("resolve", f"out/{name}", *SESSION).stdout for name in ("a.txt", "b.txt")]
    assert restored[0] == b"Maren Holloway called."
    assert restored[1] == (restored[0] if safe[0] == safe[1] else b"Ms. Holloway called.")


def test_a_value_in_pieces_comes_back_in_pieces(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    lines = [
        {"type": "content_block_delta", "delta": {"text": part}} for part in ("Call Maren Hol", "loway now")
    ]
    (tmp_path / "log.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    safe = run("sanitize", "log.jsonl", *SESSION).stdout
    assert b"loway" not in safe
    (tmp_path / "safe.jsonl").write_bytes(safe)
    assert run("resolve", "safe.jsonl", *SESSION).stdout == (tmp_path / "log.jsonl").read_bytes()
    assert run("resolve", "safe.jsonl", *SESSION, "--turn", "0").stdout == safe
    (tmp_path / "reply.jsonl").write_bytes(safe.replace(b" now", b""))
    assert b"Call Maren Holloway" in run("resolve", "reply.jsonl", *SESSION).stdout
