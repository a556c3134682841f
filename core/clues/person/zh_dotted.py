"""Foreign names in Chinese characters whose parts a dot joins (玛丽·居里), cut at both edges (CONTRACT d)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.clues.person.simplified import in_simplified
from shotveil.core.clues.person.zh_cues import weigh_left, weigh_right
from shotveil.core.clues.person.zh_model import build_lattice, has_chinese, load_words
from shotveil.core.parse.name_zh import DOTS, HAN, load_transliteration
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_HAN: Final = "\u3400-\u4dbf\u4e00-\u4e0d\u4e0f-\u53c9\u53cb-\u548b\u548d-\u9fff"
"""Chinese characters but for the words for "and"."""
_INNER: Final = f"(?:[{DOTS}](?:[A-Z]|[{_HAN}]{{1,8}}))*"
_DOTTED: Final = compile_late(
    f"(?P<first>[{_HAN}]{{1,20}})(?=[{DOTS}])(?P<inner>{_INNER})(?P<dot>[{DOTS}])(?P<last>[{_HAN}]{{1,20}})"
)
DOT: Final = compile_late(f"[{DOTS}]")
_LONGEST_PART: Final = 7
_LONGEST_OUTER: Final = 5
_LEAST_STRANGE: Final = 5
_LEAST_FOREIGN: Final = 0.5
"""Share of a name's characters that transliterations are written with; less needs a cue beside it."""


def find_dotted_names(context: Context) -> Iterable[Candidate]:
    """Parts joined by a dot: the outer ones end where foreign-name characters do."""
    if not has_chinese(context.text):
        return
    odds, text = load_transliteration(), context.text
    for match in context.scan(_DOTTED):
        start = match.end("first") - _measure(match["first"], odds, backwards=True)
        end = match.start("last") + _measure(match["last"], odds, backwards=False)
        start, end = _whole_parts(text, match, start, end)
        letters = [char for char in text[start:end] if char not in DOTS]
        foreign = sum(char in odds for char in letters) / len(letters)
        strange = end - start >= _LEAST_STRANGE and _is_wordless(text[start:end])
        cued = strange or weigh_left(text, start) + weigh_right(text, end) >= 2
        if foreign < _LEAST_FOREIGN and not cued:
            continue
        yield propose_words(context, "NAME", start, end, "person.dotted_zh", 0.8)


def _whole_parts(text: str, match: re.Match[str], start: int, end: int) -> tuple[int, int]:
    """The outer parts up to the edge of their clause, or to what people do, when no word is between."""
    first, last = match["first"], match["last"]
    opens = len(first) <= _LONGEST_OUTER and not HAN.match(text[match.start() - 1 : match.start()])
    if opens and _is_wordless(first):
        start = match.start()
    for size in range(end - match.start("last") + 1, _LONGEST_OUTER + 1):
        stop = match.start("last") + size
        if text[stop - 1 : stop + 1] in load_words():
            continue
        closes = weigh_right(text, stop) > 0 or (size == len(last) and not HAN.match(text[stop : stop + 1]))
        if size <= len(last) and closes and _is_wordless(last[:size]):
            return start, stop
    return start, end


def _is_wordless(name: str) -> bool:
    """Whether no part holds an ordinary word of two and more characters."""
    words = load_words()
    return not any(
        right - left > 1 and words[part[left:right]].kind in "nvatf"
        for part in DOT.split(name)
        for left, right in build_lattice(part).path()
    )


_NUMBERED: Final = compile_late(
    f"(?P<name>[{_HAN}]{{2,20}}?)(?P<number>[一二三四五六七八九十]{{1,2}}世)(?![纪界代上人])"
)


def find_numbered_names(context: Context) -> Iterable[Candidate]:
    """A foreign given name and its number (威廉三世)."""
    if "世" not in context.text:
        return
    odds, words = load_transliteration(), load_words()
    for match in context.scan(_NUMBERED):
        start = match.end("name") - _measure(match["name"], odds, backwards=True)
        name = context.text[start : match.end("name")]
        foreign = sum(char in odds for char in name) / len(name)
        known = words.get(name)
        if len(name) >= 2 and foreign >= _LEAST_FOREIGN and (known is None or known.cost > 9):
            yield propose_words(context, "NAME", start, match.end(), "person.numbered_zh", 0.6)


def _measure(run: str, odds: Mapping[str, float], *, backwards: bool) -> int:
    """How many characters of a run belong to the name that touches it; the word at the dot always does."""
    words = load_words()
    path = build_lattice(run).path()
    size = 0
    for place, (left, right) in enumerate(path[::-1] if backwards else path):
        word = words.get(run[left:right])
        foreign = all(char in odds for char in run[left:right])
        plain = word is not None and (len(run[left:right]) > 1 or word.kind in "fv")
        if size + right - left > _LONGEST_PART or (place and not foreign and plain):
            break
        after = run[left - 1 : left] if backwards else run[right : right + 1]
        if place and foreign and plain and word is not None and word.cost < 9 and after not in odds:
            break
        if place and not foreign and right - left == 1 and word is not None and word.cost < 10:
            break
        size += right - left
    return size or min(len(run), 3)


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        "person.dotted_zh": in_simplified(Rule(find_dotted_names, written=(f"[{_HAN}][{DOTS}]",))),
        "person.numbered_zh": in_simplified(Rule(find_numbered_names, written=("[一二三四五六七八九十]世",))),
    }
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "person.numbered_zh": (
            Example("由查理四世加冕", ("查理四世",)),
            Example("祖孙三世同堂", ()),
        ),
        "person.dotted_zh": (
            Example("作家艾琳·莱斯特的新书", ("艾琳·莱斯特",)),
            Example("以天文学家乔治·赫尔格命名", ("乔治·赫尔格",)),
            Example("杰克·华纳成为部门的领导者", ("杰克·华纳",)),
            Example("产品·服务·支持", ()),
        ),
    }
)
