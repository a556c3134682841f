"""One writer at a time: an advisory lock on the journal itself, so that nothing else is left behind."""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

_FAR_BYTE: Final = 0x7FFF_FFF0
_RETRY_S: Final = 0.01
_TAKEN: Final = frozenset({errno.EACCES, errno.EDEADLK})
_PATIENCE_S: Final = 1.0
"""After so long a wait is told."""


@contextmanager
def hold_lock(
    descriptor: int, *, shared: bool = False, tell_wait: Callable[[], None] | None = None
) -> Iterator[None]:
    """Wait for the lock of an open file and hold it.

    Args:
        descriptor: the open file.
        shared: let other readers in.
        tell_wait: called once, from another thread, when somebody else holds the lock for over a second.
    """
    if not _try(descriptor, shared):
        with _telling(tell_wait):
            _acquire(descriptor, shared)
    try:
        yield
    finally:
        _release(descriptor)


@contextmanager
def _telling(tell_wait: Callable[[], None] | None) -> Iterator[None]:
    if tell_wait is None:
        yield
        return
    from threading import Timer

    timer = Timer(_PATIENCE_S, tell_wait)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


if sys.platform == "win32":
    import msvcrt

    def _try(descriptor: int, shared: bool) -> bool:
        """Windows locks are mandatory, so a byte far behind the data stands for the file."""
        os.lseek(descriptor, _FAR_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError as problem:
            if problem.errno not in _TAKEN:  # a closed file or a share without locks: waiting never ends
                raise
            return False
        return True

    def _acquire(descriptor: int, shared: bool) -> None:
        while not _try(descriptor, shared):
            time.sleep(_RETRY_S)

    def _release(descriptor: int) -> None:
        os.lseek(descriptor, _FAR_BYTE, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _try(descriptor: int, shared: bool) -> bool:
        try:
            fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _acquire(descriptor: int, shared: bool) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_SH if shared else fcntl.LOCK_EX)

    def _release(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_UN)
