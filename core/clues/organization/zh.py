"""Chinese organizations: by the word they end in, their extent by what may stand before it (CONTRACT b.2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.person.lexicon import read_groups
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.clues.person.simplified import in_simplified
from shotveil.core.clues.person.zh_model import (
    build_lattice,
    cost_of_given,
    find_han_runs,
    has_chinese,
    load_words,
)
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_ORDINAL: Final = compile_late(r"第?[一二三四五六七八九十百]{1,3}")
_BRACKETED: Final = compile_late(r"[(（][\u4e00-\u9fff]{2,6}[)）]$")
_HAN_BEFORE: Final = compile_late("[\u4e00-\u9fff]{2,12}$")
_LATIN_BEFORE: Final = compile_late(r"(?<![A-Za-z0-9])[A-Za-z][A-Za-z0-9&.-]{1,15} ?$")
_NATIONAL: Final = frozenset({"国家", "中国", "中央", "全国"})
_LONGEST_BODY: Final = 22


@cache
def _group(name: str) -> frozenset[str]:
    return read_groups("org_words_zh.txt")[name]


def _head_words() -> tuple[str, ...]:
    heads = _group("legal") | _group("institution") | _group("weak") | _group("known") | _group("trade")
    return tuple(sorted(heads, key=lambda head: (-len(head), head)))


@cache
def _heads() -> re.Pattern[str]:
    return re.compile("|".join(_head_words()))


def find_chinese_organizations(context: Context) -> Iterable[Candidate]:
    """Names of organizations in runs of Chinese characters."""
    if not has_chinese(context.text):
        return
    labelled = frozenset(hit.value_start for hit in context.labelled("ORG") if hit.direct)
    for match in find_han_runs(context):
        if _heads().search(match.group()):
            yield from _read_run(context, match.start(), match.group(), labelled)


def _read_run(context: Context, offset: int, run: str, labelled: frozenset[int]) -> Iterator[Candidate]:
    path = build_lattice(run).path()
    ends = {end: index for index, (_, end) in enumerate(path)}
    floor, first = 0, -1
    matches = list(_heads().finditer(run))
    for number, match in enumerate(matches):
        head, end = match.group(), match.end()
        first = first if first >= 0 else match.start()
        if number + 1 < len(matches) and _runs_on(run, end, matches[number + 1]):
            continue
        chain, first = first, -1
        if head not in _group("known") and end not in ends:
            continue
        start = (
            match.start()
            if head in _group("known")
            else _find_start(path, run, floor, chain, {at - offset for at in labelled})
        )
        if len(head) > _LEAST_LEGAL and head in _group("legal"):
            start = _find_brand(run, path, start, match.start(), floor)
        if head in _group("trade") and run[start] in "与和":
            start += 1
        body = run[start : match.start()]
        begin = _extend_left(context.text, offset) if start == 0 else offset + start
        if _is_title_of_game(run[start:end]):
            continue
        score = _score(context, head, body, path, start, match.start(), begin < offset + start)
        if score:
            yield propose_words(
                context,
                "ORG",
                begin,
                offset + end,
                "organization.zh",
                score,
                suffixed=head in _group("legal"),
            )
            floor = end


def _is_title_of_game(name: str) -> bool:
    """Whether a name is, or ends in, what is played or watched (英雄联盟)."""
    titles = read_groups("eponyms.txt")["brand_zh"]
    return any(name[first:] in titles for first in range(max(0, len(name) - 6), len(name) - 3))


def _runs_on(run: str, end: int, following: re.Match[str]) -> bool:
    """Whether the next head word belongs to the same name ("科技有限公司", "银行…支行")."""
    between = run[end : following.start()]
    if not between:
        return True
    if len(between) > 6:
        return False
    words = {between[left:right] for left, right in build_lattice(between).path()}
    if not words.isdisjoint(_group("stop")):
        return False
    return following.group() in {
        "支行",
        "分行",
        "分公司",
        "子公司",
        "分局",
        "附中",
        "附小",
        "幼儿园",
        "派出所",
    }


def _find_start(path: list[tuple[int, int]], run: str, floor: int, head: int, labelled: set[int]) -> int:
    """Where the name begins whose head word begins at ``head``."""
    start = head
    for left, right in reversed(path):
        if left < floor:
            break
        if right > head:
            start = left if left < head else head
            continue
        word = run[left:right]
        if (
            start in labelled
            or head - left > _LONGEST_BODY
            or not _may_belong(run, word, left, floor, labelled)
        ):
            break
        start = left
    return start


_AUSPICIOUS: Final = 16.0
"""Cost as a given name up to which two characters may be what a firm calls itself: such as sound well."""
_LEAST_LEGAL: Final = 3
_IN_BRANDS: Final = frozenset("都来同和家名进本自当入上能可经达会大")
"""Characters that end no name of a body in a sentence, but stand in made-up names of firms."""


def _find_brand(run: str, path: list[tuple[int, int]], start: int, head: int, floor: int) -> int:
    """Where a firm begins whose name so far tells its trade only: at two characters behind a place (赵都)."""
    plain = _group("modifier") | _group("industry")
    words = [run[left:right] for left, right in path if start <= left < head]
    at = start - 2
    if not words or at < floor or not plain.issuperset(words) or run[start - 1] not in _IN_BRANDS:
        return start
    first = run[at]
    if first in _group("stop") or (at > floor and not _ends_place(run, path, at)):
        return start
    place = next((left for left, right in path if right == at and left >= floor), at)
    return place if at > floor else at


def _ends_place(run: str, path: list[tuple[int, int]], at: int) -> bool:
    word = next((run[left:right] for left, right in path if right == at), "")
    known = load_words().get(word)
    return (known is not None and known.kind == "s") or (len(word) > 2 and word[-1] in "省市区县")


def _may_belong(run: str, word: str, left: int, floor: int, labelled: set[int]) -> bool:
    if word in _group("modifier") or _ORDINAL.fullmatch(word):
        return True
    if word in "和与" or word == "同":
        return left in labelled or _follows_edge(run, left, floor)
    if word in _group("stop") or word in _group("cue") or word in read_groups("org_lead_words.txt")["zh"]:
        return False
    known = load_words().get(word)
    if known is None or len(word) == 1:
        return True
    return known.kind in "nsao" or (known.kind == "v" and _follows_edge(run, left, floor))


def _follows_edge(run: str, left: int, floor: int) -> bool:
    """Whether a name may begin at ``left``: at an edge, after a label word or a word that ends no name."""
    before = run[:left]
    return left == floor or before.endswith(tuple(_group("cue"))) or before[-1] in "是按写填在去到给"


def _score(
    context: Context,
    head: str,
    body: str,
    path: list[tuple[int, int]],
    start: int,
    end: int,
    branded: bool,
) -> float:
    """How sure a body and head word are a name (0.0 not at all); ``branded``: more of it stands before."""
    if head in _group("known"):
        return 0.6 if context.medium == "text" else 0.0
    if branded:
        return 0.9 if head in _group("legal") else 0.7 if head in _group("institution") else 0.0
    if not body:
        return 0.0
    words = [body[left - start : right - start] for left, right in path if left >= start and right <= end]
    naming = _count_names(words) + _is_known_name(body + head, [(a - start, b - start) for a, b in path])
    if head in {"公司", "集团"} and _is_bare_brand(words, body):
        return 0.55
    if head in _group("legal"):
        if len(body) < 2 or (not naming and (len(head) == 2 or all(w in _group("modifier") for w in words))):
            return 0.0
        return 0.9 if len(head) > 2 else 0.7
    if head in _group("institution"):
        if naming or (head in _group("bureau") and body in _NATIONAL):
            return 0.75
        own = [word for word in words if word not in _group("modifier") and word not in _group("generic")]
        return 0.6 if head in _group("public") and own and len(body) >= 2 else 0.0
    if (
        head in _group("press")
        and 2 <= len(body) <= 6
        and not any(word in _group("generic") for word in words)
    ):
        return 0.6
    if head in _group("trade"):  # a made-up name, no place and no word: 华穗物流
        made_up = len(body) == 2 == len(words) and cost_of_given(body) <= _AUSPICIOUS
        return 0.55 if made_up and context.medium == "text" else 0.0
    if head == "中心":
        return 0.6 if naming and len(body) >= 4 else 0.0
    return 0.6 if naming and len(body) <= 8 else 0.0


def _is_known_name(name: str, path: list[tuple[int, int]]) -> bool:
    """Whether the body and the head word are one word of the language, an organization's name."""
    known = load_words().get(name)
    return known is not None and known.kind == "o" and (0, len(name)) in path


