"""Passwords as people note them: words in a row, on the line below, behind an account, in other languages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import Final

from shotveil.core.clues.contact.users import ACCOUNT, is_shared_account
from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.identifiers.anchors import match_at_anchors
from shotveil.core.clues.known_forms import is_common_word
from shotveil.core.clues.proposal import propose
from shotveil.core.clues.secrets.names import grade_name
from shotveil.core.clues.secrets.reading import trim_unquoted
from shotveil.core.clues.secrets.values import PATHISH, is_code, is_passphrase, is_placeholder, is_strong
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate
from shotveil.core.stream.characters import fold_text

_LABELS: Final = ("password", "pass word", "passwd", "passphrase", "passcode", "pwd", "密码", "口令", "密碼")
_WORD: Final = rf"(?:{'|'.join(_LABELS)})"
_LINE_END: Final = r"(?=[ \t\r]*(?:[\n\ue000]|$))"
_VALUE_END: Final = rf"(?:{_LINE_END}|(?=[，。；、]|[,;.](?:[ \t\n]|$)))"
_ROW: Final = compile_late(
    _WORD + r"[\"'*`]{0,3}[ \t]?(?:[:=：]{1,2}|[ \t]is:?[ \t]|是)"
    r"[ \t]?[\"'“`]?(?P<value>[a-z]{3,14}(?:[ ][a-z]{3,14}){2,7})[\"'”`]?[.,;]?" + _LINE_END
)
_BELOW: Final = compile_late(
    _WORD
    + r"[ ]?\*{0,2}(?P<sign>[:：]?)\*{0,2}[ \t]{0,4}\r?\n(?:[ \t]{0,12}\r?\n)?[ \t]{0,12}"
    + r"(?P<value>[!-~]{6,64}|[!-~]{1,20}(?:[ ][!-~]{1,20}){2,7})"
    + _LINE_END
)
_LABEL_HEAD: Final = compile_late(r"(?:[ \t*#>\-]{0,8}(?:[^\W\d_](?:[^\W\d_]|-){0,13}[ ]?){0,3})\Z")
"""What may stand before the label in its line: three words."""
_PROMPT: Final = compile_late(r"[#$>%:]\Z|@[\w.\-]+:")
_ACCOUNT: Final = (
    r"(?:log[ ]?in|sign[ ]?in|log[ ]on|user(?:name)?|account|creds?|credentials|vpn|wi-?fi|ssh|s?ftp|rdp|smtp"
    r"|mysql|portal|admin(?: panel)?|router|server|nas|camera|printer|modem|firewall|账[号户]|登[录陆])"
)
_USER_FIRST: Final = compile_late(
    rf"(?:(?P<told>{_ACCOUNT})(?![a-z])[^\n\ue000]{{0,24}}?"
    r"(?:[:=：][ \t]{0,3}|[ \t](?:-|as|with|use)[ \t]{1,3}|(?<=[号户录陆])[ \t]{1,3}"
    r"|(?:(?<=login)|(?<=log in)|(?<=creds)|(?<=credentials))[ \t]{1,3})"
    r"|(?:^|(?<=[\n\ue000]))[ \t]{0,8})"
    rf"[*`\"']{{0,2}}(?P<user>{ACCOUNT}(?:@[a-z0-9.\-]{{3,60}})?)[*`\"']{{0,2}}"
    r"[ \t]{1,3}(?:/|\||:|→|->)[ \t]{1,3}[*`\"']{0,2}(?P<value>[!-)+-_a-~]{6,64})[*`]{0,2}" + _VALUE_END,
    re.IGNORECASE,
)
_JOINED: Final = compile_late(
    r"(?i)(?P<told>creds?|credentials|login|access)[ \t]*[:=][ \t]*(?P<user>[\w.\-@]{2,40})[ \t]?[/:|][ \t]?"
    r"(?P<value>[^\s\"'/\ue000\ue001]{5,64})"
)
"""The same with less around it: ``creds: jdoe:…``."""
_MANAGER: Final = compile_late(
    r"(?:(?:^|(?<=[\n\ue000，；]))[ \t]{0,8}(?:[A-Za-z][\w '’\-]{1,30}|[\u4e00-\u9fff]{1,8})[:：]"
    rf"|(?<![a-z]){_ACCOUNT}(?![a-z])(?:[ \t](?:log[ ]?in|account|creds))?:?)[ \t]{{0,3}}"
    r"(?P<user>admin|administrator|root|pi|guest)(?:[ \t]{1,3}/[ \t]{1,3}|[:/])(?P<value>[!-)+-_a-~]{6,64})"
    + _VALUE_END,
    re.IGNORECASE,
)
"""Whom a device ships with, and a password: ``NAS: admin / …``, ``camera admin:…``."""
_TOLD: Final = compile_late(rf"{_ACCOUNT}(?![a-z])", re.IGNORECASE)
_USERS: Final = ("user", "login", "account", "log in as")
_BESIDE: Final = compile_late(
    r"(?:user(?:[ ]?name)?|login|account|log in as)[ ](?:is[ ])?[*`\"'“]{0,2}"
    r"(?P<user>[a-z][a-z0-9._@\-]{1,40})[*`\"'”]{0,2}[ ,;]{1,2}"
    r"(?:and )?(?:with )?(?:the )?(?:pass ?word|pass|pw|pwd|passcode)[ ][*\"'“`]{0,2}"
    r"(?P<value>[^\s\"'“”`*<>()\ue000\ue001]{6,64})"
)
_SET_OFF: Final = compile_late(_WORD + r"[ \t]{1,2}(?P<by>\*\*|`)(?P<value>[^\s`*\ue000\ue001]{5,64})(?P=by)")
_DIRECTIVE: Final = compile_late(
    r"(?:^|(?<=[\n\ue000]))[ \t]{0,12}(?P<name>[a-z][a-z0-9]*(?:[_\-][a-z0-9]+)+|requirepass|masterauth"
    r"|password)[ \t]{1,12}[\"']?(?P<value>[^\s\"';=:\ue000\ue001]{6,128})[\"']?;?" + _LINE_END
)
"""A setting whose value stands a blank behind its name: nginx, Redis, HAProxy."""
_NUMBERED: Final = compile_late(r"[A-Za-z]+[0-9]")
_HOST: Final = compile_late(r"[a-z]+(?:-[a-z]+)+-[0-9]")
"""Names that are counted: a step or a field, a region or a host."""
_SIGNED: Final = compile_late(r"[A-Z!@#$%^&+=~?]")
_MADE: Final = compile_late(r"(?=[^A-Za-z]*[A-Za-z])(?=[^0-9]*[0-9])[!-~]{6,64}")
"""Letters and a digit: what nobody writes as a word."""


@cache
def _load_foreign() -> tuple[str, ...]:
    raw = files("shotveil.core.lexicons").joinpath("password_words.txt").read_text("utf-8")
    return tuple(
        dict.fromkeys(fold_text(line) for line in raw.splitlines() if line and not line.startswith("#"))
    )


@cache
def _compile_foreign() -> re.Pattern[str]:
    words = "|".join(map(re.escape, sorted(_load_foreign(), key=len, reverse=True)))
    return re.compile(
        rf"(?:{words})(?P<link>[\"'*`]{{0,3}}(?:는|은|를|は)?"
        r"(?:[ \t]?(?:[:：=＝]|=>)[ \t]?|[ \t]?\([ \t]?|[ \t]))[\"'“`]?(?P<value>[!-~]{4,128})"
    )


def find_word_rows(context: Context) -> Iterable[Candidate]:
    """``password: correct horse battery``: three words and more that state nothing."""
    for match in match_at_anchors(context.folded, _LABELS, _ROW):
        value = context.text[match.start("value") : match.end("value")]
        told = " is" not in match.group()[: match.start("value") - match.start()]
        if is_passphrase(value) and (told or value.count(" ") > 2):
            yield propose(context, "SECRET", *match.span("value"), "secret.word_row", source="label")


def find_below(context: Context) -> Iterable[Candidate]:
    """What stands alone on the line below ``Password``."""
    text = context.text
    for match in match_at_anchors(context.folded, _LABELS, _BELOW):
        line = _read_line_head(text, match.start())
        value = text[match.start("value") : match.end("value")]
        if not match["sign"] and _NUMBERED.fullmatch(value):
            continue
        made = is_passphrase(value) and _SIGNED.search(value) if " " in value else _is_made(value)
        if made and _LABEL_HEAD.match(line):
            yield propose(
                context, "SECRET", *match.span("value"), "secret.below", tier="soft", source="label"
            )


def _read_line_head(text: str, at: int) -> str:
    """What stands before ``at`` in its line, 60 characters at most."""
    return re.split("[\n\ue000]", text[max(0, at - 60) : at])[-1]


def _is_other(value: str) -> bool:
    """A prompt, a name of code, a place or a template."""
    return (
        bool(_PROMPT.search(value))
        or is_placeholder(value)
        or is_code(value)
        or bool(PATHISH.fullmatch(value))
    )


def _is_made(value: str) -> bool:
    return _MADE.fullmatch(value) is not None and not _is_other(value)


def find_behind_user(context: Context) -> Iterable[Candidate]:
    """``vpn: jdoe / hunter22``, or ``jdoe / hunter22`` where the line above tells of a log-in."""
    for match in context.scan(_USER_FIRST):
        value = match["value"]
        told = match["told"] or _TOLD.search(_read_line_above(context.text, match.start("user")))
        if not told or not _is_made(value):
            continue
        if _HOST.fullmatch(value) or sum(not char.isalpha() for char in value) < 2:
            continue
        yield from _propose_pair(context, match)
    for match in context.scan(_JOINED):
        value = match["value"]
        if is_strong(value, shortest=6) or (match["told"][0] in "cC" and _is_made(value)):
            yield from _propose_pair(context, match)


def _propose_pair(context: Context, match: re.Match[str]) -> Iterator[Candidate]:
    """A password and, where it is somebody's, the account before it."""
    user, rule = match["user"], "secret.behind_user"
    yield propose(context, "SECRET", *match.span("value"), rule, tier="soft", source="label")
    if user[0].isalpha() and "@" not in user and not is_shared_account(user) and not grade_name(user):
        yield propose(context, "USER", *match.span("user"), rule, tier="soft", source="label")


