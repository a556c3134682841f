"""A captured session's own manifest: the order in which it names its files is the order of their turns."""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath

from shotveil.core.patterns import compile_late

MANIFEST_NAMES = frozenset(
    f"{stem}.{suffix}"
    for stem in ("manifest", "traj", "trajectory", "steps", "episode", "task_log", "trace_order")
    for suffix in ("json", "jsonl")
)
_MOST_BYTES = 8 << 20
_STRING = compile_late(r'"((?:[^"\\]|\\.)++)"')


def rank_by_manifest(files: Iterable[Path]) -> Mapping[Path, int]:
    """Rank of each file that a manifest above or beside it names, by first mention.

    A name counts where exactly one file under the manifest's folder has it. Folders without a manifest, and
    manifests that cannot be read or name fewer than two files, rank nothing.
    """
    places = sorted(str(path) for path in files)
    ranks: dict[Path, int] = {}
    for place in places:
        manifest = Path(place)
        if manifest.name.lower() not in MANIFEST_NAMES:
            continue
        inside = f"{manifest.parent}{os.sep}"
        low, high = bisect_left(places, inside), bisect_left(places, inside + "\U0010ffff")
        named = _read_order(manifest, [Path(other) for other in places[low:high] if other != place])
        if len(named) > 1:
            for rank, path in enumerate(named):
                ranks.setdefault(path, rank)
    return ranks


def _read_order(manifest: Path, below: Iterable[Path]) -> list[Path]:
    by_name: dict[str, Path | None] = {}
    for path in below:
        for name in {path.name, path.relative_to(manifest.parent).as_posix()}:
            by_name[name] = None if name in by_name else path
    try:
        if manifest.stat().st_size > _MOST_BYTES:
            return []
        text = manifest.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return []  # reading it as an input will tell what is wrong
    found: dict[Path, None] = {}
    for written in _STRING.findall(text):
        name = written.replace("\\\\", "/").replace("\\/", "/")
        named = by_name.get(name) or by_name.get(PurePosixPath(name).name)
        if named is not None:
            found.setdefault(named)
    return list(found)
