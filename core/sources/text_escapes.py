"""Escapes outside JSON: ``\\u5f20`` in a log line, and UTF-8 that an export wrote as Latin-1 letters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shotveil.core.patterns import compile_late
from shotveil.core.sources.json_strings import measure_string
from shotveil.core.sources.layers import Layer

_ESCAPES = compile_late(r"(?<!\\)(?:\\u[0-9a-fA-F]{4})+")
_ESCAPE = compile_late(r"\\u([0-9a-fA-F]{4})")


def find_unicode_escapes(text: str) -> Iterator[tuple[int, int]]:
    """Runs of ``\\uXXXX`` in a text that is no JSON string."""
    for match in _ESCAPES.finditer(text):
        yield match.span()


def open_unicode_escapes(layer: Layer, start: int, end: int) -> Layer:
    """The decoded layer of a run of escapes (surrogate pairs are one character)."""
    codes = b"".join(int(code, 16).to_bytes(2, "little") for code in _ESCAPE.findall(layer.text[start:end]))
    return Layer(codes.decode("utf-16-le", "surrogatepass"), layer, start, end, measure_string)


def repair_latin(text: str) -> str | None:
    """The text that was meant where UTF-8 bytes were written as Latin-1 (Instagram exports), or None."""
    try:
        meant = text.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return None
    is_readable = all(char.isprintable() or char in "\n\r\t" for char in meant)
    return meant if is_readable and len(meant) < len(text) else None


def measure_latin(text: str) -> Sequence[int]:
    """Offset in ``text`` of each character of the repaired text, and the length last."""
    offsets = [at for at, char in enumerate(text) if not 0x80 <= ord(char) < 0xC0]
    return [*offsets, len(text)]
