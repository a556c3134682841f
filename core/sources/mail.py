"""Mails (.eml, .mht, mailboxes): headers, then each part in its transfer encoding."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from shotveil.core.patterns import compile_late
from shotveil.core.sources.base64_values import LEAST_PICTURE, encode_picture
from shotveil.core.sources.builder import DocumentBuilder
from shotveil.core.sources.content_lines import read_card_lines
from shotveil.core.sources.document import UNREAD
from shotveil.core.sources.image_formats import is_picture
from shotveil.core.sources.json_values import JsonReader
from shotveil.core.sources.layers import Layer
from shotveil.core.sources.mail_packed import read_body, split_packed, unpack
from shotveil.core.sources.mail_words import read_header
from shotveil.core.sources.markup import read_page
from shotveil.core.sources.plain_text import split_text
from shotveil.core.sources.quoted_printable import open_quoted

_HEADER = compile_late(r"([!-9;-~]{1,100}):[ \t]*((?:[^\r\n]++|\r?\n[ \t]++(?=[^\s]))*+)(?:\r?\n|\Z)")
_NEXT_MAIL = compile_late(r"^From \S+ .{0,60}[0-9]{4}[ \t]*\r?\n", re.M)
_PARAMETER = compile_late(r";\s*([A-Za-z0-9*\-]+)\s*=\s*(?:\"([^\"]*)\"|([^\s;\"]+))")
_TELLING = compile_late(
    r"(?im)^(?:MIME-Version|Message-ID|Received|Return-Path|Delivered-To|Content-Transfer-Encoding):|=\?[\w-]+\?[BQ]\?"
)
_PARTS = compile_late(r"(?im)^Content-Type:\s*multipart/[^\n]*(?:\n[ \t][^\n]*)*?boundary=")
_CODED = compile_late(r"(?im)^Content-Transfer-Encoding:\s*[\"(]?[a-z]")
_TYPED = compile_late(r"(?im)^(?:MIME-Version|Content-Type):")
_SENT = compile_late(r"(?im)^(?:From|To|Subject|Date):")
_NO_TOKEN = compile_late(r"\([^()]*\)|[\s\"';]")
_BLANK_LINE = compile_late(r"[ \t]*\r?\n")
_CARDS = frozenset({"text/vcard", "text/x-vcard", "text/directory", "text/calendar"})
_READ_KINDS = frozenset({"message/rfc822", "application/json", "application/xml"})
_DEEPEST = 20
_LINE = 76


@dataclass(frozen=True, slots=True)
class _Entity:
    """What the headers of a part say of its body."""

    kind: str
    parameters: Mapping[str, str]
    encoding: str

    @property
    def charset(self) -> str:
        return self.parameters.get("charset", "utf-8").strip("'").lower()


def is_mail(text: str, *, is_named: bool = False) -> bool:
    """Whether a text begins with the headers of a mail; what is named so need not tell by more than one."""
    start = _NEXT_MAIL.match(text)
    at = start.end() if start else 0
    begin = at
    while (header := _HEADER.match(text, at)) is not None:
        at = header.end()
    head = text[begin:at]
    if _SENT.search(head) is not None and (is_named or _TELLING.search(head) is not None):
        return True
    is_typed = _TYPED.search(head) is not None
    return _PARTS.search(head) is not None or (is_typed and (is_named or _CODED.search(head) is not None))


def read_mail(builder: DocumentBuilder) -> None:
    """Every mail of the file; what stands outside of parts is text."""
    text = builder.root.text
    marks = list(_NEXT_MAIL.finditer(text)) if text.startswith("From ") else []
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    for mark, end in zip(marks, ends, strict=bool(marks)):
        builder.add_text(builder.root, mark.start(), mark.end(), f"/{mark.start()}", ())
        _read_entity(builder, builder.root, mark.end(), end, 0)
    if not marks:
        _read_entity(builder, builder.root, 0, len(text), 0)


@cache
def load_header_kinds() -> Mapping[str, str]:
    """Kind of each header that is no plain text (core/lexicons/mail_headers.tsv)."""
    table = resources.files("shotveil.core.lexicons").joinpath("mail_headers.tsv").read_text("utf-8")
    rows = [line.split("\t") for line in table.splitlines() if line and not line.startswith("#")]
    return {name: kind for name, kind in rows}


def _read_entity(builder: DocumentBuilder, layer: Layer, start: int, end: int, depth: int) -> None:
    text = layer.text
    values: dict[str, str] = {}
    at = start
    while (header := _HEADER.match(text, at, end)) is not None:
        at = header.end()
        name = header[1].lower()
        values.setdefault(name, header[2])
        kind = load_header_kinds().get(name, "")
        if kind != "program" and header[2].strip():
            read_header(builder, layer, *header.span(2), (header[1],), is_address=kind == "address")
    if blank := _BLANK_LINE.match(text, at, end):
        at = blank.end()
    entity = _read_kind(values)
    if entity.kind.startswith("multipart/") and depth < _DEEPEST and entity.parameters.get("boundary"):
        _read_parts(builder, layer, at, end, entity.parameters["boundary"], depth)
    elif at < end:
        _read_body(builder, layer, at, end, entity, depth)


def _read_kind(values: Mapping[str, str]) -> _Entity:
    written = values.get("content-type", "text/plain")
    parameters = {name.lower(): quoted or bare for name, quoted, bare in _PARAMETER.findall(written)}
    encoding = _NO_TOKEN.sub("", values.get("content-transfer-encoding", "")).lower()
    return _Entity(written.partition(";")[0].strip().lower(), parameters, encoding)


def _read_parts(
    builder: DocumentBuilder, layer: Layer, start: int, end: int, boundary: str, depth: int
) -> None:
    text = layer.text
    mark = re.compile(rf"^--{re.escape(boundary)}(--)?[ \t]*(?:\r?\n|\Z)", re.M)
    marks = list(mark.finditer(text, start, end))
    _add_plain(builder, layer, start, marks[0].start() if marks else end)
    for number, one in enumerate(marks):
        stop = marks[number + 1].start() if number + 1 < len(marks) else end
        if one[1]:
            _add_plain(builder, layer, one.end(), stop)
        else:
            _read_entity(builder, layer, one.end(), stop, depth + 1)


def _add_plain(builder: DocumentBuilder, layer: Layer, start: int, end: int) -> None:
    if layer.text[start:end].strip():
        builder.add_text(layer, start, end, f"/{start}", ())


def _read_body(
    builder: DocumentBuilder, layer: Layer, start: int, end: int, entity: _Entity, depth: int
) -> None:
    if entity.encoding == "base64" or entity.encoding.endswith("-base64"):
        _read_base64(builder, layer, start, end, entity, depth)
        return
    inner: Layer | None = None
    if entity.encoding == "quoted-printable":
        inner = open_quoted(layer, start, end, entity.charset)
    if inner is None:
        inner = Layer(layer.text[start:end], layer, start, end)
    _read_content(builder, inner, entity.kind, f"/{start}", depth)


def _read_content(builder: DocumentBuilder, layer: Layer, kind: str, pointer: str, depth: int) -> None:
    """The decoded body of a part."""
    if kind == "message/rfc822" and depth < _DEEPEST:
        _read_entity(builder, layer, 0, len(layer.text), depth + 1)
    elif kind == "text/html":
        read_page(JsonReader(builder), layer, pointer)
    elif kind in _CARDS:
        read_card_lines(builder, layer, pointer)
    elif kind == "application/json":
        JsonReader(builder).read_text(layer, pointer, ())
    else:
        for low, high in split_text(layer.text):
            if layer.text[low:high].strip():
                builder.add_text(layer, low, high, pointer, ())


def _read_base64(
    builder: DocumentBuilder, layer: Layer, start: int, end: int, entity: _Entity, depth: int
) -> None:
    """What a part in base64 holds, and what stands around it as text."""
    body = layer.text[start:end]
    for segment in split_packed(body):
        inner = body[segment.start : segment.end]
        low = start + segment.start + len(inner) - len(inner.lstrip())
        high = start + segment.start + len(inner.rstrip())
        if low < high:
            if segment.is_packed:
                _read_packed(builder, layer, low, high, entity, depth)
            else:
                _add_plain(builder, layer, low, high)


def _read_packed(
    builder: DocumentBuilder, layer: Layer, start: int, end: int, entity: _Entity, depth: int
) -> None:
    """A picture or a text in base64; what is of another kind is counted."""
    packed, place = layer.text[start:end], f"/{start}"
    data, encode = unpack(packed), _wrapper(packed)
    if len(packed) >= LEAST_PICTURE and is_picture(data):
        builder.note_picture(layer, start, end, data, place, encode)
        return
    is_text = entity.kind.startswith("text/") or entity.kind in _READ_KINDS
    read = read_body(data, entity.charset, is_text=is_text)
    if read is None:
        builder.count(UNREAD)
        return
    text, charset = read
    opened = layer.open_nested(start, end, text, lambda new: encode(new.encode(charset, "replace")))
    _read_content(builder, opened, entity.kind, place, depth)


def _wrapper(packed: str) -> Callable[[bytes], str]:
    """Base64 in lines as mails have them, with the line ends of ``packed``."""
    lines = "\r\n" if "\r\n" in packed else "\n"
    return lambda data: lines.join(_cut(encode_picture(data)))


def _cut(packed: str) -> Iterator[str]:
    for at in range(0, len(packed), _LINE):
        yield packed[at : at + _LINE]
