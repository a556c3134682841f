"""Annotated views to score against: pictures with boxes, texts with spans (CONTRACT i)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from pathlib import PurePosixPath
from typing import Any, Final

from shotveil.core.errors import InputProblem
from shotveil.core.geometry import Box
from shotveil.core.labels import LABEL_SET

_OUR_FAMILIES: Final[Mapping[str, str]] = {
    "BANK_CARD": "CARD", "ID_NUMBER": "ID", "DRIVER_LICENSE": "ID", "PASSPORT": "ID",
    "LICENSE_PLATE": "PLATE", "USER": "ACCOUNT", "NUM": "NUM", "ALNUM": "NUM",
    "TIME": "DATETIME", "AMOUNT": "OUT", "DETAIL": "OUT",
}  # fmt: skip
COMPATIBLE: Final[Mapping[str, frozenset[str]]] = {
    "PHONE": frozenset({"NUM"}),
    "CARD": frozenset({"NUM", "ACCOUNT"}),
    "ID": frozenset({"NUM", "ACCOUNT"}),
    "ACCOUNT": frozenset({"NUM", "ID", "CARD"}),
    "PLATE": frozenset({"NUM"}),
    "NUM": frozenset({"ID", "ACCOUNT"}),
    "SECRET": frozenset({"NUM"}),
    "DOB": frozenset({"DATETIME", "NUM"}),
}
"""Families whose predictions keep a value of another family safe."""
UNSCORED: Final = frozenset({"OUT", "DATETIME"})


@dataclass(frozen=True, slots=True)
class GoldValue:
    """One annotated occurrence. Private. ``boxes`` (px) for pictures, ``start:end`` for texts."""

    family: str
    value: str
    boxes: tuple[Box, ...] = ()
    start: int = -1
    end: int = -1


@dataclass(frozen=True, slots=True)
class GoldView:
    """An annotated picture or text. ``key`` is the picture's file name, or the text itself."""

    id: str
    key: str
    values: tuple[GoldValue, ...]
    neutral: tuple[Box, ...] = ()

    @property
    def scored(self) -> tuple[GoldValue, ...]:
        return tuple(value for value in self.values if value.family not in UNSCORED)


def family_of(label: str) -> str:
    """Family of one of our labels or of a corpus's native label; ``OUT`` when unknown."""
    if label in LABEL_SET:
        return _OUR_FAMILIES.get(label, label)
    wanted = re.sub(r"[\s\-/]+", "_", label.strip().upper())
    return next((family for pattern, family in _patterns() if fnmatchcase(wanted, pattern)), "OUT")


def is_compatible(gold: str, predicted: str) -> bool:
    """True when a prediction of family ``predicted`` makes a value of family ``gold`` safe."""
    return gold == predicted or predicted in COMPATIBLE.get(gold, ())


def read_gold(lines: Iterable[bytes], path: str) -> tuple[GoldView, ...]:
    """Gold records, one JSON object a line, of the picture or the text form.

    Raises:
        InputProblem: ``gold.invalid`` naming the line that is no gold record.
    """
    import orjson

    views = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            views.append(_read_view(orjson.loads(line)))
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise InputProblem(
                "gold.invalid",
                f"{path}: line {number} is not a gold record",
                "pictures need image and pii, texts need text and spans",
            ) from error
    return tuple(views)


def _read_view(record: Mapping[str, Any]) -> GoldView:
    if "image" in record:
        values = tuple(
            GoldValue(family_of(item["type"]), str(item["value"]), _boxes(item)) for item in record["pii"]
        )
        neutral = tuple(Box(*item["box"]) for item in record.get("neutral", ()))
        return GoldView(str(record["id"]), PurePosixPath(record["image"]).name, values, neutral)
    text = record["text"]
    spans = tuple(
        GoldValue(family_of(span["type"]), text[span["start"] : span["end"]], (), span["start"], span["end"])
        for span in record["spans"]
    )
    return GoldView(str(record["id"]), text, spans)


def _boxes(item: Mapping[str, Any]) -> tuple[Box, ...]:
    return tuple(Box(*box) for box in item.get("fragments") or [item["box"]])


@cache
def _patterns() -> tuple[tuple[str, str], ...]:
    """Patterns with their families, exact names before wild ones, longer before shorter."""
    raw = files("shotveil.core.lexicons").joinpath("gold_types.tsv").read_text("utf-8")
    pairs = [
        (pattern, family)
        for line in raw.splitlines()
        if line and not line.startswith("#")
        for family, patterns in [line.split("\t")]
        for pattern in patterns.split("|")
    ]
    return tuple(sorted(pairs, key=lambda pair: ("*" in pair[0], -len(pair[0]))))
