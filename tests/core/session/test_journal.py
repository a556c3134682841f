"""The session file: what is on disk after a crash, an attack, another process, a change of key."""

from __future__ import annotations

import json
import multiprocessing
import os
import stat
import sys
import time
from pathlib import Path

import pytest

from shotveil.core.errors import InputProblem, ShotveilError, UsageProblem
from shotveil.core.records import (
    AddressRecord,
    Component,
    NameRecord,
    Occurrence,
    Record,
    ScalarRecord,
    TextExtent,
    View,
)
from shotveil.core.session import open_session
from shotveil.core.session.documents import delete, export_session, import_document, rekey
from shotveil.core.sources.document import Place

KEY = b"a key file of more than sixteen bytes"
SECRET = "tk_test_0123456789abcdefghij"


def occurrence(type: str, text: str, record: Record | None = None, start: int = 0) -> Occurrence:
    record = record or ScalarRecord(text, text)
    return Occurrence(type, text, "hard", (), 1.0, (TextExtent(start, start + len(text)),), record)


def view(*occurrences: Occurrence, turn: int = 1, text: str = "") -> View:
    return View(f"v{turn}", "s", turn, "text", "a.txt", text=text, occurrences=occurrences)


def number(text: str, turn: int = 1) -> View:
    return view(occurrence("NUM", text), turn=turn)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "case.session.jsonl"


def test_mapping_survives_and_is_private(path: Path) -> None:
    name = NameRecord("Robert Vance", family="Vance", given="Robert")
    with open_session(path) as session:
        assert [b.reference for b in session.bind(view(occurrence("NAME", "Robert Vance", name)))] == [
            "[[NAME#1]]"
        ]
        session.bind(number("482913", 2))
    if sys.platform != "win32":
        assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    with open_session(path, create=False) as session:
        assert session.roots[1].record == name
        assert session.bind(number("482913", 3))[0].root == 2
        assert session.bind(number("111", 3))[0].root == 3


def test_every_torn_tail_is_dropped(path: Path) -> None:
    with open_session(path) as session:
        for turn in range(1, 4):
            session.bind(number(f"10{turn}", turn))
    whole = path.read_bytes()
    for size in range(len(whole)):
        path.write_bytes(whole[:size])
        with open_session(path) as session:
            known = dict(session.roots)
            assert session.bind(number("999", 9))[0].root == len(known) + 1
        with open_session(path) as session:
            assert not session.warnings
            assert len(session.roots) == len(known) + 1


def test_a_torn_tail_is_told(path: Path) -> None:
    with open_session(path) as session:
        session.bind(number("101"))
    path.write_bytes(path.read_bytes() + b'{"kind":"root","n"')
    with open_session(path) as session:
        assert "unfinished" in session.warnings[0]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"hello\n", "session.foreign"),
        (b"hello", "session.foreign"),
        (b'{"kind":"header","schema":"other.tool/1"}\n', "session.foreign"),
        (b'{"kind":"header","schema":"shotveil.session/99"}\n', "session.schema"),
        (
            b'{"kind":"header","schema":"shotveil.session/1"}\nnonsense\n{"kind":"salt","value":"00"}\n',
            "session.damaged",
        ),
        (b"\x00\x01\x02\n", "session.foreign"),
    ],
)
def test_other_files_are_refused(path: Path, content: bytes, code: str) -> None:
    path.write_bytes(content)
    with pytest.raises(ShotveilError) as caught:
        open_session(path)
    assert caught.value.code == code
    assert path.read_bytes() == content


def test_missing_file(path: Path) -> None:
    with pytest.raises(InputProblem) as caught:
        open_session(path, create=False)
    assert caught.value.code == "session.missing"


def test_two_sessions_share_one_file(path: Path) -> None:
    with open_session(path) as one, open_session(path) as two:
        assert one.bind(number("101"))[0].root == 1
        assert two.bind(number("202"))[0].root == 2
        assert one.bind(number("202"))[0].root == 2
        assert two.bind(number("303"))[0].root == 3
        assert one.bind(number("404"))[0].root == 4


def _bind_many(path: str, worker: int) -> None:
    with open_session(Path(path)) as session:
        for turn in range(20):
            session.bind(number(f"{worker}{turn:03d}", turn))
            session.bind(number(f"7{turn:03d}", turn))


def test_processes_never_give_one_number_twice(path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_bind_many, args=(str(path), 1 + n)) for n in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert [worker.exitcode for worker in workers] == [0, 0, 0]
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    roots = [line for line in lines if line["kind"] == "root"]
    assert sorted(line["n"] for line in roots) == list(range(1, 81))
    assert len({line["record"]["canonical"] for line in roots}) == 80


