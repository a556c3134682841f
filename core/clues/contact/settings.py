"""Account names in files of settings: ``smtp_user = kim``, ``User kim`` under ``Host``, ``<user>`` (USER)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from shotveil.core.clues.contact.users import ACCOUNT, SYSTEM_ACCOUNT, is_nobody, is_shared_account
from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.identifiers.anchors import search_around_anchors
from shotveil.core.clues.proposal import propose
from shotveil.core.clues.secrets.values import is_code, is_placeholder
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_SETTING: Final = compile_late(
    r"[a-z0-9_.\-]{0,40}?(?:username|user|login)[\"']?"
    r"(?:[ \t]{0,3}:[ \t]{1,4}|=|[ \t]{0,3}=[ \t]{0,3}(?=[\"']))"
    r"[\"']?(?P<name>[a-z][a-z0-9_.@\-]{1,40})[\"']?[ \t\r]*(?=[\n;\ue000]|$)"
)
_ELEMENT: Final = compile_late(r"<(?:user|username|login|user_name)>(?P<name>[^<>\s]{2,60})</")
_BARE: Final = compile_late(
    r"(?:^|(?<=[\n\ue000]))[ \t]{0,12}[a-z0-9_.\-]{0,24}?(?:user(?:[ _]?name)?|login|uid|identity)"
    r"(?:[ \t]{1,12}=[ \t]{1,12}|=[ \t]?(?=\"))\"?"
    r"(?P<name>[a-z][a-z0-9_.@\-]{1,40})\"?(?=[ \t\r]*(?:[\n\ue000]|$))"
)
_PASSWORD_LINE: Final = compile_late(
    r"(?:^|\n)[ \t]*[a-z0-9_.\-]{0,24}(?:pass(?:word|wd|phrase)?|pwd|secret|token)[ \t]{0,12}[:=]"
)
_SSH_USER: Final = compile_late(
    r"(?:^|(?<=[\n\ue000]))[ \t]{0,12}User(?:[ \t]{1,8}|[ \t]?=[ \t]?)"
    rf"(?P<name>{SYSTEM_ACCOUNT})(?=[ \t\r]*(?:[\n\ue000]|$))"
)
_SSH_LINE: Final = compile_late(
    r"(?:^|[\n\ue000])[ \t]*(?:Host[ \t]+\S|Match[ \t]+(?:host|user|exec|all)\b"
    r"|HostName[ \t=]|IdentityFile[ \t=]|ProxyJump[ \t=]|Port[ \t=]+\d)"
)
_KEY_COMMENT: Final = compile_late(
    r"(?:(?:ssh-(?:rsa|ed25519|dss)|ecdsa-sha2-nistp[0-9]{3}) aaaa[0-9a-z+/=]{30,1200}"
    r"|sha256:[0-9a-z+/]{43}=?)[ \t]+"
    rf"(?P<name>{SYSTEM_ACCOUNT})@[a-z0-9.\-]+"
)
"""The comment behind a public key or its fingerprint: who made it, and where."""
_CLUSTER: Final = compile_late(
    rf"-[ ]name:[ ]{{1,3}}[\"']?(?P<name>{ACCOUNT})[\"']?[ \t]*\r?\n[ \t]+user:[ \t]*(?:\{{|\r?\n)"
    rf"|context:[ \t]*\{{[^{{}}\n]{{0,120}}?user:[ ]?(?P<flow>{ACCOUNT})(?=[ ]?[,}}])"
)
"""Users of a configuration of Kubernetes."""
_ARN: Final = compile_late(
    r"arn:aws[a-z\-]*:iam::[0-9]{12}:(?:user|mfa)/(?:[\w\-]{1,64}/){0,4}(?P<name>[a-z][\w.+\-]{1,63})(?![\w@/])"
)
_PASSWD: Final = compile_late(
    rf"(?:^|(?<=[\n\ue000]))(?P<name>{SYSTEM_ACCOUNT}):"
    r"(?:x:[0-9]{1,6}:[0-9]{1,6}:|[!*x]{0,2}(?:\$[^:\n]{8,200})?:[0-9]{4,6}:)"
)
"""A line of ``/etc/passwd`` or ``/etc/shadow``."""
_DEFINED: Final = compile_late(
    rf"define\([ ]?[\"']\w{{0,20}}user(?:name)?[\"'],[ ]{{0,12}}[\"'](?P<name>{ACCOUNT})[\"']"
)
_CHPASSWD: Final = compile_late(
    rf"(?:echo|printf)[ \t]+[\"']?(?P<name>{SYSTEM_ACCOUNT}):[^\n|]{{1,80}}"
    r"\|[ \t]*(?:sudo[ \t]+)?chpasswd"
)
_DEVICE: Final = compile_late(
    rf"(?:^|(?<=[\n\ue000]))[ \t]*username[ \t]+(?P<name>{ACCOUNT})[ \t]+"
    r"(?:privilege|password|secret|role)[ \t]"
)
_NEAR: Final = 240
"""Characters on each side in which the rest of a block of settings is looked for."""


def find_user_settings(context: Context) -> Iterable[Candidate]:
    """Log-in names of settings files and XML elements: ``smtp_user = kim`` on its own line."""
    folded = context.folded
    for match in search_around_anchors(folded, ("user", "login"), _SETTING, 48, 64):
        start = match.start()
        while start > 0 and folded[start - 1] in " \t+-\"'":
            start -= 1
        if start and folded[start - 1] not in "\n\ue000" and not folded[:start].endswith(("export ", "env ")):
            continue
        if not is_nobody(match["name"]):
            yield propose(context, "USER", *match.span("name"), "user.setting", tier="soft", source="label")
    for match in search_around_anchors(folded, ("<user", "<login"), _ELEMENT, 0, 96):
        if not is_shared_account(match["name"]):
            yield propose(context, "USER", *match.span("name"), "user.element", tier="soft", source="label")


def find_block_users(context: Context) -> Iterator[Candidate]:
    """``user = kim`` beside a password, ``User kim`` in a block of the configuration of SSH."""
    for matches, text, near, rule in (
        (context.scan_folded(_BARE), context.folded, _PASSWORD_LINE, "user.beside_password"),
        (context.scan(_SSH_USER), context.text, _SSH_LINE, "user.ssh_config"),
    ):
        for match in matches:
            name = match["name"]
            if is_nobody(name) or is_placeholder(name) or (is_code(name) and "@" not in name):
                continue
            if near.search(text, max(0, match.start() - _NEAR), match.end() + _NEAR):
                yield propose(context, "USER", *match.span("name"), rule, tier="soft", source="label")


_TOLD: Final = (
    (_KEY_COMMENT, "user.key_comment"),
    (_CLUSTER, "user.cluster"),
    (_ARN, "user.arn"),
    (_PASSWD, "user.passwd"),
    (_DEFINED, "user.defined"),
    (_CHPASSWD, "user.chpasswd"),
    (_DEVICE, "user.device"),
)


def find_told_users(context: Context) -> Iterator[Candidate]:
    """Who made a key of SSH, uses a cluster, or stands in a policy of a cloud or a list of accounts."""
    for pattern, rule in _TOLD:
        for match in context.scan_folded(pattern):
            group = match.lastgroup or "name"
            if not is_shared_account(match[group]) and not is_placeholder(match[group]):
                yield propose(context, "USER", *match.span(group), rule, tier="soft", source="label")


RULES: dict[str, Rule] = {
    "user.setting": Rule(
        find_user_settings, (r"(?:user|username|login)[\"']?[ \t]{0,3}[:=]", "<(?:user|login)")
    ),
    "user.block": Rule(
        find_block_users,
        (r"(?:user(?:[ _]?name)?|login|uid|identity)[ \t]*=[ \t\"]",),
        written=(r"(?:^|[ \t])User[ \t=]+[a-z_]",),
    ),
    "user.told": Rule(
        find_told_users,
        (
            "(?:ssh-(?:rsa|ed25519|dss)|ecdsa-sha2-nistp[0-9]{3}) aaaa",
            "sha256:[0-9a-z+/]{43}=? [a-z_]",
            "-[ ]name:[ ]",
            r"^[ \t]+user:[ \t]*(?:\{|\r|$)",
            r"context:[ \t]*\{",
            ":iam::[0-9]{12}:(?:user|mfa)/",
            rf"^[\x{{e000}}]?{SYSTEM_ACCOUNT}:[!*x$]",
            r"define\([ ]?[\"'][0-9a-z_]{0,20}user",
            "chpasswd",
            r"username[ \t]+[a-z0-9._\-]+[ \t]+(?:privilege|password|secret|role)",
        ),
    ),
}

EXAMPLES: dict[str, tuple[Example, ...]] = {
    "user.told": (
        Example(
            "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFAKEfakeFAKEfakeFAKEfakeFAKEfake0918 jquill@laptop",
            ("jquill",),
        ),
        Example(
            "users:\n- name: hquill\n  user:\n    token: x\ncontext: {cluster: a, user: hquill}", ("hquill",)
        ),
        Example("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFAKEfakeFAKEfakeFAKEfakeFAKEfake0918 root@laptop"),
        Example(
            "arn:aws:iam::111122223333:mfa/jquill define( 'DB_USER', 'hquill' )\nmquill:x:1000:1000::/:/bin",
            ("jquill", "hquill", "mquill"),
        ),
        Example("arn:aws:iam::111122223333:role/deploy\nroot:x:0:0:root:/root:/bin/sh\nnote:x:1\nfile:!x"),
        Example("- name: build\n  uses: a/b\n- name: test\n  users: 3\ncontext: {cluster: a, user: admin}"),
    ),
    "user.setting": (
        Example("[mail]\nsmtp_user=mquill7\n<username>mquill8</username>", ("mquill7", "mquill8")),
        Example('"DefaultUserName"="mquill9"', ("mquill9",)),
        Example("user = current_user\nlogin: true"),
    ),
    "user.block": (
        Example("[client]\nuser = jquill\npassword = hunter22x", ("jquill", "hunter22x")),
        Example("Host bastion\n  HostName b.example.com\n  User hquill\n", ("hquill",)),
        Example("Host *\n  User git\n\nUser guide\n  User stories\nuser = current\nname = x"),
        Example("user = get_user\npassword = x\nuser = request.user\npassword = None"),
    ),
}
