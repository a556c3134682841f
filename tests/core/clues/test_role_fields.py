"""Fields, columns and heads of lines that name what somebody does: who stands there is a person."""

from __future__ import annotations

import pytest
from found_values import find


@pytest.mark.parametrize(
    ("text", "path", "name"),
    [
        ('{"brewer": "Torvald Aske", "n": 1}\n', "t.json", "Torvald Aske"),
        ('{"cust": "Okonkwo", "n": 1}\n', "t.json", "Okonkwo"),
        ('{"groomer": "Anouk", "n": 1}\n', "t.json", "Anouk"),
        ('{"foreman": "D. McHarrie", "n": 1}\n', "t.json", "D. McHarrie"),
        ("Head brewer: Torvald Aske\n", "t.txt", "Torvald Aske"),
        ("- Inspected by: M. Haverstock\n", "t.txt", "M. Haverstock"),
        ("skipper = Wystan Pengelly\n", "t.txt", "Wystan Pengelly"),
        ('{"sign_off": {"by": "M. Haverstock", "at": "10:00"}}\n', "t.json", "M. Haverstock"),
        ('{"ship_to": {"name": "Torvald", "line1": "The Old Forge"}}\n', "t.json", "Torvald"),
        ('{"daughter": "Juniper", "n": 1}\n', "t.json", "Juniper"),
        ('{"wife": "Temperance", "n": 1}\n', "t.json", "Temperance"),
        ("our skipper Wystan Pengelly took the boat out\n", "t.txt", "Wystan Pengelly"),
        ("ask the vet, Quillan, about the dog\n", "t.txt", "Quillan"),
        ("女儿：桐桐\n", "t.txt", "桐桐"),
        ("骑手：小安\n", "t.txt", "小安"),
        ('{"美容师": "陆知远", "数量": 2}\n', "t.json", "陆知远"),
        ("<table><tr><th>Skipper</th><td>Wystan Pengelly</td></tr></table>", "t.html", "Wystan Pengelly"),
    ],
)
def test_roles_tell_a_name(text: str, path: str, name: str) -> None:
    assert find(text, path) == [("NAME", name)]


def test_columns_of_roles() -> None:
    rows = "pet,groomer,vet\nRex,Anouk,Quillan\nTibbles,Wilf,Saoirse Quillan\n"
    assert [text for _, text in find(rows, "t.csv")] == ["Anouk", "Quillan", "Wilf", "Saoirse Quillan"]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("the skipper took the boat; the baker bakes bread; vet bills rise\n", "t.txt"),
        ("Coach: Monday\nTutor: Python\nChef: none\n", "t.txt"),
        ('{"name": "Torvald", "version": "1.2"}\n', "t.json"),
        ('{"package": {"name": "Torvald"}, "sorted": {"by": "Name"}}\n', "t.json"),
        ('{"daughter": "Yes", "son": "none"}\n', "t.json"),
        ("your brother, I said, likes a chef special; the engineer Python team\n", "t.txt"),
        ("教练：足球\n护士：三名\n操作员：系统\n工程师：待定\n会计：资产负债表\n", "t.txt"),
        ("coach,engine\nC2,diesel\nC3,steam\n", "t.csv"),
        ('{"handler": "Lambda", "vet": "none", "technician": "TBD", "engineer": "on call"}\n', "t.json"),
    ],
)
def test_roles_without_a_name(text: str, path: str) -> None:
    assert find(text, path) == []
