"""A trace comes back with every text as it was; the archive around them is packed anew."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

MAIL = "marta.ellingsworth@example.com"
MEMBERS = {
    "trace.trace": json.dumps({"type": "event", "file": f"resources/{MAIL}.json"}).encode() + b"\r\n",
    f"resources/{MAIL}.json": b'\xef\xbb\xbf{ "mail" :"' + MAIL.encode() + b'","n":1.50 }',
    "resources/page.html": f"<!doctype html><p>Call 415-555-0177, ask for {MAIL}".encode(),
    "trace.network": b'{"type":"resource-snapshot","snapshot":{}}\n',
}


def pack(members: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return out.getvalue()


def unpack(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture
def released(run, tmp_path: Path) -> Path:  # type: ignore[no-untyped-def]
    (tmp_path / "in").mkdir()
    (tmp_path / "in/trace.zip").write_bytes(pack(MEMBERS))
    (tmp_path / "in/plain.zip").write_bytes(pack({"trace.trace": b'{"type":"event"}\n'}))
    done = run("sanitize", "in", "-o", "out", "--session", "s.session.jsonl")
    assert done.returncode == 0, done.stderr
    assert MAIL.encode() not in b"".join(unpack((tmp_path / "out/trace.zip").read_bytes()).values())
    return tmp_path


@pytest.mark.parametrize("piped", [False, True])
def test_the_texts_of_a_trace_come_back(run, released: Path, piped: bool) -> None:  # type: ignore[no-untyped-def]
    data = (released / "out/trace.zip").read_bytes()
    path = "-" if piped else "out/trace.zip"
    done = run("resolve", path, "--session", "s.session.jsonl", "--surface", "original", stdin=data)
    assert done.returncode == 0, done.stderr
    assert unpack(done.stdout) == MEMBERS
    assert b"packed anew" in done.stderr


def test_a_trace_without_anything_private_comes_back_too(run, released: Path) -> None:  # type: ignore[no-untyped-def]
    done = run("resolve", "out/plain.zip", "--session", "s.session.jsonl", "--surface", "original")
    assert done.returncode == 0
    assert unpack(done.stdout) == unpack((released / "in/plain.zip").read_bytes())


def test_an_archive_alone_is_known_for_its_session(run, released: Path) -> None:  # type: ignore[no-untyped-def]
    (released / "alone").mkdir()
    (released / "alone/t.zip").write_bytes((released / "out/trace.zip").read_bytes())
    assert run("audit", "alone", "--session", "s.session.jsonl").returncode == 0
    (released / "other.txt").write_text(f"Write to {MAIL}\n")
    assert run("sanitize", "other.txt", "-o", "o.txt", "--session", "o.session.jsonl").returncode == 0
    assert run("audit", "alone", "--session", "o.session.jsonl").returncode == 2
