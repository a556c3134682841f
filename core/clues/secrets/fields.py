"""Secrets by the name and place of the field that holds them: files, code, documents, queries, markup.

A keyword anchors; around it the name is read, behind it the separator and the value (DESIGN 5).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from string import ascii_letters, digits
from typing import Any, Final

import ahocorasick_rs

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.labels.below import find_values_below
from shotveil.core.clues.proposal import propose
from shotveil.core.clues.secrets.names import Grade, grade_name, is_lookup, split_name
from shotveil.core.clues.secrets.reading import SEPARATOR, match_define, read_value
from shotveil.core.clues.secrets.values import (
    PATHISH,
    is_code,
    is_member,
    is_passphrase,
    is_placeholder,
    is_sentence,
    is_strong,
)
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate, Tier

_KEYWORDS: Final = (
    "pass", "pwd", "pw", "psw", "secret", "token", "key", "cred", "auth", "salt", "nonce", "api",
    "cookie", "psk",
    "jwt", "bearer", "sid", "mnemonic", "webhook", "hook", "pin", "otp", "dsn", "p/w", "signature",
    "sig", "pat",
    "hmac", "pepper", "iv", "connectionstring", "sessid", "jsessionid",
)  # fmt: skip
_KEYWORD: Final = "(?:" + "|".join(_KEYWORDS) + ")"
_NAME_CHARS: Final = f"{ascii_letters}{digits}_.$-/"
_NAME: Final = compile_late(r"[0-9A-Za-z_.$\-/]{1,60}")
_SCHEME: Final = compile_late(r"(?i:bearer|basic|token|digest|apikey)[ \t]+(?=\S)")
_UUID: Final = compile_late(r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
_LINE_END: Final = compile_late(r"[ \t]*(?:#[ \t][^\n\ue000]*)?\r?\n")
_BELOW: Final = compile_late(
    r"(?P<value>(?:(?P<made>[0-9!@#$%^&*+=~?])|[^\s\"'`<>])+(?<![,:]))[\"']?[ \t\r]*(?:#[^\n]*)?\Z"
)
_IDENTIFIER: Final = compile_late(r"[A-Za-z_][a-z_]*\d?")
_SETTER: Final = compile_late(
    r"(?i)(?:define|put|set\w*|add\w*|store|write\w*|with\w*|property|header)[ ]?\([ ]?[\"'`]\Z"
    r"|\{[ ]?[\"'`]\Z"
)
_BESIDE: Final = compile_late(
    r"(?P<close>)(?P<sep>)[ \t]{1,8}(?=(?P<q>[\"'])(?P<quoted>[^\"'\s]{6,512})(?P=q)[ \t\r,;]*(?:\n|\Z))"
)
"""A quoted value beside its name, alone on their line, as some settings have it."""

_WORDS: Final = compile_late(r"(?=.*[^\x00-\x7f])[^\W\d_]{2,}(?:[ \-][^\W\d_]{2,}){0,3}")
"""Words of another language, as translations have them; a key is of ASCII."""

_GROUPS: Final = compile_late(r"[a-z0-9]{4}(?: [a-z0-9]{4}){3}")
"""A password that a mail service made for one program."""

_COOKIE: Final = compile_late(r"[\w.\-]+=")
_SMALL_CODE: Final = compile_late(r"0[xX][0-9A-Fa-f]{1,8}[uUlL]?")
"""A constant of a program, as headers list them."""

_NETWORK_ABOVE: Final = compile_late(
    r"(?<![^\n\ue000])[ \t\-*>]{0,8}(?i:ssid|wi-?fi|wlan|network)(?i:[ ](?:name|ssid))?[ \t]?[:=][^\n]{1,40}"
    r"\n\ue000?[ \t\-*>]{0,8}\Z"
)
"""The line above tells a network's name: its ``Key`` is the password."""
_ROW: Final = compile_late(
    r"(?=[^\n\ue000]{0,80}[0-9A-Z!@#$%^&*])[!-~]{1,20}(?:[ ][!-~]{1,20}){2,7}(?=[ \t\r]*(?:[\n\ue000]|\Z))"
)
"""Words up to the end of the line, a capital, a digit or a sign among them."""
_FINGERPRINT: Final = compile_late(r"(?:0x)?(?:[0-9A-F]{8}|[0-9A-F]{16}|[0-9A-F]{40})")
"""How public keys of OpenPGP are told apart."""