def test_plain_session_keeps_no_secret(path: Path) -> None:
    with open_session(path) as session:
        session.bind(view(occurrence("SECRET", SECRET), occurrence("SECRET", "short-pw", start=50)))
        released = "key [[SECRET#1]], password [[SECRET#2]], id [[NUM#3]]"
        places = [Place(4, 16, SECRET), Place(27, 39, "short-pw"), Place(44, 53, "77")]
        session.record_places("00", places, released)
    assert SECRET.encode() not in path.read_bytes()
    assert b"short-pw" not in path.read_bytes()
    with open_session(path) as session:
        bound = session.bind(
            view(occurrence("SECRET", SECRET), occurrence("SECRET", "short-pw", start=50), turn=2)
        )
        assert [b.root for b in bound] == [1, 3]
        assert [place.raw for place in session.places("00")[0]] == [None, None, "77"]
        digest, length, root = session.secret_digests()[0]
        assert (session.digest(SECRET), len(SECRET), 1) == (digest, length, root)


def test_sealed_session_keeps_secrets_and_shows_nothing(path: Path) -> None:
    with open_session(path, key=KEY) as session:
        session.bind(view(occurrence("SECRET", SECRET), occurrence("NUM", "482913", start=60)))
    assert b"482913" not in path.read_bytes()
    with open_session(path, key=KEY) as session:
        assert session.roots[1].surfaces == (SECRET,)
    for key, passphrase, code in ((None, None, "session.locked"), (b"x" * 40, None, "session.wrong_key")):
        with pytest.raises(UsageProblem) as caught:
            open_session(path, key=key, passphrase=passphrase)
        assert caught.value.code == code


def test_sealed_lines_cannot_be_changed_or_moved(path: Path) -> None:
    with open_session(path, key=KEY) as session:
        session.bind(number("101"))
        session.bind(number("202", 2))
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([lines[0], lines[3], *lines[1:3], *lines[4:]]))
    with pytest.raises(InputProblem) as caught:
        open_session(path, key=KEY)
    assert caught.value.code == "session.damaged"


def test_rekey_there_and_back(path: Path) -> None:
    with open_session(path) as watching:
        watching.bind(number("101"))
        assert b'"101"' in path.read_bytes()
        rekey(path, new_passphrase="correct horse")
        assert b'"101"' not in path.read_bytes()  # in quotes: three digits may stand in any ciphertext
        with open_session(path, passphrase="correct horse") as session:
            session.bind(view(occurrence("SECRET", SECRET), turn=2))
        with pytest.raises(UsageProblem):
            watching.bind(number("303"))
    rekey(path, passphrase="correct horse", new_key=KEY)
    rekey(path, key=KEY)
    assert SECRET.encode() not in path.read_bytes()
    with open_session(path) as session:
        assert session.bind(number("101", 3))[0].root == 1
        assert session.next_number == 3
    assert [p.name for p in path.parent.iterdir()] == [path.name]


def test_export_import(path: Path, tmp_path: Path) -> None:
    address = AddressRecord(
        "12 Quillgate Street, Portland",
        (Component("number", "12"), Component("road", "Quillgate Street"), Component("city", "Portland")),
    )
    with open_session(path) as session:
        session.bind(view(occurrence("ADDR", address.text, address), occurrence("NUM", "77", start=40)))
        document = export_session(session)
    copy = tmp_path / "copy.session.jsonl"
    assert import_document(json.loads(json.dumps(document)), copy) == 2
    with open_session(copy) as session:
        assert export_session(session) == document
        assert session.roots[1].record == AddressRecord(address.text, address.components)


def test_numbers_are_not_reused_after_gaps(path: Path) -> None:
    entries = [{"root": n, "type": "NUM", "issued_turn": 1, "value": str(n) * 4} for n in (1, 3)]
    import_document({"S": entries}, path)
    with open_session(path) as session:
        assert session.bind(number("5555"))[0].root == 4


