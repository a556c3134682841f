"""What a run refuses or asks before work is lost: trees of a session, its deletion, unset variables."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from shotveil.core.session import open_session
from shotveil.core.session.lock import hold_lock

LETTER = "Please call Maren Holloway at (503) 555-0142.\n"


@pytest.fixture
def place(run, tmp_path: Path) -> Path:  # type: ignore[no-untyped-def]
    (tmp_path / "captures").mkdir()
    (tmp_path / "captures/a.txt").write_text(LETTER)
    return tmp_path


def test_a_run_without_a_session_keeps_off_a_tree_that_one_released(run, place: Path) -> None:  # type: ignore[no-untyped-def]
    plain = ("sanitize", "captures", "-o", "safe")
    assert run(*plain, "--session", "s.session.jsonl").returncode == 0
    before = (place / "safe/manifest.jsonl").read_bytes()
    refused = run(*plain)
    assert refused.returncode == 2
    assert b"safe holds what a session released; name it with --session" in refused.stderr
    assert run(*plain, "--session-by", "file").returncode == 2
    records = run("sanitize", "captures").stdout
    assert run("render", "-o", "safe", stdin=records).returncode == 2
    assert (place / "safe/manifest.jsonl").read_bytes() == before
    assert run(*plain, "--dry-run").returncode == 0
    assert run(*plain, "--force").returncode == 0
    assert run(*plain).returncode == 0


def test_a_tree_without_a_session_is_made_again_as_often_as_one_likes(run, place: Path) -> None:  # type: ignore[no-untyped-def]
    plain = ("sanitize", "captures", "-o", "safe")
    assert [run(*plain).returncode for _ in range(2)] == [0, 0]
    records = run("sanitize", "captures").stdout
    assert run("render", "-o", "safe", stdin=records).returncode == 0
    assert b"mapping" not in (place / "safe/manifest.jsonl").read_bytes()


def test_a_refused_run_leaves_no_folders_behind(run, place: Path) -> None:  # type: ignore[no-untyped-def]
    tree = ("sanitize", "captures", "-o", "safe", "--session")
    assert run(*tree, "s.session.jsonl").returncode == 0
    assert run(*tree, "new/deep/b.session.jsonl").returncode == 2
    assert run("sanitize", "captures", "-o", "x", "--session", "new/deep/b.jsonl").returncode == 2
    assert run(*tree, "new/deep/b.session.jsonl", "--key-file", "captures").returncode == 2
    assert not (place / "new").exists()


@pytest.mark.parametrize(
    "flag", ["-o", "--session", "--key-file", "--repository", "--cache", "--font", "--config"]
)
def test_an_unset_variable_is_no_flag_left_out(run, place: Path, flag: str) -> None:  # type: ignore[no-untyped-def]
    done = run("sanitize", "captures/a.txt", flag, "")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"shotveil: error: an empty name names no file; is a variable not set?\n"


def test_a_script_deletes_a_session_without_being_asked(run, place: Path) -> None:  # type: ignore[no-untyped-def]
    for extra in ((), ("--yes",)):
        assert run("sanitize", "captures/a.txt", "--session", "s.session.jsonl").returncode == 0
        assert run("session", "delete", "s.session.jsonl", *extra).returncode == 0
        assert not (place / "s.session.jsonl").exists()


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo terminal")
@pytest.mark.parametrize(("answer", "code"), [(b"n\n", 2), (b"\n", 2), (b"y\n", 0)])
def test_a_terminal_is_asked_before_a_session_is_deleted(  # type: ignore[no-untyped-def]
    run, place: Path, command_environment: dict[str, str], answer: bytes, code: int
) -> None:
    assert run("sanitize", "captures/a.txt", "--session", "s.session.jsonl").returncode == 0
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "shotveil.cli.app", "session", "delete", "s.session.jsonl"]
    with subprocess.Popen(
        command,
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=place,
        env=command_environment,
    ) as process:
        os.write(ours, answer)
        out, err = process.communicate(timeout=60)
    os.close(ours)
    os.close(theirs)
    assert (process.returncode, out) == (code, b"")
    assert b"Delete s.session.jsonl" in err
    assert (place / "s.session.jsonl").exists() == (code == 2)


@pytest.mark.skipif(os.name != "posix", reason="holds the lock as POSIX does")
def test_waiting_for_a_session_is_told_after_a_second(
    place: Path, command_environment: dict[str, str]
) -> None:
    journal = place / "s.session.jsonl"
    open_session(journal).close()
    command = [
        sys.executable,
        "-m",
        "shotveil.cli.app",
        "sanitize",
        "captures/a.txt",
        "--session",
        str(journal),
    ]
    with journal.open("r+b") as held, hold_lock(held.fileno()):
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=place, env=command_environment
        )
        assert process.stderr
        told = process.stderr.readline()
    _, err = process.communicate(timeout=60)
    assert told == b"shotveil: waiting for s.session.jsonl: another process is writing it\n"
    assert process.returncode == 0, err


def test_a_free_session_is_had_without_a_word(tmp_path: Path) -> None:
    told: list[float] = []
    with open_session(tmp_path / "s.session.jsonl", tell_wait=lambda: told.append(time.monotonic())):
        time.sleep(0.01)
    assert not told
