"""Plain text, Markdown, code, logs: the file is one value, a long one several."""

from __future__ import annotations

from collections.abc import Iterator

from shotveil.core.patterns import compile_late
from shotveil.core.sources.builder import DocumentBuilder
from shotveil.core.sources.layers import leave_out
from shotveil.core.sources.settings_quotes import find_quoting

_LONG = 131_072
_LONGEST = 262_144
_HEAD = 4_096
_MARKS = compile_late(
    r"(?<=[:\-] )(?:(?:(?:&[\w.\-]{1,64}|!{1,2}[\w/:.,\-]{0,64})[ ]+){1,3}(?=[^\s#])"
    r"|\*[\w.\-]{1,64}(?=[ ]*(?:[ ]#[^\n]*)?(?:\r?\n|\Z)))"
)
"""Anchors (``&name``) and tags (``!!str``) between a key or dash and its value; aliases in place of one."""
_SETTING = compile_late(r"[ ]*(?:#|- |-$|---|[\w.\-\"' ]{1,64}:(?:[ \r]|$))")
_GAPS = ((". ", "! ", "? ", "。", "！", "？"), (", ", "; ", "，", "；"), (" ", "\t"))
_KEY_BEGIN, _KEY_END = "-----BEGIN ", "-----END "


def read_text(builder: DocumentBuilder) -> None:
    """The whole text as one view; URLs are read decoded, inline pictures set apart.

    A long text is cut at empty lines, else at line ends, never inside a private-key block. Anchors,
    tags and aliases of YAML are left out. The head of a table of an earlier block is read above it.
    """
    root = builder.root
    builder.settle = find_quoting(builder.path, root.text)
    if _is_settings(builder.path, root.text):
        root = leave_out(root, _MARKS)
    for number, (start, end) in enumerate(split_text(root.text)):
        pointer = f"/{number}" if number else ""
        if builder.head and not number:
            builder.add_below(builder.head, root, start, end, pointer)
        else:
            builder.add_text(root, start, end, pointer, ())


def _is_settings(path: str, text: str) -> bool:
    """Whether a text is YAML, by its name or its first lines."""
    if "&" not in text and "!" not in text:
        return False
    if path.lower().endswith((".yaml", ".yml")) or text.startswith(("---\n", "---\r\n", "%YAML")):
        return True
    lines = [line for line in text[:_HEAD].split("\n") if line.strip()]
    return len(lines) > 2 and 3 * sum(1 for line in lines if _SETTING.match(line)) > 2 * len(lines)


def split_text(text: str) -> Iterator[tuple[int, int]]:
    """Ranges of a text that are read one by one; together they are the text."""
    start = 0
    while len(text) - start > _LONGEST:
        end = text.find("\n\n", start + _LONG, start + _LONGEST) + 2
        if end < 2:
            end = text.find("\n", start + _LONG, start + _LONGEST) + 1 or _find_gap(text, start)
        begin = text.rfind(_KEY_BEGIN, start, end)
        if begin >= 0 and text.find(_KEY_END, begin, end) < 0:
            stop = text.find(_KEY_END, begin, begin + _LONG)
            end = text.find("\n", stop) + 1 if stop >= 0 else end
        if end <= start:
            break
        yield start, end
        start = end
    if start < len(text):
        yield start, len(text)


def _find_gap(text: str, start: int) -> int:
    """Where a line without end is parted: behind a sentence or clause, else a word, else at its end."""
    for marks in _GAPS:
        places = (text.rfind(mark, start + _LONG, start + _LONGEST) + 1 for mark in marks)
        if end := max(places):
            return end
    return text.find("\n", start + _LONGEST) + 1
