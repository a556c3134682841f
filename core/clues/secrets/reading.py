"""How a value lies behind the name of its field: the separator, the quotes, where an unquoted one ends."""

from __future__ import annotations

import re
from typing import Final

from shotveil.core.patterns import compile_late
from shotveil.core.stream.model import HARD_BREAK

SEPARATOR: Final = compile_late(
    r"(?P<close>\\{0,3}[\"'`*]{0,3}(?:\[\d{0,4}\])?[\])]{0,2}(?:&quot;)?)[ \t\ue001]{0,16}"
    r"(?P<type>:[ \t]{0,3}[&*]?(?:[A-Za-z_][\w.]{0,30}(?:[<\[][\w, .|"
    r"\[\]<>]{0,40}[>\]])?\??)(?:[ \t]\|[ \t][\w.]{1,20})?(?:[ \t]{1,3}(?==(?!=))|(?==[ \t]?[\"'`])))?"
    r"(?P<sep>[!=]==?|=>|:=|\?=|\|\|=|\+=|->|<-|~=|[=:：＝]{1,2}|%3[ADad]|&equals;|(?<=[\"'`])[ \t]{0,3},|"
    r",(?=[ \t]?[\"'])|\|(?=[ \t])|"
    r"[ \t\ue001](?:is|was|are|to|为|是)[ \t:：\ue001]|>(?=[^<>\n]{3,}<)|\((?=[\"'`])|"
    r"[\"'](?:[ \t]+type=[\"']\w+[\"'])?[ \t]+value=)"
)
_DEFINED: Final = compile_late(r"(?P<close>)(?P<type>)(?P<sep>[ \t]+)")
_BLANKS: Final = compile_late(r"[ \t\ue001]{0,40}")
_TAGS: Final = compile_late(r"(?:[ \t]{0,4}</?[a-z][^<>\n]{0,80}>){1,4}(?=[^\s<])")
_BLOCK_SCALAR: Final = compile_late(
    r"[|>][+\-]?\d?[ \t]*\r?\n[ \t]+(?P<value>[^\s\ue000]{6,})[ \t]*(?=\r?\n|\ue000|$)"
)
_OPENING: Final = compile_late(
    r"(?:(?:new[ \t]+)?(?:[A-Za-z_]{1,20}[.:]{1,2}){0,2}(?:[Ss]tring|str|bytes|bytearray|from|SecretStr|"
    r"Secret|SecureString|b64decode|"
    r"[A-Za-z0-9]*[Dd]ecode|\[\]byte|Some|require|Redacted|wstring|TEXT|_T)\((?=[\"'`]|[a-z]{0,2}[\"']|"
    r"new[ \t])){0,2}(?:\|[ \t]*\n[ \t]*)?"
    r"(?:[bBrRuUfFL@$]{0,2})?(?P<quote>\\{0,3}(?:\"\"\"|'''|[\"'`]|&quot;|\*\*(?=[^\s*])|“|「|‘))"
)
_ARRAY: Final = compile_late(
    r"(?:new[ \t]+)?(?:byte|char|uint8_t|int|u8|unsigned char)?[ \t]{0,3}"
    r"(?:\[[ \t]?\d*\][ \t]{0,2})?[=]?[ \t]{0,3}[({\[&]{1,2}[ \t]*"
    r"(?P<body>(?:[ \t]*\(?(?:byte\)[ \t]*)?(?:0x[0-9A-Fa-f]{1,2}|-?\d{1,3})[ \t]*,){7,}[^\n\r}\])\ue000]*)"
)
_BRACED: Final = compile_late(r"\{(?P<value>(?=[^{}\s;]*\d)[^{}\s;\"']{4,64})\}(?=[;\"'\ue000]|$)")
_UNQUOTED: Final = compile_late(
    r"[^\s\"'`<>\ue000\ue001，；。“”「」]{1,512}(?:\"[^\s\"\ue000\ue001]{0,512})?"
)
_LONG_UNQUOTED: Final = compile_late(r"[0-9A-Za-z+/_\-.~%]{512,32768}={0,2}")
_FOLLOWING_NAME: Final = compile_late(r",[^\s,:=]{1,32}[:=]|&(?:amp;)?[A-Za-z_][\w.\-]{0,30}=")
_FOLLOWING_ENCODED: Final = compile_late(r"%26|&")
_BRACKETS: Final = {"(": ")", "[": "]", "{": "}"}
_AROUND: Final = {"](": "[", "）": "（", "】": "【", "》": "《"}
"""What closes the text of a link or a full-width bracket, where that opened before the value."""
_NEAR: Final = 120
"""Characters before a value in which such a bracket opens."""


