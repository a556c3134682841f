"""Names told by fields in tables, statements, records and logs, whatever the words are."""

from __future__ import annotations

import pytest
from found_values import find

NAMES = [
    ('{"fname":"Sky","lname":"Stone"}', "json", ["Sky", "Stone"]),
    ('{"f_name":"Sky","l_name":"Stone"}', "json", ["Sky", "Stone"]),
    (
        '{"nickname":"Sky","preferred_name":"Rain","display_name":"Sky Stone"}',
        "json",
        ["Sky", "Rain", "Sky Stone"],
    ),
    ('{"columns":["first_name","n"],"rows":[["Sky",3],["Will",4]]}', "json", ["Sky", "Will"]),
    ('{"columns":["姓名","手机"],"rows":[["高兴","13800138000"]]}', "json", ["高兴"]),
    ('{"fields":[{"name":"full_name"},{"name":"n"}],"rows":[["Joy Day",4]]}', "json", ["Joy Day"]),
    ('{"fields":[{"label":"First name","text":"May"}]}', "json", ["May"]),
    (
        '<hierarchy><node class="a.EditText" resource-id="com.a:id/first_name" text="Sky" bounds="[0,0][9,9]"/></hierarchy>',
        "xml",
        ["Sky"],
    ),
    ("| First | Last | Phone |\n|---|---|---|\n| Sky | Stone | 555-0101 |\n", "md", ["Sky", "Stone"]),
    (
        "<table><tr><th>First</th><th>Last</th><th>Email</th></tr>"
        "<tr><td>Rain</td><td>Stone</td><td>s@example.org</td></tr></table>",
        "html",
        ["Rain", "Stone"],
    ),
    ("First      Last      Phone\nSky        Stone     555-0101\n", "txt", ["Sky", "Stone"]),
    ("Customer name    Phone       Sum\nSky Stone        555-0101    20.00\n", "txt", ["Sky Stone"]),
    ('x <ns:firstName>Sky</ns:firstName> <lastName type="x">Stone</lastName>', "txt", ["Sky", "Stone"]),
    ('INFO body="{\\"given_name\\":\\"Will\\",\\"n\\":3}"', "log", ["Will"]),
    ('WARN payload "{\\"customer_name\\": \\"Sky Stone\\", \\"n\\": 1}"', "log", ["Sky Stone"]),
    (
        "INSERT INTO p (id, first_name) VALUES (1,'Sky');\nINSERT INTO p VALUES (2,'Will');\n",
        "sql",
        ["Sky", "Will"],
    ),
    (
        "CREATE TABLE `p` (\n `id` int(11) NOT NULL,\n `last_name` varchar(40),\n PRIMARY KEY (`id`)\n);\n"
        "INSERT INTO `p` VALUES (1,'Rain'),(2,'Day');\n",
        "sql",
        ["Rain", "Day"],
    ),
    ("First name:\nRain\nLast name:\nStone\n", "txt", ["Rain", "Stone"]),
    (
        "<table><tr><th>序号</th><th>姓名</th><th>手机号</th></tr>"
        "<tr><td>1</td><td>方圆</td><td>13800138000</td></tr></table>",
        "html",
        ["方圆"],
    ),
    (
        "<table><tr><th>Given name</th><th>Surname</th><th>Ext.</th></tr>"
        "<tr><td>Rain</td><td>Moon</td><td>12</td></tr></table>",
        "html",
        ["Rain", "Moon"],
    ),
    ("<保单><投保人><姓名>马跃</姓名></投保人><受益人>黄河</受益人></保单>", "xml", ["马跃", "黄河"]),
    ('{"patient":{"name":"安宁","age":34}}', "json", ["安宁"]),
    ("GET /s?n=Rosalind%20Bexley HTTP/1.1", "log", ["Rosalind Bexley"]),
]
NO_NAMES = [
    ('{"columns":["name","status"],"rows":[["Build Report","ok"],["Sky","failed"]]}', "json"),
    ('{"fields":["id","status"],"values":[["Sky","Stone"]]}', "json"),
    ('{"nickname":"","display_name":"Dark Mode","preferred_name":null}', "json"),
    ("First     Last     Total\nPage      Row      12\n", "txt"),
    ("Name        Status     Restarts\nnginx       Running    0\nRedis       Ready      1\n", "txt"),
    ("<table><tr><th>First</th><th>Last</th></tr><tr><td>Page 1</td><td>Page 9</td></tr></table>", "html"),
    ("CREATE TABLE l (id INT, message TEXT);\nINSERT INTO l VALUES (1,'Sky');\n", "sql"),
    ("CREATE TABLE 客户 (编号 INT, 姓名 VARCHAR(20));\n", "sql"),
    ("First name:\nLast name:\nEmail:\nSubmit\n", "txt"),
    ("<p>请填写<姓名>和<电话>后提交</p>", "html"),
    ("<r><a>请填写<姓名>和<电话>后提交</a></r>", "xml"),
    ("First name:\nCancel\n", "txt"),
]


def find_names(text: str, form: str) -> list[str]:
    return [value for kind, value in find(text, f"t.{form}") if kind == "NAME"]


@pytest.mark.parametrize(("text", "form", "names"), NAMES)
def test_told_names_are_found(text: str, form: str, names: list[str]) -> None:
    assert find_names(text, form) == names


@pytest.mark.parametrize(("text", "form"), NO_NAMES)
def test_other_values_stay(text: str, form: str) -> None:
    assert find_names(text, form) == []
