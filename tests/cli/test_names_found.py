"""A value in the name of a file or folder is found: a build step must not pass with it (DESIGN rule 4)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

PRIVATE = (
    "Tomasz Wielgosz 555-0142.txt",
    "Call with Maren Holloway.md",
    "Maren Holloway/notes.txt",
    "reports/maren.holloway@example.com/notes.txt",
    "reports/export 138-0013-8000.csv",
    "张伟 13800138000.txt",
    "截图/李娜 138-0013-8000/备注.txt",
)
PLAIN = (
    "notes.txt",
    "release-notes-2.14.0.md",
    "invoice 2024-05-01.txt",
    "NAME-1/EMAIL-2.txt",
    "Screenshot 2024-05-01 at 10.22.31.txt",
    "屏幕截图 2024-05-01.txt",
    "src/main/index.txt",
)


def put(root: Path, name: str) -> None:
    path = root / "in" / name
    path.parent.mkdir(parents=True)
    path.write_text("nothing here\n")


@pytest.mark.parametrize("name", PRIVATE)
def test_a_check_finds_a_value_in_a_name(run, tmp_path: Path, name: str) -> None:  # type: ignore[no-untyped-def]
    put(tmp_path, name)
    checked = run("sanitize", "in", "--check")
    assert checked.returncode == 1, checked.stderr
    assert b"in names of files and folders" in checked.stderr
    assert b"nothing private" not in checked.stderr
    assert run("sanitize", "in", "--check", "--keep-names").returncode == 0
    for report in ("text", "github", "jsonl"):
        detected = run("detect", "in", "--check", "--format", report)
        assert detected.returncode == 1, (report, detected.stdout)
    found = json.loads(run("detect", "in", "--check", "--format", "sarif").stdout)["runs"][0]["results"]
    assert found
    assert all("name of a file or folder" in result["message"]["text"] for result in found)
    written = run("sanitize", "in", "-o", "out", "--fail-on-found")
    assert written.returncode == 1, written.stderr
    assert run("sanitize", "out", "--check").returncode == 0


@pytest.mark.parametrize("name", PLAIN)
def test_a_plain_name_passes(run, tmp_path: Path, name: str) -> None:  # type: ignore[no-untyped-def]
    put(tmp_path, name)
    for command in ("sanitize", "detect"):
        done = run(command, "in", "--check")
        assert done.returncode == 0, (done.stdout, done.stderr)


def test_a_folder_of_many_files_is_one_find(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    put(tmp_path, "Maren Holloway/a.txt")
    (tmp_path / "in/Maren Holloway/b.txt").write_text("nothing here\n")
    assert b"1 value (1 NAME) of 1 entity, 1 of them in names" in run("sanitize", "in", "--check").stderr
    assert len(run("detect", "in", "--format", "github").stdout.splitlines()) == 1


def test_a_name_that_does_not_come_out_is_no_find(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    put(tmp_path, "Maren Holloway.txt")
    assert run("sanitize", "in/Maren Holloway.txt", "-o", "safe.txt", "--fail-on-found").returncode == 0
    assert run("sanitize", "in/Maren Holloway.txt", "--fail-on-found").returncode == 0
    assert run("sanitize", "in/Maren Holloway.txt", "-o", "out", "--fail-on-found").returncode == 1
