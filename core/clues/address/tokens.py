"""Tokens of a stretch in which a Latin-script address may stand, with the gaps between them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from shotveil.core.parse.address_words import (
    DIRECTIONS,
    Token,
    load_prefix_roads,
    load_street_types,
    load_unit_words,
    make_token,
)
from shotveil.core.parse.places import fold_word, load_states
from shotveil.core.patterns import compile_late
from shotveil.core.stream.model import HARD_BREAK

Gap = Literal["", "blank", "inline", "comma", "line", "stop"]

_TOKEN: Final = compile_late(
    r"(?:[^\W\d_]\.){2,4}(?![^\W_])|[^\W_]+(?:(?:['’&\-/–]|(?<=[0-9])\.(?=[0-9]))[^\W_]+)*\.?|[½¼¾]"
    # A sign before a unit; not what begins a comment (``port: 8080 # 14 Larkspur Lane``).
    r"|(?:(?<=[^\s\ue000])|(?<=[^\W\d] )|(?<=[.,] ))#|(?<=[\d)] )#(?! \d+ [^\W\d])|#(?=\d)"
)
_LONGEST_WORD: Final = 80
_NUMBER_GOES_ON: Final = compile_late(r"[,\r\n]| [a-zß-ÿ]")


@dataclass(frozen=True, slots=True)
class Window:
    """Tokens of a stretch of the stream; ``gaps[i]`` is what stands before token ``i``."""

    tokens: tuple[Token, ...]
    gaps: tuple[Gap, ...]


def read_window(text: str, start: int, end: int) -> Window:
    """Tokens of ``text[start:end]``, whole words only, with the gap before each."""
    first, last = max(0, start - _LONGEST_WORD), min(len(text), end + _LONGEST_WORD)
    while start > first and (text[start - 1].isalnum() and text[start].isalnum()):
        start -= 1
    while end < last and text[end - 1].isalnum() and text[end].isalnum():
        end += 1
    tokens: list[Token] = []
    gaps: list[Gap] = []
    position = start
    stopped = True
    for match in _TOKEN.finditer(text, start, end):
        word = match.group()
        begin, after = match.span()
        between = text[position:begin]
        gaps.append("stop" if stopped else "blank" if between == " " else _gap(between))
        stopped = False
        position = after
        if word[-1] == "." and not _keeps_dot(word):
            word = word[:-1]
            stopped = not (word.isdigit() and _NUMBER_GOES_ON.match(text, position))
        tokens.append(make_token(word, begin))
    return Window(tuple(tokens), tuple(gaps))


@lru_cache(maxsize=16_384)
def _keeps_dot(word: str) -> bool:
    if word[:-1].isdigit():
        return False
    folded = fold_word(word)
    return (
        len(folded) == 1
        or (len(folded) == 2 and word[0].isupper() and word[1].islower())
        or folded in load_prefix_roads()
        or (len(folded) > 5 and folded.endswith("str"))
        or folded in DIRECTIONS
        or (len(folded) <= 5 and load_street_types().get(folded, (folded, True))[0] != folded)
        or (len(folded) <= 4 and folded in load_unit_words())
        or folded in load_states()
        or folded in {"mt", "ft", "no", "nr", "dr", "jr", "sr", "ny", "usa", "us", "uk"}
        or "." in word[:-1]
    )


_MARGIN: Final = r"(?:[ \t>?]|#(?!\d)|//|(?<=[ \t])\*[ \t])*"
"""What begins a line of a quoted mail or of a comment in code."""
_COMMA: Final = compile_late(
    rf"[ \t\u00a0\u3000\ue001]*\n?[ \t>?]*[,;|·•，；、/][ \t\u00a0\u3000\ue001]*(?:\n{_MARGIN})?[ \t>?]*"
)
_DASH: Final = compile_late(r"[ \u00a0\ue001]+[-–—][ \u00a0\ue001]+")
_LINE: Final = compile_late(rf"[ \t>]*(?:\r?\n{_MARGIN}){{1,2}}")


@lru_cache(maxsize=1024)
def _gap(between: str) -> Gap:
    if not between:
        return ""
    if HARD_BREAK in between:
        return "stop"
    if not between.strip(" \t\u00a0\u3000"):
        return "blank" if len(between) <= 3 else "stop"
    if not between.strip(" \t\u00a0\u3000\ue001"):
        return "inline"
    if _COMMA.fullmatch(between) or _DASH.fullmatch(between):
        return "comma"
    if _LINE.fullmatch(between):
        return "line"
    return "stop"