def _is_bare_brand(words: list[str], body: str) -> bool:
    """One noun before 公司 or 集团 that tells no trade and no kind of company ("灯塔公司")."""
    plain = _group("industry") | _group("modifier") | _group("generic") | _group("stop")
    known = load_words().get(body)
    return (
        len(words) == 1 and len(body) == 2 and body not in plain and known is not None and known.kind == "n"
    )


def _count_names(words: list[str]) -> int:
    """Places and characters that make no ordinary word: what makes a description a name."""
    count, single = 0, 0
    for word in words:
        known = load_words().get(word)
        if known is None or known.kind in "so" or (len(word) > 1 and _ORDINAL.fullmatch(word)):
            count += 1
        single = single + 1 if len(word) == 1 and (known is None or known.kind != "f") else 0
        count += single == 2
    return count


def _extend_left(text: str, start: int) -> int:
    """Over a bracketed place and what stands before it, or a Latin brand and its place, before the run."""
    bracket = _BRACKETED.search(text, max(0, start - 10), start)
    if bracket:
        before = _HAN_BEFORE.search(text, max(0, bracket.start() - 12), bracket.start())
        if before:
            run = before.group()
            return before.start() + _find_start(build_lattice(run).path(), run, 0, len(run), set())
        start = bracket.start()
    latin = _LATIN_BEFORE.search(text, max(0, start - 18), start)
    if latin is None or latin.group().strip().lower() in _group("latin_generic"):
        return bracket.end() if bracket else start
    for size in (4, 3, 2):
        place = load_words().get(text[latin.start() - size : latin.start()])
        if place is not None and place.kind == "s":
            return latin.start() - size
    return latin.start()


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {"organization.zh": in_simplified(Rule(find_chinese_organizations, words=_head_words()))}
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "organization.zh": (
            Example("他在星屿网络科技有限公司上班", ("星屿网络科技有限公司",)),
            Example("孩子在 杭州文澜实验学校 北门", ("杭州文澜实验学校",)),
            Example("就职于云栈（北京）技术有限公司", ("云栈（北京）技术有限公司",)),
            Example("合同方为北京LUMA科技有限公司。", ("北京LUMA科技有限公司",)),
            Example("请把文件送到公司前台", ()),
            Example("我们学校的老师", ()),
        )
    }
)
