"""The registry of text formats: name to reader."""

from __future__ import annotations

import gc
import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from types import MappingProxyType
from typing import Final

from shotveil.core.errors import InputProblem, UsageProblem
from shotveil.core.sources.builder import DocumentBuilder
from shotveil.core.sources.decode import decode_text
from shotveil.core.sources.document import TextDocument

FormatReader = Callable[[DocumentBuilder], None]

READERS: Final = MappingProxyType(
    {
        "text": "plain_text.read_text",
        "json": "json_documents.read_json",
        "jsonl": "json_documents.read_jsonl",
        "event_stream": "event_streams.read_event_stream",
        "har": "json_documents.read_json",
        "slack": "json_documents.read_json",
        "telegram": "json_documents.read_json",
        "signal": "json_documents.read_json",
        "claude_code": "json_documents.read_jsonl",
        "asciicast": "terminal.read_asciicast",
        "csv": "delimited.read_delimited",
        "tsv": "delimited.read_delimited",
        "vtt": "subtitles.read_subtitles",
        "srt": "subtitles.read_subtitles",
        "sbv": "subtitles.read_subtitles",
        "whatsapp": "chat_exports.read_whatsapp",
        "vcard": "content_lines.read_cards",
        "icalendar": "content_lines.read_cards",
        "ldif": "content_lines.read_entries",
        "mail": "mail.read_mail",
        "html": "markup.read_markup",
        "uiautomator": "ui_trees.read_ui_tree",
        "ui_json": "ui_json.read_ui_json",
        "a11y": "plain_text.read_text",
    }
)
"""Format to ``module.function`` of this folder; imported when first used."""


def open_text(
    data: bytes,
    path: str,
    format: str,
    *,
    session: str,
    turn: int,
    first: int = 0,
    first_line: int = 1,
    head: str = "",
) -> TextDocument:
    """Read a text-like file of a known format.

    Args:
        data: the file's bytes.
        path: its name in messages and view ids.
        format: what ``detect_format`` says, or the user.
        first: number of the first view.
        first_line: number of the first line, where the file is read in blocks.
        head: the head of the table whose later rows these are; "" for a whole file or its beginning.

    Raises:
        InputProblem: the bytes are no text (``text.encoding``, ``input.unsupported``) or break their format.
        UsageProblem: ``format.unknown``.
    """
    if format == "unsupported":
        raise InputProblem(
            "input.unsupported",
            f"{path}: no text in a known encoding and no other kind that is read; nothing was released",
        )
    reader = find_reader(format)
    decoded = decode_text(data, path)
    builder = DocumentBuilder(
        path,
        format,
        decoded.raw,
        decoded.encode,
        session=session,
        turn=turn,
        sha256=hashlib.sha256(data).hexdigest(),
        first=first,
        first_line=first_line,
        head=head,
        encoding=decoded.encoding,
    )
    with _paused_collection():
        reader(builder)
        return builder.finish()


@contextmanager
def _paused_collection() -> Iterator[None]:
    """No cyclic garbage collection meanwhile: a reader makes many small records and no cycles.

    The collector would walk all of them again and again, which takes half of the time of a dense file.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def find_reader(format: str) -> FormatReader:
    """The reader of a format.

    Raises:
        UsageProblem: ``format.unknown``.
    """
    target = READERS.get(format)
    if target is None:
        raise UsageProblem("format.unknown", f"no text format is called {format}", "see --as")
    module, function = target.split(".")
    return getattr(import_module(f"shotveil.core.sources.{module}"), function)
