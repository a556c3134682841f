"""A pipe: one pass in constant memory, block by block, keeping pace with its writer (DESIGN rule 15).

What arrives together is one block: up to a size, or until the writer pauses. Blocks end at line ends, and never
inside a private-key block. Earlier lines are not revisited.
"""

from __future__ import annotations

import hashlib
import select
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from shotveil.cli.pipeline.finding import Finder
from shotveil.cli.pipeline.inputs import scope_journal
from shotveil.cli.pipeline.request import Item, Request
from shotveil.cli.pipeline.returning import PIPE_PREFIX
from shotveil.cli.pipeline.sanitizing import Finished, released_digest, rewrite_document
from shotveil.cli.pipeline.sessions import open_scope_session
from shotveil.cli.pipeline.tree import Outcome
from shotveil.cli.streams import say, stdin_bytes
from shotveil.core.records import ViewError
from shotveil.core.sources import open_text
from shotveil.core.sources.formats import detect_format

BLOCK_BYTES = 1 << 20
PAUSE_S = 0.25
STDIN_NAME = "standard input"
STREAMED = ("text", "jsonl", "claude_code")
_KEY_BEGIN, _KEY_END = b"-----BEGIN ", b"-----END "


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
    blocks = read_blocks(stdin_bytes(), first)
    head = next(blocks, b"")
    kind = detect_format(head, "-", request.as_format, partial=True)
    if kind not in STREAMED or head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return head + b"".join(blocks)
    if request.session is None:
        say("no --session: the mapping lives in memory only and is gone afterwards")
    with open_scope_session(scope_journal("all", request), request.settings) as session:
        finder = Finder(request.settings, session.values())
        written = WrittenBlocks()
        try:
            for number, block in enumerate(_with_head(head, blocks), 1):
                item = Item(STDIN_NAME, "stdin", kind, number, "all", data=block)
                finished = _sanitize_block(item, finder, session, request, outcome, written.values)
                if isinstance(finished, ViewError):
                    outcome.fail(finished)
                    break
                data = finished.data or b""
                session.record_places(released_digest(data), finished.places)
                out.write(data)
                out.flush()
                written.add(data, block)
        finally:
            session.record_file(
                f"{PIPE_PREFIX}{written.digest.hexdigest()}", blocks=",".join(written.lengths)
            )
        outcome.released += 1
    return None


@dataclass(slots=True)
class WrittenBlocks:
    """What a pipe has delivered: enough to find its blocks again, never their text."""

    digest: hashlib._Hash = field(default_factory=hashlib.sha256)
    lengths: list[str] = field(default_factory=list)
    values: int = 0

    def add(self, data: bytes, source: bytes) -> None:
        """One more block; ``values`` counts lines of the source, to keep view ids apart."""
        self.digest.update(data)
        self.lengths.append(str(len(data)))
        self.values += source.count(b"\n") + 1


def _with_head(head: bytes, blocks: Iterator[bytes]) -> Iterator[bytes]:
    yield head
    yield from blocks


def _sanitize_block(item, finder, session, request, outcome, first):  # type: ignore[no-untyped-def]
    from shotveil.cli.guard import InputGuard

    guard = InputGuard(item.path)
    with guard:
        document = open_text(
            item.data, item.path, item.format, session=item.session, turn=item.turn, first=first
        )
        views = finder.collect(document.views)
        finder.settle()
        bindings = session.bind_views(views)
        for bound in bindings:
            outcome.found.update(binding.occurrence.type for binding in bound)
            outcome.roots.update((item.session, binding.root) for binding in bound)
        finished: Finished = rewrite_document(item, document, views, bindings, request.settings, ())
        return finished
    return guard.error


def read_blocks(stream: BinaryIO, first: bytes) -> Iterator[bytes]:
    """Blocks of whole lines. The last may lack its line end."""
    pending = first
    while True:
        chunk = _read_available(stream, pending)
        pending += chunk
        if not chunk:
            break
        if len(pending) < BLOCK_BYTES and _more_soon(stream):
            continue
        cut = _cut_point(pending)
        if cut:
            yield pending[:cut]
            pending = pending[cut:]
    if pending:
        yield pending


def _read_available(stream: BinaryIO, pending: bytes) -> bytes:
    read1 = getattr(stream, "read1", None)
    return read1(BLOCK_BYTES) if read1 else stream.read(BLOCK_BYTES)


def _more_soon(stream: BinaryIO) -> bool:
    """Whether the writer goes on within the pause; where that cannot be asked, block after block."""
    if sys.platform == "win32":
        return True
    try:
        return bool(select.select([stream], [], [], PAUSE_S)[0])
    except (OSError, ValueError):
        return True


def _cut_point(pending: bytes) -> int:
    """End of the last whole line, before a key block that is still open; 0 when there is none."""
    end = pending.rfind(b"\n") + 1
    begin = pending.rfind(_KEY_BEGIN, 0, end)
    if begin >= 0 and pending.find(_KEY_END, begin, end) < 0 and len(pending) < 2 * BLOCK_BYTES:
        return pending.rfind(b"\n", 0, begin) + 1
    return end
