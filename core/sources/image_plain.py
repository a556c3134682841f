"""Plain PNG files, which most screenshots are, decoded by OpenCV in two thirds of Pillow's time.

Plain is what needs no interpreting: one opaque picture of 8-bit RGB that no chunk turns, animates or makes
see-through. Everything else, and whatever libpng finds fault with, is Pillow's.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_EIGHT_BIT_RGB: Final = b"\x08\x02"
_MUTE: Final = frozenset({b"pHYs", b"sRGB", b"gAMA", b"cHRM", b"iCCP", b"sBIT", b"bKGD", b"tIME"})
"""Chunks that neither decoder heeds where it makes pixels."""
_TEXTS: Final = frozenset({b"tEXt", b"zTXt", b"iTXt"})
_TURNING: Final = (b"exif", b"xmp", b"raw profile")
"""Keywords of texts that may say which way is up."""
_LONGEST_KEYWORD: Final = 80


def strip_png(data: bytes) -> bytes | None:
    """A plain PNG without anything but its pixels; None where the file is not plain, or ends early."""
    if not data.startswith(_SIGNATURE) or data[24:26] != _EIGHT_BIT_RGB:
        return None
    rows, position = [], len(_SIGNATURE)
    while position + 12 <= len(data):
        length = int.from_bytes(data[position : position + 4], "big")
        kind = data[position + 4 : position + 8]
        content = data[position + 8 : position + 8 + length]
        position += 12 + length
        if kind == b"IDAT":
            rows.append(content)
        elif kind == b"IEND":
            return _SIGNATURE + data[8:33] + _chunk(b"IDAT", b"".join(rows)) + _chunk(b"IEND", b"")
        elif kind != b"IHDR" and kind not in _MUTE and (kind not in _TEXTS or _may_turn(content)):
            return None
    return None


def decode_plain(stripped: bytes) -> Pixels | None:
    """(height, width, 3) RGB of what ``strip_png`` gave; None where libpng finds it damaged."""
    import cv2
    import numpy as np

    try:
        bgr = cv2.imdecode(
            np.frombuffer(stripped, np.uint8), cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION
        )
    except cv2.error:
        return None
    if bgr is None:
        return None
    return np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2RGB, dst=bgr), np.uint8)


def _may_turn(text: bytes) -> bool:
    keyword = text[:_LONGEST_KEYWORD].partition(b"\0")[0].lower()
    return any(word in keyword for word in _TURNING)


def _chunk(kind: bytes, content: bytes) -> bytes:
    crc = zlib.crc32(content, zlib.crc32(kind))
    return len(content).to_bytes(4, "big") + kind + content + crc.to_bytes(4, "big")
