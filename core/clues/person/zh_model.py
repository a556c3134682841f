"""A small lattice over Chinese text: what a stretch costs as ordinary words and what it costs as a name.

Costs are negative natural logarithms of probabilities. Nothing is segmented for its own sake: the two costs
are compared where a name is possible (CONTRACT b.5: words inside a negative scope kill the candidate).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import chain
from typing import Final

from shotveil.core.clues.context import Context
from shotveil.core.parse.name_zh import HAN, load_surnames
from shotveil.core.patterns import compile_late

HAN_NEED: Final = r"[\u3400-\u4dbf\u4e00-\u9fff]{2}"
"""What a line holds where a run of Chinese characters stands (see ``Rule``)."""

HAN_RUN: Final = compile_late(r"[\u3400-\u4dbf\u4e00-\u9fff]{2,120}")
_UNKNOWN_CHAR: Final = 14.5
_LONGEST_WORD: Final = 4
_NAME_PRIOR: Final = 7.5
_UNSEEN_GIVEN: Final = 9.0


@lru_cache(maxsize=4)
def has_chinese(text: str) -> bool:
    """Whether a stream holds Chinese characters: without, no Chinese lexicon is loaded."""
    return HAN.search(text) is not None


@lru_cache(maxsize=2)
def _find_runs(text: str) -> tuple[re.Match[str], ...]:
    return tuple(HAN_RUN.finditer(text))


def find_han_runs(context: Context) -> Iterator[re.Match[str]]:
    """Runs of Chinese characters in the lines that a rule needs: the one scan that these rules share."""
    runs = _find_runs(context.text)
    if context.spans is None:
        yield from runs
        return
    for start, end in context.spans:
        first = bisect_left(runs, start, key=re.Match.start)
        for run in runs[first:]:
            if run.start() >= end:
                break
            yield run


@dataclass(frozen=True, slots=True)
class Word:
    """Cost and kind (n noun, v verb, a adjective, f function, t time, s place, o organization)."""

    cost: float
    kind: str


_COST_OF_THING: Final = 12.0
_COST_OF_RARE: Final = 17.0
RARE_WORDS: Final = "words_zh_rare.txt"
"""The list of rarer words that the network reads too."""
_RARE: Final = (RARE_WORDS, "words_zh_like_names.txt")


@cache
def load_words() -> dict[str, Word]:
    """Ordinary Chinese words of one to four characters; rare ones where they begin as names (毛重)."""
    table = dict.fromkeys(load_things(), Word(_COST_OF_THING, "n"))
    surnames = load_surnames()
    for word, kind in chain.from_iterable(read_kinds(name).items() for name in _RARE):
        if word[0] in surnames and kind in "nv" and word != word[0] * 2:  # children are called 豆豆
            table[word] = Word(_COST_OF_RARE, kind)
    for line in _read_rows("words_zh.txt"):
        kind, cost, *words = line.split()
        table.update(dict.fromkeys(words, Word(int(cost) / 2, kind)))
    return table


def is_everyday(text: str) -> bool:
    """Whether this is a word of everyday language, no rare one."""
    word = load_words().get(text)
    return word is not None and word.cost < _COST_OF_RARE


def is_rare_word(text: str) -> bool:
    """Whether this is one of the rarer ordinary words."""
    return any(text in read_kinds(name) for name in _RARE)


@cache
def read_kinds(name: str) -> dict[str, str]:
    """Rarer words of a lexicon to their kind (see ``Word``)."""
    table: dict[str, str] = {}
    for line in _read_rows(name):
        kind, *words = line.split()
        table.update(dict.fromkeys(words, kind))
    return table


def _read_rows(name: str) -> list[str]:
    """Rows of a lexicon without its comments."""
    text = files("shotveil.core.lexicons").joinpath(name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


@cache
def load_things() -> frozenset[str]:
    """Things, plants, dishes and roles whose words begin as names do (陈醋, 夏令营)."""
    text = files("shotveil.core.lexicons").joinpath("zh_things.txt").read_text(encoding="utf-8")
    return frozenset(word for line in text.splitlines() if not line.startswith("#") for word in line.split())


@cache
def _load_costs() -> dict[str, float]:
    return {text: word.cost for text, word in load_words().items()}


@cache
def _load_given() -> dict[str, tuple[float, float, float]]:
    text = files("shotveil.core.lexicons").joinpath("names_zh_given.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return {char: (int(a) / 10, int(b) / 10, int(c) / 10) for char, a, b, c in rows}


@cache
def _surname_starts() -> re.Pattern[str]:
    return re.compile(f"[{''.join(sorted({name[0] for name in load_surnames()}))}]")


_COLOURS: Final = frozenset("黄白金乌明水红")


def is_colour(text: str, start: int, end: int) -> bool:
    """Whether three characters say how something looks: 黄灿灿的, 白茫茫一片."""
    if end - start != 3 or text[start] not in _COLOURS or text[end - 2] != text[end - 1]:
        return False
    return text[end : end + 1] in ("的", "地") or text.startswith("一片", end)


def find_surnames(run: str) -> Iterator[tuple[int, str]]:
    """Places in a run where a surname of two characters, or else of one, stands before something."""
    surnames = load_surnames()
    for match in _surname_starts().finditer(run, 0, len(run) - 1):
        start = match.start()
        surname = run[start : start + 2]
        if surname not in surnames or start + 2 == len(run):
            surname = match.group()
        if surname in surnames:
            yield start, surname


def find_run_around(text: str, start: int, end: int) -> tuple[int, str]:
    """The characters around a name, as far as Chinese goes and no further than a clause needs."""
    left, right = start, end
    while left and start - left < 12 and "\u4e00" <= text[left - 1] <= "\u9fff":
        left -= 1
    while right < len(text) and right - end < 8 and "\u4e00" <= text[right] <= "\u9fff":
        right += 1
    return left, text[left:right]


def cost_of_characters(text: str) -> float:
    """Cost of characters each on its own: no reading as words is dearer."""
    cost_of = _load_costs().get
    return sum([cost_of(char, _UNKNOWN_CHAR) for char in text])


def cost_of_name(surname: str, given: str) -> float:
    """Cost of surname and given name (one or two characters) as a person's name."""
    table = _load_given()
    cost = _NAME_PRIOR + load_surnames()[surname]
    if len(given) == 1:
        _, second, only = table.get(given, (0.0, _UNSEEN_GIVEN, _UNSEEN_GIVEN))
        return cost + 1.6 + min(only, second + 0.7)
    return cost + 0.3 + cost_of_given(given)


