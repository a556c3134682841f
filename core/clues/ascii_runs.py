"""Runs of ASCII characters of one kind, found as bytes: several times as fast as with a pattern."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from shotveil.core.clues.encoded_bytes import Span

_MEMBER: Final = b"x"
_OTHER: Final = b"."


def encode_ascii(text: str) -> bytes:
    """One byte a character: ``?`` for what is not ASCII, and so a question mark itself is a zero byte."""
    return text.replace("?", "\0").encode("ascii", "replace")


def make_kind(members: str) -> bytes:
    """The kind of these characters, for ``find_runs``."""
    codes = frozenset(encode_ascii(members))
    return b"".join(_MEMBER if code in codes else _OTHER for code in range(256))


def find_runs(raw: bytes, kind: bytes, least: int) -> Iterator[Span]:
    """Every run of ``least`` characters of a kind and more, as long as it goes on.

    Args:
        raw: a text as ``encode_ascii`` writes it.
        kind: what ``make_kind`` made.
        least: characters of the shortest run.
    """
    kinds = raw.translate(kind)
    shortest = _MEMBER * least
    start = kinds.find(shortest)
    while start >= 0:
        end = kinds.find(_OTHER, start + least)
        if end < 0:
            end = len(kinds)
        yield start, end
        start = kinds.find(shortest, end)
