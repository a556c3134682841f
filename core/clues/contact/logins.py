"""Who logs in or is looked up: ``su``, database users, an account beside its password, web addresses."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from shotveil.core.clues.contact.users import SYSTEM_ACCOUNT, is_shared_account
from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.known_forms import is_common_word
from shotveil.core.clues.person.lexicon import read_groups
from shotveil.core.clues.proposal import propose
from shotveil.core.clues.secrets.values import is_placeholder
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_NAME: Final = rf"(?P<name>{SYSTEM_ACCOUNT})"
_SWITCHED: Final = compile_late(
    rf"(?:(?:^|[\n\ue000;&|$#%>]|sudo)[ \t]{{0,3}}su(?: -l?| --login)? {_NAME}"
    r"(?=[ \t]*(?:$|[\n\ue000;&|]|-c ))"
    rf"|su(?:\[\d{{1,8}}\])?: \(to [a-z0-9._\-]{{1,32}}\) {_NAME.replace('name', 'from')} on )"
)
_TOLD: Final = compile_late(
    rf"(?<![a-z0-9_\-])user {_NAME} (?:cannot|can't|unable|reported|needs|tried|opened|has|was|logged|signed"
    r"|authenticated|locked|disabled|not found|does not exist|created|deleted|added|removed|failed|changed"
    r"|requested|uploaded|downloaded|connected|disconnected|from)(?![a-z])"
)
"""What logs tell of a user."""
_ADMINISTERED: Final = compile_late(
    r"(?:(?:^|[\n\ue000;&|$#%>]|sudo|run)[ \t]{0,3}"
    r"(?:useradd|adduser|usermod|userdel|deluser|chage|passwd|gpasswd|chsh)"
    rf"(?:[ \t]+[^\s|;&]{{1,60}}){{0,10}}?[ \t]+{_NAME}(?=[ \t]*(?:$|[\n\ue000;&|]))"
    rf"|net user {_NAME.replace('name', 'windows')}(?=[ \t]|$|[\n\ue000])"
    rf"|htpasswd(?:[ \t]+-[a-z]{{1,6}}){{0,3}}[ \t]+[^\s|;&]{{1,80}}[ \t]+"
    rf"{_NAME.replace('name', 'web')}(?=[ \t]|$|[\n\ue000])"
    rf"|(?:sudo|runuser)(?:[ \t]+-[a-tv-z]+)?[ \t]+-u[ \t]?{_NAME.replace('name', 'other')}(?=[ \t]))"
)
"""Commands that an administrator gives about an account."""
_DATABASE: Final = compile_late(
    rf"(?:(?:create|alter|drop) (?:user|role)(?: if (?:not )?exists)?|grant [a-z ,_.*`\"]{{1,120}} to)"
    rf" ['\"`]?{_NAME}['\"`]?(?=@|[ \t]+(?:with|identified|password|login)|[ \t]*(?:;|$|[\n\ue000]))"
)
_BESIDE_PASSWORD: Final = compile_late(
    r"(?:user(?:[ _]?name)?|login|usr|account|uid|账号|帐号|账户|用户名?)[ \t]?[:=：][ \t]?[\"']?"
    r"(?P<name>[a-z0-9_][a-z0-9._\-]{1,31})[\"']?[ \t]{0,2}[/,;|，；、 ][ \t]{0,2}"
    r"(?:pass(?:word|wd|code)?|pwd|pw|密码|口令)[\"']?[ \t]?[:=：]"
)
_ABOVE_PASSWORD: Final = compile_late(
    r"(?:user[ _]?name|login|user id|account|账号|帐号|账户|用户名)[ \t]?[:：]?[ \t]*\r?\n\ue000?[ \t]*"
    rf"{_NAME}[ \t]*\r?\n\ue000?(?:[ \t]*\r?\n\ue000?)?[ \t]*"
    r"(?:password|passwd|pass|pwd|密码|口令)[ \t]?[:：]?[ \t]*(?:\r?\n|[^\s])"
)
"""A user name below its label, and the label of its password below that."""
_QUOTED: Final = compile_late(
    rf"(?:for user|for role|^role|[ \t]role|[ \t]user) [\"']{_NAME}[\"']"
    r"(?=@|[ \t]*(?:$|[\n\ue000,;.(])|[ ](?:does not exist|already exists|is not|cannot|has no|from|using))"
)
"""Whom a database names when it lets nobody in."""
_WEB_PATH: Final = compile_late(
    r"(?:(?:get|post|put|patch|delete|head) |https?://[^\s/\"'<>]{1,80})/(?:[a-z0-9.\-]{1,12}/){0,3}?"
    rf"(?:u|users?|profiles?|people|members?)/{_NAME}(?=[/?#\" \n\ue000)]|$)"
)
_VERSION: Final = compile_late(r"v[0-9.]{1,8}")

_LOGINS: Final = (
    (_SWITCHED, "switched", ("su ", "su[", "su:")),
    (_TOLD, "told", ("user",)),
    (_ADMINISTERED, "administered", ("user", "chage", "passwd", "chsh", "sudo")),
    (_DATABASE, "database", ("user ", "role ", "grant ")),
    (_QUOTED, "quoted", ('user "', "user '", 'role "', "role '")),
    (_ABOVE_PASSWORD, "above_password", ("user", "login", "account", "账号", "帐号", "账户", "用户名")),
    (
        _BESIDE_PASSWORD,
        "password",
        ("user", "login", "usr", "account", "uid", "账号", "帐号", "账户", "用户"),
    ),
)
"""Patterns with their rules, and words of which each match holds one."""


def find_logins(context: Context) -> Iterable[Candidate]:
    """``su - mquill``, ``CREATE USER 'mquill'@'%'``, ``user: mquill / pass: …``."""
    for pattern, rule, words in _LOGINS:
        for match in context.scan_folded(pattern) if any(word in context.folded for word in words) else ():
            group = match.lastgroup or "name"
            name = match[group]
            common = rule in ("database", "told", "administered", "quoted") and is_common_word(name)
            if not (
                common
                or is_shared_account(name)
                or is_placeholder(name)
                or (name.isdigit() and len(name) < 5)
            ):
                yield propose(
                    context, "USER", *match.span(group), f"user.{rule}", tier="soft", source="label"
                )


def find_web_users(context: Context) -> Iterable[Candidate]:
    """Whose page a request asks for (``GET /u/hquill/orders``), unless the step is a word of the site."""
    for match in context.scan_folded(_WEB_PATH):
        name = match["name"]
        pages = read_groups("profile_pages.txt")["page"]
        plain = all(is_common_word(part) or len(part) < 3 for part in re.split(r"[._\-]", name))
        if not (plain or name in pages or is_shared_account(name) or _VERSION.fullmatch(name)):
            yield propose(context, "USER", *match.span("name"), "user.web_path", tier="soft")


RULES: Final[dict[str, Rule]] = {
    "user.logins": Rule(
        find_logins,
        (
            r"(?:^|[^a-z])su(?:\[\d{1,8}\]:|:)? [\-(a-z]",
            "(?:user|role) ",
            "grant ",
            r"(?:useradd|adduser|usermod|userdel|deluser|chage|passwd|chsh) ",
            r"(?:sudo|runuser) -",
            r"^[\x{e000}]?[ \t]*(?:user[ _]?name|login|user id|account|账号|帐号|账户|用户名)"
            r"[ \t]?[:：]?[ \t\r]*$",
            r"(?:pass(?:word|wd|code)?|pwd|pw|密码|口令)[\"']?[ \t]?[:=：]",
        ),
    ),
    "user.web_path": Rule(find_web_users, ("/(?:u|users?|profiles?|people|members?)/[a-z_]",)),
}


EXAMPLES: Final[dict[str, tuple[Example, ...]]] = {
    "user.logins": (
        Example("$ sudo su - mquill\nsu: (to root) hquill on pts/0", ("mquill", "hquill")),
        Example(
            "CREATE USER 'rquill'@'%' IDENTIFIED BY 'x'; GRANT SELECT ON a.* TO hquill;", ("rquill", "hquill")
        ),
        Example("$ sudo useradd -m -s /bin/bash jquill\nnet user hquill Pw12x /add", ("jquill", "hquill")),
        Example("htpasswd -b .htpasswd jquill x1y2z3\nsudo -u hquill ls", ("jquill", "hquill")),
        Example(
            'FATAL: password authentication failed for user "hquill"\nFATAL: role "tquill" does not exist',
            ("hquill", "tquill"),
        ),
        Example(
            "Username:\nwquill\nPassword:\nplumTree-77\n\n用户名\nhquill\n密码\nplumTree-77",
            ("wquill", "hquill"),
        ),
        Example(
            'Username\nPassword\nLog in\n\nUsername:\nrequired\nthe role "editor" is not set for user "admin"'
        ),
        Example("cat /etc/passwd file\nhtpasswd -c a admin; sudo -u postgres psql; the passwd command"),
        Example("user: racht / pass: Gr3en-Boat!, 账号：li_quill 密码：Ab12cd34", ("racht", "li_quill")),
        Example("user lbquill logged in, [1] User holm_k cannot reach VPN", ("lbquill", "holm_k")),
        Example(
            "the user experience changed, user agent has, user accounts created, each user session from here"
        ),
        Example("su root\nthe su command, go to bed; grant access to everyone; user: admin / pass: x"),
    ),
    "user.web_path": (
        Example(
            "GET /u/hquill/orders 200, https://shop.example/users/tam_quill?x=1 GET /u/v1nquill/x",
            ("hquill", "tam_quill", "v1nquill"),
        ),
        Example(
            "GET /u/v1 HTTP/1.1, GET /users/login, https://a.example/profile/settings, POST /v2/users/search"
        ),
    ),
}
