"""Every value of a JSON text as a view: one pass of a tokenizer, exact places, JSON in strings included."""

from __future__ import annotations

import re

import orjson

from shotveil.core.name_parts import read_name_part
from shotveil.core.patterns import compile_late
from shotveil.core.sources.builder import DocumentBuilder, Field
from shotveil.core.sources.field_names import (
    DELTA_KEYS,
    NAMING_KEYS,
    PERSON_KEYS,
    TARGET_KEYS,
    TARGETED_KEYS,
    WORD_KEYS,
    FieldName,
    read_field_name,
)
from shotveil.core.sources.fragments import FragmentJoiner, read_stream_name
from shotveil.core.sources.json_frames import Frame
from shotveil.core.sources.json_strings import open_string
from shotveil.core.sources.layers import Layer
from shotveil.core.sources.packed_lists import take_packed_list

_TOKEN = compile_late(
    r'"([^"\\]*+(?:\\.[^"\\]*+)*+)"([ \t\r\n]*+:)?|([\[{])|([\]}])|([0-9]{3,20}+)(?![.eE0-9])'
    r"|[A-Za-z]++|[-0-9][0-9.eE+\-]*+",
    re.S,
)
_STRING, _KEY, _OPEN, _CLOSE, _NUMBER = 1, 2, 3, 4, 5
_NESTED = {"{": "}", "[": "]", '"': '"'}
_NESTED_HEADS = ' \t\r\n{["'
_LINE_HEADS = "{[dei:"
_CARD_HEADS = "Bbdv#"
_EVENT_LINE = compile_late(
    r"(?:(?:event|id|retry):[^\n]*|:[^\n]*|data:[ ]?(?P<data>[^\n]*)|(?P<line>[^\n]+))(?:\n|\Z)"
)
_PAGE = compile_late(r"\s*<(?:!doctype\s+html|html[\s>]|\?xml\s|hierarchy[\s>]|svg\s)", re.I)
_LEAST_NUMBER = 5
_SHORT_SECRETS = compile_late(r"(?i)cvv|cvc|pin|otp|code|passw|secret|captcha|\bid\b|zip|postal")
_DEEPEST = 12
_LONGEST_LABEL = 64
_MOST_WORDS = 1_000
_HAN_NAME = compile_late(r"[\u3400-\u9fff]{1,3}")
_PLAIN_VALUES = frozenset({"value", "val", "values"})
_CODE_NAME = compile_late(r"[a-z0-9_.$:\-]{1,64}|[A-Z0-9_]{1,64}|_*+[A-Za-z]+(?:[-_][A-Za-z0-9]++)++")


