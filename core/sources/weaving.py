"""Encoded stretches inside a readable text: escaped URLs, data URLs, ``\\uXXXX`` in log lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from shotveil.core.patterns import compile_late
from shotveil.core.quick_records import made_quickly
from shotveil.core.sources.base64_values import (
    decode_base64,
    decode_base64_text,
    recode_base64,
)
from shotveil.core.sources.layers import Layer, Part, move_parts
from shotveil.core.sources.picture_runs import PictureRun, find_pictures
from shotveil.core.sources.text_escapes import find_unicode_escapes, open_unicode_escapes
from shotveil.core.sources.url_escapes import (
    decode_escapes,
    escape_url,
    find_escaped,
    find_plus_words,
    measure_escapes,
)

_INLINE_DATA = compile_late(
    r"(?i:data:([a-z]++/[a-z0-9.+\-]++)?+((?:;(?!base64,)[a-z0-9=._\-]++)*+);base64,[ ]?)"
    r"([A-Za-z0-9+/_\-]++={0,2})"
)


@made_quickly
@dataclass(frozen=True, slots=True)
class Encoded:
    """Characters ``start:end`` of a layer that read as ``text``.

    Part None: no text at all but a ``picture``, or other binary.
    """

    start: int
    end: int
    part: Part | None
    text: str = ""
    picture: PictureRun | None = None


def find_encoded(layer: Layer, start: int, end: int) -> tuple[Encoded, ...]:
    """The encoded stretches of characters ``start:end``, in order, none overlapping another."""
    kept: list[Encoded] = []
    done = start
    for run in find_pictures(layer.text[start:end]):
        low, high = start + run.start, start + run.end
        kept += (*_find_between(layer, done, low), Encoded(low, high, None, "", run))
        done = high
    return (*kept, *_find_between(layer, done, end))


def _find_between(layer: Layer, start: int, end: int) -> tuple[Encoded, ...]:
    """The encoded texts between pictures."""
    text = layer.text[start:end]
    found: list[Encoded] = []
    if "64," in text:
        found += [_read_data_url(layer, start, match) for match in _INLINE_DATA.finditer(text)]
    if "%" in text:
        for low, high in find_escaped(text):
            inner = Layer(
                decode_escapes(text[low:high]), layer, start + low, start + high, measure_escapes, escape_url
            )
            found.append(_as_encoded(inner))
    if "+" in text and "=" in text:
        found += [
            _as_encoded(Layer(text[low:high].replace("+", " "), layer, start + low, start + high))
            for low, high in find_plus_words(text)
        ]
    if "\\u" in text:
        found += [
            _as_encoded(open_unicode_escapes(layer, start + low, start + high))
            for low, high in find_unicode_escapes(text)
        ]
    kept: list[Encoded] = []
    for one in sorted(found, key=lambda one: (one.start, -one.end)):
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
    return tuple(kept)


def weave_parts(
    layer: Layer, start: int, end: int, encoded: Sequence[Encoded]
) -> tuple[tuple[Part, ...], str]:
    """Parts and text of characters ``start:end`` with the encoded stretches decoded and binary left out."""
    parts: list[Part] = []
    out: list[str] = []
    at, done = 0, start
    for one in (*encoded, Encoded(end, end, None)):
        if one.start > done:
            parts.append(Part(at, layer, done, one.start))
            out.append(layer.text[done : one.start])
            at += one.start - done
        if one.part is not None:
            parts += move_parts((one.part,), at)
            out.append(one.text)
            at += len(one.text)
        done = one.end
    return tuple(parts), "".join(out)


def _as_encoded(inner: Layer) -> Encoded:
    return Encoded(inner.start, inner.end, Part(0, inner, 0, len(inner.text)), inner.text)


def _read_data_url(layer: Layer, start: int, match: re.Match[str]) -> Encoded:
    """The body of an inline data URL that is no picture: text, or other binary (no part)."""
    body, low, high = match[3], start + match.start(3), start + match.end(3)
    inner = decode_base64_text(body)
    if inner is not None:
        nested = layer.open_nested(low, high, inner, recode_base64(body))
        return Encoded(low, high, Part(0, nested, 0, len(inner)), inner)
    if decode_base64(body) is None or (match[1] or "").lower().startswith("image/"):
        return Encoded(low, high, Part(0, layer, low, high), body)
    return Encoded(low, high, None)
