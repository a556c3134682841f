"""Base64 bodies as mail programs read them: footers behind, noise inside, wrong or unknown charsets."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import dataclass

from shotveil.core.patterns import compile_late
from shotveil.core.sources.base64_values import decode_base64
from shotveil.core.sources.decode import find_encoding

_LINE = compile_late(r"[^\n]*\n|[^\n]+\Z")
_FOREIGN = compile_late(r"[^A-Za-z0-9+/=_\-]")
_NO_BLOCK = compile_late(r"\S[ \t]+\S|(?m:^[-_]+[ \t\r]*$)")
_RULE = compile_late(r"[-_=]*")
_NO_LETTER = compile_late(r"[^A-Za-z0-9+/]")
_CONTROL = compile_late(r"[\x01-\x08\x0e-\x1a\x7f-\x9f]")
_MOST_NOISE = 0.1
_LONG = 40
"""Characters from which on a line without a blank is base64 wherever it stands."""


@dataclass(frozen=True, slots=True)
class Segment:
    """Characters ``start:end`` of a body: base64 (``is_packed``) or plain text."""

    start: int
    end: int
    is_packed: bool


def split_packed(body: str) -> Iterator[Segment]:
    """The base64 and the plain stretches of a body that is said to be base64."""
    if decode_base64(body) is not None and not _NO_BLOCK.search(body):
        yield Segment(0, len(body), True)
        return
    start, state, width = 0, True, 0
    is_open = True
    for line in _LINE.finditer(body):
        text = line[0].strip()
        if not text:
            continue
        is_packed = _looks_packed(text) and (len(text) >= _LONG or (state and is_open))
        if is_packed != state:
            if line.start() > start:
                yield Segment(start, line.start(), state)
            start, state, width = line.start(), is_packed, 0
        width = width or len(text)
        # The last line of a block is shorter or padded: what comes behind a short one is no part of it.
        is_open = not text.endswith("=") and len(text) >= width
    if start < len(body):
        yield Segment(start, len(body), state)


def unpack(packed: str) -> bytes:
    """The bytes of base64 as a mail program reads it: other characters are skipped, a torn end is dropped."""
    strict = decode_base64(packed)
    if strict is not None:
        return strict
    letters = _NO_LETTER.sub("", packed.translate({45: 43, 95: 47}))
    letters = letters[: len(letters) - (len(letters) % 4 == 1)]
    return base64.b64decode(letters + "=" * (-len(letters) % 4))


def read_body(data: bytes, charset: str, *, is_text: bool) -> tuple[str, str] | None:
    """The text that bytes are and its charset, or None where they are none.

    Args:
        charset: the one the part names; it may be unknown or wrong.
        is_text: whether the part says that it is text: then it is read in any case.
    """
    if not is_text:
        return _read_unsaid(data)
    if not data:
        return None
    chosen = choose_charset(data, charset)
    text = data.decode(chosen, "replace")
    return (text, chosen) if 10 * text.count("\ufffd") < len(text) else (data.decode("latin-1"), "latin-1")


def choose_charset(data: bytes, charset: str) -> str:
    """The charset that a part names, else the one its bytes are in; UTF-8 where they are in none."""
    names = (charset, "utf-8", find_encoding(data))
    return next((name for name in names if name and _decode(data, name) is not None), "utf-8")


def _read_unsaid(data: bytes) -> tuple[str, str] | None:
    """Bytes of any kind as text, where they are: zero bytes between texts do not make it binary."""
    if not data.strip(b"\0"):
        return None
    text = _decode(data, "utf-8")
    if text is not None and not _CONTROL.search(text) and 2 * text.count("\0") < len(text):
        return text, "utf-8"
    name = find_encoding(data)
    text = _decode(data, name) if name else None
    return (text, name) if text is not None else None


def _decode(data: bytes, charset: str) -> str | None:
    try:
        text = data.decode(charset)
    except (UnicodeError, LookupError):
        return None
    return text if isinstance(text, str) else None


def _looks_packed(text: str) -> bool:
    if any(blank in text for blank in " \t") or _RULE.fullmatch(text):
        return False
    return len(_FOREIGN.findall(text)) <= max(_MOST_NOISE * len(text), 2 if len(text) >= _LONG else 0)
