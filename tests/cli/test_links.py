"""A captured session stays one whole: files get new names, and what points at them follows."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

NAME = "Marta Ellingsworth"
MAIL = "marta.ellingsworth@example.com"
LOG = f"{NAME}/turn_1 {NAME}.txt"
QUOTED = LOG.replace(" ", "%20")


@pytest.fixture
def captured(tmp_path: Path) -> Path:
    folder = tmp_path / "in"
    files = {
        LOG: f"Call {NAME}.\n",
        "notes/index.md": f"[log](../{QUOTED}) ![s](<../{LOG}>)\n{NAME} wrote `{LOG}`, see {QUOTED.split('/')[1]}.\n",
        "notes/page.html": f'<!doctype html><a href="../{QUOTED}">log</a>\n',
        "steps.json": json.dumps(
            {"files": [LOG, "notes/index.md"], "windows": LOG.replace("/", "\\"), "who": NAME}
        ),
        "list.csv": f'file,owner\n"{LOG}",{NAME}\n',
        "run.har": json.dumps({"log": {"entries": [{"request": {"url": f"file:///x/{QUOTED}"}}]}}),
    }
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def listed(folder: Path) -> list[dict]:
    return [json.loads(line) for line in (folder / "manifest.jsonl").read_bytes().splitlines()]


def test_links_follow_renamed_files(run, captured, tmp_path):
    done = run("sanitize", captured, "-o", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    out = tmp_path / "out"
    (log,) = out.glob("NAME-*/*.txt")
    place = log.relative_to(out).as_posix()
    folder, number = place.split("/")[0], place.split("/")[0].removeprefix("NAME-")
    quoted, reference = place.replace(" ", "%20"), f"[[NAME#{number}]]"
    assert place == f"{folder}/turn_1 {folder}.txt"
    assert (out / "notes/index.md").read_text() == (
        f"[log](../{quoted}) ![s](<../{place}>)\n{reference} wrote `{place}`, see {quoted.split('/')[1]}.\n"
    )
    assert f'href="../{quoted}"' in (out / "notes/page.html").read_text()
    steps = json.loads((out / "steps.json").read_text())
    assert steps == {
        "files": [place, "notes/index.md"], "windows": place.replace("/", "\\"), "who": reference
    }  # fmt: skip
    assert (out / "list.csv").read_text() == f'file,owner\n"{place}",{reference}\n'
    assert f"file:///x/{quoted}" in (out / "run.har").read_text()
    assert {line["output"] for line in listed(out)} == {
        path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()
    } - {"manifest.jsonl"}


def test_links_come_back(run, captured, tmp_path):
    session = ("--session", tmp_path / "s.session.jsonl")
    run("sanitize", captured, "-o", tmp_path / "out", *session)
    for name in ("notes/index.md", "notes/page.html", "steps.json", "list.csv", "run.har"):
        done = run("resolve", tmp_path / "out" / name, *session, "--surface", "original")
        assert done.stdout == (captured / name).read_bytes(), name


def test_names_are_kept_on_request(run, captured, tmp_path):
    assert run("sanitize", captured, "-o", tmp_path / "out", "--keep-names").returncode == 0
    assert (tmp_path / "out" / LOG).is_file()
    assert QUOTED not in (tmp_path / "out" / "notes/index.md").read_text()


def test_two_files_of_one_new_name_stay_two_and_links_tell_them_apart(run, tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / f"{MAIL}.txt").write_text("first")
    (folder / f"{MAIL.upper()}.txt").write_text("second")
    (folder / "z.md").write_text(f"a: {MAIL}.txt b: {MAIL.upper()}.txt\n")
    assert run("sanitize", folder, "-o", tmp_path / "out").returncode == 0
    words = (tmp_path / "out" / "z.md").read_text().split()
    assert (tmp_path / "out" / words[1]).read_text() == "first"
    assert (tmp_path / "out" / words[3]).read_text() == "second"


def test_names_of_any_length_and_form_are_written(run, tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    long = "图" * 81 + "李晓明.txt"
    assert len(long.encode()) < 260
    (folder / ("x" * 240 + "é.txt")).write_text("composed")
    (folder / ("x" * 240 + "e\u0301.txt")).write_text("decomposed")
    (folder / long[3:]).write_text("name")
    assert run("sanitize", folder, "-o", tmp_path / "out").returncode == 0
    texts = {path.read_text() for path in (tmp_path / "out").glob("*.txt")}
    assert texts == {"composed", "decomposed", "name"}
    assert len(listed(tmp_path / "out")) == 3


def test_members_of_archives_are_renamed_too(run, tmp_path):
    out = io.BytesIO()
    member = f"resources/{MAIL}.json"
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("trace.trace", json.dumps({"type": "event", "file": member}) + "\n")
        archive.writestr(member, json.dumps({"mail": MAIL}))
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / f"trace {MAIL}.zip").write_bytes(out.getvalue())
    done = run("sanitize", "in", "-o", "out")
    assert done.returncode == 0, done.stderr
    (path,) = (tmp_path / "out").glob("*.zip")
    assert "@" not in path.name
    with zipfile.ZipFile(path) as archive:
        first, second = archive.namelist()
        assert "@" not in second
        assert json.loads(archive.read(first))["file"] == second


def _tree(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "manifest.jsonl"
    }


def test_a_chain_writes_the_tree_that_one_command_writes(run, tmp_path):
    for name in ("chat/x.txt", "logs/x.txt", "chat/Rosalind Bexley.txt"):
        (tmp_path / "in" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "in" / name).write_text(f"I am Rosalind Bexley, call 206-555-0119 ({len(name)})\n")
    assert run("sanitize", tmp_path / "in", "-o", tmp_path / "one").returncode == 0
    detected = run("detect", tmp_path / "in").stdout
    assert run("sanitize", "-", "-o", tmp_path / "two", stdin=detected).returncode == 0
    released = run("sanitize", "-", stdin=run("detect", "-", stdin=run("ocr", tmp_path / "in").stdout).stdout)
    assert run("render", "-", "-o", tmp_path / "three", stdin=released.stdout).returncode == 0
    assert list(_tree(tmp_path / "one")) == ["chat/NAME-1.txt", "chat/x.txt", "logs/x.txt"]
    assert _tree(tmp_path / "one") == _tree(tmp_path / "two") == _tree(tmp_path / "three")


def test_a_trace_cannot_write_outside_of_the_output(run, tmp_path):
    (tmp_path / "x.txt").write_text("call 206-555-0119\n")
    detected = run("detect", tmp_path / "x.txt").stdout.replace(b'"name":"x.txt"', b'"name":"../../y.txt"')
    assert run("sanitize", "-", "-o", tmp_path / "out" / "a", stdin=detected).returncode == 0
    assert list(_tree(tmp_path / "out")) == ["a/x.txt"]
