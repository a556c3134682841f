"""An archive is one output: counted once, listed as one file, and audited against the manifest like any other."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

SESSION = ("--session", "s.session.jsonl")


def pack(**members: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in members.items():
            archive.writestr(name.replace("__", "."), data)
    return out.getvalue()


@pytest.fixture
def released(run, tmp_path: Path) -> Path:  # type: ignore[no-untyped-def]
    (tmp_path / "in").mkdir()
    text = b"Hi, my name is Maren Holloway\n"
    (tmp_path / "in/t.zip").write_bytes(pack(t__trace=b'{"type":"before"}\n', a__txt=text))
    (tmp_path / "in/b.txt").write_bytes(text)
    done = run("sanitize", "in", "-o", "out", *SESSION)
    assert (done.returncode, b"2 files released" in done.stderr) == (0, True), done.stderr
    return tmp_path / "out"


@pytest.mark.parametrize("flags", [(), SESSION])
def test_a_fresh_tree_with_an_archive_is_as_its_manifest_lists_it(run, released: Path, flags) -> None:  # type: ignore[no-untyped-def]
    for name in ("out", "out/t.zip", "out/b.txt"):
        done = run("audit", name, *flags)
        assert (done.returncode, b"manifest" in done.stderr) == (0, False), done.stderr


@pytest.mark.parametrize("harm", ["missing", "changed"])
@pytest.mark.parametrize("flags", [(), SESSION])
def test_an_archive_that_is_gone_or_changed_is_told(run, released: Path, harm: str, flags) -> None:  # type: ignore[no-untyped-def]
    archive = released / "t.zip"
    if harm == "missing":
        archive.unlink()
    else:
        archive.write_bytes(pack(t__trace=b'{"type":"before"}\n', a__txt=b"Nothing.\n"))
    done = run("audit", "out", *flags)
    assert done.returncode == 2
    assert f"{'missing' if harm == 'missing' else 'changed since'}: t.zip".encode() in done.stderr


def test_members_of_an_archive_that_is_withheld_are_no_released_files(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    broken = pack(
        t__trace=b'{"type":"before"}\n', a__txt=b"Call 415-555-0177\n", b__png=b"\x89PNG\r\n\x1a\nno"
    )
    (tmp_path / "in").mkdir()
    (tmp_path / "in/t.zip").write_bytes(broken)
    for flags in (("-o", "out"), ("--check",), ("--dry-run",)):
        done = run("sanitize", "in", *flags)
        assert done.returncode == 2
        assert b"0 files" in done.stderr, done.stderr
    (line,) = map(json.loads, (tmp_path / "out/manifest.jsonl").read_text().splitlines())
    assert "withheld" in line
    (tmp_path / "in/b.txt").write_text("Call 415-555-0177\n")
    assert b"1 file released" in run("sanitize", "in", "-o", "other").stderr
