"""Character references of HTML and XML, and blanks that a browser shows as one."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Sequence

from shotveil.core.patterns import compile_late
from shotveil.core.sources.layers import Layer

_ENTITY = compile_late(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});?")
_BLANKS = compile_late(r"[ \t\r\n\f]+")
_ENTITY_OR_BLANKS = compile_late(rf"{_ENTITY.pattern}|{_BLANKS.pattern}")


def _entity_text(match: re.Match[str]) -> str:
    """One character for a reference, one blank for a run of blanks; anything else as written."""
    written = match[0]
    if written[0] != "&":
        return " "
    text = html.unescape(written)
    return text if len(text) == 1 else written


def _decode(pattern: re.Pattern[str], text: str) -> str:
    return pattern.sub(_entity_text, text)


def _measure(pattern: re.Pattern[str], text: str) -> Sequence[int]:
    offsets: list[int] = []
    at = 0
    for match in pattern.finditer(text):
        offsets.extend(range(at, match.start()))
        if len(_entity_text(match)) == 1:
            offsets.append(match.start())
        else:
            offsets.extend(range(match.start(), match.end()))
        at = match.end()
    offsets.extend(range(at, len(text) + 1))
    return offsets


def _measure_entities(text: str) -> Sequence[int]:
    return _measure(_ENTITY, text)


def _measure_markup(text: str) -> Sequence[int]:
    return _measure(_ENTITY_OR_BLANKS, text)


def open_entities(layer: Layer, start: int, end: int, *, fold_blanks: bool = False) -> tuple[Layer, int, int]:
    """The decoded layer and range of characters ``start:end``; the layer itself where nothing is encoded."""
    text = layer.text[start:end]
    pattern, measure = (_ENTITY_OR_BLANKS, _measure_markup) if fold_blanks else (_ENTITY, _measure_entities)
    if "&" not in text and not (fold_blanks and _BLANKS.search(text)):
        return layer, start, end
    inner = Layer(_decode(pattern, text), layer, start, end, measure, escape_attribute)
    return inner, 0, len(inner.text)


escape_attribute: Callable[[str], str] = html.escape
