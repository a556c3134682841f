"""The return path: issued references back to values, everything else byte-identical (CONTRACT f)."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from shotveil.core.binding.roots import resolve_reference
from shotveil.core.errors import InputProblem
from shotveil.core.near_miss import Suggestion, find_misses, repair_spans, suggest_references
from shotveil.core.patterns import compile_late
from shotveil.core.references import Reference, scan_references
from shotveil.core.session import KeptPlace, Session

_STRING: Final = compile_late(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
_ESCAPE: Final = compile_late(r"\\(?:u([0-9a-fA-F]{4})(?:\\u([dD][c-fC-F][0-9a-fA-F]{2}))?|(.))", re.DOTALL)
_SIMPLE: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_HAS_SIGN: Final = compile_late(r"#|＃|\\u0023|\\u[fF][fF]03")
_MAX_NESTING: Final = 8


@dataclass(frozen=True, slots=True)
class Unresolved:
    """Something at ``start:end`` that reads like a reference and was left as it is.

    ``reason`` is ``unknown`` (well formed, but no such root, level or type here) or ``damaged``. ``text``
    holds the reference only, never a value.
    """

    start: int
    end: int
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Resolution:
    """A restored text, how many references were restored in it, and what was not."""

    text: str
    resolved: int
    unresolved: tuple[Unresolved, ...]


Restore = Callable[[Reference], "str | None"]


def restorer(session: Session, turn: int | None = None) -> Restore:
    """What a reference means in this session, up to this turn (f.4, f.9)."""
    roots = session.roots

    def restore(reference: Reference) -> str | None:
        root = roots.get(reference.root)
        if root is None or (turn is not None and root.turn > turn):
            return None
        return resolve_reference(reference, root)

    return restore


def resolve_text(
    text: str, session: Session, turn: int | None = None, digest: str | None = None
) -> Resolution:
    """Restore a text.

    A text that was released by this session as a whole is known by its hash: in it only the places that were
    replaced are restored, what the original's author had typed stays (f.8).

    Args:
        text: the text.
        session: the only authority.
        turn: only roots issued by then.
        digest: hash of the file's bytes, where they are not the text as UTF-8.
    """
    edits, unresolved = find_edits(text, restorer(session, turn), known_places(text, session, digest))
    return Resolution(apply_spans(text, edits), len(edits), unresolved)


def resolve_json(
    text: str, session: Session, turn: int | None = None, digest: str | None = None
) -> Resolution:
    """Restore a JSON or JSONL text inside its strings, values escaped, so that it stays valid.

    Strings that are JSON themselves are restored in the same way, to any depth that people use. Arguments as
    for ``resolve_text``.
    """
    restore = restorer(session, turn)
    places = known_places(text, session, digest)
    edits = list(_find_json_edits(text, restore, _MAX_NESTING, places))
    unresolved = tuple(_find_unresolved(text, {(start, end) for start, end, _ in edits}))
    return Resolution(apply_spans(text, edits), len(edits), unresolved)


def suggest(text: str, session: Session, turn: int | None = None) -> tuple[Suggestion, ...]:
    """What looks like a damaged reference, and which issued one it may mean; nothing is restored."""
    return suggest_references(text, restorer(session, turn))


@dataclass(frozen=True, slots=True)
class Repaired:
    """A restored text; ``repairs`` tells each near miss that was restored too, offsets in the text given."""

    text: str
    resolved: int
    unresolved: tuple[Unresolved, ...]
    repairs: tuple[Suggestion, ...]


def repair(
    text: str,
    session: Session,
    turn: int | None = None,
    *,
    ocr: bool = False,
    json: bool = False,
    digest: str | None = None,
) -> Repaired:
    """Restore a text and, besides, near misses that can mean only one issued root.

    Args:
        text: the text.
        session: the session.
        turn: only roots issued by then.
        ocr: also O/0 and l/1.
        json: the text is JSON or JSONL: values are escaped.
        digest: as for ``resolve_text``.
    """
    restore = restorer(session, turn)
    places = known_places(text, session, digest)
    if json:
        edits = list(_find_json_edits(text, restore, _MAX_NESTING, places))
    else:
        edits = find_spans(text, restore, places)
    mended = repair_spans(text, restore, ocr=ocr)
    spans = [(s.start, s.end, escape_json(value) if json else value) for s, value in mended]
    every = _without_overlaps(sorted([*edits, *spans]))
    done = {(start, end) for start, end, _ in every}
    unresolved = tuple(u for u in _find_unresolved(text, done) if (u.start, u.end) not in done)
    return Repaired(apply_spans(text, every), len(edits), unresolved, tuple(s for s, _ in mended))


def _without_overlaps(spans: list[Span]) -> list[Span]:
    kept: list[Span] = []
    for span in spans:
        if not kept or kept[-1][1] <= span[0]:
            kept.append(span)
    return kept


def resolve_original(text: str, session: Session, digest: str | None = None, copy: int = 0) -> str | None:
    """The source that a released unit came from, exactly; None when this session did not release it.

    Args:
        text: the released text.
        session: the session that released it.
        digest: hash of the released bytes; by default of the text as UTF-8.
        copy: which of several released units with equal bytes.

    Raises:
        InputProblem: ``session.secret_not_kept`` when a plain session could not keep a part of it.
    """
    units = session.places(digest or text_digest(text))
    if not units:
        return None
    places = units[min(copy, len(units) - 1)]
    if any(place.raw is None for place in places):
        raise InputProblem(
            "session.secret_not_kept",
            "secrets were erased here and a plain session does not keep them",
            "only an encrypted session gives the original back",
        )
    return apply_spans(text, [(place.start, place.end, place.raw or "") for place in places])


def text_digest(text: str) -> str:
    """Hash under which places of a unit of this text are kept."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def known_places(text: str, session: Session, digest: str | None = None) -> tuple[KeptPlace, ...] | None:
    """Places of a text that this session released, None for any other text."""
    units = session.places(digest or text_digest(text))
    return units[0] if units else None


