"""Accounts that a terminal or a web server's log shows: prompts, ``id``, owners of files (USER, DESIGN 5)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.contact.users import SYSTEM_ACCOUNT, is_shared_account
from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.proposal import propose
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_LINE: Final = r"(?<![^\n\ue000])"
_HOST: Final = r"[A-Za-z0-9][\w.\-]{0,62}"
_PLACE: Final = r"(?:[~/][^\s$#%\ue000]{0,200}|[\w.\-]{1,60})\]?[ ]?(?:\([^()\n\ue000]{1,60}\)[ ]?)?"
_PROMPT: Final = compile_late(
    rf"{_LINE}(?:\([\w.\-]{{1,40}}\) )?\[?(?P<name>{SYSTEM_ACCOUNT})@{_HOST}(?::[ ]?|[ ]){_PLACE}"
    r"[$#%❯](?:[ \ue001]|$|(?=[\n\ue000]))"
)
"""``name@host:~/path$`` at the beginning of a line, as shells write it."""
_ID: Final = compile_late(rf"\b(?:uid|gid|groups)=[0-9]{{1,10}}\((?P<name>{SYSTEM_ACCOUNT})\)")
"""``uid=1001(name)``, as ``id`` writes it."""
_MODE: Final = r"[\-dlcbps][r\-][w\-][xsS\-][r\-][w\-][xsS\-][r\-][w\-]"
_OWNER: Final = compile_late(
    rf"{_LINE}[ \t]{{0,8}}(?:[0-9]{{1,12}}[ ]+)?{_MODE}[xtT\-][.+@]?[ ]+[0-9]{{1,6}}[ ]+"
    rf"(?P<owner>{SYSTEM_ACCOUNT})[ ]+(?P<group>{SYSTEM_ACCOUNT})[ ]+[0-9]"
)

_ACCESS: Final = compile_late(
    rf"{_LINE}(?:[\w.\-]{{1,60}}(?::[0-9]{{1,5}} |[ ]{{0,12}}\| ))?[0-9A-Za-z.:\-]{{2,60}} [\w.\-]{{1,32}} "
    r"(?P<name>[A-Za-z_][\w.\-]{1,31}) \[[0-9]{1,2}/[A-Z][a-z]{2}/[0-9]{4}:"
)
"""Who was signed in, as web servers log a request: address, identity, account, time."""


def find_accounts(context: Context, pattern: re.Pattern[str], rule: str) -> Iterable[Candidate]:
    """The account that each match of a pattern names, unless it belongs to nobody."""
    for match in context.scan(pattern):
        if not is_shared_account(match["name"]):
            yield propose(context, "USER", *match.span("name"), rule, source="label")


def find_owners(context: Context) -> Iterable[Candidate]:
    """Owner and group of a file, as ``ls -l`` writes them."""
    for match in context.scan(_OWNER):
        owner = match["owner"]
        if is_shared_account(owner):
            continue
        yield propose(context, "USER", *match.span("owner"), "user.owner", source="label")
        if match["group"] == owner:
            yield propose(context, "USER", *match.span("group"), "user.owner", source="label")


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        "user.prompt": Rule(
            partial(find_accounts, pattern=_PROMPT, rule="user.prompt"),
            written=(rf"{SYSTEM_ACCOUNT}@[A-Za-z0-9][\w.\-]*[: ].*[$#%❯]",),
        ),
        "user.id": Rule(
            partial(find_accounts, pattern=_ID, rule="user.id"), needs=(r"(?:uid|gid|groups)=[0-9]+\(",)
        ),
        "user.owner": Rule(find_owners, written=(_MODE,)),
        "user.access_log": Rule(
            partial(find_accounts, pattern=_ACCESS, rule="user.access_log"),
            written=(r"[A-Za-z0-9._\-] \[[0-9]{1,2}/[A-Z][a-z][a-z]/[0-9]",),
        ),
    }
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "user.prompt": (
            Example("mquill@laptop:~$ ls -la", ("mquill",)),
            Example("Last login: Mon\n[mquill@db01 ~]$ exit", ("mquill",)),
            Example("(venv) mquill@Marens-MBP app % git status", ("mquill",)),
            Example("mquill@host:/var/log (main) # tail x", ("mquill",)),
            Example("mquill@laptop:~/src$", ("mquill",)),
            Example("root@web:/# ls\nubuntu@ip-10-0-0-1:~$ ls\n[user@host ~]$ id", ()),
            Example("see notes@work for $5, ask team@work about $x", ()),
            Example("git@github.com:acme/app.git # clone", ()),
        ),
        "user.id": (
            Example("uid=1001(mquill) gid=1001(mquill) groups=1001(mquill),27(sudo)", ("mquill",)),
            Example("uid=0(root) gid=0(root), f(uid=3(x))", ()),
        ),
        "user.owner": (
            Example("drwxr-xr-x  5 mquill staff 160 Mar  4 10:00 src", ("mquill",)),
            Example("total 8\n-rw-r--r--@ 1 mquill mquill 20 Mar 4 10:00 a", ("mquill", "mquill")),
            Example("-rw-r--r-- 1 root root 20 Mar 4 10:00 a\nlrwxrwxrwx 1 www-data www-data 20 a", ()),
        ),
        "user.access_log": (
            Example(
                '203.0.113.77 - mquill [30/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 12', ("mquill",)
            ),
            Example('192.0.2.4 - M.Quill [30/Nov/2026:10:00:00 +0000] "GET /"', ("M.Quill",)),
            Example('web_1  | ::1 - mquill [30/Nov/2026:10:00:00 +0000] "GET /"', ("mquill",)),
            Example('::1 - m.quill [30/Nov/2026:10:00:00 +0000] "GET /"', ("m.quill",)),
            Example('203.0.113.77 - - [30/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 12', ()),
            Example('203.0.113.77 - admin [30/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 12', ()),
        ),
    }
)
