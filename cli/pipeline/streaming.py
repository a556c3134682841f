"""A pipe: one pass in constant memory, block by block, keeping pace with its writer (DESIGN rule 15).

Earlier lines are not revisited.
"""

from __future__ import annotations

import gc
import hashlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import BinaryIO

from shotveil.cli.guard import InputGuard
from shotveil.cli.pipeline import line_blocks
from shotveil.cli.pipeline.finding import Finder
from shotveil.cli.pipeline.inputs import scope_journal
from shotveil.cli.pipeline.request import Item, Request
from shotveil.cli.pipeline.returning import PIPE_PREFIX
from shotveil.cli.pipeline.sanitizing import Finished, record_unit, released_digest, rewrite_document
from shotveil.cli.pipeline.sessions import open_scope_session
from shotveil.cli.pipeline.tree import Outcome
from shotveil.cli.streams import say, stdin_bytes
from shotveil.core.errors import UsageProblem
from shotveil.core.outputs import open_atomically
from shotveil.core.records import View, ViewError
from shotveil.core.session import Session
from shotveil.core.sources import open_text
from shotveil.core.sources.document import TextDocument
from shotveil.core.sources.formats import detect_format
from shotveil.core.sources.hidden_copies import KnownSurfaces, find_hidden_copies

LONG_BYTES = 64 << 20
"""Files from here on are read in blocks, twice."""

STDIN_NAME = "standard input"
STREAMED = ("text", "jsonl", "claude_code", "event_stream")


def stdin_item(first: bytes, request: Request) -> Item:
    """Standard input read whole as one input."""
    data = first + stdin_bytes().read()
    kind = detect_format(data, "-", request.as_format)
    return Item(STDIN_NAME, "stdin", kind, 1, "all", data=data)


def sanitize_stream(request: Request, first: bytes, out: BinaryIO, outcome: Outcome) -> bytes | None:
    """Sanitize standard input as it comes, when it is text or JSON lines.

    Returns:
        None when done; else everything read so far: the input must be read whole first.
    """
    blocks = line_blocks.read_blocks(stdin_bytes(), first)
    head = next(blocks, b"")
    kind = detect_format(head, "-", request.as_format, partial=True)
    if kind not in STREAMED or head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return head + b"".join(blocks)
    if request.session is None:
        say("no --session: the mapping lives in memory only and is gone afterwards")
    with open_scope_session(scope_journal("all", request), request.settings) as session:
        pipe = _Pipe(request, kind, session, Finder(request.settings, session.values()), outcome)
        try:
            with _frozen_start():
                done = all(pipe.deliver(block, out) for block in _with_head(head, blocks))
        finally:
            pipe.written.record(session)
        outcome.released += done
    return None


def is_long_file(path: str) -> bool:
    """Whether a named input is a text or JSON lines too long to be read whole."""
    file = Path(path)
    try:
        if not file.is_file() or file.stat().st_size < LONG_BYTES:
            return False
        with file.open("rb") as stream:
            head = stream.read(line_blocks.BLOCK_BYTES)
    except OSError:
        return False
    kind = detect_format(head, path, None, partial=True)
    return kind in STREAMED and not head.startswith((b"\xff\xfe", b"\xfe\xff"))


def sanitize_long_file(request: Request, path: str, out: BinaryIO, outcome: Outcome) -> None:
    """The safe text of a long file in constant memory: two passes over its blocks."""
    if request.session is None:
        say("no --session: the mapping lives in memory only and is gone afterwards")
    with (
        open(path, "rb") as stream,
        open_scope_session(scope_journal("all", request), request.settings) as session,
    ):
        kind = detect_format(stream.read(line_blocks.BLOCK_BYTES), path, request.as_format, partial=True)
        finder = Finder(request.settings, session.values())
        pipe = _Pipe(request, kind, session, finder, outcome, path=path)
        stream.seek(0)
        with _frozen_start():
            if not pipe.collect(line_blocks.read_blocks(stream, b"", is_live=False)):
                return
            stream.seek(0)
            try:
                blocks = line_blocks.read_blocks(stream, b"", is_live=False)
                done = all(pipe.deliver(block, out) for block in blocks)
            finally:
                pipe.written.record(session)
        outcome.released += done


class _WithheldError(Exception):
    """The file at work is not released."""


def write_long_file(request: Request, path: str, output: Path, outcome: Outcome) -> None:
    """The same to a file, which is there when all of it is safe, or not at all.

    Raises:
        UsageProblem: ``output.over_input`` where it would overwrite the input.
    """
    if output.resolve() == Path(path).resolve():
        raise UsageProblem("output.over_input", f"{output} is an input", "choose another output file")
    with suppress(_WithheldError), open_atomically(output) as out:
        sanitize_long_file(request, path, out, outcome)
        if outcome.errors:
            raise _WithheldError


