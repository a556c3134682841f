"""Closed standard streams, readers that go away, outputs that name no place: one line, the right exit code."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TEXT = "Write to maren.holloway@example.com.\n"
COMMAND = f"{sys.executable} -m shotveil.cli.app"

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")


def shell(line: str, folder: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[bytes]:
    (folder / "letter.txt").write_text(TEXT)
    return subprocess.run(
        ["/bin/sh", "-c", line], cwd=folder, env=environment, capture_output=True, timeout=120, check=False
    )


@pytest.mark.parametrize(
    "redirection", ["sanitize letter.txt >&-", "sanitize - <&-", "resolve - --session s <&-"]
)
def test_a_closed_stream_takes_one_line(tmp_path, command_environment, redirection):
    done = shell(f"{COMMAND} {redirection}", tmp_path, command_environment)
    assert done.returncode == 2
    assert b"internal fault" not in done.stderr
    assert b"Traceback" not in done.stderr


def test_closed_messages_do_not_stop_the_work(tmp_path, command_environment):
    done = shell(f"{COMMAND} sanitize letter.txt 2>&-", tmp_path, command_environment)
    assert (done.returncode, done.stdout) == (0, b"Write to [[EMAIL#1]].\n")


def test_a_reader_that_goes_away_is_no_finding(tmp_path, command_environment):
    (tmp_path / "long.txt").write_text(TEXT * 40_000)
    line = f"{{ {COMMAND} sanitize long.txt; echo $? > code; }} | head -n 1"
    shell(line, tmp_path, command_environment)
    assert (tmp_path / "code").read_text() == "2\n"


def test_an_output_named_like_standard_output_is_refused(run, tmp_path):
    (tmp_path / "letter.txt").write_text(TEXT)
    done = run("sanitize", "letter.txt", "-o", "-")
    assert done.returncode == 2
    assert not (tmp_path / "-").exists()


def test_an_output_file_may_lack_an_ending_when_it_exists(run, tmp_path):
    (tmp_path / "letter.txt").write_text(TEXT)
    (tmp_path / "safe").write_text("old")
    assert run("sanitize", "letter.txt", "-o", "safe").returncode == 0
    assert (tmp_path / "safe").read_text() == "Write to [[EMAIL#1]].\n"


def test_a_named_pyproject_is_read_where_its_settings_are(run, tmp_path):
    (tmp_path / "letter.txt").write_text(TEXT)
    (tmp_path / "settings.toml").write_text('[project]\nname = "x"\n[tool.shotveil]\nmode = "san"\n')
    done = run("sanitize", "letter.txt", "--config", "settings.toml")
    assert (done.returncode, done.stdout.decode()) == (0, "Write to ████.\n")