_DEFINERS: Final = ("#define", "setenv", "ENV", "ARG", "set_header", "add_header")


def match_define(text: str, left: int, right: int) -> re.Match[str] | None:
    """``#define NAME value``, ``add_header NAME value``: the blank is the separator."""
    if text[max(0, left - 12) : left].rstrip().endswith(_DEFINERS):
        return _DEFINED.match(text, right)
    return None


def read_value(text: str, position: int, *, encoded: bool) -> tuple[int, int, bool] | None:
    """Value behind a separator: (start, end, quoted); None when there is none."""
    blanks = _BLANKS.match(text, position)
    position = blanks.end() if blanks else position
    tags = _TAGS.match(text, position)
    position = tags.end() if tags else position
    scalar = _BLOCK_SCALAR.match(text, position)
    if scalar:
        return scalar.start("value"), scalar.end("value"), True
    array = _ARRAY.match(text, position)
    if array:
        return array.start("body"), array.start("body") + len(array["body"].rstrip()), True
    opening = _OPENING.match(text, position)
    if opening:
        return _read_quoted(text, opening.end(), opening["quote"])
    braced = _BRACED.match(text, position)
    if braced:
        return braced.start("value"), braced.end("value"), True
    match = _LONG_UNQUOTED.match(text, position) or _UNQUOTED.match(text, position)
    if match is None:
        return None
    start, end = match.start(), trim_unquoted(text, match.start(), match.end(), encoded=encoded)
    return (start, end, False) if end > start else None


def _read_quoted(text: str, start: int, quote: str) -> tuple[int, int, bool] | None:
    close = {"“": "”", "「": "」", "‘": "’"}.get(quote, quote)
    limit = min(len(text), start + 8192)
    hard_end = text.find(HARD_BREAK, start, limit)
    limit = hard_end if hard_end >= 0 else limit
    line_end = text.find("\n", start, limit)
    multi = len(close) >= 3 and close[-1] in "\"'" and "\\" not in close
    end = limit if multi or line_end < 0 else line_end
    position = start
    while True:
        found = text.find(close, position, end)
        if found < 0:
            # An unclosed quote: the value ends with its line.
            return (start, start + len(text[start:end].rstrip()), True) if end - start < 4096 else None
        slashes = 0
        while found - slashes - 1 >= start and text[found - slashes - 1] == "\\":
            slashes += 1
        if "\\" in close or slashes % 2 == 0:
            return start, found, True
        position = found + 1


def trim_unquoted(text: str, start: int, end: int, *, encoded: bool = False) -> int:
    """Cut an unquoted value where the next field, a bracket of the line or its punctuation begins."""
    value = text[start:end]
    for cut in (";", "\\n", "\\r", "\\t", "\\u", "&quot;", "&#", "|", "<br"):
        at = value.find(cut)
        if at > 0:
            value = value[:at]
    for closer, opener in _AROUND.items():
        at = value.find(closer)
        if at > 0 and opener in text[max(text.rfind("\n", 0, start) + 1, start - _NEAR) : start]:
            value = value[:at]
    following = (_FOLLOWING_ENCODED if encoded else _FOLLOWING_NAME).search(value)
    if following:
        value = value[: following.start()]
    value = value.rstrip('\\"')
    while value and value[-1] in ',.:)]}!?"' and not _is_balanced(value):
        value = value[:-1]
    return start + len(value)


def trim_enclosed(text: str, start: int, end: int) -> int:
    """Cut a value at the bracket that closes what stands around it, and the punctuation of its sentence."""
    opened: list[str] = []
    for place in range(start, end):
        sign = text[place]
        if sign in _BRACKETS:
            opened.append(_BRACKETS[sign])
        elif sign in ")]}" and (not opened or opened.pop() != sign):
            end = place
            break
    return start + len(text[start:end].rstrip(".:!?"))


def _is_balanced(value: str) -> bool:
    last = value[-1]
    opener = {")": "(", "]": "[", "}": "{"}.get(last)
    if opener:
        return value.count(opener) >= value.count(last)
    return last == "!" and bool(re.search(r"\d", value))
