"""Writing files so that a killed run leaves no half file, and private files stay private."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path

from shotveil.core.errors import InputProblem


def write_atomically(path: Path, data: bytes, *, private: bool = False) -> None:
    """Write to a temporary name in the same folder, fsync, rename (DESIGN rule 4).

    Raises:
        InputProblem: ``output.write`` when the folder or disk refuses; the old file is untouched.
    """
    temporary = path.with_name(f".{secrets.token_hex(8)}.shotveil-tmp")
    mode = 0o600 if private else 0o666
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(
            temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode
        )
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(temporary, path)
    except OSError as error:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise InputProblem("output.write", f"{path.name}: cannot be written ({error.strerror})") from None


def free_name(wanted: Path, taken: set[str]) -> Path:
    """``wanted``, or ``name~2.ext`` and so on where it is taken; compared without case.

    ``taken`` holds lower-case posix paths and gains the result.
    """
    candidate, number = wanted, 1
    while candidate.as_posix().lower() in taken:
        number += 1
        candidate = wanted.with_name(f"{wanted.stem}~{number}{wanted.suffix}")
    taken.add(candidate.as_posix().lower())
    return candidate
