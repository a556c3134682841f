"""Values that are base64: pictures, text, or neither."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable

from shotveil.core.patterns import compile_late
from shotveil.core.sources.image_formats import is_picture

_BASE64 = compile_late(r"[A-Za-z0-9+/_\-\s]++={0,2}\s*+")
_CONTROL = compile_late(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]")
_FOREIGN = compile_late(r"[^\x00-\x7f]")
_RARE = compile_late(
    r"[^\x00-\x7f\u00a0-\u024f\u0370-\u06ff\u2010-\u9fff\uac00-\ud7af\uff00-\uffef\U0001f300-\U0001faff]"
)
_LEAST_TEXT = 16
LEAST_PICTURE = 48
_SLASH = r"(?:[/_]|%2[Ff]|\\/)"
PICTURE_HEADS = "|".join((
    "iVBORw0KGgo", f"{_SLASH}9j{_SLASH}", "R0lGOD", "UklGR", "Qk", "SUk[qr]", "TU0A[Kr]", "JVBERi0",
    r"AAAA[A-Za-z0-9+/_\-][GWm2]Z0eX", "AAAAD(?:GpQ|EpY)", f"{_SLASH}0{_SLASH}{{2}}UQ", r"AAA[BC]A[\w+/\-]",
    "OEJQU", "cW9pZ", "UD[EIMQUYcZm][KgN]",
))  # fmt: skip
"""How base64 begins of PNG, JPEG, GIF, WebP, BMP, TIFF, PDF, HEIC, JPEG 2000 and XL, ICO, PSD, QOI, PNM."""
PICTURE_SIGNS = (
    "iVBOR", "9j", "R0lGOD", "UklGR", "Qk", "SUk", "TU0A", "JVBER", "AAA", "UQ", "OEJQU", "cW9pZ", "UD",
)  # fmt: skip
"""Letters of which each such beginning holds some: a text without any of them holds no picture in base64."""
_HEAD = compile_late(rf"\s*+(?:{PICTURE_HEADS})")


def decode_base64(text: str) -> bytes | None:
    """The bytes of standard or URL-safe base64 (line breaks and missing padding allowed), or None."""
    if _BASE64.fullmatch(text) is None:
        return None
    packed = "".join(text.split()) if any(mark in text for mark in " \t\r\n") else text
    packed = packed.rstrip("=")
    if len(packed) % 4 == 1:
        return None
    if "-" in packed or "_" in packed:
        if "+" in packed or "/" in packed:
            return None
        packed = packed.translate({45: 43, 95: 47})
    try:
        return base64.b64decode(packed + "=" * (-len(packed) % 4), validate=True)
    except binascii.Error:
        return None


def decode_picture(text: str) -> bytes | None:
    """The picture that a base64 value holds, handled or not, or None where it only looks like one."""
    if len(text) < LEAST_PICTURE or _HEAD.match(text) is None:
        return None
    data = decode_base64(text)
    return data if data is not None and is_picture(data) else None


def decode_base64_text(text: str) -> str | None:
    """The readable text that a base64 value holds, or None.

    A random identifier of 16 characters decodes to readable UTF-8 about once in 100,000.
    """
    if len(text) < _LEAST_TEXT or " " in text:
        return None
    data = decode_base64(text)
    if not data or b"\0" in data:
        return None
    try:
        inner = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    if _CONTROL.search(inner) or len(_RARE.findall(inner)) > 0.2 * len(_FOREIGN.findall(inner)):
        return None
    return inner


def recode_base64(original: str) -> Callable[[str], str]:
    """A function that encodes new text in the alphabet and padding of ``original``."""
    url_safe = "-" in original or "_" in original
    padded = original.rstrip().endswith("=") or len(original.strip()) % 4 == 0

    def recode(text: str) -> str:
        data = text.encode("utf-8")
        packed = (base64.urlsafe_b64encode if url_safe else base64.b64encode)(data).decode("ascii")
        return packed if padded else packed.rstrip("=")

    return recode


def encode_picture(data: bytes) -> str:
    """Standard base64, without line breaks."""
    return base64.b64encode(data).decode("ascii")
