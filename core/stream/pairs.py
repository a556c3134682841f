"""Two Chinese characters with a sign between them inside a sentence: a name or a place held apart."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Final

from shotveil.core.patterns import compile_late

_SIGN: Final = "[-._*~|/ \u00a0]"
GATE: Final = r"[\x{4e00}-\x{9fff}][-._*~|/ ][\x{4e00}-\x{9fff}]"
PAIR: Final = compile_late(
    f"(?<![\u4e00-\u9fff]{_SIGN})[\u4e00-\u9fff]{_SIGN}[\u4e00-\u9fff](?!{_SIGN}[\u4e00-\u9fff])"
)
_LEVELS: Final = "省市区县"


@cache
def _load_column(name: str, column: int) -> frozenset[str]:
    text = files("shotveil.core.lexicons").joinpath(name).read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return frozenset(row[column] for row in rows)


@cache
def _load_places() -> frozenset[str]:
    """Divisions of two characters, with and without the word for their level."""
    names = _load_column("cn_divisions.tsv", 1)
    return frozenset(name[:2] for name in names if len(name) == 2 or (len(name) == 3 and name[2] in _LEVELS))


def is_known_pair(match: re.Match[str]) -> bool:
    """Whether the two characters spell a division, or begin with a surname."""
    value = match.group()
    return value[0] in _load_column("names_zh_surnames.tsv", 0) or value[0] + value[-1] in _load_places()


def join_pair(value: str) -> tuple[str, list[int]]:
    """The two characters, and where each stood."""
    return value[0] + value[-1], [0, len(value) - 1]
