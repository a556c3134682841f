"""The contract of the command line: streams, exit codes, order, failing closed (DESIGN 2)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

LETTER = "Please call Maren Holloway at (503) 555-0142 or write to maren.holloway@example.com.\n"


def lines_of(data: bytes) -> list[dict]:
    return [json.loads(line) for line in data.splitlines()]


@pytest.fixture
def letter(tmp_path: Path) -> Path:
    path = tmp_path / "letter.txt"
    path.write_text(LETTER, encoding="utf-8")
    return path


def test_one_text_gives_its_safe_text_on_stdout(run, letter):
    done = run("sanitize", letter)
    assert done.returncode == 0
    assert done.stdout == b"Please call [[NAME#1]] at [[PHONE#2]] or write to [[EMAIL#3]].\n"
    assert b"memory only" in done.stderr


def test_standard_input_is_the_same_text(run, letter):
    assert run("sanitize", "-", stdin=LETTER.encode()).stdout == run("sanitize", letter).stdout


def test_nothing_private_exits_0_with_check_and_something_exits_1(run, tmp_path):
    (tmp_path / "clean.txt").write_text("Nothing to see here.\n")
    (tmp_path / "found.txt").write_text(LETTER)
    assert run("sanitize", tmp_path / "clean.txt", "--check").returncode == 0
    checked = run("sanitize", tmp_path / "found.txt", "--check")
    assert checked.returncode == 1
    assert checked.stdout == b""
    assert run("sanitize", tmp_path / "found.txt", "--check", "--exit-zero").returncode == 0
    assert run("detect", tmp_path / "found.txt", "--check").returncode == 1
    assert run("detect", tmp_path / "found.txt").returncode == 0


def test_fail_on_found_writes_first(run, letter, tmp_path):
    done = run("sanitize", letter, "-o", tmp_path / "out", "--fail-on-found")
    assert done.returncode == 1
    assert (tmp_path / "out" / "letter.txt").read_bytes() == run("sanitize", letter).stdout


def test_failure_beats_finding_and_the_rest_is_finished(run, tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.txt").write_text(LETTER)
    (folder / "b.png").write_text("not a picture")
    (folder / "c.jsonl").write_text('{"ok": 1}\n{"broken\n')
    (folder / "empty.png").write_bytes(b"")
    done = run("sanitize", folder, "-o", tmp_path / "out", "--fail-on-found", "--exit-zero")
    assert done.returncode == 2
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == ["a.txt", "manifest.jsonl"]
    errors = [line for line in done.stderr.decode().splitlines() if "error:" in line]
    assert len(errors) == 3
    assert all("nothing was released for it" in line for line in errors)
    assert b"Traceback" not in done.stderr
    manifest = lines_of((tmp_path / "out" / "manifest.jsonl").read_bytes())
    assert sum("withheld" in line for line in manifest) == 3
    assert "b.png" not in json.dumps(manifest)


def test_usage_mistakes_take_one_line_and_exit_2(run, tmp_path, letter):
    for arguments in (
        ["sanitize", "no such file"],
        ["sanitize", letter, "--policy", "hard"],
        ["sanitize", letter, "--no-such-flag"],
        ["resolve", letter],
        ["resolve", letter, "--session", tmp_path / "none.session.jsonl"],
        ["render", letter, "-o", tmp_path / "out"],
    ):
        done = run(*arguments)
        assert done.returncode == 2, arguments
        assert done.stdout == b""
        assert b"Traceback" not in done.stderr
        assert done.stderr.startswith(b"shotveil: error: "), done.stderr


def test_output_inside_the_input_is_refused(run, tmp_path, letter):
    done = run("sanitize", tmp_path, "-o", tmp_path / "out")
    assert done.returncode == 2
    assert not (tmp_path / "out").exists()


def test_an_input_is_never_written_over(run, letter):
    done = run("sanitize", letter, "-o", letter)
    assert done.returncode == 2
    assert letter.read_text() == LETTER


def test_a_session_inside_the_output_is_refused(run, tmp_path, letter):
    done = run("sanitize", letter, "-o", tmp_path / "out", "--session", tmp_path / "out" / "s.session.jsonl")
    assert done.returncode == 2


def test_a_session_of_another_program_is_refused(run, tmp_path, letter):
    foreign = tmp_path / "x.session.jsonl"
    foreign.write_text('{"log": "of something else"}\n')
    done = run("sanitize", letter, "--session", foreign)
    assert done.returncode == 2
    assert foreign.read_text() == '{"log": "of something else"}\n'


def test_a_trace_of_another_schema_is_refused(run, tmp_path):
    trace = tmp_path / "t.jsonl"
    trace.write_text('{"kind":"header","schema":"shotveil.trace/9","stage":"ocr"}\n')
    done = run("detect", trace)
    assert done.returncode == 2
    assert b"line 1" in done.stderr


def test_a_broken_trace_line_is_named(run, tmp_path, letter):
    trace = run("ocr", letter).stdout + b'{"kind":"view","id":3}\n'
    done = run("detect", "-", stdin=trace)
    assert done.returncode == 2
    assert b"line 3" in done.stderr


def test_order_of_arguments_changes_nothing(run, tmp_path):
    for name in ("turn_10.txt", "turn_2.txt", "turn_1.txt"):
        (tmp_path / name).write_text(f"{name}: {LETTER}")
    names = [tmp_path / name for name in ("turn_10.txt", "turn_2.txt", "turn_1.txt")]
    assert run("detect", *names).stdout == run("detect", *reversed(names)).stdout
    shown = [line["path"] for line in lines_of(run("ocr", *names).stdout) if line["kind"] == "view"]
    assert [Path(path).name for path in shown] == ["turn_1.txt", "turn_2.txt", "turn_10.txt"]


def test_the_chain_equals_the_whole(run, tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.txt").write_text(LETTER)
    (folder / "b.json").write_text(json.dumps({"note": LETTER, "phone": 5035550142}))
    (folder / "c.txt").write_text("Nothing here.\n")
    whole, chained = tmp_path / "whole", tmp_path / "chained"
    run("sanitize", folder, "-o", whole, "--session", tmp_path / "w.session.jsonl")
    trace = run("detect", "-", stdin=run("ocr", folder).stdout).stdout
    released = run("sanitize", "-", "--session", tmp_path / "c.session.jsonl", stdin=trace)
    assert LETTER.encode()[:-1] not in released.stdout
    assert b"Holloway" not in released.stdout
    assert run("render", "-", "-o", chained, stdin=released.stdout).returncode == 0
    files = sorted(path.name for path in whole.iterdir())
    assert files == sorted(path.name for path in chained.iterdir())
    for name in files:
        assert (whole / name).read_bytes() == (chained / name).read_bytes(), name


def test_render_refuses_a_changed_original(run, tmp_path, letter):
    released = run("sanitize", "-", stdin=run("detect", letter).stdout).stdout
    letter.write_text(LETTER + "more")
    done = run("render", "-", "-o", tmp_path / "out", stdin=released)
    assert done.returncode == 2
    assert [p.name for p in (tmp_path / "out").iterdir()] == ["manifest.jsonl"]


def test_json_stays_json_and_numbers_become_references(run, tmp_path):
    source = tmp_path / "x.json"
    source.write_text('{"phone": 5035550142, "maren.holloway@example.com": "key", "n": 17}\n')
    shown = json.loads(run("sanitize", source).stdout)
    assert shown["n"] == 17
    assert shown["phone"].startswith("[[PHONE#")
    assert any(key.startswith("[[EMAIL#") for key in shown)


def test_cleaning_the_clean_text_changes_nothing(run, letter, tmp_path):
    once = run("sanitize", letter, "--session", tmp_path / "s.session.jsonl").stdout
    again = run("sanitize", "-", "--session", tmp_path / "s.session.jsonl", stdin=once).stdout
    assert again == once
    assert run("sanitize", "-", stdin=once).stdout == once


def test_original_comes_back_byte_for_byte(run, tmp_path):
    source = tmp_path / "mixed.txt"
    data = "\ufeffCall Maren Holloway,\r\nMAREN HOLLOWAY, or Mr. Holloway.\r\n".encode()
    source.write_bytes(data)
    session = tmp_path / "s.session.jsonl"
    run("sanitize", source, "-o", tmp_path / "out", "--session", session)
    released = tmp_path / "out" / "mixed.txt"
    assert b"olloway" not in released.read_bytes()
    assert run("resolve", released, "--session", session, "--surface", "original").stdout == data


def test_a_pipe_comes_back_byte_for_byte(run, tmp_path):
    session = tmp_path / "s.session.jsonl"
    data = (LETTER * 3).encode()
    released = run("sanitize", "-", "--session", session, stdin=data).stdout
    assert run("resolve", "-", "--session", session, "--surface", "original", stdin=released).stdout == data


def test_resolve_is_strict(run, tmp_path, letter):
    session = tmp_path / "s.session.jsonl"
    run("sanitize", letter, "--session", session)
    reply = b"Ask [[NAME#1]] on [[PHONE#2]], not [[NAME#9]] or [[PHONE#1]].\n"
    done = run("resolve", "-", "--session", session, "--strict", stdin=reply)
    assert done.returncode == 1
    assert done.stdout == b"Ask Maren Holloway on (503) 555-0142, not [[NAME#9]] or [[PHONE#1]].\n"
    assert run("resolve", "-", "--session", session, stdin=reply).returncode == 0


def test_file_names_that_hold_a_value_are_rewritten(run, tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "Maren Holloway notes.txt").write_text(LETTER)
    run("sanitize", folder, "-o", tmp_path / "out")
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == ["NAME-1 notes.txt", "manifest.jsonl"]
    run("sanitize", folder, "-o", tmp_path / "kept", "--keep-names")
    assert (tmp_path / "kept" / "Maren Holloway notes.txt").exists()


def test_a_dry_run_writes_nothing(run, letter, tmp_path):
    done = run("sanitize", letter, "-o", tmp_path / "out", "--dry-run")
    assert done.returncode == 0
    assert not (tmp_path / "out").exists()


def test_private_files_are_private(run, letter, tmp_path):
    session = tmp_path / "private" / "s.session.jsonl"
    run("sanitize", letter, "--session", session)
    assert session.stat().st_mode & 0o077 == 0
    assert session.parent.stat().st_mode & 0o077 == 0


def test_no_value_on_stderr_or_in_reports(run, letter, tmp_path):
    for arguments in (
        ["sanitize", letter, "-o", tmp_path / "out"],
        ["detect", letter, "--format", "text"],
        ["detect", letter, "--format", "json"],
        ["detect", letter, "--format", "github"],
        ["detect", letter, "--format", "sarif"],
        ["detect", letter, "--safe"],
    ):
        done = run(*arguments)
        assert done.returncode == 0, done.stderr
        assert b"Holloway" not in done.stderr + done.stdout, arguments
        assert b"555-0142" not in done.stderr + done.stdout, arguments


def test_settings_precedence(run, letter, tmp_path):
    (tmp_path / "pyproject.toml").write_text('[tool.shotveil]\nmode = "san"\n')
    assert run("sanitize", letter).stdout.count("█".encode()) > 0
    assert b"[[NAME#1]]" in run("sanitize", letter, env={"SHOTVEIL_MODE": "full"}).stdout
    config = tmp_path / "c.toml"
    config.write_bytes(b'\xef\xbb\xbfmode = "full"\n')
    assert b"[[NAME#1]]" in run("sanitize", letter, "--config", config).stdout
    wrong = run("sanitize", letter, env={"SHOTVEIL_POLICI": "strict"})
    assert wrong.returncode == 2
    assert b"policy" in wrong.stderr


def test_an_allow_entry_keeps_a_value(run, letter, tmp_path):
    config = tmp_path / "c.toml"
    config.write_text('[[allow]]\nvalue = "maren.holloway@example.com"\nreason = "public mailbox"\n')
    shown = run("sanitize", letter, "--config", config).stdout
    assert b"maren.holloway@example.com" in shown
    assert b"[[PHONE#2]]" in shown


@pytest.mark.parametrize("encoding", ["cp1252", "gbk", "ascii"])
def test_the_console_encoding_does_not_matter(run, tmp_path, encoding):
    source = tmp_path / "zh.txt"
    source.write_text("请联系林书砚，电话 138 0013 8000。\n", encoding="utf-8")
    done = run("sanitize", source, env={"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0", "LC_ALL": "C"})
    assert done.returncode == 0
    assert "[[PHONE#" in done.stdout.decode("utf-8")


def test_links_follow_a_renamed_file(run, tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "Maren Holloway.json").write_text('{"mail": "maren.holloway@example.com"}')
    (folder / "index.md").write_text("See [her card](Maren Holloway.json). Maren Holloway agreed.\n")
    done = run("sanitize", folder, "-o", tmp_path / "out", "--session", tmp_path / "s.session.jsonl")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out" / "NAME-1.json").exists()
    assert (tmp_path / "out" / "index.md").read_text() == "See [her card](NAME-1.json). [[NAME#1]] agreed.\n"
    back = run(
        "resolve",
        tmp_path / "out" / "index.md",
        "--session",
        tmp_path / "s.session.jsonl",
        "--surface",
        "original",
    )
    assert back.stdout == (folder / "index.md").read_bytes()


def test_a_check_leaves_the_session_alone(run, letter, tmp_path):
    session = tmp_path / "s.session.jsonl"
    run("sanitize", letter, "--check", "--session", session)
    assert not session.exists()
    run("sanitize", letter, "--session", session)
    before = session.read_bytes()
    run("sanitize", letter, "--dry-run", "-o", tmp_path / "out", "--session", session)
    assert session.read_bytes() == before


def test_copies_in_program_fields_go_too_in_a_pipe_as_in_a_file(run, tmp_path):
    line = b'{"text":"mail kit.waves@example.com","request_id":"kit.waves@example.com-17"}\n'
    source = tmp_path / "log.jsonl"
    source.write_bytes(line)
    piped = run("sanitize", "-", stdin=line).stdout
    assert b"kit.waves" not in piped
    assert piped == run("sanitize", source).stdout
