"""Quoted-printable text (RFC 2045): read decoded, with a map back."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Sequence

from shotveil.core.patterns import compile_late
from shotveil.core.sources.layers import Layer
from shotveil.core.sources.mail_packed import choose_charset

_TOKEN = compile_late(r"=([0-9A-Fa-f]{2})|=[ \t]*\r?\n|[ \t]+(?=\r?\n|\Z)")
_ESCAPED = compile_late(r"[^!-<>-~ \t\r\n]|=")

_ERRORS = "surrogateescape"


def open_quoted(layer: Layer, start: int, end: int, charset: str) -> Layer | None:
    """The decoded layer of quoted-printable characters ``start:end``; None where they are no text of it.

    Bytes that are none of the charset stand for themselves.
    """
    content = layer.text[start:end]
    if not content.isascii():
        return None
    data = _read_bytes(content)[0]
    found = choose_charset(data, charset)
    text = data.decode(found, _ERRORS)
    return Layer(text, layer, start, end, _measure_in(found), _escape_in(found))


def escape_quoted(text: str, charset: str) -> str:
    """``text`` as it stands in a quoted-printable body (without soft line breaks)."""
    data_of = lambda match: "".join(f"={byte:02X}" for byte in match[0].encode(charset, "replace"))
    return _ESCAPED.sub(data_of, text)


def _read_bytes(content: str) -> tuple[bytes, list[int]]:
    """The bytes, and where in the content each begins."""
    data = bytearray()
    places: list[int] = []
    at = 0
    for token in _TOKEN.finditer(content):
        data += content[at : token.start()].encode("ascii")
        places.extend(range(at, token.start()))
        if token[1]:
            data.append(int(token[1], 16))
            places.append(token.start())
        at = token.end()
    data += content[at:].encode("ascii")
    places.extend(range(at, len(content)))
    return bytes(data), places


def _measure_in(charset: str) -> Callable[[str], Sequence[int]]:
    def measure(content: str) -> Sequence[int]:
        data, places = _read_bytes(content)
        offsets: list[int] = []
        decoder = codecs.getincrementaldecoder(charset)(_ERRORS)
        first = 0
        for at in range(len(data)):
            for _ in decoder.decode(data[at : at + 1], at + 1 == len(data)):
                offsets.append(places[first])
                first = at + 1
        # A soft line break belongs to the character before it: a cut value takes its breaks along.
        return [*offsets, len(content)]

    return measure


def _escape_in(charset: str) -> Callable[[str], str]:
    return lambda text: escape_quoted(text, charset)
