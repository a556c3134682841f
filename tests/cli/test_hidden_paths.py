"""Reports show no value in the path of an input, and still tell two inputs apart."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import shutil
from pathlib import Path

import pytest

NAMES = (
    "Maren Thorsby/notes.txt",
    "Piet Vosloo.txt",
    "Tove Lindqvist.txt",
    "资料/欧阳明远.txt",
    "report_2024.txt",
)
PRIVATE = ("Maren", "Thorsby", "Piet", "Vosloo", "Tove", "欧阳明远", "%E6%AC%A7%E9%98%B3")
FORMATS = ("text", "json", "github", "sarif")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number, name in enumerate(NAMES):
        (tmp_path / "in" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "in" / name).write_text(f"call 415-555-017{number}\n", "utf-8")
    return tmp_path / "in"


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("command", ["detect", "audit"])
def test_no_report_shows_a_private_name(run, folder: Path, command: str, format: str) -> None:
    shown = run(command, folder, "--format", format).stdout.decode()
    assert not [value for value in PRIVATE if value in shown]
    assert "report_2024.txt" in shown
    assert "NAME" in shown


def test_files_stay_apart(run, folder: Path) -> None:
    lines = run("detect", folder, "--format", "text", cwd=folder.parent).stdout.decode().splitlines()
    paths = [line.removeprefix("in/") for line in lines if line.endswith(".txt")]
    assert sorted(paths) == [
        "[NAME].txt",
        "[NAME]/notes.txt",
        "[NAME]~2.txt",
        "report_2024.txt",
        "资料/[NAME].txt",
    ]


def test_a_folder_above_the_file_is_hidden_too(run, folder: Path) -> None:
    shown = run("detect", folder / NAMES[0], "--format", "text").stdout.decode()
    assert shown.splitlines()[0].endswith("in/[NAME]/notes.txt")


def test_a_value_of_the_session_is_hidden_in_the_name(run, folder: Path, tmp_path: Path) -> None:
    session, clean = tmp_path / "s.session.jsonl", tmp_path / "clean"
    (folder / "a.txt").write_text("Account number: qz7714-bb\n")
    assert run("sanitize", folder, "-o", clean, "--session", session).returncode == 0
    shutil.copy(clean / "a.txt", clean / "for qz7714-bb.txt")
    told = run("audit", clean, "--session", session)
    assert told.returncode == 1
    assert b"qz7714" not in told.stdout


def test_names_that_are_to_be_kept_are_shown(run, folder: Path) -> None:
    told = run("detect", folder, "--format", "text", env={"SHOTVEIL_KEEP_NAMES": "true"})
    assert b"Piet Vosloo.txt" in told.stdout
