"""Bytes that a text holds in some notation: what they say, and where each of its characters lies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from shotveil.core.patterns import compile_late

Span = tuple[int, int]
Measure = Callable[[], Sequence[Span]]
Stretch = tuple[str, Measure]
"""A decoded text, and how the received range of each of its characters is worked out when asked for."""

LEAST_BYTES: Final = 5
URL_SAFE: Final = str.maketrans("-_", "+/")
"""Reads the signs of URL-safe base64 as those of the standard one."""

_READABLE: Final = compile_late(
    rb"(?:[\t\n\r\x20-\x7e]++|[\xc2-\xdf][\x80-\xbf]|(?:[\xe1-\xec\xee\xef][\x80-\xbf]|\xed[\x80-\x9f])[\x80-\xbf]"
    rb"|(?:\xf0[\x90-\xbf]|[\xf1-\xf3][\x80-\xbf]|\xf4[\x80-\x8f])[\x80-\xbf]{2})++"
)
_WIDE: Final = compile_late(rb"(?:[\x20-\x7e]\x00){6,}")


@dataclass(frozen=True, slots=True)
class BytePlaces:
    """Where the characters of a text lie whose bytes lie at ``units``, from byte ``first`` on."""

    units: Sequence[Span]
    said: str
    first: int = 0
    width: int = 1

    def measure(self) -> Sequence[Span]:
        """The received range of each character."""
        return [
            (self.units[low][0], self.units[high - 1][1])
            for low, high in measure_bytes(self.said, self.first, self.width)
        ]


@dataclass(frozen=True, slots=True)
class WholePlaces:
    """Where no character can be told from the others: each lies in the whole of ``span``."""

    said: str
    span: Span

    def measure(self) -> Sequence[Span]:
        """The same range for every character."""
        return [self.span] * len(self.said)


def find_readable(data: bytes) -> Iterator[tuple[str, int, int]]:
    """Readable parts of bytes: the text, its first byte, the bytes of an ASCII character (two in UTF-16)."""
    if len(data) < LEAST_BYTES:
        return
    for match in _READABLE.finditer(data):
        raw = match.group()
        if len(raw) >= LEAST_BYTES:
            yield raw.decode("utf-8"), match.start(), 1
    if b"\0" in data:
        for match in _WIDE.finditer(data):
            yield match.group()[::2].decode("ascii"), match.start(), 2


def measure_bytes(said: str, start: int, width: int) -> Sequence[Span]:
    """The byte range of each character."""
    if said.isascii():
        return [(place, place + width) for place in range(start, start + width * len(said), width)]
    spans = []
    for char in said:
        size = len(char.encode("utf-8"))
        spans.append((start, start + size))
        start += size
    return spans


def says_something(data: bytes) -> bool:
    """Whether any part of bytes is readable; hardly any are, and only then their places are worked out."""
    return any(find_readable(data))


def read_units(data: bytes, units: Sequence[Span]) -> Iterator[Stretch]:
    """What bytes say that lie at ``units``."""
    for said, first, width in find_readable(data):
        yield said, BytePlaces(units, said, first, width).measure
