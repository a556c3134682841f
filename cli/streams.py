"""File descriptor 1 belongs to records: everything else that prints goes to stderr (DESIGN rule 1)."""

from __future__ import annotations

import os
import sys
from typing import BinaryIO

from shotveil.core.errors import UsageProblem


def occupy_closed_descriptors() -> None:
    """Give closed standard descriptors to the null device, so that no file of ours gets their numbers."""
    for descriptor in (0, 1, 2):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest free number is this one


def take_stdout() -> BinaryIO:
    """The real standard output as a binary stream; descriptor 1 then leads to stderr.

    OCR engines print through C, so replacing ``sys.stdout`` would not be enough.

    Raises:
        UsageProblem: standard output is closed.
    """
    if sys.stdout is None:
        raise UsageProblem("output.closed", "standard output is closed", "write to a file or to /dev/null")
    sys.stdout.flush()
    real = os.dup(1)
    os.dup2(2, 1)
    return os.fdopen(real, "wb", buffering=1 << 16)


def stdin_bytes() -> BinaryIO:
    """Standard input as bytes.

    Raises:
        UsageProblem: it is closed.
    """
    if sys.stdin is None:
        raise UsageProblem("input.closed", "standard input is closed", "name files or folders")
    return sys.stdin.buffer


def is_stdin_empty() -> bool:
    """Whether standard input ends before its first byte, which stays to be read; waits for one.

    A variable that is not set, with the empty input of a job runner, looks like this.
    """
    peek = getattr(stdin_bytes(), "peek", None)
    return peek is not None and not peek(1)


def say(message: str) -> None:
    """One line to stderr. Never pass a raw value."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(f"shotveil: {message}\n")
    except UnicodeEncodeError:  # a console that is not UTF-8 must not stop the work
        encoding = sys.stderr.encoding or "ascii"
        sys.stderr.write(f"shotveil: {message}\n".encode(encoding, "backslashreplace").decode(encoding))
    sys.stderr.flush()


def agrees(question: str) -> bool:
    """Whether a person at the terminal says yes; a script, whom nobody can ask, means what it says."""
    if sys.stdin is None or not sys.stdin.isatty() or sys.stderr is None:
        return True
    sys.stderr.write(question)
    sys.stderr.flush()
    return sys.stdin.readline().strip().casefold() in ("y", "yes")


def count(number: int, thing: str, things: str = "") -> str:
    """A number with its noun: ``1 file``, ``2 files``."""
    return f"{number} {thing if number == 1 else things or thing + 's'}"


def on_terminal() -> bool:
    """Whether stderr is a terminal: progress is drawn only there."""
    return sys.stderr is not None and sys.stderr.isatty()
