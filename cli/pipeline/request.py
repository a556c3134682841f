"""What a stage command was asked to do."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from shotveil.core.config import Settings
from shotveil.core.records import Medium, View


@dataclass(frozen=True, slots=True)
class Request:
    """One invocation of a stage command.

    ``output`` is the folder, or the file for one input; ``session`` the journal, or a folder of journals
    with ``settings.session_by``.
    """

    paths: tuple[str, ...]
    settings: Settings
    output: Path | None = None
    session: Path | None = None
    as_format: str | None = None
    check: bool = False
    fail_on_found: bool = False
    force: bool = False
    dry_run: bool = False
    safe: bool = False
    show_values: bool = False
    configured: tuple[Path, ...] = ()
    """The configuration files in force."""


@dataclass(frozen=True, slots=True)
class Item:
    """One input of a session scope: a file, or standard input (``data`` given).

    ``name`` is the path relative to the named argument, with forward slashes: the place in the output.
    ``format`` is a name of the format registry. ``turn`` is its position in the session, from 1.
    ``archive`` is the path of the archive that this is a ``member`` of. ``in_blocks`` marks a text too long to
    be read whole.
    """

    path: str
    name: str
    format: str
    turn: int
    session: str
    sha256: str = ""
    data: bytes | None = None
    archive: str = ""
    member: str = ""
    in_blocks: bool = False


@dataclass(frozen=True, slots=True)
class Scope:
    """The inputs that share a session, in order, and its journal."""

    name: str
    journal: Path | None
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """The views of an input, read."""

    item: Item
    views: tuple[View, ...]

    @property
    def medium(self) -> Medium:
        return "image" if self.item.format == "image" else "text"
