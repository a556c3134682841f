"""A stream of lines in blocks: what arrives together, up to a size, or until the writer pauses.

Blocks end at line ends, and never inside what is read as one: a private key, a text that is streamed in pieces.
"""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Iterator
from typing import BinaryIO

from shotveil.core.patterns import compile_late
from shotveil.core.sources.field_names import DELTA_KEYS
from shotveil.core.sources.fragments import StreamName, read_stream_name, tell_streams

BLOCK_BYTES = 1 << 20
PAUSE_S = 0.1
LONGEST_WAIT_S = 0.5
"""A line is passed on at the latest after this time, however busy its writer is."""

HELD_BYTES = 64 << 10
"""An open run of pieces is held back up to this size, or until its writer stops for ``HELD_S``."""
HELD_S = 2.0

_KEY_BEGIN, _KEY_END = b"-----BEGIN ", b"-----END "
_PIECE = compile_late(rb'"(?:%s)"\s{0,4}:' % "|".join(sorted(DELTA_KEYS)).encode())
_LAST_PIECE = compile_late(r'(?:\\n|[!?。！？])"'.encode())
"""A piece that ends a line or a sentence: no value goes on behind it."""
_FRAME = compile_late(rb"\s*(?:(?:event|id|retry):[^\n]*|:[^\n]*)?\s*")
"""A line between two events of a stream that says nothing."""

_FOREIGN_LINES = 2
"""So many lines without a piece end a run (core/sources/fragments.py joins over one)."""


def read_blocks(stream: BinaryIO, first: bytes, *, is_live: bool = True) -> Iterator[bytes]:
    """Blocks of whole lines: up to a size, until the writer pauses, or when the oldest line has waited long.

    A line longer than a block stays whole. The last block may lack its line end. Of a file (not ``is_live``) the
    blocks depend on nothing but its bytes.
    """
    pending = bytearray(first + _read_ahead(stream))
    ends = pending.rfind(b"\n") + 1
    since = time.monotonic()
    while True:
        is_late = is_live and bool(ends) and time.monotonic() - since >= LONGEST_WAIT_S
        if ends and (len(pending) >= BLOCK_BYTES or is_late or (is_live and not _more_soon(stream, PAUSE_S))):
            cut = find_cut(pending, ends)
            if cut:
                yield bytes(pending[:cut])
                del pending[:cut]
            held = ends - cut
            if is_live and held and find_run(pending, held) == 0 and not _more_soon(stream, HELD_S):
                yield bytes(pending[:held])
                del pending[:held]
            ends, since = 0, time.monotonic()
        chunk = _read_available(stream)
        if not chunk:
            break
        if not pending:
            since = time.monotonic()
        if b"\n" in chunk:
            ends = len(pending) + chunk.rfind(b"\n") + 1
        pending += chunk
    if pending:
        yield bytes(pending)


def find_cut(pending: bytes | bytearray, ends: int) -> int:
    """Where a block ends: after the last whole line, before what is still open; 0 for nowhere.

    Args:
        pending: what was read.
        ends: end of its last whole line.
    """
    begin = pending.rfind(_KEY_BEGIN, 0, ends)
    if begin >= 0 and pending.find(_KEY_END, begin, ends) < 0 and len(pending) < 2 * BLOCK_BYTES:
        return pending.rfind(b"\n", 0, begin) + 1
    return find_run(pending, ends)


def find_run(pending: bytes | bytearray, ends: int) -> int:
    """Where the run of pieces begins that is open at ``ends``; ``ends`` where none is, or one of no end.

    Streams that take turns end each by itself.
    """
    pieces = _list_pieces(pending, ends)
    names = tell_streams([name for _, name, _ in pieces])
    start, ended = ends, set()
    for (begin, _, is_last), name in zip(pieces, names, strict=True):
        if is_last:
            ended.add(name)
        elif name not in ended:
            start = begin
    return ends if ends - start > HELD_BYTES else start


def _list_pieces(pending: bytes | bytearray, ends: int) -> list[tuple[int, StreamName, bool]]:
    """Pieces before ``ends``, the last one first: where its line begins, its stream, whether it ends a text."""
    pieces = []
    at, foreign = ends, 0
    while at > 0 and ends - at <= HELD_BYTES:
        begin = pending.rfind(b"\n", 0, at - 1) + 1
        line = bytes(pending[begin:at])
        piece = _PIECE.search(line)
        if piece:
            name = read_stream_name(line.decode("utf-8", "replace"), 0)
            pieces.append((begin, name, _LAST_PIECE.search(line) is not None))
            foreign = 0
        elif not _FRAME.fullmatch(line):
            foreign += 1
            if foreign == _FOREIGN_LINES:
                break
        at = begin
    return pieces


def _read_ahead(stream: BinaryIO) -> bytes:
    """What the reader holds already, without waiting for more."""
    try:
        descriptor = stream.fileno()
        was_blocking = os.get_blocking(descriptor)
        os.set_blocking(descriptor, False)
    except (OSError, AttributeError):
        return b""
    try:
        return _read_available(stream)
    finally:
        os.set_blocking(descriptor, was_blocking)


def _read_available(stream: BinaryIO) -> bytes:
    read1 = getattr(stream, "read1", None)
    data: bytes | None = read1(BLOCK_BYTES) if read1 else stream.read(BLOCK_BYTES)
    return data or b""


def _more_soon(stream: BinaryIO, wait_s: float) -> bool:
    """Whether the writer goes on within this time; where that cannot be asked, block after block."""
    if sys.platform == "win32":
        return True
    try:
        return bool(select.select([stream], [], [], wait_s)[0])
    except (OSError, ValueError):
        return True
