"""Sessions: the private mapping between references and values (CONTRACT h, DESIGN 3)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from shotveil.core.errors import InputProblem
from shotveil.core.session.journal import Journal
from shotveil.core.session.places import KeptPlace
from shotveil.core.session.releases import Released, ReleasedBlock
from shotveil.core.session.store import IDLE_S, Session

if TYPE_CHECKING:
    from shotveil.core.binding.state import Ambiguity, Lifecycle

__all__ = ["KeptPlace", "Released", "ReleasedBlock", "Session", "open_session"]


def open_session(
    path: Path | None,
    *,
    key: bytes | None = None,
    passphrase: str | None = None,
    create: bool = True,
    lifecycle: Lifecycle = "full",
    ambiguity: Ambiguity = "recent",
    expire_after_s: float | None = None,
    idle_s: float | None = IDLE_S,
    tell_wait: Callable[[], None] | None = None,
) -> Session:
    """Open a session file, or a session in memory.

    Args:
        path: the journal (``*.session.jsonl``); None keeps everything in memory.
        key: content of a key file; a new journal is then encrypted.
        passphrase: instead of a key file.
        create: make the file when it is absent; otherwise that is an error.
        lifecycle: which mentions may share a root: full, exact or turn.
        ambiguity: where several roots fit: recent or fresh.
        expire_after_s: empty a journal that was not written for so long; kept in a new journal.
        idle_s: in memory only: forget after so long without use.
        tell_wait: called when another process holds the journal for over a second.

    Raises:
        InputProblem: missing, empty, foreign or damaged file, or no permission.
        UsageProblem: it is encrypted and the key is missing or wrong.
    """
    if path is None:
        return Session(None, lifecycle, ambiguity, idle_s=idle_s)
    journal = Journal(path, key, passphrase, create=create, tell_wait=tell_wait)
    session: Session | None = None
    try:
        opened = Session(journal, lifecycle, ambiguity, expire_after_s=expire_after_s)
        if journal.is_empty and not create:
            raise InputProblem("session.empty", f"{path} is empty: it holds no session")
        session = opened
    finally:
        if session is None:
            journal.close()
    return session
