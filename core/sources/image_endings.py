"""Where a picture file ends by its own account: finds cut files and bytes hidden after the end."""

from __future__ import annotations


def find_end(data: bytes, kind: str) -> int | None:
    """Offset just after the picture's end mark; None when the data stop before it.

    For formats without an end mark of their own (BMP sizes are often wrong, TIFF has no end) the length
    of the data counts as the end.
    """
    if kind == "PNG":
        return _png_end(data)
    if kind == "JPEG":
        return _jpeg_end(data)
    if kind == "GIF":
        return _gif_end(data)
    if kind == "WEBP":
        end = 8 + int.from_bytes(data[4:8], "little")
        return end + (end & 1) if end <= len(data) and end + (end & 1) <= len(data) else _odd_end(data, end)
    return len(data)


def _odd_end(data: bytes, end: int) -> int | None:
    return end if end == len(data) else None


def _png_end(data: bytes) -> int | None:
    position = 8
    while position + 12 <= len(data):
        length = int.from_bytes(data[position : position + 4], "big")
        kind = data[position + 4 : position + 8]
        position += 12 + length
        if kind == b"IEND":
            return position if position <= len(data) else None
    return None


def _jpeg_end(data: bytes) -> int | None:
    """End of the first picture: segments are skipped whole, so a thumbnail's end mark does not count."""
    position = 2
    while position + 4 <= len(data):
        if data[position] != 0xFF:
            return None
        marker = data[position + 1]
        if marker == 0xFF:
            position += 1
        elif marker == 0xD9:
            return position + 2
        elif marker == 0x01 or 0xD0 <= marker <= 0xD8:
            position += 2
        else:
            position += 2 + int.from_bytes(data[position + 2 : position + 4], "big")
            if marker == 0xDA:
                position = _after_scan(data, position)
                if position < 0:
                    return None
    return position + 2 if data[position : position + 2] == b"\xff\xd9" else None


def _after_scan(data: bytes, position: int) -> int:
    """Offset of the first real marker after entropy-coded data, -1 when there is none."""
    while True:
        position = data.find(b"\xff", position)
        if position < 0 or position + 1 >= len(data):
            return -1
        follower = data[position + 1]
        if follower != 0x00 and not 0xD0 <= follower <= 0xD7 and follower != 0xFF:
            return position
        position += 1 if follower == 0xFF else 2


def _gif_end(data: bytes) -> int | None:
    if len(data) < 13:
        return None
    position = 13 + _colour_table(data[10])
    while position < len(data):
        block = data[position]
        if block == 0x3B:
            return position + 1
        if block == 0x21:
            position = _after_sub_blocks(data, position + 2)
        elif block == 0x2C and position + 10 <= len(data):
            position = _after_sub_blocks(data, position + 11 + _colour_table(data[position + 9]))
        else:
            return None
        if position < 0:
            return None
    return None


def _colour_table(flags: int) -> int:
    return 3 << ((flags & 7) + 1) if flags & 0x80 else 0


def _after_sub_blocks(data: bytes, position: int) -> int:
    while position < len(data):
        length = data[position]
        position += 1 + length
        if length == 0:
            return position
    return -1
