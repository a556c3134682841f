"""The records that stages hand on: frozen, typed, nothing but data (DESIGN 3, CONTRACT a-d).

Offsets are half-open code-point offsets into the text of the view or block as received. Boxes are px
of the upright picture. Everything here except Replacement may hold raw values and is private.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

from shotveil.core.geometry import Box, Quad
from shotveil.core.quick_records import made_quickly

Medium = Literal["image", "text", "tree"]
Tier = Literal["hard", "soft", "weak"]
Source = Literal["session", "repository", "literal", "validator", "format", "label", "lexicon", "tagger"]
"""Where evidence came from; adjudication ranks session 4 > repository 3 > literal 2 > the rest 1."""


@dataclass(frozen=True, slots=True)
class ReaderInfo:
    """Which OCR engine read a view."""

    name: str
    version: str = ""
    model: str = ""
    settings: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Block:
    """One line or word of text with its place: from OCR, or a node of a UI tree.

    ``chars`` holds one box per character of ``text`` (same length), or None when unknown.
    ``label`` names a UI tree field (resource id, role, attribute) as evidence; "" for OCR.
    """

    id: str
    text: str
    box: Box
    quad: Quad
    score: float = 1.0
    chars: tuple[Box, ...] | None = None
    label: str = ""


@made_quickly
@dataclass(frozen=True, slots=True)
class TextExtent:
    """Characters ``start:end`` of the text of a text view."""

    start: int
    end: int


@made_quickly
@dataclass(frozen=True, slots=True)
class BlockExtent:
    """Characters ``start:end`` of a block's raw text, and the box they cover (px)."""

    block: str
    start: int
    end: int
    box: Box


Extent = TextExtent | BlockExtent


@made_quickly
@dataclass(frozen=True, slots=True)
class NameRecord:
    """A person's name; parts as written. ``alias`` is a nickname or a 老/小/阿 form."""

    text: str
    family: str = ""
    given: str = ""
    middle: str = ""
    alias: str = ""
    title: str = ""


@made_quickly
@dataclass(frozen=True, slots=True)
class OrgRecord:
    """An organization's name as written; comparison keys are derived (core/normalize.py)."""

    text: str


@made_quickly
@dataclass(frozen=True, slots=True)
class Component:
    """One part of an address, as written.

    ``key`` is a key of labels.COMPONENT_LEVEL. ``start:end`` locate it in the address text (-1 unknown).
    ``levels`` lists all admissible component keys when key is multi_admin, lowest last.
    """

    key: str
    text: str
    start: int = -1
    end: int = -1
    levels: tuple[str, ...] = ()


@made_quickly
@dataclass(frozen=True, slots=True)
class AddressRecord:
    """Components in the order they were written; ``locale`` rules how the whole is written again."""

    text: str
    components: tuple[Component, ...]
    locale: Literal["en", "zh"] = "en"


@made_quickly
@dataclass(frozen=True, slots=True)
class ScalarRecord:
    """Any other type: the surface and its canonical comparison key."""

    text: str
    canonical: str


Record = NameRecord | OrgRecord | AddressRecord | ScalarRecord


@made_quickly
@dataclass(frozen=True, slots=True)
class Candidate:
    """A proposed span of a stream with a type; the output of a clue rule and the input of adjudication.

    ``start:end`` are offsets into the stream's text. ``rule`` is the stable id of the rule that proposed
    it (``phone.cn_mobile``). ``evidence`` lists rule ids that support it. ``suffixed`` marks an ORG that
    carries a legal suffix (CONTRACT c.3b); ``validated`` a checksum or library validation.
    """

    type: str
    start: int
    end: int
    text: str
    tier: Tier
    source: Source
    score: float
    rule: str = ""
    evidence: tuple[str, ...] = ()
    validated: bool = False
    suffixed: bool = False

    def supported(self, evidence: tuple[str, ...], *, validated: bool, suffixed: bool) -> Candidate:
        """The same candidate on other evidence (``dataclasses.replace`` takes twice the time)."""
        return Candidate(
            self.type, self.start, self.end, self.text, self.tier, self.source, self.score, self.rule,
            evidence, validated, suffixed,
        )  # fmt: skip


@made_quickly
@dataclass(frozen=True, slots=True)
class Occurrence:
    """An accepted candidate: valid source trace and valid record, both (CONTRACT 0.2)."""

    type: str
    text: str
    tier: Tier
    evidence: tuple[str, ...]
    score: float
    extents: tuple[Extent, ...]
    record: Record


@made_quickly
@dataclass(frozen=True, slots=True)
class View:
    """One screenshot (frame, page), one text value, or one UI tree.

    ``id`` is unique in a trace. ``pointer`` locates a value inside a document (RFC 6901 JSON pointer, or
    ``/line/column`` style for other formats); ``frame`` a frame or page. ``field`` holds the names of the
    fields around a text value, outermost first, as evidence (``("headers", "authorization")``).
    ``text`` is None for images. ``name`` is the place of the input in the mirrored tree, relative, with
    forward slashes.
    """

    id: str
    session: str
    turn: int
    medium: Medium
    path: str
    sha256: str = ""
    pointer: str = ""
    frame: int = 0
    width: int = 0
    height: int = 0
    reader: ReaderInfo | None = None
    blocks: tuple[Block, ...] = ()
    text: str | None = None
    field: tuple[str, ...] = ()
    occurrences: tuple[Occurrence, ...] = ()
    name: str = ""

    def with_occurrences(self, occurrences: tuple[Occurrence, ...]) -> View:
        """The same view with these occurrences (``dataclasses.replace`` takes twice the time)."""
        return View(
            self.id, self.session, self.turn, self.medium, self.path, self.sha256, self.pointer, self.frame,
            self.width, self.height, self.reader, self.blocks, self.text, self.field, occurrences, self.name,
        )  # fmt: skip


@made_quickly
@dataclass(frozen=True, slots=True)
class Binding:
    """An occurrence bound to its root. ``reference`` is what is written in its place.

    ``ambiguous`` counts the other compatible roots that recent-first passed over (0 = unique).
    ``group`` numbers the appearance group within the view, -1 when alone.
    """

    occurrence: Occurrence
    root: int
    reference: str
    fresh: bool
    ambiguous: int = 0
    group: int = -1


@made_quickly
@dataclass(frozen=True, slots=True)
class Replacement:
    """What stands where: type, reference ("" for SAN-only) and extents. Holds no raw value.

    ``quads`` are the final erased regions and ``lines`` the quads of their text lines, one each per extent,
    for pictures; empty for text.
    """

    type: str
    reference: str
    extents: tuple[Extent, ...]
    quads: tuple[Quad, ...] = ()
    lines: tuple[Quad, ...] = ()


@dataclass(frozen=True, slots=True)
class Release:
    """One sanitized view: safe to keep locally, holds no raw value but names the original's path.

    ``name`` is the place of the output in the released tree.
    """

    id: str
    session: str
    turn: int
    medium: Medium
    path: str
    sha256: str
    pointer: str
    frame: int
    width: int
    height: int
    replacements: tuple[Replacement, ...]
    text: str | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class ViewError:
    """A view that could not be finished; takes its place in a trace."""

    path: str
    code: str
    message: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Timing:
    """Last line of a trace that was asked how long its reading took; no two such traces are equal."""

    seconds: float
