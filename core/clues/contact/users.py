"""Account names: handles, home paths, logins by label and on command lines (USER, DESIGN 5)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.identifiers.anchors import find_words, search_around_anchors
from shotveil.core.clues.known_forms import is_common_word
from shotveil.core.clues.program_text import is_technical
from shotveil.core.clues.proposal import propose
from shotveil.core.clues.secrets.values import is_code, is_placeholder
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

ACCOUNT: Final = r"[a-z][a-z0-9._\-]{1,31}"
"""What a user name may look like, as a pattern in small letters."""
SYSTEM_ACCOUNT: Final = r"[a-z_][a-z0-9._\-]{1,31}"
"""The same where a system writes it: its own begin with an underscore."""

_HANDLE: Final = compile_late(
    r"@(?<![0-9a-z_.%+\-/@\\\[\]`|>)]@)(?!(?<=<@)[uw](?=[a-z]{0,10}[0-9])[0-9a-z]{7,11}[>|])"
    r"(?P<name>[a-z0-9_][a-z0-9_]{1,29}(?:[.\-][a-z0-9_]{1,20}){0,2})"
)
_AUTHORITY_BEFORE: Final = compile_late(r"[a-z0-9]://[^\s/@\"'<>]{1,80}\Z")
_ARRAY_BEFORE: Final = compile_late(
    r"(?:[(,={}&!]|\b(?:my|our|local|push|pop|shift|unshift|splice|reverse))\s*\Z"
)
_ARRAY_AFTER: Final = compile_late(r"\s*(?:[;\[)}]|=[=~>]?\s|\+=)")
_SCOPE_SETTING: Final = compile_late(r":[a-z]+=")
"""``@acme:registry=…``: settings of a scope of packages."""
_HOST_END: Final = compile_late(r"\.(?:com|cn|net|org)\b")
_ANNOTATION_HEAD: Final = compile_late("[\ue000 ]*[ \t]*@")
_ANNOTATION_LINE: Final = compile_late(r"[ \t]*@[\w.]+[ \t]*(?:\(.*)?$")
_DECLARATION: Final = compile_late(
    r"(?:def|class|async|public|private|protected|export|function|const|let|var|static|fun|func|final|"
    r"abstract|@\w+)\b"
)
_SLASH: Final = r"(?:/|\\{1,8}/?|%(?:25)?2f|%(?:25)?5c|¥|\u2215)"
_HOME: Final = compile_late(
    rf"(?P<head>(?:[a-z](?::|%3a)|(?<![0-9a-z.\-])/mnt/[a-z]|(?<![0-9a-z.\-/])/[a-z](?=/users/))?{_SLASH}"
    rf"(?:home|users|documents and settings|用户|utilisateurs|benutzer){_SLASH})"
    rf"(?P<name>(?:[^/\\%\"'<>|:*?`\n\r\t\ue000$&;,()（），。]|(?<=[a-z])'(?=[a-z])){{1,64}})"
    rf"(?P<more>{_SLASH})?"
)
_HOME_WORDS: Final = ("home", "users", "documents and settings", "用户", "utilisateurs", "benutzer")
_TILDE: Final = compile_late(rf"(?<![0-9a-z_~./\\])(?<!=(?=~(?:tr|y)/))~(?P<name>{ACCOUNT})/")
_SSH: Final = compile_late(
    r"(?:ssh-copy-id|sshpass|ssh|scp|sftp|rsync|mosh|autossh)(?:[ \t]+[^\s@|;&\ue000]{1,80}){0,8}?"
    r"[ \t]+(?P<name>[a-z_][a-z0-9._\-]{0,31})@"
)
_SSH_URL: Final = compile_late(r"(?:ssh|sftp|ftp|rsync)://(?P<name>[a-z_][a-z0-9._\-]{0,31})@")
_OPTION: Final = compile_late(
    r"[ ]?(?:--?(?:user(?:name)?|login|os-username|db-user)(?:[ \t]+|=))[\"']?"
    rf"(?P<name>{ACCOUNT})(?=[\s:\"'\ue000]|$)"
)
_CURL: Final = compile_late(
    r"curl\b[^\n|;\ue000]{0,120}?[ \t](?:-u[ \t]?|--(?:proxy-)?user[ \t=])[\"']?"
    rf"(?P<name>{ACCOUNT})(?=:\S)"
)
_ATTACHED: Final = compile_late(
    r"(?:mysql|mysqldump|mysqladmin|mariadb|psql|pg_dump|pg_restore|createdb|dropdb)\b"
    r"[^\n|;\ue000]{0,60}?[ \t]-u[ \t]?"
    rf"(?P<name>{ACCOUNT})"
)
_FOR_USER: Final = compile_late(
    r"(?:(?:password for(?: invalid)?(?: user)?|session opened for user|for user|invalid user"
    r"|authenticated user|"
    r"user=|by user|su:)[ \t]*|(?:ruser|logname|acct|uname)[=:][\"']?)"
    rf"(?P<name>{ACCOUNT})(?![0-9a-z._\-]*[@/\\])"
)
_NAME: Final = compile_late(r"[^\s\"'`,;&，；。、/\\()（）<>\[\]{}|=:：\ue000\ue001]{1,64}")
_NO_ACCOUNTS: Final = frozenset(
    {"mon", "tue", "wed", "thu", "fri", "sat", "sun", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep",
     "oct", "nov", "dec", "now", "here", "failed", "today", "yesterday",
     "is", "was", "are", "the", "a", "an", "in", "to", "of", "on", "and", "or", "not", "has", "had", "can",
     "will", "must",
     "may", "for", "from", "with", "at", "by", "be", "my", "your", "its", "this", "that"}
)  # fmt: skip


@cache
def _load_names(name: str) -> frozenset[str]:
    raw = files("shotveil.core.lexicons").joinpath(name).read_text("utf-8")
    return frozenset(line for line in raw.splitlines() if line and not line.startswith("#"))


def is_shared_account(name: str) -> bool:
    """True for accounts that belong to no person (root, runner, ubuntu)."""
    return name.strip().lower() in _load_names("shared_accounts.txt")


def find_handles(context: Context) -> Iterable[Candidate]:
    """``@name`` of social networks and chats; not e-mails, decorators, style rules or package scopes."""
    folded = context.folded
    if "@" not in folded:
        return
    for match in _HANDLE.finditer(folded):
        name = match["name"]
        if name.split(".")[0] in _load_names("at_words.txt") or is_shared_account(name) or name.isdigit():
            continue
        end = match.end()
        if _AUTHORITY_BEFORE.search(folded, max(0, match.start() - 90), match.start()):
            continue  # the host of a connection string
        if _SCOPE_SETTING.match(folded, end):
            continue
        if folded.startswith(("/", "(", "@", "=", "::"), end) or folded.startswith(("{", " {"), end):
            continue
        array = context.text[match.start("name") : end].isupper() or _is_array(
            context.text, match.start(), end
        )
        if array and is_technical(context.text, match.start()):
            continue
        if _is_annotation(folded, match.start(), end) or _HOST_END.match(folded, end):
            continue
        yield propose(context, "USER", match.start(), end, "user.handle", tier="hard")


def _is_array(text: str, start: int, end: int) -> bool:
    """Whether signs of code stand beside an ``@name``, as beside an array of Perl."""
    return bool(_ARRAY_BEFORE.search(text, max(0, start - 12), start) or _ARRAY_AFTER.match(text, end))


def _is_annotation(folded: str, start: int, end: int) -> bool:
    line_start = folded.rfind("\n", 0, start) + 1
    if not _ANNOTATION_HEAD.match(folded, line_start):
        return False
    line_end = folded.find("\n", end)
    line = folded[line_start : line_end if line_end >= 0 else len(folded)].strip("\ue000 ")
    if not _ANNOTATION_LINE.fullmatch(line):
        return False
    below = folded[line_end + 1 : line_end + 60].lstrip() if line_end >= 0 else ""
    if _DECLARATION.match(below):
        return True
    return "(" in line or not (any(char.isdigit() for char in line) or "_" in line)


def _is_web_path(folded: str, start: int) -> bool:
    """True when the slash belongs to an address on the web: a host or a longer path stands before it."""
    left = start
    while left > 0 and start - left < 200 and folded[left - 1] not in " \t\n\r\"'`<>()|,;=\ue000\ue001":
        left -= 1
    before = folded[left:start]
    if before.startswith("file:"):
        return False
    return "://" in before or bool(re.search(r"[0-9a-z\]]$", before)) or before.endswith((".", "~", "}"))


def find_home_paths(context: Context) -> Iterable[Candidate]:
    """The user part of a home folder, on every system, escaped or percent-encoded, blanks included."""
    folded = context.folded
    for match in search_around_anchors(folded, _HOME_WORDS, _HOME, 12, 96):
        drive = match["head"][:1] not in "/\\%"
        if not drive and "\\" not in match["head"] and _is_web_path(folded, match.start()):
            continue
        name = _home_name(match)
        if name and not is_shared_account(name) and not name.startswith(("<", "{", "[")):
            start = match.start("name")
            yield propose(context, "USER", start, start + len(name), "user.home_path")
    if "~" in folded:
        for match in _TILDE.finditer(folded):
            if not is_shared_account(match["name"]):
                yield propose(context, "USER", *match.span("name"), "user.home_path", tier="soft")


def _home_name(match: re.Match[str]) -> str:
    name = match["name"]
    backslash = "\\" in match["head"] or "5c" in match["head"]
    if match["more"] and (backslash or " " not in name):
        return name.rstrip()
    # The path ends here, or its end is unclear: a blank ends the name.
    name = name.split(" ")[0].split("\ue001")[0]
    if match["more"] and " " in match["name"]:
        whole = match["name"]
        return (
            whole
            if re.fullmatch(r"[^ ]+(?: [^ ]+){1,2}", whole) and not re.search(r"[@#!?=]", whole)
            else name
        )
    return name.rstrip(".]")


def find_login_arguments(context: Context) -> Iterable[Candidate]:
    """``ssh user@host``, ``-u user``, ``--user=…``, ``mysql -uuser``, and what log lines say of logins."""
    folded = context.folded
    for start, word in find_words(folded, tuple(_LOGINS)):
        pattern = _LOGINS[word]
        if start and word[0].isalpha() and folded[start - 1].isascii() and folded[start - 1].isalnum():
            continue
        match = pattern.match(folded, start)
        if match is None:
            continue
        name = match["name"].rstrip(".-")
        if (word in ("by user", "for user") and name.isalpha()) or name in _SWITCHES:
            continue
        if word == "user=" and folded[match.end() : match.end() + 1] in (",", ")", "(", "[", "."):
            continue  # an argument of code
        if len(name) < 2 or is_shared_account(name) or name in _NO_ACCOUNTS:
            continue
        start = match.start("name")
        yield propose(context, "USER", start, start + len(name), "user.login", tier="soft")


_LOGINS: Final = {
    **dict.fromkeys(("ssh", "scp", "sftp", "rsync", "mosh", "autossh"), _SSH),
    **dict.fromkeys(("ssh://", "sftp://", "ftp://", "rsync://"), _SSH_URL),
    **dict.fromkeys(
        (" --user", " -user", "--user", " --login", " -login", "--os-username", "--db-user"),
        _OPTION,
    ),
    **dict.fromkeys(("mysql", "mariadb", "psql", "pg_dump", "pg_restore", "createdb", "dropdb"), _ATTACHED),
    "curl": _CURL,
    **dict.fromkeys(
        ("password for", "session opened for user", "for user", "invalid user", "authenticated user", "user=",
         "by user", "su:", "ruser", "logname", "acct", "uname"), _FOR_USER
    ),
}  # fmt: skip


def _labelled_names(context: Context, kind: str) -> Iterator[tuple[int, int, str, bool]]:
    """Value spans, the role of the label, and whether it may be a speaker's turn (``User: What ...``)."""
    for hit in context.labelled(kind):
        if not hit.direct:
            continue
        match = _NAME.search(context.folded, hit.value_start, hit.value_end)
        if match is None or match.start() - hit.value_start > 2:
            continue
        end = match.end()
        while end > match.start() and context.folded[end - 1] in ".!?":
            end -= 1
        if end > match.start():
            speaker = (
                context.folded[hit.start : hit.end] in ("user", "用户") and context.folded[hit.end] != "="
            )
            yield match.start(), end, hit.role, speaker


