"""Copies of known values in base64, hexadecimal, escapes and lists of bytes where a format shows no text.

What `audit` reports there is what `sanitize` erases: both ask `KnownCopies`. A text is searched for how the
values begin in each coding, and only about such a place is it decoded, so the time goes with its length.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator
from functools import lru_cache
from json import dumps
from typing import Final
from urllib.parse import quote

from shotveil.core.clues.encodings import is_telling, read_encoded
from shotveil.core.patterns import compile_late
from shotveil.core.sources.hidden_copies import KnownSurfaces, fold_same_length, is_distinct

_KEY: Final = 8
"""Characters of a coding that are looked for: enough to be rare."""
_REACH: Final = 1_500
"""Characters read on each side: with all alignments of base64, which is tried for 4,096."""
_DEEPEST: Final = 2
_HEAD: Final = 12
"""Bytes of a value that decide the characters looked for."""
_PAIR_SIGNS: Final = ("", " ", ":", "-", "\\x", "%", "=", ", 0x", ",0x")
_URL_SAFE: Final = bytes.maketrans(b"+/", b"-_")
_RUN: Final = compile_late(r"[0-9A-Za-z+/=_\-]*")
_RUN_BEFORE: Final = compile_late(r"[0-9A-Za-z+/=_\-]*\Z")


class KnownCopies(KnownSurfaces):
    """Surfaces prepared for searching many files, copies in an encoding included; arguments as there."""

    def __init__(self, values: Iterable[tuple[str, str]]) -> None:
        import ahocorasick_rs

        values = tuple(values)
        super().__init__(values)
        keys = {
            key
            for kind, text in values
            if is_distinct(kind, text) and is_telling(text)
            for key in _list_keys(text)
        }
        self._keys = ahocorasick_rs.BytesAhoCorasick(sorted(keys)) if keys else None

    def find(self, raw: str) -> Iterator[tuple[int, int]]:
        """Ranges of the surfaces, and of the words or lists that say one encoded, in order and apart."""
        encoded = [_widen(raw, start, end) for start, end, _ in self.find_encoded(raw)]
        reached = 0
        for start, end in sorted([*super().find(raw), *encoded]):
            if start >= reached:
                yield start, end
                reached = end

    def find_encoded(self, raw: str) -> Iterator[tuple[int, int, str]]:
        """Start and end of each encoded copy, and the surface, folded."""
        if self._keys is None:
            return
        reached = 0
        for low, high in self._find_windows(raw):
            for start, end, surface in sorted(self._read(raw[low:high], _DEEPEST)):
                if low + start >= reached:
                    yield low + start, low + end, surface
                    reached = low + end

    def _find_windows(self, raw: str) -> Iterator[tuple[int, int]]:
        assert self._keys is not None
        low = high = -1
        data = raw.encode("ascii", "replace").lower()
        for _, start, end in self._keys.find_matches_as_indexes(data):
            if high < 0 or start > high:
                if high >= 0:
                    yield low, min(high + _REACH, len(raw))
                low = max(start - _REACH, 0)
            high = end + _REACH // 4
        if high >= 0:
            yield low, min(high + _REACH, len(raw))

    def _read(self, text: str, depth: int) -> Iterator[tuple[int, int, str]]:
        decoded = read_encoded(text)
        if decoded is None:
            return
        found = [(start, end, decoded.text[start:end]) for start, end in super().find(decoded.text)]
        if depth > 1:
            found += self._read(decoded.text, depth - 1)
        for start, end, said in found:
            span = decoded.locate(start, end)
            if span is not None and is_telling(said):
                yield *span, fold_same_length(said)


def _widen(raw: str, start: int, end: int) -> tuple[int, int]:
    """The whole word that holds a copy in base64: from a part of it nobody could decode the copy."""
    if _RUN.fullmatch(raw, start, end) is None:
        return start, end
    before = _RUN_BEFORE.search(raw, max(start - _REACH, 0), start)
    behind = _RUN.match(raw, end, end + _REACH)
    return before.start() if before else start, behind.end() if behind else end


@lru_cache(maxsize=8_192)
def _list_keys(text: str) -> frozenset[bytes]:
    """The keys of a value; each block of a stream asks for those of the same values again."""
    return frozenset(_read_keys(text))


def _read_keys(text: str) -> Iterator[bytes]:
    """How a value begins in each coding, in small letters; the first signs may hold what stands before."""
    data = text.encode("utf-8", "replace")[:_HEAD]
    wide = text.encode("utf-16-le", "replace")[:_HEAD]
    other = wide if text.isascii() else dumps(text)[1:-1].encode()
    forms = (data, base64.b64encode(data), other)
    for form in forms:
        yield from _list_base64(form[:_HEAD])
    for skip in range(5):
        first = (8 * skip + 4) // 5
        yield base64.b32encode(b"\0" * skip + data)[first : first + _KEY].lower()
    pairs = [f"{byte:02x}" for byte in data[:4]]
    numbers = [str(byte) for byte in data[:4]]
    codes = [ord(char) for char in text[:3]]
    found = [sign.join(pairs) for sign in _PAIR_SIGNS]
    found += [sign.join(numbers) for sign in (", ", ",", " ", "\n")]
    found += ("".join(f"\\u{code:04x}" for code in codes), "".join(f"&#{code};" for code in codes))
    found.append("".join(f"&#x{code:x};" for code in codes))
    if not text.isascii():
        found.append(", ".join(map(str, codes)))
    escaped = quote(text, safe="")
    if escaped != text:
        at = escaped.index("%") + _KEY
        found += (escaped[:at][-_KEY:].lower(), quote(escaped, safe="")[:at][-_KEY:].lower())
    yield from (key.encode() for key in found)


def _list_base64(data: bytes) -> Iterator[bytes]:
    """From each alignment, the characters that the value alone decides, in both alphabets."""
    for skip in range(3):
        first, last = (8 * skip + 5) // 6, 8 * (skip + len(data)) // 6
        key = base64.b64encode(b"\0" * skip + data)[first : min(first + _KEY, last)].lower()
        yield key
        if b"+" in key or b"/" in key:
            yield key.translate(_URL_SAFE)
