"""Secrets on command lines, in headers, SQL, netrc and in running notes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from shotveil.core.clues.anchors import find_anchors, find_words
from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.proposal import propose
from shotveil.core.clues.secret_names import grade_name
from shotveil.core.clues.secret_values import is_code, is_placeholder, is_strong
from shotveil.core.records import Candidate, Tier

_OPTION: Final = re.compile(
    r"(?<![0-9A-Za-z_\-])--?(?P<name>[A-Za-z][A-Za-z\-_]{1,40}?)(?P<sep>=|[ \t]+)(?P<quote>\\?[\"'])?(?P<value>[^\s\ue000\ue001\"']{3,512})"
)
_OPTION_HINTS: Final = ("pass", "token", "secret", "key", "pwd", "cred", "-pw")
_VALUE: Final = r"\\?[\"']?(?P<value>[^\s\ue000\ue001\"'\\;|&)<>]{3,400})"
_BASIC_TOOLS: Final = r"(?:curl|wget|http|https|httpie)"
_COMMANDS: Final = tuple(
    (tuple(words.split("|")), re.compile(pattern))
    for words, pattern in (
        ("curl|wget|http |https |httpie",
         rf"(?:curl|wget|https?|httpie)\b[^\n\ue000]{{0,400}}?[ \t](?:-u|--user|-U|--proxy-user)[ \t=]*\\?[\"']?"
         rf"[^\s:\"'@]{{1,80}}:{_VALUE}"),
        ("mysql|mariadb", r"(?:mysql\w*|mariadb\w*)\b[^\n|;\ue000]{0,200}?[ \t]-p(?P<value>[^\s\"'\-|;&\ue000][^\s\"'|;&\ue000]{2,80})"),
        ("sshpass", rf"sshpass[ \t]+-p[ \t]*{_VALUE}"),
        ("vault|npm|gh|op|doppler|bw|heroku|fly|az|docker|podman|helm|oc|login",
         r"(?:vault|npm|gh|op|doppler|bw|heroku|fly|az|docker|podman|helm|oc)[ \t]+(?:auth[ \t]+)?(?:login|unlock)"
         r"(?:[ \t]+-[\-\w]+(?:[= ](?!-)\S+)?){0,6}?[ \t]+(?!-)(?!https?:)"
         rf"(?![\w.\-]+\.(?:com|io|org|net|dev|local)\b){_VALUE}(?=[ \t\\\"']*(?:$|[\n;|&\ue000]))"),
        ("vault|bw", rf"(?:vault[ \t]+(?:operator[ \t]+)?unseal|bw[ \t]+unlock)[ \t]+(?!-){_VALUE}"),
        ("redis-cli", rf"redis-cli\b[^\n|;\ue000]{{0,120}}?[ \t]-a[ \t]+{_VALUE}"),
        ("docker|podman|helm", rf"(?:docker|podman|helm)[ \t]+(?:registry[ \t]+)?login\b[^\n|;\ue000]{{0,160}}?[ \t]-p[ \t]+{_VALUE}"),
        ("ldap", rf"ldap(?:search|add|modify|passwd|whoami)\b[^\n|;\ue000]{{0,200}}?[ \t]-w[ \t]+{_VALUE}"),
        ("sqlcmd|bcp|osql", rf"(?:sqlcmd|bcp|osql)\b[^\n|;\ue000]{{0,200}}?[ \t]-P[ \t]+{_VALUE}"),
        ("smbclient", rf"smbclient\b[^\n|;\ue000]{{0,120}}?[ \t]-U[ \t]+[^\s%]{{1,40}}%{_VALUE}"),
        ("net use", rf"net use\b[^\n\ue000]{{0,120}}?/user:\S+[ \t]+{_VALUE}"),
        ("openssl", rf"openssl\b[^\n\ue000]{{0,160}}?-(?:passin|passout|pass|k)[ \t]+(?:pass:)?{_VALUE}"),
        ("7z|zip|unzip|rar|unrar", rf"(?:7z[ar]?|unzip|zip|rar|unrar)\b[^\n|;\ue000]{{0,120}}?[ \t]-[pP][ \t]?{_VALUE}"),
        ("echo", rf"echo[ \t]+\\?[\"']?[\w.\-]{{1,32}}:{_VALUE}\\?[\"']?[ \t]*\|[ \t]*(?:sudo[ \t]+)?chpasswd"),
        ("echo", rf"echo[ \t]+{_VALUE}\\?[\"']?[ \t]*\|[ \t]*sudo[ \t]+-S"),
        ("PGPASSWORD", rf"PGPASSWORD[ \t]*=[ \t]*{_VALUE}"),
        ("ConvertTo-SecureString",
         rf"ConvertTo-SecureString[ \t]+(?:-String[ \t]+)?(?:-AsPlainText[ \t]+)?(?:-Force[ \t]+)?(?!-)(?:-String[ \t]+)?{_VALUE}"),
        ("cmdkey", rf"cmdkey\b[^\n\ue000]{{0,120}}?/pass:{_VALUE}"),
        ("machine|default",
         r"(?:machine[ \t]+\S+|default)[ \t\n]+(?:login[ \t]+\S+[ \t\n]+)?(?:account[ \t]+\S+[ \t\n]+)?password[ \t]+"
         r"(?P<value>[^\s\ue000\ue001]{2,200})"),
    )
)  # fmt: skip
_COMMAND_WORDS: Final = tuple(dict.fromkeys(word for words, _ in _COMMANDS for word in words))
_SQL: Final = re.compile(
    r"(?i)(?:identified[ \t\n]+(?:with[ \t]+[\w\"'`]+[ \t]+)?(?:by|as)(?:[ \t]+password)?|"
    r"(?:with|set|encrypted|unencrypted|role|user|login)\b[^;\n]{0,120}?\bpassword[ \t]*[=( ]|set[ \t]+password\b[^;\n]{0,80}?=[ \t]*(?:password[ \t]*\()?|"
    r"(?<![\w.])password[ \t]*\()[ \t(]{0,4}N?\\?[\"'`](?P<value>[^\"'`\n\\]{3,200})"
)
_HEADER: Final = re.compile(
    r"(?i)(?:(?<![a-z])(?:proxy-)?authorization\\?[\"']?[ \t]{0,3}(?:[:=,]|=>|%3a)?[ \t(+]{0,4}\\?[\"'`]?(?:(?P<scheme>basic|bearer|token|digest|apikey|negotiate|ntlm|aws4-hmac-sha256|sso-key|key)[ \t+]{1,3}|%20)?"
    r"|(?<![a-z0-9_\-.])(?:bearer)[ \t]{1,3}|(?<![a-z0-9_\-./])(?:basic)[ \t]{1,2}(?=[0-9A-Za-z+/]{12,}={0,2}(?![\w])))"
    r"\\?[\"'`]?(?P<value>[0-9A-Za-z_.~+/\-!:%]{8,4000}={0,3})"
)
_COOKIE: Final = re.compile(
    r"(?i)(?<![a-z\-])(?:set-)?cookie\\?[\"']?[ \t]{0,3}:[ \t]{0,3}\\?[\"']?(?P<pairs>[^\n\"']{6,4000})"
)
_COOKIE_PAIR: Final = re.compile(r"(?P<name>[0-9A-Za-z_.\-]{1,64})=(?P<value>[^;,\s\ue000\ue001\"']{6,2000})")
_COOKIE_PUBLIC: Final = frozenset(
    "path domain expires max-age samesite version lang language locale theme tz timezone country currency".split()
)
_PROSE_WORDS: Final = (
    "pass word", "password", "passwd", "passphrase", "pwd", "passcode", "secret", "access", "api", "session", "auth",
    "bearer", "refresh", "client secret", "token",
)  # fmt: skip
_PROSE: Final = re.compile(
    r"(?i)(?:pass ?word|passwd|passphrase|pwd|passcode|secret(?: key)?|"
    r"(?:access|api|session|auth|secret|bearer|refresh)[ \-_]?(?:token|key)|client secret|token)"
    r"(?P<link>(?:[ \t]+(?:for|of|on)[ \t]+(?:the[ \t]+)?[\w.@\-]{1,40}(?:[ \t][\w.\-]{1,20})?)?"
    r"[ \t]+(?:is|was|are|=|will be|set to|changed to|reset to|now|still)"
    r"(?:[ \t]+(?:now|still|currently|set to|changed to))?[ \t:]+|[ \t]+\(|[ \t]+)"
    r"[\"'“`(]?(?P<value>[^\s\"'“”`()<>\ue000\ue001]{5,128})"
)
_JOINED_WORDS: Final = ("cred", "credential", "login", "access")
_JOINED: Final = re.compile(
    r"(?i)(?:creds?|credentials|login|access)[ \t]*[:=][ \t]*[\w.\-@]{2,40}[ \t]?[/:|][ \t]?"
    r"(?P<value>[^\s\"'/\ue000\ue001]{5,64})"
)


def _keep(value: str) -> bool:
    return not is_placeholder(value) and not re.match(r"\$[({A-Za-z_]|<|\{\{", value)


def find_options(context: Context) -> Iterable[Candidate]:
    """``--password X``, ``-token=X``, ``--api-key "X"``."""
    text = context.text
    if "-" not in text or not any(hint in context.folded for hint in _OPTION_HINTS):
        return
    for match in _OPTION.finditer(text):
        name = match["name"]
        grade = grade_name(name)
        value = match["value"]
        if grade is None or not _keep(value) or value.startswith("-") or value.lower() == name.lower():
            continue
        if is_code(value) or re.fullmatch(
            r"[./~][\w./\-]+|[\w./\-]+\.(?:pem|key|txt|json|ya?ml|crt|pub)", value
        ):
            continue
        spaced = match["sep"] != "="
        plain = grade == "password" and not value.isalpha() or bool(match["quote"]) or not spaced
        if is_strong(value, shortest=6) or (plain and grade != "weak"):
            yield propose(context, "SECRET", *match.span("value"), "secret.option", source="label")


def find_commands(context: Context) -> Iterable[Candidate]:
    """Bare arguments that a program reads as a secret (``vault login X``, ``mysql -pX``, ``curl -u a:X``)."""
    text = context.text
    for start, word in find_words(text, _COMMAND_WORDS):
        if start and text[start - 1].isalnum() and text[start - 1].isascii():
            continue
        for match in filter(None, (pattern.match(text, start) for pattern in _patterns_of(word))):
            if _keep(match["value"]) and not match["value"].startswith(("$", "-")):
                yield propose(
                    context,
                    "SECRET",
                    *match.span("value"),
                    f"secret.command_{word.strip().lower()}",
                    source="label",
                )
    yield from _find_sql(context)


@cache
def _patterns_of(word: str) -> tuple[re.Pattern[str], ...]:
    return tuple(pattern for words, pattern in _COMMANDS if word in words)


def _find_sql(context: Context) -> Iterator[Candidate]:
    folded = context.folded
    if "identified" in folded or "password" in folded:
        for match in _SQL.finditer(context.text):
            if _keep(match["value"]) and not match["value"].isspace():
                yield propose(context, "SECRET", *match.span("value"), "secret.sql", source="label")


def find_headers(context: Context) -> Iterable[Candidate]:
    """Authorization and cookie headers: the credentials without the scheme, cookies one by one."""
    folded, text = context.folded, context.text
    if "authorization" in folded or "bearer" in folded or "basic" in folded:
        for match in _HEADER.finditer(text):
            value = match["value"]
            strong = is_strong(value, shortest=8)
            named = match["scheme"] is not None and re.search(r"\d", value) is not None
            if _keep(value) and not is_code(value) and (strong or named):
                yield propose(context, "SECRET", *match.span("value"), "secret.header", source="label")
    if "cookie" in folded:
        for header in _COOKIE.finditer(text):
            for pair in _COOKIE_PAIR.finditer(text, *header.span("pairs")):
                if (
                    pair["name"].lower() not in _COOKIE_PUBLIC
                    and is_strong(pair["value"])
                    and _keep(pair["value"])
                ):
                    yield propose(context, "SECRET", *pair.span("value"), "secret.cookie", source="label")


def find_prose(context: Context) -> Iterable[Candidate]:
    """``my password is X``, ``Access Token X``: without a separator the value itself must look like one."""
    folded = context.folded
    matches = (_PROSE.match(context.text, start) for start in find_anchors(folded, _PROSE_WORDS)
               if not (start and (folded[start - 1].isalnum() and folded[start - 1].isascii() or folded[start - 1] in "_-")))  # fmt: skip
    for match in filter(None, matches):
        value = match["value"].rstrip(".,;:!?")
        linked = bool(re.search(r"[a-z=]", match["link"], re.I))
        if len(value) < 5 or not _keep(value) or is_code(value) or re.match(r"--?[a-z]|https?:|[/~]", value):
            continue
        if re.search(r"[:=]", value[:-1]) and not linked:
            continue
        if (
            linked
            and re.search(r"\d|[^\w.,\-]", value)
            or is_strong(value, shortest=8)
            and re.search(r"\d", value)
        ):
            start = match.start("value")
            tier: Tier = "hard" if linked else "soft"
            yield propose(
                context, "SECRET", start, start + len(value), "secret.prose", tier=tier, source="label"
            )
    for start in find_anchors(folded, _JOINED_WORDS):
        match = _JOINED.match(context.text, start)
        if match and is_strong(match["value"], shortest=6):
            yield propose(context, "SECRET", *match.span("value"), "secret.pair", tier="soft", source="label")


RULES: dict[str, Rule] = {
    "secret.option": find_options,
    "secret.command": find_commands,
    "secret.header": find_headers,
    "secret.prose": find_prose,
}

EXAMPLES: dict[str, tuple[Example, ...]] = {
    "secret.option": (
        Example("tool --password Qm7@kd92x --token=k9Xw2Lm4Qp7R", ("Qm7@kd92x", "k9Xw2Lm4Qp7R")),
        Example("tool --password $PASS --token-file /run/tok --key ./id.pem"),
    ),
    "secret.command": (
        Example(
            "$ vault login amberquietriver\n$ mysql -uroot -pdr1ftwood db\n$ curl -u ops:summerPine4 https://x.example",
            ("amberquietriver", "dr1ftwood", "summerPine4"),
        ),
        Example("CREATE USER kim IDENTIFIED BY 'Qm7kd92x';", ("Qm7kd92x",)),
        Example("machine git.example login kim password Qm7kd92x", ("Qm7kd92x",)),
        Example("mysql -uroot -p db; vault login -method=oidc; docker login registry.example.io"),
    ),
    "secret.header": (
        Example("Authorization: Basic a2ltOlFtN2tkOTJ4", ("a2ltOlFtN2tkOTJ4",)),
        Example('-H "Authorization: Bearer k9Xw2Lm4Qp7RtZ"', ("k9Xw2Lm4Qp7RtZ",)),
        Example("Cookie: sid=k9Xw2Lm4Qp7RtZ; lang=en", ("k9Xw2Lm4Qp7RtZ",)),
        Example("authorization: required; a basic understanding of bearer tokens"),
    ),
    "secret.prose": (
        Example("my password is Qm7kd92x, ok", ("Qm7kd92x",)),
        Example("Access Token k9Xw2Lm4Qp7Rt", ("k9Xw2Lm4Qp7Rt",)),
        Example("the password is required; secret handshake; token bucket"),
    ),
}