def find_labelled_users(context: Context) -> Iterable[Candidate]:
    """What a user name or handle label stands before."""
    yield from _find_beside(context)
    for kind in ("USERNAME", "HANDLE"):
        for start, end, role, speaker in _labelled_names(context, kind):
            name = context.folded[start:end]
            field = role == "FIELD"
            if not name.isascii() or is_nobody(name):
                continue
            if field and (whole := _WHOLE_NAME.match(context.text, start)):
                yield propose(context, "NAME", *whole.span(), "user.labelled", tier="soft", source="label")
                continue
            is_glued = kind == "HANDLE" and re.match(r"\w:", context.folded[start - 2 : start])
            if is_glued and is_common_word(name):
                continue  # the name of a field: twitter:image
            plain_word = name.isalpha() and len(name) < 3
            if plain_word or sum(map(str.isalnum, name)) < 2 or name.startswith(("$", "{", "<", "%", "*")):
                continue
            shaped = bool(re.search(r"[0-9_.\-@]", name)) or name.startswith("@")
            separated = not speaker and context.folded[max(0, start - 3) : start].strip(" \t\"'")[
                -1:
            ] in tuple(":：=|为是")
            after = context.folded[end : end + 1]
            if context.folded[start - 1] == "|" or name.startswith("user-"):
                continue
            if name.isdigit() and context.folded[start - 1] == ":" and after == ":":
                continue  # the key of a store: user:10023:profile
            if not field and (after in ("(", "[") or is_code(name) or is_placeholder(name)):
                continue
            if not shaped and not field and context.folded[max(0, start - 3) : start].endswith("= "):
                continue  # an unquoted word of code
            if not (shaped or field or separated or (role == "START" and is_nobodys_word(name))):
                continue
            yield propose(
                context,
                "USER",
                start,
                end,
                "user.labelled",
                tier="hard" if shaped else "soft",
                source="label",
            )


