"""Plain text, Markdown, code, logs: the file is one value."""

from __future__ import annotations

from shotveil.core.sources.builder import DocumentBuilder


def read_text(builder: DocumentBuilder) -> None:
    """The whole text as one view; URLs are read decoded, inline pictures set apart."""
    text = builder.root.text
    if text:
        builder.add_text(builder.root, 0, len(text), "", ())
