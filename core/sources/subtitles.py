"""WebVTT, SRT and SBV: what is said as one running text, cue after cue."""

from __future__ import annotations

import re

from shotveil.core.patterns import compile_late
from shotveil.core.sources.builder import DocumentBuilder
from shotveil.core.sources.element_gaps import part_titles
from shotveil.core.sources.entities import open_entities
from shotveil.core.sources.fragments import choose_separator
from shotveil.core.sources.running_text import RunningText

_LINE = compile_late(r"[^\r\n]+")
_TIMING = compile_late(
    r"\s*(?:[0-9]{1,3}:)?[0-9]{1,2}:[0-9]{2}[.,][0-9]{1,3}\s*(?:-->|,)"
    r"\s*(?:[0-9]{1,3}:)?[0-9]{1,2}:[0-9]{2}[.,][0-9]{1,3}"
)
_TAG = compile_late(
    r"<(?P<voice>v(?:\.[^\s<>]{0,80})?\s+(?P<name>[^<>]{1,200}))>|</?[^<>]{0,200}>|\{\\[^{}]{0,80}\}"
)
_SENTENCE_END = compile_late(r"[.!?…。！？:：\"”]$")
_DIALOGUE = compile_late(r"\s*(?:[-–—♪>]|[A-Z][A-Z .]{1,30}:)")
_BLOCK = compile_late(r"(?:NOTE|STYLE|REGION|WEBVTT)\b[ \t]*")


def read_subtitles(builder: DocumentBuilder) -> None:
    """Cue text as running text (a value may go on over lines and cues), speakers and notes as views.

    Lenient: text without a timing line is cue text, since it would be shown or lost otherwise.
    """
    text = builder.root.text
    lines = list(_LINE.finditer(text))
    out = RunningText(builder, "/cues", ("subtitle",))
    in_block = False
    for number, line in enumerate(lines):
        following = lines[number + 1] if number + 1 < len(lines) else None
        is_adjacent = following is not None and text.count("\n", line.end(), following.start()) < 2
        if _TIMING.match(line[0]):
            continue
        if following is not None and is_adjacent and _TIMING.match(following[0]):
            if not line[0].strip().isdigit():
                builder.add_text(builder.root, line.start(), line.end(), f"/{number + 1}", ("cue",))
            continue
        block = _BLOCK.match(line[0])
        if block or in_block:
            start = line.start() + (block.end() if block else 0)
            if start < line.end():
                builder.add_text(builder.root, start, line.end(), f"/{number + 1}", ("note",))
            in_block = is_adjacent
            continue
        _add_line(builder, out, line)
    out.flush()


def _add_line(builder: DocumentBuilder, out: RunningText, line: re.Match[str]) -> None:
    """The shown text of one line, after a blank where the sentence goes on, else a line feed."""
    last = out.texts[-1] if out.texts else ""
    if _SENTENCE_END.search(out.last) or _DIALOGUE.match(line[0]) or part_titles(last, _TAG.sub("", line[0])):
        out.separate("\n")
    else:
        out.separate(choose_separator(out.last, line[0]))
    at = line.start()
    for tag in _TAG.finditer(line[0]):
        out.add(*open_entities(builder.root, at, line.start() + tag.start()))
        at = line.start() + tag.end()
        if tag["name"]:
            start = line.start() + tag.start("name")
            span = (start, start + len(tag["name"].rstrip()))
            builder.add_text(builder.root, *span, out.pointer, ("speaker",))
    out.add(*open_entities(builder.root, at, line.end()))
