"""Pictures written out inside a text: base64 in a log line or block, data URLs of any spelling, hex digits.

They are found by how their bytes begin, wherever they stand and whatever they are called. A picture that
cannot be read is found all the same: the text that holds it is withheld, as a file of it would be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from urllib.parse import unquote, unquote_to_bytes

from shotveil.core.patterns import compile_late
from shotveil.core.sources.base64_values import (
    LEAST_PICTURE,
    PICTURE_HEADS,
    PICTURE_SIGNS,
    decode_base64,
    encode_picture,
)
from shotveil.core.sources.image_endings import find_end
from shotveil.core.sources.image_formats import is_picture, sniff_format

_LEAST_CUT = 150
"""Fewer bytes of a picture that was cut short (a log's preview) show nothing."""
_NARROWEST, _WIDEST = 16, 1_000
"""Lines of wrapped base64: shorter ones are words, longer ones values of their own."""
_ENDED = frozenset({"PNG", "JPEG", "GIF", "WEBP"})
_IMAGE_TYPE = "image/"
"""What every data URL of a picture says, in any case: a plain search tells most texts apart at once."""
_UNITS = r"(?:[A-Za-z0-9+/_\-]++|%2[BbFf]|\\/)"
_RUN = compile_late(
    rf"(?:(?<![A-Za-z0-9])|(?<=\\[nrt])|(?<=%[0-9A-Fa-f]{{2}}))(?=(?:{PICTURE_HEADS})){_UNITS}++(?:=|%3[Dd]){{0,2}}"
)
_MORE = compile_late(rf"(?:\r?\n|(?:\\r)?\\n)[ \t]*+(?:[>#*|] ?)?({_UNITS}++(?:=|%3[Dd]){{0,2}})")
_HEX = compile_late(
    r"(?<![0-9A-Za-z])(?:0x)?((?:89504[Ee]47|[Ff]{2}[Dd]8[Ff]{2}|47494638|52494646|424[Dd]|49492[AaBb]00|4[Dd]4[Dd]002)"
    r"[0-9A-Fa-f]{88,})(?![0-9A-Za-z])"
)
_HEX_SIGNS = ("89504e47", "ffd8ff", "47494638", "52494646", "424d", "49492", "4d4d002")
"""What the digits of each such picture hold."""
_ESCAPED_URL = compile_late(
    r"(?i:data:image/[a-z0-9.+\-]{0,40}+[^,\s\"'<>]{0,100}+)(,(?=[^,\s]{0,20}%)[^\s\"'<>()]{48,}+)"
)
_LABELLED = compile_late(
    rf"(?i:data\s?:\s?image/(?!svg)[^,\s\"'<>]{{0,120}};\s?base64\s?,\s?)({_UNITS}++(?:=|%3[Dd]){{0,2}})"
)


@dataclass(frozen=True, slots=True)
class PictureRun:
    """Characters ``start:end`` of a text hold the bytes ``data``; ``encode`` writes others in place."""

    start: int
    end: int
    data: bytes
    encode: Callable[[bytes], str] = encode_picture


def find_pictures(text: str) -> tuple[PictureRun, ...]:
    """The pictures that a text holds, in order, none overlapping another."""
    if len(text) < LEAST_PICTURE:
        return ()
    small = text.lower()
    found: list[PictureRun] = []
    if _holds_any(text, PICTURE_SIGNS):
        found += _find_runs(text)
    if _IMAGE_TYPE in small:
        found += _find_labelled(text)
    if _holds_any(small, _HEX_SIGNS):
        found += _find_hex(text)
    kept: list[PictureRun] = []
    for run in sorted(found, key=lambda run: (run.start, -run.end)):
        if not kept or run.start >= kept[-1].end:
            kept.append(run)
    return tuple(kept)


def _holds_any(text: str, signs: tuple[str, ...]) -> bool:
    """Plain searches: every text of a log is asked, and a pattern takes ten times as long."""
    for sign in signs:  # noqa: SIM110 - a generator would take as long again
        if sign in text:
            return True
    return False


def _find_runs(text: str) -> Iterator[PictureRun]:
    """Base64 by its beginning, on one line or wrapped."""
    done = 0
    for match in _RUN.finditer(text):
        start, end = match.span()
        if start < done:
            continue
        data = _decode(match[0])
        if data is None or not _begins(data):
            continue
        end, data = _read_on(text, start, end, data)
        if end - start >= LEAST_PICTURE and is_picture(data) and (len(data) >= _LEAST_CUT or _is_whole(data)):
            done = end
            yield PictureRun(start, end, data)


def _begins(data: bytes) -> bool:
    """Whether the first line of a picture may be one; so that few lines are put together in vain."""
    kind = sniff_format(data)
    return b"IHDR".startswith(data[12:16]) if kind == "PNG" else kind is not None or is_picture(data)


def _read_on(text: str, start: int, end: int, data: bytes) -> tuple[int, bytes]:
    """End and bytes of a picture whose first line was read: lines of one width follow, then a shorter one."""
    if end - start > _WIDEST or text[end - 1] == "=" or _has_ended(data):
        return end, data
    lines, width, stop = [text[start:end]], 0, end
    while more := _MORE.match(text, stop):
        line = more[1]
        width = width or len(line)
        if len(line) != width or not _NARROWEST <= width <= _WIDEST:
            break
        lines.append(line)
        stop = more.end()
    whole = _decode("".join(lines)) or data
    if more is not None and len(more[1]) <= width and len(lines) > 1 and not _has_ended(whole):
        last = _decode("".join((*lines, more[1])))
        if last is not None:
            return more.end(), last
    return (stop, whole) if whole is not data else (end, data)


def _has_ended(data: bytes) -> bool:
    """Whether a picture came to an end of its own (BMP and TIFF have none)."""
    return sniff_format(data) in _ENDED and _is_whole(data)


def _is_whole(data: bytes) -> bool:
    return find_end(data, sniff_format(data) or "") is not None


def _decode(written: str) -> bytes | None:
    """The bytes of a run; what is left over behind whole groups of four is let go."""
    packed = unquote(written.replace("\\/", "/")) if "%" in written or "\\" in written else written
    packed = packed.rstrip("=")
    return decode_base64(packed[: len(packed) - (len(packed) % 4 == 1)])


def _find_labelled(text: str) -> Iterator[PictureRun]:
    """Data URLs that say they are a picture, of whatever kind; text in them is read as text elsewhere."""
    if "64" in text:
        for match in _LABELLED.finditer(text):
            data = _decode(match[1])
            if data is not None and len(data) >= _LEAST_CUT and not _is_text(data):
                yield PictureRun(match.start(1), match.end(1), data)
    if "%" in text:
        for match in _ESCAPED_URL.finditer(text):
            data = unquote_to_bytes(match[1][1:])
            if is_picture(data):
                yield PictureRun(match.start(1), match.end(1), data, _encode_labelled)


def _encode_labelled(data: bytes) -> str:
    return ";base64," + encode_picture(data)


def _find_hex(text: str) -> Iterator[PictureRun]:
    for match in _HEX.finditer(text):
        digits = match[1]
        data = bytes.fromhex(digits[: len(digits) // 2 * 2])
        if is_picture(data):
            yield PictureRun(match.start(1), match.end(1), data, bytes.hex)


def _is_text(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return b"\0" not in data
