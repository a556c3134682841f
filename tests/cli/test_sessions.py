"""`shotveil session`: what it writes is private and overwrites no input."""

from __future__ import annotations

import base64
import json
import os
import stat
from pathlib import Path

import orjson
import pytest

from shotveil.cli.pipeline.sessions import export_session_file, open_scope_session
from shotveil.core.config import Settings
from shotveil.core.errors import UsageProblem
from shotveil.core.records import Occurrence, ScalarRecord, TextExtent, View


def _make_journal(folder: Path) -> Path:
    mail = "ana.reyes@example.com"
    found = Occurrence(
        "EMAIL", mail, "hard", ("email",), 0.9, (TextExtent(0, len(mail)),), ScalarRecord(mail, mail)
    )
    view = View("v", "s", 1, "text", "a.txt", text=mail, occurrences=(found,))
    journal = folder / "s.session.jsonl"
    with open_scope_session(journal, Settings()) as session:
        session.bind(view)
    return journal


def test_an_exported_file_is_its_owners_alone(tmp_path: Path) -> None:
    journal, output = _make_journal(tmp_path), tmp_path / "export.json"
    output.write_text("old")
    assert export_session_file(journal, None, output) == 0
    assert b"ana.reyes@example.com" in output.read_bytes()
    orjson.loads(output.read_bytes())
    if os.name == "posix":
        assert stat.S_IMODE(output.stat().st_mode) == 0o600


def test_an_export_does_not_overwrite_the_session(tmp_path: Path) -> None:
    journal = _make_journal(tmp_path)
    before = journal.read_bytes()
    with pytest.raises(UsageProblem, match="is an input"):
        export_session_file(journal, None, tmp_path / "." / journal.name)
    assert journal.read_bytes() == before


def test_a_key_file_among_the_inputs_is_not_released(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    captures, key = tmp_path / "captures", tmp_path / "captures/k.key"
    captures.mkdir()
    (captures / "a.txt").write_text("mail ana.reyes@example.com\n")
    command = ("sanitize", captures, "--session", tmp_path / "s.session.jsonl", "--key-file", key, "--force")
    for output in ("first", "second"):
        assert run(*command, "-o", tmp_path / output).returncode == 0
        assert sorted(path.name for path in (tmp_path / output).iterdir()) == ["a.txt", "manifest.jsonl"]
    assert run("detect", key, "--check").returncode == 1
    assert (
        run(
            *command[:-1], "-o", captures.parent / "captures2", "--key-file", tmp_path / "captures2/k"
        ).returncode
        == 2
    )


def test_what_a_chain_rendered_is_given_back(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    text = "Call Maren Holloway at (503) 555-0144.\n"
    (tmp_path / "captures").mkdir()
    (tmp_path / "captures/a.txt").write_text(text)
    session = ("--session", tmp_path / "s.session.jsonl")
    views = run("detect", "captures").stdout
    releases = run("sanitize", "-", *session, stdin=views).stdout
    for _ in range(2):
        assert run("render", "-", *session, "-o", "clean", stdin=releases).returncode == 0
    assert "Holloway" not in (tmp_path / "clean/a.txt").read_text()
    assert run("resolve", "clean/a.txt", *session, "--surface", "original").stdout.decode() == text


def test_a_chain_keeps_no_encoded_text_that_holds_a_secret(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    encoded = base64.b64encode(f"Dear support,\n{BODY}".encode()).decode()
    (tmp_path / "a.json").write_text(json.dumps({"content": encoded}))
    session = ("--session", tmp_path / "s.session.jsonl")
    releases = run("sanitize", "-", *session, stdin=run("detect", "a.json").stdout).stdout
    assert run("render", "-", *session, "-o", "clean", stdin=releases).returncode == 0
    assert encoded not in (tmp_path / "clean/a.json").read_text()
    assert encoded not in (tmp_path / "s.session.jsonl").read_text()


BODY = "Mail ana.reyes@example.com, see [[NAME#1]]. export API_TOKEN=q8Zwk29LsRt0pVx4\r\n"


@pytest.mark.parametrize("sealed", [True, False])
def test_an_imported_session_gives_released_files_back(run, tmp_path: Path, sealed: bool) -> None:  # type: ignore[no-untyped-def]
    captures = tmp_path / "captures"
    captures.mkdir()
    (captures / "a.txt").write_bytes(BODY.encode("utf-16"))
    (captures / "b.txt").write_bytes("电话 13800138000\n".encode("gbk"))
    first, second = tmp_path / "a.session.jsonl", tmp_path / "b.session.jsonl"
    key = ("--key-file", tmp_path / "k.key") if sealed else ()
    assert run("sanitize", captures, "-o", tmp_path / "safe", "--session", first, *key).returncode == 0
    piped = run("sanitize", "-", "--session", first, *key, stdin=b"call 555-0142\ncall 555-0199\n").stdout
    assert run("session", "export", first, "-o", tmp_path / "e.json", *key).returncode == 0
    assert run("session", "import", tmp_path / "e.json", second, *key).returncode == 0
    way_back = ("--surface", "original", "--session", second, *key)
    assert run("resolve", tmp_path / "safe/b.txt", *way_back).stdout == (captures / "b.txt").read_bytes()
    assert run("resolve", "-", *way_back, stdin=piped).stdout == b"call 555-0142\ncall 555-0199\n"
    back = run("resolve", tmp_path / "safe/a.txt", *way_back)
    assert (back.returncode, back.stdout) == ((0, BODY.encode("utf-16")) if sealed else (2, b""))
    again = run(
        "sanitize", "-", "--session", second, *key, stdin=b"write to ana.reyes@example.com or 555-0100"
    )
    assert b"[[EMAIL#" in again.stdout
    assert b"[[NAME#1]]" not in again.stdout


@pytest.mark.parametrize("block", [[-1], ["46"], [46, "1"], [46, 0, 8], [46, 0, "", 1]])
def test_an_export_with_a_damaged_release_is_refused(run, tmp_path: Path, block: list[object]) -> None:  # type: ignore[no-untyped-def]
    first, document = tmp_path / "a.session.jsonl", tmp_path / "e.json"
    assert run("sanitize", "-", "--session", first, stdin=b"write to ana.reyes@example.com").returncode == 0
    assert run("session", "export", first, "-o", document).returncode == 0
    told = json.loads(document.read_text())
    (line,) = [line for line in told["journal"]["lines"] if line["kind"] == "released"]
    line["blocks"] = [block]
    document.write_text(json.dumps(told))
    done = run("session", "import", document, tmp_path / "b.session.jsonl")
    assert done.returncode == 2
    assert b"the journal of the document cannot be read" in done.stderr
    assert not (tmp_path / "b.session.jsonl").exists()


def test_a_plain_import_of_a_sealed_session_keeps_no_secret(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    source, key = tmp_path / "a.txt", ("--key-file", tmp_path / "k.key")
    source.write_text(BODY)
    sealed, plain = tmp_path / "a.session.jsonl", tmp_path / "b.session.jsonl"
    assert run("sanitize", source, "-o", tmp_path / "safe", "--session", sealed, *key).returncode == 0
    assert run("session", "export", sealed, "-o", tmp_path / "e.json", *key).returncode == 0
    assert run("session", "import", tmp_path / "e.json", plain).returncode == 0
    assert b"q8Zwk29LsRt0pVx4" in (tmp_path / "e.json").read_bytes()
    assert b"q8Zwk29LsRt0pVx4" not in plain.read_bytes()
