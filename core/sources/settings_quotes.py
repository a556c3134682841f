"""YAML and TOML stay what they are: a bare value that becomes a reference gets quotes.

``[[NAME#1]]`` begins a list in YAML and a table in TOML. Inside strings, comments and running text of these
files a reference is a text like any other.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final

from shotveil.core.patterns import compile_late
from shotveil.core.sources.document import Edit

Settle = Callable[[list[Edit]], list[Edit]]
Range = tuple[int, int]

_YAML: Final = frozenset({".yaml", ".yml"})
_PAGES: Final = frozenset({".md", ".mdx", ".markdown", ".qmd", ".rmd", ".html", ".htm"})
_FRONT_MATTER: Final = compile_late(r"---\r?\n(?:(?!---)[^\n]*\n)*(?=---)")
_DOUBLE: Final = r'"(?:\\[\s\S]|[^"\\])*+"?'
_SINGLE: Final = r"'(?:''|[^'])*+'?"
_TOML_GUARDED: Final = compile_late(
    r'"""(?:\\[\s\S]|[^"\\]|"(?!""))*+(?:""")?|\'\'\'(?:[^\']|\'(?!\'\'))*+(?:\'\'\')?'
    r'|"(?:\\.|[^"\\\n])*+"?|\'[^\'\n]*\'|#[^\n]*'
)
_TOML_BARE: Final = compile_late(r"[^\s,=\[\]{}#]*(?: [0-9]{2}:[0-9:.]+(?:Z|[+-][0-9:]+)?)?")
_KEY: Final = r"(?:\"[^\"\n]*\"|'[^'\n]*'|[^\s\"'#\[{&!:](?:[^:\n]|:(?=\S)){0,128}?)"
_MARKS: Final = r"(?:[&!]\S{0,64}[ ]{1,8}){0,3}"
_OPENING: Final = compile_late(r"([ ]*(?:[-?][ ]+)*)(" + _KEY + r"[ ]{0,8}:[ ]{1,64})?" + _MARKS)
_PARENT: Final = compile_late(
    r"([ ]*(?:[-?][ ]+)*)(?:" + _KEY + r"[ ]{0,8}:|[-?:])[ ]*(?:[&!]\S{0,64}[ ]*){0,3}(?:(?<=[ ])#.*)?"
)
_BLOCK: Final = compile_late(
    r"^([ ]*)(?:[^\s#][^\n]*?)?(?:(?<=[:?\-])[ ]+|^)"
    + _MARKS
    + r"[|>][+\-0-9]{0,2}[ \t]*(?:[ ]#[^\n]*)?\r?\n",
    re.M,
)
_FLOW: Final = compile_late(
    r"(?:^|(?<=\s))#[^\n]*"
    rf"|(?:^[ ]*+|[:?\-][ ]++){_MARKS}(?:(?P<open>[\[{{])|(?P<quoted>{_DOUBLE}|{_SINGLE}))",
    re.M,
)
"""What opens a list or mapping in brackets; strings and comments, since nothing in them does."""
_FLOW_TOKEN: Final = compile_late(
    rf"(?P<sign>[\[{{,\]}}]|:(?=[\s\"'\[{{]))(?:\s++#[^\n]*)*+\s*+(?P<quoted>{_DOUBLE}|{_SINGLE})?|\s#[^\n]*"
)
_DEEPER: Final = {"[": 1, "{": 1, "]": -1, "}": -1}
_KEY_END: Final = compile_late(r"[ ]{0,8}:(?=[ \r\n]|$)")
_SCALAR_END: Final = compile_late(r"\s{0,64}(?:[ \t]#[^\n]*)?$")


def find_quoting(path: str, text: str) -> Settle | None:
    """How edits are given quotes in YAML, the head of a page included, and TOML; None for other files."""
    suffix = PurePath(path).suffix.lower()
    if suffix == ".toml":
        return lambda edits: _quote(text, edits, _toml_ranges(text, edits))
    if suffix in _YAML:
        return lambda edits: _quote(text, edits, _yaml_ranges(text, edits))
    if suffix in _PAGES and (matter := _FRONT_MATTER.match(text)):
        return lambda edits: _quote(text, edits, _yaml_ranges(matter[0], edits))
    return None


def _quote(text: str, edits: Sequence[Edit], ranges: Sequence[Range | None]) -> list[Edit]:
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


def _toml_ranges(text: str, edits: Sequence[Edit]) -> list[Range | None]:
    if not edits:
        return []
    guarded = [match.span() for match in _TOML_GUARDED.finditer(text)]
    starts = [start for start, _ in guarded]
    ranges: list[Range | None] = []
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


@dataclass(frozen=True, slots=True)
class _Flow:
    """A list or mapping in brackets, however many lines it takes; all places are in order.

    ``items`` are where its items, keys and values begin, ``stops`` what ends a bare one, ``guarded`` its
    strings and comments.
    """

    span: Range
    items: tuple[int, ...]
    stops: tuple[int, ...]
    guarded: tuple[Range, ...]


def _yaml_ranges(text: str, edits: Sequence[Edit]) -> list[Range | None]:
    blocks = list(_find_blocks(text)) if edits else []
    flows, strings = _find_flows(text, blocks) if edits else ([], [])
    spans = [flow.span for flow in flows]
    ranges: list[Range | None] = []
    for edit in edits:
        if edit.end > len(text) or any(_range_at(held, edit.start) is not None for held in (blocks, strings)):
            ranges.append(None)
        elif (at := _range_at(spans, edit.start)) is not None:
            ranges.append(_flow_range(text, flows[at], edit))
        else:
            ranges.append(_yaml_range(text, edit))
    return ranges


def _range_at(ranges: Sequence[Range], place: int) -> int | None:
    """Which of some ranges in order holds a place."""
    at = bisect_right(ranges, place, key=lambda held: held[0]) - 1
    return at if at >= 0 and place < ranges[at][1] else None


def _find_flows(text: str, blocks: Sequence[Range]) -> tuple[list[_Flow], list[Range]]:
    """Lists and mappings in brackets, and strings outside them.

    One that never ends is the last: no YAML goes on behind it.
    """
    flows: list[_Flow] = []
    strings: list[Range] = []
    at = 0
    while opening := _FLOW.search(text, at):
        block = _range_at(blocks, opening.start())
        if block is not None:
            at = blocks[block][1]
            continue
        at = opening.end()
        if opening["quoted"]:
            strings.append(opening.span("quoted"))
        elif opening["open"]:
            flow = _read_flow(text, at - 1)
            if flow is None:
                break
            flows.append(flow)
            at = flow.span[1]
    return flows, strings


def _read_flow(text: str, start: int) -> _Flow | None:
    """What begins with the bracket at a place; None where it never ends."""
    depth = 0
    items: list[int] = []
    stops: list[int] = []
    guarded: list[Range] = []
    for token in _FLOW_TOKEN.finditer(text, start):
        stops.append(token.start())
        if token["sign"]:
            depth += _DEEPER.get(token["sign"], 0)
            if depth == 0:
                return _Flow((start, token.end("sign")), tuple(items), tuple(stops), tuple(guarded))
            items.append(token.start("quoted") if token["quoted"] else token.end())
            guarded.append((token.end("sign"), token.end()))
        else:
            guarded.append(token.span())
    return None


def _find_blocks(text: str) -> Iterator[Range]:
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


def _yaml_range(text: str, edit: Edit) -> Range | None:
    """The plain value or key that the edit begins; None where none needs quotes."""
    line = text.rfind("\n", 0, edit.start) + 1
    opening = _OPENING.fullmatch(text, line, edit.start)
    if opening is None:
        return None
    indent, key = len(opening[1]), opening[2]
    stop = _line_end(text, edit.end)
    key_end = None if key else _KEY_END.search(text, edit.end, stop)
    if key_end:
        return edit.start, key_end.start()
    if not key and not opening[1].strip():
        above = _find_parent(text, line, indent)
        if above is None:
            return None  # a line of a text that goes on
        column = above
    else:
        column = indent if key else len(opening[1].rstrip()) - 1
    return edit.start, _scalar_end(text, edit.end, column)


def _find_parent(text: str, line: int, indent: int) -> int | None:
    """Where the key or dash begins whose value begins the line; None where that goes on with another."""
    while line:
        start = text.rfind("\n", 0, line - 1) + 1
        above, line = text[start : line - 1].rstrip("\r"), start
        if not above.strip() or above.lstrip().startswith("#"):
            continue
        parent = _PARENT.fullmatch(above)
        column = len(parent[1]) if parent else indent
        return column if column < indent else None
    return None


def _flow_range(text: str, flow: _Flow, edit: Edit) -> Range | None:
    """The bare item of a list or mapping in brackets that holds the edit."""
    if _range_at(flow.guarded, edit.start) is not None:
        return None
    first = flow.items[bisect_right(flow.items, edit.start) - 1]
    stop = flow.stops[bisect_left(flow.stops, edit.end)] if edit.end <= flow.stops[-1] else edit.end
    return first, edit.end + len(text[edit.end : stop].rstrip())


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