def find_behind_manager(context: Context) -> Iterable[Candidate]:
    """``router: admin / tulip-Harbor-93``: letters and digits, with a capital or a sign that no name has."""
    for match in context.scan(_MANAGER):
        value = match["value"]
        if _is_made(value) and _SIGNED.search(value) and not _HOST.fullmatch(value):
            yield propose(
                context, "SECRET", *match.span("value"), "secret.behind_user", tier="soft", source="label"
            )


def _read_line_above(text: str, at: int) -> str:
    """The line above, where it is a heading: no other pair, no sentence."""
    lines = text[max(0, at - 120) : at].split("\n")
    above = lines[-2].lstrip("\ue000") if len(lines) > 1 else ""
    return above if len(above.split()) < 6 and not re.search(r"[/|=]|[.!?]$", above) else ""


def find_foreign(context: Context) -> Iterable[Candidate]:
    """The word for a password in thirty other languages, and what a sign or a blank links to it."""
    folded = context.folded
    for match in match_at_anchors(folded, _load_foreign(), _compile_foreign()):
        start = match.start("value")
        end = trim_unquoted(context.text, start, match.end("value"))
        value = context.text[start:end].rstrip("\"'`”")
        linked = match["link"].strip(" \t\"'*`") not in ("", "는", "은", "를", "は")
        if len(value) < 4 or _is_other(value):
            continue
        line = _read_line_head(context.text, match.start())
        whole = context.text[start + len(value) : start + len(value) + 1] in ("", "\n", "\r", "\ue000")
        plain = linked and whole and not line.strip(" \t-*") and value.isalpha() and value[0].islower()
        if plain or _MADE.fullmatch(value) or (linked and re.search(r"\d", value)):
            yield propose(context, "SECRET", start, start + len(value), "secret.foreign", source="label")