def _find_beside(context: Context) -> Iterator[Candidate]:
    """Account names a blank behind their label: ``username hlindqvist``, ``user kwame_b42``, ``QQ 10293847``.

    Nothing links the two, so a name must have the shape of one, or be no word at all.
    """
    folded = context.folded
    for hit in (*context.labelled("USERNAME"), *context.labelled("HANDLE")):
        match = _NAME.match(folded, hit.end + 1) if folded[hit.end : hit.end + 1] == " " else None
        if hit.direct or match is None or hit.role == "START":
            continue
        name = match.group().rstrip(".!?")
        label = folded[hit.start : hit.end]
        if label.startswith("qq"):
            known = _QQ.fullmatch(name) is not None
        else:
            known = _is_account(name) or (label in _NAMED_ALONE and is_nobodys_word(name))
        if known and not is_shared_account(name) and not is_technical(context.text, hit.start):
            start = hit.end + 1
            yield propose(
                context, "USER", start, start + len(name), "user.beside", tier="soft", source="label"
            )


_WHOLE_NAME: Final = compile_late(r"[A-Z][a-z]{1,20} [A-Z][a-z]{1,20}(?=[\"\n\ue000]|$)")
_QQ: Final = compile_late("[1-9][0-9]{4,10}")
_ACCOUNT: Final = compile_late(r"(?P<stem>[a-z]{2,})[a-z0-9]*(?:[._\-][a-z0-9]+){0,3}")
_NAMED_ALONE: Final = frozenset({"username", "user name", "login", "login name", "screen name", "gamertag"})


