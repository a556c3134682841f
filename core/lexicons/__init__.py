"""Words and tables, one file a list (README.md says what each is and where it comes from)."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def read_ranked(name: str) -> dict[str, int]:
    """Words of a lexicon file whose lines are a number and then words."""
    table: dict[str, int] = {}
    text = files(__name__).joinpath(name).read_text(encoding="utf-8")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            rank, *words = line.split()
            table.update(dict.fromkeys(words, int(rank)))
    return table
