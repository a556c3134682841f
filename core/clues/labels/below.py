"""Labels whose values stand below them: the list or the deeper line behind ``phones:`` (CONTRACT b.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from shotveil.core.clues.context import LabelHit
from shotveil.core.patterns import compile_late

_LINE: Final = compile_late(
    r"(?P<indent>[ \t]*)(?P<item>(?:[-*+•]|[0-9]{1,3}[.)])[ \t]+)?[\"'“‘]?"
    r"(?P<value>[^\s#\ue000][^\r\n\ue000]*)?\r?(?:\n|\ue000|\Z)"
)
_KEY: Final = compile_late(r"[\"']?[\w \-.]{1,40}[\"']?[:：](?:\s|$)")
_MOST: Final = 200
_MOST_EMPTY: Final = 1


def find_labels_below(text: str, labels: Iterable[LabelHit]) -> Iterator[LabelHit]:
    """A hit for each value below a label that ends its line, up to where something else begins.

    Args:
        text: the text of a stream.
        labels: its label hits so far.
    """
    for hit in labels:
        if not hit.direct or hit.role != "LABEL" or hit.value_end > hit.value_start:
            continue
        if text[hit.value_start : hit.value_start + 2].lstrip("\r")[:1] != "\n":
            continue
        for start, end in find_values_below(text, hit.start, text.index("\n", hit.value_start) + 1):
            yield replace(hit, value_start=start, value_end=end)


def find_values_below(text: str, label: int, below: int) -> Iterator[tuple[int, int]]:
    """Where the values of a label begin and end that ends its line.

    Items of a list, or one deeper line; what is a key with a value of its own is none.

    Args:
        text: the text of a stream.
        label: where the label begins.
        below: where the line behind it begins.
    """
    head = text[text.rfind("\n", 0, label) + 1 : label]
    indent = len(head) - len(head.lstrip(" \t"))
    at, empty = below, 0
    for number in range(_MOST):
        line = _LINE.match(text, at)
        if line is None or line.end() == at:
            return
        at = line.end()
        if line["value"] is None:
            empty += 1
            if empty > _MOST_EMPTY or line["item"]:
                return
            continue
        deeper = len(line["indent"]) - indent
        if deeper < 0 or not (line["item"] or (number == empty and deeper)):
            return
        if _KEY.match(text, line.start("value")):
            return
        yield line.span("value")
        if not line["item"]:
            return
