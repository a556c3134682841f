"""E-mail addresses, and the credentials inside URLs (CONTRACT b.3, DESIGN 5)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.identifiers.anchors import search_around_anchors
from shotveil.core.clues.proposal import propose
from shotveil.core.clues.secrets.values import is_placeholder, is_strong
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate
from shotveil.core.stream.model import INLINE_GAP

_LATIN: Final = "a-z\u00df-\u024f"
_LOCAL_END: Final = compile_late(rf"[0-9{_LATIN}][0-9{_LATIN}.!#$&'*+/?^_`{{|}}~\-]{{0,63}}$")
_ENCODED_LOCAL_END: Final = compile_late(rf"[0-9{_LATIN}](?:[0-9{_LATIN}._+\-]|%2b|%2e){{0,63}}$")
_DOMAIN: Final = compile_late(
    rf"(?:[0-9{_LATIN}](?:[0-9{_LATIN}\-]{{0,61}}[0-9{_LATIN}])?\.){{1,6}}(?:xn--[0-9a-z\-]{{2,40}}|[a-z]{{2,24}})(?![0-9a-z])"
)
_OTHER_SCRIPT_DOMAIN: Final = compile_late(
    r"[0-9a-z\u0400-\u04ff\u0590-\u05ff\u0600-\u06ff\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af\-]{1,40}"
    r"\.(?:中国|公司|网络|网址|香港|台湾|рф|укр|бел|한국|みんな|example|com|net|org|cn)(?![0-9a-z])"
)
_CUT_DOMAIN: Final = compile_late(r"(?P<head>[0-9a-z.\-]{1,40})\ue001(?P<rest>[0-9a-z.\-]{2,40})")
_ENCODED_AT: Final = compile_late(r"%(?:25){0,3}40")
_PICTURE_SCALE: Final = compile_late(r"\d(?:\.\d)?x\.")
_PICTURE_ENDING: Final = compile_late(r"\.(?:png|jpe?g|gif|webp|svg|avif|bmp|tiff?|heic)$")
_SPELLED: Final = compile_late(
    r"[0-9a-z][0-9a-z._+\-]{0,40}"
    r"(?:[ \t]?[(\[{<]?[ \t]?(?:dot|点)[ \t]?[)\]}>]?[ \t]?[0-9a-z._+\-]{1,40}){0,3}"
    r"[ \t]?(?:[(\[{<][ \t]?(?:at|@)[ \t]?[)\]}>]|[ \t]at[ \t]|[ \t]?@[ \t]?|艾特|#at#)[ \t]?"
    r"[0-9a-z\-]{1,40}(?:(?:[ \t]?[(\[{<][ \t]?(?:dot|\.)[ \t]?[)\]}>]|[ \t](?:dot|点)[ \t]|"
    r"[ \t]?\.[ \t]?|[ \t]?点[ \t]?)"
    r"[ \t]?[0-9a-z\-]{2,24}){1,4}"
)
_PLAIN: Final = compile_late(r"[0-9a-z][0-9a-z._+\-]*@[0-9a-z\-]+(?:\.[0-9a-z\-]{2,24}){1,4}(?=\.?[ \t])")
_AT_WORDS: Final = ("(at)", "[at]", "{at}", "( at )", "[ at ]", "{ at }")
_BRACKETED_AT: Final = compile_late(
    r"[0-9a-z][0-9a-z._+\-]{0,40}[ \t]?[(\[{][ \t]?at[ \t]?[)\]}][ \t]?[0-9a-z\-]{1,40}"
    r"(?:[ \t]?[(\[{][ \t]?dot[ \t]?[)\]}][ \t]?[0-9a-z\-]{2,24}|\.[0-9a-z\-]{2,24}){1,4}"
)
_AUTHORITY: Final = compile_late(r"[a-z][a-z0-9+.\-]{1,20}(?:\\?:|%3a)(?:\\{0,2}/){2}")
_CUT_PASSWORD: Final = compile_late(r"[^:@.]{1,40}:(?!\d{2,5}\Z)[^:@]{0,200}\Z")
"""A user and the begin of a password at the end of a line of a screen; a port is none."""

_HOOK_URL: Final = compile_late(r"https?://[a-z0-9.\-]*(?P<path>/[^\s\"'<>\ue000]{16,240})")
_HOOK_FIELD: Final = compile_late(
    r"(?i)hook[\w\-]{0,24}[\"']?[ \t]{0,3}[:=][ \t]{0,3}[\"']?https?://[^\s/\"'<>]{3,80}(?P<path>/[^\s\"'<>,;\ue000]{16,240})"
)


def _leave_ending(folded: str, start: int, end: int) -> int:
    """End of a domain without the ending of a picture's name; its start where it is only such a name."""
    ending = _PICTURE_ENDING.search(folded, start, end)
    if ending is None:
        return end
    if _PICTURE_SCALE.match(folded, start, end) or not _DOMAIN.fullmatch(folded, start, ending.start()):
        return start
    return ending.start()


