"""Different originals that give equal released bytes: each file gets its own source back, or a question."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import shutil
from pathlib import Path

import pytest

SPELLINGS = {
    "a.txt": "Name: Maren  Thorsby\n",
    "b/a.txt": "Name: MAREN THORSBY\n",
    "c.txt": "Name: Maren Thorsby\n",
}
CHINESE = {"甲.txt": "姓名：欧阳明远\n", "乙/甲.txt": "姓名：欧 阳 明 远\n"}


def _clean(run, folder: Path, files: dict[str, str | bytes], output: str = "clean") -> Path:
    for name, text in files.items():
        (folder / "in" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "in" / name).write_bytes(text.encode() if isinstance(text, str) else text)
    session = folder / "s.session.jsonl"
    assert run("sanitize", folder / "in", "-o", folder / output, "--session", session).returncode == 0
    return session


def _restore(run, session: Path, *path: object):
    return run("resolve", *path, "--surface", "original", "--session", session)


@pytest.mark.parametrize("files", [SPELLINGS, CHINESE])
def test_each_file_of_a_tree_gets_its_own(run, tmp_path: Path, files) -> None:
    session = _clean(run, tmp_path, files)
    assert len({(tmp_path / "clean" / name).read_bytes() for name in files}) == 1
    for name, text in files.items():
        assert _restore(run, session, tmp_path / "clean" / name).stdout == text.encode()


def test_a_moved_tree_is_known_by_its_names(run, tmp_path: Path) -> None:
    session = _clean(run, tmp_path, SPELLINGS)
    shutil.move(tmp_path / "clean", tmp_path / "elsewhere")
    for name, text in SPELLINGS.items():
        assert _restore(run, session, tmp_path / "elsewhere" / name).stdout == text.encode()


def test_what_is_not_known_by_its_name_is_asked_for(run, tmp_path: Path) -> None:
    session = _clean(run, tmp_path, SPELLINGS)
    other = shutil.copy(tmp_path / "clean/c.txt", tmp_path / "reply.txt")
    asked = _restore(run, session, other)
    assert (asked.returncode, asked.stdout) == (2, b"")
    assert asked.stderr.count(b"\n") == 1
    assert b"a.txt" in asked.stderr
    assert b"--name" in asked.stderr
    assert b"aren" not in asked.stderr
    assert _restore(run, session, other, "--name", "b/a.txt").stdout == SPELLINGS["b/a.txt"].encode()
    wrong = _restore(run, session, other, "--name", "d.txt")
    assert (wrong.returncode, wrong.stdout) == (2, b"")


def test_two_trees_of_one_session_with_equal_names(run, tmp_path: Path) -> None:
    files = {"a.txt": "Name: Maren Thorsby\n"}
    session = _clean(run, tmp_path, files, "one")
    _clean(run, tmp_path, {"a.txt": "Name: MAREN THORSBY\n"}, "two")
    assert _restore(run, session, tmp_path / "one/a.txt").stdout == files["a.txt"].encode()
    assert _restore(run, session, tmp_path / "two/a.txt").stdout == b"Name: MAREN THORSBY\n"
    shutil.move(tmp_path / "one", tmp_path / "three")
    assert _restore(run, session, tmp_path / "three/a.txt").returncode == 2
    asked = _restore(run, session, tmp_path / "three/a.txt", "--name", "a.txt")
    assert (asked.returncode, asked.stdout) == (2, b"")
    assert b"2 originals of that --name" in asked.stderr
    assert b"1: a.txt, 2: a.txt" in asked.stderr
    for number, tree, text in (("1", "one", "Maren Thorsby"), ("2", "two", "MAREN THORSBY")):
        for name in (number, f"{tree}/a.txt", tmp_path / tree / "a.txt"):
            back = _restore(run, session, tmp_path / "three/a.txt", "--name", name)
            assert back.stdout == f"Name: {text}\n".encode()


def test_what_changed_and_was_released_again_is_the_last(run, tmp_path: Path) -> None:
    session = _clean(run, tmp_path, {"a.txt": "Name: Maren Thorsby\n"})
    for text in ("Name: MAREN THORSBY\n", "Name: Maren Thorsby\n"):
        _clean(run, tmp_path, {"a.txt": text})
        assert _restore(run, session, tmp_path / "clean/a.txt").stdout == text.encode()


def test_texts_from_standard_input_are_told_by_number(run, tmp_path: Path) -> None:
    session = tmp_path / "s.session.jsonl"
    texts = ("Name: Maren Thorsby\n", "Name: MAREN THORSBY\n")
    released = [run("sanitize", "-", "--session", session, stdin=text.encode()).stdout for text in texts]
    assert released[0] == released[1]
    assert _restore_text(run, session, released[0]).returncode == 2
    for number, text in enumerate(texts, start=1):
        assert _restore_text(run, session, released[0], "--name", str(number)).stdout == text.encode()


def test_texts_on_standard_output_are_told_by_their_inputs(run, tmp_path: Path) -> None:
    session = tmp_path / "s.session.jsonl"
    texts = {"a.txt": "Name: Maren Thorsby\n", "b.txt": "Name: MAREN THORSBY\n"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
        safe = run("sanitize", tmp_path / name, "--session", session).stdout
        (tmp_path / "safe").mkdir(exist_ok=True)
        (tmp_path / "safe" / name).write_bytes(safe)
    for name, text in texts.items():
        assert _restore(run, session, tmp_path / "safe" / name).stdout == text.encode()
        assert _restore_text(run, session, safe, "--name", name).stdout == text.encode()


def test_equal_bytes_of_two_encodings(run, tmp_path: Path) -> None:
    text = "姓名：欧阳明远\n"
    files = {"a.txt": text.encode("utf-8"), "b.txt": text.encode("gb18030"), "c.txt": text.encode("utf-8")}
    session = _clean(run, tmp_path, files)
    for name, data in files.items():
        output = tmp_path / "back" / name
        assert _restore(run, session, tmp_path / "clean" / name, "-o", output).returncode == 0
        assert output.read_bytes() == data


def test_an_export_keeps_whose_the_originals_are(run, tmp_path: Path) -> None:
    session = _clean(run, tmp_path, SPELLINGS)
    document, copy = tmp_path / "d.json", tmp_path / "copy.session.jsonl"
    assert run("session", "export", session, "-o", document).returncode == 0
    assert run("session", "import", document, copy).returncode == 0
    for name, text in SPELLINGS.items():
        assert _restore(run, copy, tmp_path / "clean" / name).stdout == text.encode()


def test_a_name_is_for_originals_only(run, tmp_path: Path) -> None:
    session = _clean(run, tmp_path, {"a.txt": "Name: Maren Thorsby\n"})
    refused = run("resolve", tmp_path / "clean/a.txt", "--session", session, "--name", "a.txt")
    assert refused.returncode == 2


def _restore_text(run, session: Path, text: bytes, *flags: str):
    return run("resolve", "-", "--surface", "original", "--session", session, *flags, stdin=text)
