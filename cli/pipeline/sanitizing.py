"""Sanitize a session scope: read, collect, bind, rewrite or draw, prove, write."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from shotveil.cli.guard import InputGuard
from shotveil.cli.pipeline.drawing import Drawn, DrawTask, draw_picture, release_of
from shotveil.cli.pipeline.finding import Finder
from shotveil.cli.pipeline.naming import (
    NO_LINKS,
    Links,
    follow_links,
    make_links,
    rename_members,
    rewrite_names,
    source_name,
)
from shotveil.cli.pipeline.pool import map_in_order
from shotveil.cli.pipeline.reading import ViewStore, open_document
from shotveil.cli.pipeline.request import Item, Reading, Scope
from shotveil.cli.pipeline.returning import encoding_fact
from shotveil.cli.pipeline.tree import Outcome
from shotveil.cli.progress import track
from shotveil.core.audit.residual import Needle
from shotveil.core.config import Settings
from shotveil.core.errors import InputProblem
from shotveil.core.records import Binding, Release, Replacement, View, ViewError
from shotveil.core.session import Session
from shotveil.core.sources.document import Edit, Place, TextDocument
from shotveil.core.sources.hidden_copies import KnownSurfaces, find_hidden_copies

if TYPE_CHECKING:
    from concurrent.futures import Executor


SILENT_TEXT = "████"
"""What SAN-only leaves in a text: opaque, the same for every value and length."""


@dataclass(frozen=True, slots=True)
class Finished:
    """One input made safe: its bytes (None in a trace), releases in view order, how it was proved.

    ``numbers`` became strings and ``keys`` became references (DESIGN rule 14).
    """

    item: Item
    data: bytes | None
    suffix: str
    releases: tuple[Release, ...]
    verified: dict[str, Any]
    unwritten: int = 0
    places: tuple[Place, ...] = ()
    units: tuple[Finished, ...] = ()
    ordinal_path: str = ""
    released: str | None = None
    withheld: tuple[int, ...] = ()
    numbers: int = 0
    keys: int = 0
    encoding: str = "utf-8"

    @property
    def replacements(self) -> tuple[tuple[int, Replacement], ...]:
        return tuple((release.frame, item) for release in self.releases for item in release.replacements)


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
    known: KnownSurfaces = field(default_factory=lambda: KnownSurfaces(()))
    names: dict[str, str] = field(default_factory=dict)
    links: Links = NO_LINKS

    def collect(self, finder: Finder, readings: Iterable[tuple[Item, Reading | ViewError]]) -> None:
        """First pass: find in every view by itself; what fails is told at once and left out."""
        for item, reading in track(readings, "reading", len(self.scope.items)):
            guard = InputGuard(item.path)
            with guard:
                if isinstance(reading, Reading):
                    self.store.put(item, finder.collect(reading.views))
            error = reading if isinstance(reading, ViewError) else guard.error
            if error:
                self.failed[item.path] = error
                self.outcome.fail(error)
        finder.settle()

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
            for binding in bound:
                self.outcome.found[binding.occurrence.type] += 1
                self.outcome.roots.add((self.scope.name, binding.root))
                self.outcome.ambiguous += binding.ambiguous > 0
        return document, views, bindings

    def finish(
        self, finder: Finder, pool: Executor | None, *, encode: bool = True
    ) -> Iterator[Finished | ViewError]:
        """Second pass: every input in order, finished or withheld."""
        ready = [item for item in self.scope.items if item.path not in self.failed]
        self.needles = finder.needles()
        self.known = KnownSurfaces((needle.type, needle.surface) for needle in self.needles)
        # Names come before contents: a text may name a file that comes later, and its link must follow.
        keep, silent = self.settings.keep_names, self.settings.mode == "san"
        self.names = rewrite_names(ready, finder, self.session, keep=keep, silent=silent)
        renamed = rename_members(ready, finder, self.session, keep=keep, silent=silent)
        members = ((old.member, new.member) for old, new in zip(ready, renamed, strict=True))
        files = ((source_name(item), self.names[item.path]) for item in ready)
        self.links = make_links((*files, *members))
        ready = renamed
        jobs = (self._prepare(finder, item, encode) for item in ready)
        drawn = _draw_in_order(jobs, pool, self.settings)
        for item, result in zip(ready, track(drawn, "writing", len(ready)), strict=True):
            if isinstance(result, ViewError):
                error = result if result.path else replace(result, path=item.path)
                self.failed[item.path] = error
                self.outcome.fail(error)
                yield error
            else:
                self.outcome.add_forced(result.unwritten, result.numbers, result.keys)
                yield result

    def _prepare(self, finder: Finder, item: Item, encode: bool) -> Finished | ViewError | _Picture:
        guard = InputGuard(item.path)
        with guard:
            if item.format == "image":
                _, views, bindings = self.bind(finder, item, None)
                return _Picture(item, views, self._task(item, views, bindings, encode))
            document, views, bindings = self.bind(finder, item, open_document(item))
            assert document is not None
            return rewrite_document(item, document, views, bindings, self.settings, self.needles, self.links)
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


def _draw_in_order(
    jobs: Iterable[Finished | ViewError | _Picture], pool: Executor | None, settings: Settings
) -> Iterator[Finished | ViewError]:
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


def finish_picture(item: Item, views: tuple[View, ...], drawn: Drawn) -> Finished:
    """A drawn picture with its release records."""
    releases = tuple(release_of(view, shown) for view, shown in zip(views, drawn.frames, strict=True))
    return Finished(item, drawn.data, drawn.suffix, releases, drawn.verified, drawn.unwritten)


def rewrite_document(
    item: Item,
    document: TextDocument,
    views: tuple[View, ...],
    bindings: tuple[tuple[Binding, ...], ...],
    settings: Settings,
    needles: tuple[Needle, ...],
    links: Links = NO_LINKS,
    *,
    with_records: bool = True,
) -> Finished:
    """A text-like file with every extent replaced and its pictures drawn.

    Args:
        with_records: whether anybody asks for the releases of its views.

    Raises:
        InputProblem: a rewrite cannot be applied, or a picture inside cannot be finished.
    """
    from shotveil.renderers.text import apply_edits, count_forced, plan_edits

    edits: list[Edit] = []
    forced: list[tuple[int, int]] = []
    releases: list[Release] = []
    pictures: dict[int, list[int]] = {}
    secret_starts: set[int] = set()
    for number, (view, bound) in enumerate(zip(views, bindings, strict=True)):
        if view.medium == "image":
            pictures.setdefault(_embedded_number(view), []).append(number)
            continue
        shown = follow_links(view, tuple(text_replacement(b, settings.mode) for b in bound), links)
        if not shown:
            continue
        planned = plan_edits(document, view, shown)
        edits += planned
        forced.append(count_forced(document, view, planned))
        if with_records:
            releases.append(_text_release(view, shown))
    for numbers in pictures.values():
        chosen = tuple(views[n] for n in numbers)
        task = DrawTask(
            item.path, replace(settings, image_format=""), chosen, tuple(bindings[n] for n in numbers), (), needles,
            _embedded_data(document, chosen[0]),
        )  # fmt: skip
        edit, finished = _draw_embedded(item, document, chosen, task)
        edits.append(edit)
        releases += finished.releases
        if any(part.type == "SECRET" for release in finished.releases for part in release.replacements):
            secret_starts.add(edit.start)
    if not releases:  # an input without a finding is released too
        releases.append(
            Release(item.path, item.session, item.turn, "text", item.path, document.sha256, "", 0, 0, 0, ())
        )
    raw, places = apply_edits(document, edits)
    ordered = sorted(edits, key=lambda edit: (edit.start, edit.end))
    withheld = tuple(number for number, edit in enumerate(ordered) if edit.start in secret_starts)
    proof = {"readers": [], "result": "text"}
    data = document.encode(raw)
    return Finished(
        item, data, "", tuple(releases), proof, 0, places, released=raw, withheld=withheld,
        numbers=sum(numbers for numbers, _ in forced), keys=sum(keys for _, keys in forced),
        encoding=document.encoding,
    )  # fmt: skip


def text_replacement(binding: Binding, mode: str) -> Replacement:
    """What is written in a text for a binding."""
    occurrence = binding.occurrence
    return Replacement(
        occurrence.type, SILENT_TEXT if mode == "san" else binding.reference, occurrence.extents
    )


def _text_release(view: View, shown: tuple[Replacement, ...]) -> Release:
    return Release(
        view.id, view.session, view.turn, view.medium, view.path, view.sha256, view.pointer, view.frame,
        view.width, view.height, shown, None if view.text is None else safe_text(view.text, shown),
    )  # fmt: skip


def safe_text(text: str, shown: tuple[Replacement, ...]) -> str:
    """The text of a view with its replacements written in."""
    cuts = []
    for replacement in shown:
        for number, extent in enumerate(replacement.extents):
            cuts.append((extent.start, extent.end, replacement.reference if number == 0 else ""))
    parts: list[str] = []
    at = 0
    for start, end, written in sorted(cuts):
        parts += (text[at:start], written)
        at = max(at, end)
    return "".join(parts) + text[at:]


def _embedded_data(document: TextDocument, view: View) -> bytes:
    return document.embedded[_embedded_number(view)].data


def _embedded_number(view: View) -> int:
    return int(view.id.rsplit("@", 1)[1].split(".")[0])


def _draw_embedded(
    item: Item, document: TextDocument, views: tuple[View, ...], task: DrawTask
) -> tuple[Edit, Finished]:
    drawn = draw_picture(task)
    if isinstance(drawn, ViewError):
        raise InputProblem(drawn.code, f"picture at {views[0].pointer}: {drawn.message}", drawn.hint)
    embedded = document.embedded[_embedded_number(views[0])]
    edit = Edit(embedded.raw_start, embedded.raw_end, embedded.encode(drawn.data))
    return edit, finish_picture(item, views, drawn)


def released_digest(data: bytes) -> str:
    """The name under which the journal keeps the places of a released file."""
    return hashlib.sha256(data).hexdigest()


def record_unit(session: Session, finished: Finished) -> int:
    """Keep the exact way back of a released text; its copy number among units of equal bytes."""
    from shotveil.core.sources.decode import decode_text

    data = finished.data or b""
    digest = released_digest(data)
    copy = session.record_places(digest, finished.places, finished.released, finished.withheld)
    if finished.encoding != "utf-8" and decode_text(data, finished.item.path).encoding != finished.encoding:
        # What was Chinese is gone: nothing in the released bytes tells in which encoding to put it back.
        session.record_file(encoding_fact(digest, copy), encoding=finished.encoding)
    return copy
