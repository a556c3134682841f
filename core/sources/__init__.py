"""Files to views and back: text formats, chat and agent logs, UI trees, pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shotveil.core.sources.document import TextDocument


def open_text(
    data: bytes,
    path: str,
    format: str,
    *,
    session: str,
    turn: int,
    first: int = 0,
    first_line: int = 1,
    head: str = "",
) -> TextDocument:
    """Read a text-like file; see ``core.sources.open.open_text`` (imported when first used)."""
    from shotveil.core.sources import open as formats

    return formats.open_text(
        data, path, format, session=session, turn=turn, first=first, first_line=first_line, head=head
    )
