"""Views gathered into streams: many small texts in one, a long text in parts, a screen by itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from shotveil.core.clues.labels.actor_fields import kind_of_actor
from shotveil.core.clues.labels.fields import kinds_of_path
from shotveil.core.clues.secrets.names import names_secret
from shotveil.core.patterns import compile_late
from shotveil.core.plain_texts import is_plain
from shotveil.core.records import Candidate, Extent, Medium, Occurrence, Record, TextExtent, View
from shotveil.core.stream.characters import fold_text
from shotveil.core.stream.locate import find_stream_span
from shotveil.core.stream.model import Stream
from shotveil.core.stream.screen import build_stream as build_screen
from shotveil.core.stream.text import build_stream as build_text

BATCH_CHARS: Final = 131_072
"""Small text views share a stream of about this size: one pass of every rule for many of them."""

_BLOCK_BEGIN: Final = "-----BEGIN"
_BLOCK_END: Final = "-----END"
_LONGEST_LINE: Final = 4 * BATCH_CHARS
_GAPS: Final = (
    compile_late(r"(?<=[a-z]) [,;.]?[a-z]"),
    compile_late(r"(?<=[^,;|}>]) "),
    compile_late(r"[,;|}>&]"),
)
"""Read from the end: a blank between lower-case words, a blank, a sign that parts values."""

_LONGEST_REPEAT: Final = 4_000
_QUIET: Final = compile_late(
    r"\s*(?:[a-z]+(?:[_.][a-z]+)*|-?[0-9]{1,4}(?:\.[0-9]{1,6})?|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
    r"|20[0-9]{2}-[01][0-9]-[0-3][0-9](?:[T ][0-9:.]{5,15}(?:Z|[+-][0-9:]{4,6})?)?)?\s*"
)


@dataclass(slots=True)
class Batch:
    """One stream, the places of its views in the input, and what is accepted so far."""

    stream: Stream
    folded: str
    places: list[int]
    medium: Medium
    accepted: list[Candidate] = field(default_factory=list)
    quiet: bool = False
    """Its values say nothing by themselves (a lower-case word, a small number, a time): only copies count."""
    base: int = 0
    """Offset of the stream's text in its view, where a long text is read in parts."""
    carried: dict[tuple[str, int, int], Occurrence] = field(default_factory=dict)
    """Occurrences that the views came with, by type and stream range: kept as they are where they stand."""
    allowed: list[tuple[int, int]] | None = None
    """Stream ranges of what allow entries keep: the parts of such a value are kept with it."""
    copies: dict[tuple[str, int, int], Record] = field(default_factory=dict)
    """What known values stand where, for forms that their own parser could not read."""


def find_repeats(views: Sequence[View]) -> list[int]:
    """For each view the place of the first one that is the same to the detector (often itself).

    Logs repeat themselves: what was said of a text once holds for its copies in the same fields.
    """
    first: dict[tuple[object, ...], int] = {}
    places = []
    for place, view in enumerate(views):
        if view.text is None or len(view.text) > _LONGEST_REPEAT:
            places.append(place)
        else:
            key = (view.text, view.field, view.path, view.occurrences)
            places.append(first.setdefault(key, place))
    return places


def part_quiet(
    views: Sequence[View], places: Iterable[int], strict: bool = False
) -> tuple[list[int], list[int]]:
    """The places of views that rules must read, and of those in which no rule finds anything.

    Args:
        strict: whether amounts of money count too.
    """
    loud: list[int] = []
    quiet: list[int] = []
    for place in places:
        (quiet if is_quiet(views[place], strict) else loud).append(place)
    return loud, quiet


def is_quiet(view: View, strict: bool = False) -> bool:
    """True for a text that is no value of anything and lies in no field that names one."""
    text = view.text
    if text is None or len(text) > _LONGEST_REPEAT:
        return False
    if not (len(text) <= 48 and _QUIET.fullmatch(text)) and (strict or not is_plain(text)):
        return False
    return not (kinds_of_path(view.field) or names_secret(view.field) or kind_of_actor(view.field))


