"""What the manifest of a released tree says about the files that are audited, and whose release it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import orjson

from shotveil.cli.pipeline.request import Item
from shotveil.cli.pipeline.tree import MANIFEST, name_some
from shotveil.core.geometry import Box
from shotveil.core.outputs import hash_file, name_key
from shotveil.core.session import Session
from shotveil.renderers.findings import Finding

Listed = Mapping[str, Mapping[str, Any]]
"""A manifest's line of each output, by its name compared without case."""

OWN_SHARE = 0.5
"""A finding that lies by this share in a drawn reference is that reference, misread."""


def list_released(root: Path) -> list[dict[str, Any]]:
    """Lines of the outputs that the folder's manifest lists; none where it is not ours to read."""
    try:
        lines = [orjson.loads(line) for line in (root / MANIFEST).read_bytes().splitlines()]
    except (OSError, orjson.JSONDecodeError):
        return []
    return [line for line in lines if isinstance(line, dict) and "output_sha256" in line]


def list_by_name(root: Path) -> Listed:
    """The same lines by the names of the outputs."""
    return {name_key(str(line["output"])): line for line in list_released(root)}


def has_released(session: Session, hashes: Iterable[str]) -> bool:
    """Whether a session released one of the files or texts with these hashes (SHA-256)."""
    wanted = set(hashes)
    if any(map(session.releases, wanted)) or any(map(session.places, wanted)):
        return True
    lines = (facts["line"] for facts in session.files().values() if "line" in facts)
    return any(orjson.loads(line).get("output_sha256") in wanted for line in lines)


@dataclass(frozen=True)
class ReleasedTree:
    """A folder with its manifest, and the files in it that are audited."""

    root: Path
    listed: Listed
    files: Sequence[Path]
    named: str = ""
    """What was audited of it, where that is not the whole."""

    @property
    def name(self) -> str:
        """How it is told of."""
        return self.named or str(self.root)

    @cached_property
    def hashes(self) -> Mapping[str, str]:
        """SHA-256 of each audited file, by its name compared without case."""
        return {self._key(path): hash_file(path) for path in self.files if path.is_file()}

    def _key(self, path: Path) -> str:
        return name_key(path.resolve().relative_to(self.root.resolve()).as_posix())

    def differences(self) -> str:
        """What is missing, added or changed since the release, in one line; "" for nothing."""
        shown = {
            self._key(path): path.resolve().relative_to(self.root.resolve()).as_posix() for path in self.files
        }
        strangers = [name for key, name in shown.items() if key not in self.listed]
        groups = (
            ("missing", self._missing),
            ("released by no run", strangers),
            ("changed since", self._changed),
        )
        return "; ".join(f"{what}: {name_some(names)}" for what, names in groups if names)

    @property
    def is_broken(self) -> bool:
        """True when an output is gone or is not what was proved; what was added is read like the rest."""
        return bool(self._missing or self._changed)

    @cached_property
    def _missing(self) -> list[str]:
        return [str(line["output"]) for key, line in self.listed.items() if key not in self.hashes]

    @cached_property
    def _changed(self) -> list[str]:
        return [
            str(line["output"])
            for key, line in self.listed.items()
            if key in self.hashes and self.hashes[key] != line["output_sha256"]
        ]

    @property
    def listed_files(self) -> list[Path]:
        """The files of which the whole tells whose they are: those that it lists."""
        return [path for path in self.files if self._key(path) in self.listed]

    def is_of(self, session: Session) -> bool:
        """True when the session released any of these files."""
        return has_released(session, (str(line["output_sha256"]) for line in self.listed.values()))

    def drawn(self, path: Path) -> list[tuple[int, Box]]:
        """Frame and box of each reference that stands in a picture which is still as it was released."""
        if not path.resolve().is_relative_to(self.root.resolve()):
            return []
        key = self._key(path)
        line = self.listed.get(key)
        if line is None or line["output_sha256"] != self.hashes.get(key):
            return []
        return [
            (item.get("frame", 0), Box(*box))
            for item in line.get("replacements", ())
            if item.get("reference")
            for box in item.get("boxes", ())
        ]


def find_trees(paths: Sequence[str], items: Sequence[Item]) -> list[ReleasedTree]:
    """The released trees of what was named, with what is audited of each; of a file named, only itself."""
    on_disk = (item.archive or item.path for item in items if item.archive or item.data is None)
    files = [Path(path) for path in dict.fromkeys(on_disk)]
    read = cache(list_by_name)  # a thousand files named are of one folder
    trees = []
    for root in (Path(path) for path in paths if path != "-" and Path(path).is_dir()):
        if listed := read(root):
            inside = [path for path in files if path.resolve().is_relative_to(root.resolve())]
            trees.append(ReleasedTree(root, listed, inside))
    covered = {path for tree in trees for path in tree.files}
    alone = (Path(path) for path in paths if path != "-" and Path(path).is_file())
    return trees + [tree for path in alone if path not in covered and (tree := find_release(path, read))]


def find_release(path: Path, read: Callable[[Path], Listed] = list_by_name) -> ReleasedTree | None:
    """The release of one file, by the nearest manifest above it that lists the file; ``read`` gives manifests."""
    whole = path.resolve()
    for root in whole.parents:
        key = name_key(whole.relative_to(root).as_posix())
        if line := read(root).get(key):
            return ReleasedTree(root, {key: line}, (path,), str(path))
    return None


def drop_own_references(
    findings: Sequence[Finding], item: Item, trees: Sequence[ReleasedTree]
) -> list[Finding]:
    """The findings of a picture without those that are one of our drawn references, misread."""
    if not findings:
        return []
    own = [place for tree in trees for place in tree.drawn(Path(item.path))]
    return [finding for finding in findings if not _is_own(finding, own)]


def _is_own(finding: Finding, own: Sequence[tuple[int, Box]]) -> bool:
    box = finding.place.box
    if box is None or finding.kind != "found":
        return False
    shared = (box.intersection(drawn) for frame, drawn in own if frame == finding.place.frame)
    return any(part.area >= OWN_SHARE * max(1.0, box.area) for part in shared if part)
