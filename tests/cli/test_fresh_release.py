"""A fresh release audits clean: what sanitize leaves as a word or a number of its own is no leak."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

PEOPLE = (
    "Rock",
    "Mark Stone",
    "Rosie Quillon",
    "Annika",
    "Will Page",
    "Jo",
    "Hope Underhill",
    "Giuseppe",
    "李静",
    "王芳",
)
ACCOUNTS = ("smith", "quillon.r", "baker", "kestrel_hope", "page")
CODES = ("4821", "2000", "12000", "QK7TZ2M4P1", "20391188", "AB12")
FILLER = (
    "The smith will page us and mark the rock; hope is all we have.",
    "Over 2000 rows and 12,000 items, 4821 of them new; AB12 is a size.",
    "We baked at the page, jo, and annika said giuseppe had left a mark.",
    "她很安静，花园里王芳华的花开了。",
    "see docs/rock.md, src/mark_page.py and /srv/hope/baker.txt",
    "Rock music; Mark my words. Will it hold? Page 2000.",
)


def write_tree(root: Path, seed: int) -> None:
    """A folder of logs, chats, tables and settings that name the same people."""
    pick = random.Random(seed)
    people, accounts, codes = pick.sample(PEOPLE, 4), pick.sample(ACCOUNTS, 2), pick.sample(CODES, 3)
    root.mkdir()
    chat = [f"12/31/24, 10:0{n} - {name}: {pick.choice(FILLER)}" for n, name in enumerate(people)]
    (root / "chat.txt").write_text("\n".join(chat) + "\n")
    users = [{"id": "U1", "name": account, "real_name": name} for account, name in zip(accounts, people)]  # noqa: B905
    group = {"name": f"mpdm-{accounts[0]}--{accounts[1]}-1", "topic": f"with @{accounts[0]}"}
    (root / "users.json").write_text(json.dumps({"users": users, "groups": [group]}, indent=2))
    rows = [{"text": pick.choice(FILLER), "customer": name, "pin": code} for name, code in zip(people, codes)]  # noqa: B905
    (root / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    lines = [f"Order number: {codes[0]}", f"Name: {people[0]}", f"username: {accounts[1]}", *FILLER]
    (root / "rock_notes.md").write_text("\n".join(lines) + "\n")
    (root / f"{people[0].lower().replace(' ', '_')}.log").write_text("\n".join(FILLER) + "\n")


@pytest.mark.parametrize("seed", range(6))
def test_a_fresh_release_audits_clean(run, tmp_path: Path, seed: int) -> None:  # type: ignore[no-untyped-def]
    write_tree(tmp_path / "in", seed)
    done = run("sanitize", "in", "-o", "out", "--session", "s.session.jsonl")
    assert done.returncode == 0, done.stderr
    audited = run("audit", "out", "--session", "s.session.jsonl", "--format", "json")
    leaks = [item for item in json.loads(audited.stdout)["findings"] if item.get("kind") == "leak"]
    assert (audited.returncode, leaks) == (0, []), audited.stdout


def test_a_name_that_is_a_word_is_a_leak_where_it_stands_as_a_name(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "in.txt").write_text("Name: Rock\nPassport: X1234567\nHe likes rock.\n")
    assert run("sanitize", "in.txt", "-o", "out", "--session", "s.session.jsonl").returncode == 0
    (tmp_path / "left").mkdir()
    left = tmp_path / "left" / "left.txt"
    left.write_text("He likes rock.\n")
    assert run("audit", "left", "--session", "s.session.jsonl").returncode == 0
    left.write_text("He met Rock again, and rock too.\n")
    assert run("audit", "left", "--session", "s.session.jsonl").returncode == 1
