"""Bytes to text, only where the way back is exact: BOM, UTF-8, UTF-16, UTF-32, GB18030, Windows-1252."""

from __future__ import annotations

import codecs
from collections.abc import Callable
from dataclasses import dataclass

from shotveil.core.errors import InputProblem
from shotveil.core.patterns import compile_late

_BOMS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SAMPLE = 65_536
_COMMON_HAN = compile_late(rb"(?:[\xa1-\xa3\xb0-\xf7][\xa1-\xfe])+")
_NON_ASCII_RUN = compile_late(rb"[\x80-\xff]+")
_ACCENTED = compile_late(
    rb"(?<=[A-Za-z])[\xc0-\xd6\xd8-\xf6\xf8-\xff\x92]|[\xc0-\xd6\xd8-\xf6\xf8-\xff](?=[A-Za-z])"
    rb"|(?<= )[\xc0\xe0](?= )"
)
_FIRST_HAN, _FIRST_LATE = 0xB0, 0xC9
_TELLING = 12
_WHOLE = 20
"""Bytes of a text for each that is broken in it, at least."""
_CONTROL = compile_late(rb"[\x01-\x07\x0e-\x1a\x1c-\x1f\x7f]")
_REFERENCE = compile_late(rb"\[\[[A-Z_]{2,20}#[0-9]{1,9}(?:\.[A-Z0-9=-]{1,60})?\]\]")
_NON_ASCII = compile_late(rb"[\x80-\xff][\x40-\xff]?")


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text without its BOM, the name of its encoding, and ``encode`` back to bytes (BOM included)."""

    raw: str
    encoding: str
    encode: Callable[[str], bytes]


def decode_text(data: bytes, path: str, encoding: str = "") -> Decoded:
    """Decode bytes so that ``encode(raw) == data``.

    Args:
        encoding: what the bytes are known to be in, as ``Decoded.encoding`` says it; "" to find out.

    Raises:
        InputProblem: ``text.encoding`` when no supported encoding gives the bytes back exactly.
    """
    for bom, marked in _BOMS:
        if data.startswith(bom):
            return _decode_exactly(data, bom, marked, path)
    if encoding:
        return _decode_exactly(data, b"", encoding, path)
    at = data.find(b"\0")
    if at < 0 or guess_encoding(data) == "utf-8":  # UTF-16 of plain letters is valid UTF-8 too
        try:
            return Decoded(data.decode("utf-8"), "utf-8", str.encode)
        except UnicodeDecodeError as problem:
            at = problem.start
    encoding = guess_encoding(data)
    if not encoding:
        line = data.count(b"\n", 0, at) + 1
        raise InputProblem(
            "text.encoding",
            f"{path}: not valid UTF-8 at byte {at} (line {line}); nothing was released for it",
            "save it as UTF-8, UTF-16 with a BOM, or GB18030",
        )
    return _decode_exactly(data, b"", encoding, path)


def decode_head(data: bytes) -> str | None:
    """The text of ``data`` (a cut last character is dropped), or None for bytes that are no text."""
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return data[len(bom) :].decode(encoding, "ignore")
    encoding = guess_encoding(data)
    return data.decode(encoding, "ignore") if encoding else None


def find_encoding(data: bytes) -> str:
    """Encoding of a text by its BOM, else by its first bytes; "" when they are no text."""
    marked = (encoding for bom, encoding in _BOMS if data.startswith(bom))
    return next(marked, "") or guess_encoding(data)


def guess_encoding(data: bytes) -> str:
    """Encoding of bytes without a BOM, as Python calls it; "" when they are no text (binary, broken)."""
    sample = data[:_SAMPLE]
    try:
        codecs.getincrementaldecoder("utf-8")().decode(sample)
        is_utf8 = True
    except UnicodeDecodeError:
        is_utf8 = False
    if is_utf8 and b"\0" not in sample:
        return "utf-8"
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    if len(data) % 2 == 0 and (even or odd):
        half = len(sample) // 2
        if odd > half * 0.5 and even == 0:
            return "utf-16-le"
        if even > half * 0.5 and odd == 0:
            return "utf-16-be"
    if b"\0" in sample:
        return "utf-8" if is_utf8 and _parts_texts(sample) else ""
    if _reads_as_chinese(sample):
        return "gb18030"
    return "cp1252" if _reads_as_western(data) else ""


def is_broken_text(data: bytes) -> bool:
    """Whether bytes that ``guess_encoding`` takes for nothing are a text broken in few places."""
    sample = data[:_SAMPLE]
    strange = len(_CONTROL.findall(sample)) + sample.decode("utf-8", "replace").count("\ufffd")
    return b"\0" not in sample and _WHOLE * strange <= len(sample)


def _parts_texts(sample: bytes) -> bool:
    """Whether the zero bytes of a sample part texts (``find -print0``), so that it is no program's data."""
    others = len(_CONTROL.findall(sample))
    # What a release has shortened is text all the same.
    is_text = _REFERENCE.search(sample) is not None or 10 * sample.count(0) <= len(sample)
    return is_text and 100 * others <= len(sample)


def _reads_as_chinese(sample: bytes) -> bool:
    """Whether the non-ASCII bytes are mostly everyday characters of GB2312.

    GB18030 decodes almost anything, so a plain attempt would turn broken UTF-8 or Latin-1 into Chinese noise.
    In alphabets of one byte a letter many runs are odd; Korean syllables (EUC-KR) fill the first half of rows
    only, while two of five characters in Chinese text begin with a sound from s to z.
    """
    runs = _NON_ASCII_RUN.findall(sample)
    if 10 * sum(len(run) % 2 for run in runs) > len(runs):
        return False
    leads = [byte for run in runs for byte in run[::2] if byte >= _FIRST_HAN]
    if len(leads) >= _TELLING and 20 * sum(byte >= _FIRST_LATE for byte in leads) < len(leads):
        return False
    foreign = sum(len(match) for match in _NON_ASCII.findall(sample))
    common = sum(len(match) for match in _COMMON_HAN.findall(sample))
    return foreign > 0 and common >= 0.9 * foreign


def _reads_as_western(data: bytes) -> bool:
    """Whether every accented letter stands in a word, as in French or German text of the 1990s.

    Any bytes are valid Latin-1, so this is the last resort, and broken UTF-8 must not pass. A reference is
    a word.
    """
    data = _REFERENCE.sub(b"x", data)
    runs = _NON_ASCII_RUN.findall(data)
    words = sum(len(run) for run in _ACCENTED.findall(data))
    return bool(runs) and all(len(run) <= 2 for run in runs) and words >= 0.9 * sum(map(len, runs))


def _decode_exactly(data: bytes, bom: bytes, encoding: str, path: str) -> Decoded:
    def encode(raw: str) -> bytes:
        return bom + raw.encode(encoding)

    try:
        raw = data[len(bom) :].decode(encoding)
        exact = encode(raw) == data
    except UnicodeError:
        exact, raw = False, ""
    if not exact:
        raise InputProblem(
            "text.encoding",
            f"{path}: not valid {encoding.upper()}; nothing was released for it",
            "save it as UTF-8",
        )
    return Decoded(raw, encoding, encode)
