"""Kills, full disks, refused folders, two writers, endless lines, hostile characters: nothing leaks, nothing breaks."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from shotveil.core.outputs import open_atomically, remove_unfinished

COMMAND = [sys.executable, "-m", "shotveil.cli.app"]
NAMES = ("Maren Holloway", "Tobias Lindqvist", "Ingrid Castell", "Callum Brandt")
LONG_LINE_BYTES = 8_000_000


def write_folder(folder: Path, count: int) -> Path:
    folder.mkdir()
    for number in range(count):
        name = NAMES[number % len(NAMES)]
        text = f"Ticket {number}: {name} can be reached at (503) 555-01{number:02}.\n" * 20
        (folder / f"turn_{number}.txt").write_text(text)
    return folder


def read_tree(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def start(environment: dict[str, str], *arguments: object, **options: object) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*COMMAND, *map(str, arguments)], env=environment, stderr=subprocess.PIPE, **options
    )  # type: ignore[call-overload, no-any-return]


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
@pytest.mark.parametrize("written", [0, 1, 5])
def test_a_killed_run_is_finished_by_the_next(run, command_environment, tmp_path, written):
    captures = write_folder(tmp_path / "captures", 12)
    whole, out = tmp_path / "whole", tmp_path / "out"
    assert run("sanitize", captures, "-o", whole, "--session", tmp_path / "w.session.jsonl").returncode == 0
    command = ("sanitize", captures, "-o", out, "--session", tmp_path / "s.session.jsonl")
    process = start(command_environment, *command)
    journal = tmp_path / "s.session.jsonl"
    deadline = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < deadline:
        if journal.exists() and len(list(out.glob("*.txt"))) >= written:
            break
        time.sleep(0.002)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    complete = read_tree(whole)
    left = (
        {name: data for name, data in read_tree(out).items() if not name.startswith(".")}
        if out.is_dir()
        else {}
    )
    assert left.items() <= complete.items()
    assert run(*command).returncode == 0
    assert read_tree(out) == complete


def test_what_a_killed_run_left_goes_and_what_is_being_written_stays(tmp_path):
    left = tmp_path / "deep" / ".0123.shotveil-tmp"
    left.parent.mkdir()
    left.write_bytes(b"half")
    with open_atomically(tmp_path / "whole.txt") as stream:
        stream.write(b"whole")
        remove_unfinished(tmp_path)
    assert read_tree(tmp_path) == {"whole.txt": b"whole"}


@pytest.mark.skipif(sys.platform == "win32", reason="no limits of file size")
def test_a_full_disk_releases_nothing_half(command_environment, tmp_path):
    import resource

    captures = write_folder(tmp_path / "captures", 1)
    (captures / "turn_9.txt").write_text(f"{NAMES[0]} wrote a lot. " + "more and more of it " * 20_000)
    process = start(
        command_environment, "sanitize", captures, "-o", tmp_path / "out", "--session", tmp_path / "s.session.jsonl",
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000)),
    )  # fmt: skip
    told = process.communicate(timeout=120)[1].decode()
    assert process.returncode == 2
    assert "Traceback" not in told
    assert NAMES[0] not in told
    released = read_tree(tmp_path / "out")
    assert "turn_9.txt" not in released
    assert not [name for name in released if name.endswith("-tmp")]


def test_a_folder_that_cannot_be_written_takes_one_line(run, tmp_path):
    captures = write_folder(tmp_path / "captures", 1)
    (tmp_path / "file").write_text("no folder")
    folders = [tmp_path / "file" / "out"]
    if sys.platform != "win32" and os.geteuid() != 0:
        folders.append(tmp_path / "locked")
        folders[-1].mkdir(mode=0o500)
    for folder in folders:
        done = run("sanitize", captures, "-o", folder)
        assert done.returncode == 2
        assert b"Traceback" not in done.stderr
        assert NAMES[0].encode() not in done.stderr


def test_two_writers_share_a_session(run, command_environment, tmp_path):
    session = tmp_path / "s.session.jsonl"
    parts = [write_folder(tmp_path / f"captures{part}", 8) for part in range(2)]
    processes = [
        start(
            command_environment, "sanitize", part, "-o", tmp_path / f"out_{part.name}", "--session", session
        )
        for part in parts
    ]
    assert [process.communicate(timeout=120) and process.returncode for process in processes] == [0, 0]
    trees = [read_tree(tmp_path / f"out_{part.name}") for part in parts]
    for number in range(8):
        first, second = (tree[f"turn_{number}.txt"] for tree in trees)
        assert first == second
    for part, tree in zip(parts, trees, strict=True):
        for original in part.iterdir():
            safe = tmp_path / f"out_{part.name}" / original.name
            assert original.name in tree
            assert run("resolve", safe, "--session", session).stdout == original.read_bytes()
    lines = map(json.loads, session.read_bytes().splitlines())
    assert len({line["n"] for line in lines if line["kind"] == "root"}) == len(NAMES) + 8


def test_a_line_without_end_passes(run, tmp_path):
    words = "the build passed on every branch and a test was added "
    line = words * (LONG_LINE_BYTES // len(words)) + "for Maren Holloway at (503) 555-0142\n"
    done = run("sanitize", "-", "--session", tmp_path / "s.session.jsonl", stdin=line.encode())
    assert done.returncode == 0
    assert re.search(rb"for \[\[NAME#\d\]\] at \[\[PHONE#\d\]\]\n$", done.stdout[-100:])
    assert len(done.stdout) > LONG_LINE_BYTES * 0.99


HOSTILE = (
    "\u202eMaren Holloway\u202c at (503) 555-0142",
    "Ma\u200bren Hol\u00adloway, \ufeff(503) 555-0142",
    "e" + "\u0301" * 5_000 + " Maren Holloway",
    "\x00\x01\x1b[31mMaren Holloway\x1b[0m\x7f",
    "\U0010ffff\ufffe\ue000\ue001 Maren Holloway \U0001f9d1\u200d\U0001f4bb",
    "İstanbul ﬁ ß ŉ ǰ Maren Holloway",
    "\r\n\r\r\n\x0b\x0c\x85\u2028\u2029Maren Holloway\r",
)


@pytest.mark.parametrize("kind", ["text", "jsonl"])
def test_hostile_characters_come_back(run, tmp_path, kind):
    lines = [json.dumps({"m": text}) for text in HOSTILE] + [
        json.dumps({"m": text}, ensure_ascii=False) for text in HOSTILE
    ]
    lines.append('{"m": "\\ud800 Maren Holloway \\udfff"}')
    data = ("\n".join(HOSTILE if kind == "text" else lines) + "\n").encode()
    session = ("--session", tmp_path / "s.session.jsonl")
    done = run("sanitize", "-", "--as", kind, *session, stdin=data)
    assert done.returncode == 0, done.stderr
    assert b"Holloway" not in done.stdout
    assert done.stdout.count(b"\n") == data.count(b"\n")
    assert run("resolve", "-", *session, "--surface", "original", stdin=done.stdout).stdout == data


def test_a_broken_line_of_a_pipe_is_named_by_its_number(command_environment, tmp_path):
    process = start(
        command_environment, "sanitize", "-", "--session", tmp_path / "s.session.jsonl",
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    good = json.dumps({"m": f"{NAMES[0]} called"}).encode() + b"\n"
    assert process.stdin
    assert process.stdout
    process.stdin.write(good * 3)
    process.stdin.flush()
    first = [process.stdout.readline() for _ in range(3)]
    assert all(b"[[NAME#1]]" in line for line in first)
    process.stdin.write(good + b'{"m": broken}\n' + good)
    process.stdin.close()
    rest, told = process.stdout.read(), process.stderr.read().decode() if process.stderr else ""
    assert process.wait(60) == 2
    assert rest == b""
    assert "line 5" in told
    assert "Traceback" not in told