def _leave_sentence(text: str, start: int, end: int) -> int:
    """End of a domain before a Chinese full stop, where a plain point stood already in it."""
    stop = text.find("。", start, end)
    return stop if stop >= 0 and "." in text[start:stop] else end


def find_userinfos(folded: str) -> Iterator[tuple[int, int, int]]:
    """User infos of URLs: (start, start of the password, end before ``@``).

    Without a password the second value equals the end. Shell-escaped signs (``https\\://``) are read too.
    """
    position = 0
    while (slashes := folded.find("//", position)) >= 0 or (slashes := folded.find("/\\/", position)) >= 0:
        position = slashes + 2
        head = folded[max(0, slashes - 26) : position]
        ends = [match.end() for match in _AUTHORITY.finditer(head)]
        if not ends or ends[-1] < len(head) - 1:
            continue
        start = position + (1 if folded.startswith("/", position) else 0)
        yield from _read_userinfo(folded, start)


def _read_userinfo(folded: str, start: int) -> Iterator[tuple[int, int, int]]:
    end = _skip_userinfo(folded, start)
    while folded.startswith(INLINE_GAP, end) and _CUT_PASSWORD.match(folded, start, end):
        end = _skip_userinfo(folded, end + 1)
    at = folded.rfind("@", start, end)
    if at <= start:
        return
    stop = at
    while stop > start and folded[stop - 1] == "\\":
        stop -= 1
    colon = _password_colon(folded, start, stop)
    yield start, (stop if colon < 0 else colon + 1), stop


def _skip_userinfo(folded: str, start: int) -> int:
    """End of what may be a user info or host: the first blank, quote, slash or break."""
    end = start
    limit = min(len(folded), start + 512)
    while end < limit and folded[end] not in " \t\r\n\"'<>/?\ue000\ue001`|":
        end += 1
    return end


def _password_colon(folded: str, start: int, stop: int) -> int:
    """The colon between user and password: behind an ``@`` when the user is an e-mail address."""
    inner = folded.rfind("@", start, stop)
    return folded.find(":", inner if inner >= 0 else start, stop)


def _each_at(folded: str) -> Iterator[tuple[int, int, bool]]:
    """Plain and percent-encoded at signs: (start, end, encoded)."""
    position = folded.find("@")
    while position >= 0:
        yield position, position + 1, False
        position = folded.find("@", position + 1)
    if "40" in folded and "%" in folded:
        for match in _ENCODED_AT.finditer(folded):
            yield match.start(), match.end(), True