@contextmanager
def _frozen_start() -> Iterator[None]:
    """What is loaded by now stays: no look for cycles goes through it again."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


@dataclass(slots=True)
class _Pipe:
    """A pipe at work: what it knows and what it has written."""

    request: Request
    kind: str
    session: Session
    finder: Finder
    outcome: Outcome
    written: WrittenBlocks = field(default_factory=lambda: WrittenBlocks())
    number: int = 0
    path: str = STDIN_NAME
    is_collected: bool = False
    """Whether the finder has seen all blocks: this is the second pass over a file."""

    def collect(self, blocks: Iterable[bytes]) -> bool:
        """First pass over a file: what is found anywhere is known everywhere. False when it cannot be read."""
        guard = InputGuard(self.path)
        lines = 0
        with guard:
            for block in blocks:
                document = open_text(block, self.path, self.kind, session="all", turn=1, first_line=lines + 1)
                lines += block.count(b"\n")
                self.finder.collect(document.views)
        if guard.error:
            self.outcome.fail(guard.error)
            return False
        self.finder.settle()
        self.is_collected = True
        return True

    def deliver(self, block: bytes, out: BinaryIO) -> bool:
        """Write one block made safe, its places on disk before; False when it failed and the pipe ends."""
        self.number += 1
        item = Item(self.path, "stdin", self.kind, 1 if self.is_collected else self.number, "all", data=block)
        guard = InputGuard(item.path)
        finished: Finished | None = None
        with guard:
            finished = self._sanitize(item, block)
        if finished is None or finished.data is None:
            error = guard.error or ViewError(item.path, "internal.fault", "nothing was written")
            self.outcome.fail(self._tell_rest(error))
            return False
        self.outcome.add_forced(finished.unwritten, finished.numbers, finished.keys)
        copy = record_unit(self.session, finished)
        self.session.let_go(released_digest(finished.data))
        out.write(finished.data)
        out.flush()
        self.written.add(finished.data, copy, block)
        return True

    def _tell_rest(self, error: ViewError) -> ViewError:
        """The error with what was released before it."""
        lines = self.written.lines
        if not lines:
            return error
        rest = f"the first {lines} lines were released"
        return replace(error, hint=f"{error.hint}; {rest}" if error.hint else rest)

    def _sanitize(self, item: Item, block: bytes) -> Finished:
        written = self.written
        document = open_text(
            block, item.path, item.format, session=item.session, turn=item.turn,
            first=written.views, first_line=written.lines + 1,
        )  # fmt: skip
        written.views += len(document.views)
        if self.is_collected:
            views = self.finder.find_again(document.views)
        else:
            views = self.finder.collect(document.views)
            self.finder.settle()
        document, views = self._with_copies(document, views)
        bindings = self.session.bind_views(views)
        for bound in bindings:
            self.outcome.found.update(binding.occurrence.type for binding in bound)
            self.outcome.roots.update((item.session, binding.root) for binding in bound)
        return rewrite_document(
            item, document, views, bindings, self.request.settings, (), with_records=False
        )

    def _with_copies(
        self, document: TextDocument, views: tuple[View, ...]
    ) -> tuple[TextDocument, tuple[View, ...]]:
        """Copies of the block's values where its format shows no text, each as a view of its own."""
        found = {(item.type, item.text) for view in views for item in view.occurrences}
        if not found:
            return document, views
        document, hidden = find_hidden_copies(document, views, KnownSurfaces(found))
        return document, (*views, *self.finder.complete(hidden)) if hidden else views


@dataclass(slots=True)
class WrittenBlocks:
    """What a pipe has delivered: enough to find its blocks again, never their text.

    ``blocks`` are lengths in bytes, with the copy number where equal bytes were released for different originals.
    ``views`` and ``lines`` of its source so far: ids and line numbers go on from block to block.
    """

    digest: hashlib._Hash = field(default_factory=hashlib.sha256)
    blocks: list[str] = field(default_factory=list)
    views: int = 0
    lines: int = 0

    def add(self, data: bytes, copy: int, source: bytes) -> None:
        """One more block."""
        self.digest.update(data)
        self.blocks.append(f"{len(data)}:{copy}" if copy else str(len(data)))
        self.lines += source.count(b"\n")

    def record(self, session: Session) -> None:
        """Keep in the journal of which blocks the released text is made."""
        session.record_file(f"{PIPE_PREFIX}{self.digest.hexdigest()}", blocks=",".join(self.blocks))


def _with_head(head: bytes, blocks: Iterator[bytes]) -> Iterator[bytes]:
    yield head
    yield from blocks
