"""Work on one picture, in this process or in a worker: read it, draw it, read it again."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from shotveil.cli.guard import InputGuard
from shotveil.core.config import Settings
from shotveil.core.errors import InputProblem
from shotveil.core.records import View, ViewError

if TYPE_CHECKING:
    from shotveil.core.ocr.registry import Reader


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


@cache
def open_cached_reader(backend: str, model: str, threads: int, lang: str) -> Reader:
    """One engine a process and setting."""
    from shotveil.core.ocr.registry import open_reader

    return open_reader(
        backend, model or None, threads=threads, languages=tuple(lang.split("+")) if lang else ()
    )


def engine_threads(settings: Settings) -> int:
    """Threads of one engine: as told, or the cores shared among the jobs."""
    import os

    if settings.threads:
        return settings.threads
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, cores // max(1, settings.jobs))


def main_reader(settings: Settings) -> Reader:
    """The engine that reads pictures."""
    return open_cached_reader(settings.backend, settings.model, engine_threads(settings), settings.lang)


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
    source = open_image(data, task.path)
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


def _read_blocks(rgb, settings: Settings):  # type: ignore[no-untyped-def]
    reader = main_reader(settings)
    blocks = _read_through_cache(reader, rgb, settings)
    info = reader.info
    if settings.also:
        from shotveil.core.ocr.registry import union_blocks

        second = open_cached_reader(settings.also, "", engine_threads(settings), settings.lang)
        blocks = union_blocks(blocks, _read_through_cache(second, rgb, settings))
        info = replace(info, name=f"{info.name}+{second.info.name}")
    # How many threads read does not change what is read: traces are the same with any number of jobs.
    settings_seen = {key: value for key, value in info.settings.items() if key != "threads"}
    return replace(info, settings=settings_seen), blocks


def _read_through_cache(reader: Reader, rgb, settings: Settings):  # type: ignore[no-untyped-def]
    if not settings.cache:
        return reader.read(rgb)
    from shotveil.core.ocr.cache import SealedCache

    cache_folder = SealedCache(Path(settings.cache))
    found = cache_folder.load(rgb, reader.info)
    if found is None:
        found = reader.read(rgb)
        cache_folder.store(rgb, reader.info, found)
    return found