def find_beside_user(context: Context) -> Iterable[Candidate]:
    """``username jquill password hunter22``: no sign links them, but each names the other."""
    for match in match_at_anchors(context.folded, _USERS, _BESIDE):
        value = context.text[match.start("value") : match.end("value")].rstrip(".,;")
        if _is_made(value):
            start, user = match.start("value"), match["user"]
            rule = "secret.beside_user"
            yield propose(context, "SECRET", start, start + len(value), rule, tier="soft", source="label")
            if "@" not in user and not is_shared_account(user) and not is_placeholder(user):
                yield propose(context, "USER", *match.span("user"), rule, tier="soft", source="label")


def find_set_off(context: Context) -> Iterable[Candidate]:
    """``password **sunny-Meadow-12**``: bold or as code, as notes in Markdown have it."""
    for match in match_at_anchors(context.folded, _LABELS, _SET_OFF):
        value = context.text[match.start("value") : match.end("value")]
        if _is_made(value):
            yield propose(context, "SECRET", *match.span("value"), "secret.set_off", source="label")


def find_directives(context: Context) -> Iterable[Candidate]:
    """``secure_link_secret walnut-71;``: nothing but a blank behind a name that says what follows."""
    for match in context.scan(_DIRECTIVE):
        value = match["value"]
        if (
            grade_name(match["name"]) in ("password", "token")
            and _is_made(value)
            and not _HOST.fullmatch(value)
            and not (_NUMBERED.fullmatch(value) and is_common_word(value[:-1].lower()))
        ):
            yield propose(
                context, "SECRET", *match.span("value"), "secret.directive", tier="soft", source="label"
            )