def find_emails(context: Context) -> Iterable[Candidate]:
    """E-mail addresses: plus parts, accented and other scripts' domains, %40 and %2540, glued to Chinese."""
    folded = context.folded
    if "@" not in folded and "%" not in folded:
        return
    userinfo_ends = {stop for _, _, stop in find_userinfos(folded)}
    for at, after, encoded in _each_at(folded):
        if at in userinfo_ends:
            continue
        pattern = _ENCODED_LOCAL_END if encoded else _LOCAL_END
        window = max(0, at - 64)
        local = pattern.search(folded, window, at)
        if local is None:
            continue
        after += folded.startswith(INLINE_GAP, after)
        end = _leave_sentence(context.text, after, _leave_ending(folded, after, _read_domain(folded, after)))
        if end == after:
            continue
        start = _trim_local(folded, local.start(), at)
        if start == local.start() > 2 and folded[start - 1] == INLINE_GAP and folded[start - 2] in "._-+":
            # The name is cut at a sign: its head stands before the box edge.
            head = pattern.search(folded, max(0, start - 41), start - 1)
            start = _trim_local(folded, head.start(), start - 1) if head else start
        if folded[start:at] == "git" and (folded.startswith(":", end) or "://" in folded[start - 6 : start]):
            continue
        yield propose(context, "EMAIL", start, end, "email.address", validated=True)


def _read_domain(folded: str, start: int) -> int:
    """End of the domain that begins at ``start``, over one box edge where it would else be cut; or start."""
    domain = _DOMAIN.match(folded, start) or _OTHER_SCRIPT_DOMAIN.match(folded, start)
    end = domain.end() if domain else start
    cut = _CUT_DOMAIN.match(folded, start)
    if cut and (domain is None or cut["rest"].startswith(".")) and cut.end("head") >= end:
        joined = _DOMAIN.match(cut["head"] + cut["rest"])
        if joined and joined.end() > len(cut["head"]):
            return start + joined.end() + 1
    return end


def _trim_local(folded: str, start: int, at: int) -> int:
    """Leave out what only leads to the address: ``mailto:``, ``?u=``, a quote or slash."""
    for sign in "/?#|=&{}`*!$^":
        cut = folded.rfind(sign, start, at)
        if cut >= 0 and cut + 1 < at:
            start = cut + 1
    while start < at and folded[start] in ".'-_+~":
        start += 1
    return start


def find_spelled_emails(context: Context) -> Iterable[Candidate]:
    """``name (at) host (dot) com`` anywhere; ``name at host dot com`` and ``name @ host . com`` by label."""
    folded = context.folded
    for match in search_around_anchors(folded, _AT_WORDS, _BRACKETED_AT, 48, 140):
        yield propose(context, "EMAIL", match.start(), match.end(), "email.spelled", tier="soft")
    for hit in context.labelled("EMAIL"):
        spelled = _SPELLED.search(folded, hit.value_start, hit.value_end)
        if spelled and spelled.start() - hit.value_start <= 16:
            start, end = spelled.span()
            if _PLAIN.match(folded, start):
                continue  # an address as any other, and the next sentence
            end = _leave_sentence(context.text, max(start, folded.find("@", start, end)), end)
            yield propose(context, "EMAIL", start, end, "email.spelled", source="label")


def find_url_credentials(context: Context) -> Iterable[Candidate]:
    """The password of a URL's user info, or its lone token; ``git@`` and lone short users are none."""
    folded = context.folded
    if "@" not in folded or "/" not in folded:
        return
    for start, secret, stop in find_userinfos(folded):
        value = folded[secret:stop]
        if secret < stop:
            if not _is_placeholder(value):
                yield propose(context, "SECRET", secret, stop, "secret.url_password")
            user = folded[start : secret - 1].rstrip("\\")
            if user and not _is_placeholder(user) and "@" not in user and user not in _NO_ACCOUNTS:
                yield propose(context, "USER", start, start + len(user), "user.url", tier="soft")
        elif stop - start >= 8 and any(char.isdigit() for char in folded[start:stop]):
            yield propose(context, "SECRET", start, stop, "secret.url_token", tier="soft")


