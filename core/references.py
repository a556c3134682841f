"""The grammar of references, and where they stand in a text (CONTRACT f.1-f.3).

A reference is ``[[LABEL#N]]``, ``[[LABEL#N.LEVEL-LEVEL]]`` or ``[[LABEL#N.LEN=L]]``. Reading is tolerant by a
fixed allow-list only: full-width forms of the signs, and blanks beside a bracket or a sign.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from shotveil.core.labels import LABEL_SET, LEVELS
from shotveil.core.patterns import compile_late
from shotveil.core.quick_records import made_quickly

MAX_CONTENT: Final = 256
"""Characters between the brackets beyond which nothing is read as a reference."""

_BLANK: Final = " \t\u00a0\u3000"
_BRACKETS: Final = r"\[\]［］"
_CANDIDATE: Final = compile_late(
    rf"(?<![\[［])(?:\[\[|［［)([^{_BRACKETS}]{{1,{MAX_CONTENT}}})(?:\]\]|］］)(?![\]］])"
)
_FOLD: Final = str.maketrans(
    {
        **{chr(0xFF21 + i): chr(0x41 + i) for i in range(26)},
        **{chr(0xFF10 + i): chr(0x30 + i) for i in range(10)},
        "＃": "#",
        "．": ".",
        "。": ".",
        "＝": "=",
        "＿": "_",
        **dict.fromkeys("－‐‑–—−", "-"),
    }
)
_LOOSE_BLANK: Final = compile_late(rf"(?<=[#.\-=])[{_BLANK}]+|[{_BLANK}]+(?=[#.\-=])")
_INTEGER: Final = "0|[1-9][0-9]{0,8}"
_GRAMMAR: Final = compile_late(rf"([A-Z_]+)#({_INTEGER})(?:\.(?:LEN=({_INTEGER})|([A-Z]+(?:-[A-Z]+)*)))?")
_LEVEL_RANK: Final = {level: rank for rank, level in enumerate(LEVELS)}


@made_quickly
@dataclass(frozen=True, slots=True)
class Reference:
    """A root and what of it is meant: all (no suffix), some levels of an address, or a described length."""

    label: str
    root: int
    levels: tuple[str, ...] = ()
    length: int | None = None


@dataclass(frozen=True, slots=True)
class ReferenceSpan:
    """A bracketed candidate ``start:end`` of a text; ``reference`` is None where the grammar refuses it."""

    start: int
    end: int
    text: str
    reference: Reference | None


def format_reference(reference: Reference) -> str:
    """The canonical spelling; ``parse_reference(format_reference(r)) == r``."""
    suffix = ""
    if reference.levels:
        suffix = "." + "-".join(reference.levels)
    elif reference.length is not None:
        suffix = f".LEN={reference.length}"
    return f"[[{reference.label}#{reference.root}{suffix}]]"


def parse_reference(text: str) -> Reference | None:
    """Read one whole bracketed reference, or None (f.2, f.3)."""
    match = _CANDIDATE.fullmatch(text)
    return parse_content(match.group(1)) if match else None


def parse_content(content: str) -> Reference | None:
    """Read what stands between the brackets, after the allow-list folding."""
    folded = _LOOSE_BLANK.sub("", content.translate(_FOLD).strip(_BLANK))
    match = _GRAMMAR.fullmatch(folded)
    if match is None or match.group(1) not in LABEL_SET:
        return None
    label, root, length, levels = match.groups()
    names = tuple(levels.split("-")) if levels else ()
    if not _are_ordered(names):
        return None
    return Reference(label, int(root), names, int(length) if length is not None else None)


def scan_references(text: str) -> Iterator[ReferenceSpan]:
    """All complete double-bracketed candidates that hold a number sign, left to right (f.1)."""
    for match in _CANDIDATE.finditer(text):
        content = match.group(1)
        if "#" in content or "＃" in content:
            yield ReferenceSpan(match.start(), match.end(), match.group(), parse_content(content))


def _are_ordered(levels: tuple[str, ...]) -> bool:
    ranks = [_LEVEL_RANK.get(level, -1) for level in levels]
    return all(rank >= 0 for rank in ranks) and all(a < b for a, b in pairwise(ranks))
