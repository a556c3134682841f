"""Names of nobody: laws, diseases, methods, brands, feasts (Fourier transform, 帕金森病, Merry Christmas)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache, lru_cache
from typing import Final

from ahocorasick_rs import AhoCorasick, MatchKind

from shotveil.core.clues.context import Context, Rule
from shotveil.core.clues.person.lexicon import match_any, read_groups
from shotveil.core.clues.person.simplified import read_simplified
from shotveil.core.clues.person.zh_model import cost_of_given, load_things
from shotveil.core.parse.name_zh import load_surnames, load_transliteration
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_RIGHT: Final = compile_late(
    r"(?P<owned>\\?['’]s)?[ \u00a0](?P<first>[a-z]+(?:-[a-z]+)?|(?<=s )[A-Z]{3}(?![A-Za-z]))"
    r"(?: (?P<second>[a-z]+))?"
)
_CLAUSE: Final = compile_late(r"[^，。；！？,;!?\n\ue000]{0,10}")
_SUM_ZH: Final = compile_late(
    "[零壹贰叁肆伍陆柒捌玖拾佰仟万亿]{2,30}[元圆](?:[零壹贰叁肆伍陆柒捌玖]角)?零?(?:[壹贰叁肆伍陆柒捌玖]分)?[整正]?"
)
"""A sum in the figures of cheques and invoices."""
_DOSE: Final = compile_late(
    r"[ ]?(?P<form>(?:缓释|肠溶|分散|咀嚼)?(?:片|胶囊|颗粒|口服液|注射液|滴眼液|软膏|混悬液|喷雾)?)[ ]?"
    r"\d{1,4}(?:\.\d{1,3})?[ ]?(?:mg|g|ml|μg|ug|IU|毫克|克|毫升|单位|[片粒支包丸](?![\u4e00-\u9fff]))"
)
"""How much of a medicine: what stands before is one, or who gets it."""
_FAIR_GIVEN: Final = 13.9
"""Cost (see ``zh_model``) up to which two characters may be a given name."""
_LONGEST_SOUNDS: Final = 6


def is_nobody(first: str, last: str) -> bool:
    """Whether two folded words are a wish for a feast or a brand rather than a name (Merry Christmas)."""
    small = read_groups("small_words.txt")
    if first in small["wish"] and last in small["feast"]:
        return True
    return f"{first} {last}" in read_groups("person_cues_en.txt")["brand"]


@lru_cache(maxsize=4)
def find_nobodies_zh(text: str) -> tuple[tuple[int, int], ...]:
    """Spans of brands that read as people, everyday things, sums, and foreign names that name a thing."""
    spans = [(start, end) for _, start, end in _known_things().find_matches_as_indexes(text)]
    for match in _bearers().finditer(text):
        clause = _CLAUSE.match(text, match.end())
        if clause and any(word in clause.group() for word in _group("goods_zh")):
            spans.append(match.span())
    spans += [match.span() for match in _SUM_ZH.finditer(text)]
    spans += [span for head in _heads().finditer(text) if (span := _name_before(text, head)) is not None]
    return tuple(spans)


def _name_before(text: str, head: re.Match[str]) -> tuple[int, int] | None:
    """The foreign name that a law or a disease is called after, and the word for that."""
    end = head.start()
    if any(text.startswith(word, end) for word in _group("zh_not")):
        return None
    start = end
    while start > max(0, end - _LONGEST_SOUNDS) and _sounds(text[start - 1]):
        start -= 1
    least = 3 if head.group() == "病" else 2
    return (start, head.end()) if end - start >= least else None


def _sounds(char: str) -> bool:
    return char in load_transliteration() or char in load_surnames()


def names_a_thing_zh(text: str, end: int) -> bool:
    """Whether a law, a syndrome or an equation follows at ``end`` (薛定谔|方程)."""
    return any(text[end : end + size] in _group("zh_strong") for size in (2, 3, 4))


def is_nobody_zh(text: str, start: int, end: int) -> bool:
    """Whether ``start:end`` touches such a span, but for a name of one character more (李子涵)."""
    return (
        names_a_thing_zh(text, end)
        or _is_dosed(text, start, end)
        or any(
            left < end and start < right and not (start <= left and right <= end == start + right - left + 1)
            for left, right in find_nobodies_zh(text)
        )
    )


def _is_dosed(text: str, start: int, end: int) -> bool:
    """Whether ``start:end`` is a medicine: its form follows (片 1g), or a dose and it is no usual name."""
    dose = _DOSE.match(text, end)
    return dose is not None and (bool(dose["form"]) or not _reads_as_patient(text[start:end]))


def _reads_as_patient(name: str) -> bool:
    surname = 2 if len(name) > 2 and name[:2] in load_surnames() else 1
    given = name[surname:]
    if name[:surname] not in load_surnames() or not 1 <= len(given) <= 2:
        return False
    return len(given) == 1 or cost_of_given(given) <= _FAIR_GIVEN


def outside_nobodies(rule: Rule) -> Rule:
    """The rule without names that touch a brand, a thing or a name of a thing."""

    def find(context: Context) -> Iterable[Candidate]:
        text = read_simplified(context.text)
        return (c for c in rule.find(context) if not is_nobody_zh(text, c.start, c.end))

    return replace(rule, find=find)


@cache
def _known_things() -> AhoCorasick:
    words = sorted(_group("brand_zh") | load_things())
    return AhoCorasick(words, matchkind=MatchKind.LeftmostLongest)


@cache
def _bearers() -> re.Pattern[str]:
    return re.compile(match_any(_group("bearer_zh")))


@cache
def _heads() -> re.Pattern[str]:
    return re.compile(match_any(_group("zh")))


@cache
def _group(name: str) -> frozenset[str]:
    return read_groups("eponyms.txt")[name]


_CALLED: Final = compile_late(
    r"(?i)(?<![a-z])(?P<thing>[a-z]+)(?:,| is| was| that is| which is)?"
    r" (?:called|named|titled|dubbed|codenamed|known as)"
    r"[ :]{0,2}(?:the )?[\"'“‘`*_]{0,2}\Z"
)
_CALLING: Final = ("called", "named", "titled", "dubbed", "known as")
_LONGEST_CALL: Final = 60


def is_called_thing(text: str, start: int) -> bool:
    """Whether the name at ``start`` is said to be a thing's of programs (``a script called Rosie``)."""
    low = max(0, start - _LONGEST_CALL)
    before = text[low:start].lower()
    called = _CALLED.search(text, low, start) if any(word in before for word in _CALLING) else None
    if called is None:
        return False
    thing = called["thing"].lower()
    return any(_is_thing(word) for word in (thing, thing.removesuffix("s")))


def _is_thing(word: str) -> bool:
    """A thing of programs that is nobody's role at the same time, as "driver" and "host" are."""
    people = read_groups("person_cues_en.txt")
    roles = ("human_role", "human_label", "listed_role", "relation", "maybe_role")
    things = read_groups("program_words.txt")["named"]
    return word in things and not any(word in people[role] for role in roles)


def names_a_thing(text: str, end: int) -> bool:
    """Whether what follows a single name at ``end`` makes it the name of a thing."""
    match = _RIGHT.match(text, end)
    if match is None:
        return False
    heads = _group("owned" if match["owned"] else "sure")
    first = match["first"].lower()
    return first in heads or f"{first} {match['second']}" in heads