def find_hook_urls(context: Context) -> Iterable[Candidate]:
    """Web hooks: a URL of a hook (or in a hook's field) whose path ends in what no word is."""
    text = context.text
    for match in search_around_anchors(context.folded, ("hook", "/services/t"), _HOOK_URL, 80, 240):
        parts = [part for part in re.split(r"[/?=&]", match["path"]) if part]
        if parts and is_strong(parts[-1], shortest=16) and not is_placeholder(parts[-1]):
            start, end = match.span("path")
            yield propose(context, "SECRET", start, end, "secret.hook_url", tier="soft")
    if "hook" not in context.folded:
        return
    for match in _HOOK_FIELD.finditer(text):
        parts = [part for part in re.split(r"[/?=&]", match["path"]) if part]
        if parts and is_strong(parts[-1], shortest=16):
            yield propose(context, "SECRET", *match.span("path"), "secret.hook_url", tier="soft")


_NO_ACCOUNTS: Final = frozenset(
    {"git", "root", "user", "username", "admin", "postgres", "token", "oauth2", "x-token-auth", "default",
     "neo4j", "elastic", "sa", "guest"}
)  # fmt: skip
"""What stands for a user in addresses and is none, and accounts that a program comes with."""


def _is_placeholder(value: str) -> bool:
    return bool(
        re.fullmatch(r"[<\[{$%*].*|x{2,}|\*+|pass(?:word|wd)?|pwd|your.*|user(?:name)?|secret|token", value)
    )


RULES: dict[str, Rule] = {
    "email.address": Rule(find_emails, ("%(?:25){0,3}40",), words=("@",)),
    "email.spelled": Rule(find_spelled_emails, words=_AT_WORDS, labels=("EMAIL",)),
    "secret.url": Rule(find_url_credentials, words=("@",)),
    "secret.hook_url": Rule(find_hook_urls, words=("hook", "/services/t")),
}

EXAMPLES: dict[str, tuple[Example, ...]] = {
    "email.address": (
        Example("mail ann.lee+shop@mail.example.com.", ("ann.lee+shop@mail.example.com",)),
        Example("备用邮箱wu88@example.cn与he_9@example.cn已停用", ("wu88@example.cn", "he_9@example.cn")),
        Example("to kim@bücher.example or kim@xn--bcher-kva.example",
                ("kim@bücher.example", "kim@xn--bcher-kva.example")),
        Example("GET /cb?u=kim%40example.com&v=kim%2540example.com HTTP/1.1",
                ("kim%40example.com", "kim%2540example.com")),
        Example("邮箱 ann＠example．com，", ("ann@example.com",)),
        Example("icon@2x.png and lodash@4.17.21, page@3f2a.31407.jpeg, frame@12.webp"),
        Example("open ann.lee@example.com.png", ("ann.lee@example.com",)),
        Example("git clone git@git.example.com:team/app.git"),
        Example("mysql://app:pw9x@db.example.com/shop and https://kim7@git.example.com/x"),
    ),
    "email.spelled": (
        Example("write kim [at] example [dot] com", ("kim [at] example [dot] com",)),
        Example("meet at example dot com head office"),
        Example("mail kim@example.com. My dog", ()),
    ),
    "secret.hook_url": (
        Example("WEBHOOK: https://hooks.example/services/T0FAKE/B0FAKE/fakeHook66bbCCddEE11",
                ("/services/T0FAKE/B0FAKE/fakeHook66bbCCddEE11",)),
        Example("https://docs.example/webhooks/getting-started-with-hooks"),
    ),
    "secret.url": (
        Example("postgres://app:s3cr3tPa55@db.example/shop", ("s3cr3tPa55", "app")),
        Example("https://ghp9xTok3nValue@git.example/x.git", ("ghp9xTok3nValue",)),
        Example("https\\://bot\\:tok3n77\\@git.example/x", ("tok3n77", "bot")),
        Example("ssh://git@git.example/y.git"),
        Example("https://user:${PASS}@host.example/"),
    ),
}  # fmt: skip
