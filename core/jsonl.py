"""The JSONL traces: header, schema check, and records to plain data and back (DESIGN 3)."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from importlib.metadata import version
from typing import Any, BinaryIO

import orjson

from shotveil.core.errors import InputProblem
from shotveil.core.geometry import Box
from shotveil.core.records import (
    AddressRecord,
    BlockExtent,
    NameRecord,
    OrgRecord,
    Record,
    Release,
    ScalarRecord,
    TextExtent,
    Timing,
    View,
    ViewError,
)

SCHEMA = "shotveil.trace/1"
STAGES = ("ocr", "detect", "sanitize")
Line = View | Release | ViewError | Timing

_RECORD_KINDS: dict[str, type] = {
    "name": NameRecord,
    "org": OrgRecord,
    "address": AddressRecord,
    "scalar": ScalarRecord,
}
_KIND_OF = {cls: kind for kind, cls in _RECORD_KINDS.items()}


def encode_header(stage: str, config: Mapping[str, Any]) -> bytes:
    """First line of a trace. ``config`` must hold no path and no raw value."""
    return _dump(
        {
            "kind": "header",
            "schema": SCHEMA,
            "stage": stage,
            "tool": f"shotveil {version('shotveil')}",
            "config": dict(config),
        }
    )


def encode_line(line: Line) -> bytes:
    """One trace line for a view, a release or an error, newline included."""
    if isinstance(line, ViewError):
        return _dump({"kind": "error", **_plain(line)})
    if isinstance(line, Timing):
        return _dump({"kind": "timing", "seconds": line.seconds})
    if isinstance(line, Release):
        return _dump({"kind": "release", **_plain(line)})
    return _dump({"kind": "view", **_plain(line)})


def is_trace_header(first_line: bytes) -> bool:
    """True when a file's first line is a trace header of any schema version."""
    return first_line.startswith(b'{"kind":"header"') and b'"schema"' in first_line


def read_header(first_line: bytes, path: str) -> dict[str, Any]:
    """Checked header of a trace.

    Raises:
        InputProblem: ``trace.schema`` for another schema, ``trace.header`` for a broken line.
    """
    try:
        header = orjson.loads(first_line)
    except orjson.JSONDecodeError:
        raise InputProblem("trace.header", f"{path}: line 1 is no trace header") from None
    if not isinstance(header, dict) or header.get("schema") != SCHEMA:
        raise InputProblem("trace.schema", f"{path}: line 1: the trace is not of schema {SCHEMA}")
    if header.get("stage") not in STAGES:
        raise InputProblem("trace.stage", f"{path}: line 1: unknown stage")
    return header


def decode_lines(lines: Iterable[bytes], path: str) -> Iterator[Line]:
    """Views, releases and errors of a trace, its header already read.

    Raises:
        InputProblem: ``trace.line`` naming the line that is wrong.
    """
    for number, line in enumerate(lines, 2):
        if not line.strip():
            continue
        try:
            yield _decode(orjson.loads(line))
        except (ValueError, KeyError, TypeError, AttributeError):
            raise InputProblem("trace.line", f"{path}: line {number} does not fit {SCHEMA}") from None


def open_trace(stream: BinaryIO, path: str) -> tuple[dict[str, Any], Iterator[Line]]:
    """Header and lines of a trace read from a binary stream."""
    return read_header(stream.readline(), path), decode_lines(stream, path)


def _dump(data: dict[str, Any]) -> bytes:
    return orjson.dumps(data, option=orjson.OPT_APPEND_NEWLINE)


def _plain(value: Any) -> Any:
    """A record as plain JSON data: boxes as lists, record types by their kind, empty parts left out."""
    if isinstance(value, Box):
        return value.as_list()
    if is_dataclass(value) and not isinstance(value, type):
        data = {}
        for item in fields(value):
            part = getattr(value, item.name)
            if part != item.default or item.name in ("text", "blocks"):
                data[item.name] = _plain(part)
        kind = _KIND_OF.get(type(value))
        return {"kind": kind, **data} if kind else data
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    return value


def _decode(data: dict[str, Any]) -> Line:
    kind = data["kind"]
    if kind == "view":
        return typing.cast(View, build_record(View, data))
    if kind == "release":
        return typing.cast(Release, build_record(Release, data))
    if kind == "timing":
        return Timing(float(data["seconds"]))
    if kind == "error":
        return typing.cast(ViewError, build_record(ViewError, data))
    raise KeyError("kind")


def record_from_plain(data: Mapping[str, Any]) -> Record:
    """A typed record from plain data with its ``kind``.

    Raises:
        KeyError, TypeError, ValueError: the data does not fit.
    """
    return typing.cast(Record, build_record(_RECORD_KINDS[data["kind"]], data))


@cache
def _hints(cls: type) -> dict[str, Any]:
    return typing.get_type_hints(cls)


def build_record(cls: type, data: Any) -> Any:
    """A frozen dataclass from plain data, by its type hints; unknown keys are ignored."""
    if cls is Box:
        left, top, right, bottom = data
        return Box(left, top, right, bottom)
    hints = _hints(cls)
    return cls(**{name: _build(hint, data[name]) for name, hint in hints.items() if name in data})


def _build(hint: Any, value: Any) -> Any:
    if value is None or hint is Any:
        return value
    origin = typing.get_origin(hint)
    if origin in (typing.Union, types.UnionType):
        return _build_union(typing.get_args(hint), value)
    if origin is tuple:
        args = typing.get_args(hint)
        if len(args) == 2 and args[1] is Ellipsis:
            return tuple(_build(args[0], part) for part in value)
        return tuple(_build(arg, part) for arg, part in zip(args, value, strict=True))
    if origin is typing.Literal:
        if value not in typing.get_args(hint):
            raise ValueError("not an admissible value")
        return value
    if is_dataclass(hint):
        return build_record(typing.cast(type, hint), value)
    if hint in (str, int, bool) and not isinstance(value, hint):
        raise TypeError("wrong type")
    return value


def _build_union(args: tuple[Any, ...], value: Any) -> Any:
    options = [arg for arg in args if arg is not type(None)]
    if len(options) == 1:
        return _build(options[0], value)
    if set(options) == {TextExtent, BlockExtent}:
        return build_record(BlockExtent if "block" in value else TextExtent, value)
    return record_from_plain(value)
