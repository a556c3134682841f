"""Log-ins over several lines, passwords of several words, and accounts that servers' logs quote."""

from __future__ import annotations

import pytest
from found_values import find


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Username:\nwquillon\nPassword:\nplumTree-77\n", ["wquillon", "plumTree-77"]),
        ("User name\nwquillon\n\nPassword\nplumTree-77\n", ["wquillon", "plumTree-77"]),
        ("登录\n用户名\nwquillon\n密码\nplumTree-77\n", ["wquillon", "plumTree-77"]),
        ("Password: Salem-Oregon battery 77!\n", ["Salem-Oregon battery 77!"]),
        ("password = purple Heron lamp 4ever!\n", ["purple Heron lamp 4ever!"]),
        ("Password:\nSalem-Oregon battery 77!\n", ["Salem-Oregon battery 77!"]),
        ('FATAL:  password authentication failed for user "wquillon"\n', ["wquillon"]),
        ('FATAL:  role "wquillon" does not exist\n', ["wquillon"]),
        ("ERROR 1045 (28000): Access denied for user 'wquillon'@'localhost'\n", ["wquillon"]),
        ("https://a.example.com/b;jsessionid=9F3C7A1BE02D4586AA17?x=1&page=2", ["9F3C7A1BE02D4586AA17"]),
        ('web_1  | ::1 - W.Quillon [30/Nov/2026:10:00:00 +0000] "GET /"', ["W.Quillon"]),
    ],
)
def test_whole_values_are_found(text: str, values: list[str]) -> None:
    assert [value for kind, value in find(text) if kind in ("USER", "SECRET")] == values


@pytest.mark.parametrize(
    "text",
    [
        "Username\nPassword\nLog in\n",
        "Username:\nrequired\nPassword:\nat least 8 characters\n",
        "Username:\nadmin\nPassword:\n********\n",
        "Password: must contain 8 characters and a digit\n",
        "Password: click Forgot Password to reset it\n",
        'the role "editor" is not set, see user "admin"\n',
        "GET /find?x=1;sort=asc?page=2\n",
        'web_1  | ::1 - - [30/Nov/2026:10:00:00 +0000] "GET /"',
    ],
)
def test_forms_and_messages_stay(text: str) -> None:
    assert [value for kind, value in find(text) if kind in ("USER", "SECRET")] == []
