"""YAML and TOML stay what they are: a bare value that becomes a reference gets quotes.

``[[NAME#1]]`` begins a list in YAML and a table in TOML. Inside strings, comments and running text of these
files a reference is a text like any other.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from pathlib import PurePath
from typing import Final

from shotveil.core.sources.document import Edit

Settle = Callable[[list[Edit]], list[Edit]]

_NEAR: Final = 4_096
"""So far back an item of a list in brackets is looked for."""

_YAML: Final = frozenset({".yaml", ".yml"})
_FRONT_MATTER: Final = re.compile(r"---\r?\n(?:(?!---)[^\n]*\n)*(?=---)")
_TOML_GUARDED: Final = re.compile(
    r'"""(?:[^"]|"(?!""))*"""|\'\'\'(?:[^\']|\'(?!\'\'))*\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*'
)
_TOML_BARE: Final = re.compile(r"[^\s,=\[\]{}#]*(?: [0-9]{2}:[0-9:.]+(?:Z|[+-][0-9:]+)?)?")
_KEY: Final = r"(?:\"[^\"\n]*\"|'[^'\n]*'|[^\s\"'#\[{&!:][^:\n]{0,128}?)"
_MARKS: Final = r"(?:[&!]\S{0,64}[ ]{1,8}){0,3}"
_OPENING: Final = re.compile(r"([ ]*(?:[-?][ ]+)*)(" + _KEY + r"[ ]{0,8}:[ ]{1,64})?" + _MARKS)
_QUOTED: Final = re.compile(r"\"(?:\\.|[^\"\\\n])*\"|'(?:''|[^'\n])*'")
_COMMENT: Final = re.compile(r"(?:^|\s)#")
_FLOW_START: Final = re.compile(r"[\[{,]\s*|:[ ]+")
_BLOCK: Final = re.compile(
    r"^([ ]*)(?:\S[^\n]*?)?(?:(?<=[:?\-])[ ]+|^)" + _MARKS + r"[|>][+\-0-9]{0,2}[ \t]*(?:[ ]#[^\n]*)?\r?\n",
    re.M,
)
_FLOW: Final = re.compile(r"(?:^[ ]*|[:?\-][ ]+)" + _MARKS + r"[\[{]", re.M)
_FLOW_TOKEN: Final = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:''|[^'])*'|[ \n]#[^\n]*|[\[\]{}]")
_KEY_END: Final = re.compile(r"[ ]{0,8}:(?=[ \r\n]|$)")
_SCALAR_END: Final = re.compile(r"\s{0,64}(?:[ \t]#[^\n]*)?$")


def find_quoting(path: str, text: str) -> Settle | None:
    """How edits are given quotes in YAML, the head of a page included, and TOML; None for other files."""
    suffix = PurePath(path).suffix.lower()
    if suffix == ".toml":
        return lambda edits: _quote(text, edits, _toml_ranges(text, edits))
    if suffix in _YAML:
        return lambda edits: _quote(text, edits, _yaml_ranges(text, edits))
    if matter := _FRONT_MATTER.match(text):
        return lambda edits: _quote(text, edits, _yaml_ranges(matter[0], edits))
    return None


def _quote(text: str, edits: Sequence[Edit], ranges: Sequence[tuple[int, int] | None]) -> list[Edit]:
    """The edits, those of one bare value as one edit of all of it, in quotes."""
    settled: list[Edit] = []
    at = 0
    while at < len(edits):
        edit, bare, first = edits[at], ranges[at], at
        at += 1
        if bare is None or not edit.text:
            settled.append(edit)
            continue
        start, end = bare[0], max(bare[1], edit.end)
        while at < len(edits) and edits[at].start < end:
            end = max(end, edits[at].end)
            at += 1
        while first and edits[first - 1].start >= start:
            first -= 1
            settled.pop()
        inside = edits[first:at]
        secret = any(part.is_secret for part in inside)
        settled.append(Edit(start, end, _in_quotes(text, start, end, inside), secret))
    return settled


def _in_quotes(text: str, start: int, end: int, inside: Sequence[Edit]) -> str:
    at, out = start, []
    for edit in inside:
        out += [text[at : edit.start], edit.text]
        at = edit.end
    written = "".join(out) + text[at:end]
    if '"' in written or "\\" in written:
        return "'" + written.replace("'", "''") + "'"
    return f'"{written}"'


def _toml_ranges(text: str, edits: Sequence[Edit]) -> list[tuple[int, int] | None]:
    if not edits:
        return []
    guarded = [match.span() for match in _TOML_GUARDED.finditer(text)]
    starts = [start for start, _ in guarded]
    ranges: list[tuple[int, int] | None] = []
    for edit in edits:
        at = bisect_right(starts, edit.start) - 1
        if at >= 0 and edit.start < guarded[at][1]:
            ranges.append(None)
            continue
        start = edit.start
        while start and text[start - 1] not in " \t\r\n,=[]{}#.":
            start -= 1
        match = _TOML_BARE.match(text, edit.end)
        ranges.append((start, match.end() if match else edit.end))
    return ranges


def _yaml_ranges(text: str, edits: Sequence[Edit]) -> list[tuple[int, int] | None]:
    blocks = list(_find_blocks(text)) if edits else []
    flows = list(_find_flows(text)) if edits else []
    ranges: list[tuple[int, int] | None] = []
    for edit in edits:
        if edit.end > len(text) or _range_around(blocks, edit.start):
            ranges.append(None)
        elif flow := _range_around(flows, edit.start):
            ranges.append(_flow_range(text, flow[0], edit))
        else:
            ranges.append(_yaml_range(text, edit))
    return ranges


def _range_around(ranges: Sequence[tuple[int, int]], at: int) -> tuple[int, int] | None:
    """The range that holds a place, of ranges in order."""
    number = bisect_right(ranges, at, key=lambda held: held[0]) - 1
    return ranges[number] if number >= 0 and at < ranges[number][1] else None


def _find_flows(text: str) -> Iterator[tuple[int, int]]:
    """Ranges of lists and mappings in brackets, however many lines they take."""
    end = 0
    for opening in _FLOW.finditer(text):
        if opening.end() < end:
            continue
        depth, end = 0, len(text)
        for token in _FLOW_TOKEN.finditer(text, opening.end() - 1):
            depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(token[0], 0)
            if depth == 0:
                end = token.end()
                break
        yield opening.end() - 1, end


def _find_blocks(text: str) -> Iterator[tuple[int, int]]:
    """Ranges of running text: the deeper lines below a ``|`` or ``>``."""
    at = end = 0
    for match in _BLOCK.finditer(text):
        if match.start() < end:
            continue
        at = end = match.end()
        while at < len(text):
            stop = _line_end(text, at)
            line = text[at:stop]
            if line.strip() and len(line) - len(line.lstrip(" ")) <= len(match[1]):
                break
            at = end = min(stop + 1, len(text))
        yield match.end(), end


def _yaml_range(text: str, edit: Edit) -> tuple[int, int] | None:
    """The plain value or key that the edit begins, or any inside brackets; None where none needs quotes."""
    line = text.rfind("\n", 0, edit.start) + 1
    before = text[line : edit.start]
    opening = _OPENING.match(before)
    if opening is None:
        return None
    if before[opening.end() :]:
        return None
    indent, key = len(opening[1]), opening[2]
    stop = _line_end(text, edit.end)
    key_end = None if key else _KEY_END.search(text, edit.end, stop)
    if key_end:
        return edit.start, key_end.start()
    if not key and not opening[1].strip():
        return None  # a line of a text that goes on
    column = indent if key else len(opening[1]) - len(opening[1].lstrip(" "))
    return edit.start, _scalar_end(text, edit.end, column)


def _flow_range(text: str, start: int, edit: Edit) -> tuple[int, int] | None:
    """The unquoted item of a list or mapping in brackets that holds the edit."""
    near = max(start, edit.start - _NEAR)
    shown = _QUOTED.sub(lambda match: "x" * len(match[0]), text[near : edit.start])
    if _COMMENT.search(shown.rpartition("\n")[2]):
        return None
    first = near + max((match.end() for match in _FLOW_START.finditer(shown)), default=0)
    if text[first : first + 1] in ('"', "'"):
        return None
    end = edit.end
    while end < len(text) and text[end] not in ",]}\n" and not text.startswith(": ", end):
        end += 1
    return first, end - len(text[edit.end : end]) + len(text[edit.end : end].rstrip())


def _scalar_end(text: str, at: int, column: int) -> int:
    """Where a plain value ends: with its line, or with the last of the deeper lines that go on with it."""
    stop = _line_end(text, at)
    match = _SCALAR_END.search(text, at, stop)
    end = match.start() if match else stop
    if match and "#" in match[0]:
        return end
    while stop < len(text):
        following = _line_end(text, stop + 1)
        line = text[stop + 1 : following]
        if not line.strip() or line.lstrip().startswith("#") or len(line) - len(line.lstrip(" ")) <= column:
            break
        end, stop = stop + 1 + len(line.rstrip()), following
    return end


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end