Span = tuple[int, int, str]


def find_edits(
    text: str, restore: Restore, places: tuple[KeptPlace, ...] | None = None
) -> tuple[list[Span], tuple[Unresolved, ...]]:
    """What to write where, and what looks like a reference and is not."""
    edits = find_spans(text, restore, places)
    return edits, tuple(_find_unresolved(text, {(start, end) for start, end, _ in edits}))


def find_spans(text: str, restore: Restore, places: tuple[KeptPlace, ...] | None = None) -> list[Span]:
    """Values to write, each in the place of its reference, left to right."""
    spans: list[Span] = []
    for found in scan_references(text):
        if found.reference is not None and _is_place(found.start, found.end, places):
            value = restore(found.reference)
            if value is not None:
                spans.append((found.start, found.end, value))
    return spans


def apply_spans(text: str, edits: list[Span]) -> str:
    """Write spans into a text; they are in order and do not overlap."""
    parts: list[str] = []
    at = 0
    for start, end, value in edits:
        parts += (text[at:start], value)
        at = end
    parts.append(text[at:])
    return "".join(parts)


def _is_place(start: int, end: int, places: tuple[KeptPlace, ...] | None) -> bool:
    """Whether the characters were written by us: inside one of the places, which are in order."""
    if places is None:
        return True
    at = bisect_right(places, start, key=_place_start) - 1
    return at >= 0 and end <= places[at].end


def _place_start(place: KeptPlace) -> int:
    return place.start


def _find_unresolved(text: str, done: set[tuple[int, int]]) -> Iterator[Unresolved]:
    for span in scan_references(text):
        if span.reference is not None and (span.start, span.end) not in done:
            yield Unresolved(span.start, span.end, span.text, "unknown")
    for miss in find_misses(text):
        yield Unresolved(miss.start, miss.end, miss.text, "damaged")


def _find_json_edits(
    text: str, restore: Restore, depth: int, places: tuple[KeptPlace, ...] | None = None
) -> Iterator[Span]:
    """Edits of a JSON text, in its own offsets."""
    for match in _STRING.finditer(text):
        body = match.group(1)
        if not _HAS_SIGN.search(body):
            continue
        decoded, offsets = _decode_string(body)
        edits = None
        if depth and decoded[:1] in ("{", "[") and _is_json(decoded):
            edits = list(_find_json_edits(decoded, restore, depth - 1))
        elif decoded:
            edits = find_spans(decoded, restore)
        base = match.start(1)
        for start, end, value in edits or ():
            raw = (base + offsets[start], base + offsets[end])
            if _is_place(*raw, places):
                yield (*raw, escape_json(value))


def escape_json(value: str) -> str:
    """A value as it stands inside a JSON string."""
    from json import dumps

    return dumps(value, ensure_ascii=False)[1:-1]


def _is_json(text: str) -> bool:
    from orjson import JSONDecodeError, loads

    try:
        loads(text)
    except JSONDecodeError:
        return False
    return True


def _decode_string(body: str) -> tuple[str, list[int]]:
    """A JSON string's text, and the raw offset of each of its character boundaries."""
    parts: list[str] = []
    offsets: list[int] = []
    at = 0
    for match in _ESCAPE.finditer(body):
        parts.append(body[at : match.start()])
        offsets.extend(range(at, match.start()))
        character = _unescape(match)
        parts.append(character)
        offsets.append(match.start())
        if len(character) == 2:
            offsets.append(match.start() + 6)
        at = match.end()
    parts.append(body[at:])
    offsets.extend(range(at, len(body) + 1))
    return "".join(parts), offsets


def _unescape(match: re.Match[str]) -> str:
    first, second, simple = match.groups()
    if simple:
        return _SIMPLE.get(simple, simple)
    code = int(first, 16)
    if second is None:
        return chr(code)
    if 0xD800 <= code < 0xDC00:
        return chr(0x10000 + ((code - 0xD800) << 10) + (int(second, 16) - 0xDC00))
    return chr(code) + chr(int(second, 16))
