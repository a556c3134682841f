"""Every copy of a found value goes, also where the format shows no text; whole and in a chain."""

from __future__ import annotations

PAGE = """<html><?php echo "maren.holloway@example.org" ?><body id="m-maren.holloway@example.org-x">
<p xmlns:a="Maren Holloway">Maren Holloway, maren.holloway@example.org</p></body maren.holloway@example.org></html>
"""


def test_copies_outside_the_shown_text_are_erased(run, tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "page.html").write_text(PAGE)
    (folder / "log.json").write_text('{"request_id": "r/+15035550142/7", "note": "call +15035550142"}')
    whole = run("sanitize", folder, "-o", tmp_path / "whole", "--session", tmp_path / "a.session.jsonl")
    assert whole.returncode == 0, whole.stderr
    released = run("sanitize", folder, "--session", tmp_path / "b.session.jsonl").stdout
    assert run("render", "-o", tmp_path / "drawn", stdin=released).returncode == 0
    for name in ("page.html", "log.json"):
        safe = (tmp_path / "whole" / name).read_bytes()
        assert safe == (tmp_path / "drawn" / name).read_bytes()
        assert all(value not in safe for value in (b"aren", b"olloway", b"5035550142"))
        back = run(
            "resolve",
            "--surface",
            "original",
            tmp_path / "whole" / name,
            "--session",
            tmp_path / "a.session.jsonl",
        )
        assert back.stdout == (folder / name).read_bytes()
    assert run("audit", tmp_path / "whole", "--session", tmp_path / "a.session.jsonl").returncode == 0
