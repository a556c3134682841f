"""What `resolve` left as it is is named: references are no values, damaged ones may be any text."""

from __future__ import annotations

from pathlib import Path


def test_left_references_are_named(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    session = ("--session", "s.session.jsonl")
    (tmp_path / "a.txt").write_text("Please call Maren Holloway at (503) 555-0142.\n")
    assert run("sanitize", "a.txt", *session).returncode == 0
    one = run("resolve", "-", *session, stdin=b"See [[PHONE#71]].\n").stderr.decode()
    assert "1 reference was left as it is ([[PHONE#71]]): unknown" in one
    many = " ".join(f"[[PHONE#{number}]]" for number in (71, 71, 72, 73, 74, 75, 76))
    for flags in ((), ("--stream",)):
        told = run("resolve", "-", *session, *flags, stdin=many.encode()).stderr.decode()
        assert "7 references were left as they are ([[PHONE#71]] 2 times, [[PHONE#72]]" in told
        assert "[[PHONE#75]], 1 other)" in told
        assert "#76" not in told
