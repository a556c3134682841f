"""What the program says when something is not as it should be: the cause, and the way on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

DENIED = """[[tool.shotveil.deny]]
value = "Project Nightjar"
type = "ORG"
reason = "a code name"

[[tool.shotveil.deny]]
value = "maren.quill@example.com"
type = "EMAIL"
reason = "left the house"
"""


@pytest.mark.parametrize("paths", [(".",), ("pyproject.toml",)])
@pytest.mark.parametrize("report", ["jsonl", "text"])
def test_the_deny_list_in_force_is_no_finding(run, tmp_path: Path, paths, report) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "pyproject.toml").write_text(DENIED)
    done = run("detect", *paths, "--check", "--format", report)
    assert done.returncode == 0, done.stdout
    with (tmp_path / "pyproject.toml").open("a") as file:
        file.write('\n[project]\nauthors = [{email = "bram.holt@example.com"}]\n')
    assert run("detect", *paths, "--check", "--format", report).returncode == 1


def test_denied_values_are_found_everywhere_else(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "pyproject.toml").write_text(DENIED)
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub/pyproject.toml").write_text(DENIED)  # not in force
    done = run("detect", ".", "--check", "--format", "text")
    assert done.returncode == 1
    assert b"\npyproject.toml" not in b"\n" + done.stdout
    assert b"sub/pyproject.toml" in done.stdout
    assert run("sanitize", ".", "-o", "../safe_of_denied").returncode == 0
    assert b"Nightjar" not in (tmp_path.parent / "safe_of_denied/pyproject.toml").read_bytes()


@pytest.mark.parametrize(("command", "verb"), [(("audit", "empty"), "audit"), (("detect", "empty", "--check"), "check"),
                                               (("sanitize", "empty", "-o", "out"), "read")])  # fmt: skip
def test_an_empty_folder_is_called_empty(run, tmp_path: Path, command, verb) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "empty").mkdir()
    done = run(*command)
    assert done.returncode == 2
    assert f"empty holds no file to {verb}" in done.stderr.decode()
    assert b"name the files" not in done.stderr


def test_a_denied_type_that_there_is_not_names_the_types(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "rules.toml").write_text('[[deny]]\nvalue = "Nightjar"\ntype = "PROJECT"\nreason = "x"\n')
    (tmp_path / "a.txt").write_text("Nothing.\n")
    told = run("detect", "a.txt", "--check", "--config", "rules.toml").stderr.decode()
    assert "rules.toml: entry 1 of deny names a type that there is not" in told
    assert "NAME, PHONE" in told
    assert "Nightjar" not in told


def test_the_wrong_passphrase_is_called_so(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "a.txt").write_text("Mail: maren.quill@example.com\n")
    for phrase, session, expected in (
        ("one thing", "s.session.jsonl", ""),
        ("another", "s.session.jsonl", "this passphrase does not open the session file"),
        ("", "plain.session.jsonl", ""),
        ("one thing", "plain.session.jsonl", "`session rekey` encrypts it"),
    ):
        environment = {"SHOTVEIL_PASSPHRASE": phrase} if phrase else {}
        done = run("sanitize", "a.txt", "--session", session, env=environment)
        assert expected in done.stderr.decode()


def test_one_of_a_kind_is_told_in_the_singular(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "p.json").write_text('[{"persona_id": "p1", "phone": [{"value": "555-0134"}]}]')
    told = run("repository", "add", "p.json").stderr.decode()
    assert "privacy_repository.json: 1 persona; the file is private" in told
    assert "1 persona, no fault" in run("repository", "check").stderr.decode()
    (tmp_path / "a.txt").write_text("Mail: maren.quill@example.com\n")
    run("sanitize", "a.txt", "-o", "safe.txt", "--session", "s.session.jsonl")
    assert b"1 leak (EMAIL 1)" in run("audit", "a.txt", "--session", "s.session.jsonl").stdout
    (tmp_path / "thing").write_bytes(bytes(range(256)))
    assert b"this kind of file is not supported" in run("detect", "thing").stderr


@pytest.mark.parametrize("skip", [(), ("--skip-unsupported",)])
def test_a_text_with_a_broken_sign_is_told_as_such(run, tmp_path: Path, skip) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "a.sse").write_bytes(b'event: a\ndata: {"text": "Maren \xff\xfe Holloway"}\n\n')
    done = run("detect", "a.sse", *skip)
    assert (done.returncode, done.stdout.count(b"Holloway")) == (2, 0)
    assert b"not valid UTF-8 at byte 31 (line 2)" in done.stderr


def test_attachments_that_are_not_read_are_told(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    head = "From: ines@example.org\nSubject: x\nContent-Transfer-Encoding: base64\n"
    (tmp_path / "in").mkdir()
    (tmp_path / "in/a.eml").write_text(f"{head}Content-Type: application/zip\n\nUEsDBAAAAAAAAP/+gA==\n")
    (tmp_path / "in/b.eml").write_text(f"{head}Content-Type: text/plain\n\naGVsbG8gdGhlcmU=\n")
    done = run("sanitize", "in", "-o", "out")
    assert done.returncode == 0
    assert b"in/a.eml: 1 embedded part of kinds that are not read" in done.stderr
    assert b"b.eml" not in done.stderr
    lines = [json.loads(line) for line in (tmp_path / "out/manifest.jsonl").read_bytes().splitlines()]
    assert [line["verified"].get("unread_parts") for line in lines] == [1, None]
