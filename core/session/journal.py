"""The session file: an append-only JSONL journal, locked, sealed on request (DESIGN 3).

The first line is the header. Lines are only ever appended, under the lock and with fsync; a killed writer
can leave one torn line at the end, which the next reader drops.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import orjson

from shotveil.core.errors import InputProblem, UsageProblem
from shotveil.core.session.lock import hold_lock
from shotveil.core.session.seal import Seal, make_seal, open_seal

FAMILY: Final = "shotveil.session/"
VERSION: Final = 1
UPGRADES: Final[dict[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {}
"""How a line of an older version becomes a line of the next one; version 1 is the first."""

_SUPPORTED: Final = frozenset({VERSION, *UPGRADES})
_BINARY: Final = getattr(os, "O_BINARY", 0)

Line = dict[str, Any]


class Journal:
    """An open session file.

    ``header`` is its first line. ``warnings`` tells what was dropped. Only ``locked`` may read or append.
    """

    def __init__(
        self,
        path: Path,
        key: bytes | None,
        passphrase: str | None,
        *,
        create: bool,
        tell_wait: Callable[[], None] | None = None,
    ) -> None:
        self.path = path
        self._tell_wait = tell_wait
        self.header: Line = {}
        self.warnings: list[str] = []
        self.seal: Seal | None = None
        self._key, self._passphrase = key, passphrase
        self._create = create
        self._end = 0
        self._lines = 0
        self._version = VERSION
        self.is_writable = True
        self._retired = -1
        self._descriptor = self._open(create)

    def close(self) -> None:
        """Close the file."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    @contextmanager
    def locked(self, *, shared: bool = False) -> Iterator[bool]:
        """Hold the lock. Yields True when the file was replaced meanwhile and must be read from the start."""
        replaced = False
        try:
            while True:
                with hold_lock(self._descriptor, shared=shared, tell_wait=self._tell_wait):
                    if self._is_current():
                        yield replaced
                        return
                self.close()
                self._descriptor = self._open(self._create)
                self.rewind()
                replaced = True
        finally:
            self._close_retired()

    def read_new(self) -> list[Line]:
        """Lines that were added since the last call; the first call reads and checks the header.

        Raises:
            InputProblem: another program's file, a newer schema, a damaged line.
        """
        size = os.fstat(self._descriptor).st_size
        if size <= self._end:
            return []
        data = _read_at(self._descriptor, self._end, size - self._end)
        complete, newline, torn = data.rpartition(b"\n")
        if torn:
            self.warnings.append(f"{self.path.name}: an unfinished last line was dropped")
        if not newline:
            if self._lines == 0 and data:
                self._check_foreign(data)
            return []
        with _without_collector():
            return self._decode_all(complete.split(b"\n"))

    def _decode_all(self, raw: list[bytes]) -> list[Line]:
        lines: list[Line] = []
        for at, text in enumerate(raw):
            line = self._decode(text, last=at == len(raw) - 1)
            if line is None:
                self.warnings.append(f"{self.path.name}: an unreadable last line was dropped")
            else:
                self._end += len(text) + 1
                lines.append(line)
        return lines

    def append(self, lines: Sequence[Mapping[str, Any]]) -> None:
        """Write lines at the end and wait until they are on disk; a torn tail is cut first."""
        if not lines:
            return
        self._require_writable()
        data = b"".join(self._encode(line, self._lines + at) for at, line in enumerate(lines))
        try:
            os.ftruncate(self._descriptor, self._end)
            _write_at(self._descriptor, self._end, data)
            os.fsync(self._descriptor)
        except OSError as error:
            reason = (error.strerror or "").lower()
            raise InputProblem(
                "session.unwritable", f"{self.path}: {reason}", "nothing was released"
            ) from error
        self._end += len(data)
        self._lines += len(lines)

    def rewind(self) -> None:
        """Forget what was read: the next read starts again."""
        self._end, self._lines, self.header, self.seal = 0, 0, {}, None

    def start(self, fields: Mapping[str, Any]) -> None:
        """Write the header of a new file; sealed when a key or passphrase was given."""
        self.header = {"kind": "header", "schema": f"{FAMILY}{VERSION}", **fields}
        if self._key is not None or self._passphrase:
            self.seal = make_seal(self._key, self._passphrase)
            self.header["seal"] = dict(self.seal.header)
        self.append([self.header])

    def rewrite(self, lines: Sequence[Mapping[str, Any]], seal: Seal | None = None) -> None:
        """Replace the whole file by the header and these lines, at once or not at all.

        Call it under the lock. Other processes notice and read the file again.

        Args:
            lines: what follows the header.
            seal: encrypt with this; None keeps what is.
        """
        self.seal = seal or self.seal
        header = {key: value for key, value in self.header.items() if key != "seal"}
        self.header = header if self.seal is None else {**header, "seal": dict(self.seal.header)}
        everything = [self.header, *lines]
        data = b"".join(self._encode(line, at) for at, line in enumerate(everything))
        target = self.path.resolve()
        temporary = target.with_name(f".{target.name}.{os.getpid()}.tmp")
        descriptor = os.open(temporary, os.O_RDWR | os.O_CREAT | os.O_TRUNC | _BINARY, 0o600)
        try:
            _write_at(descriptor, 0, data)
            os.fsync(descriptor)
            os.replace(temporary, target)
        except OSError:
            os.close(descriptor)
            temporary.unlink(missing_ok=True)
            raise
        self._retired, self._descriptor = self._descriptor, descriptor
        self._end, self._lines = len(data), len(everything)

    def unseal(self) -> None:
        """From now on write plain lines; ``rewrite`` must follow at once."""
        self.seal = None

    def _close_retired(self) -> None:
        if self._retired >= 0:
            os.close(self._retired)
            self._retired = -1

    @property
    def is_sealed(self) -> bool:
        """Whether lines are encrypted, or will be once the header is written."""
        keyed = self._key is not None or bool(self._passphrase)
        return self.seal is not None or (self.is_empty and keyed)

    @property
    def is_empty(self) -> bool:
        """True for a new file without a header."""
        return self._lines == 0

    @property
    def modified_s(self) -> float:
        """When the file was last written, seconds since the epoch."""
        return os.fstat(self._descriptor).st_mtime

    def _open(self, create: bool) -> int:
        flags = os.O_RDWR | _BINARY | (os.O_CREAT if create else 0)
        try:
            descriptor = os.open(self.path, flags, 0o600)
            self._protect(descriptor)
            return descriptor
        except FileNotFoundError as error:
            raise InputProblem("session.missing", f"{self.path}: no such session file") from error
        except IsADirectoryError as error:
            raise InputProblem("session.folder", f"{self.path} is a folder, not a session file") from error
        except PermissionError as error:
            if create:
                raise InputProblem(
                    "session.permission", f"{self.path} cannot be written ({error.strerror})"
                ) from error
        try:
            self.is_writable = False
            return os.open(self.path, os.O_RDONLY | _BINARY)
        except OSError as error:
            raise InputProblem(
                "session.permission", f"{self.path} cannot be read ({error.strerror})"
            ) from error

    def _protect(self, descriptor: int) -> None:
        """The file is its owner's alone."""
        if sys.platform == "win32":
            self.warnings.append(f"{self.path.name}: on Windows it is protected by its folder only")
        elif os.fstat(descriptor).st_mode & 0o077:
            os.fchmod(descriptor, 0o600)
            self.warnings.append(f"{self.path.name}: others could read it; now only its owner can")

    def _is_current(self) -> bool:
        """Whether the open file is still the one under this name (a rekey replaces it)."""
        own = os.fstat(self._descriptor)
        try:
            named = os.stat(self.path)
        except FileNotFoundError:
            return False
        return (own.st_ino, own.st_dev) == (named.st_ino, named.st_dev)

    def _require_writable(self) -> None:
        if not self.is_writable:
            raise InputProblem("session.permission", f"{self.path} cannot be written")

    def _encode(self, line: Mapping[str, Any], number: int) -> bytes:
        data = orjson.dumps(line)
        if self.seal is not None and number > 0:
            data = orjson.dumps({"s": self.seal.close(data, number)})
        return data + b"\n"

    def _decode(self, text: bytes, *, last: bool) -> Line | None:
        number = self._lines
        try:
            line = orjson.loads(text)
            if not isinstance(line, dict):
                raise ValueError
        except ValueError as error:
            if number == 0:
                raise self._foreign() from error
            if last:
                return None
            raise InputProblem("session.damaged", f"{self.path}: line {number + 1} cannot be read") from error
        self._lines += 1
        if number == 0:
            self._read_header(line)
        elif self.seal is not None:
            line = orjson.loads(self.seal.open(str(line.get("s", "")), number))
        for version in range(self._version, VERSION):
            line = UPGRADES[version](line)
        return line

    def _read_header(self, line: Line) -> None:
        schema = str(line.get("schema", ""))
        version = schema.removeprefix(FAMILY)
        if line.get("kind") != "header" or version == schema or not version.isdigit():
            raise self._foreign()
        if int(version) not in _SUPPORTED:
            raise InputProblem(
                "session.schema",
                f"{self.path} was written by another version ({schema})",
                "use the version that wrote it, or export and import",
            )
        self._version = int(version)
        self.header = line
        if "seal" in line:
            self.seal = open_seal(line["seal"], self._key, self._passphrase)
        elif self._key is not None:
            raise UsageProblem(
                "session.not_sealed",
                f"{self.path} is not encrypted",
                "leave the key out, or rekey the session",
            )
        elif self._passphrase:
            self.warnings.append(
                f"{self.path.name}: not encrypted, the passphrase was not used; `session rekey` encrypts it"
            )

    def _check_foreign(self, data: bytes) -> None:
        """A file of one unfinished line is ours only if it began like a header of ours."""
        start = b'{"kind":"header","schema":"' + FAMILY.encode()
        if not data.startswith(start[: len(data)]):
            raise self._foreign()

    def _foreign(self) -> InputProblem:
        return InputProblem("session.foreign", f"{self.path} is not a session file of shotveil")


@contextmanager
def _without_collector() -> Iterator[None]:
    """Many small objects that all stay: looking for cycles among them would cost half the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _read_at(descriptor: int, offset: int, size: int) -> bytes:
    os.lseek(descriptor, offset, os.SEEK_SET)
    parts: list[bytes] = []
    while size > 0 and (part := os.read(descriptor, size)):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _write_at(descriptor: int, offset: int, data: bytes) -> None:
    os.lseek(descriptor, offset, os.SEEK_SET)
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
