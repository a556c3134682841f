"""What an audit tells: places, not readings; readers side by side."""

from __future__ import annotations

import hashlib
import json

import pytest

from shotveil.cli.pipeline.released import drop_own_references, find_trees
from shotveil.cli.pipeline.reporting import merge_readings
from shotveil.cli.pipeline.request import Item
from shotveil.core.geometry import Box
from shotveil.renderers.findings import Finding, Place, describe


def reading(reader: str, box: Box | None, kind: str = "leak", number: int = 1, frame: int = 0) -> Finding:
    return Finding("a.png", "EMAIL", Place(box=box, frame=frame), f"[[EMAIL#{number}]]", kind, reader)  # type: ignore[arg-type]


FIRST = Box(10, 10, 110, 30)


@pytest.mark.parametrize(
    ("findings", "places", "readers"),
    [
        ([reading("one", FIRST), reading("two", Box(12, 11, 112, 31)), reading("one", FIRST)], 1, "one, two"),
        ([reading("one", FIRST), reading("one", Box(10, 60, 110, 80))], 2, "one"),
        ([reading("one", FIRST), reading("two", FIRST, number=2)], 2, "one"),
        ([reading("one", FIRST), reading("two", FIRST, frame=1)], 2, "one"),
        ([reading("one", FIRST), reading("two", Box(10, 10, 60, 30), "partial")], 1, "one"),
        ([reading("one", FIRST, "partial"), reading("two", FIRST, "partial")], 1, "one, two"),
        ([reading("one", FIRST), reading("two", Box(10, 60, 60, 80), "partial")], 2, "one"),
        ([reading("", None), reading("", None)], 1, ""),
    ],
)
def test_a_place_is_listed_once_with_its_readers(findings: list[Finding], places: int, readers: str) -> None:
    merged = merge_readings(findings)
    assert len(merged) == places
    assert merged[0].reader == readers


def test_sentences_need_no_article() -> None:
    assert describe(reading("one", FIRST, "partial")) == "EMAIL can be read in part by one ([[EMAIL#1]])"


def trace_of(reader: str, *lines: str, seconds: float | None = None) -> bytes:
    """A trace of `ocr` with one picture."""
    blocks = [
        {"id": f"b{n}", "text": text, "box": [10, 40 * n, 10 + 10 * len(text), 40 * n + 20],
         "quad": [[10, 40 * n], [10 + 10 * len(text), 40 * n], [10 + 10 * len(text), 40 * n + 20], [10, 40 * n + 20]],
         "score": 1.0, "chars": None}
        for n, text in enumerate(lines)
    ]  # fmt: skip
    view = {"kind": "view", "id": "v", "session": "s", "turn": 1, "medium": "image", "path": "shot.png", "sha256": "0" * 64,
            "width": 600, "height": 400, "blocks": blocks,
            "reader": {"name": reader, "version": "1", "model": "m", "settings": {}}}  # fmt: skip
    header = {"kind": "header", "schema": "shotveil.trace/1", "stage": "ocr", "tool": "t", "config": {}}
    rows = [header, view, *([{"kind": "timing", "seconds": seconds}] if seconds else [])]
    return b"".join(json.dumps(row, separators=(",", ":")).encode() + b"\n" for row in rows)


def test_readers_side_by_side(run, tmp_path):
    (tmp_path / "a.jsonl").write_bytes(
        trace_of("sharp", "Name: Abel Tolliver", "Mail: abel@example.com", seconds=2.5)
    )
    (tmp_path / "b.jsonl").write_bytes(trace_of("blunt", "Name: Abel Tolliver"))
    (tmp_path / "in.txt").write_text("Name: Abel Tolliver\nMail: abel@example.com\n")
    assert run("sanitize", "in.txt", "-o", "out.txt", "--session", "s.session.jsonl").returncode == 0
    table = run("audit", "a.jsonl", "b.jsonl", "--session", "s.session.jsonl")
    assert table.returncode == 0, table.stderr
    rows = {line[:18].strip(): line[18:].split() for line in table.stdout.decode().splitlines()}
    assert (rows["lines"], rows["seconds"]) == (["2", "1"], ["2.5000", "-"])
    assert (rows["found"], rows["EMAIL"]) == (["2", "1"], ["1", "0"])
    assert rows["session caught"] == ["1.0000", "0.5000"]
    assert "blunt m did not see, sharp m did: 1 (EMAIL 1)" in table.stdout.decode()
    assert "sharp m did not see, blunt m did: nothing" in table.stdout.decode()
    assert b"abel" not in table.stdout
    document = json.loads(run("audit", "a.jsonl", "b.jsonl", "--format", "json").stdout)
    assert [row["reader"] for row in document] == ["sharp m", "blunt m"]
    assert document[1]["missed"] == {"sharp m": {"EMAIL": 1}}


