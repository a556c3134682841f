"""A session scope at work: read, collect, bind, rewrite or draw, input by input."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from shotveil.cli.guard import InputGuard
from shotveil.cli.pipeline.blocks import TextInBlocks
from shotveil.cli.pipeline.drawing import DrawTask, draw_picture
from shotveil.cli.pipeline.finding import Finder
from shotveil.cli.pipeline.naming import (
    NO_LINKS,
    BoundNames,
    Links,
    make_links,
    rename_members,
    rewrite_names,
    source_name,
)
from shotveil.cli.pipeline.pool import map_in_order
from shotveil.cli.pipeline.reading import ViewStore, open_document
from shotveil.cli.pipeline.request import Item, Reading, Scope
from shotveil.cli.pipeline.sanitizing import Finished, finish_picture, rewrite_document
from shotveil.cli.pipeline.tree import Outcome
from shotveil.cli.progress import track
from shotveil.cli.streams import count, say
from shotveil.core.audit.encoded import KnownCopies
from shotveil.core.audit.residual import Needle
from shotveil.core.config import Settings
from shotveil.core.records import Binding, View, ViewError
from shotveil.core.session import Session
from shotveil.core.sources.document import UNREAD, TextDocument
from shotveil.core.sources.hidden_copies import find_hidden_copies

if TYPE_CHECKING:
    from concurrent.futures import Executor


@dataclass(slots=True)
class ScopeRun:
    """The state of one scope between its two passes."""

    scope: Scope
    settings: Settings
    session: Session
    outcome: Outcome
    store: ViewStore = field(default_factory=ViewStore)
    failed: dict[str, ViewError] = field(default_factory=dict)
    needles: tuple[Needle, ...] = ()
    known: KnownCopies = field(default_factory=lambda: KnownCopies(()))
    names: dict[str, str] = field(default_factory=dict)
    links: Links = NO_LINKS
    lists: bool = True
    """Whether anybody asks what was replaced where."""
    tells_names: bool = True
    """Whether the names of the inputs come out, so that a value in one counts as found."""
    texts: dict[str, TextInBlocks] = field(default_factory=dict)

    def collect(self, finder: Finder, readings: Iterable[tuple[Item, Reading | ViewError]]) -> None:
        """First pass: find in every view by itself; what fails is told at once and left out."""
        for item, reading in track(readings, "reading", len(self.scope.items)):
            guard = InputGuard(item.path)
            with guard:
                if item.in_blocks:
                    text = TextInBlocks(
                        item, self.settings, finder, self.session, self.outcome, scope=self.scope.name
                    )
                    text.collect()
                    self.texts[item.path] = text
                elif isinstance(reading, Reading):
                    self.store.put(item, finder.collect(reading.views))
            error = reading if isinstance(reading, ViewError) else guard.error
            if error:
                self.fail(item, error)
        finder.settle()

    def fail(self, item: Item, error: ViewError) -> ViewError:
        """Record and tell that nothing of an input is released."""
        error = error if error.path else replace(error, path=item.path)
        self.failed[item.path] = error
        self.outcome.fail(error)
        return error

    def take_over(self, finder: Finder, readings: Iterable[tuple[Item, Reading | ViewError]]) -> None:
        """Instead of ``collect``: views that an earlier stage found values in (a chain)."""
        for item, reading in readings:
            if isinstance(reading, Reading):
                self.store.put(item, reading.views)
                finder.remember(reading.views)
        finder.settle()

    def bind(
        self, finder: Finder, item: Item, document: TextDocument | None
    ) -> tuple[TextDocument | None, tuple[View, ...], tuple[tuple[Binding, ...], ...]]:
        """Second pass over one input: every copy found, every occurrence bound; the journal is on disk.

        Returns:
            The document with a view for each copy outside its views, all views, and their bindings.
        """
        views = finder.complete(self.store.get(item, document))
        if document is not None:
            document, hidden = find_hidden_copies(document, views, self.known)
            views = (*views, *finder.complete(hidden))
        bindings = self.session.bind_views(views)
        for bound in bindings:
            self.outcome.add_bound(self.scope.name, bound)
        return document, views, bindings

    def finish(
        self, finder: Finder, pool: Executor | None, *, encode: bool = True
    ) -> Iterator[Finished | ViewError | TextInBlocks]:
        """Second pass: every input in order, finished or withheld; a long text is to be delivered at once."""
        ready = [item for item in self.scope.items if item.path not in self.failed]
        self.needles = finder.needles()
        self.known = KnownCopies((needle.type, needle.surface) for needle in self.needles)
        # Names come before contents: a text may name a file that comes later, and its link must follow.
        keep, silent = self.settings.keep_names, self.settings.mode == "san"
        bound: BoundNames = {}
        self.names = rewrite_names(ready, finder, self.session, bound, keep=keep, silent=silent)
        renamed = rename_members(ready, finder, self.session, bound, keep=keep, silent=silent)
        if self.tells_names:
            self._count_names(bound)
        members = ((old.member, new.member) for old, new in zip(ready, renamed, strict=True))
        files = ((source_name(item), self.names[item.path]) for item in ready)
        self.links = make_links((*files, *members))
        ready = renamed
        jobs = (self._prepare(finder, item, encode) for item in ready)
        drawn = _draw_in_order(jobs, pool, self.settings)
        for item, result in zip(ready, track(drawn, "writing", len(ready)), strict=True):
            if isinstance(result, ViewError):
                yield self.fail(item, result)
            elif isinstance(result, TextInBlocks):
                yield result
            else:
                self.outcome.add_forced(result.unwritten, result.numbers, result.keys)
                yield result

    def _count_names(self, bound: BoundNames) -> None:
        for bindings in bound.values():
            self.outcome.add_bound(self.scope.name, bindings)
            self.outcome.in_names += len(bindings)

    def _prepare(self, finder: Finder, item: Item, encode: bool) -> _Job:
        if item.in_blocks:
            text = self.texts[item.path]
            text.known, text.links, text.lists = self.known, self.links, self.lists
            return text
        guard = InputGuard(item.path)
        with guard:
            if item.format == "image":
                _, views, bindings = self.bind(finder, item, None)
                return _Picture(item, views, self._task(item, views, bindings, encode))
            document, views, bindings = self.bind(finder, item, open_document(item))
            assert document is not None
            if unread := document.notes.get(UNREAD, 0):
                parts = count(unread, "embedded part", "embedded parts")
                say(
                    f"{item.path}: {parts} of kinds that are not read (archives, documents, sound) stayed as is"
                )
            return rewrite_document(
                item,
                document,
                views,
                bindings,
                self.settings,
                self.needles,
                self.links,
                with_records=self.lists,
            )
        return guard.error or ViewError(item.path, "internal.fault", "nothing was bound")

    def _task(
        self, item: Item, views: tuple[View, ...], bindings: tuple[tuple[Binding, ...], ...], encode: bool
    ) -> DrawTask:
        return DrawTask(item.path, self.settings, views, bindings, (), self.needles, item.data, encode)


@dataclass(frozen=True, slots=True)
class _Picture:
    item: Item
    views: tuple[View, ...]
    task: DrawTask


_Job = Finished | ViewError | TextInBlocks | _Picture


def _draw_in_order(
    jobs: Iterable[_Job], pool: Executor | None, settings: Settings
) -> Iterator[Finished | ViewError | TextInBlocks]:
    """Pictures go through the workers, finished texts pass by, order kept."""
    batch: list[_Picture] = []
    limit = max(1, 2 * settings.jobs) if pool else 1

    def drain() -> Iterator[Finished | ViewError]:
        results = map_in_order(draw_picture, [p.task for p in batch], pool, window=limit)
        for picture, result in zip(batch, results, strict=True):
            yield (
                result
                if isinstance(result, ViewError)
                else finish_picture(picture.item, picture.views, result)
            )
        batch.clear()

    for job in jobs:
        if isinstance(job, _Picture):
            batch.append(job)
            if len(batch) >= limit:
                yield from drain()
            continue
        yield from drain()
        yield job
    yield from drain()
