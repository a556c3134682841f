"""Copies of known values where a format shows no text: program attributes, declarations, ids of machines.

The views of a file are what a person could read. What is known to be private may not stay in the rest.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from shotveil.core.patterns import compile_late
from shotveil.core.records import TextExtent, View
from shotveil.core.sources.document import JSON_FORMATS, Piece, TextDocument, TextMap

Key = str | tuple[str, str]

_LEAST: Final[Mapping[str, int]] = MappingProxyType(
    {
        "EMAIL": 6, "PHONE": 7, "ID_NUMBER": 8, "BANK_CARD": 12, "PASSPORT": 7, "DRIVER_LICENSE": 7,
        "LICENSE_PLATE": 6, "SECRET": 8, "IP": 9, "NUM": 7, "ALNUM": 7, "ADDR": 12,
    }
)  # fmt: skip
"""Characters from which on a value of a type can be nothing else; names and firms need two words."""

_MARK: Final = ":hidden."
_RANGE: Final = compile_late(rf"{re.escape(_MARK)}([0-9]{{1,12}})-([0-9]{{1,12}})\Z")
_NUMBERS: Final = compile_late(r"[0-9]++(?:\s*+,\s*+[0-9]++)++")
_QUOTE: Final = compile_late(r'(?:[^"\\\n]|\\.)*+"')
SHOWN_WHOLE: Final = frozenset({"text", "markdown"})
"""Formats whose views show every character."""


class KnownSurfaces:
    """Surfaces that can be nothing else than the value, prepared for searching many files.

    Args:
        values: type and surface of what is known. Private.
    """

    def __init__(self, values: Iterable[tuple[str, str]]) -> None:
        import ahocorasick_rs

        surfaces = sorted({fold_same_length(text) for kind, text in values if is_distinct(kind, text)})
        self._automaton = None
        if surfaces:
            self._automaton = ahocorasick_rs.AhoCorasick(
                surfaces, matchkind=ahocorasick_rs.MatchKind.LeftmostLongest
            )

    def find(self, raw: str) -> Iterator[tuple[int, int]]:
        """Ranges of the surfaces in a text, at token boundaries, in order and without case."""
        if self._automaton is None:
            return
        for _, start, end in self._automaton.find_matches_as_indexes(fold_same_length(raw)):
            if not (_joins(raw, start) or _joins(raw, end)):
                yield start, end


def find_hidden_copies(
    document: TextDocument, views: Sequence[View], known: KnownSurfaces
) -> tuple[TextDocument, tuple[View, ...]]:
    """The document with one more view for each copy that none of its views shows, and those views.

    Args:
        views: the document's views with what was found in them.
    """
    if document.format in SHOWN_WHOLE:
        return document, ()
    hits = [
        (base + start, base + end) for base, text in _list_texts(document) for start, end in known.find(text)
    ]
    if not hits:
        return document, ()
    hits = _outside(hits, _found_ranges(document, views))
    if hits:
        shown = [span for key in document.maps for span in _raw_ranges(document.maps[key])]
        hits = _outside(hits, [*shown, *(nested.span() for nested in document.nested)])
    hits = [hit for hit in hits if not _is_bare_number(*_find_text(document, *hit))]
    if not hits:
        return document, ()
    return show_ranges(document, hits)


def _list_texts(document: TextDocument) -> Iterator[tuple[int, str]]:
    """The raw text and those that it carries, and where the characters of each begin."""
    yield 0, document.raw
    yield from ((nested.start, nested.text) for nested in document.nested)


def _find_text(document: TextDocument, start: int, end: int) -> tuple[str, int, int]:
    """The text in which a range lies, and the range in it."""
    base, text = 0, document.raw
    if start >= len(text) and document.nested:
        at = bisect_right(document.nested, start, key=lambda nested: nested.start) - 1
        base, text = document.nested[at].start, document.nested[at].text
    return text, start - base, end - base


def show_ranges(
    document: TextDocument, ranges: Iterable[tuple[int, int]]
) -> tuple[TextDocument, tuple[View, ...]]:
    """The document with one more view for each range of its text or of one it carries, and those views."""
    maps: dict[Key, TextMap] = {}
    added = []
    for start, end, quote in _list_quotes(document, ranges):
        view_id = f"{document.path}{_MARK}{start}-{end}"
        held, low, high = _find_text(document, start, end)
        text = held[low:high]
        maps[view_id] = TextMap((Piece(0, len(text), start, end, None, quote, quote, bool(quote)),))
        session, turn = (document.views[0].session, document.views[0].turn) if document.views else ("", 0)
        added.append(View(view_id, session, turn, "text", document.path, document.sha256, text=text))
    joined = _JoinedMaps(document.maps, maps)
    return replace(document, views=(*document.views, *added), maps=joined), tuple(added)


def _list_quotes(document: TextDocument, ranges: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int, str]]:
    """Each range with the quotes that a reference there needs: numbers of a JSON list become a string."""
    read, at, is_inside = "", 0, False
    for start, end in sorted(ranges):
        text, low, high = _find_text(document, start, end)
        quote = ""
        if document.format in JSON_FORMATS and _NUMBERS.fullmatch(text, low, high):
            line = text.rfind("\n", 0 if text is not read else at, low) + 1
            if line or text is not read:
                read, at, is_inside = text, line, False
            is_inside ^= bool(len(_QUOTE.findall(text, at, low)) % 2)
            at, quote = low, "" if is_inside else '"'
        yield start, end, quote


def read_ranges(view_ids: Iterable[str]) -> list[tuple[int, int]]:
    """The ranges that ids of such views name (a release is drawn again from its record)."""
    found = (_RANGE.search(view_id) for view_id in view_ids)
    return sorted({(int(match[1]), int(match[2])) for match in found if match})


class _JoinedMaps(Mapping[Key, TextMap]):
    """The maps of a document and a few more."""

    def __init__(self, lazy: Mapping[Key, TextMap], more: Mapping[Key, TextMap]) -> None:
        self._lazy, self._more = lazy, more

    def __getitem__(self, key: Key) -> TextMap:
        return self._more[key] if key in self._more else self._lazy[key]

    def __iter__(self) -> Iterator[Key]:
        yield from self._lazy
        yield from self._more

    def __len__(self) -> int:
        return len(self._lazy) + len(self._more)


def is_distinct(kind: str, text: str) -> bool:
    """Whether a value can be nothing else, so that copies of it are looked for."""
    if kind in ("NAME", "ORG"):
        words = [word for word in text.split() if len(word) > 1]
        return len(words) > 1 or (len(text) > 2 and all("\u4e00" <= char <= "\u9fff" for char in text))
    least = _LEAST.get(kind)
    return least is not None and len(text) >= least and "\n" not in text


def fold_same_length(text: str) -> str:
    """Small letters, where they are as many."""
    folded = text.lower()
    return folded if len(folded) == len(text) else text


def _joins(raw: str, place: int) -> bool:
    """Whether a token goes on over ``place``."""
    if not 0 < place < len(raw):
        return False
    before, after = raw[place - 1], raw[place]
    return before.isascii() and before.isalnum() and after.isascii() and after.isalnum()


def _found_ranges(document: TextDocument, views: Sequence[View]) -> list[tuple[int, int]]:
    ranges = []
    for view in views:
        extents = [e for o in view.occurrences for e in o.extents if isinstance(e, TextExtent)]
        if not extents or view.id not in document.maps:
            continue
        pieces = document.maps[view.id].pieces
        ranges += [
            piece.raw_range(extent.start, extent.end)
            for extent in extents
            for piece in pieces
            if piece.start < extent.end and extent.start < piece.end
        ]
    return ranges


def _raw_ranges(text_map: TextMap) -> list[tuple[int, int]]:
    return [(piece.raw_start, piece.raw_end) for piece in text_map.pieces]


def _outside(hits: list[tuple[int, int]], ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The hits that no range touches."""
    ordered: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        if ordered and low <= ordered[-1][1]:
            ordered[-1] = ordered[-1][0], max(high, ordered[-1][1])
        else:
            ordered.append((low, high))
    starts = [low for low, _ in ordered]
    kept = []
    for start, end in hits:
        place = bisect_right(starts, end - 1) - 1
        if place < 0 or ordered[place][1] <= start:
            kept.append((start, end))
    return kept


def _is_bare_number(raw: str, start: int, end: int) -> bool:
    """A number of a program, between signs of structure: a reference there would break the file."""
    if not raw[start:end].isdigit():
        return False
    return raw[max(0, start - 1) : start] in ("", *" \t\n:,[") and raw[end : end + 1] in ("", *" \t\r\n,]}")
