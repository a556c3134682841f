"""asciicast v1-v3: what a terminal showed and what was typed, read across events and escape sequences."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from shotveil.core.sources.builder import DocumentBuilder, Field
from shotveil.core.sources.json_documents import find_json_mistake, json_problem
from shotveil.core.sources.json_strings import open_string
from shotveil.core.sources.json_values import JsonReader
from shotveil.core.sources.layers import Layer
from shotveil.core.sources.running_text import RunningText

_STRING = r'"([^"\\]*+(?:\\.[^"\\]*+)*+)"'
_EVENT = re.compile(rf'\s*+\[\s*+[^,\s\[\]"]++\s*+,\s*+"([a-z])"\s*+,\s*+{_STRING}\s*+\]', re.S)
_V1_EVENT = re.compile(rf'\[\s*+"?[^,\s\[\]"]++"?\s*+,\s*+{_STRING}', re.S)
_V1_EVENTS = re.compile(r'"stdout"\s*+:\s*+\[')
_LINE = re.compile(r"[^\n]+")
_CONTROL = re.compile(
    r"\x1b\](?:[0-9]*;)?(?P<osc>[^\x07\x1b]*+)(?:\x07|\x1b\\)?"
    r"|\x1b[PX^_][^\x1b]*+(?:\x1b\\)?"
    r"|\x1b\[[0-?]*+[ -/]*+(?P<csi>[@-~]?)"
    r"|\x1b[ -/]*+[0-~]?"
    r"|(?P<back>[\x08\x7f])"
    r"|\r+(?P<feed>\n?)"
    r"|[\x00-\x07\x0b-\x0c\x0e-\x1a\x1c-\x1f]"
)
_LEAST_ERASED = 4
_MOVES_LINE = frozenset("HfABEFdJST")
_MOVES_COLUMN = frozenset("CDG`a")
_PROMPT = re.compile(
    r"(?i)(?:passw(?:or)?d|passphrase|\bpin\b|otp|token|secret|密码|口令|验证码)[^\n]{0,60}[:：?>]\s*$"
)
_NOT_SHOWN = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|[\x00-\x08\x0b-\x1f]")


@dataclass(slots=True)
class _Screen:
    """Strings of one direction, joined, with the layer of each."""

    texts: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    layers: list[Layer] = field(default_factory=list)
    length: int = 0

    def add(self, layer: Layer) -> None:
        self.starts.append(self.length)
        self.layers.append(layer)
        self.texts.append(layer.text)
        self.length += len(layer.text)

    def tail(self) -> str:
        return _NOT_SHOWN.sub("", "".join(self.texts[-12:])[-200:])


def read_asciicast(builder: DocumentBuilder) -> None:
    """Header values, the screen text as one view, typed lines each as a view.

    What is typed at a password prompt has the field ``password``.

    Raises:
        InputProblem: ``jsonl.invalid`` or ``json.invalid`` with the line number.
    """
    text = builder.root.text
    reader = JsonReader(builder)
    if find_json_mistake(text) == 0:
        _read_first_version(builder, reader)
    else:
        _read_lines(builder, reader)
    reader.finish()


def _read_first_version(builder: DocumentBuilder, reader: JsonReader) -> None:
    root, text = builder.root, builder.root.text
    head = _V1_EVENTS.search(text)
    begin = head.end() if head else len(text)
    screen = _Screen()
    end = begin
    reader.read(root, 0, begin)
    for match in _V1_EVENT.finditer(text, begin):
        reader.read(root, end, match.start(), "/stdout")
        screen.add(open_string(root, match.start(1), match.end(1)))
        end = match.end()
    write_screen(screen, RunningText(builder, "/stdout", ("terminal",)))
    reader.read(root, end, len(text))


def _read_lines(builder: DocumentBuilder, reader: JsonReader) -> None:
    root, text = builder.root, builder.root.text
    shown, typed, typed_field = _Screen(), _Screen(), ("input",)
    for number, line in enumerate(_LINE.finditer(text)):
        if not line[0].strip() or line[0].startswith("#"):
            continue
        if find_json_mistake(line[0]):
            at = text.count("\n", 0, line.start()) + 1
            raise json_problem("jsonl.invalid", builder.path, at, line[0])
        event = _EVENT.match(text, line.start(), line.end())
        if event is None or number == 0:
            reader.read(root, line.start(), line.end(), f"/{number}")
        elif event[1] == "o":
            shown.add(open_string(root, event.start(2), event.end(2)))
        elif event[1] == "i":
            if not typed.texts:
                typed_field = ("password",) if _PROMPT.search(shown.tail()) else ("input",)
            typed.add(open_string(root, event.start(2), event.end(2)))
            if typed.texts[-1].endswith(("\r", "\n")):
                _write_typed(builder, typed, typed_field)
                typed = _Screen()
        elif event[1] == "m" and event[2]:
            layer = open_string(root, event.start(2), event.end(2))
            builder.add_text(layer, 0, len(layer.text), f"/{number}/2", ("marker",))
    write_screen(shown, RunningText(builder, "/o", ("terminal",)))
    _write_typed(builder, typed, typed_field)


def _write_typed(builder: DocumentBuilder, typed: _Screen, field: Field) -> None:
    if typed.texts:
        write_screen(typed, RunningText(builder, "/i", field))


def write_screen(screen: _Screen, out: RunningText) -> None:
    """The text of a terminal: escape sequences gone, cursor moves as breaks, titles as views of their own."""
    text = "".join(screen.texts)
    at = 0
    erased: list[tuple[Layer, int]] = []
    for control in _CONTROL.finditer(text):
        if at < control.start():
            _write_erased(out, erased)
            _copy(screen, out, at, control.start())
        at = control.end()
        final = control["csi"]
        if control["back"]:
            dropped = out.drop_last()
            if dropped is not None:
                erased.append(dropped)
        elif control["osc"]:
            title = RunningText(out.builder, out.pointer, ("title",))
            _copy(screen, title, control.start("osc"), control.end("osc"))
            title.flush()
        elif control["feed"] is not None or (final and final in _MOVES_LINE):
            if out.last != "\n":
                out.separate("\n")
        elif final and final in _MOVES_COLUMN and out.last not in (" ", "\n"):
            out.separate(" ")
    _write_erased(out, erased)
    _copy(screen, out, at, len(text))
    out.flush()


def _write_erased(out: RunningText, erased: list[tuple[Layer, int]]) -> None:
    """What backspaces took away stood on the screen before: a view of its own."""
    if len(erased) >= _LEAST_ERASED:
        gone = RunningText(out.builder, out.pointer, (*out.field, "erased"))
        for layer, index in reversed(erased):
            gone.add(layer, index, index + 1)
        gone.flush()
    erased.clear()


def _copy(screen: _Screen, out: RunningText, start: int, end: int) -> None:
    """Characters ``start:end`` of the joined strings, each from the layer of its own event."""
    while start < end:
        number = bisect_right(screen.starts, start) - 1
        first = screen.starts[number]
        stop = min(end, first + len(screen.layers[number].text))
        out.add(screen.layers[number], start - first, stop - first)
        start = stop
