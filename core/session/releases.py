"""What each released text was made of, and under which name: equal bytes can come from different originals.

A text is released in one block or in many (DESIGN rule 15); each is told by its size, by its copy number
among the units with its hash, and by its encoding where its bytes do not show it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, Final

UNCHANGED: Final = -1


@dataclass(frozen=True, slots=True)
class ReleasedBlock:
    """One block of a released text: bytes, copy number, encoding ("" where the bytes show it).

    Of an archive it is a member; ``UNCHANGED`` as its copy number says that there is no way back of its own,
    ``name`` what it was called, where it is called otherwise now. Private.
    """

    size: int
    copy: int = 0
    encoding: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Released:
    """One text as it was released.

    ``name`` is that of its output, or of its input where it went to standard output; ``at`` the hash of the
    output's full path, "" for none. ``packed``: the blocks are the members of an archive.
    """

    blocks: tuple[ReleasedBlock, ...]
    name: str = ""
    at: str = ""
    packed: bool = False


class ReleaseBook:
    """Releases by hash of their bytes, in order."""

    def __init__(self) -> None:
        self._texts: dict[str, list[Released]] = {}

    def get(self, sha256: str) -> tuple[Released, ...]:
        """All that was released with these bytes; of one output file the last."""
        return tuple(self._texts.get(sha256, ()))

    def add(self, sha256: str, released: Released) -> bool:
        """Take in a release; False when it was known."""
        known = self._texts.setdefault(sha256, [])
        if released in known and (not released.at or _latest(known, released.at) == released):
            return False
        known[:] = [entry for entry in known if not released.at or entry.at != released.at]
        known.append(released)
        return True

    def read(self, line: Mapping[str, Any]) -> None:
        """Take in a journal line."""
        self.add(line["sha256"], read_release(line))

    def write(self) -> Iterator[dict[str, Any]]:
        """Every release as its journal line."""
        for sha256, texts in self._texts.items():
            yield from (write_release(sha256, released) for released in texts)


def _latest(known: Sequence[Released], at: str) -> Released | None:
    return next((entry for entry in reversed(known) if entry.at == at), None)


def read_release(line: Mapping[str, Any]) -> Released:
    """What a journal line tells."""
    blocks = tuple(ReleasedBlock(*block) for block in line["blocks"])
    return Released(blocks, line["name"], line["at"], line.get("packed", False))


def write_release(sha256: str, released: Released) -> dict[str, Any]:
    """A journal line; what a block does not need is left out."""
    blocks = []
    for block in released.blocks:
        row: list[int | str] = [block.size, block.copy, block.encoding, block.name]
        while not row[-1] and len(row) > 1:
            row.pop()
        blocks.append(row)
    return {
        "kind": "released",
        "sha256": sha256,
        "name": released.name,
        "at": released.at,
        "blocks": blocks,
        **({"packed": True} if released.packed else {}),
    }


def choose_release(texts: Sequence[Released], path: PurePath, at: str) -> Released | None:
    """The one that lies at a path, or whose name ends it; None when several with different originals do.

    Args:
        texts: releases of equal bytes.
        path: absolute.
        at: hash of the path.
    """
    if len({entry.blocks for entry in texts}) == 1:
        return texts[-1]
    if here := _latest(texts, at) if at else None:
        return here
    fitting = [(len(parts), entry) for entry in texts if (parts := _tail(entry.name, path))]
    longest = max((length for length, _ in fitting), default=0)
    best = [entry for length, entry in fitting if length == longest]
    return best[-1] if len({entry.blocks for entry in best}) == 1 else None


def _tail(name: str, path: PurePath) -> tuple[str, ...]:
    """The parts of a name with which a path ends; () when it does not."""
    parts = PurePath(name).parts
    return parts if parts and path.parts[-len(parts) :] == parts else ()