_PROSE_NAMES: Final = frozenset(
    {"pass", "key", "keys", "auth", "api", "pin", "sign", "hook", "signature", "cookie", "cookies"}
)


@cache
def _machine() -> Any:
    return ahocorasick_rs.AhoCorasick(
        list(_KEYWORDS), matchkind=ahocorasick_rs.MatchKind.Standard, store_patterns=False
    )


def _each_name(context: Context) -> Iterator[tuple[int, int]]:
    """Spans of names (identifiers) that hold a keyword, each once."""
    text = context.text
    done = 0
    for _, start, _ in _machine().find_matches_as_indexes(context.folded):
        if start < done:
            continue
        before, behind = text[max(0, start - 60) : start], _NAME.match(text, start)
        left = start - len(before) + len(before.rstrip(_NAME_CHARS))
        right = behind.end() if behind else start
        done = right
        yield left, right


def _name_grade(text: str, left: int, right: int) -> tuple[Grade | None, str]:
    name = text[left:right].rstrip(".-").rsplit("/", 1)[-1]
    if text[left:right].lower() in ("p/w", "-p/w"):
        return "password", "pw"
    if name.lower() == "key" and _NETWORK_ABOVE.search(text, max(0, left - 80), left):
        return "password", name
    grade = grade_name(name)
    if grade == "weak" and re.fullmatch(r"[Kk]eys?|KEYS?", name) and left and text[left - 1] == " ":
        # "SECRET KEY", "Activation key": the word before belongs to the name.
        before = re.search(r"([A-Za-z]+) $", text[max(0, left - 20) : left])
        if before:
            joined = grade_name(f"{before[1]}_{name}")
            return joined, f"{before[1]} {name}"
    return grade, name


def find_assignments(context: Context) -> Iterable[Candidate]:
    """``name = value`` in every notation: configuration, code, JSON, YAML, XML, queries, headers, notes."""
    text = context.text
    for left, right in _each_name(context):
        grade, name = _name_grade(text, left, right)
        if grade is None:
            continue
        separator = SEPARATOR.match(text, right) or match_define(text, left, right)
        if separator is None and grade != "weak" and _begins_line(text, left):
            separator = _BESIDE.match(text, right)
            if separator and separator["quoted"].isalpha():
                continue
        if separator is None:
            continue
        comma = separator["sep"].strip() == ","
        if comma and not _is_argument(text, left):
            continue
        if stop := _LINE_END.match(text, separator.end()):
            if separator["sep"] in (":", "：") and _begins_line(text, left):
                yield from _find_below(context, name, left, stop.end(), grade)
            continue
        value = read_value(text, separator.end(), encoded=separator["sep"].startswith("%"))
        if value is None:
            continue
        start, end, quoted = value
        if not quoted:
            end = _end_value(text, left, start, end, grade)
        scheme = _SCHEME.match(text, start, end)
        start = scheme.end() if scheme else start
        if _is_secret(text, name, left, separator["sep"].strip(), start, end, grade, quoted):
            tier: Tier = "hard" if grade != "weak" else "soft"
            yield propose(context, "SECRET", start, end, f"secret.field_{grade}", tier=tier, source="label")


def _end_value(text: str, left: int, start: int, end: int, grade: Grade) -> int:
    """Where an unquoted value ends: words of a password go on, a query behind a path parameter does not."""
    if left and text[left - 1] == ";" and (query := text.find("?", start, end)) > start:
        return query
    if grade == "password" and _begins_line(text, left) and (row := _ROW.match(text, start)):
        named = ":" in row.group() or "=" in row.group()
        return row.end() if not named and is_passphrase(row.group()) else end
    return end


def _find_below(context: Context, name: str, left: int, below: int, grade: Grade) -> Iterator[Candidate]:
    """Values on lines below the name (YAML): made ones only, a plain word may be anything."""
    text = context.text
    for start, end in find_values_below(text, left, below):
        found, quoted = _BELOW.match(text, start, end), text[start - 1] in "\"'"
        if found and (found["made"] or quoted):
            end = found.end("value")
            if _is_secret(text, name, left, ":", start, end, grade, quoted):
                yield propose(context, "SECRET", start, end, f"secret.field_{grade}", source="label")


def _is_argument(text: str, left: int) -> bool:
    """True for a quoted name that opens a call or a pair: ``define('PASSWORD', 'x')``."""
    before = text[max(0, left - 8) : left].rstrip("\"'`").rstrip()
    return before.endswith(("(", "{"))