def _is_account(name: str) -> bool:
    """Letters that are no common word, and a digit: ``kwame_b42``, not ``level3``."""
    match = _ACCOUNT.fullmatch(name)
    if match is None or not re.search("[0-9]", name) or is_common_word(match["stem"]):
        return False
    return len(match["stem"]) > 3 or "_" in name


def is_nobody(name: str) -> bool:
    """Whether this is a shared account, a small word of logs or a value of a switch, in small letters."""
    return is_shared_account(name) or name in _NO_ACCOUNTS or name in _SWITCHES


def is_nobodys_word(name: str) -> bool:
    """Letters that are no word and no two words: an account name, if anything."""
    if not (name.isascii() and name.isalpha() and len(name) > 4):
        return False
    parted = any(is_common_word(name[:at]) and is_common_word(name[at:]) for at in range(3, len(name) - 2))
    return not parted and not is_common_word(name)


_SWITCHES: Final = frozenset(
    {"true", "false", "none", "null", "yes", "no", "on", "off", "string", "required", "default"}
)

RULES: dict[str, Rule] = {
    "user.handle": Rule(find_handles, ("@[a-z0-9_]",)),
    "user.home_path": Rule(
        find_home_paths, ("[/\\\\fc¥\u2215](?:" + "|".join(_HOME_WORDS) + ")[/\\\\%¥\u2215]", "~[a-z]")
    ),
    "user.login": Rule(find_login_arguments, words=tuple(_LOGINS)),
    "user.labelled": Rule(find_labelled_users, labels=("USERNAME", "HANDLE")),
}

