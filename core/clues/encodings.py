"""What encoded stretches of a text say: base64, hexadecimal, and the escapes of URLs, markup, code and mail.

Numbers are read in `byte_runs.py`, less common codings in `packed_text.py`.

Nothing is found here: known values are looked for in the decoded text (session.py), and their place is told
in the received one. A value goes at any alignment of base64, and through encodings laid over each other.
"""

from __future__ import annotations

import binascii
import html
import re
import string
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from shotveil.core.clues.ascii_runs import encode_ascii, find_runs, make_kind
from shotveil.core.clues.byte_runs import find_byte_runs
from shotveil.core.clues.encoded_bytes import (
    LEAST_BYTES,
    URL_SAFE,
    Span,
    Stretch,
    find_readable,
    measure_bytes,
    read_units,
    says_something,
)
from shotveil.core.clues.packed_text import find_packed
from shotveil.core.patterns import compile_late
from shotveil.core.stream.model import HARD_BREAK, INLINE_GAP

_SIDE: Final = 96
"""Characters of the line kept on each side of an escape."""

_DEEPEST: Final = 3
_LONGEST_WORD: Final = 14
_FILLED: Final = compile_late("={1,6}(?![0-9A-Za-z])")
_NUMERIC: Final = "0123456789-"
_LONGEST_SLID: Final = 4_096
"""Base64 of more characters is read from its first one only: nothing is glued to it."""

_SIXTY_FOUR: Final = r"[0-9A-Za-z+/_\-]"
_SIXTY_FOUR_KIND: Final = make_kind(string.digits + string.ascii_letters + "+/_-")
_LEAST_SIXTY_FOUR: Final = 8
_BASE64: Final = compile_late(
    rf"{_SIXTY_FOUR}{{{_LEAST_SIXTY_FOUR},}}"
    rf"(?:(?<={_SIXTY_FOUR}{{60}})(?:\r?\n[ \t]{{0,8}}{_SIXTY_FOUR}{{4,76}})+)?"
)
_HEX: Final = compile_late(
    r"[0-9A-Fa-f]{10,}|[0-9A-Fa-f]{2}(?:(?P<by>[ :\-])[0-9A-Fa-f]{2})(?:(?P=by)[0-9A-Fa-f]{2}){3,}"
)
"""At least as many digits as the shortest value has bytes."""
_HEX_KINDS: Final = bytes(
    104 if chr(code) in "0123456789abcdefABCDEF" else 115 if chr(code) in " :-" else 46 for code in range(256)
)
"""Hexadecimal digits are read as ``h``, signs between them as ``s``."""
_HEX_RUNS: Final = (b"h" * 10, b"hhs" * 4 + b"hh")
_ESCAPE: Final = compile_late(
    r"[\\%=&](?:(?<=\\)(?:\\{0,3}u\{[0-9A-Fa-f]{1,6}\}|\\{0,3}u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}"
    r"|\\?x[0-9A-Fa-f]{2}(?:\\{1,2}x[0-9A-Fa-f]{2})*|[0-3][0-7]{2}(?:\\[0-3][0-7]{2})*|[\\/\"'])"
    r"|(?<=%)(?:25){0,3}[0-9A-Fa-f]{2}(?:%(?:25){0,3}[0-9A-Fa-f]{2})*"
    r"|(?<==)(?:[0-9A-F]{2}(?:=[0-9A-F]{2})+|0[AD]|2[0CDE]|3D|40|[C-F][0-9A-F](?![0-9A-Z]))"
    r"|(?<=&)(?:amp;){0,2}(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z]{2,8}[0-9]{0,2});)"
)
_BYTE: Final = compile_late(r"(?:[%=]|\\{1,2}x|\\)(?:25)*(?P<hex>[0-9A-Fa-f]{2,3})")


@dataclass(frozen=True)
class _Piece:
    """A decoded stretch: where its text begins, and how its characters are measured when one is asked for."""

    at: int
    size: int
    measure: Callable[[], Sequence[Span]]

    @cached_property
    def spans(self) -> Sequence[Span]:
        """The received range of each character, worked out once."""
        return self.measure()


@dataclass(frozen=True, slots=True)
class Decoded:
    """The decoded stretches of a text, a break between them."""

    text: str
    pieces: tuple[_Piece, ...]

    def locate(self, start: int, end: int) -> Span | None:
        """The received range of decoded characters; None where none of them was encoded."""
        piece = self.pieces[bisect_right(self.pieces, start, key=lambda p: p.at) - 1]
        if start < piece.at or end > piece.at + piece.size:
            return None
        spans = piece.spans[start - piece.at : end - piece.at]
        if all(high - low == 1 for low, high in spans):
            return None
        return spans[0][0], spans[-1][1]


