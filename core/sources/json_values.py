"""Every value of a JSON text as a view: one pass of a tokenizer, exact places, JSON in strings included."""

from __future__ import annotations

import re
from dataclasses import dataclass

import orjson

from shotveil.core.sources.builder import DocumentBuilder, Field
from shotveil.core.sources.field_names import FieldName, read_field_name
from shotveil.core.sources.fragments import DELTA_KEYS, WORD_KEYS, FragmentJoiner
from shotveil.core.sources.json_strings import open_string
from shotveil.core.sources.layers import Layer

_TOKEN = re.compile(
    r'"([^"\\]*+(?:\\.[^"\\]*+)*+)"([ \t\r\n]*+:)?|([\[{])|([\]}])|([0-9]{3,20}+)(?![.eE0-9])'
    r"|[A-Za-z]++|[-0-9][0-9.eE+\-]*+",
    re.S,
)
_STRING, _KEY, _OPEN, _CLOSE, _NUMBER = 1, 2, 3, 4, 5
_NESTED = {"{": "}", "[": "]", '"': '"'}
_NESTED_HEADS = ' \t\r\n{["'
_LINE_HEADS = "{[dei:"
_EVENT_LINE = re.compile(
    r"(?:(?:event|id|retry):[^\n]*|:[^\n]*|data:[ ]?(?P<data>[^\n]*)|(?P<line>[^\n]+))(?:\n|\Z)"
)
_PAGE = re.compile(r"\s*<(?:!doctype\s+html|html[\s>]|\?xml\s|hierarchy[\s>]|svg\s)", re.I)
_NAMING_KEYS = frozenset({"name", "key", "label", "field", "title", "header", "param", "question"})
_VALUE_KEYS = frozenset({"value", "val", "values", "answer", "default"})
_TARGET_KEYS = frozenset(
    {
        "selector",
        "locator",
        "element",
        "placeholder",
        "resource-id",
        "resource_id",
        "resourceid",
        "aria-label",
    }
)
"""Keys that say where an action or a node put its text."""
_TARGETED_KEYS = _VALUE_KEYS | {"text", "content", "input", "input_text"}
_LEAST_NUMBER = 5
_SHORT_SECRETS = re.compile(r"(?i)cvv|cvc|pin|otp|code|passw|secret|captcha|\bid\b|zip|postal")
_NO_KEY = FieldName("", "", True)
_DEEPEST = 12
_LONGEST_LABEL = 64
_MOST_WORDS = 1_000


@dataclass(slots=True)
class _Frame:
    """What the reader knows inside one object or array, or at the top (``is_top``)."""

    is_object: bool
    pointer: str
    around: Field
    key: FieldName = _NO_KEY
    is_top: bool = False
    streamed: bool = False
    index: int = -1
    label: str = ""
    target: str = ""
    valued: int = -1
    value_key: str = ""
    word: int = -1
    others: int = 0
    members: list[tuple[int, bool]] | None = None

    def add_member(self, number: int, direct: bool) -> None:
        """A string of an array: the array's own (``direct``) or the only one of an object in it."""
        if self.members is None:
            self.members = []
        self.members.append((number, direct))

    def place(self) -> str:
        """Pointer of the value that is being read."""
        if self.is_object:
            key = self.key.key
            if "~" in key or "/" in key:
                key = key.replace("~", "~0").replace("/", "~1")
            return f"{self.pointer}/{key}"
        return self.pointer if self.is_top else f"{self.pointer}/{self.index}"

    def names(self) -> Field:
        """Field names around the value that is being read, outermost first."""
        if not self.is_object:
            return self.around
        key = self.key.key
        return (*self.around, self.name_for(key) or key)

    def name_for(self, key: str) -> str:
        """The name that a sibling gives the value under ``key``, "" when none does."""
        if key in _VALUE_KEYS and self.label:
            return self.label
        return self.target if key in _TARGETED_KEYS else ""


