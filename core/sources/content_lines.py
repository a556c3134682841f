"""Address cards, calendars, directories (RFC 6350, 5545, 2849): lines of name, parameters, value."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources
from typing import Final

from shotveil.core.patterns import compile_late
from shotveil.core.sources.base64_values import decode_base64, encode_picture
from shotveil.core.sources.builder import DocumentBuilder, Field
from shotveil.core.sources.layers import Layer, leave_out, measure_escapes
from shotveil.core.sources.quoted_printable import open_quoted
from shotveil.core.sources.running_text import RunningText

_CARD_LINE = compile_late(
    r"(?:[A-Za-z0-9\-]{1,40}\.)?(?P<name>[A-Za-z0-9\-]{1,60}+)"
    r"(?P<parameters>(?:;(?:\"[^\"\r\n]*+\"|[^\":\r\n]++)*+)?):(?P<value>[^\r\n]*+)"
)
_PARAMETER = compile_late(r";(?P<name>[A-Za-z0-9\-]++)(?:=(?:\"(?P<quoted>[^\"]*+)\"|(?P<bare>[^\";]*+)))?")
_ENTRY_LINE = compile_late(
    r"(?P<name>[A-Za-z][A-Za-z0-9.\-]{0,80}+)(?:;[^:\r\n]{0,80})?(?P<mark>::|:<|:) *+(?P<value>[^\r\n]*+)"
)
_ENTRY_NAME = compile_late(r"[A-Za-z]\w{0,30}=[^,=]{1,80}(?:,[ ]?[A-Za-z]\w{0,30}=[^,=]{1,80}){1,12}")
"""A value that is the name of another entry (``manager: uid=…,ou=…``)."""
_PART_OF_NAME = compile_late(r"(?P<name>[A-Za-z][A-Za-z0-9.\-]{0,80}+) *+= *+(?P<value>(?:\\.|[^,+\\])*+)")
_ESCAPE = compile_late(r"\\([\\,;:nN])")
_COMPONENT = compile_late(r"((?:\\.|[^;\\])*+)(;|\Z)")
_CARD_FOLD = compile_late(r"\r?\n[ \t]|=\r?\n(?==)")
_ENTRY_FOLD = compile_late(r"\r?\n ")
_LINE = compile_late(r"[^\r\n]++")
_MACHINE_ID = compile_late(r"(?=(?:[^@\d]*+\d){6})[\w{}.\-:]++(?:@[\w.\-]++)?")
_HAN = compile_late(r"[\u3400-\u9fff]")
_CARD_HEAD = compile_late(r"\s*BEGIN:V(?:CARD|CALENDAR|EVENT)\b", re.I)
_ENTRY_HEAD = compile_late(r"(?:\s*\n|#[^\n]*\n|version: *\d+\s*\n)*+dn::? *\S", re.I)

_NAME_ORDER: Final[tuple[int, ...]] = (1, 2, 0)
_NAME_ORDER_HAN: Final[tuple[int, ...]] = (0, 1, 2)
_CODE = 5
_ADDRESS_ORDER: Final[tuple[int, ...]] = (2, 1, 0, 3, 4, _CODE, 6)
_ADDRESS_ORDER_HAN: Final[tuple[int, ...]] = (6, 4, 3, 2, 1, 0, _CODE)
"""Components of N (family, given, more; titles are nobody's) and ADR (box, unit, street, city, state, code,
country) in the order in which they are read."""


def is_cards(text: str) -> bool:
    """Whether a text begins as an address card or a calendar."""
    return _CARD_HEAD.match(text) is not None


def is_entries(text: str) -> bool:
    """Whether a text begins as the entries of a directory (LDIF)."""
    return _ENTRY_HEAD.match(text) is not None


@cache
def load_fields() -> dict[str, str]:
    """Name of a property or attribute, in lower case, to the field that its value is; "-" for programs."""
    table = resources.files("shotveil.core.lexicons").joinpath("content_line_fields.tsv").read_text("utf-8")
    rows = (line.split("\t") for line in table.splitlines() if line and not line.startswith("#"))
    return {name: field for name, field in rows}


def read_cards(builder: DocumentBuilder) -> None:
    """Cards and calendars: folded lines as one, values without escapes, names and addresses whole."""
    read_card_lines(builder, builder.root)


def read_card_lines(builder: DocumentBuilder, layer: Layer, pointer: str = "") -> None:
    """The same for those inside another text."""
    layer = leave_out(layer, _CARD_FOLD)
    for number, (start, end) in enumerate(_split_lines(layer.text)):
        line = _CARD_LINE.fullmatch(layer.text, start, end)
        if line is None:
            _add(builder, layer, start, end, f"{pointer}/{number}", ())
        else:
            _read_card_line(builder, layer, line, f"{pointer}/{number}")


def read_entries(builder: DocumentBuilder) -> None:
    """Entries of a directory: values decoded, names of entries part by part."""
    read_entry_lines(builder, builder.root)


def read_entry_lines(builder: DocumentBuilder, layer: Layer, pointer: str = "") -> None:
    """The same for those inside another text."""
    layer = leave_out(layer, _ENTRY_FOLD)
    for number, (start, end) in enumerate(_split_lines(layer.text)):
        place = f"{pointer}/{number}"
        line = _ENTRY_LINE.fullmatch(layer.text, start, end)
        if line is None or layer.text[start] == "#":
            _add(builder, layer, start, end, place, ())
            continue
        inner, low, high = layer, *line.span("value")
        if line["mark"] == "::":
            if builder.add_picture(layer, low, high, place):
                continue
            inner, low, high = _open_base64(layer, low, high)
        _read_attribute(builder, inner, low, high, line["name"], place)


def _read_attribute(
    builder: DocumentBuilder, layer: Layer, start: int, end: int, name: str, pointer: str
) -> None:
    field = _field_of("userid" if name.lower() == "uid" else name)
    value = layer.text[start:end]
    if field == "distinguished name" or _ENTRY_NAME.fullmatch(value):
        for part in _PART_OF_NAME.finditer(layer.text, start, end):
            inner, low, high = _open_escapes(layer, *part.span("value"))
            key = "userid" if part["name"].lower() == "uid" else part["name"]
            _add(builder, inner, low, high, pointer, (_field_of(key),))
    elif field == "address" and "$" in value:
        lines = value.replace("$", "\n")
        _add(builder, Layer(lines, layer, start, end), 0, len(lines), pointer, (field,))
    else:
        _add(builder, layer, start, end, pointer, (field,))


def _read_card_line(builder: DocumentBuilder, layer: Layer, line: re.Match[str], pointer: str) -> None:
    parameters: dict[str, str] = {}
    for parameter in _PARAMETER.finditer(layer.text, *line.span("parameters")):
        group = "quoted" if parameter["quoted"] is not None else "bare"
        parameters[parameter["name"].lower()] = parameter[group] or ""
        low, high = parameter.span(group)
        if high - low > 2 and layer.text[low] == layer.text[high - 1] == "'":
            low, high = low + 1, high - 1
        _add(builder, layer, low, high, pointer, (_field_of(parameter["name"]),))
    inner, start, end = layer, *line.span("value")
    coding = parameters.get("encoding", "").lower()
    if coding == "quoted-printable":
        quoted = open_quoted(layer, start, end, parameters.get("charset", "utf-8"))
        if quoted is not None:
            inner, start, end = quoted, 0, len(quoted.text)
    elif coding in ("b", "base64"):
        if builder.add_picture(layer, start, end, pointer):
            return
        inner, start, end = _open_base64(layer, start, end)
    name = line["name"].lower()
    if name in ("n", "adr"):
        _read_components(builder, inner, start, end, name, pointer)
    else:
        inner, start, end = _open_escapes(inner, start, end)
        _add(builder, inner, start, end, pointer, (_field_of(name),))


def _read_components(
    builder: DocumentBuilder, layer: Layer, start: int, end: int, name: str, pointer: str
) -> None:
    """A name or an address in parts, as it would be written in one line."""
    spans = [match.span(1) for match in _COMPONENT.finditer(layer.text, start, end)]
    is_han = _HAN.search(layer.text, start, end) is not None
    if name == "n":
        order, glue = (_NAME_ORDER_HAN, "") if is_han else (_NAME_ORDER, " ")
    else:
        order, glue = (_ADDRESS_ORDER_HAN, "") if is_han else (_ADDRESS_ORDER, ", ")
    out = RunningText(builder, pointer, (_field_of(name),))
    for place in order:
        if place < len(spans) and layer.text[slice(*spans[place])].strip():
            out.separate(" " if place == _CODE and not is_han else glue)
            out.add(*_open_escapes(layer, *spans[place]))
    out.flush()


def _add(builder: DocumentBuilder, layer: Layer, start: int, end: int, pointer: str, field: Field) -> None:
    """A value that a person reads; what programs match is none."""
    value = layer.text[start:end]
    if not value.strip() or "-" in field or ("id" in field and _MACHINE_ID.fullmatch(value)):
        return
    builder.add_text(layer, start, end, pointer, field)


def _field_of(name: str) -> str:
    return load_fields().get(name.lower(), name)


def _split_lines(text: str) -> Iterator[tuple[int, int]]:
    for line in _LINE.finditer(text):
        yield line.span()


def _open_base64(layer: Layer, start: int, end: int) -> tuple[Layer, int, int]:
    """The text that a base64 value says; the value itself where it is none."""
    data = decode_base64(layer.text[start:end])
    try:
        text = (data or b"").decode("utf-8")
    except UnicodeDecodeError:
        text = ""
    if not text:
        return layer, start, end
    inner = layer.open_nested(start, end, text, lambda new: encode_picture(new.encode("utf-8")))
    return inner, 0, len(text)


def _open_escapes(layer: Layer, start: int, end: int) -> tuple[Layer, int, int]:
    text = layer.text[start:end]
    if "\\" not in text:
        return layer, start, end
    inner = Layer(_ESCAPE.sub(_read_escape, text), layer, start, end, _measure_escapes, _escape)
    return inner, 0, len(inner.text)


def _read_escape(match: re.Match[str]) -> str:
    return "\n" if match[1] in "nN" else match[1]


def _measure_escapes(text: str) -> Sequence[int]:
    return measure_escapes(_ESCAPE, text)


def _escape(text: str) -> str:
    return re.sub(r"[\\,;]", r"\\\g<0>", text).replace("\n", "\\n")