def test_what_is_piped_in_is_audited_and_nothing_is_no_clean_tree(run, tmp_path):
    text = b"Name: Abel Tolliver\nMail: abel@example.com\n"
    session = ("--session", "s.session.jsonl")
    safe = run("sanitize", "-", *session, stdin=text).stdout
    assert run("audit", "-", *session, stdin=safe).returncode == 0
    for arguments in ((), session):
        leak = run("audit", "-", *arguments, stdin=text)
        assert leak.returncode == 1
        assert b"abel" not in leak.stdout
    (tmp_path / "empty").mkdir()
    assert run("audit", "empty", *session).returncode == 2
    assert run("audit", "-", *session).returncode == 2


def test_names_of_files_are_looked_at_without_a_session_too(run, tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "safe/maren.holloway@example.com").mkdir(parents=True)
    (tmp_path / "safe/maren.holloway@example.com/a.txt").write_text("Nothing here.\n")
    (tmp_path / "safe/turn_2.txt").write_text("Nor here.\n")
    done = run("audit", "safe", "--format", "text")
    assert done.returncode == 1
    assert b"EMAIL in the name of a file or folder" in done.stdout
    assert b"turn_2" not in done.stdout
    (tmp_path / "safe/maren.holloway@example.com").rename(tmp_path / "safe/EMAIL-1")
    assert run("audit", "safe").returncode == 0


@pytest.fixture
def released(run, tmp_path):  # type: ignore[no-untyped-def]
    """A folder with two files, released with a session."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in/a.txt").write_text("Name: Abel Tolliver\nMail: abel@example.com\n")
    (tmp_path / "in/b.txt").write_text("Nobody is named here.\n")
    assert run("sanitize", "in", "-o", "safe", "--session", "s.session.jsonl").returncode == 0
    return tmp_path / "safe"


def test_the_session_of_another_release_proves_nothing(run, released, tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "other.txt").write_text("姓名：周若溪，电话 13800138000\n")
    assert run("sanitize", "other.txt", "-o", "o.txt", "--session", "o.session.jsonl").returncode == 0
    done = run("audit", "safe", "--session", "o.session.jsonl")
    assert done.returncode == 2
    assert done.stderr.count(b"this session did not release it") == 1
    for paths in (("safe",), ("safe/a.txt",), ("o.txt",)):
        own = "s.session.jsonl" if paths != ("o.txt",) else "o.session.jsonl"
        done = run("audit", *paths, "--session", own)
        assert (done.returncode, b"did not release" in done.stderr) == (0, False), done.stderr
    released.rename(tmp_path / "moved")
    assert run("audit", "moved", "--session", "s.session.jsonl").returncode == 0


@pytest.mark.parametrize("session", [(), ("--session", "s.session.jsonl")])
def test_what_is_not_as_released_is_told_in_one_line(run, released, session) -> None:  # type: ignore[no-untyped-def]
    assert b"manifest" not in run("audit", "safe", *session).stderr
    (released / "b.txt").rename(released / "c.txt")
    with (released / "a.txt").open("a") as stream:
        stream.write("And more.\n")
    done = run("audit", "safe", *session)
    assert done.returncode == 2, done.stderr
    line = next(line for line in done.stderr.decode().splitlines() if "manifest" in line)
    assert line.endswith("missing: b.txt; released by no run: c.txt; changed since: a.txt")


@pytest.mark.parametrize("command", ["audit", "detect", "ocr"])
def test_where_nothing_is_released_no_error_speaks_of_it(run, tmp_path, command) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "in").mkdir()
    (tmp_path / "in/a.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    done = run(command, "in")
    assert done.returncode == 2
    assert b"a.png" in done.stderr
    assert b"released" not in done.stderr


def test_our_own_references_misread_are_no_findings(tmp_path) -> None:  # type: ignore[no-untyped-def]
    picture = tmp_path / "a.png"
    picture.write_bytes(b"as released")
    digest = hashlib.sha256(b"as released").hexdigest()
    places = [{"type": "NUM", "reference": "[[NUM#1.LEN=4]]", "boxes": [[10, 10, 60, 24]]},
              {"type": "NAME", "reference": "", "boxes": [[10, 110, 60, 124]]}]  # fmt: skip
    line = {"output": "a.png", "output_sha256": digest, "replacements": places, "verified": {}}
    (tmp_path / "manifest.jsonl").write_text(json.dumps(line) + "\n")
    item = Item(str(picture), "a.png", "image", 1, "all")
    boxes = [Box(11, 9, 58, 25), Box(55, 10, 160, 24), Box(10, 110, 60, 124), Box(10, 300, 60, 314)]
    findings = [Finding(str(picture), "ALNUM", Place(box=box)) for box in boxes]
    findings.append(Finding(str(picture), "ALNUM", Place(frame=1, box=boxes[0])))
    findings.append(Finding(str(picture), "ALNUM", Place(box=boxes[0]), "[[NUM#1]]", "leak"))
    trees = find_trees((str(tmp_path),), (item,))
    assert drop_own_references(findings, item, trees) == findings[1:]
    picture.write_bytes(b"changed since")
    assert drop_own_references(findings, item, find_trees((str(tmp_path),), (item,))) == findings
