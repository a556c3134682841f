"""Work on one picture, in this process or in a worker: read it, draw it, read it again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shotveil.cli.guard import InputGuard
from shotveil.cli.pipeline.decoded import DECODED
from shotveil.core.config import Settings
from shotveil.core.errors import InputProblem
from shotveil.core.ocr.cache import FileReading, SealedCache
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


class KeptReader:
    """A reader that looks into the sealed cache first and starts its engine when that does not know.

    What it says of itself does not name its threads, since they change how fast is read, not what: traces and
    cache entries are the same with any number of jobs.

    Args:
        start: opens the engine.
        info: what the engine will say of itself; None to ask it.
        folder: of the cache, "" for none.
    """

    def __init__(self, start: Callable[[], Reader], info: ReaderInfo | None, folder: str) -> None:
        self._start = start
        self._engine: Reader | None = None
        self.info = without_threads(info or self.engine.info)
        self.folder = folder

    @property
    def engine(self) -> Reader:
        """The engine, started on first use."""
        if self._engine is None:
            self._engine = self._start()
        return self._engine

    def read(self, rgb: Any) -> tuple[Block, ...]:
        """Blocks of a picture, kept or read."""
        return self.read_shown(rgb, 1.0, negative=False)

    def read_shown(self, rgb: Any, scale: float, *, negative: bool) -> tuple[Block, ...]:
        """Blocks of a picture enlarged, or of its negative, in px of the picture as given; kept or read."""
        from shotveil.renderers.verify import read_scaled

        if not self.folder:
            return read_scaled(self.engine, rgb, scale, negative=negative)
        kept, note = SealedCache(Path(self.folder)), f"{scale:g}{' negative' if negative else ''}"
        found = kept.load(rgb, self.info, note)
        if found is None:
            found = read_scaled(self.engine, rgb, scale, negative=negative)
            kept.store(rgb, self.info, found, note)
        return found


def without_threads(info: ReaderInfo) -> ReaderInfo:
    """A reader's say without its threads."""
    return replace(info, settings={key: value for key, value in info.settings.items() if key != "threads"})


@cache
def open_kept_reader(backend: str, model: str, threads: int, lang: str, folder: str) -> KeptReader:
    """One engine a process and setting; at once without a cache, so that a missing one is told early."""
    from shotveil.core.ocr.registry import describe_reader, open_reader

    def start() -> Reader:
        languages = tuple(lang.split("+")) if lang else ()
        return open_reader(backend, model or None, threads=threads, languages=languages)

    return KeptReader(start, describe_reader(backend, model) if folder else None, folder)


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
    data = picture_bytes(task.path, task.data)
    digest = hashlib.sha256(data).hexdigest()
    kept = _load_kept(data, task.settings)
    if kept is not None:
        info, found = kept
        return (_make_view(task, digest, 0, 1, info, found),)
    from shotveil.core.sources.images import open_image

    source = open_image(data, task.path, max_pixels=task.settings.max_pixels)
    limit = task.settings.max_frames
    if limit and source.frames > limit:
        raise InputProblem(
            "image.too_many_frames", f"the picture has {source.frames} frames, more than the {limit} allowed"
        )
    views = []
    for frame in range(source.frames):
        rgb = source.frame(frame)
        DECODED.keep(data, task.settings.max_pixels, source, rgb)
        info, blocks = _read_blocks(rgb, task.settings, whole=source.frames == 1)
        found = FileReading(rgb.shape[1], rgb.shape[0], blocks)
        views.append(_make_view(task, digest, frame, source.frames, info, found))
    if source.frames == 1:
        _keep(data, task.settings, found)
    return tuple(views)


def _make_view(
    task: PictureTask, digest: str, frame: int, frames: int, info: ReaderInfo, found: FileReading
) -> View:
    return View(
        id=f"{task.id}.{frame}" if frames > 1 else task.id,
        session=task.session,
        turn=task.turn,
        medium="image",
        path=task.path,
        sha256=digest,
        pointer=task.pointer,
        frame=frame,
        width=found.width,
        height=found.height,
        reader=info,
        blocks=found.blocks,
    )


def _load_kept(data: bytes, settings: Settings) -> tuple[ReaderInfo, FileReading] | None:
    """What the cache knows of a file of one frame."""
    if not settings.cache:
        return None
    found = SealedCache(Path(settings.cache)).load_file(
        data, main_reader(settings).info, _file_note(settings)
    )
    if found is None or (settings.max_pixels and found.width * found.height > settings.max_pixels):
        return None
    return _name_readers(settings), found


def _keep(data: bytes, settings: Settings, found: FileReading) -> None:
    if settings.cache:
        info = main_reader(settings).info
        SealedCache(Path(settings.cache)).store_file(data, info, found, _file_note(settings))


def _file_note(settings: Settings) -> str:
    """What a reading of a file hangs on beside its main reader: decoders, and the second reader."""
    from importlib.metadata import version

    second = reader_of(settings, settings.also).info if settings.also else None
    also = (second.name, second.version, second.model, sorted(second.settings.items())) if second else ()
    return repr((version("shotveil"), version("pillow"), also))


def _name_readers(settings: Settings) -> ReaderInfo:
    info = main_reader(settings).info
    if settings.also:
        info = replace(info, name=f"{info.name}+{reader_of(settings, settings.also).info.name}")
    return info


def _read_blocks(rgb: Any, settings: Settings, *, whole: bool) -> tuple[ReaderInfo, tuple[Block, ...]]:
    """A frame's blocks; that of a ``whole`` file is kept with the file, so not by its pixels too."""

    def read(reader: KeptReader) -> tuple[Block, ...]:
        return reader.engine.read(rgb) if whole else reader.read(rgb)

    blocks = read(main_reader(settings))
    if settings.also:
        from shotveil.core.ocr.registry import union_blocks

        blocks = union_blocks(blocks, read(reader_of(settings, settings.also)))
    return _name_readers(settings), blocks
