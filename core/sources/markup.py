"""HTML and XML pages: shown text, attributes, comments and scripts, as views with maps back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources

from shotveil.core.patterns import compile_late
from shotveil.core.sources.builder import DocumentBuilder, Field
from shotveil.core.sources.element_gaps import choose_gap
from shotveil.core.sources.entities import open_entities
from shotveil.core.sources.field_names import read_field_name
from shotveil.core.sources.json_values import JsonReader
from shotveil.core.sources.layers import Layer
from shotveil.core.sources.running_text import RunningText

_MARKUP = compile_late(
    r"<!--(?P<comment>.*?)(?:-->|\Z)"
    r"|<!\[CDATA\[(?P<cdata>.*?)(?:\]\]>|\Z)"
    r"|<(?P<declaration>[!?][^>]*+)>"
    r"|<(?P<close>/?)(?P<tag>[A-Za-z\u4e00-\u9fff][^\s/>]*+)(?P<attributes>(?:[^>\"']++|\"[^\"]*+\"|'[^']*+')*+)>",
    re.S,
)
_PLAIN_DECLARATION = compile_late(r"(?i)\?xml\s|!doctype\s[^\[]*+\Z|!\[(?:if|endif)")
_MARK_START = compile_late(r"<[A-Za-z/!?]")
_DATA_START = compile_late(r"<[A-Za-z/!?\u4e00-\u9fff]")
"""Elements of data may have Chinese names; on a page such a thing is text."""
_MOST_FAILURES = 32
_ATTRIBUTE = compile_late(r"([^\s\"'<>/=]++)(?:\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'=<>`]++)))?")
_RAW_END = {name: compile_late(rf"</{name}\b", re.I) for name in ("script", "style")}
_PAGE_TAG = compile_late(
    r"(?i)<(?:!doctype\s+html|html|head|body|div|p|span|table|ul|a|h[1-6]|svg|node)[\s>]"
)
_HEAD = 65_536
_WORD_END = compile_late(r"(?<=[a-z0-9])(?=[A-Z])")
_INLINE = frozenset(
    {
        "a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "data", "dfn", "del", "em", "font", "i", "ins",
        "kbd", "label", "mark", "q", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "tt", "u",
        "var", "wbr", "tspan",
    }
)  # fmt: skip
_RAISED = frozenset({"sub", "sup"})
_CELL_ENDS = {"th": ": ", "dt": ": ", "td": "  "}
_ROW_PARTS = frozenset({"td", "th", "dd"})
_NAMING_ATTRIBUTES = ("name", "id", "aria-label", "placeholder", "autocomplete")


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute and the place of its value in the layer."""

    name: str
    value: str
    start: int
    end: int


def read_markup(builder: DocumentBuilder) -> None:
    """A page: running text block by block (cells of a row together), then everything beside it."""
    reader = JsonReader(builder)
    read_page(reader, builder.root, "")
    reader.finish()


def read_page(reader: JsonReader, layer: Layer, pointer: str) -> None:
    """The same for a page in any layer (a HAR body, a JSON string)."""
    text, builder = layer.text, reader.builder
    out = RunningText(builder, pointer, ())
    is_data = _PAGE_TAG.search(text[:_HEAD]) is None
    scanner = MarkScanner(text, is_data=is_data)
    opened, seam = "", Seam()
    at = 0
    while True:
        mark = scanner.next(at)
        if mark is None:
            break
        if is_data:
            is_leaf = bool(opened and mark["close"]) and mark["tag"] == opened
            if is_leaf and out.last in ("", "\n") and text[at : mark.start()].strip():
                out.label(f"{_read_name(opened)}: ")
            opened = (
                "" if mark["close"] or not mark["tag"] or mark["attributes"].endswith("/") else mark["tag"]
            )
        seam.add_shown(out, layer, at, mark.start())
        at = mark.end()
        tag = (mark["tag"] or "").lower()
        if tag:
            seam.cross(tag, bool(mark["close"]))
            _break_before(out, tag, bool(mark["close"]))
            _read_attributes(reader, layer, mark, pointer, is_data=is_data)
        for group in ("comment", "cdata"):
            if mark[group] and mark[group].strip():
                builder.add_text(layer, mark.start(group), mark.end(group), pointer, (group,))
        if mark["declaration"] and _PLAIN_DECLARATION.match(mark["declaration"]) is None:
            builder.add_text(layer, *mark.span("declaration"), pointer, ("declaration",))
        if tag in _RAW_END and not mark["close"]:
            end = _RAW_END[tag].search(text, at)
            stop = end.start() if end else len(text)
            if text[at:stop].strip():
                reader.read_text(Layer(text[at:stop], layer, at, stop), pointer, (tag,))
            at = stop
    seam.add_shown(out, layer, at, len(text))
    out.flush()


