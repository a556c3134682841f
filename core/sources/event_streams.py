"""Server-sent events (SSE): every event's JSON value by value, pieces of one stream joined."""

from __future__ import annotations

from shotveil.core.patterns import compile_late
from shotveil.core.sources.builder import DocumentBuilder
from shotveil.core.sources.json_values import JsonReader, is_json

_LINE = compile_late(r"(data:[ ]?|id:[ ]?|(?:event|retry):[^\n]*|:[ ]?)?([^\n]*)(?:\n|\Z)")
_FIELD_LINE = compile_late(r"(?:data|event|id|retry):|:|\s*$")
_DATA_LINE = compile_late(r"(?m)^data:[ ]?(?=[{\[])([^\n]*)$")


def is_event_stream(text: str) -> bool:
    """Whether a text is a dump of server-sent events with JSON in them (the beginning decides)."""
    head = text[:65_536]
    lines = head.split("\n")[:-1] or [head]
    if not all(_FIELD_LINE.match(line) for line in lines):
        return False
    first = _DATA_LINE.search(head)
    return first is not None and is_json(first[1])


def read_event_stream(builder: DocumentBuilder) -> None:
    """Values of the JSON in each event; other data, comments and ids are text."""
    reader = JsonReader(builder)
    root = builder.root
    number = 0
    for line in _LINE.finditer(root.text):
        start, end = line.span(2)
        content = line[2].strip()
        if not content:
            continue
        reader.joiner.record = f"/{number}"
        if content[0] in "{[" and is_json(content):
            number += 1
            reader.read(root, start, end, reader.joiner.record)
        elif content != "[DONE]":
            builder.add_text(root, start, end, f"/{number}", ())
    reader.finish()
