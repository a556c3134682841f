"""Work on one picture, in this process or in a worker: read it, draw it, read it again."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shotveil.cli.guard import InputGuard
from shotveil.core.config import Settings
from shotveil.core.errors import InputProblem
from shotveil.core.records import Block, ReaderInfo, View, ViewError

if TYPE_CHECKING:
    from shotveil.core.ocr.reader import Reader


@dataclass(frozen=True, slots=True)
class PictureTask:
    """Which picture to read, and what its views are called."""

    path: str
    session: str
    turn: int
    id: str
    settings: Settings
    data: bytes | None = None
    pointer: str = ""


@dataclass(frozen=True, slots=True)
class KeptReader:
    """A reader that looks into the sealed cache first; what it says of itself does not name its threads,

    since they change how fast is read, not what: traces and cache entries are the same with any number of jobs.
    """

    engine: Reader
    info: ReaderInfo
    folder: str = ""

    def read(self, rgb: Any) -> tuple[Block, ...]:
        """Blocks of a picture, kept or read."""
        if not self.folder:
            return self.engine.read(rgb)
        from shotveil.core.ocr.cache import SealedCache

        kept = SealedCache(Path(self.folder))
        found = kept.load(rgb, self.info)
        if found is None:
            found = self.engine.read(rgb)
            kept.store(rgb, self.info, found)
        return found


@cache
def open_kept_reader(backend: str, model: str, threads: int, lang: str, folder: str) -> KeptReader:
    """One engine a process and setting."""
    from shotveil.core.ocr.registry import open_reader

    languages = tuple(lang.split("+")) if lang else ()
    engine = open_reader(backend, model or None, threads=threads, languages=languages)
    settings = {key: value for key, value in engine.info.settings.items() if key != "threads"}
    return KeptReader(engine, replace(engine.info, settings=settings), folder)


def reader_of(settings: Settings, backend: str, model: str = "") -> KeptReader:
    """The engine of a backend and model, as the settings say how to run it."""
    return open_kept_reader(backend, model, engine_threads(settings), settings.lang, settings.cache)


def engine_threads(settings: Settings) -> int:
    """Threads of one engine: as told, or the cores shared among the jobs."""
    import os

    if settings.threads:
        return settings.threads
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, cores // max(1, settings.jobs))


def main_reader(settings: Settings) -> KeptReader:
    """The engine that reads pictures."""
    return reader_of(settings, settings.backend, settings.model)


def picture_bytes(path: str, data: bytes | None) -> bytes:
    """The file's bytes; an unreadable file is the caller's error record."""
    return Path(path).read_bytes() if data is None else data


def read_picture(task: PictureTask) -> tuple[View, ...] | ViewError:
    """Views of a picture, one a frame or page."""
    guard = InputGuard(task.path)
    with guard:
        return _read_frames(task)
    return guard.error or ViewError(task.path, "internal.fault", "nothing was read")


def _read_frames(task: PictureTask) -> tuple[View, ...]:
    from shotveil.core.sources.images import open_image

    data = picture_bytes(task.path, task.data)
    source = open_image(data, task.path, max_pixels=task.settings.max_pixels)
    limit = task.settings.max_frames
    if limit and source.frames > limit:
        raise InputProblem(
            "image.too_many_frames", f"the picture has {source.frames} frames, more than the {limit} allowed"
        )
    digest = hashlib.sha256(data).hexdigest()
    views = []
    for frame in range(source.frames):
        rgb = source.frame(frame)
        reader, blocks = _read_blocks(rgb, task.settings)
        views.append(
            View(
                id=f"{task.id}.{frame}" if source.frames > 1 else task.id,
                session=task.session,
                turn=task.turn,
                medium="image",
                path=task.path,
                sha256=digest,
                pointer=task.pointer,
                frame=frame,
                width=rgb.shape[1],
                height=rgb.shape[0],
                reader=reader,
                blocks=blocks,
            )
        )
    return tuple(views)


def _read_blocks(rgb: Any, settings: Settings) -> tuple[ReaderInfo, tuple[Block, ...]]:
    reader = main_reader(settings)
    blocks, info = reader.read(rgb), reader.info
    if settings.also:
        from shotveil.core.ocr.registry import union_blocks

        second = reader_of(settings, settings.also)
        blocks = union_blocks(blocks, second.read(rgb))
        info = replace(info, name=f"{info.name}+{second.info.name}")
    return info, blocks
