"""Text that a file shows in pieces: gathered into views of bounded length with separators between."""

from __future__ import annotations

from shotveil.core.sources.builder import DocumentBuilder, Field
from shotveil.core.sources.layers import Layer, Part

_LONGEST = 32_768


class RunningText:
    """Pieces of layers and separators in reading order; becomes one view, or several when very long."""

    def __init__(self, builder: DocumentBuilder, pointer: str, field: Field = ()) -> None:
        self.builder, self.pointer, self.field = builder, pointer, field
        self.parts: list[Part] = []
        self.texts: list[str] = []
        self.at = 0

    @property
    def last(self) -> str:
        """The last character so far, "" at the start."""
        return self.texts[-1][-1] if self.texts else ""

    def add(self, layer: Layer, start: int, end: int) -> None:
        """Characters ``start:end`` of a layer come next."""
        if end > start:
            self.parts.append(Part(self.at, layer, start, end))
            self._append(layer.text[start:end])

    def separate(self, separator: str) -> None:
        """A separator that is not in the file; it may end the view when that is long, a line feed sooner."""
        if separator and self.texts:
            self._append(separator)
            if self.at > (_LONGEST if separator == "\n" else 2 * _LONGEST):
                self.flush()

    def label(self, text: str) -> None:
        """What the following text is, in words that are not in the file."""
        self._append(text)

    def add_copy(self, layer: Layer, start: int, end: int, at: int) -> None:
        """An older place of characters that were added at ``at``."""
        self.parts.append(Part(at, layer, start, end, copy=True))

    def flush(self) -> None:
        """End the view."""
        text = "".join(self.texts)
        if self.parts and text.strip():
            self.builder.add_parts(self.parts, text, self.pointer, self.field)
        self.parts, self.texts, self.at = [], [], 0

    def _append(self, text: str) -> None:
        self.texts.append(text)
        self.at += len(text)