def _is_secret(
    text: str, name: str, left: int, sep: str, start: int, end: int, grade: Grade, quoted: bool
) -> bool:
    value = text[start:end]
    if is_placeholder(value) or len(value) < 3 or value.lower() == name.lower():
        return False
    if grade == "weak" and name.lower().endswith(("cookie", "cookies")) and _COOKIE.match(value):
        return False  # the rule of cookies reads its pairs
    if name.lower() == "key" and _UUID.fullmatch(value):
        return False
    if _FINGERPRINT.fullmatch(value) and not {"gpg", "pgp"}.isdisjoint(split_name(name)):
        return False
    if re.fullmatch(r"[A-Za-z_.\-]+\d?", value) and grade_name(value):
        return False  # the name of a field, not its value
    if sep == "(" and is_lookup(name.rsplit(".", 1)[-1]):
        return False
    if sep == "," and _IDENTIFIER.fullmatch(value) and not _SETTER.search(text, max(0, left - 40), left):
        return False  # two names, the arguments of a call
    if sep.isalpha() and name.lower() == "pass":
        return False  # "to pass to …"
    if _SMALL_CODE.fullmatch(value) or (grade == "token" and _WORDS.fullmatch(value)):
        return False
    if re.match(r"[0-9]+(?:\.\d+)?[,;]?$", value) and len(value) < (4 if grade == "password" else 8):
        return False
    if grade == "weak" and sep in ("(", ",") and re.fullmatch(r"[A-Za-z0-9]*(?:_\w*)+", value):
        return False  # a name in a list or a macro
    if PATHISH.fullmatch(value.strip()) and not (grade == "password" and quoted and "/" not in value):
        return False
    if re.match(r"(?:(?:0x[0-9A-Fa-f]{1,2}|-?\d{1,3})\s*,\s*){4}", value):
        return True
    if quoted:
        return _is_quoted_secret(value, name, grade)
    return _is_bare_secret(text, name, left, value, start, end, grade, sep)


def _is_quoted_secret(value: str, name: str, grade: Grade) -> bool:
    if name.lower() in ("psk", "passphrase") and 8 <= len(value) <= 63 and _has_digit_and_letter(value):
        return True
    if grade == "password" and (is_passphrase(value) or _GROUPS.fullmatch(value)):
        return True
    if is_sentence(value) or (is_code(value) and not is_strong(value)):
        return False
    if re.fullmatch(r"[^@\s]+@[^@\s]+\.[a-z]{2,8}", value) and grade != "password":
        return False
    if grade == "weak":
        made = not split_name(name)[-1].endswith(("key", "keys")) and len(value) >= 8
        return is_strong(value) or (made and _has_digit_and_letter(value) and value.isalnum())
    if grade == "token":
        return is_strong(value, shortest=6) or (len(value) >= 6 and _has_digit_and_letter(value))
    # A password may be a plain word; a comparison with one is a check, not an assignment.
    if value[:1] == ")" or (value[:1] in "([{<" and value[-1:] in ")]}>"):
        return False
    return " " not in value.strip() or _has_digit_and_letter(value)


def _has_digit_and_letter(value: str) -> bool:
    return bool(re.search(r"\d", value)) and bool(re.search(r"[A-Za-z]", value))


