"""The released tree: where each output goes, what was withheld, and the manifest (DESIGN 3, rules 4–6)."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO

import orjson

from shotveil.cli.streams import count, say
from shotveil.core.errors import UsageProblem
from shotveil.core.geometry import enclosing_box
from shotveil.core.outputs import free_name, name_key, open_atomically, remove_unfinished, write_atomically
from shotveil.core.records import Binding, Replacement, ViewError
from shotveil.core.sources.image_formats import ENDINGS

MANIFEST = "manifest.jsonl"
MOST_NAMED = 3


@dataclass(slots=True)
class Outcome:
    """What a run did: the basis of exit code, summary and manifest. Holds no raw value."""

    released: int = 0
    errors: list[ViewError] = field(default_factory=list)
    unsupported: list[ViewError] = field(default_factory=list)
    found: Counter[str] = field(default_factory=Counter)
    in_names: int = 0
    roots: set[tuple[str, int]] = field(default_factory=set)
    ambiguous: int = 0
    unwritten: int = 0
    rewritten_numbers: int = 0
    rewritten_keys: int = 0
    finished_before: int = 0
    forgets_secrets: bool = False
    records: int | None = None
    """Release records on standard output, where they are all that was asked for."""
    without: str = "nothing was released for it"
    """What an input that failed did not get."""

    def add_bound(self, scope: str, bindings: Iterable[Binding]) -> None:
        """What was bound in one view or name of a scope."""
        for binding in bindings:
            self.found[binding.occurrence.type] += 1
            self.roots.add((scope, binding.root))
            self.ambiguous += binding.ambiguous > 0

    def add_forced(self, unwritten: int, numbers: int, keys: int) -> None:
        """What one input had to give up: room for references, numbers, keys."""
        self.unwritten += unwritten
        self.rewritten_numbers += numbers
        self.rewritten_keys += keys

    def fail(self, error: ViewError) -> None:
        """Record and tell a failed input."""
        self.errors.append(error)
        hint = f"; {error.hint}" if error.hint else ""
        where = f"{error.path}: " if error.path and error.path not in error.message else ""
        message = error.message.removesuffix(" for it").removesuffix("; nothing was released")
        say(f"error: {where}{message}; {self.without}{hint}")


@dataclass(slots=True)
class OutputTree:
    """Writes released files under ``root`` (or to the one file ``single``), never over an input."""

    root: Path
    single: bool
    inputs: frozenset[Path]
    dry_run: bool = False
    mapped: bool = False
    """Whether a session keeps what is replaced: the manifest says so, and a run without one keeps off."""
    taken: set[str] = field(default_factory=lambda: {MANIFEST})
    lines: dict[int, dict[str, Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.single and not self.dry_run:
            remove_unfinished(self.root)

    def place(self, name: str) -> Path:
        """The free place for an output named ``name`` (relative, forward slashes).

        Raises:
            UsageProblem: ``output.over_input`` where it would overwrite an input.
        """
        target = self.root if self.single else self.root / free_name(Path(name), self.taken)
        if target.resolve() in self.inputs:
            raise UsageProblem("output.over_input", f"{target} is an input", "choose another output folder")
        return target

    def shown(self, target: Path) -> str:
        """How the manifest names an output."""
        return target.name if self.single else target.relative_to(self.root).as_posix()

    def open(self, target: Path) -> AbstractContextManager[BinaryIO]:
        """An output that is written bit by bit, there when the context ends well."""
        return open_nowhere() if self.dry_run else open_atomically(target)

    def write(self, target: Path, data: bytes) -> str:
        """Write an output; its SHA-256."""
        if not self.dry_run:
            write_atomically(target, data)
        return hashlib.sha256(data).hexdigest()

    def list_released(
        self,
        ordinal: int,
        target: Path,
        sha256: str,
        replacements: Sequence[dict[str, Any]],
        verified: dict[str, Any],
    ) -> dict[str, Any]:
        """A manifest line for a released file; see ``describe`` and ``describe_counts``."""
        line = {
            "output": self.shown(target),
            "output_sha256": sha256,
            "replacements": list(replacements),
            "verified": verified,
        }
        if self.mapped:
            line["mapping"] = "session"
        self.lines[ordinal] = line
        return line

    def list_withheld(self, ordinal: int, code: str, state: str = "withheld") -> None:
        """A manifest line for an input that was not released: its ordinal and why, never its name."""
        self.lines[ordinal] = {"input": ordinal, state: code}

    def finish(self) -> None:
        """Write the manifest beside the outputs."""
        if self.single or self.dry_run:
            return
        data = b"".join(
            orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE) for _, line in sorted(self.lines.items())
        )
        write_atomically(self.root / MANIFEST, data)
        if strangers := self._find_strangers():
            are, them = ("is", "it") if len(strangers) == 1 else ("are", "them")
            say(
                f"{count(len(strangers), 'file')} in {self.root} {are} not of this run ({name_some(strangers)}): "
                f"delete {them} before you share the folder"
            )

    def _find_strangers(self) -> list[str]:
        """Names of files in the folder that the manifest does not list: they may be shared unseen."""
        own = {MANIFEST, *(line["output"] for line in self.lines.values() if "output" in line)}
        keys = {name_key(name) for name in own}
        names = sorted(
            path.relative_to(self.root).as_posix() for path in self.root.rglob("*") if not path.is_dir()
        )
        return [name for name in names if name_key(name) not in keys]


def name_some(names: Sequence[str]) -> str:
    """The first of some names, and how many more there are."""
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return ", ".join(names[:MOST_NAMED]) + more


@contextmanager
def open_nowhere() -> Iterator[BinaryIO]:
    """Where the output of a trial goes."""
    with open(os.devnull, "wb") as stream:
        yield stream


def describe(frame: int, item: Replacement) -> dict[str, Any]:
    """A replacement in the manifest; ``frame`` of a picture or page, 0 for none."""
    shown: dict[str, Any] = {"type": item.type, "reference": item.reference}
    if frame:
        shown["frame"] = frame
    if item.quads:
        shown["boxes"] = [enclosing_box(quad).as_list() for quad in item.quads]
    return shown


def describe_counts(replaced: Mapping[tuple[str, str], int]) -> list[dict[str, Any]]:
    """The replacements of a text too long to list each of them: type and reference, and how often."""
    return [
        {"type": kind, "reference": reference, "count": count}
        for (kind, reference), count in replaced.items()
    ]


def output_name(suffix: str, shown: str) -> str:
    """The place of an output: the shown name, with ``suffix`` where its format is not that of its ending."""
    path = PurePosixPath(shown)
    own = path.suffix.lower()
    if not suffix or own == suffix or ENDINGS.get(own) == ENDINGS.get(suffix, suffix):
        return shown
    return path.with_suffix(suffix).as_posix() if path.suffix else f"{shown}{suffix}"