RULES: dict[str, Rule] = {
    "secret.word_row": Rule(find_word_rows, words=_LABELS),
    "secret.below": Rule(find_below, words=_LABELS),
    "secret.behind_user": Rule(
        find_behind_user,
        (
            r"[a-z0-9*`\"'][ \t]+(?:/|\||:|→|->)[ \t]+[!-~]*[0-9]",
            r"(?:creds?|credentials|login|access)[ \t]*[:=]",
        ),
    ),
    "secret.behind_manager": Rule(
        find_behind_manager,
        (r"(?:^|[^a-z])(?:admin|administrator|root|pi|guest)[ \t]*[:/][ \t]*[!-~]*[0-9]",),
    ),
    "secret.beside_user": Rule(find_beside_user, (r"(?:pass ?word|pass|pw|pwd|passcode) [!-~]{0,63}[0-9]",)),
    "secret.set_off": Rule(find_set_off, (r"[ \t](?:[*]{2}|`)[^\s`*]+(?:[*]{2}|`)",)),
    "secret.directive": Rule(
        find_directives, (r"(?:pass|pwd|secret|token|key|auth)[0-9a-z]*[ \t]+[^\s=:]*[0-9]",)
    ),
    "secret.foreign": Rule(find_foreign, words=_load_foreign()),
}

EXAMPLES: dict[str, tuple[Example, ...]] = {
    "secret.word_row": (
        Example("password: maple tractor seven owls", ("maple tractor seven owls",)),
        Example("wifi password is purple monkey dishwasher lamp\n", ("purple monkey dishwasher lamp",)),
        Example("密码：maple tractor owl", ("maple tractor owl",)),
        Example("Password: please enter your new password\npassword: must be at least eight characters"),
        Example("the password is stored hashed elsewhere\npassword: maple tractor"),
    ),
    "secret.below": (
        Example("Password:\n  hunter22x\n", ("hunter22x",)),
        Example("Password:\nSalem-Oregon battery 77!\n", ("Salem-Oregon battery 77!",)),
        Example("Wi-Fi password\n\nplum7tree!\n密码\nqm7kd92x", ("plum7tree!", "qm7kd92x")),
        Example(
            "Password:\nroot@web1:~#\npassword:\n  minLength: 8\nForgot password\nHelp\nPassword\nSection4"
        ),
    ),
    "secret.behind_user": (
        Example("vpn: jquill / hunter22x", ("hunter22x", "jquill")),
        Example("Portal log-in\njquill / hunter22x", ("hunter22x", "jquill")),
        Example("Office login jquill / hunter22x, then call", ("hunter22x", "jquill")),
        Example("creds: jquill:Peb8le!Stone77", ("Peb8le!Stone77", "jquill")),
        Example(
            "input / output22\nadmin / see4\nlogin: page / https://a.example/x1\nserver - eu / us-east-1"
        ),
    ),
    "secret.behind_manager": (
        Example(
            "NAS: admin / Fenwick_Dawn82\ncamera admin:cam3ra!North\n路由器：admin / tulip-Harbor-93，好",
            ("Fenwick_Dawn82", "cam3ra!North", "tulip-Harbor-93"),
        ),
        Example("Role: admin / user-2\nserver root: /var/www2\nPages: guest / Section\nrouter admin/see4me"),
    ),
    "secret.beside_user": (
        Example(
            "log in as jquill with password hunter22, user jquill pw plum77tree", ("hunter22", "plum77tree")
        ),
        Example("the login is jo@example.com with the password larkSong7.", ("larkSong7",)),
        Example("user jquill forgot password; user v2 password reset, account a password field"),
    ),
    "secret.set_off": (
        Example("password **sunny-Meadow-12** or password `cedarFox12`", ("sunny-Meadow-12", "cedarFox12")),
        Example("the password `hash` is a password **field**"),
    ),
    "secret.directive": (
        Example(
            "  secure_link_secret walnut-brook-71;\nrequirepass plum77tree", ("walnut-brook-71", "plum77tree")
        ),
        Example("line vty 0 4\n password vtyLark8\n", ("vtyLark8",)),
        Example("ssl_certificate_key /etc/ssl/a1.key;\nauth_token expires\nset-token us-east-1"),
    ),
    "secret.foreign": (
        Example("contraseña: girasol\nmot de passe : Soleil99", ("girasol", "Soleil99")),
        Example(
            "пароль: zima77, 비밀번호는 bada99x, パスワード：sakura88x", ("zima77", "bada99x", "sakura88x")
        ),
        Example("Passwort vergessen? senha: obrigatória, mot de passe oublié, wachtwoord: vereist a"),
    ),
}