def is_telling(value: str) -> bool:
    """False for a value so short that random bytes may say it."""
    return len(value.encode("utf-8", "replace")) >= LEAST_BYTES


def read_encoded(text: str) -> Decoded | None:
    """All encoded stretches of a text, decoded; None when there are none.

    Args:
        text: the text of a stream, or what another encoding said.
    """
    parts: list[str] = [HARD_BREAK]
    pieces: list[_Piece] = []
    at = 1
    for said, measure in _find_stretches(text):
        pieces.append(_Piece(at, len(said), measure))
        parts += (said, HARD_BREAK)
        at += len(said) + 1
    return Decoded("".join(parts), tuple(pieces)) if pieces else None


def _find_stretches(text: str) -> Iterator[Stretch]:
    raw = encode_ascii(text)
    runs: list[Span] = []
    for match in _find_base64(text, raw):
        run = match.group()
        start, end = match.span()
        if len(run) >= _LONGEST_WORD or not run.isalpha():
            filled = _FILLED.match(text, end) if text.startswith("=", end) else None
            runs.append((start, filled.end() if filled else end))
        # No word, no number: of digits alone base64 says no word of any script.
        if not (run.islower() or run.isupper() or run[1:].islower()) and run.strip(_NUMERIC):
            tail = text[end : end + 2]
            yield from _read_base64(run, start, len(tail) - len(tail.lstrip("=")))
    for match in _find_hex(text, raw):
        yield from _read_hex(match.group(), match.start())
    yield from find_byte_runs(text, raw)
    yield from find_packed(text, raw, runs)
    if any(sign in text for sign in "\\%=&"):
        for start, end in _find_windows(text):
            yield _read_window(text, start, end)


def _find_base64(text: str, raw: bytes) -> Iterator[re.Match[str]]:
    """Matches of ``_BASE64``, in order, but for short words; one may go on over the runs of several lines."""
    reached = 0
    for start, end in find_runs(raw, _SIXTY_FOUR_KIND, _LEAST_SIXTY_FOUR):
        word = text[start:end]
        if end - start < _LONGEST_WORD and word.islower() and word.isalpha():
            continue
        if match := _BASE64.match(text, max(start, reached)):
            reached = match.end()
            yield match


def _find_hex(text: str, raw: bytes) -> Iterator[re.Match[str]]:
    """Matches of ``_HEX``, in order: looked for by the kind of each character, which is far quicker."""
    kinds = raw.translate(_HEX_KINDS)
    at = 0
    while places := [place for run in _HEX_RUNS if (place := kinds.find(run, at)) >= 0]:
        match = _HEX.match(text, min(places))
        if match:
            yield match
        at = match.end() if match else min(places) + 1


def _read_base64(run: str, start: int, tail: int) -> Iterator[Stretch]:
    """What a run says from each of its first four characters on; ``tail`` signs behind it fill it up."""
    places: Sequence[int] = range(len(run))
    if "\n" in run:
        places = [place for place, char in enumerate(run) if not char.isspace()]
        run = "".join(run.split())
    packed = run.translate(URL_SAFE)
    for skip in range(4 if len(run) <= _LONGEST_SLID else 1):
        size = len(packed) - skip
        data = binascii.a2b_base64(packed[skip : skip + size - size % 4] + _pad(packed, skip, size))
        for said, first, width in find_readable(data):
            yield said, _Base64Places(places, start, skip, tail, said, first, width).measure


def _pad(packed: str, skip: int, size: int) -> str:
    """The last characters that do not fill a group of four, filled up."""
    rest = size % 4
    return packed[skip + size - rest :] + "=" * (4 - rest) if rest > 1 else ""


