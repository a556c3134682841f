"""Inputs: natural order, turns, sessions, litter, links, what cannot be read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from shotveil.core.sources.walk import list_inputs, natural_key


def fill(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x")


def names(folder: Path, **options: object) -> list[str]:
    return [entry.name for entry in list_inputs([folder], **options) if entry.status == "file"]  # type: ignore[arg-type]


def test_order_is_natural_whatever_the_arguments(tmp_path: Path) -> None:
    fill(tmp_path, "turn_10.png", "turn_2.png", "Turn_1.png", "b/x.txt", "a/x.txt")
    paths = [tmp_path / name for name in ("turn_10.png", "b", "turn_2.png", "a", "Turn_1.png")]
    expected = ["a/x.txt", "b/x.txt", "Turn_1.png", "turn_2.png", "turn_10.png"]
    assert names(tmp_path) == expected
    forward, backward = list_inputs(paths), list_inputs(paths[::-1])
    assert [entry.path for entry in forward] == [entry.path for entry in backward]


def test_natural_keys() -> None:
    words = ["x10", "x9", "x09", "X1", "x", "y1", "x1a2", "x1a10"]
    assert sorted(words, key=natural_key) == ["x", "X1", "x1a2", "x1a10", "x09", "x9", "x10", "y1"]


def test_a_tree_shares_the_turn_of_its_screenshot_and_comes_first(tmp_path: Path) -> None:
    fill(tmp_path, "turn_1.png", "turn_1_tree.xml", "turn_2.png", "turn_2.txt", "notes.md")
    found = {entry.name: entry.turn for entry in list_inputs([tmp_path])}
    assert found["turn_1.png"] == found["turn_1_tree.xml"]
    assert found["turn_2.png"] == found["turn_2.txt"] == found["turn_1.png"] + 1
    assert list(found).index("turn_2.txt") < list(found).index("turn_2.png")


def test_session_scopes(tmp_path: Path) -> None:
    fill(tmp_path, "a/1.png", "a/2.png", "b/1.png")
    by_folder = [(entry.session, entry.turn) for entry in list_inputs([tmp_path], session_by="folder")]
    assert by_folder == [("a", 1), ("a", 2), ("b", 1)]
    by_file = [(entry.session, entry.turn) for entry in list_inputs([tmp_path], session_by="file")]
    assert by_file == [("a/1.png", 1), ("a/2.png", 1), ("b/1.png", 1)]
    assert [entry.turn for entry in list_inputs([tmp_path])] == [1, 2, 3]


def test_litter_is_listed_only_and_the_output_not_at_all(tmp_path: Path) -> None:
    fill(
        tmp_path,
        "a.txt",
        ".DS_Store",
        "Thumbs.db",
        ".git/config",
        "out/a.txt",
        "case.session.jsonl",
        "._a.txt",
    )
    entries = list_inputs([tmp_path], exclude=[tmp_path / "out"])
    assert [entry.name for entry in entries if entry.status == "file"] == ["a.txt"]
    litter = {entry.name for entry in entries if entry.status == "litter"}
    assert litter == {".DS_Store", "Thumbs.db", ".git", "case.session.jsonl", "._a.txt"}


def test_files_of_several_folders_keep_distinct_names(tmp_path: Path) -> None:
    fill(tmp_path, "one/a.txt", "two/a.txt", "x/a.txt", "y/A.txt")
    assert {entry.name for entry in list_inputs([tmp_path / "one", tmp_path / "two"])} == {
        "one/a.txt",
        "two/a.txt",
    }
    single = [entry.name for entry in list_inputs([tmp_path / "x/a.txt", tmp_path / "y/A.txt"])]
    assert single == ["a.txt", "A~2.txt"]


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_links_do_not_lead_out(tmp_path: Path) -> None:
    fill(tmp_path, "in/a.txt", "in/sub/b.txt", "outside/secret.txt")
    (tmp_path / "in/inside.txt").symlink_to(tmp_path / "in/a.txt")
    (tmp_path / "in/leak.txt").symlink_to(tmp_path / "outside/secret.txt")
    (tmp_path / "in/loop").symlink_to(tmp_path / "in")
    (tmp_path / "in/gone.txt").symlink_to(tmp_path / "nowhere")
    found = {entry.name: (entry.status, entry.code) for entry in list_inputs([tmp_path / "in"])}
    assert found["inside.txt"][0] == found["sub/b.txt"][0] == "file"
    assert found["leak.txt"] == ("problem", "input.link_outside")
    assert found["loop"] == ("problem", "input.link_folder")
    assert found["gone.txt"] == ("problem", "input.missing")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs a user whom permissions bind")
def test_an_unreadable_folder_is_an_entry(tmp_path: Path) -> None:
    fill(tmp_path, "a.txt", "locked/b.txt")
    (tmp_path / "locked").chmod(0)
    try:
        found = {entry.name: entry.code for entry in list_inputs([tmp_path])}
    finally:
        (tmp_path / "locked").chmod(0o755)
    assert found == {"a.txt": "", "locked": "input.unreadable_folder"}


def test_what_does_not_exist_is_an_entry(tmp_path: Path) -> None:
    (entry,) = list_inputs([tmp_path / "missing.txt"])
    assert (entry.status, entry.code) == ("problem", "input.missing")


def test_a_manifest_orders_the_turns(tmp_path: Path) -> None:
    fill(tmp_path, "screens/home.png", "screens/home.xml", "screens/detail.png", "screens/cart.png", "zz.txt")
    steps = (
        '{"step": 1, "screenshot": "screens/home.png"}\n{"step": 2, "screenshot": "C:\\\\x\\\\detail.png"}\n'
    )
    (tmp_path / "steps.jsonl").write_text(steps)
    expected = ["screens/home.xml", "screens/home.png", "screens/detail.png", "screens/cart.png"]
    assert names(tmp_path)[:4] == expected
    (tmp_path / "steps.jsonl").write_bytes(b"\xff broken")
    assert names(tmp_path)[:4] == [
        "screens/cart.png",
        "screens/detail.png",
        "screens/home.xml",
        "screens/home.png",
    ]


def test_a_name_that_is_no_unicode_is_a_problem_of_its_own(tmp_path: Path) -> None:
    try:
        (tmp_path / os.fsdecode(b"bad\xffname.txt")).write_text("x")
    except (OSError, UnicodeError):
        pytest.skip("this file system takes only Unicode names")
    (tmp_path / "good.txt").write_text("x")
    entries = {entry.status: entry for entry in list_inputs([tmp_path])}
    assert entries["file"].name == "good.txt"
    assert entries["problem"].code == "input.name"
    entries["problem"].message.encode()