class JsonReader:
    """Reads JSON texts into a builder; keys are looked up once for all of them."""

    def __init__(self, builder: DocumentBuilder) -> None:
        self.builder = builder
        self.joiner = FragmentJoiner(builder)
        self.keys: dict[str, FieldName] = {}
        self.kept: set[str] = set()

    def read(
        self, layer: Layer, start: int, end: int, pointer: str = "", field: Field = (), depth: int = 0
    ) -> None:
        """Read the JSON text at ``start:end`` of a layer, which is known to be valid (or a part of one)."""
        stack: list[_Frame] = []
        frame = _Frame(False, pointer, field, is_top=True)
        keys = self.keys
        for token in _TOKEN.finditer(layer.text, start, end):
            kind = token.lastindex
            if kind == _KEY:
                name = keys.get(token[1])
                if name is None or not name.plain:
                    self._take_key(frame, layer, *token.span(1))
                else:
                    frame.key = name
                continue
            if kind == _CLOSE:
                if frame.members is not None:
                    self.joiner.join_members(frame.members)
                inner, frame = frame, stack.pop() if stack else _Frame(False, pointer, field, is_top=True)
                if inner.valued >= 0 and (inner.label or inner.target):
                    self._name_value(inner)
                if inner.word >= 0 and not inner.others and not frame.is_object:
                    frame.add_member(inner.word, False)
                continue
            frame.index += 1
            if kind == _STRING:
                begin, stop = token.span(1)
                if stop > begin:
                    self._take_string(frame, layer, begin, stop, depth)
            elif kind == _OPEN:
                stack.append(frame)
                streamed = frame.streamed or frame.key.key in DELTA_KEYS
                frame = _Frame(token[3] == "{", frame.place(), frame.names(), frame.key, streamed=streamed)
            elif kind == _NUMBER:
                self._take_number(frame, layer, *token.span(5))

    def read_text(self, layer: Layer, pointer: str, field: Field, depth: int = 0) -> int:
        """Read all of a layer as a field's text: JSON in it value by value, else as one value.

        Returns:
            The number of its entry, -1 when it made none or several.
        """
        text = layer.text
        if depth < _DEEPEST:
            if text[0] in _NESTED_HEADS and is_nested_json(text):
                self.read(layer, 0, len(text), pointer, field, depth + 1)
                return -1
            if text[0] in _LINE_HEADS and self._read_lines(layer, pointer, field, depth):
                return -1
            if _PAGE.match(text):
                from shotveil.core.sources.markup import read_page

                read_page(self, layer, pointer)
                return -1
        return self.builder.add_value(layer, 0, len(text), pointer, field)

    def _read_lines(self, layer: Layer, pointer: str, field: Field, depth: int) -> bool:
        """Read a text that is JSON lines or server-sent events; False when it is neither."""
        text = layer.text
        if "\n" not in text:
            return False
        spans: list[tuple[int, int]] = []
        for match in _EVENT_LINE.finditer(text):
            group = "line" if match["line"] is not None else "data"
            content = (match[group] or "").strip()
            if not content or content == "[DONE]":
                continue
            if content[0] not in "{[" or not is_json(content):
                return False
            spans.append(match.span(group))
        if not spans:
            return False
        outer = self.joiner.record
        for number, (start, end) in enumerate(spans):
            self.joiner.record = f"{pointer}/{number}"
            self.read(layer, start, end, self.joiner.record, field, depth + 1)
        self.joiner.record = outer
        return True

    def finish(self) -> None:
        """Join what was read in pieces."""
        self.joiner.finish()

    def _take_key(self, frame: _Frame, layer: Layer, start: int, end: int) -> None:
        written = layer.text[start:end]
        name = self.keys.get(written)
        if name is None:
            name = read_field_name(open_string(layer, start, end).text)
            self.keys[written] = name
        frame.key = name
        if not name.plain:
            inner = open_string(layer, start, end) if "\\" in written else layer
            span = (start, end) if inner is layer else (0, len(inner.text))
            self.builder.add_key(inner, *span, frame.place(), frame.around)

    def _take_string(self, frame: _Frame, layer: Layer, start: int, end: int, depth: int) -> None:
        text = layer.text[start:end]
        is_escaped = "\\" in text
        if is_escaped:
            layer = open_string(layer, start, end)
            text = layer.text
        key = frame.key
        if key.kind and (text in self.kept or self._keeps(key, text)):
            return
        if frame.is_object and len(text) <= _LONGEST_LABEL:
            if key.key in _NAMING_KEYS:
                frame.label = text
            elif key.key in _TARGET_KEYS:
                frame.target = text
        pointer = frame.place()
        if is_escaped or text[0] in _NESTED_HEADS or text[0] == "<":
            inner = layer if is_escaped else open_string(layer, start, end)
            number = self.read_text(inner, pointer, frame.names(), depth)
        else:
            number = self.builder.add_value(layer, start, end, pointer, frame.names())
        if number < 0:
            return
        if frame.streamed or (frame.is_object and key.key in DELTA_KEYS):
            self.joiner.note_delta(pointer, number)
        elif not frame.is_object:
            frame.add_member(number, True)
        elif key.key in WORD_KEYS and frame.word < 0:
            frame.word = number
        else:
            frame.others += 1
        if frame.valued < 0 and key.key in _TARGETED_KEYS:
            frame.valued = number
            frame.value_key = key.key

    def _name_value(self, frame: _Frame) -> None:
        """Give a value its name when the name comes after it."""
        entry = self.builder.entries[frame.valued]
        name = frame.name_for(frame.value_key)
        if entry is not None and name and entry[2] == (*frame.around, frame.value_key):
            self.builder.entries[frame.valued] = (entry[0], entry[1], (*frame.around, name), entry[3])

    def _keeps(self, key: FieldName, text: str) -> bool:
        """Whether a value is one that programs match; closed words are remembered."""
        keeps = key.keeps(text)
        if keeps and key.kind == "enum" and len(self.kept) < _MOST_WORDS:
            self.kept.add(text)
        return keeps

    def _take_number(self, frame: _Frame, layer: Layer, start: int, end: int) -> None:
        text = layer.text[start:end]
        key = frame.key
        if key.kind and key.keeps_number(text):
            return
        if end - start >= _LEAST_NUMBER or _SHORT_SECRETS.search(key.key):
            self.builder.add_number(layer, start, end, frame.place(), frame.names())


def is_nested_json(text: str) -> bool:
    """Whether a string value is itself a JSON object, array or string."""
    stripped = text.strip()
    if len(stripped) < 2 or _NESTED.get(stripped[0]) != stripped[-1]:
        return False
    return is_json(stripped)


def is_json(text: str) -> bool:
    """Whether ``text`` is one valid JSON value (RFC 8259; deeper than 1,024 levels is not)."""
    try:
        orjson.loads(text)
    except (orjson.JSONDecodeError, UnicodeEncodeError):
        return False
    return True
