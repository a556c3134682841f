"""What could not be read stands in every report; what was asked for wrongly is refused before anything is written."""

from __future__ import annotations

import json

import pytest


@pytest.fixture
def broken(run, tmp_path):  # type: ignore[no-untyped-def]
    (tmp_path / "in").mkdir()
    (tmp_path / "in/a.txt").write_text("Mail maren@example.com\n")
    (tmp_path / "in/b.png").write_bytes(b"\x89PNG\r\n\x1a\nno picture")
    (tmp_path / "in/c.mp4").write_bytes(b"\x00\x00\x00\x18ftypmp42")
    return tmp_path


@pytest.mark.parametrize("command", ["detect", "audit"])
def test_reports_hold_what_could_not_be_read(run, broken, command) -> None:  # type: ignore[no-untyped-def]
    def report(name: str) -> str:
        done = run(command, "in", "--format", name)
        assert done.returncode == 2
        return done.stdout.decode()

    document = json.loads(report("json"))
    assert sorted(error["path"] for error in document["errors"]) == ["in/b.png", "in/c.mp4"]
    assert len(document["findings"]) == 1
    (one,) = json.loads(report("sarif"))["runs"]
    (invocation,) = one["invocations"]
    assert invocation["executionSuccessful"] is False
    assert len(invocation["toolExecutionNotifications"]) == 2
    lines = report("github").splitlines()
    assert sum(line.startswith("::error file=in/") for line in lines) == 2
    (broken / "in/b.png").unlink()
    (broken / "in/c.mp4").unlink()
    clean = run(command, "in", "--format", "json")
    assert json.loads(clean.stdout)["errors"] == []


def test_a_failed_input_is_counted_once(run, broken) -> None:  # type: ignore[no-untyped-def]
    told = run("sanitize", "in", "-o", "out").stderr.decode()
    assert "1 failed; 1 not supported" in told
    (broken / "in/b.png").unlink()
    assert "failed" not in run("sanitize", "in", "-o", "out2").stderr.decode()


@pytest.mark.parametrize(
    ("inputs", "output", "refused"),
    [
        (("one.txt", "two.txt"), "out.txt", True),
        (("one.txt", "two.txt"), "out.PNG", True),
        (("folder",), "all.json", True),
        (("one.txt", "two.txt"), "out", False),
        (("one.txt", "two.txt"), "case.v2", False),
        (("one.txt",), "out.txt", False),
        (("one.txt", "two.txt"), "made.txt", False),
    ],
)
def test_a_folder_is_not_named_like_a_file(run, tmp_path, inputs, output, refused) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "folder").mkdir()
    (tmp_path / "made.txt").mkdir()
    for name in ("one.txt", "two.txt", "folder/a.txt"):
        (tmp_path / name).write_text("The sky is blue.\n")
    done = run("sanitize", *inputs, "-o", output)
    assert done.returncode == (2 if refused else 0), done.stderr
    assert (b"is named like a file" in done.stderr) is refused
    assert (tmp_path / output).exists() is not refused


def test_a_trial_needs_no_key_that_a_run_would_make(run, tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "a.txt").write_text("Mail maren@example.com\n")
    flags = ("-o", "out", "--session", "s.session.jsonl", "--key-file", "new.key")
    assert run("sanitize", "a.txt", *flags, "--dry-run").returncode == 0
    assert not (tmp_path / "new.key").exists()
    assert run("sanitize", "a.txt", *flags).returncode == 0


def test_the_form_of_a_repository_is_told(run) -> None:  # type: ignore[no-untyped-def]
    assert b"persona_id" in run("repository", "--help").stdout


def test_readers_are_named_without_a_session_too(run, tmp_path) -> None:  # type: ignore[no-untyped-def]
    from PIL import Image, ImageDraw, ImageFont

    picture = Image.new("RGB", (560, 90), "white")
    ImageDraw.Draw(picture).text(
        (20, 30), "Mail maren@example.com", font=ImageFont.load_default(26), fill="black"
    )
    picture.save(tmp_path / "a.png")
    done = run("audit", "a.png")
    assert done.returncode == 1
    assert b"EMAIL found by rapidocr" in done.stdout
