"""A pipe: one pass in constant memory, block by block, keeping pace with its writer (DESIGN rule 15).

Earlier lines are not revisited.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import BinaryIO

from shotveil.cli.guard import InputGuard
from shotveil.cli.pipeline.blocks import TextInBlocks, frozen_start
from shotveil.cli.pipeline.finding import Finder
from shotveil.cli.pipeline.inputs import is_read_in_blocks, scope_journal
from shotveil.cli.pipeline.line_blocks import read_blocks
from shotveil.cli.pipeline.request import Item, Request
from shotveil.cli.pipeline.sessions import open_scope_session, tell_forgetting
from shotveil.cli.pipeline.tree import Outcome
from shotveil.cli.streams import stdin_bytes
from shotveil.core.records import ViewError
from shotveil.core.sources.formats import detect_format

STDIN_NAME = "standard input"


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
    if not is_read_in_blocks(kind, head):
        return head + b"".join(blocks)
    tell_forgetting(request)
    with open_scope_session(scope_journal("all", request), request.settings) as session:
        item = Item(STDIN_NAME, "stdin", kind, 0, "all")
        finder = Finder(request.settings, session.values())
        text = TextInBlocks(item, request.settings, finder, session, outcome)
        try:
            with frozen_start():
                done = all(_deliver(text, block, out) for block in chain((head,), blocks))
        finally:
            text.record()
        outcome.released += done
    return None


def _deliver(text: TextInBlocks, block: bytes, out: BinaryIO) -> bool:
    """One block on its way; False when it failed and the pipe ends."""
    text.item = replace(text.item, turn=text.item.turn + 1)
    written = text.lines
    guard = InputGuard(text.item.path)
    with guard:
        text.deliver(block, out)
    if guard.error:
        text.outcome.fail(_tell_rest(guard.error, written))
    return not guard.error


def _tell_rest(error: ViewError, lines: int) -> ViewError:
    """The error with what was released before it."""
    if not lines:
        return error
    rest = f"the first {lines} lines were released"
    return replace(error, hint=f"{error.hint}; {rest}" if error.hint else rest)
