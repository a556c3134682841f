"""Rows of a table over a pipe, one by one: the head that came before names their cells."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from shotveil.cli.pipeline.blocks import TextInBlocks
from shotveil.cli.pipeline.finding import Finder
from shotveil.cli.pipeline.request import Item
from shotveil.cli.pipeline.tree import Outcome
from shotveil.core.clues.labels.columns import find_open_head
from shotveil.core.config import Settings
from shotveil.core.session import open_session

CELLS = (
    ("Name", "Phone", "Account", "State"),
    ("Zyxa Qwvul", "4155550177", "88123401", "open"),
    ("Brel Tamsk", "3105550150", "88123403", "closed"),
)
MARKS = {"csv": ",", "tabs": "\t", "pipes": "|", "semicolons": ";"}


def pass_lines(lines: list[str], folder: Path) -> list[str]:
    """What a pipe writes for each line, every line a block of its own; the original comes back."""
    settings = Settings()
    journal = folder / "s.session.jsonl"
    with open_session(journal) as session:
        item = Item("standard input", "stdin", "text", 0, "all")
        text = TextInBlocks(item, settings, Finder(settings, ()), session, Outcome())
        written = []
        for line in lines:
            out = io.BytesIO()
            text.deliver(line.encode(), out)
            written.append(out.getvalue().decode())
        text.record()
    from shotveil.cli.pipeline.originals import restore_original

    restored = io.BytesIO()
    with open_session(journal, create=False) as session:
        restore_original(io.BytesIO("".join(written).encode()), session, restored, "-")
    assert restored.getvalue().decode() == "".join(lines)
    return written


@pytest.mark.parametrize("mark", MARKS.values(), ids=MARKS)
def test_cells_are_known_by_the_head_that_came_before(mark: str, tmp_path: Path) -> None:
    lines = [mark.join(row) + "\n" for row in CELLS]
    assert pass_lines(lines, tmp_path) == [
        lines[0],
        mark.join(("[[NAME#1]]", "[[PHONE#2]]", "[[NUM#3.LEN=8]]", "open")) + "\n",
        mark.join(("[[NAME#4]]", "[[PHONE#5]]", "[[NUM#6.LEN=8]]", "closed")) + "\n",
    ]


def test_a_table_of_markdown_ends_with_its_lines(tmp_path: Path) -> None:
    lines = [
        "# Customers\n", "| Name | Account |\n", "|---|---|\n", "| Zyxa Qwvul | 88123401 |\n", "\n",
        "| 88123402 | ok |\n",
    ]  # fmt: skip
    written = pass_lines(lines, tmp_path)
    assert written[3] == "| [[NAME#1]] | [[NUM#2.LEN=8]] |\n"
    assert [*written[:3], *written[4:]] == [*lines[:3], *lines[4:]]


def test_what_the_head_itself_holds_is_written_once(tmp_path: Path) -> None:
    lines = ["Name,Phone,Ines Okafor\n", "Zyxa Qwvul,4155550177,x\n", "Brel Tamsk,3105550150,Ines Okafor\n"]
    written = pass_lines(lines, tmp_path)
    assert written[0] == "Name,Phone,[[NAME#1]]\n"
    assert written[2].endswith(",[[NAME#1]]\n")
    assert "3105550150" not in written[2]


@pytest.mark.parametrize(
    ("text", "before", "head"),
    [
        ("Name,Phone\n", "", "Name,Phone"),
        ("x\nName,Phone\na,1\n", "", "Name,Phone"),
        ("a,1\nb,2\n", "Name,Phone", "Name,Phone"),
        ("a,1,3\n", "Name,Phone", ""),
        ("\n", "Name,Phone", ""),
        ("note, done\n", "", ""),
        ('Name,Phone\n"a,b",2\n', "", "Name,Phone"),
        ("姓名\t电话\n欧阳明远\t1\n", "", "姓名\t电话"),
        ("", "Name,Phone", ""),
    ],
)
def test_the_head_in_force_at_the_end_of_a_text(text: str, before: str, head: str) -> None:
    assert find_open_head(text, before) == head
