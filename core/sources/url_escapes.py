"""Percent escapes: URLs and form bodies are read decoded, with a map back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import quote

from shotveil.core.patterns import compile_late

_TOKEN_END = compile_late(r"[\s\"'<>`|\\^{}()]")
_URL_LIKE = compile_late(
    r"://|[?&][^=&?]*+=|^[A-Za-z0-9_.\[\]%\-]++=|^\.{0,2}/|^data:"
    r"|^[^%/]*+(?:%[0-9A-Fa-f]{2}[^%/]*+)++(?:/|"
    + "|".join(rf"(?<=\.\w{{{size}}}{end})$" for size in (2, 3, 4) for end in ("", "[.,;:!?]"))
    + r")"
    r"|^(?=[^%]*+(?:%25)?%?(?:40|[C-Fc-f][0-9A-Fa-f]))(?:%[0-9A-Fa-f]{2}|[\w.~+\-@])++$"
)
_ESCAPES = compile_late(r"(?:%[0-9A-Fa-f]{2})+")
_WORD = r"(?:[A-Za-z.,']|%[0-9A-Fa-f]{2}){1,40}"
_PLUS_WORDS = compile_late(
    rf"(?<=[=&?])(?:[0-9]{{1,6}}\+)?{_WORD}(?:\+{_WORD}){{1,12}}(?:\+[0-9]{{5}})?(?=&|#|$|\s)"
)
"""Words of a parameter, parted by plus signs (a key or token has digits between its letters)."""
_PLAIN_SIGNS = "[]#=/~.,:;@!$&'()*+-_?"
_DEEPEST = 3


def find_escaped(text: str) -> Iterator[tuple[int, int]]:
    """Ranges of ``text`` that are URLs, paths or form bodies with percent escapes."""
    floor = 0
    at = text.find("%")
    while at >= 0:
        start = at
        while start > floor and _TOKEN_END.match(text[start - 1]) is None:
            start -= 1
        stop = _TOKEN_END.search(text, at)
        end = stop.start() if stop else len(text)
        token = text[start:end]
        if _ESCAPES.search(token) and _URL_LIKE.search(token):
            yield start, end
        floor = end
        at = text.find("%", end)


def find_plus_words(text: str) -> Iterator[tuple[int, int]]:
    """Ranges of parameter values whose blanks are written as plus signs."""
    for match in _PLUS_WORDS.finditer(text):
        yield match.span()


def escape_url(text: str) -> str:
    """Text as it stands in a URL; the signs of references stay, so that a reader still knows them."""
    return quote(text, safe=_PLAIN_SIGNS)


def decode_escapes(token: str) -> str:
    """The token with its readable percent escapes decoded."""
    return _decode(token)[0]


def measure_escapes(token: str) -> Sequence[int]:
    """Offset in ``token`` of each character of the decoded text, and the length last."""
    return _decode(token)[1]


def _decode(token: str) -> tuple[str, list[int]]:
    offsets = list(range(len(token) + 1))
    for _ in range(_DEEPEST):
        text, inner = _decode_once(token)
        offsets = [offsets[at] for at in inner]
        if text == token:
            break
        token = text
    return token, offsets


def _decode_once(token: str) -> tuple[str, list[int]]:
    out: list[str] = []
    offsets: list[int] = []
    at = 0
    plus = {
        position
        for match in _PLUS_WORDS.finditer(token)
        for position in range(match.start(), match.end())
        if token[position] == "+"
    }
    for match in _ESCAPES.finditer(token):
        _copy(token, at, match.start(), plus, out, offsets)
        chars = _read_escapes(match[0])
        for char, start in chars:
            out.append(char)
            offsets.append(match.start() + start)
        at = match.end()
    _copy(token, at, len(token), plus, out, offsets)
    offsets.append(len(token))
    return "".join(out), offsets


def _copy(token: str, start: int, end: int, plus: set[int], out: list[str], offsets: list[int]) -> None:
    if plus:
        out.extend(" " if at in plus else token[at] for at in range(start, end))
    else:
        out.append(token[start:end])
    offsets.extend(range(start, end))


def _read_escapes(run: str) -> list[tuple[str, int]]:
    """Characters of a run of escapes and their offsets; unreadable runs stay as written."""
    data = bytes.fromhex(run.replace("%", ""))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return [(char, at) for at, char in enumerate(run)]
    chars, at = [], 0
    for char in text:
        size = 3 * len(char.encode("utf-8"))
        if char.isprintable() or char in "\n\t\r":
            chars.append((char, at))
        else:
            chars += [(escape, at + shift) for shift, escape in enumerate(run[at : at + size])]
        at += size
    return chars