@dataclass(frozen=True, slots=True)
class _Base64Places:
    """Where the bytes of a run lie: byte i in the characters 4i/3 to (8i+7)/6 behind the skipped ones."""

    places: Sequence[int]
    start: int
    skip: int
    tail: int
    said: str
    first: int
    width: int

    def measure(self) -> Sequence[Span]:
        skip, places, start = self.skip, self.places, self.start
        spans = [
            (start + places[skip + 4 * low // 3], start + places[skip + (8 * high - 1) // 6] + 1)
            for low, high in measure_bytes(self.said, self.first, self.width)
        ]
        if spans[-1][1] == start + places[-1] + 1:  # the signs that fill up the last group say nothing
            spans[-1] = spans[-1][0], spans[-1][1] + self.tail
        return spans


def _read_hex(run: str, start: int) -> Iterator[Stretch]:
    """What pairs of hexadecimal digits say, with or without signs between; also from the second digit on."""
    digits: Sequence[int] = range(len(run))
    plain = run
    if not run.isalnum():
        digits = [place for place, char in enumerate(run) if char.isalnum()]
        plain = "".join([run[place] for place in digits])
    for skip in (0, 1) if len(plain) == len(run) else (0,):
        size = (len(plain) - skip) // 2
        data = bytes.fromhex(plain[skip : skip + 2 * size])
        if says_something(data):
            ends = digits[skip:]
            units = [(start + ends[2 * at], start + ends[2 * at + 1] + 1) for at in range(size)]
            yield from read_units(data, units)


def _find_windows(text: str) -> Iterator[Span]:
    """Stretches of lines around escapes."""
    start, end = 0, -1
    for match in _ESCAPE.finditer(text):
        low, high = match.span()
        if low - _SIDE <= end and _find_break(text, end, low) < 0:
            end = high
            continue
        if end >= 0:
            yield start, _close_window(text, end)
        floor = max(low - _SIDE, 0)
        cut = max(text.rfind(sign, floor, low) for sign in ("\n", HARD_BREAK, INLINE_GAP))
        start, end = (cut + 1 if cut >= 0 else floor), high
    if end >= 0:
        yield start, _close_window(text, end)


def _find_break(text: str, start: int, end: int) -> int:
    return max(text.find(sign, start, end) for sign in ("\n", HARD_BREAK, INLINE_GAP))


def _close_window(text: str, end: int) -> int:
    stop = min(end + _SIDE, len(text))
    cuts = [cut for sign in ("\n", HARD_BREAK, INLINE_GAP) if (cut := text.find(sign, end, stop)) >= 0]
    return min(cuts, default=stop)


def _read_window(text: str, start: int, end: int) -> Stretch:
    """A stretch with its escapes decoded, also those that an escape hid."""
    said = text[start:end]
    for _ in range(_DEEPEST):
        more = _ESCAPE.sub(lambda match: "".join(char for char, _, _ in _read_escape(match.group())), said)
        if more == said:
            break
        said = more
    return said, _WindowPlaces(text[start:end], start).measure


@dataclass(frozen=True, slots=True)
class _WindowPlaces:
    written: str
    start: int

    def measure(self) -> Sequence[Span]:
        said = self.written
        spans = [(place, place + 1) for place in range(self.start, self.start + len(said))]
        for _ in range(_DEEPEST):
            more, inner = _decode_once(said)
            if more == said:
                break
            spans = [(spans[low][0], spans[high - 1][1]) for low, high in inner]
            said = more
        return spans


def _decode_once(text: str) -> tuple[str, list[Span]]:
    out: list[str] = []
    spans: list[Span] = []
    at = 0
    for match in _ESCAPE.finditer(text):
        out.append(text[at : match.start()])
        spans += ((place, place + 1) for place in range(at, match.start()))
        for char, low, high in _read_escape(match.group()):
            out.append(char)
            spans.append((match.start() + low, match.start() + high))
        at = match.end()
    out.append(text[at:])
    spans += ((place, place + 1) for place in range(at, len(text)))
    return "".join(out), spans


def _read_escape(escape: str) -> Iterator[tuple[str, int, int]]:
    """The characters of one escape, or of a run of escaped bytes, each with its range in it."""
    if escape[0] == "&":
        said = html.unescape(html.unescape(html.unescape(escape)))
        yield (said if len(said) == 1 else " ", 0, len(escape))
    elif escape[0] == "\\" and (code := re.search(r"[uU]\{?([0-9A-Fa-f]+)", escape)):
        number = int(code[1], 16)
        yield (chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else " ", 0, len(escape))
    elif escape[0] == "\\" and escape[1] in "\\/\"'" and "x" not in escape:
        yield (escape[1], 0, len(escape))
    else:
        base = 8 if escape[0] == "\\" and "x" not in escape else 16
        found = list(_BYTE.finditer(escape))
        data = bytes(int(match["hex"], base) & 0xFF for match in found)
        for said, spans in _decode_bytes(data):
            yield said, found[spans[0]].start(), found[spans[1] - 1].end()


def _decode_bytes(data: bytes) -> Iterator[tuple[str, Span]]:
    """Characters of bytes that may be no UTF-8 (then Latin-1)."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        yield from ((chr(byte), (place, place + 1)) for place, byte in enumerate(data))
        return
    yield from zip(text, measure_bytes(text, 0, 1), strict=True)
