"""A picture in base64 as a list of strings, as in some notebooks: read joined, written in the same form."""

from __future__ import annotations

from collections.abc import Callable

from shotveil.core.patterns import compile_late
from shotveil.core.sources.base64_values import PICTURE_HEADS, decode_picture, encode_picture
from shotveil.core.sources.builder import DocumentBuilder
from shotveil.core.sources.layers import Layer

_HEAD = compile_late(rf'\s*+"(?:{PICTURE_HEADS})')
_ITEM = compile_late(r'(?P<gap>\s*+,?\s*+)"(?P<packed>[A-Za-z0-9+/_=\-]*+)(?P<ending>(?:\\[nr])*+)"')
_END = compile_late(r"\s*+\]")


def take_packed_list(builder: DocumentBuilder, layer: Layer, start: int, place: Callable[[], str]) -> bool:
    """Note the strings behind the bracket before ``start`` as one picture, if they are one in pieces.

    ``place`` tells the pointer of the list.
    """
    text = layer.text
    if _HEAD.match(text, start) is None:
        return False
    items = []
    at = start
    while item := _ITEM.match(text, at):
        items.append(item)
        at = item.end()
    if len(items) < 2 or _END.match(text, at) is None:
        return False
    data = decode_picture("".join(item["packed"] for item in items))
    if data is None:
        return False
    first, last = items[0], items[-1]
    joint = f'{first["ending"]}"{items[1]["gap"]}"'
    write = _write_in(layer, len(first["packed"]), joint, last["ending"])
    builder.note_picture(layer, first.start("packed"), last.end("ending"), data, place(), write)
    return True


def _write_in(layer: Layer, width: int, joint: str, ending: str) -> Callable[[bytes], str]:
    def write(data: bytes) -> str:
        packed = encode_picture(data)
        lines = [packed[at : at + width] for at in range(0, len(packed), width)]
        return layer.escaped(joint.join(lines) + ending)

    return write