def _is_bare_secret(
    text: str, name: str, left: int, value: str, start: int, end: int, grade: Grade, sep: str
) -> bool:
    if sep in ("(", ",") or (sep == ">" and not text.startswith("<", end)):
        return False
    plain_path = is_member(value)
    if plain_path and grade != "password":
        return False
    if is_code(value) and (plain_path or any(sign in value for sign in "([{") or not is_strong(value)):
        return False
    if value[0] in "[({":
        return False  # an expression
    whole_line = _ends_line(text, end)
    if grade == "weak":
        return (
            is_strong(value)
            and not re.fullmatch(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+", value)
            and not (sep.startswith(":") and not whole_line and is_sentence(text[start : end + 20]))
        )
    if grade == "token":
        made = whole_line and len(value) >= 8 and value.isalnum() and _has_digit_and_letter(value)
        return made or is_strong(value, shortest=6)
    if is_strong(value, shortest=5) or (
        re.search(r"\d|[^0-9A-Za-z_]", value) and re.search(r"[A-Za-z0-9]{2}", value)
    ):
        return True
    # A plain word: only in a file of settings, or inside a connection string or query.
    env_name = name.isupper() and sep == "=" and whole_line
    linked = left > 0 and (text[left - 1] in ";&?" or ("." in name and whole_line and sep == "="))
    yaml = sep in (":", "：") and whole_line and value[:1].islower() and _begins_line(text, left)
    return len(value) >= 4 and (env_name or linked or (yaml and name.lower() not in _PROSE_NAMES))


def _ends_line(text: str, end: int) -> bool:
    tail = text[end : end + 3].lstrip(" \t\r\\")
    return not tail or tail[0] in "\n#\ue000\ue001" or tail.startswith("n")


def _begins_line(text: str, left: int) -> bool:
    while left > 0 and text[left - 1] in " \t-\"'+":
        left -= 1
    return left == 0 or text[left - 1] in "\n\ue000\ue001"


RULES: dict[str, Rule] = {
    "secret.assignment": Rule(
        find_assignments,
        (
            rf"{_KEYWORD}[0-9a-z_.$\-/]*[\\\\\"'`*\[\])]*(?:&quot;)?[ \t\ue001]*"
            r"(?:[=:：＝!?|+<~%,>(\-\[\"']|(?:is|was|are|to)[ \t:：\ue001]|[为是])",
            rf"(?:#define|setenv|env|arg|(?:set|add)_header)[ \t]+[0-9a-z_.$\-/]*{_KEYWORD}",
            r"(?:#define|setenv|env|arg)[ \t\r]*$",
        ),
    )
}

EXAMPLES: dict[str, tuple[Example, ...]] = {
    "secret.assignment": (
        Example("JSESSIONID=9F3C7A1BE02D4586AA17; PHPSESSID=1", ("9F3C7A1BE02D4586AA17",)),
        Example('conn = "Data Source=db7:1521/stage;User ID=svc;Password=plainword4;"', ("plainword4",)),
        Example(
            "env:\n  PASSWORD: qZ~7wRfake!9Lp\n  OKTA_CLIENT_SECRET: FAKEk9vTq3Zb7LmXw",
            ("qZ~7wRfake!9Lp", "FAKEk9vTq3Zb7LmXw"),
        ),
        Example("MYSQL_ALLOW_EMPTY_PASSWORD=yes\nMYSQL_ROOT_PASSWORD=wr0ng-horse", ("wr0ng-horse",)),
        Example(
            "db:\n  password:\n    Zeb7-quillet!x9\n  tokens:\n  - 'k9Xw2Lm4Qp7Rt'\n",
            ("Zeb7-quillet!x9", "k9Xw2Lm4Qp7Rt"),
        ),
        Example("Network: Heron_5G\nKey: plumtree-55-moss", ("plumtree-55-moss",)),
        Example(
            "Password: Salem-Oregon battery 77!\nhttps://a.example/b;jsessionid=9F3C7A1BE02D4586AA17?x=1",
            ("Salem-Oregon battery 77!", "9F3C7A1BE02D4586AA17"),
        ),
        Example('Password: mR7v"x41TqLd', ('mR7v"x41TqLd',)),
        Example("password:\n  required\ntoken:\n  expires: 2h7m30sAx9"),
        Example("const token: string = 'k9Xw2Lm4Qp7Rt';", ("k9Xw2Lm4Qp7Rt",)),
        Example("define('DB_PASSWORD', 'q7Lmn2Xz');", ("q7Lmn2Xz",)),
        Example('proxy_set_header X-Api-Key "tw_9fKq2mLx7Vb31Zp0";', ("tw_9fKq2mLx7Vb31Zp0",)),
        Example("proxy_set_header Authorization $http_authorization; add_header X-Token-Name id;"),
        Example("<password>q7Lmn2Xz</password>", ("q7Lmn2Xz",)),
        Example('if (password !== "q7Lmn2Xz") {', ("q7Lmn2Xz",)),
        Example("/cb?token=q7Lmn2Xz44&page=2", ("q7Lmn2Xz44",)),
        Example("password = getenv('DB_PASS')\npassword = self.password\ntoken: string;\nsecret = ${SECRET}"),
        Example("Enter token : This is a query parameter\nmax_tokens: 4096\nkeyboard = 'qwerty123'"),
        Example('"key": "attached_file_0", "primary_key": "a8f7Zk29Lq"'),
        Example("password_id = 2938479, secret_name: prod-db-7"),
    ),
}
