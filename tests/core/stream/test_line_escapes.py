"""Spelled-out breaks are read as such, at the same length; paths, patterns and formulas are not."""

from __future__ import annotations

import pytest

from shotveil.core.stream.line_escapes import read_line_escapes


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (r"hello\nTobias", "hello \nTobias"),
        (r"a\tB", "a \tB"),
        (r"x\r\nY", "x   \nY"),
        (r"done,\nthen", "done, \nthen"),
        (r"one\nTwo\nthree four\n3", "one \nTwo \nthree four \n3"),
        (r'"end\n"', '"end  "'),
        (r"to \nann@example.org", "to  \nann@example.org"),
        (r"好\n张", "好 \n张"),
        (r"Quarry Lane\, Apt 6\, Dayton\,OH", "Quarry Lane,  Apt 6,  Dayton, OH"),
        (r"OH 45402\; USA", "OH 45402;  USA"),
        (r"张三\, 上海", "张三,  上海"),
    ],
)
def test_escape_is_read(text: str, said: str) -> None:
    assert read_line_escapes(text) == said
    assert len(said) == len(text)


@pytest.mark.parametrize(
    "text",
    [
        r"C:\new\Tobias", r"C:\nEW", r"CORP\nina", r"\\host\temp\Notes", r"src\main\test", r"\d+\t\W", r"[^\nX]",
        r"\n+", r"\t{2}", r"\nu_1 \theta", r"a\\nB", r"\newcommand{\Name}", "no escapes",
        r"10\,000", r"find . -exec ls {} \;", r"a\\, b", r"[^\,;]", r"\, \;", r"x\,",
    ],
)  # fmt: skip
def test_other_backslashes_stay(text: str) -> None:
    assert read_line_escapes(text) == text
