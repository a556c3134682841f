"""Cookies and header tokens as records of browsers list them: the name tells, the value is judged."""

from __future__ import annotations

import json
from urllib.parse import unquote

import pytest
from found_values import find

SID = "s%3AabCdEf0123456789.xyz"


def make_har(headers: dict[str, str], cookies: dict[str, str]) -> str:
    def list_pairs(pairs: dict[str, str]) -> list[dict[str, str]]:
        return [{"name": name, "value": value} for name, value in pairs.items()]

    request = {"method": "GET", "headers": list_pairs(headers), "cookies": list_pairs(cookies)}
    return json.dumps({"log": {"version": "1.2", "entries": [{"request": request}]}})


def find_secrets(text: str, path: str) -> list[str]:
    """Secrets, what is percent-encoded in them decoded."""
    return [unquote(value) for kind, value in find(text, path) if kind == "SECRET"]


@pytest.mark.parametrize("name", ["sid", "connect.sid", "session", "auth_token", "remember_me", "XSRF-TOKEN"])
@pytest.mark.parametrize("value", ["aB%3AabCdEf0123456789.xyz", "abcdefgh12345678ijkl", "QwErTyUiOpAsDfGh"])
def test_cookies_of_a_session_need_not_look_strong(name: str, value: str) -> None:
    plain = unquote(value)
    assert find_secrets(make_har({}, {name: value}), "a.har") == [plain]
    assert find_secrets(f"Cookie: theme=dark; {name}={value}", "a.txt") == [plain]
    assert find_secrets(f"Cookie: {name}={value}", "a.txt") == [plain]


@pytest.mark.parametrize("header", ["Cookie", "cookie", "Set-Cookie"])
def test_header_and_list_hold_the_same_value(header: str) -> None:
    """One cookie alone is no value with its name: the second pass reaches its other places."""
    har = make_har({header: "prefs=k9Xw2Lm4Qp7RtZ"}, {"lang": "k9Xw2Lm4Qp7RtZ"})
    assert find_secrets(har, "a.har") == ["k9Xw2Lm4Qp7RtZ"] * 2
    assert find_secrets(make_har({header: f"sid={SID}"}, {}), "a.har") == [unquote(SID)]


@pytest.mark.parametrize("name", ["X-CSRF-Token", "X-XSRF-Token", "X-Api-Key", "X-Auth-Token"])
def test_a_header_keeps_its_name(name: str) -> None:
    assert find_secrets(make_har({name: "9f8e7d6c5b4a39281706"}, {}), "a.har") == ["9f8e7d6c5b4a39281706"]


@pytest.mark.parametrize(
    ("text", "path", "value"),
    [
        ('"cookies":[{"name":"sid","value":"' + SID + '"}]', "a.txt", SID),
        ('<input type="hidden" name="csrf" value="9f8e7d6c5b4a39281706">', "a.html", "9f8e7d6c5b4a39281706"),
        ('{"cookies":{"sessionid":"abcdefgh12345678ijkl"}}', "a.json", "abcdefgh12345678ijkl"),
    ],
)
def test_other_lists_of_names_and_values(text: str, path: str, value: str) -> None:
    assert find_secrets(text, path) == [unquote(value)]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        (make_har({"X-Auth-Type": "cookie", "Sec-Fetch-Mode": "cors"}, {"session": "started"}), "a.har"),
        (make_har({}, {"auth": "none", "login": "true", "timezone": "Europe/Berlin"}), "a.har"),
        (make_har({}, {"currency_session": "EUR", "_ga": "GA1.2", "session": "spring-term"}), "a.har"),
        ("Cookie: session=started; auth=none; theme=dark-mode-2; remember=true", "a.txt"),
        ("csrf = CSRFProtect(app)\napp.use(csrf({ cookie: true }))\n", "a.txt"),
        ("csrf: true\ncsrf_header: X-CSRF-Token\n", "a.yaml"),
        ('<input name="token_type" value="bearer"><input name="session" value="autumn">', "a.html"),
    ],
)
def test_other_cookies_and_names_stay(text: str, path: str) -> None:
    assert find(text, path) == []


BARE = "abcdefgh12345678ijkl"


@pytest.mark.parametrize(
    "line",
    [
        "(Cookie: sid=%s)",
        "[Cookie: sid=%s]",
        "{Cookie: sid=%s}",
        "`Cookie: sid=%s`",
        "<Cookie: sid=%s>",
        "<b>Cookie: sid=%s</b>",
        "Cookie: sid=%s|ua=Kite",
        "（Cookie: sid=%s）。再看",
        "See [Cookie: sid=%s](https://docs.example.com).",
        "请求头 Cookie：sid=%s。",
    ],
)
def test_what_stands_around_a_header_is_no_part_of_its_value(line: str) -> None:
    """Its bare copy elsewhere is the same value."""
    assert find_secrets(f"{line % BARE}\nbare {BARE}\n", "a.txt") == [BARE, BARE]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("cookies = {'lang': 'german7', 'sessionid': '%s'}", BARE),
        ('cookies={"session": "%s"}', "tulip99"),
        ("jar = cookies: {sessionid: '%s'}", BARE),
        ("s.cookies['sessionid'] = '%s'", "tulip99"),
        ("s.cookies.set('sid', '%s')", "tulip99"),
        ("res.cookie('sid', '%s', {httpOnly: true})", "tulip99"),
        ("Cookie: PHPSESSID=%s", "88213004411290371"),
        ("set-cookie: sid=%s", "abcdefghijklmnopqrst"),
        ("Cookie: session=%s; theme=dark2024", "tulip99"),
        ("Cookie: lang=en2024; PHPSESSID=%s", "winter2024"),
    ],
)
def test_a_cookie_named_after_a_session_may_be_plain(text: str, value: str) -> None:
    assert find_secrets(text % value, "a.txt") == [value]


@pytest.mark.parametrize(
    "text",
    [
        "Cookie: auth_method=oauth2x; session_start=1718000000000; session_count=1234567",
        "cookies = {'theme': 'dark2024', 'session': 'started', 'auth': 'none-yet'}",
        "cookies = {'sessionid': sid, 'lang': 'german7'}",
        "cookies.set('lang', 'german2')\ncookies['theme'] = 'winter2024'",
        "session=tulip99 was not in a cookie",
        "cookie = {name: 'session', value: 'spring-term'}",
    ],
)
def test_other_entries_of_jars_stay(text: str) -> None:
    assert find(text, "a.txt") == []
