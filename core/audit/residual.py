"""What a reader still finds: a leak is a whole stored value at token boundaries (DESIGN rule 8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import ceil
from typing import TYPE_CHECKING

from shotveil.core.audit.matching import (
    Comparable,
    at_boundaries,
    is_same_number,
    reduce_text,
    reduce_value,
)
from shotveil.core.clues.known_forms import is_common_word
from shotveil.core.geometry import Box, union_box
from shotveil.core.labels import COMPONENT_LEVEL
from shotveil.core.records import AddressRecord, Block, BlockExtent, Medium, Occurrence, View
from shotveil.core.stream.model import Stream

if TYPE_CHECKING:
    from ahocorasick_rs import AhoCorasick

AREA_KEYS = frozenset({"country", "province", "city", "multi_admin", "number"})
"""Address parts that, alone, are everyday words: they count only where the value itself stood."""
LONGEST_PLAIN_NUMBER = 4
SHORTEST_PARTIAL = 4
LONGEST_PARTIAL = 6


FindKept = Callable[[str], Sequence[tuple[int, int]]]
"""Ranges of a text that are not searched."""


@dataclass(frozen=True, slots=True)
class Needle:
    """A value that must not be found. Private.

    ``surface`` is the value as stored. ``local`` values count only inside ``places`` (px of the picture).
    A value that is kept as a keyed hash has no surface but its ``length`` in characters and ``check``,
    which tells whether a text of that length is it. ``denied`` values were asked to go wherever they stand:
    what is kept does not keep them.
    """

    type: str
    surface: str
    reference: str = ""
    local: bool = False
    places: tuple[Box, ...] = ()
    length: int = 0
    check: Callable[[str], bool] | None = None
    denied: bool = False


@dataclass(frozen=True, slots=True)
class Residual:
    """A value, or with ``whole`` False a part of one, that can still be read. Holds no value.

    ``start:end`` are offsets into the text that was searched. For blocks, ``extents`` locate it in them and
    ``box`` encloses it (px); for texts ``extents`` is empty and ``box`` None.
    """

    type: str
    reference: str
    start: int
    end: int
    whole: bool = True
    extents: tuple[BlockExtent, ...] = ()
    box: Box | None = None


class NeedleSet:
    """Values prepared for searching many texts."""

    def __init__(self, needles: Iterable[Needle]) -> None:
        import ahocorasick_rs

        self.needles = tuple(dict.fromkeys(needles))
        by_text: dict[str, list[Needle]] = {}
        for needle in self.needles:
            reduced = reduce_value(needle.surface)
            if reduced:
                by_text.setdefault(reduced, []).append(needle)
        self._texts = list(by_text)
        self._owners = list(by_text.values())
        self._automaton = ahocorasick_rs.AhoCorasick(self._texts) if by_text else None
        self._hashed = [needle for needle in self.needles if needle.check and needle.length]

    def find(self, reduced: Comparable) -> Iterator[tuple[Needle, int, int]]:
        """Whole values in a text with their ranges, leftmost first; of nested ones each is reported."""
        found = []
        text = reduced.raw
        if self._automaton:
            for index, start, end in self._automaton.find_matches_as_indexes(reduced.text, overlapping=True):
                raw_start, raw_end = reduced.raw_range(start, end)
                if _splits_character(reduced, start, end) or not at_boundaries(text, raw_start, raw_end):
                    continue
                shown = text[raw_start:raw_end]
                owners = [one for one in self._owners[index] if is_same_number(one.surface, shown, one.type)]
                found += [(needle, raw_start, raw_end) for needle in owners]
        found += self._find_hashed(text)
        yield from sorted(found, key=lambda hit: (hit[1], -hit[2], hit[0].type, hit[0].reference))

    def find_parts(self, reduced: Comparable) -> Iterator[tuple[Needle, int, int]]:
        """Parts of values: a run that is at least half the value (Equation 6) and stands as words of its own.

        A run inside longer words, a word of everyday language and the host of an address tell nobody.
        """
        automaton, owners = self._parts
        if automaton is None:
            return
        seen: set[Needle] = set()
        for index, start, end in automaton.find_matches_as_indexes(reduced.text, overlapping=True):
            for number, at in owners[index].items():
                if seen.issuperset(self._owners[number]):
                    continue
                run = _widen(reduced, start, end, self._texts[number], at)
                if run is None or not _is_telling(reduced.raw, *reduced.raw_range(*run)):
                    continue
                low, high = reduced.raw_range(*run)
                for needle in self._owners[number]:
                    if not is_same_number(needle.surface, reduced.raw[low:high], needle.type):
                        continue
                    if needle not in seen and not _is_in_host(needle, at - (start - run[0])):
                        seen.add(needle)
                        yield needle, low, high

    @cached_property
    def _parts(self) -> tuple[AhoCorasick | None, list[dict[int, int]]]:
        """An automaton of every run of half a value, and for each the values that hold it, and where first.

        One place a value keeps the work in proportion to the text, however often a value repeats itself.
        """
        from ahocorasick_rs import AhoCorasick

        grams: dict[str, dict[int, int]] = {}
        for number, text in enumerate(self._texts):
            size = max(SHORTEST_PARTIAL, min(ceil(len(text) / 2), LONGEST_PARTIAL))
            if len(text) > size:
                for start in range(len(text) - size + 1):
                    grams.setdefault(text[start : start + size], {}).setdefault(number, start)
        return (AhoCorasick(grams) if grams else None), list(grams.values())

    def _find_hashed(self, text: str) -> list[tuple[Needle, int, int]]:
        """Windows of the right length that begin at a token, put to the keyed hash."""
        if not self._hashed:
            return []
        starts = [
            at for at, char in enumerate(text) if not char.isspace() and at_boundaries(text, at, len(text))
        ]
        found = []
        for needle in self._hashed:
            assert needle.check is not None
            for start in starts:
                end = start + needle.length
                if end > len(text):
                    break
                if text[end - 1].isspace() or not at_boundaries(text, start, end):
                    continue
                if needle.check(text[start:end]):
                    found.append((needle, start, end))
        return found


def _widen(reduced: Comparable, start: int, end: int, value: str, at: int) -> tuple[int, int] | None:
    """The longest run of words around characters ``start:end`` that is equal to the value around ``at``.

    None where the run begins inside a word that the value does not begin with.
    """
    text, raw = reduced.text, reduced.raw
    low, high, stop = start, end, at + end - start
    while low and at and text[low - 1] == value[at - 1]:
        low, at = low - 1, at - 1
    while not at_boundaries(raw, reduced.places[low], len(raw)):
        if low == start:
            return None
        low += 1
    while high < len(text) and stop < len(value) and text[high] == value[stop]:
        high, stop = high + 1, stop + 1
    while high > end and not at_boundaries(raw, 0, reduced.places[high - 1] + 1):
        high -= 1
    return low, high


def _is_in_host(needle: Needle, offset: int) -> bool:
    """Whether a part of an address begins behind its user, ``offset`` comparable characters in."""
    return needle.type == "EMAIL" and offset >= len(reduce_value(needle.surface.split("@")[0]))


def _is_telling(raw: str, start: int, end: int) -> bool:
    return at_boundaries(raw, start, end) and not all(map(is_common_word, raw[start:end].split()))


@lru_cache(maxsize=4)
def prepare_needles(needles: tuple[Needle, ...]) -> NeedleSet:
    """A NeedleSet, kept for the next picture of the same session."""
    return NeedleSet(needles)


def find_residuals(
    source: str | Sequence[Block],
    needles: NeedleSet | Iterable[Needle],
    *,
    partial: bool = False,
    kept: FindKept | None = None,
) -> tuple[Residual, ...]:
    """Values that a text, or the lines that a reader saw, still hold.

    Args:
        source: a text, or the blocks of one picture (px).
        needles: what must not be there.
        partial: report parts of values too (``whole`` False); they never count as leaks.
        kept: finds what is to stay as it is (allow entries); nothing that lies in it is reported.
    """
    prepared = needles if isinstance(needles, NeedleSet) else NeedleSet(needles)
    if isinstance(source, str):
        return tuple(_merge(_search(source, prepared, partial, None, (), kept)))
    blocks = tuple(source)
    if not blocks:
        return ()
    from shotveil.core.stream.screen import build_stream

    medium: Medium = "image"
    stream = build_stream(View("", "", 0, medium, "", blocks=blocks))
    return tuple(_merge(_search(stream.text, prepared, partial, stream, blocks, kept)))


def _search(
    text: str,
    needles: NeedleSet,
    partial: bool,
    stream: Stream | None,
    blocks: Sequence[Block],
    kept: FindKept | None,
) -> Iterator[Residual]:
    reduced = reduce_text(text)
    hits = [(*hit, True) for hit in needles.find(reduced)]
    if partial:
        hits += [(*hit, False) for hit in needles.find_parts(reduced)]
    spans = kept(text) if kept and hits else ()
    for needle, start, end, whole in hits:
        if not needle.denied and any(low <= start and end <= high for low, high in spans):
            continue
        extents = trace_range(stream, blocks, start, end) if stream else ()
        box = union_box(extent.box for extent in extents) if extents else None
        if needle.local and not _at_own_place(box, needle.places):
            continue
        yield Residual(needle.type, needle.reference, start, end, whole, extents, box)


def _at_own_place(box: Box | None, places: Sequence[Box]) -> bool:
    if box is None:
        return False
    shared = (box.intersection(place) for place in places)
    return any(part is not None and part.area >= 0.3 * box.area for part in shared)


def _merge(residuals: Iterable[Residual]) -> Iterator[Residual]:
    """One residual for each place and type; a part inside a whole is not reported."""
    seen: set[tuple[str, int, int, bool]] = set()
    wholes: list[Residual] = []
    for residual in residuals:
        key = (residual.type, residual.start, residual.end, residual.whole)
        inside = any(w.start <= residual.start and residual.end <= w.end for w in wholes)
        if key in seen or (inside and not residual.whole):
            continue
        seen.add(key)
        if residual.whole:
            wholes.append(residual)
        yield residual


def trace_range(stream: Stream, blocks: Sequence[Block], start: int, end: int) -> tuple[BlockExtent, ...]:
    """Stream characters ``start:end`` as extents of their blocks, in stream order."""
    extents = []
    for unit in stream.units:
        low, high = max(start, unit.start), min(end, unit.end)
        if low >= high:
            continue
        block = blocks[unit.block]
        first, last = _raw_offset(stream, unit.start, low), _raw_offset(stream, unit.start, high - 1) + 1
        extents.append(BlockExtent(block.id, first, last, covered_box(block, first, last)))
    return tuple(extents)


def covered_box(block: Block, start: int, end: int) -> Box:
    """Box of characters ``start:end`` of a block, by its character boxes or in proportion (px)."""
    if block.chars and len(block.chars) == len(block.text):
        return union_box(block.chars[start:end])
    count, box = max(1, len(block.text)), block.box
    left = box.left + box.width * start / count
    return Box(left, box.top, box.left + box.width * end / count, box.bottom)


def build_needle(occurrence: Occurrence, reference: str = "") -> Needle:
    """What must not be read of an occurrence once it is erased."""
    places = tuple(extent.box for extent in occurrence.extents if isinstance(extent, BlockExtent))
    return Needle(occurrence.type, occurrence.text, reference, counts_in_place(occurrence), places)


def counts_in_place(occurrence: Occurrence) -> bool:
    """True for values that a picture must not show where they stood, and may show elsewhere."""
    return is_local(occurrence) or is_plain(occurrence.text)


@lru_cache(maxsize=1 << 16)
def is_plain(surface: str) -> bool:
    """True for a value that by itself is nobody's: a number of up to four digits (a year), an everyday word.

    Whether another one like it is meant can only the detector tell, by what stands around it. A picture that
    is read again has no such witness: there it counts only at its own place.
    """
    reduced = reduce_value(surface)
    if reduced.isdigit():
        return len(reduced) <= LONGEST_PLAIN_NUMBER
    if not (surface.isascii() and surface.isalpha()):
        return False
    from shotveil.core.clues.person.words import is_barred

    return is_common_word(surface.lower()) or is_barred(surface.lower())


def is_local(occurrence: Occurrence) -> bool:
    """True for values that count only at their own place: lone areas and numbers, single characters."""
    record = occurrence.record
    if isinstance(record, AddressRecord) and record.components:
        return all(part.key in AREA_KEYS or COMPONENT_LEVEL.get(part.key) is None
                   for part in record.components)  # fmt: skip
    return len(reduce_value(occurrence.text)) < 2


def _raw_offset(stream: Stream, unit_start: int, place: int) -> int:
    if stream.offsets is None:
        return place - unit_start
    return stream.offsets[place]


def _splits_character(reduced: Comparable, start: int, end: int) -> bool:
    """True when a match begins or ends inside what one raw character was expanded to."""
    places = reduced.places
    inside_start = start > 0 and places[start] == places[start - 1]
    inside_end = end < len(places) and places[end] == places[end - 1]
    return inside_start or inside_end
