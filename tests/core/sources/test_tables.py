"""Tables by their content, and in blocks."""

from __future__ import annotations

import pytest
from rewriting import fields, read, rewrite, texts

from shotveil.core.sources import open_text
from shotveil.core.sources.formats import detect_format

TABLES = [
    "name,phone,email\nIna Roe,503-555-0142,a@example.com\nBo Lee,503-555-0143,b@example.com\n",
    "Order ID;Full name;Total\r\n1;Ina Roe;9,50\r\n2;Bo Lee;7,00\r\n",
    "first name\tlast name\nIna\tRoe\nBo\tLee\nCy\tOh\n",
    '姓名,手机号,地址\n林书砚,13800138000,杭州市\n王明,13800138001,"北京市,朝阳区"\n',
    "id|owner|city\n1|Ina Roe|Portland\n2|Bo Lee|Salem\n",
    "name, phone, email\n" + "Ina Roe, 503-555-0142, a@example.com\n" * 5,
    'user_id,note,mail\n1,"two\nlines, here",a@example.com\n2,,b@example.com\n3,x,c@example.com\n',
]
NO_TABLES = [
    "Dear Ina, thanks, all is well\nSee you, with love, on Sunday\nBest, yours, Bo\n",
    "Well, yes, no.\nSo, then, what.\nOh, my, dear.\n",
    "INFO, 2026-01-01, started\nINFO, 2026-01-01, done\nINFO, 2026-01-02, again\n",
    "a,b\n1,2\n3,4\n",
    "name,phone,email\n",
    "name,phone,email\nIna Roe,503-555-0142,a@example.com\n",
    "x,y,z\n1,2,3\n4,5\n6,7,8\n",
    "| a | b |\n|---|---|\n| 1 | 2 |\n",
    "red,red,red\nred,red,red\nred,red,red\n",
    "key: value\nother: value\nthird: value\n",
    "def f(a, b, c):\n    return a, b, c\nx = f(1, 2, 3)\n",
    "Ina Roe, Bo Lee, and Cy Oh went out together to see the new film, which all of them liked a lot\n" * 3,
    "你好，今天，天气\n不错，出去，走走\n好的，没有，问题\n",
]


@pytest.mark.parametrize("text", TABLES)
def test_a_table_is_told_by_its_content(text: str) -> None:
    expected = "tsv" if "\t" in text else "csv"
    assert detect_format(text.encode(), "-") == expected
    assert detect_format((text * 400).encode()[:9_000], "-", partial=True) == expected
    assert detect_format(text.encode(), "a.txt") == "text"


@pytest.mark.parametrize("text", NO_TABLES)
def test_prose_code_and_logs_are_no_tables(text: str) -> None:
    assert detect_format(text.encode(), "-") == "text"


def test_later_rows_know_the_names_of_their_columns() -> None:
    raw = "Full name;Phone\nIna Roe;503-555-0142\n"
    later = open_text(
        b"Bo Lee;503-555-0143\n",
        "t.csv",
        "csv",
        session="s",
        turn=1,
        first=4,
        first_line=3,
        head="Full name;Phone",
    )
    assert fields(read(raw, "csv"))["Ina Roe"] == fields(later)["Bo Lee"] == ("Full name",)
    assert [(view.id, view.pointer) for view in later.views] == [("t.csv:4", "/2/0"), ("t.csv:5", "/2/1")]


@pytest.mark.parametrize(
    ("head", "row", "released"),
    [
        ("姓,名,电话", "王,小明,1", "[[NAME#1]],[[NAME#1]],1"),
        ("id;名;姓", "1;小明;王", "1;[[NAME#1]];[[NAME#1]]"),
        ("Given Name,Family name,x", "小明,王,1", "[[NAME#1]],[[NAME#1]],1"),
        ("surname,first_name,x", '"王","小明",1', '"[[NAME#1]]","[[NAME#1]]",1'),
    ],
)
def test_a_chinese_name_in_two_columns_is_one_value(head: str, row: str, released: str) -> None:
    document = read(f"{head}\n{row}\n", "csv")
    assert "王小明" in texts(document)
    assert rewrite(document, "王小明") == f"{head}\n{released}\n"


@pytest.mark.parametrize(
    "table", ["姓,名,x\n王,,ok\n", "姓,品名,x\n王,小明,ok\n", "first_name,last_name,x\nIna,Roe,ok\n"]
)
def test_other_columns_stay_values_of_their_own(table: str) -> None:
    cells = table.splitlines()[1].split(",")
    assert [text for text in texts(read(table, "csv")) if text in cells] == [c for c in cells if c]
