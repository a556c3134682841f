"""What a report lists: where something was found, of which type, under which reference; never the value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from shotveil.core.geometry import Box

Kind = Literal["found", "leak", "partial", "withheld"]
"""A value in an input, a value in an output, a part of one in an output, an input that was not released."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a file: lines and columns for text (from 1, end column exclusive), frame and box for pictures.

    ``pointer`` locates a value inside a document.
    """

    line: int = 0
    column: int = 0
    end_line: int = 0
    end_column: int = 0
    frame: int = 0
    box: Box | None = None
    pointer: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of a report.

    ``path`` is the name to show, safe to share. ``reader`` names the engine that found it, "" for the
    detector. ``message`` replaces the usual sentence (withheld inputs) and holds no value. ``value`` is
    private: only the terminal report shows it, and only when asked.
    """

    path: str
    type: str
    place: Place = Place()
    reference: str = ""
    kind: Kind = "found"
    reader: str = ""
    message: str = ""
    value: str = ""


_SENTENCES: dict[Kind, str] = {
    "found": "{type} found",
    "leak": "{type} can still be read",
    "partial": "{type} can be read in part",
    "withheld": "not released",
}


def describe(finding: Finding) -> str:
    """One sentence about a finding, without its value."""
    text = finding.message or _SENTENCES[finding.kind].format(type=finding.type)
    if finding.reader:
        text += f" by {finding.reader}"
    return f"{text} ({finding.reference})" if finding.reference else text


def describe_place(place: Place) -> str:
    """``12:5``, ``frame 2 [10, 20, 90, 40]`` or a pointer, joined by blanks; "" when unknown."""
    parts = []
    if place.line:
        parts.append(f"{place.line}:{place.column or 1}")
    if place.pointer:
        parts.append(place.pointer)
    if place.frame:
        parts.append(f"frame {place.frame + 1}")
    if place.box is not None:
        parts.append("[" + ", ".join(str(number) for number in box_numbers(place.box)) + "]")
    return " ".join(parts)


def box_numbers(box: Box) -> list[int]:
    """Left, top, right and bottom in whole px."""
    return [round(number) for number in box.as_list()]


def count_kinds(findings: Iterable[Finding]) -> Counter[tuple[Kind, str]]:
    """How many findings of each kind and type."""
    return Counter((finding.kind, finding.type) for finding in findings)


def sort_findings(findings: Iterable[Finding], order: Sequence[str] = ()) -> list[Finding]:
    """By path (in the given order of paths first), then by place."""
    rank = {path: number for number, path in enumerate(order)}

    def key(finding: Finding) -> tuple[object, ...]:
        place = finding.place
        box = place.box.as_list() if place.box else [0.0, 0.0]
        return (
            rank.get(finding.path, len(rank)), finding.path, place.frame, place.pointer, place.line,
            place.column, box[1], box[0], finding.type, finding.reference, finding.reader,
        )  # fmt: skip

    return sorted(findings, key=key)
