"""Letters written as the signs they resemble: ``L@rk$pur``, ``!mogen@ex@mple.com``, ``沪@6F255``.

A sign inside a word is sure enough by itself; one that only begins or ends a word, and a short word, are read
beside others that are.
"""

from __future__ import annotations

import re
from typing import Final

from shotveil.core.patterns import compile_late

_SIGNS: Final = "@$!"
LETTERS: Final = str.maketrans("01345789@$!", "oieastbgasi")
_SMALL: Final = str.maketrans(_SIGNS, "asi")
_CAPITALS: Final = str.maketrans(_SIGNS, "ASI")

_INNER: Final = r"(?:[@$](?=[0-9A-Za-z@$!])|!(?=[0-9A-Za-z@$]))"
SIGNED: Final = compile_late(
    rf"(?<![0-9A-Za-z@_/\-.$!])(?=[0-9A-Za-z]{{0,15}}{_INNER})[0-9A-Za-z@$!]{{3,16}}"
    r"(?![0-9A-Za-z@_/\-$!]|\.[A-Za-z])"
)
SIGNED_SHORT: Final = compile_late(
    r"(?<![0-9A-Za-z@_/\-.$!])(?=[0-9A-Za-z]{0,15}[@$!])(?=[0-9@$!]{0,15}[A-Za-z])[0-9A-Za-z@$!]{2,16}"
    r"(?![0-9A-Za-z@_/\-$!]|\.[A-Za-z])"
)
SIGNED_MAIL: Final = compile_late(
    r"(?<![0-9A-Za-z._%+\-@$!/:])[0-9A-Za-z._%+\-@$!]{2,64}@[0-9A-Za-z@$!\-]{1,40}"
    r"(?:\.[0-9A-Za-z@$!\-]{1,20}){0,2}\.[0-9A-Za-z@$]{1,8}[0-9A-Za-z](?![0-9A-Za-z@$\-/:])"
)
SIGNED_CODE: Final = compile_late(
    r"(?<![0-9A-Za-z@$!_./\-])(?=[0-9A-Z\-]{0,20}[@$!])(?=[0-9@$!\-]{0,16}[A-Z]|@[0-9]{5})(?=[A-Z@$!]{0,16}-?[0-9])"
    r"[0-9A-Z@$!]{2,34}(?:-[0-9A-Z@$!]{1,16}){0,4}(?![0-9A-Za-z@$!_/\-])"
)

GATE: Final = "[0-9A-Za-z][@$!][0-9A-Za-z@$!]|[@$!](?:[0-9A-Z]{2}|[0-9][a-z])|[0-9A-Z][@$!]-[0-9A-Z]"
SHORT_GATE: Final = "[@$!][0-9A-Za-z]|[0-9A-Za-z][@$!]"
MAIL_GATE: Final = "@[0-9A-Za-z@$!.-]{1,80}[.][0-9A-Za-z@$!]"
NEAR: Final = compile_late(
    "[@$!](?:(?<=[0-9A-Za-z].)(?=[0-9A-Za-z@$!])|(?=[0-9A-Z]{2}|[0-9][a-z])|(?<=[0-9A-Z].)(?=-))"
)
"""What stands inside of words and codes with signs."""


def is_signed(pattern: re.Pattern[str], match: re.Match[str]) -> bool:
    """Whether what matched holds more of a word than a price, a handle or an exclamation does."""
    value = match.group()
    signs = sum(char in _SIGNS for char in value)
    if pattern is SIGNED_MAIL:
        hidden = value.count("@") > 1 or signs > value.count("@")
        return hidden and (value[0] not in _SIGNS or signs > 2)
    if pattern is SIGNED_CODE:
        return _is_behind_han(match) or len(value) >= 10 or sum(map(str.isdigit, value)) > 4
    letters = sum(map(str.isalpha, value))
    if pattern is SIGNED_SHORT:
        return letters > 0 and (len(value) == 2 or any(char in _SIGNS for char in value.rstrip("!")))
    if pattern is SIGNED and value[0] in _SIGNS + "0123456789":
        return letters > 0 and signs > 1 and letters + signs > 2
    return letters > 1 or (letters > 0 and signs > 1)


def _is_behind_han(match: re.Match[str]) -> bool:
    return "\u4e00" <= match.string[match.start() - 1 : match.start()] <= "\u9fff"


def read_signed(value: str) -> tuple[str, list[int]]:
    """A word: digits and signs are letters, of the case of those beside them."""
    text = value.translate(LETTERS)
    letters = [char for char in value if char.isalpha()]
    if (len(letters) > 1 or len(value) == 2) and all(char.isupper() for char in letters):
        text = text.upper()
    elif text[0].islower() and not value[0].isalpha():
        text = text[0].upper() + text[1:]
    return text, list(range(len(value)))


def read_signed_code(value: str) -> tuple[str, list[int]]:
    """A code in capitals: its digits are digits."""
    return value.translate(_CAPITALS), list(range(len(value)))


def read_signed_mail(value: str) -> tuple[str, list[int]]:
    """An address: its last ``@`` parts it, unless a shorter domain than any would stand behind that."""
    end = value.rindex(".")
    at = value.rindex("@", 0, end)
    earlier = value.rfind("@", 0, at)
    if earlier > 1 and "." not in value[earlier:at] and at - earlier < 4:
        at = earlier
    local, domain = value[:at].translate(_SMALL), value[at + 1 :].translate(LETTERS)
    return f"{local}@{domain}", list(range(len(value)))