EXAMPLES: dict[str, tuple[Example, ...]] = {
    "user.handle": (
        Example("thanks @quiet_heron42, and @lina.p!", ("@quiet_heron42", "@lina.p")),
        Example("@calm_otter7:\n\nhello", ("@calm_otter7",)),
        Example("@my_decorator\ndef f(): ..."),
        Example("    @property\n    def x(self): ...\n@app.route('/')\n@media (min-width: 1px) {"),
        Example(
            "my @profiles = get_profiles();\nwhile (!@rows && @argv) { $_ = shift @argv; push @files, $_; }"
        ),
        Example("/**\n * @stable since 4\n */"),
        Example("DATABASE_URL=postgres://harbor:Zeb7-quillet!@db.example.net:5432/harbor"),
        Example("// @lina please look", ("@lina",)),
        Example("<@U04SK2WZUHX> and <@W04SK2WZUHX|ann> joined"),
        Example("npm i @types/node, mail kim@example.com, @everyone"),
    ),
    "user.home_path": (
        Example("D:\\Users\\Mara Quill\\Work\\c.toml missing", ("Mara Quill",)),
        Example("HOME=/home/mara.quill\nTERM=xterm", ("mara.quill",)),
        Example('{"p":"C:\\\\Users\\\\mquill\\\\AppData"}', ("mquill",)),
        Example("open %2FUsers%2Fmquill%2Fa.txt or file:///Users/mquill/a.txt", ("mquill",)),
        Example("PUT https://api.example/v2/users/17 409; https://docs.example/home/start"),
        Example("ls /home/runner/work and /home/ubuntu"),
    ),
    "user.login": (
        Example("$ ssh -p 22 mquill@203.0.113.5", ("mquill",)),
        Example("Accepted password for mquill from", ("mquill",)),
        Example("psql -U mquill -h db1 shop; pg_dump -U okafor4 shop", ("mquill", "okafor4")),
        Example("curl -sS -u mquill:q8Zwk29Ls https://api.example.com", ("mquill",)),
        Example("ssh root@host; curl -u $USER:$PASS https://api.example.com; curl -u admin:x1 http://h"),
        Example("connect(user=parts['user'], password=parts['password'])"),
    ),
    "user.labelled": (
        Example('<meta name="twitter:image"> twitter:title; twitter:mquill', ("mquill",)),
        Example('DB_USER = "mgr_664"', ("mgr_664",)),
        Example("username: quill77", ("quill77",)),
        Example(
            "log in with username hlindqvist, user kwame_b42 left. QQ 1029384756",
            ("hlindqvist", "kwame_b42", "1029384756"),
        ),
        Example("you log in as mholloway, my username is hlindqvist.", ("mholloway", "hlindqvist")),
        Example("我的QQ 1029384756，微信 lin_xy88", ("1029384756", "lin_xy88")),
        Example("the user is happy"),
        Example(
            "username mismatch, username autofill, login keychain, telegram bot4, log in as usual, QQ 2024年"
        ),
    ),
}
