"""Texts with zero bytes between them (``find -print0``) go out, are audited and come back."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import pytest


@pytest.mark.parametrize("text", ["Rosalind Bexley\0Tobias Halloran\0\0\n", "姓名：王小明\0姓名：李小红\0\0"])
def test_a_release_with_zero_bytes_is_audited_and_restored(run, tmp_path, text: str) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text(text)
    session = tmp_path / "s.session.jsonl"
    assert run("sanitize", tmp_path / "in", "-o", tmp_path / "out", "--session", session).returncode == 0
    released = tmp_path / "out" / "a.txt"
    assert released.read_text().count("[[NAME#") == 2
    assert run("audit", tmp_path / "out", "--session", session).returncode == 0
    back = run("resolve", released, "--surface", "original", "--session", session)
    assert (back.returncode, back.stdout.decode()) == (0, text)
    assert run("resolve", released, "--session", session).stdout.decode() == text


def test_zero_bytes_do_not_shift_lines(run, tmp_path) -> None:
    (tmp_path / "a.txt").write_text("x\0y\nz\0\ncall 206-555-0119 ok, it is the number of the office\n")
    assert b"  3:6  PHONE found" in run("detect", tmp_path / "a.txt", "--format", "text").stdout
