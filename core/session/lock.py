"""One writer at a time: an advisory lock on the journal itself, so that nothing else is left behind."""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_FAR_BYTE: Final = 0x7FFF_FFF0
_RETRY_S: Final = 0.01
_TAKEN: Final = frozenset({errno.EACCES, errno.EDEADLK})


@contextmanager
def hold_lock(descriptor: int, *, shared: bool = False) -> Iterator[None]:
    """Wait for the lock of an open file and hold it; ``shared`` lets other readers in."""
    _acquire(descriptor, shared)
    try:
        yield
    finally:
        _release(descriptor)


if sys.platform == "win32":
    import msvcrt

    def _acquire(descriptor: int, shared: bool) -> None:
        """Windows locks are mandatory, so a byte far behind the data stands for the file."""
        while True:
            os.lseek(descriptor, _FAR_BYTE, os.SEEK_SET)
            try:
                msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
            except OSError as problem:
                if problem.errno not in _TAKEN:  # a closed file or a share without locks: waiting never ends
                    raise
                time.sleep(_RETRY_S)
            else:
                return

    def _release(descriptor: int) -> None:
        os.lseek(descriptor, _FAR_BYTE, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _acquire(descriptor: int, shared: bool) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_SH if shared else fcntl.LOCK_EX)

    def _release(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_UN)
