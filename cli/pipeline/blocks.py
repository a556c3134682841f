"""A text made safe block by block, in constant memory: a pipe in one pass, a long file in two."""

from __future__ import annotations

import gc
import hashlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import BinaryIO

from shotveil.cli.pipeline.finding import Finder
from shotveil.cli.pipeline.line_blocks import read_blocks
from shotveil.cli.pipeline.naming import NO_LINKS, Links
from shotveil.cli.pipeline.reading import ViewStore, read_pictures
from shotveil.cli.pipeline.request import Item
from shotveil.cli.pipeline.sanitizing import Finished, record_unit, released_digest, rewrite_document
from shotveil.cli.pipeline.tree import Outcome
from shotveil.core.audit.encoded import KnownCopies
from shotveil.core.clues.labels.columns import find_open_head
from shotveil.core.config import Settings
from shotveil.core.records import Binding, View
from shotveil.core.session import Released, ReleasedBlock, Session
from shotveil.core.sources import open_text
from shotveil.core.sources.document import UNREAD, TextDocument
from shotveil.core.sources.hidden_copies import SHOWN_WHOLE, find_hidden_copies


@dataclass(slots=True)
class TextInBlocks:
    """One text at work: what it knows and what it has delivered, never its text.

    ``known`` are the values of the whole scope, where they were collected before. ``blocks`` are those that were
    released. ``views`` and ``lines`` of its source so
    far: ids and line numbers go on from block to block. ``replaced`` counts what was written, by type and
    reference, when ``lists`` asks for it.
    """

    item: Item
    settings: Settings
    finder: Finder
    session: Session
    outcome: Outcome
    scope: str = "all"
    lists: bool = False
    known: KnownCopies | None = None
    links: Links = NO_LINKS
    head: str = ""
    """First line of a table, which names the columns of its later blocks."""
    is_collected: bool = False
    """Whether the finder has seen all blocks: this is the second pass over a file."""
    number: int = 0
    views: int = 0
    lines: int = 0
    blocks: list[ReleasedBlock] = field(default_factory=list)
    name: str = ""
    at: str = ""
    """Under which name it is released, see ``Released``."""
    unread: int = 0
    """Parts inside it that nobody reads."""
    replaced: Counter[tuple[str, str]] = field(default_factory=Counter)
    digest: hashlib._Hash = field(default_factory=hashlib.sha256)
    _above: str = ""
    _pictures: ViewStore = field(default_factory=ViewStore)

    def collect(self) -> None:
        """First pass over a file: what is found anywhere will be known everywhere.

        Raises:
            InputProblem: it cannot be read.
        """
        with frozen_start():
            for block in read_file_blocks(self.item.path):
                document = self._open(block)
                self._collect_pictures(document)
                self.finder.collect(document.views)
        self.number = self.views = self.lines = 0
        self.head = ""
        self.is_collected = True

    def deliver_file(self, out: BinaryIO) -> None:
        """Second pass: every block made safe.

        Raises:
            InputProblem: a block cannot be made safe; those before it were written.
        """
        with frozen_start():
            try:
                for block in read_file_blocks(self.item.path):
                    self.deliver(block, out)
            finally:
                self.record()

    def deliver(self, block: bytes, out: BinaryIO) -> None:
        """Write one block made safe, its places on disk before.

        Raises:
            InputProblem: it cannot be read or made safe; nothing of it was written.
        """
        document = self._open(block)
        self.unread += document.notes.get(UNREAD, 0)
        views = self._find(document)
        bindings = self._bind(views)
        finished = self._rewrite(document, views, bindings)
        document, copies = self._find_copies(document, views, finished)
        if copies:
            finished = self._rewrite(document, (*views, *copies), (*bindings, *self._bind(copies)))
        assert finished.data is not None
        self.outcome.add_forced(finished.unwritten, finished.numbers, finished.keys)
        self.replaced.update((shown.type, shown.reference) for _, shown in finished.replacements)
        self.blocks.append(record_unit(self.session, finished))
        self.session.let_go(released_digest(finished.data))
        out.write(finished.data)
        out.flush()
        self.digest.update(finished.data)

    def record(self) -> None:
        """Keep in the journal of which blocks the released text is made."""
        if self.session.is_on_disk:
            released = Released(tuple(self.blocks), self.name, self.at)
            self.session.record_release(self.digest.hexdigest(), released)

    def _open(self, block: bytes) -> TextDocument:
        """The next block, read."""
        self.number += 1
        item = self.item
        document = open_text(
            block, item.path, item.format, session=item.session, turn=item.turn,
            first=self.views, first_line=self.lines + 1, head=self.head,
        )  # fmt: skip
        self._above, self.head = self.head, self._find_head(document.raw)
        self.views += len(document.views)
        self.lines += block.count(b"\n")
        return document

    def _find_head(self, raw: str) -> str:
        """The line that names the columns of the next block."""
        if self.item.format in ("csv", "tsv"):
            return self.head or raw.lstrip("\r\n").split("\n", 1)[0]
        return find_open_head(raw, self.head) if self.item.format == "text" else ""

    def _leave_head(self, views: tuple[View, ...]) -> tuple[View, ...]:
        """The views without what was found in the line above the block, which was written with its own."""
        if self.item.format != "text" or not self._above:
            return views
        start = len(self._above)
        return tuple(
            replace(view, occurrences=tuple(o for o in view.occurrences if o.extents[0].start > start))
            if number == 0
            else view
            for number, view in enumerate(views)
        )

    def _collect_pictures(self, document: TextDocument) -> tuple[View, ...]:
        """The views of a block's pictures with what is found in them; a first pass keeps them."""
        if not document.embedded:
            return ()
        views = self.finder.collect(read_pictures(self.item, document, self.settings, None))
        if not self.is_collected:
            self._pictures.put(self._block_item(), views)
        return views

    def _block_item(self) -> Item:
        return replace(self.item, path=f"{self.item.path}#{self.number}")

    def _find(self, document: TextDocument) -> tuple[View, ...]:
        if self.is_collected:
            views = self._leave_head(self.finder.find_again(document.views))
            if document.embedded:
                views += self.finder.complete(self._pictures.get(self._block_item()))
            return views
        pictures = self._collect_pictures(document)
        views = self._leave_head(self.finder.collect(document.views))
        self.finder.settle()
        return (*views, *self.finder.complete(pictures)) if pictures else views

    def _bind(self, views: tuple[View, ...]) -> tuple[tuple[Binding, ...], ...]:
        bindings = self.session.bind_views(views)
        for bound in bindings:
            self.outcome.add_bound(self.scope, bound)
        return bindings

    def _rewrite(
        self, document: TextDocument, views: tuple[View, ...], bindings: tuple[tuple[Binding, ...], ...]
    ) -> Finished:
        needles = self.finder.needles() if document.embedded else ()
        return rewrite_document(
            self.item, document, views, bindings, self.settings, needles, self.links, with_records=self.lists
        )  # fmt: skip

    def _find_copies(
        self, document: TextDocument, views: tuple[View, ...], finished: Finished
    ) -> tuple[TextDocument, tuple[View, ...]]:
        """Known values that still stand where the format shows no text, each as a view of its own.

        A pipe knows those of the block: to look for all that came before would take ever longer.
        """
        if document.format in SHOWN_WHOLE:
            return document, ()
        known = self.known
        if known is None:
            known = KnownCopies({(item.type, item.text) for view in views for item in view.occurrences})
        if next(known.find(finished.released or ""), None) is None:
            return document, ()
        document, hidden = find_hidden_copies(document, views, known)
        return document, self.finder.complete(hidden)


def read_file_blocks(path: str) -> Iterator[bytes]:
    """The blocks of a file: they depend on nothing but its bytes.

    Raises:
        OSError: it cannot be read.
    """
    with open(path, "rb") as stream:
        yield from read_blocks(stream, b"", is_live=False)


@contextmanager
def frozen_start() -> Iterator[None]:
    """What is loaded by now stays: no look for cycles goes through it again."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
