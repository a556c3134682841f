"""Secrets on command lines, in headers, SQL, netrc and in running notes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.identifiers.anchors import (
    find_anchors,
    find_words,
    search_around_anchors,
)
from shotveil.core.clues.identifiers.numerals import is_word_char
from shotveil.core.clues.proposal import propose
from shotveil.core.clues.secrets.names import grade_name
from shotveil.core.clues.secrets.values import PATHISH, is_code, is_member, is_strong, is_written_out
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate, Tier

_OPTION: Final = compile_late(
    r"(?<![0-9A-Za-z_\-])--?(?P<name>[A-Za-z][A-Za-z\-_.]{1,40}?)(?P<sep>=|"
    r"[ \t]+)(?P<quote>\\?[\"'])?(?P<value>(?!--?[A-Za-z])[^\s\ue000\ue001\"']{3,512})"
)
_VARIABLE: Final = compile_late(r"-|\$(?![0-9a-z]{1,2}\$)")
"""Another option or a variable; ``$9$…`` is a hash."""
_OPTION_HINTS: Final = ("pass", "token", "secret", "key", "pwd", "cred", "-pw")
_VALUE: Final = r"\\?[\"']?(?P<value>[^\s\ue000\ue001\"'\\;|&)<>]{3,400})"
_SQL: Final = compile_late(
    r"(?i)(?:identified[ \t\n]+(?:with[ \t]+[\w\"'`]+[ \t]+)?(?:by|as)(?:[ \t]+password)?|"
    r"(?:with|set|encrypted|unencrypted|role|user|login)\b[^;\n]{0,120}?\bpassword[ \t]*[=( ]|"
    r"set[ \t]+password\b[^;\n]{0,80}?=[ \t]*(?:password[ \t]*\()?|"
    r"(?<![\w.])password[ \t]*\()[ \t(]{0,4}N?\\?[\"'`](?P<value>[^\"'`\n\\]{3,200})"
)
_SQL_ANCHOR: Final = compile_late(r"identified[ \t\n]|(?<![0-9a-z_.])password")
_SQL_WORD: Final = compile_late(r"(?i)\b(?:user|role|login|grant|alter|create|set|password)\b")
_HEADER: Final = compile_late(
    r"(?i)(?:(?<![a-z])(?:proxy-)?authorization\\?[\"']?[ \t]{0,3}(?:[:=,]|=>|"
    r"%3a)?[ \t(+]{0,4}\\?[\"'`]?(?:(?P<scheme>basic|bearer|token|digest|apikey|negotiate|ntlm|"
    r"aws4-hmac-sha256|sso-key|key)[ \t+]{1,3}|%20)?"
    r"|(?<![a-z0-9_\-.])(?:bearer)[ \t]{1,3}|(?<![a-z0-9_\-./])(?:basic)"
    r"[ \t]{1,2}(?=[0-9A-Za-z+/]{12,}={0,2}(?![\w])))"
    r"\\?[\"'`]?(?P<value>[0-9A-Za-z_.~+/\-!:%@$]{8,4000}={0,3})"
)
_PROSE_WORDS: Final = (
    "pass word", "password", "passwd", "pass", "wifi", "wi-fi", "wlan", "wireless", "passphrase", "pwd",
    "pw ", "passcode", "secret",
    "access", "api",
    "session", "auth",
    "bearer", "refresh", "client secret", "token",
)  # fmt: skip
_BRIEF: Final = compile_late(r"(?i)(?:pass|wi-?fi|wlan|wireless|pw) ")
_MIXED: Final = compile_late(r"(?=[^A-Za-z]*[A-Za-z])(?=\D*\d)[^\s/]{6,}")
_PROSE: Final = compile_late(
    r"(?i)(?:pass ?word|passwd|passphrase|pwd|pw|passcode|pass(?= is | was )|wifi(?= is )|secret(?: key)?|"
    r"(?:access|api|session|auth|secret|bearer|refresh)[ \-_]?(?:token|key)|client secret|token"
    r"|(?:wi-?fi|wlan|wireless)[ ]key)"
    r"(?P<link>(?:[ \t]+(?:for|of|on)[ \t]+(?:the[ \t]+)?[\w.@\-]{1,40}(?:[ \t][\w.\-]{1,20})?)?"
    r"[ \t]+(?:is|was|are|=|will be|set to|changed to|reset to|now|still)"
    r"(?:[ \t]+(?:now|still|currently|set to|changed to))?[ \t:]+|[ \t]+\(|[ \t]+)"
    r"[\"'“`(]?(?P<value>[^\s\"'“”`()<>\ue000\ue001]{5,128})"
)
_PHRASED: Final = compile_late(
    r"(?=[^0-9]{0,24}[0-9]{2})[0-9A-Za-z]{3,12}(?:[-_.!#@+][0-9A-Za-z]{2,12}){1,5}[!#@]?"
)
"""Words and numbers joined by signs, as routers and generators of passwords make them."""

_LINE_END: Final = compile_late(r"[ \t]*(?:[\r\n\ue000\ue001]|\Z)")
_WRAPPED: Final = compile_late(r"\ue001[^\s\"'<>()\ue000\ue001]{1,64}")


def find_options(context: Context) -> Iterable[Candidate]:
    """``--password X``, ``-token=X``, ``--api-key "X"``."""
    text = context.text
    if "-" not in text or not any(hint in context.folded for hint in _OPTION_HINTS):
        return
    for match in _OPTION.finditer(text):
        name, value = match["name"], match["value"]
        grade = grade_name(name)
        if grade is None or not is_written_out(value) or value.startswith("-"):
            continue
        if value.lower() == name.lower():
            continue
        if is_code(value) or re.fullmatch(
            r"[./~][\w./\-]+|[\w./\-]+\.(?:pem|key|txt|json|ya?ml|crt|pub)", value
        ):
            continue
        spaced = match["sep"] != "="
        plain = (grade == "password" and not value.isalpha()) or bool(match["quote"]) or not spaced
        if is_strong(value, shortest=6) or (plain and grade != "weak"):
            yield propose(context, "SECRET", *match.span("value"), "secret.option", source="label")


@cache
def _load_lines() -> dict[str, list[str]]:
    """Patterns, not compiled, by the word that begins them (lexicons/secret_commands.tsv)."""
    raw = files("shotveil.core.lexicons").joinpath("secret_commands.tsv").read_text("utf-8")
    patterns: dict[str, list[str]] = {}
    for line in raw.splitlines():
        if line and not line.startswith("#"):
            words, pattern = line.split("\t")
            for word in words.split("|"):
                patterns.setdefault(word, []).append(pattern.replace("VALUE", _VALUE))
    return patterns


@cache
def _compile_commands(word: str) -> tuple[re.Pattern[str], ...]:
    """Patterns of the commands that a word begins."""
    return tuple(map(re.compile, _load_lines()[word]))


def find_commands(context: Context) -> Iterable[Candidate]:
    """Bare arguments that a program reads as a secret (``vault login X``, ``mysql -pX``, ``curl -u a:X``)."""
    text = context.text
    for start, word in find_words(text, tuple(_load_lines())):
        if start and text[start - 1].isalnum() and text[start - 1].isascii():
            continue
        if word[0] == "-" and text[start - 1 : start] == "-":
            continue
        for match in filter(None, (pattern.match(text, start) for pattern in _compile_commands(word))):
            value = match["value"]
            if (
                is_written_out(value)
                and not _VARIABLE.match(value)
                and not (word == "gh " and PATHISH.fullmatch(value))
            ):
                yield propose(
                    context,
                    "SECRET",
                    *match.span("value"),
                    f"secret.command_{word.strip().lower()}",
                    source="label",
                )


def find_sql(context: Context) -> Iterator[Candidate]:
    """``IDENTIFIED BY 'X'``, ``SET PASSWORD = 'X'``."""
    if _SQL_ANCHOR.search(context.folded) is None:
        return
    for match in search_around_anchors(context.folded, ("identified", "password"), _SQL, 140, 280):
        value = context.text[match.start("value") : match.end("value")]
        told = not value.isalpha() or _SQL_WORD.search(context.text, max(0, match.start() - 160), match.end())
        if told and is_written_out(value) and not value.isspace():
            yield propose(context, "SECRET", *match.span("value"), "secret.sql", source="label")


def find_headers(context: Context) -> Iterable[Candidate]:
    """Authorization headers: the credentials without the scheme."""
    folded, text = context.folded, context.text
    if "authorization" in folded or "bearer" in folded or "basic" in folded:
        for match in _HEADER.finditer(text):
            value = match["value"]
            strong = is_strong(value, shortest=8)
            named = match["scheme"] is not None and re.search(r"\d", value) is not None
            elsewhere = PATHISH.fullmatch(value) or value[0] in "-."
            if is_written_out(value) and not elsewhere and not is_code(value) and (strong or named):
                yield propose(context, "SECRET", *match.span("value"), "secret.header", source="label")


def find_prose(context: Context) -> Iterable[Candidate]:
    """``my password is X``, ``Access Token X``: without a separator the value itself must look like one."""
    folded = context.folded
    for start in find_anchors(folded, _PROSE_WORDS):
        match = _PROSE.match(context.text, start)
        if match is None or (start and (is_word_char(folded[start - 1]) or folded[start - 1] in "_-")):
            continue
        value = match["value"].rstrip(".,;:!?")
        more = (
            _WRAPPED.match(context.text, match.end()) if value.endswith(("-", "_", "/", "=", "+")) else None
        )
        value += more.group() if more else ""
        linked = bool(re.search(r"[a-z=]", match["link"], re.I))
        if context.text[match.end() : match.end() + 1] in ("(", "["):
            continue  # a call or an element
        if (
            len(value) < 5
            or not is_written_out(value)
            or is_code(value)
            or ("=" in match["link"] and is_member(value))
            or re.match(r"--?[a-z]|https?:|[/~]", value)
        ):
            continue
        if re.search(r"[:=]", value[:-1]) and not linked:
            continue
        if not linked and re.match(r"(?i)(?:secret|token)[ \t(]+[\"'“`(]?[^ ]*$", match.group()):
            continue  # one word alone says too little
        if _BRIEF.match(match.group()) and not _MIXED.fullmatch(value):
            continue  # a pass may be a ticket too
        told = linked and re.search(r"\d|[^\w.,\-]", value)
        if not told and _PHRASED.fullmatch(value) and match.group().lower().startswith(("pass", "w")):
            told = _LINE_END.match(context.text, match.end())
        if told or (is_strong(value) and re.search(r"\d", value)) or match.group()[:3].lower() == "pw ":
            start = match.start("value")
            tier: Tier = "hard" if linked else "soft"
            yield propose(
                context, "SECRET", start, start + len(value), "secret.prose", tier=tier, source="label"
            )


RULES: dict[str, Rule] = {
    "secret.option": Rule(find_options, (r"(?:^|[^0-9a-z_\-])-[a-z\-][a-z\-_]+[= \t]",)),
    "secret.command": Rule(
        find_commands,
        written=(f"(?:^|[^0-9A-Za-z])(?:{'|'.join(map(re.escape, _load_lines()))})",),
    ),
    "secret.sql": Rule(find_sql, words=("identified", "password")),
    "secret.header": Rule(find_headers, words=("authorization", "bearer", "basic")),
    "secret.prose": Rule(
        find_prose,
        (
            r"(?:pass ?word|passwd|passphrase|pwd|pw|passcode|secret|token|key)[ \t]",
            "(?:pass (?:is|was)|wifi is) ",
        ),
    ),
}

EXAMPLES: dict[str, tuple[Example, ...]] = {
    "secret.option": (
        Example("tool --password Qm7@kd92x --token=k9Xw2Lm4Qp7R", ("Qm7@kd92x", "k9Xw2Lm4Qp7R")),
        Example("tool --password $PASS --token-file /run/tok --key ./id.pem"),
    ),
    "secret.command": (
        Example(
            "$ vault login amberquietriver\n$ mysql -uroot -pdr1ftwood db\n$ curl -u ops:summerPine4 "
            "https://x.example",
            ("amberquietriver", "dr1ftwood", "summerPine4"),
        ),
        Example("machine git.example login kim password Qm7kd92x", ("Qm7kd92x",)),
        Example(
            "enable secret 5 $1$q8Zs$Fake0fake1Fake2fake3Fa\nsnmp-server community m0nitorRO RO\n"
            "username jquill privilege 15 secret plumTree9\ncrypto isakmp key blueHeron55 address 192.0.2.4",
            ("$1$q8Zs$Fake0fake1Fake2fake3Fa", "m0nitorRO", "plumTree9", "blueHeron55"),
        ),
        Example(
            "to enable password reset v2 use it; username kim password field; neighbor 192.0.2.1 password x"
        ),
        Example("mysql -uroot -p db; vault login -method=oidc; docker login registry.example.io"),
    ),
    "secret.sql": (
        Example("CREATE USER kim IDENTIFIED BY 'Qm7kd92x';", ("Qm7kd92x",)),
        Example("db_password = 'kim'; it is identified by a number"),
    ),
    "secret.header": (
        Example("Authorization: Basic a2ltOlFtN2tkOTJ4", ("a2ltOlFtN2tkOTJ4",)),
        Example('-H "Authorization: Bearer k9Xw2Lm4Qp7RtZ"', ("k9Xw2Lm4Qp7RtZ",)),
        Example("authorization: required; a basic understanding of bearer tokens"),
    ),
    "secret.prose": (
        Example("wifi is Heron_5G and the pass is tealkettle42, ok", ("tealkettle42",)),
        Example("the bus pass is £40, a pass is 3pm, pass was 100% done, wifi is slow"),
        Example("my password is Qm7kd92x, ok", ("Qm7kd92x",)),
        Example("Access Token k9Xw2Lm4Qp7Rt", ("k9Xw2Lm4Qp7Rt",)),
        Example("Wi-Fi key plum-55-moss", ("plum-55-moss",)),
        Example("Wi-Fi password cedar-1157-moss\nForgot password? Help", ("cedar-1157-moss",)),
        Example("the password is required; secret handshake; token bucket"),
        Example("password reset-2024 mails are sent; see password policy-v2"),
    ),
}
