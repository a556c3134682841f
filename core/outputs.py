"""Writing files so that a killed run leaves no half file, and private files stay private."""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from shotveil.core.errors import InputProblem

if sys.platform != "win32":
    import fcntl

_UNFINISHED = ".shotveil-tmp"
_LONGEST_NAME = 255
"""Bytes of UTF-8 in the name of a file or folder."""


def write_atomically(path: Path, data: bytes, *, private: bool = False) -> None:
    """Write to a temporary name in the same folder, fsync, rename (DESIGN rule 4).

    Raises:
        InputProblem: ``output.write`` when the folder or disk refuses; the old file is untouched.
    """
    with open_atomically(path, private=private) as stream:
        stream.write(data)


@contextlib.contextmanager
def open_atomically(path: Path, *, private: bool = False) -> Iterator[BinaryIO]:
    """The same for what is written bit by bit; whatever is raised inside leaves the old file untouched.

    Raises:
        InputProblem: ``output.write`` when the folder or disk refuses.
    """
    temporary = path.with_name(f".{secrets.token_hex(8)}{_UNFINISHED}")
    mode = 0o600 if private else 0o666
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(
            temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode
        )
        with os.fdopen(descriptor, "wb") as stream:
            with contextlib.suppress(OSError):  # a file system without locks: then nothing is removed either
                _claim(descriptor)
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(temporary, path)
    except OSError as error:
        raise InputProblem("output.write", f"{path}: cannot be written ({error.strerror})") from None
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()


def hash_file(path: Path) -> str:
    """SHA-256 of a file's bytes, read in pieces."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def remove_unfinished(root: Path) -> None:
    """Removes temporary files below ``root`` that a killed run left; those of a running one are claimed."""
    for path in root.rglob(f".*{_UNFINISHED}"):
        with contextlib.suppress(OSError):  # claimed, or gone meanwhile: not ours to remove
            with path.open("rb") as stream:
                _claim(stream.fileno())
            path.unlink()  # Windows removes no file that is open


def _claim(descriptor: int) -> None:
    """Marks an open file as being written, until it is closed or the process ends.

    Raises:
        BlockingIOError: another process writes it.
    """
    if sys.platform != "win32":
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def free_name(wanted: Path, taken: set[str]) -> Path:
    """``wanted``, or ``name~2.ext`` and so on where it is taken, cut to what file systems hold.

    ``taken`` holds the keys of paths (``name_key``) and gains that of the result.
    """
    candidate, number = _fit(wanted, ""), 1
    while name_key(candidate.as_posix()) in taken:
        number += 1
        candidate = _fit(wanted, f"~{number}")
    taken.add(name_key(candidate.as_posix()))
    return candidate


def name_key(path: str) -> str:
    """Equal for paths that are one file on a file system without case, or with composed letters only."""
    return unicodedata.normalize("NFC", path).lower()


def _fit(wanted: Path, mark: str) -> Path:
    """The path with a mark behind the stem of its name, the stem cut so that the name can be written."""
    room = _LONGEST_NAME - len((mark + wanted.suffix).encode())
    stem = wanted.stem.encode()[: max(room, 1)].decode("utf-8", "ignore")
    return wanted if not mark and stem == wanted.stem else wanted.with_name(f"{stem}{mark}{wanted.suffix}")
