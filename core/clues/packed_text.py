"""Texts packed by less common codings: base32, base85, compressed base64, international host names."""

from __future__ import annotations

import base64
import binascii
import re
import string
import zlib
from collections.abc import Iterator, Sequence
from typing import Final

from shotveil.core.clues.ascii_runs import find_runs, make_kind
from shotveil.core.clues.encoded_bytes import (
    URL_SAFE,
    Span,
    Stretch,
    WholePlaces,
    find_readable,
    read_units,
    says_something,
)
from shotveil.core.patterns import compile_late

_BASE32: Final = compile_late(r"(?<![0-9A-Za-z])(?:[A-Z2-7]{8,}|[a-z2-7]{8,})(?P<tail>={0,6})(?![0-9A-Za-z])")
_LONG_BASE32: Final = 16
_BASE32_SIZES: Final = {1: 0, 3: 2, 6: 5}
"""Characters of a last group that hold no whole byte more, and how many do."""

_ASCII85: Final = compile_late(r"<~[!-uz\s]{8,65536}?~>")
_ALPHABET85: Final = (
    string.digits + string.ascii_uppercase + string.ascii_lowercase + "!#$%&()*+-;<=>?@^_`{|}~"
)
_KIND85: Final = make_kind(_ALPHABET85)
_VALUES85: Final = bytes(max(_ALPHABET85.find(chr(code)), 0) for code in range(256))
_FIRST_BYTES: Final = frozenset((*b"\t\n\r", *range(0x20, 0x7F), *range(0xC2, 0xF5)))
_OPENING85: Final = frozenset(
    digit
    for value, digit in enumerate(_ALPHABET85)
    if not _FIRST_BYTES.isdisjoint(range(value * 85**4 >> 24, ((value + 1) * 85**4 >> 24) + 1))
)
"""Digits whose number may begin with the first byte of a text."""
_LEAST85: Final = 10
_LONGEST85: Final = 4_096
_SIGN85: Final = compile_late(r"[!#$%&()*+;<>?@^`{|}~]")
_PACKED_HEADS: Final = ("H4sI", "eJ", "eN", "eAE", "eF")
"""How base64 of gzip and zlib begins."""
_LEAST_PACKED: Final = 14
"""Characters of the shortest of it."""
_PACKED: Final = compile_late(
    rf"(?<![0-9A-Za-z+/])(?:{'|'.join(_PACKED_HEADS)})[0-9A-Za-z+/_\-]{{12,}}={{0,2}}"
)
_HOST: Final = compile_late(r"(?<![0-9a-z])xn--(?P<code>[0-9a-z\-]{2,60})(?![0-9a-z\-])", re.IGNORECASE)
_PRINTED: Final = 9
_LARGEST: Final = 1 << 20
"""Bytes up to which compressed text is unpacked: a bomb says no more than that."""


def find_packed(text: str, raw: bytes, runs: Sequence[Span]) -> Iterator[Stretch]:
    """Every stretch that unpacks to something readable.

    Args:
        text: the text that is read.
        raw: the same as ``encode_ascii`` writes it.
        runs: where eight letters and digits and more stand together that are no word.
    """
    for match in (match for run in runs for match in _BASE32.finditer(text, *run)):
        yield from _read_base32(match)
    for start, end in find_runs(raw, _KIND85, _LEAST85):
        if _SIGN85.search(text, start, end):
            for low in range(start, end, _LONGEST85):
                yield from _read_base85(text[low : min(low + _LONGEST85, end)], low)
    if b"<~" in raw:
        for match in _ASCII85.finditer(text):
            yield from _read_ascii85(match.group(), match.span())
    for start, end in runs:
        if end - start >= _LEAST_PACKED:
            for match in _PACKED.finditer(text, start, end):
                yield from _read_compressed(match.group(), match.span())
    if b"xn--" in raw or b"XN--" in raw:
        for match in _HOST.finditer(text):
            yield from _read_host(match["code"], match.span())


def _read_base32(match: re.Match[str]) -> Iterator[Stretch]:
    run = match.group()[: match.start("tail") - match.start()]
    if len(run) < _LONG_BASE32 and (run.isalpha() or run.isdigit()):
        return  # a word, a number
    rest = len(run) % 8
    whole = run[: len(run) - rest + _BASE32_SIZES.get(rest, rest)].upper()
    data = base64.b32decode(whole + "=" * (-len(whole) % 8))
    if not says_something(data):
        return
    start, end = match.start(), match.end("tail")
    units = [(start + 8 * at // 5, start + (8 * at + 7) // 5 + 1) for at in range(len(data))]
    units[-1] = units[-1][0], end
    yield from read_units(data, units)


def _read_base85(run: str, start: int) -> Iterator[Stretch]:
    """A run as it stands, and from behind a sign that may belong to the line rather than to the coding."""
    behind = run.find("=") + 1
    for skip in (0, behind) if behind else (0,):
        if run[skip : skip + 1] not in _OPENING85:
            continue  # most code fails here
        data = _decode85(run[skip:])
        if not says_something(data):
            continue
        base, end = start + skip, start + len(run)
        units = [(base + 5 * (at // 4), min(base + 5 * (at // 4) + 5, end)) for at in range(len(data))]
        yield from read_units(data, units)


def _decode85(digits: str) -> bytes:
    """The bytes of a run in base 85, five digits for each four; none where it says no text at once."""
    missing = -len(digits) % 5
    values = (digits + "~" * missing).encode("ascii").translate(_VALUES85)
    size = len(values) // 5 * 4 - missing
    data = bytearray()
    for at in range(0, len(values), 5):
        one, two, three, four, five = values[at : at + 5]
        number = (((one * 85 + two) * 85 + three) * 85 + four) * 85 + five
        if number >= 1 << 32:
            return b""
        data += number.to_bytes(4, "big")
        if at == 5 and min(data[:size]) < _PRINTED:
            return b""
    return bytes(data[:size])


def _read_ascii85(run: str, span: Span) -> Iterator[Stretch]:
    try:
        data = base64.a85decode(run, adobe=True)
    except ValueError:
        return
    yield from _whole(data, span)


def _read_compressed(run: str, span: Span) -> Iterator[Stretch]:
    packed = run.rstrip("=").translate(URL_SAFE)
    try:
        raw = base64.b64decode(packed + "=" * (-len(packed) % 4))
        data = zlib.decompressobj(wbits=zlib.MAX_WBITS | 32).decompress(raw, _LARGEST)
    except (binascii.Error, zlib.error):
        return
    yield from _whole(data, span)


def _read_host(code: str, span: Span) -> Iterator[Stretch]:
    try:
        said = code.encode("ascii").decode("punycode")
    except UnicodeError:
        return
    yield said, WholePlaces(said, span).measure


def _whole(data: bytes, span: Span) -> Iterator[Stretch]:
    for said, _, _ in find_readable(data):
        yield said, WholePlaces(said, span).measure
