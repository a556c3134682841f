"""Reported failures of other tools around their mapping and their check (bugs, ``audit-vault``), through the shell.

A case tells its steps for a command called TOOL. They are run as they stand, with our command in its place:
options that shotveil does not have are left out, files that the steps name are made up here.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import CASES, read_cases

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the steps are written for a POSIX shell")

_COMMAND = re.compile(r"\bTOOL\b([^;|&<>]*)")
_FOREIGN = re.compile(r"\s--(?!session\b|session-by\b)[a-z-]+(?:\s+[^\s-]\S*)?")
_STAGES = ("audit", "resolve", "sanitize", "detect", "session")
_UNTIL_WRITTEN = "for _ in $(seq 300); do ls out/*.txt >/dev/null 2>&1 && break; sleep 0.1; done"
"""A second may be too short to have begun on a busy machine."""
PERSON = "Patient: Abel Tolliver, abel.tolliver@example.com"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    folder = metafunc.config.getoption("--cases", default=str(CASES))
    rows = read_cases(folder, "bugs/handover.jsonl")
    chosen = [row for row in rows if row["category"] == "audit-vault" and "steps" in row["input"]]
    metafunc.parametrize("bug", chosen, ids=[row["id"] for row in chosen])


def translate(step: str) -> str:
    """A step in our own words."""

    def ours(found: re.Match[str]) -> str:
        arguments = _FOREIGN.sub("", found.group(1)).split()
        arguments = ["resolve" if word == "restore" else word for word in arguments]
        if not arguments or arguments[0] not in _STAGES:
            arguments.insert(0, "sanitize")
        words = [f"{w}.session.jsonl" if p == "--session" else w for p, w in zip(["", *arguments], arguments, strict=False)]  # fmt: skip
        if "-o" in words and "--session" not in words:
            words += ["--session", "s.session.jsonl"]
        named = [w for p, w in zip(["", *words], words[1:], strict=False) if p not in ("--session", "-o")]
        if not [word for word in named if not word.startswith("-")]:
            words.append("-")
        return f'"$PYTHON" -m shotveil.cli.app {" ".join(words)} '

    return _COMMAND.sub(ours, step).replace("<mapping>", "*.session.jsonl").replace("sleep 1", _UNTIL_WRITTEN)


def make_inputs(folder: Path, step: str) -> None:
    """The files that a step reads: one person in all of them, and whatever it plants later."""
    planted = " ".join(re.findall(r"printf '([^']*)'", step))
    lines = f"{PERSON} {planted}\n"
    for name in re.findall(r"(?<![\w/>])[a-z]\w*\.txt\b", step):
        (folder / name).write_text(lines)
    for number in range(1, 9) if "$i.txt" in step else ():
        (folder / f"f{number}.txt").write_text(f"{lines}Guest: guest{number}@example.org\n")
    for name in re.findall(r"TOOL (?:.*?\s)?(in|big)/", step):
        (folder / name).mkdir(exist_ok=True)
        for letter in "a" if name == "in" else [f"a{n}" for n in range(300)]:
            (folder / name / f"{letter}.txt").write_text(lines * (1 if name == "in" else 40))


Shell = Callable[[str], "subprocess.CompletedProcess[str]"]


@pytest.fixture
def shell(tmp_path: Path, command_environment: dict[str, str]) -> Shell:
    def run_script(script: str) -> subprocess.CompletedProcess[str]:
        environment = {**command_environment, "PYTHON": sys.executable}
        return subprocess.run(
            ["bash", "-c", script],
            cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300, check=False,
        )  # fmt: skip

    return run_script


def test_what_was_reported_of_others_does_not_happen(
    bug: dict[str, Any], shell: Shell, tmp_path: Path
) -> None:
    check, step = bug.get("check", {}), "\n".join(bug["input"]["steps"])
    make_inputs(tmp_path, step)
    outcome = shell(translate(step))
    assert "Traceback" not in outcome.stderr
    assert "No such option" not in outcome.stderr
    for value in check.get("gone", ()):
        assert value not in outcome.stdout + outcome.stderr
        assert not [path for path in released(tmp_path) if value in path.read_text()]
    if mode := re.search(r"mode (\d+)", check.get("note", "")):
        assert mode.group(1) in outcome.stdout.split()
    if "exit" in check:
        code = int(outcome.stdout.split()[-1]) if "echo $?" in step else outcome.returncode
        assert (code != 0) == (check["exit"] == "nonzero"), outcome.stdout + outcome.stderr
    if "restore" in step:
        originals = [(tmp_path / f"f{number}.txt").read_text() for number in range(1, 9)]
        assert outcome.stdout == "".join(originals)
    if "kill -9" in step:
        assert_a_second_run_finishes(shell(translate(step.partition("&")[0])), tmp_path)
    for journal in tmp_path.rglob("*.session.jsonl"):
        assert_private_and_its_own(journal)


def released(folder: Path) -> list[Path]:
    """Every file that the command made and that may leave the machine."""
    return [
        path for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".lock" and not path.name.endswith(".session.jsonl")
        and path.relative_to(folder).parts[0] not in ("in", "big")
    ]  # fmt: skip


def assert_private_and_its_own(journal: Path) -> None:
    """Readable by its owner alone, outside what is handed on, with numbers that start anew and are unique."""
    assert journal.stat().st_mode & 0o077 == 0
    assert journal.parent.name != "out"
    rows = [json.loads(line) for line in journal.read_text().splitlines()]
    numbers = {row["n"] for row in rows if row.get("kind") == "root"}
    assert sorted(numbers) == list(range(1, len(numbers) + 1))


def assert_a_second_run_finishes(again: subprocess.CompletedProcess[str], folder: Path) -> None:
    """The same command after a kill completes the tree; no file under a final name is cut short."""
    assert again.returncode == 0, again.stderr
    inputs = sorted(path.name for path in (folder / "big").iterdir())
    outputs = sorted(
        path.name for path in (folder / "out").glob("[!.]*.txt")
    )  # a killed run may leave its scratch
    assert outputs == inputs
    assert {path.read_text().count("\n") for path in (folder / "out").glob("*.txt")} == {40}
