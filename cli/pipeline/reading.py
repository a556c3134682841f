"""From inputs to views: pictures through the reader (in workers where asked), text through its format."""

from __future__ import annotations

import hashlib
import pickle
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING

from shotveil.cli.guard import InputGuard
from shotveil.cli.pipeline.pictures import PictureTask, read_picture
from shotveil.cli.pipeline.pool import map_in_order
from shotveil.cli.pipeline.request import Item, Reading
from shotveil.core.config import Settings
from shotveil.core.errors import InputProblem
from shotveil.core.outputs import hash_file
from shotveil.core.records import View, ViewError
from shotveil.core.sources.document import Embedded, TextDocument

if TYPE_CHECKING:
    from concurrent.futures import Executor


_PACKED_TOGETHER = 2_000


@dataclass(frozen=True, slots=True)
class PendingReadings:
    """The readings of inputs, read when iterated: so that a run may leave some out before it starts."""

    items: tuple[Item, ...]
    settings: Settings
    pool: Executor | None

    def __iter__(self) -> Iterator[tuple[Item, Reading | ViewError]]:
        return complete_screens(read_items(self.items, self.settings, self.pool))

    def only(self, items: tuple[Item, ...]) -> PendingReadings:
        """The same for some of the inputs."""
        return PendingReadings(items, self.settings, self.pool)


def read_items(
    items: Iterable[Item], settings: Settings, pool: Executor | None
) -> Iterator[tuple[Item, Reading | ViewError]]:
    """Every input with its views, or its error, in order."""
    waiting: list[Item] = []
    for item in items:
        if item.format == "image":
            waiting.append(item)
            continue
        if item.in_blocks:  # too long to be read whole: its views are read when they are needed
            yield item, Reading(item, ())
            continue
        yield from _flush(waiting, settings, pool)
        waiting = []
        yield item, read_text(item, settings, pool)
    yield from _flush(waiting, settings, pool)


def complete_screens(
    readings: Iterable[tuple[Item, Reading | ViewError]],
) -> Iterator[tuple[Item, Reading | ViewError]]:
    """Screens whose UI tree lies beside them (same turn) get the texts that their reader missed or misread.

    A turn's text files come before its pictures, so the tree is known by then.
    """
    from shotveil.core.sources.ui_companion import complete_from_tree

    turn, trees = 0, list[View]()
    for item, reading in readings:
        if item.turn != turn:
            turn, trees = item.turn, []
        if isinstance(reading, Reading):
            trees += [view for view in reading.views if view.medium == "tree"]
            if item.format == "image" and trees and len(reading.views) == 1:
                reading = Reading(item, (reduce(complete_from_tree, trees, reading.views[0]),))
        yield item, reading


def _flush(
    batch: list[Item], settings: Settings, pool: Executor | None
) -> Iterator[tuple[Item, Reading | ViewError]]:
    tasks = (picture_task(item, settings) for item in batch)
    results = map_in_order(read_picture, tasks, pool, window=2 * settings.jobs)
    for item, result in zip(batch, results, strict=True):
        yield item, _named(item, result) if isinstance(result, ViewError) else Reading(item, result)


def _named(item: Item, error: ViewError) -> ViewError:
    return error if error.path else replace(error, path=item.path)


def picture_task(item: Item, settings: Settings) -> PictureTask:
    """The reading task of a picture input."""
    return PictureTask(item.path, item.session, item.turn, item.path, settings, item.data)


def open_document(item: Item) -> TextDocument:
    """The decoded text-like file of an item.

    Raises:
        InputProblem: it cannot be read.
    """
    from shotveil.core.sources import open_text

    data = Path(item.path).read_bytes() if item.data is None else item.data
    return open_text(data, item.path, item.format, session=item.session, turn=item.turn)


def read_text(item: Item, settings: Settings, pool: Executor | None) -> Reading | ViewError:
    """Views of a text-like file, those of the pictures inside it included."""
    guard = InputGuard(item.path)
    with guard:
        document = open_document(item)
        views = [*document.views, *read_pictures(item, document, settings, pool)]
        if not views:  # an empty file is an input all the same
            views.append(
                View(item.path, item.session, item.turn, "text", item.path, document.sha256, text="")
            )
        return Reading(item, tuple(views))
    return guard.error or ViewError(item.path, "internal.fault", "nothing was read")


def read_pictures(
    item: Item, document: TextDocument, settings: Settings, pool: Executor | None
) -> tuple[View, ...]:
    """Views of the pictures inside a document.

    Raises:
        InputProblem: one of them cannot be read.
    """
    views: list[View] = []
    tasks = list(embedded_tasks(item, document, settings))
    read = map_in_order(read_picture, tasks, pool, window=2 * settings.jobs)
    for picture, result in zip(document.embedded, read, strict=True):
        if isinstance(result, ViewError):
            said = result.message.removeprefix(f"{item.path}: ")
            raise InputProblem(result.code, f"{_place_picture(document, picture)}: {said}", result.hint)
        views.extend(result)
    return tuple(views)


def _place_picture(document: TextDocument, picture: Embedded) -> str:
    if picture.raw_start >= len(document.raw):
        return "picture in an encoded text"
    return f"picture in line {document.raw.count(chr(10), 0, picture.raw_start) + 1}"


def embedded_tasks(item: Item, document: TextDocument, settings: Settings) -> Iterator[PictureTask]:
    """Reading tasks for the pictures inside a document."""
    for number, picture in enumerate(document.embedded):
        yield PictureTask(
            item.path,
            item.session,
            item.turn,
            f"{item.path}@{number}",
            settings,
            picture.data,
            picture.pointer,
        )


def file_digest(item: Item) -> str:
    """SHA-256 of an input's bytes."""
    if item.data is not None:
        return hashlib.sha256(item.data).hexdigest()
    return hash_file(Path(item.path))


@dataclass(slots=True)
class ViewStore:
    """What the first pass read, until the second: packed in memory, for raw values never touch the disk.

    Picture views are kept whole (reading them again is slow), text views only where something was found. They are
    pickled, since what many of them share (records, rules) is then shared again, and nobody else writes here.
    """

    _packed: dict[str, list[bytes]] = field(default_factory=dict)

    def put(self, item: Item, views: tuple[View, ...]) -> None:
        """Keep the views of an input with what was found in them."""
        kept = [view for view in views if view.occurrences or view.medium == "image"]
        self._packed[item.path] = [
            zlib.compress(pickle.dumps(kept[at : at + _PACKED_TOGETHER]), 1)
            for at in range(0, len(kept), _PACKED_TOGETHER)
        ]

    def get(self, item: Item, document: TextDocument | None = None) -> tuple[View, ...]:
        """The views of an input as ``put`` saw them; those of a text-like file from its document."""
        kept: dict[str, View] = {}
        for packed in self._packed[item.path]:
            kept |= {view.id: view for view in pickle.loads(zlib.decompress(packed))}
        if document is None:
            return tuple(kept.values())
        pictures = (view for view in kept.values() if view.medium == "image")
        return (*(kept.get(view.id, view) for view in document.views), *pictures)