def _read_name(tag: str) -> str:
    """The words of an element's name, as a label of what it holds: ``ns:firstName`` is ``first name``."""
    return _WORD_END.sub(" ", tag.rpartition(":")[2]).replace("_", " ").replace("-", " ").lower()


class MarkScanner:
    """Finds tags, comments and declarations of a text one after another.

    A ``<`` that begins none is text. An open quote or tag that never ends is searched to the end of the file;
    after some of those the rest is text, so that a hostile page takes linear time.
    """

    def __init__(self, text: str, *, is_data: bool = False) -> None:
        self.text = text
        self.failures = 0
        self.start = _DATA_START if is_data else _MARK_START
        self.closed: dict[str, bool] = {}

    def _is_element(self, tag: str) -> bool:
        """Whether a name is one of Latin letters, or an element of data that ends somewhere."""
        if not tag or tag[0].isascii():
            return True
        if tag not in self.closed:
            self.closed[tag] = self.start is _DATA_START and f"</{tag}>" in self.text
        return self.closed[tag]

    def next(self, at: int) -> re.Match[str] | None:
        """The next one from ``at`` on, None when there is none."""
        while self.failures < _MOST_FAILURES:
            start = self.start.search(self.text, at)
            if start is None:
                return None
            mark = _MARKUP.match(self.text, start.start())
            if mark is not None and self._is_element(mark["tag"] or ""):
                return mark
            self.failures += 1
            at = start.end()
        return None


def read_attributes(text: str, start: int, end: int) -> Iterator[Attribute]:
    """Attributes with a value in the inside of a tag at ``start:end``."""
    for match in _ATTRIBUTE.finditer(text, start, end):
        for group in (2, 3, 4):
            if match[group] is not None:
                yield Attribute(match[1].lower(), match[group], match.start(group), match.end(group))


@cache
def load_program_attributes() -> frozenset[str]:
    """Attributes that hold no text (core/lexicons/markup_attributes.txt)."""
    table = resources.files("shotveil.core.lexicons").joinpath("markup_attributes.txt").read_text("utf-8")
    return frozenset(line for line in table.splitlines() if line and not line.startswith("#"))


class Seam:
    """The tags between two pieces of shown text, and what stands between the pieces."""

    def __init__(self) -> None:
        self.piece, self.tags, self.raised = "", set[bool](), False

    def cross(self, tag: str, is_close: bool) -> None:
        """A tag comes; one that ends a line keeps its own separator."""
        self.tags.add(is_close)
        self.raised = self.raised or tag in _RAISED

    def add_shown(self, out: RunningText, layer: Layer, start: int, end: int) -> None:
        """Characters ``start:end`` of a layer are shown next."""
        if start >= end:
            return
        inner, low, high = open_entities(layer, start, end, fold_blanks=True)
        if out.last in ("", "\n", " ") and inner.text[low : low + 1].isspace():
            low += 1
        piece = inner.text[low:high]
        if self.piece and self.piece[-1:] == out.last:
            is_between = len(self.tags) > 1
            out.separate(choose_gap(self.piece, piece, is_between=is_between, is_raised=self.raised))
        out.add(inner, low, high)
        self.piece, self.tags, self.raised = piece, set(), False


def _break_before(out: RunningText, tag: str, is_close: bool) -> None:
    """What a tag puts between two texts: nothing inside a line, a gap between cells, else a new line."""
    if tag in _INLINE:
        return
    if is_close and tag in _CELL_ENDS:
        out.separate(_CELL_ENDS[tag])
    elif tag in _ROW_PARTS and out.last == " ":
        return
    elif out.last != "\n":
        out.separate("\n")


def _is_for_programs(attribute: Attribute) -> bool:
    """Whether a value is a name for programs; an address may stand there all the same."""
    if attribute.name == "style":
        return "url(" not in attribute.value
    return attribute.name in load_program_attributes() or attribute.name.startswith("xmlns:")


def _read_attributes(
    reader: JsonReader, layer: Layer, mark: re.Match[str], pointer: str, *, is_data: bool
) -> None:
    attributes = list(read_attributes(layer.text, mark.start("attributes"), mark.end("attributes")))
    if not attributes:
        return
    given = {attribute.name: attribute.value for attribute in attributes}
    label: Field = tuple(given[name] for name in _NAMING_ATTRIBUTES if given.get(name))[:1]
    if given.get("type", "").lower() == "password":
        label = ("password",)
    for attribute in attributes:
        name = attribute.name
        if not attribute.value.strip() or (_is_for_programs(attribute) and "@" not in attribute.value):
            continue
        if is_data and read_field_name(name).keeps(attribute.value):
            continue
        field = (*label, name) if name != "value" or not label else label
        inner, low, high = open_entities(layer, attribute.start, attribute.end)
        if inner is layer:
            inner = Layer(attribute.value, layer, low, high)
        reader.read_text(inner, pointer, field)