class JsonReader:
    """Reads JSON texts into a builder; keys are looked up once for all of them."""

    def __init__(self, builder: DocumentBuilder) -> None:
        self.builder = builder
        self.joiner = FragmentJoiner(builder)
        builder.read_inner = self.read_text
        self.keys: dict[str, FieldName] = {}
        self.kept: set[str] = set()

    def read(
        self, layer: Layer, start: int, end: int, pointer: str = "", field: Field = (), depth: int = 0
    ) -> None:
        """Read the JSON text at ``start:end`` of a layer, which is known to be valid (or a part of one)."""
        stack: list[Frame] = []
        frame = Frame(False, None, pointer, field)
        keys = self.keys
        tokens = _TOKEN.finditer(layer.text, start, end)
        for token in tokens:
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
                inner, frame = frame, stack.pop() if stack else Frame(False, None, pointer, field)
                if inner.valued >= 0 and (inner.label or inner.target):
                    self._name_value(inner)
                if inner.named >= 0 and (inner.is_person or inner.value_key in _PLAIN_VALUES):
                    self._rename_name(inner)
                if inner.family >= 0 and inner.given >= 0:
                    self.join_name(inner.family, inner.given)
                if inner.word >= 0 and not inner.others and not frame.is_object:
                    frame.add_member(inner.word, False)
                continue
            frame.index += 1
            if kind == _STRING:
                begin, stop = token.span(1)
                if stop > begin:
                    self._take_string(frame, layer, begin, stop, depth)
            elif kind == _OPEN:
                if token[3] == "[" and take_packed_list(self.builder, layer, token.end(), frame.place):
                    next(inner for inner in tokens if inner.lastindex == _CLOSE)
                    continue
                stack.append(frame)
                frame = Frame(token[3] == "{", frame)
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
            if text[0] in _CARD_HEADS and "\n" in text and self._read_cards(layer, pointer):
                return -1
            if _PAGE.match(text):
                from shotveil.core.sources.markup import read_page

                read_page(self, layer, pointer)
                return -1
        return self.builder.add_value(layer, 0, len(text), pointer, field)

    def _read_cards(self, layer: Layer, pointer: str) -> bool:
        """Read a text that is cards, a calendar or entries of a directory; False when it is none."""
        from shotveil.core.sources import content_lines

        if content_lines.is_cards(layer.text):
            content_lines.read_card_lines(self.builder, layer, pointer)
        elif content_lines.is_entries(layer.text):
            content_lines.read_entry_lines(self.builder, layer, pointer)
        else:
            return False
        return True

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

    def _take_key(self, frame: Frame, layer: Layer, start: int, end: int) -> None:
        written = layer.text[start:end]
        name = self.keys.get(written)
        if name is None:
            name = read_field_name(open_string(layer, start, end).text)
            self.keys[written] = name
        frame.key = name
        if not name.plain:
            inner = open_string(layer, start, end) if "\\" in written else layer
            span = (start, end) if inner is layer else (0, len(inner.text))
            self.builder.add_key(inner, *span, frame.place(), frame.field)

    def _take_string(self, frame: Frame, layer: Layer, start: int, end: int, depth: int) -> None:
        record, place = layer.text, start
        text = record[start:end]
        is_escaped = "\\" in text
        if is_escaped:
            layer = open_string(layer, start, end)
            text = layer.text
        key = frame.key
        if key.kind and (text in self.kept or self._keeps(key, text)) and frame.field[-1:] != ("cookies",):
            return  # a jar's ``sessionid`` is what opens the session
        if not frame.is_object:
            frame.note_column(text)
        elif key.is_special:
            self._note_name(frame, text)
        if is_escaped or text[0] in _NESTED_HEADS or text[0] == "<":
            inner = layer if is_escaped else open_string(layer, start, end)
            number = self.read_text(inner, frame.place(), frame.names(), depth)
        else:
            number = self.builder.add_value(layer, start, end, frame.place(), frame.names())
        if number >= 0:
            self._note_entry(frame, number, record, place)

    def _note_name(self, frame: Frame, text: str) -> None:
        """Keep a short string that names a value beside it."""
        if len(text) <= _LONGEST_LABEL:
            if frame.key.key in NAMING_KEYS:
                frame.label = text
                if frame.key.key == "name":
                    frame.note_column(text)
            elif frame.key.key in TARGET_KEYS:
                frame.target = text

    def _note_entry(self, frame: Frame, number: int, record: str, place: int) -> None:
        """Keep what may be joined with its neighbours, or named by a later sibling."""
        key = frame.key.key
        if frame.streamed or (frame.is_object and key in DELTA_KEYS):
            self.joiner.note_delta(frame.place(), number, read_stream_name(record, place))
        elif not frame.is_object:
            frame.add_member(number, True)
        elif frame.key.is_special and key in WORD_KEYS and frame.word < 0:
            frame.word = number
        else:
            frame.others += 1
        if frame.key.is_special and frame.is_object:
            frame.is_person = frame.is_person or key in PERSON_KEYS
            if key == "name":
                frame.named = number
            elif (part := read_name_part(key, bare=True)) == "family":
                frame.family = number
            elif part == "given":
                frame.given = number
        if frame.valued < 0 and frame.key.is_special and key in TARGETED_KEYS:
            frame.valued = number
            frame.value_key = key

    def _name_value(self, frame: Frame) -> None:
        """Give a value its name when the name comes after it."""
        entry = self.builder.entries[frame.valued]
        name = frame.name_for(frame.value_key)
        if entry is not None and name and entry[2] == (*frame.field, frame.value_key):
            self.builder.entries[frame.valued] = (entry[0], entry[1], (*frame.field, name), entry[3])

    def _rename_name(self, frame: Frame) -> None:
        """The name of an account or of the value beside it is no person's when it is a small word or code."""
        entry = self.builder.entries[frame.named]
        if entry is not None and _CODE_NAME.fullmatch(entry[0]):
            field = "username" if frame.is_person else "label"
            self.builder.entries[frame.named] = (entry[0], entry[1], (*frame.field, field), entry[3])

    def join_name(self, family: int, given: int) -> None:
        """A Chinese name in two fields is one value: neither part alone is known for a name.

        Args:
            family: entry number of the family name.
            given: entry number of the given name.
        """
        entries = [self.builder.entries[number] for number in (family, given)]
        texts = [entry[0] for entry in entries if entry is not None]
        if len(texts) == 2 and all(map(_HAN_NAME.fullmatch, texts)):
            self.builder.merge([family, given], [""], apart=True)

    def _keeps(self, key: FieldName, text: str) -> bool:
        """Whether a value is one that programs match; closed words are remembered."""
        keeps = key.keeps(text)
        if keeps and key.kind == "enum" and len(self.kept) < _MOST_WORDS:
            self.kept.add(text)
        return keeps

    def _take_number(self, frame: Frame, layer: Layer, start: int, end: int) -> None:
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