def make_batches(views: Sequence[View], places: Iterable[int], *, quiet: bool = False) -> Iterator[Batch]:
    """Batches of the views at ``places``, small texts many to a stream."""
    pending: list[int] = []
    size = 0
    for place in places:
        view = views[place]
        if view.text is None:
            yield _make_batch(build_screen(view, place), [place], view.medium)
        elif len(view.text) > 2 * BATCH_CHARS:
            yield from _split_long(view, place)
        else:
            if pending and size + len(view.text) > BATCH_CHARS:
                yield _join_views(views, pending, quiet)
                pending, size = [], 0
            pending.append(place)
            size += len(view.text)
    if pending:
        yield _join_views(views, pending, quiet)


def _join_views(views: Sequence[View], places: list[int], quiet: bool) -> Batch:
    batch = _make_batch(build_text([views[place] for place in places]), places, "text")
    batch.quiet = quiet
    return batch


def _make_batch(stream: Stream, places: list[int], medium: Medium) -> Batch:
    return Batch(stream, fold_text(stream.text), places, medium)


def _split_long(view: View, place: int) -> Iterator[Batch]:
    """Parts of a long text, each from one line start to another, so that memory follows the part."""
    text = view.text or ""
    start = 0
    while start < len(text):
        end = min(start + BATCH_CHARS, len(text))
        if end < len(text):
            end = _find_cut(text, start, end)
        batch = _make_batch(build_text([replace(view, text=text[start:end])]), [place], "text")
        batch.base = start
        yield batch
        start = end


def _find_cut(text: str, start: int, end: int) -> int:
    """Where a part ends: at an empty line, else at a line start, never inside a key block.

    A line that is far too long is parted where a value hardly goes on.
    """
    middle = (start + end) // 2
    cut = text.rfind("\n\n", middle, end) + 2
    if cut < middle:
        cut = text.rfind("\n", middle, end) + 1
    if cut < middle:
        line_end = text.find("\n", end, start + _LONGEST_LINE) + 1
        if not line_end and len(text) - start <= _LONGEST_LINE:
            line_end = len(text)
        return line_end or _find_gap(text, middle, end)
    block = text.rfind(_BLOCK_BEGIN, start, cut)
    if block > start and text.find(_BLOCK_END, block, cut) < 0:
        return block
    return cut


def _find_gap(text: str, start: int, end: int) -> int:
    """The last place between ``start`` and ``end`` to part a line: between words, else behind a sign."""
    for gap in _GAPS:
        if found := gap.search(text[start:end][::-1]):
            return end - found.start()
    return end


def recall_occurrences(
    batch: Batch, views: Sequence[View], found: Mapping[int, tuple[Occurrence, ...]]
) -> None:
    """Takes what was found in views before into the batch, as candidates over its stream.

    Args:
        found: occurrences by place of the view.
    """
    text = batch.stream.text
    for number, place in enumerate(batch.places):
        view_number = number if batch.medium == "text" else place
        for occurrence in found.get(place, ()):
            extents = tuple(_shift(extent, -batch.base) for extent in occurrence.extents)
            span = find_stream_span(batch.stream, view_number, views[place], extents)
            if span is None:
                continue
            rule = occurrence.evidence[0] if occurrence.evidence else ""
            batch.carried[(occurrence.type, *span)] = occurrence
            value = text[span[0] : span[1]]
            evidence = occurrence.evidence
            batch.accepted.append(
                Candidate(
                    occurrence.type, *span, value, occurrence.tier, "format", occurrence.score, rule, evidence
                )
            )
    batch.accepted.sort(key=lambda c: (c.start, c.end))


def _shift(extent: Extent, by: int) -> Extent:
    if by and isinstance(extent, TextExtent):
        return TextExtent(extent.start + by, extent.end + by)
    return extent
