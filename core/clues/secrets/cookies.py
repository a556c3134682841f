"""Cookies one by one: headers in a text or in a field of a document, jars of browsers and of curl."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.identifiers.anchors import match_at_anchors
from shotveil.core.clues.proposal import propose
from shotveil.core.clues.secrets.names import load_words, split_name
from shotveil.core.clues.secrets.reading import trim_enclosed
from shotveil.core.clues.secrets.values import is_strong, is_written_out
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate
from shotveil.core.stream.model import Unit

_HEADER: Final = compile_late(
    r"(?i)(?<![a-z\-])(?:set-)?cookie\\?[\"']?[ \t]{0,3}[:=][ \t]{0,3}\\?[\"']?(?P<pairs>[^\n\"']{6,4000})"
)
_JAR_SIGNS: Final = ("\tTRUE\t", "\tFALSE\t")
_JAR_LINE: Final = compile_late(
    r"\t(?:TRUE|FALSE)\t[^\t\n]{1,200}\t(?:TRUE|FALSE)\t\d{1,16}\t[^\t\n]{1,100}\t(?P<value>[^\s\ue000]{6,4000})"
)
_PAIR: Final = compile_late(
    r"(?P<name>[0-9A-Za-z_.\-]{1,64})="
    r"(?P<value>(?:[^;,\s\ue000\ue001\"'`<>|\u3000-\u303f\uff00-\uffef]|\|(?![A-Za-z_][\w.\-]{0,30}=)){6,2000})"
)
_JAR: Final = compile_late(
    r"cookies?(?:_?jar)?[\"']?[ \t]{0,3}[:=][ \t]{0,3}(?:dict\()?\{(?P<entries>[^{}\ue000]{6,4000})\}"
)
_ENTRY: Final = compile_late(
    r"(?P<q>[\"']?)(?P<name>\b[0-9A-Za-z_.\-]{1,64})(?P=q)[ \t]{0,3}:[ \t]{0,3}"
    r"(?P<v>[\"'])(?P<value>[^\"'\s\ue000]{6,2000})(?P=v)"
)
_PUT: Final = compile_late(
    r"cookies?(?:_?jar)?(?:\.\w{2,12})?[\[(][ \t]{0,3}(?P<q>[\"'])(?P<name>[0-9A-Za-z_.\-]{1,64})(?P=q)"
    r"(?:\][ \t]{0,3}=|[ \t]{0,3},)[ \t]{0,3}(?P<v>[\"'])(?P<value>[^\"'\s\ue000]{6,2000})(?P=v)"
)
"""A jar in a program: a table of cookies, or one that is put into it."""
_PUBLIC: Final = frozenset(
    {"path", "domain", "expires", "max-age", "samesite", "version", "lang", "language", "locale", "tz", "key",
     "name", "comment", "priority", "partitionkey", "host", "url", "label"}
)  # fmt: skip
_TICKET: Final = compile_late(
    r"(?=[^A-Za-z]*[A-Za-z])(?=[^0-9]*[0-9]|(?=[^/]*\Z)[^A-Z]*[A-Z][^a-z]*[a-z])[!-~]{12,4000}"
)
"""What a server hands out: letters in both cases, or with digits, whether they look counted or not."""
_CHOSEN: Final = compile_late(
    r"(?=[^A-Za-z]*[A-Za-z])(?=[^0-9]*[0-9])[!-~]{6,4000}|[0-9]{16,4000}|[A-Za-z]{16,4000}"
)
"""What a cookie holds that is named after a session: no word, however short, counted or made of one kind."""
_FIELDS: Final = frozenset({"cookie", "set-cookie", "set_cookie", "setcookie"})
_JARS: Final = frozenset({"cookies", "cookie", "cookiejar", "cookie_jar"})
_LEAST: Final = 6
_JAR_WORDS: Final = ("cookie",)


def is_handed_out(name: str, value: str) -> bool:
    """Whether a cookie opens a session: its value is strong, or its name says so and the value is no word."""
    if not is_written_out(value):
        return False
    return is_strong(value) or (
        _TICKET.fullmatch(value) is not None and not load_words("session").isdisjoint(split_name(name))
    )


def _opens_session(name: str, value: str) -> bool:
    """The same of what is known to be a cookie: one that is named after a session may be short and plain."""
    if is_handed_out(name, value):
        return True
    parts = split_name(name)
    if not parts or (parts[-1] != "id" and parts[-1] in load_words("denied_tail")):
        return False  # ``auth_method=oauth2`` tells how, not who
    named = not load_words("session").isdisjoint(parts)
    return named and is_written_out(value) and _CHOSEN.fullmatch(value) is not None


def find_cookies(context: Context) -> Iterable[Candidate]:
    """The values of cookies, by their header or line; attributes and languages are none."""
    text = context.text
    for match in match_at_anchors(text, _JAR_SIGNS, _JAR_LINE, apart=False):
        if is_strong(match["value"]):
            yield propose(context, "SECRET", *match.span("value"), "secret.cookie", source="label")
    if "cookie" in context.folded:
        for header in _HEADER.finditer(text):
            yield from _find_pairs(context, *header.span("pairs"))
        for jar in match_at_anchors(text, _JAR_WORDS, _JAR, apart=False):
            for entry in _ENTRY.finditer(text, *jar.span("entries")):
                yield from _propose_cookie(context, entry)
        for put in match_at_anchors(text, _JAR_WORDS, _PUT, apart=False):
            yield from _propose_cookie(context, put)


def holds_pairs(field: str, value: str) -> bool:
    """Whether a field is a header of cookies: its secrets are the values of its pairs, not the whole."""
    return field.lower() in _FIELDS and _PAIR.match(value) is not None


def find_cookie_field(context: Context, unit: Unit) -> Iterator[Candidate]:
    """The same in a value of a document, by the names of its fields."""
    if not unit.field or unit.end - unit.start < _LEAST:
        return
    name = unit.field[-1].lower()
    if name in _FIELDS:
        yield from _find_pairs(context, unit.start, unit.end)
    in_jar = name not in _PUBLIC and len(unit.field) > 1 and unit.field[-2].lower() in _JARS
    if in_jar and _opens_session(name, context.text[unit.start : unit.end]):
        yield propose(context, "SECRET", unit.start, unit.end, "secret.cookie", source="label")


def _find_pairs(context: Context, start: int, end: int) -> Iterator[Candidate]:
    for pair in _PAIR.finditer(context.text, start, end):
        yield from _propose_cookie(context, pair)


def _propose_cookie(context: Context, pair: re.Match[str]) -> Iterator[Candidate]:
    start, end = pair.start("value"), trim_enclosed(context.text, *pair.span("value"))
    name = pair["name"].lower()
    if end - start >= _LEAST and name not in _PUBLIC and _opens_session(name, context.text[start:end]):
        yield propose(context, "SECRET", start, end, "secret.cookie", source="label")


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {"secret.cookie": Rule(find_cookies, words=("cookie", *_JAR_SIGNS))}
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "secret.cookie": (
            Example("Cookie: sid=k9Xw2Lm4Qp7RtZ; lang=en", ("k9Xw2Lm4Qp7RtZ",)),
            Example(
                "Cookie: connect.sid=s%3AabCdEf0123456789.xyz; ASP.NET_SessionId=abcdefghij0123456789klmn",
                ("s%3AabCdEf0123456789.xyz", "abcdefghij0123456789klmn"),
            ),
            Example("(Cookie: sid=abcdefgh12345678ijkl)", ("abcdefgh12345678ijkl",)),
            Example("Cookie: PHPSESSID=winter2024|ua=Kite7; lang=en2024", ("winter2024",)),
            Example("cookies = {'sessionid': 'tulip99', 'theme': 'dark2024'}", ("tulip99",)),
            Example("s.cookies['sid'] = 'tulip99'; s.cookies['theme'] = 'dark2024'", ("tulip99",)),
            Example("Cookie: session=started; auth=none; tz_session=Europe/Berlin; sid=1; remember_me=true"),
            Example("Set-Cookie: theme=dark; Path=/a1/b2c3d4e5; Domain=shop7.example.com", ()),
        ),
    }
)