def cost_of_given(given: str) -> float:
    """Cost of two characters as those of a given name."""
    table = _load_given()
    first = table.get(given[0], (_UNSEEN_GIVEN, 0.0, 0.0))[0]
    return first + table.get(given[1], (0.0, _UNSEEN_GIVEN, 0.0))[1]


@dataclass(frozen=True, slots=True)
class Lattice:
    """Cheapest reading of a run of Chinese characters as ordinary words.

    ``forward[i]`` costs the first ``i`` characters, ``backward[i]`` those from ``i`` on.
    """

    text: str
    forward: tuple[float, ...]
    backward: tuple[float, ...]

    def path(self) -> list[tuple[int, int]]:
        """The words of the cheapest reading."""
        return [*_read_path(self.text)]

    def margin(self, start: int, end: int, cost: float) -> float:
        """How much cheaper the run becomes when ``start:end`` is one item of this cost."""
        return self.forward[-1] - (self.forward[start] + cost + self.backward[end])


@lru_cache(maxsize=256)
def build_lattice(text: str) -> Lattice:
    """The lattice of one run of Chinese characters."""
    costs = _load_costs()
    size = len(text)
    infinite = float("inf")
    forward = [0.0] + [infinite] * size
    edges: list[list[tuple[int, float]]] = []
    for start in range(size):
        base = forward[start]
        here = [(start + 1, costs.get(text[start], _UNKNOWN_CHAR))]
        for end in range(start + 2, min(start + _LONGEST_WORD, size) + 1):
            cost = costs.get(text[start:end])
            if cost is not None:
                here.append((end, cost))
        for end, cost in here:
            if base + cost < forward[end]:
                forward[end] = base + cost
        edges.append(here)
    backward = [infinite] * size + [0.0]
    for start in range(size - 1, -1, -1):
        backward[start] = min([cost + backward[end] for end, cost in edges[start]])
    return Lattice(text, tuple(forward), tuple(backward))


@lru_cache(maxsize=256)
def _read_path(text: str) -> tuple[tuple[int, int], ...]:
    """Words of the cheapest reading of a run; several rules ask for them."""
    words, forward = load_words(), build_lattice(text).forward
    end = len(text)
    found: list[tuple[int, int]] = []
    while end:
        for start in range(max(0, end - _LONGEST_WORD), end):
            word = words.get(text[start:end])
            cost = word.cost if word else _UNKNOWN_CHAR if end - start == 1 else None
            if cost is not None and abs(forward[start] + cost - forward[end]) < 1e-9:
                found.append((start, end))
                end = start
                break
    return tuple(found[::-1])
