"""Traditional characters read as the simplified ones that the lexicons hold; offsets stay."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

from shotveil.core.clues.context import Context, Rule
from shotveil.core.records import Candidate

_SIMPLIFIED: Final = "zh_simplified.txt"


@cache
def _load_table() -> dict[str, str]:
    text = files("shotveil.core.lexicons").joinpath(_SIMPLIFIED).read_text(encoding="utf-8")
    rows = (line for line in text.splitlines() if not line.startswith("#"))
    return {pair[0]: pair[1] for row in rows for pair in row.split()}


@cache
def _traditional() -> re.Pattern[str]:
    return re.compile(f"[{''.join(sorted(_load_table()))}]")


@lru_cache(maxsize=4)
def read_simplified(text: str) -> str:
    """The text in simplified characters, as long as it was; the same object when it holds no others."""
    if text.isascii():
        return text
    return _traditional().sub(lambda match: _load_table()[match.group()], text)


def in_simplified(rule: Rule) -> Rule:
    """The rule on simplified characters; its candidates show the characters received."""

    def find(context: Context) -> Iterable[Candidate]:
        text = read_simplified(context.text)
        if text == context.text:
            return rule.find(context)
        found = rule.find(replace(context, text=text))
        return (replace(c, text=context.text[c.start : c.end]) for c in found)

    return replace(rule, find=find, written=(*rule.written, _traditional().pattern))
