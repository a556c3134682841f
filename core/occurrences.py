"""From accepted candidates to occurrences: what was read, where it stands, what it is (CONTRACT d)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from shotveil.core.batches import Batch
from shotveil.core.geometry import Box
from shotveil.core.parse import parse_value
from shotveil.core.records import (
    AddressRecord,
    BlockExtent,
    Candidate,
    Component,
    Extent,
    NameRecord,
    Occurrence,
    OrgRecord,
    Record,
    ScalarRecord,
    TextExtent,
    View,
)
from shotveil.core.stream.extents import measure_extent
from shotveil.core.stream.locate import locate


def read_candidate(candidate: Candidate) -> Record | None:
    """The record of a candidate; a value that a list names needs no parser's word for it."""
    record = read_record(candidate.type, candidate.text)
    if record is None and "person.part_zh" in candidate.evidence:
        return NameRecord(candidate.text, family=candidate.text)
    if record is not None or candidate.rule != "list.deny":
        return record
    text = candidate.text
    if candidate.type == "NAME":
        return NameRecord(text)
    if candidate.type == "ORG":
        return OrgRecord(text)
    if candidate.type == "ADDR":
        return AddressRecord(text, (Component("detail", text, 0, len(text)),))
    return ScalarRecord(text, text.casefold())


@lru_cache(maxsize=65_536)
def read_record(kind: str, text: str) -> Record | None:
    """The typed record of a value; the same text is parsed once."""
    return parse_value(kind, text)


def make_occurrence(
    batch: Batch, views: Sequence[View], candidate: Candidate
) -> tuple[int, Occurrence | None]:
    """The occurrence of an accepted candidate and the place of its view; None without trace or record."""
    stream = batch.stream
    ranges = locate(stream, candidate.start, candidate.end)
    if not ranges:
        return 0, None
    if carried := batch.carried.get((candidate.type, candidate.start, candidate.end)):
        return batch.places[stream.units[ranges[0].unit].view if batch.medium == "text" else 0], carried
    extents: list[Extent] = []
    pieces: list[str] = []
    place = batch.places[stream.units[ranges[0].unit].view if batch.medium == "text" else 0]
    view = views[place]
    for part in ranges:
        unit = stream.units[part.unit]
        if unit.block < 0:
            extent = TextExtent(batch.base + part.start, batch.base + part.end)
            extents.append(extent)
            pieces.append((view.text or "")[extent.start : extent.end])
        else:
            block = view.blocks[unit.block]
            box: Box = measure_extent(block, part.start, part.end)
            extents.append(BlockExtent(block.id, part.start, part.end, box))
            pieces.append(block.text[part.start : part.end])
    text = pieces[0] if len(pieces) == 1 else _join_pieces(pieces)
    record = _read_original(
        candidate, text, batch.copies.get((candidate.type, candidate.start, candidate.end))
    )
    if record is None:
        return place, None
    evidence = candidate.evidence
    if evidence != (candidate.rule,):
        evidence = tuple(dict.fromkeys((*filter(None, (candidate.rule,)), *evidence)))
    return place, Occurrence(
        candidate.type, text, candidate.tier, evidence, candidate.score, tuple(extents), record
    )


def _read_original(candidate: Candidate, raw: str, copied: Record | None) -> Record | None:
    """The record of what was read, with the characters received as its surface (an address keeps its own)."""
    record = read_candidate(candidate)
    if copied is not None and not (isinstance(record, NameRecord) and record.family and record.given):
        record = copied
    if record is None or record.text == raw or isinstance(record, AddressRecord):
        return record
    return replace(record, text=raw)


def _join_pieces(pieces: Sequence[str]) -> str:
    """Text of a value over several blocks: Chinese joins as it is, other scripts with a blank."""
    text = ""
    for piece in pieces:
        glue = "" if not text or is_han(text[-1]) or is_han(piece[:1]) else " "
        text += glue + piece
    return text


def is_han(char: str) -> bool:
    """Whether this is a Chinese character."""
    return "\u3400" <= char <= "\u9fff"
