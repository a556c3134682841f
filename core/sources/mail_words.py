"""Header lines of mails (RFC 5322): folded lines, and encoded words (RFC 2047) read decoded."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from shotveil.core.patterns import compile_late
from shotveil.core.sources.builder import DocumentBuilder, Field
from shotveil.core.sources.layers import Layer, Part

_WORD = compile_late(r"=\?([A-Za-z0-9._\-]{1,40})(?:\*[A-Za-z\-]{1,20})?\?([bBqQ])\?([^? \t\r\n]{0,2000})\?=")
_FOLD = compile_late(r"[ \t]*\r?\n[ \t]+")
_BLANK = compile_late(r"[ \t]*(?:\r?\n)?[ \t]+")
_PLAIN_WORD = compile_late(r"[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~. ]*")
_LONGEST_WORD = 45
"""Bytes in one encoded word: below the 75 characters that RFC 2047 allows, in base64."""


@dataclass(frozen=True, slots=True)
class _Run:
    """Encoded words that follow one another at ``start:end``, in one charset and encoding."""

    start: int
    end: int
    text: str
    charset: str
    encoding: str


def read_header(
    builder: DocumentBuilder, layer: Layer, start: int, end: int, field: Field, *, is_address: bool
) -> None:
    """One header value: encoded words decoded, folded lines as one."""
    pointer = f"/{start}"
    parts: list[Part] = []
    texts: list[str] = []
    length = 0

    def add(part: Part | None, text: str) -> None:
        nonlocal length
        if part is not None:
            parts.append(part)
        texts.append(text)
        length += len(text)

    at = start
    for run in (*_find_runs(layer.text, start, end), None):
        for low, high, is_fold in _split_folds(layer.text, at, run.start if run else end):
            add(None if is_fold else Part(length, layer, low, high), " " if is_fold else layer.text[low:high])
        if run is None:
            break
        recode = _recode_in(run, is_address=is_address)
        words = layer.open_nested(run.start, run.end, run.text, recode)
        add(Part(length, words, 0, len(run.text)), run.text)
        at = run.end
    builder.add_parts(parts, "".join(texts), pointer, field)


def _split_folds(text: str, start: int, end: int) -> Iterator[tuple[int, int, bool]]:
    at = start
    for fold in _FOLD.finditer(text, start, end):
        if at < fold.start():
            yield at, fold.start(), False
        yield *fold.span(), True
        at = fold.end()
    if at < end:
        yield at, end, False


def _find_runs(text: str, start: int, end: int) -> Iterator[_Run]:
    at = start
    while (word := _WORD.search(text, at, end)) is not None:
        charset, encoding = word[1].lower(), word[2].lower()
        data, stop = b"", word.start()
        following: re.Match[str] | None = word
        while following and (following[1].lower(), following[2].lower()) == (charset, encoding):
            data += _read_word(following)
            stop = following.end()
            blank = _BLANK.match(text, stop, end)
            following = _WORD.match(text, blank.end() if blank else stop, end)
        at = stop
        try:
            yield _Run(word.start(), stop, data.decode(charset), charset, encoding)
        except (UnicodeDecodeError, LookupError):
            continue  # read as it is written


def _read_word(word: re.Match[str]) -> bytes:
    content = word[3]
    if word[2] in "bB":
        try:
            return base64.b64decode(content + "=" * (-len(content) % 4))
        except binascii.Error:
            return b"\xff\xfe\xfd"
    return binascii.a2b_qp(content.encode("latin-1", "replace"), header=True)


def _recode_in(run: _Run, *, is_address: bool) -> Callable[[str], str]:
    """The new text of a run: plain where all of it is ASCII, else encoded words again."""

    def recode(text: str) -> str:
        if text.isascii():
            is_plain = not is_address or _PLAIN_WORD.fullmatch(text)
            return text if is_plain else '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
        words: list[str] = []
        piece = ""
        for char in text:
            if len((piece + char).encode(run.charset, "replace")) > _LONGEST_WORD:
                words.append(piece)
                piece = ""
            piece += char
        return " ".join(_write_word(one, run) for one in (*words, piece))

    return recode


def _write_word(text: str, run: _Run) -> str:
    data = text.encode(run.charset, "replace")
    if run.encoding == "b":
        body = base64.b64encode(data).decode("ascii")
    else:
        safe = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!*+-/"
        body = "".join("_" if b == 32 else chr(b) if b in safe else f"={b:02X}" for b in data)
    return f"=?{run.charset}?{run.encoding.upper()}?{body}?="