@pytest.mark.parametrize(
    "document",
    [
        {},
        {"S": [{"root": 0, "type": "NUM", "value": "1"}]},
        {"S": [{"root": 1, "type": "PERSON", "value": "1"}]},
        {"S": [{"root": 1, "type": "NUM"}, {"root": 1, "type": "NUM", "value": "2"}]},
        {"S": [{"root": 1, "type": "ADDR", "value": "x", "projections": {"STREET": "x"}}]},
        {"S": ["x"]},
        {"S": [], "journal": {"lines": [{"kind": "places", "sha256": "x", "places": [[3, 1, ""]]}]}},
        {"S": [], "journal": {"lines": [{"kind": "root", "n": 1}]}},
        {"S": [], "journal": {"lines": [{"kind": "bound", "roots": [4]}]}},
        {"S": [], "journal": []},
    ],
)
def test_bad_documents_leave_no_file(path: Path, document: dict[str, object]) -> None:
    with pytest.raises(InputProblem):
        import_document(document, path)
    assert not path.exists()


def test_reference_like_input_reserves_its_number(path: Path) -> None:
    with open_session(path) as session:
        bound = session.bind(view(occurrence("NUM", "482913"), text="see [[NAME#1]] and {{addr#3}}"))
        assert bound[0].root == 2
    with open_session(path) as session:
        assert session.bind(number("999", 2))[0].root == 4


def test_expired_session_is_emptied_on_disk(path: Path) -> None:
    with open_session(path, expire_after_s=3600) as session:
        session.bind(number("482913"))
    os.utime(path, (time.time() - 7200,) * 2)
    with open_session(path) as session:
        assert not session.roots
        assert "expired" in session.warnings[0]
        assert b"482913" not in path.read_bytes()
        assert session.bind(number("482913"))[0].root == 2


def test_memory_session_forgets_after_idle_time(monkeypatch: pytest.MonkeyPatch) -> None:
    session = open_session(None, idle_s=10)
    session.bind(number("482913"))
    clock = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: clock + 11)
    assert not session.roots
    assert session.bind(number("482913"))[0].root == 2


def test_delete(path: Path) -> None:
    with open_session(path) as session:
        session.bind(number("482913"))
    delete(path)
    assert not path.exists()
    path.write_text("something else\n")
    with pytest.raises(InputProblem):
        delete(path)
    assert path.exists()


def test_same_input_same_bytes(tmp_path: Path) -> None:
    files = []
    for run in range(2):
        path = tmp_path / f"{run}.session.jsonl"
        with open_session(path) as session:
            session.bind_views([number("101"), number("202", 2), number("101", 3)])
        files.append(path.read_bytes())
    assert files[0] == files[1]


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="needs a user whom permissions hold")
def test_unwritable_file_can_still_be_read(path: Path) -> None:
    with open_session(path) as session:
        session.bind(number("101"))
    path.chmod(0o400)
    with open_session(path, create=False) as session:
        assert session.roots[1].surfaces == ("101",)
        with pytest.raises(InputProblem):
            session.bind(number("202"))


def test_a_full_disk_leaves_memory_behind_the_disk(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_session(path) as session:
        session.bind(number("101"))
        real = os.write

        def write_half(descriptor: int, data: bytes) -> int:
            real(descriptor, bytes(data)[: len(data) // 2])
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patched:
            patched.setattr(os, "write", write_half)
            with pytest.raises(InputProblem) as caught:
                session.bind(number("202", 2))
        assert caught.value.code == "session.unwritable"
        assert list(session.roots) == []
        assert session.bind(number("303", 3))[0].root == 2
        assert session.bind(number("202", 3))[0].root == 3
    with open_session(path) as session:
        assert [root.surfaces for root in session.roots.values()] == [("101",), ("303",), ("202",)]


def test_nothing_links_two_sessions(tmp_path: Path) -> None:
    name = NameRecord("Robert Vance", family="Vance", given="Robert")
    roots = []
    for case, before in (("a", 0), ("b", 2)):
        with open_session(tmp_path / f"{case}.session.jsonl") as session:
            for other in range(before):
                session.bind(number(str(other)))
            roots.append(session.bind(view(occurrence("NAME", "Robert Vance", name)))[0].root)
    assert roots == [1, 3]


@pytest.mark.skipif(sys.platform == "win32", reason="modes are not kept there")
def test_a_file_that_others_can_read_is_closed_to_them(path: Path) -> None:
    with open_session(path) as session:
        session.bind(number("101"))
    path.chmod(0o644)
    with open_session(path) as session:
        assert "others" in session.warnings[0]
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600


@pytest.mark.skipif(sys.platform == "win32", reason="needs symbolic links")
def test_rekey_follows_a_link(path: Path, tmp_path: Path) -> None:
    with open_session(path) as session:
        session.bind(number("101"))
    link = tmp_path / "link.session.jsonl"
    link.symlink_to(path)
    rekey(link, new_key=KEY)
    assert link.is_symlink()
    with open_session(path, key=KEY) as session:
        assert session.roots[1].surfaces == ("101",)
