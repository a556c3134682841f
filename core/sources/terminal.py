"""asciicast v1-v3: what a terminal showed and what was typed, read across events and escape sequences."""

from __future__ import annotations

import re
from typing import Any

from shotveil.core.patterns import compile_late
from shotveil.core.sources.builder import DocumentBuilder, Field
from shotveil.core.sources.json_documents import find_json_mistake, json_problem, load_json
from shotveil.core.sources.json_strings import open_string
from shotveil.core.sources.json_values import JsonReader
from shotveil.core.sources.running_text import RunningText
from shotveil.core.sources.terminal_text import Strings, play_terminal

_STRING = r'"([^"\\]*+(?:\\.[^"\\]*+)*+)"'
_EVENT = compile_late(rf'\s*+\[\s*+[^,\s\[\]"]++\s*+,\s*+"([a-z])"\s*+,\s*+{_STRING}\s*+\]', re.S)
_V1_EVENT = compile_late(rf'\[\s*+"?[^,\s\[\]"]++"?\s*+,\s*+{_STRING}', re.S)
_V1_EVENTS = compile_late(r'"stdout"\s*+:\s*+\[')
_LINE = compile_late(r"[^\n]+")
_SIZE = compile_late(r"([0-9]{1,4})x([0-9]{1,4})")
_MOST_COLUMNS, _MOST_ROWS = 10_000, 500
_USUAL_SIZE = 80, 24
_LONGEST_INPUT = 1 << 20
_PROMPT = compile_late(
    r"(?i)(?:passw(?:or)?d|passphrase|\bpin\b|otp|token|secret|密码|口令|验证码)[^\n]{0,60}[:：?>]\s*$"
)
_NOT_SHOWN = compile_late(r"\x1b\[[0-?]*[ -/]*[@-~]|[\x00-\x08\x0b-\x1f]")


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
    screen = Strings()
    end = begin
    reader.read(root, 0, begin)
    for match in _V1_EVENT.finditer(text, begin):
        reader.read(root, end, match.start(), "/stdout")
        screen.add(open_string(root, match.start(1), match.end(1)))
        end = match.end()
    play_terminal(screen, RunningText(builder, "/stdout", ("terminal",)), _read_size(load_json(text)))
    reader.read(root, end, len(text))


def _read_lines(builder: DocumentBuilder, reader: JsonReader) -> None:
    root, text = builder.root, builder.root.text
    shown, typed, typed_field = Strings(), Strings(), ("input",)
    size = _USUAL_SIZE
    for number, line in enumerate(_LINE.finditer(text)):
        if not line[0].strip() or line[0].startswith("#"):
            continue
        if find_json_mistake(line[0]):
            at = text.count("\n", 0, line.start()) + 1
            raise json_problem("jsonl.invalid", builder.path, at, line[0])
        event = _EVENT.match(text, line.start(), line.end())
        if event is None or number == 0:
            size = _read_size(load_json(line[0])) if number == 0 else size
            reader.read(root, line.start(), line.end(), f"/{number}")
        elif event[1] == "o":
            shown.add(open_string(root, event.start(2), event.end(2)))
        elif event[1] == "i":
            if not typed.texts:
                typed_field = ("password",) if _PROMPT.search(_read_tail(shown)) else ("input",)
            typed.add(open_string(root, event.start(2), event.end(2)))
            if typed.texts[-1].endswith(("\r", "\n")):
                _write_typed(builder, typed, typed_field)
                typed = Strings()
        elif event[1] == "r" and (resized := _SIZE.fullmatch(event[2])):
            shown.sizes.append((shown.length, *_bound_size(int(resized[1]), int(resized[2]))))
        elif event[2]:
            layer = open_string(root, event.start(2), event.end(2))
            builder.add_text(layer, 0, len(layer.text), f"/{number}/2", ("marker",))
    play_terminal(shown, RunningText(builder, "/o", ("terminal",)), size)
    _write_typed(builder, typed, typed_field)


def _read_size(head: Any) -> tuple[int, int]:
    """Columns and rows of a header; the usual ones where it does not say."""
    if isinstance(head, dict):
        terminal = head.get("term")
        sizes = terminal if isinstance(terminal, dict) else head
        columns, rows = sizes.get("cols", sizes.get("width")), sizes.get("rows", sizes.get("height"))
        if isinstance(columns, int) and isinstance(rows, int):
            return _bound_size(columns, rows)
    return _USUAL_SIZE


def _bound_size(columns: int, rows: int) -> tuple[int, int]:
    """A size that a recording may claim and a grid can hold."""
    return min(max(columns, 1), _MOST_COLUMNS), min(max(rows, 1), _MOST_ROWS)


def _read_tail(shown: Strings) -> str:
    """The end of what was shown, without its control sequences."""
    return _NOT_SHOWN.sub("", "".join(shown.texts[-12:])[-200:])


def _write_typed(builder: DocumentBuilder, typed: Strings, field: Field) -> None:
    if typed.texts:
        play_terminal(typed, RunningText(builder, "/i", field), (_LONGEST_INPUT, 1), is_input=True)
