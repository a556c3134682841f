"""Every copy of a found value goes, also where the format shows no text; whole and in a chain."""

from __future__ import annotations

import base64
import json

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


def _make_encoded(folder):
    mail = "maren.holloway@example.org"
    packed = base64.b64encode(json.dumps({"user_id": mail, "n": 1}).encode()).decode()
    rows = [
        {
            "note": f"write to {mail}",
            "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        },
        {"etag": base64.b64encode(f"a:{mail}".encode()).decode(), "trace_id": mail.encode().hex()},
        {"cursor": packed, "bytes": [1, 2, *mail.encode(), 3], "text": str(list(mail.encode()))},
    ]
    folder.mkdir()
    (folder / "log.jsonl").write_text("\n".join(map(json.dumps, rows)))
    (folder / "log.json").write_text(json.dumps(rows, indent=1).replace(",\n   ", ", "))
    (folder / "page.xml").write_text(f'<r n="{mail.encode().hex()}"><a id="{packed}">{mail}</a></r>')
    return mail, packed


def test_encoded_copies_are_erased_where_no_text_is_shown(run, tmp_path):
    folder, session = tmp_path / "in", tmp_path / "a.session.jsonl"
    mail, packed = _make_encoded(folder)
    assert run("sanitize", folder, "-o", tmp_path / "whole", "--session", session).returncode == 0
    released = run("sanitize", folder, "--session", tmp_path / "b.session.jsonl").stdout
    assert run("render", "-o", tmp_path / "drawn", stdin=released).returncode == 0
    for name in ("log.json", "log.jsonl", "page.xml"):
        safe = (tmp_path / "whole" / name).read_bytes()
        assert safe == (tmp_path / "drawn" / name).read_bytes()
        assert not [
            value for value in (mail, packed, mail.encode().hex(), "109, 97") if value.encode() in safe
        ]
        original = run("resolve", "--surface", "original", tmp_path / "whole" / name, "--session", session)
        assert original.stdout == (folder / name).read_bytes()
    rows = [json.loads(line) for line in (tmp_path / "whole/log.jsonl").read_text().splitlines()]
    assert rows == json.loads((tmp_path / "whole/log.json").read_text())
    assert rows[0]["sha256"].startswith("9f86d081")
    assert rows[2]["bytes"] == [1, 2, "[[EMAIL#1]]", 3]
    assert rows[2]["text"] == "[[[EMAIL#1]]]"
    assert json.loads(base64.b64decode(rows[2]["cursor"])) == {"user_id": "[[EMAIL#1]]", "n": 1}
    assert run("audit", tmp_path / "whole", "--session", session).returncode == 0


def test_a_recording_whose_head_holds_a_list_of_bytes_stays_json(run, tmp_path):
    mail, source = "maren.holloway@example.org", tmp_path / "a.cast"
    head = {"version": 2, "width": 80, "height": 24, "seen": [1, *mail.encode()]}
    source.write_text("\n".join(map(json.dumps, (head, [0.1, "o", f"write to {mail}\r\n"]))) + "\n")
    done = run("sanitize", source, "-o", tmp_path / "out", "--session", tmp_path / "a.session.jsonl")
    assert done.returncode == 0
    safe = [json.loads(line) for line in (tmp_path / "out/a.cast").read_text().splitlines()]
    assert safe[0]["seen"] == [1, "[[EMAIL#1]]"]


def test_an_audit_finds_encoded_copies(run, tmp_path):
    folder, session = tmp_path / "in", tmp_path / "a.session.jsonl"
    _make_encoded(folder)
    assert run("sanitize", folder, "-o", tmp_path / "out", "--session", session).returncode == 0
    for name in ("log.jsonl", "page.xml"):
        leaks = run("audit", folder / name, "--session", session, "--format", "json")
        assert leaks.returncode == 1
    (tmp_path / "left.json").write_text((folder / "log.jsonl").read_text().splitlines()[1])
    told = run("audit", tmp_path / "left.json", "--session", session).stdout.decode()
    assert "2 leaks (EMAIL 2)" in told
