"""The closing lines say what a run left behind: records, files, files that are not its own (DESIGN 3 and 4)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

LETTER = "Please call Maren Holloway at (503) 555-0142.\n"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "in").mkdir()
    for name in ("a.txt", "b.txt"):
        (tmp_path / "in" / name).write_text(LETTER)
    return tmp_path


def test_records_are_no_files(run, place: Path) -> None:  # type: ignore[no-untyped-def]
    done = run("sanitize", "in")
    told = done.stderr.decode()
    assert done.returncode == 0
    assert "2 records on standard output, no file written (-o FOLDER writes safe copies)" in told
    assert "released" not in told
    assert len(done.stdout.splitlines()) == 3
    assert "no file written" not in run("sanitize", "in/a.txt").stderr.decode()
    assert "2 files released" in run("sanitize", "in", "-o", "out").stderr.decode()
    assert "2 files would change" in run("sanitize", "in", "--dry-run").stderr.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo terminals")
@pytest.mark.parametrize(("paths", "code"), [(("in",), 2), (("in/a.txt", "in/b.txt"), 2), (("in/a.txt",), 0)])
def test_a_terminal_gets_no_records(
    command_environment: dict[str, str], place: Path, paths: tuple[str, ...], code: int
) -> None:
    keyboard, terminal = os.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "shotveil.cli.app", "sanitize", *paths],
        stdin=subprocess.DEVNULL, stdout=terminal, stderr=subprocess.PIPE, cwd=place, env=command_environment, check=False,
    )  # fmt: skip
    os.close(terminal)
    os.close(keyboard)
    assert done.returncode == code, done.stderr
    if code:
        assert done.stderr.decode() == "shotveil: error: a terminal shows no safe copies; give -o FOLDER\n"


def test_files_of_no_run_are_told(run, place: Path) -> None:  # type: ignore[no-untyped-def]
    once = ("sanitize", "in", "-o", "out", "--session", "s.session.jsonl")
    assert "not of this run" not in run(*once).stderr.decode()
    assert "not of this run" not in run(*once).stderr.decode()
    (place / "in/b.txt").unlink()
    assert "1 file in out is not of this run (b.txt): delete it before" in run(*once).stderr.decode()
    (place / "out/deep").mkdir()
    (place / "out/deep/stray.bin").write_bytes(b"x")
    told = run(*once).stderr.decode()
    assert "2 files in out are not of this run (b.txt, deep/stray.bin): delete them" in told
    assert "not of this run" not in run("sanitize", "in", "-o", "out", "--dry-run").stderr.decode()
    assert "not of this run" not in run("sanitize", "in/a.txt", "-o", "out/a.txt").stderr.decode()
