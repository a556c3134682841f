"""What a newcomer gets wrong: one line that says what and what to do, exit 2, nothing written (DESIGN 13)."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import typer

from shotveil.cli import app as program

LETTER = "Please call Maren Holloway at (503) 555-0142.\n"


@pytest.fixture
def place(run, tmp_path: Path) -> Path:  # type: ignore[no-untyped-def]
    (tmp_path / "letter.txt").write_text(LETTER)
    (tmp_path / "notes.md").write_text("x")
    for folder in ("captures", "empty"):
        (tmp_path / folder).mkdir()
    (tmp_path / "captures/a.txt").write_text(LETTER)
    done = run("sanitize", "letter.txt", "--session", "s.session.jsonl")
    (tmp_path / "safe.txt").write_bytes(done.stdout)
    (tmp_path / "trace.jsonl").write_bytes(run("ocr", "captures").stdout)
    people = {
        "slot": [{"persona_id": "p", "nmae": [{"full": "Abel Tolliver"}]}],
        "part": [{"persona_id": "p", "name": [{"ful": "Abel Tolliver"}]}],
        "value": [{"persona_id": "p", "abel.tolliver@example.com": []}],
    }
    for name, document in people.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(document))
    return tmp_path


SESSION = "--session s.session.jsonl"
MISTAKES = (
    ("sanitize captures -o letter.txt", "letter.txt is a file; name a folder"),
    ("sanitize letter.txt notes.md -o letter.txt", "name a folder"),
    ("sanitize letter.txt -o notes.md/x", "notes.md is a file, not a folder"),
    ("sanitize letter.txt --font nope.ttf", "nope.ttf: no such file"),
    ("sanitize letter.txt --repository empty", "empty: is a folder"),
    ("sanitize letter.txt --lang xx", "language 'xx'"),
    ("sanitize letter.txt --backend tesserakt", "no OCR backend is called"),
    ("sanitize letter.txt --model ppocr", "no model is called"),
    ("sanitize letter.txt --also tesserakt", "no OCR backend is called"),
    ("detect letter.txt --backend replay:nope.jsonl", "not a recording"),
    ("detect letter.txt --cache notes.md", "notes.md is a file; --cache names a folder"),
    ("detect letter.txt --as jsonn", "did you mean json"),
    ("detect letter.txt --jobs 0", "jobs must be at least 1"),
    ("detect --check empty", "empty holds no file to check"),
    ("sanitize --check empty", "empty holds no file to check"),
    ("sanitize empty -o new", "empty holds no file to read"),
    (f"resolve safe.txt {SESSION} -o safe.txt", "safe.txt is an input"),
    (f"resolve safe.txt {SESSION} -o s.session.jsonl", "s.session.jsonl is an input"),
    (f"resolve safe.txt {SESSION} -o empty", "empty is a folder"),
    (f"resolve picture.png {SESSION}", "picture.png is a picture"),
    (f"resolve safe.txt {SESSION} --surface orig", "stored or original"),
    (f"resolve safe.txt {SESSION} --turn -1", "must not be negative"),
    (f"resolve safe.txt {SESSION} --ocr", "add --repair"),
    (f"resolve safe.txt {SESSION} --as jsonn", "did you mean json"),
    (f"resolve safe.txt {SESSION} --stream --repair", "leave --repair out"),
    (f"resolve safe.txt {SESSION} --stream -o x.txt", "leave -o out"),
    (f"resolve safe.txt {SESSION} --surface original --turn 1", "leave --turn out"),
    ("audit captures --gold nope", "scores traces"),
    ("audit trace.jsonl trace.jsonl --gold nope", "nope: no such file"),
    ("session delete empty", "empty is a folder"),
    (f"session export {SESSION.split()[1]} -o empty", "empty is a folder"),
    ("repository add slot.json --repository r.json", "unknown field nmae; did you mean name?"),
    ("repository add part.json --repository r.json", "unknown field ful; did you mean full?"),
    ("repository add value.json --repository r.json", "has an unknown field; known: address"),
    ("sanitize - letter.txt", "name it alone"),
    ("detect s.session.jsonl", "is a private session file"),
    ("session import slot.json other.json", "does not end in .session.jsonl"),
    ("cache clear nope", "nope: no such folder"),
    ("cache clear notes.md", "notes.md: is a file"),
)


@pytest.mark.parametrize(("command", "told"), MISTAKES, ids=[command for command, _ in MISTAKES])
def test_a_mistake_is_told_in_one_line_and_changes_nothing(run, place: Path, command: str, told: str) -> None:  # type: ignore[no-untyped-def]
    (place / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(32))
    before = {path: path.read_bytes() for path in place.rglob("*") if path.is_file()}
    done = run(*command.split())
    lines = done.stderr.decode().splitlines()
    assert done.returncode == 2, lines
    assert len(lines) == 1, lines
    assert lines[0].startswith("shotveil: error: ")
    assert told in lines[0], lines
    assert b"olliver" not in done.stderr
    assert {path: path.read_bytes() for path in place.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("command", [("sanitize", ""), ("detect", ""), ("resolve", "", *SESSION.split())])
def test_an_empty_name_is_no_folder(run, place: Path, command: tuple[str, ...]) -> None:  # type: ignore[no-untyped-def]
    done = run(*command)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"an empty name names no input" in done.stderr


@pytest.mark.parametrize("command", ["detect --check", "detect", "sanitize", "ocr", "audit", "render -o new"])
def test_no_name_and_no_input_is_a_mistake(run, place: Path, command: str) -> None:  # type: ignore[no-untyped-def]
    done = run(*command.split())
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"nothing to read; name a file or folder, or - for standard input" in done.stderr


@pytest.mark.parametrize("command", ["detect --check", "detect", "sanitize", "sanitize --check", "ocr"])
def test_an_empty_standard_input_that_is_named_is_read(run, place: Path, command: str) -> None:  # type: ignore[no-untyped-def]
    assert run(*command.split(), "-").returncode == 0
    piped = run(*command.split(), stdin=b"Nothing here.\n")
    assert piped.returncode == 0, piped.stderr


def test_an_output_of_another_session_is_not_written_over(run, place: Path) -> None:  # type: ignore[no-untyped-def]
    first = ("sanitize", "captures", "-o", "safe", "--session", "a.session.jsonl")
    other = (*first[:-1], "b.session.jsonl")
    assert run(*first).returncode == 0
    assert run(*first).returncode == 0
    refused = run(*other)
    assert refused.returncode == 2
    assert b"safe holds what another session released" in refused.stderr
    assert run(*other, "--force").returncode == 0
    assert run(*other).returncode == 0
    by_file = ("sanitize", "captures", "-o", "each", "--session", "each.sessions", "--session-by", "file")
    assert run(*by_file).returncode == 0
    (place / "captures/b.txt").write_text(LETTER)
    assert run(*by_file).returncode == 0


def test_render_does_not_mix_sessions_either(run, place: Path) -> None:  # type: ignore[no-untyped-def]
    for number, name in enumerate(("a.session.jsonl", "a.session.jsonl", "b.session.jsonl")):
        release = run("sanitize", "captures", "--session", name).stdout
        done = run("render", "-o", "safe", "--session", name, stdin=release)
        assert done.returncode == (2 if number == 2 else 0), done.stderr


def test_reports_name_the_line_in_files_of_values(run, place: Path) -> None:  # type: ignore[no-untyped-def]
    rows = ['{"a": "nothing"}', json.dumps({"b": f"first line\n{LETTER}", "c": json.dumps({"d": LETTER})})]
    (place / "log.jsonl").write_text("\n".join(rows))
    (place / "t.csv").write_text("name,phone\nMaren Holloway,(503) 555-0142\n")
    for name in ("log.jsonl", "t.csv"):
        listed = run("detect", name, "--format", "github").stdout.decode().splitlines()
        assert listed
        assert all(f"file={name},line=2,col=" in line for line in listed), listed
        log = json.loads(run("detect", name, "--format", "sarif").stdout)
        regions = [
            result["locations"][0]["physicalLocation"]["region"] for result in log["runs"][0]["results"]
        ]
        lines = (place / name).read_text().splitlines()
        for region in regions:
            held = lines[region["startLine"] - 1][region["startColumn"] - 1 : region["endColumn"] - 1]
            assert held in ("Maren Holloway", "(503) 555-0142")
    assert run("sanitize", "log.jsonl", "-o", "out.jsonl", "--session", "l.session.jsonl").returncode == 0
    leaks = run("audit", "log.jsonl", "--session", "l.session.jsonl", "--format", "github").stdout.decode()
    assert sorted(line.partition(",line=")[2][:2] for line in leaks.splitlines()) == ["2,"] * 4


def fail_an_import(*_: object) -> None:
    """What modules in C do with an interrupt."""
    try:
        raise KeyboardInterrupt
    except KeyboardInterrupt as stop:
        raise ImportError("initialization failed") from stop


def interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def abort(*_: object) -> None:
    raise typer.Abort


@pytest.mark.parametrize("leave", [interrupt, abort, fail_an_import])
def test_an_interrupt_is_told_and_ends_with_130(
    leave: Callable[..., None], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("shotveil.cli.pipeline.sessions.check_repository", leave)
    assert program.run(["repository", "check"]) == 130
    assert capsys.readouterr().err == "shotveil: interrupted\n"


def test_an_interrupt_finds_the_program_ready_before_it_loads_anything_slow() -> None:
    script = "import shotveil.cli.app, sys; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert not {"typer", "click", "orjson", "numpy"} & set(loaded.stdout.split())


@pytest.mark.parametrize("session", [(), ("--session", "new.session.jsonl")], ids=["none", "another"])
@pytest.mark.parametrize(
    ("source", "target"), [("in/a.txt", "out/a.txt"), ("in", "out/sub"), ("in", "out/x/y")]
)
def test_nothing_is_written_inside_what_another_session_released(  # type: ignore[no-untyped-def]
    run, tmp_path: Path, session: tuple[str, ...], source: str, target: str
) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in/a.txt").write_text("Customer: Maren Holloway\n")
    assert run("sanitize", "in", "-o", "out", "--session", "first.session.jsonl").returncode == 0
    before = (tmp_path / "out/a.txt").read_bytes()
    refused = run("sanitize", source, "-o", target, *session)
    assert refused.returncode == 2
    assert b"out holds what another session released" in refused.stderr
    assert (tmp_path / "out/a.txt").read_bytes() == before
    assert not (tmp_path / "new.session.jsonl").exists()
    assert run("sanitize", source, "-o", target, *session, "--force").returncode == 0
    again = run("sanitize", source, "-o", target, "--session", "first.session.jsonl", "--force")
    assert again.returncode == 0


def test_a_trace_is_not_drawn_inside_what_another_session_released(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "in").mkdir()
    (tmp_path / "in/a.txt").write_text("Customer: Maren Holloway\n")
    assert run("sanitize", "in", "-o", "out", "--session", "first.session.jsonl").returncode == 0
    other = ("--session", "other.session.jsonl")
    trace = run("sanitize", "in", *other).stdout
    refused = run("render", "-", "-o", "out/sub", *other, stdin=trace)
    assert refused.returncode == 2
    assert b"out holds what another session released" in refused.stderr
    assert not (tmp_path / "out/sub").exists()
    assert run("render", "-", "-o", "beside", *other, stdin=trace).returncode == 0


def test_the_session_of_a_folder_may_write_inside_it(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "in").mkdir()
    (tmp_path / "in/a.txt").write_text("Customer: Maren Holloway\n")
    for source, target in (("in", "out"), ("in/a.txt", "out/b.txt"), ("in", "out/sub")):
        done = run("sanitize", source, "-o", target, "--session", "first.session.jsonl")
        assert done.returncode == 0, done.stderr
