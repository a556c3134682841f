"""Bytes written as numbers: decimal lists, ``CHR(…)``, binary octets, groups and dumps of hexadecimal, CSS.

Only runs of five numbers and more are read, and only where most of them are characters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from shotveil.core.clues.encoded_bytes import Span, Stretch, read_units
from shotveil.core.patterns import compile_late

_CALL: Final = r"(?:n?chrw?|char|unichr)[ ]?\("
_BETWEEN: Final = rf"(?=[^0-9])\)?[ \t\n]{{0,2}}+(?:\|\||[,;|+.&])?+[ \t\n]{{0,2}}+(?:(?i:{_CALL}))?+"
_NUMBERS: Final = compile_late(
    rf"[0-9](?<![0-9A-Za-z_.].)(?:[0-9]{{1,5}}+(?:{_BETWEEN}[0-9]{{2,6}}+){{4,}}"
    rf"|(?<=[2-4])[0-9]{{4}}(?:{_BETWEEN}[2-4][0-9]{{4}})+)\)?(?![0-9A-Za-z])"
)
"""Five numbers, or two of the size of Chinese characters. It begins with a digit: that is found fast."""

_NUMBER: Final = compile_late(rf"(?P<call>{_CALL})?(?P<number>[0-9]{{2,6}})(?(call)\))", re.IGNORECASE)
_CALL_BEFORE: Final = compile_late(rf"{_CALL}\Z", re.IGNORECASE)
_BINARY: Final = compile_late(r"[01](?<![01].)[01]{7}(?:[ ,_]?[01]{8}){4,}(?![01])")
_OCTET: Final = compile_late("[01]{8}")
_GROUPS: Final = compile_late(
    r"[0-9A-Fa-f](?<![0-9A-Za-z].)[0-9A-Fa-f]{3}(?: [0-9A-Fa-f]{4}){2,}(?: [0-9A-Fa-f]{2})?(?![0-9A-Za-z])"
)
_PAIR: Final = compile_late("[0-9A-Fa-f]{2}")
_LISTED_HEX: Final = compile_late(r"0[xX][0-9A-Fa-f]{2}(?:,[ \t]{0,2}0[xX][0-9A-Fa-f]{2}){3,}")
_LISTED_PAIR: Final = compile_late("(?<=0[xX])[0-9A-Fa-f]{2}")
_KINDS: Final = bytes(
    104 if chr(code) in "0123456789abcdefABCDEF" else code if chr(code) in " :" else 46 for code in range(256)
)
"""Hexadecimal digits are read as ``h``: what runs of them hold is found far quicker there."""
_NUMERALS: Final = (
    (_LISTED_HEX, _LISTED_PAIR, 16, b"h.hh."),
    (_BINARY, _OCTET, 2, b"hhhhhhhh"),
    (_GROUPS, _PAIR, 16, b"hhhh hhhh hhhh"),
)
"""Runs of bytes, one of them, the base that it is written in, and kinds of characters that each run holds."""

_CSS: Final = compile_late(
    r"\\(?:[0-9A-Fa-f]{4,6} ?(?:\\[0-9A-Fa-f]{4,6} ?)+|[0-9A-Fa-f]{2,6} ?(?:\\[0-9A-Fa-f]{2,6} ?){3,})"
)
_CSS_UNIT: Final = compile_late(r"\\(?P<code>[0-9A-Fa-f]{2,6}) ?")
_DUMP_HEADS: Final = (b"hhhh hh", b"hhhh  hh", b"hhhh: hh", b"hhhh:  hh")
"""Kinds of characters of which each line of a dump holds some."""
_DUMP_LINE: Final = compile_late(
    r"^[ \t>|#*]{0,4}[0-9a-f]{4,8}:?[ ]{1,2}"
    r"(?P<hex>(?:[0-9a-f]{2,4} ){0,15}[0-9a-f]{2,4}|(?:[0-9a-f]{2}[ ]{1,2}){0,15}[0-9a-f]{2}(?=[ ]*\|))"
    r"(?:(?:[ ]{2,50}|[ ]{1,50}\|)(?P<shown>[^\n|][^\n]{0,15})\|?)?[ \t\r]*$",
    re.IGNORECASE | re.MULTILINE,
)


def find_byte_runs(text: str, raw: bytes) -> Iterator[Stretch]:
    """Every run of numbers that says something readable.

    Args:
        text: the text that is read.
        raw: the same as ``encode_ascii`` writes it.
    """
    for match in _NUMBERS.finditer(text):
        start = match.start()
        call = _CALL_BEFORE.search(text, max(0, start - 8), start)
        yield from _read_numbers(text, call.start() if call else start, match.end())
    kinds = raw.translate(_KINDS)
    for run, unit, base, held in _NUMERALS:
        if held not in kinds:
            continue
        for match in run.finditer(text):
            units = list(unit.finditer(text, *match.span()))
            yield from read_units(bytes(int(u.group(), base) for u in units), [u.span() for u in units])
    if "\\" in text:
        for match in _CSS.finditer(text):
            codes = list(_CSS_UNIT.finditer(text, *match.span()))
            yield from _read_codes(
                [int(code["code"], 16) for code in codes], [(c.start(), c.end("code")) for c in codes]
            )
    if any(head in kinds for head in _DUMP_HEADS):
        yield from _read_dumps(text)


def _read_numbers(text: str, start: int, end: int) -> Iterator[Stretch]:
    items = list(_NUMBER.finditer(text, start, end))
    values = [int(item["number"]) for item in items]
    if sum(value >= 32 and value != 127 for value in values) < len(values) * 0.9:
        return
    units = [item.span() for item in items]
    if max(values) < 256:
        yield from read_units(bytes(values), units)
    else:
        yield from _read_codes(values, units)


def _read_codes(values: list[int], units: list[Span]) -> Iterator[Stretch]:
    """Code points; what is none parts them."""
    said = "".join(chr(v) if 31 < v < 0xD800 or 0xE000 < v < 0x110000 else "\0" for v in values)
    yield said, lambda: units


def _read_dumps(text: str) -> Iterator[Stretch]:
    """Dumps of several lines; a byte reaches from its digits to its character in the column behind them."""
    data, units, reached = bytearray(), list[Span](), -1
    for line in _DUMP_LINE.finditer(text):
        if line.start() != reached + 1 and data:
            yield from read_units(bytes(data), units)
            data, units = bytearray(), []
        reached = line.end()
        shown = line.start("shown")
        for at, pair in enumerate(_PAIR.finditer(text, *line.span("hex"))):
            data.append(int(pair.group(), 16))
            units.append(
                (pair.start(), shown + at + 1 if 0 <= shown + at < line.end("shown") else pair.end())
            )
    if data:
        yield from read_units(bytes(data), units)
