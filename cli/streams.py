"""File descriptor 1 belongs to records: everything else that prints goes to stderr (DESIGN rule 1)."""

from __future__ import annotations

import os
import sys
from typing import BinaryIO


def take_stdout() -> BinaryIO:
    """The real standard output as a binary stream; descriptor 1 then leads to stderr.

    OCR engines print through C, so replacing ``sys.stdout`` would not be enough.
    """
    sys.stdout.flush()
    real = os.dup(1)
    os.dup2(2, 1)
    return os.fdopen(real, "wb", buffering=1 << 16)


def stdin_bytes() -> BinaryIO:
    """Standard input as bytes."""
    return sys.stdin.buffer


def say(message: str) -> None:
    """One line to stderr. Never pass a raw value."""
    try:
        sys.stderr.write(f"shotveil: {message}\n")
    except UnicodeEncodeError:  # a console that is not UTF-8 must not stop the work
        encoding = sys.stderr.encoding or "ascii"
        sys.stderr.write(f"shotveil: {message}\n".encode(encoding, "backslashreplace").decode(encoding))
    sys.stderr.flush()


def on_terminal() -> bool:
    """Whether stderr is a terminal: progress is drawn only there."""
    return sys.stderr.isatty()
