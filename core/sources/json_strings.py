"""JSON string literals: decoded text, and where each character lies in the literal."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from shotveil.core.patterns import compile_late
from shotveil.core.sources.layers import Layer, measure_escapes

_ESCAPE = compile_late(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.", re.S
)


def decode_string(content: str) -> str:
    """The text of a literal's content (between the quotes); control characters are let through."""
    return json.loads(f'"{content}"', strict=False)


def measure_string(content: str) -> Sequence[int]:
    """Offset in ``content`` of each decoded character, and its length last."""
    return measure_escapes(_ESCAPE, content)


def escape_string(text: str) -> str:
    """``text`` as the content of a JSON string."""
    if text.isascii() and text.isprintable() and '"' not in text and "\\" not in text:
        return text
    return json.dumps(text, ensure_ascii=False)[1:-1]


def open_string(layer: Layer, start: int, end: int) -> Layer:
    """The layer of a string literal whose content is characters ``start:end`` of ``layer``."""
    content = layer.text[start:end]
    if "\\" in content:
        return Layer(decode_string(content), layer, start, end, measure_string, escape_string)
    return Layer(content, layer, start, end, None, escape_string)
