"""Picture formats: which one some bytes are, by their first bytes; the named refusals; endings of names."""

from __future__ import annotations

import re
from typing import Final

from shotveil.core.errors import InputProblem
from shotveil.core.patterns import compile_late

SUFFIXES: Final[dict[str, str]] = {
    "PNG": ".png",
    "JPEG": ".jpg",
    "WEBP": ".webp",
    "BMP": ".bmp",
    "GIF": ".gif",
    "TIFF": ".tiff",
    "PDF": ".pdf",
}
ENDINGS: Final[dict[str, str]] = {suffix: name for name, suffix in SUFFIXES.items()} | {
    ".jpeg": "JPEG", ".jpe": "JPEG", ".jfif": "JPEG", ".tif": "TIFF", ".apng": "PNG",
}  # fmt: skip
"""Formats that are written, by the endings that name them."""
READ_ONLY_ENDINGS: Final = frozenset({".heic", ".heif", ".avif"})

_HEIC_BRANDS = frozenset({b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1"})
_AVIF_BRANDS = frozenset({b"avif", b"avis"})

_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", "PNG"),
    (b"\xff\xd8\xff", "JPEG"),
    (b"GIF87a", "GIF"),
    (b"GIF89a", "GIF"),
    (b"BM", "BMP"),
    (b"II*\x00", "TIFF"),
    (b"MM\x00*", "TIFF"),
    (b"II+\x00", "TIFF"),
    (b"MM\x00+", "TIFF"),
)
_REFUSED: tuple[tuple[bytes, str, str], ...] = (
    (b"8BPS", "psd", "a Photoshop picture"),
    (b"\x00\x00\x01\x00", "ico", "an icon"),
    (b"\xff\x0a", "jxl", "a JPEG XL picture"),
    (b"\x00\x00\x00\x0cJXL ", "jxl", "a JPEG XL picture"),
    (b"\x00\x00\x00\x0cjP  ", "jp2", "a JPEG 2000 picture"),
    (b"\xff\x4f\xff\x51", "jp2", "a JPEG 2000 picture"),
    (b"qoif", "qoi", "a QOI picture"),
)
_PLAIN_MAP = compile_late(
    rb"P(?:[1-6]\s+(?:#[^\n]*+\n\s*)*\d{1,6}\s+\d{1,6}\s|7\nWIDTH |[fF]\n\d{1,6} \d{1,6}\s)"
)
"""How PBM, PGM, PPM, PAM and PFM begin."""
_ICON = compile_late(rb"\0\0[\x01\x02]\0[\x01-\xff]\0..[\0-\xff]\0", re.DOTALL)
_LEAST_PNG = 57


def sniff_format(data: bytes) -> str | None:
    """``PNG JPEG WEBP BMP GIF TIFF HEIC AVIF PDF``, or None when the bytes are none of these."""
    for magic, kind in _MAGIC:
        if data.startswith(magic):
            # Two letters are too little to call something a bitmap: the reserved words must be zero.
            if kind == "BMP" and (len(data) < 14 or data[6:10] != b"\0\0\0\0"):
                return None
            return kind
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WEBP"
    if data[4:8] == b"ftyp":
        brands = {data[8:12], *(data[i : i + 4] for i in range(16, min(len(data), 64), 4))}
        if data[8:12] in _AVIF_BRANDS or (brands & _AVIF_BRANDS and data[8:12] not in _HEIC_BRANDS):
            return "AVIF"
        if brands & _HEIC_BRANDS:
            return "AVIF" if brands & _AVIF_BRANDS else "HEIC"
    if b"%PDF-" in data[:1024]:
        return "PDF"
    return None


def is_picture(data: bytes) -> bool:
    """Whether bytes begin as a picture or page does, of a format that is handled or of one that is not.

    Stricter than ``sniff_format``: these bytes come from the middle of a text and may be anything.
    """
    kind = sniff_format(data)
    if kind is not None:
        if kind == "PNG":
            return len(data) >= _LEAST_PNG and data[12:16] == b"IHDR"
        return kind != "PDF" or data.startswith(b"%PDF-")
    if _PLAIN_MAP.match(data):
        return True
    if _ICON.match(data):
        return 6 + 16 * data[4] <= int.from_bytes(data[18:22], "little") < len(data)
    return any(len(magic) >= 4 and data.startswith(magic) for magic, name, _ in _REFUSED if name != "ico")


def recognise_format(data: bytes, path: str) -> str:
    """The format that ``open_image`` is to decode.

    Raises:
        InputProblem: ``image.empty``, ``unsupported.<kind>`` or ``image.not_an_image``.
    """
    if not data:
        raise InputProblem("image.empty", f"{path}: empty file")
    kind = sniff_format(data)
    if kind == "AVIF":
        raise InputProblem(
            "unsupported.avif", f"{path}: AVIF pictures are not handled", "convert it to PNG first"
        )
    if kind is not None:
        return kind
    for magic, name, words in _REFUSED:
        if data.startswith(magic):
            raise InputProblem(
                f"unsupported.{name}", f"{path}: {words} is not handled", "convert it to PNG first"
            )
    if _PLAIN_MAP.match(data):
        raise InputProblem(
            "unsupported.ppm", f"{path}: a PNM picture is not handled", "convert it to PNG first"
        )
    raise InputProblem("image.not_an_image", f"{path}: not a picture in a format that is handled")
