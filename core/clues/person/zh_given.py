"""Chinese given names alone: in rosters, before kin, as speakers, behind words that take a person."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule, scan_at
from shotveil.core.clues.person.eponyms import outside_nobodies
from shotveil.core.clues.person.labels_zh import PART_RULE
from shotveil.core.clues.person.lexicon import match_any, read_groups
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.clues.person.simplified import in_simplified
from shotveil.core.clues.person.zh_cues import is_world_city, weigh_right
from shotveil.core.clues.person.zh_model import (
    HAN_RUN,
    build_lattice,
    cost_of_characters,
    cost_of_given,
    find_run_around,
    is_rare_word,
    load_words,
)
from shotveil.core.parse.name_zh import load_surnames
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_HAN: Final = "\u4e00-\u9fff"
_SURE: Final = 12.6
"""Cost (see ``zh_model``) up to which two characters that make no word are a given name."""
_FAIR: Final = 13.9
"""The same where a sure cue stands beside them."""
_LEAST_GAIN: Final = 2.5
_WORDS_LEAD: Final = 0.6
"""How much dearer than its word a given name may be that is one (建国), where a sure cue stands."""
_CLEARLY: Final = -1.5
"""The same for other cues: it must be used far more as a name than as a word."""
_VOUCHING: Final = 0.5
"""Share of a roster that must read as given or full names, so that the others count too (花朵)."""

_ITEM: Final = rf"[{_HAN}]{{2,4}}"
_ROSTER: Final = compile_late(
    rf"[{_HAN}](?<![{_HAN}].)[{_HAN}]{{1,3}}(?:[、,，/ \u3000]{{1,2}}{_ITEM}){{2,60}}(?![{_HAN}])"
)
_SPEAKER: Final = compile_late(rf"[\n\ue000][ \t]{{0,4}}(?P<given>[{_HAN}]{{2}})(?=[：:][ ]?\S)")
_ACTS: Final = "你说问讲喊答来去要想没不在到今明昨刚也都把给让被"
_OPENING: Final = compile_late(rf"[\n\ue000。！？!?,，；;][ ]{{0,2}}(?=(?P<given>[{_HAN}]{{2}})[{_ACTS}])")
"""Who does something at the head of a clause."""
_PLACES: Final = frozenset("区县市镇村楼店校院")
"""Characters that places end in: 小区姐姐 is the lady from the compound."""
_AFTER_KIN: Final = "的和跟与住能想家们你我"
_FOLLOWERS: Final = "他她没在到一说来去让把给带要回有也都今明昨刚不还过帮"


def find_given_names(context: Context) -> Iterable[Candidate]:
    """Given names of two characters without the surname, where people stand."""
    text = context.text
    for match in scan_at(context, _kin_pattern(), _kin_heads(), 2):
        if _is_before_kin(text, match):
            yield propose_words(context, "NAME", *match.span("whole"), "person.given_kin_zh", 0.6)
    for match in context.scan(_SPEAKER):
        if _reads_as_given(match["given"], _FAIR):
            yield propose_words(context, "NAME", *match.span("given"), "person.given_zh", 0.55)
    for match in context.scan(_OPENING):
        if _opens_clause(text, match):
            yield propose_words(context, "NAME", *match.span("given"), "person.given_zh", 0.55)
    for match in scan_at(context, _cue_pattern(), _cue_heads()):
        if _is_behind_cue(text, match):
            yield propose_words(context, "NAME", *match.span("given"), "person.given_zh", 0.55)


_TOLD_SURNAME: Final = compile_late(
    rf"(?:我|免贵|本人|他|她|对方|客户|先生|女士)姓(?P<surname>[{_HAN}]{{1,2}}?)(?=[，。,.！!；;\s\ue000叫的]|$)"
)


def find_told_surnames(context: Context) -> Iterable[Candidate]:
    """我姓龚: a surname that somebody says is one."""
    for match in context.scan(_TOLD_SURNAME):
        if match["surname"] in load_surnames():
            yield propose_words(context, "NAME", *match.span("surname"), PART_RULE, 0.6, source="label")


def find_rosters(context: Context) -> Iterable[Candidate]:
    """Rows of three and more names: where most read as names, the others are names too."""
    for row in context.scan(_ROSTER):
        items = [*HAN_RUN.finditer(context.text, *row.span())]
        known = sum(_reads_as_person(item.group()) for item in items)
        headed = _roster_heads().search(context.text, max(0, row.start() - 8), row.start()) is not None
        if known < max(2, _VOUCHING * len(items)) or (not headed and known < len(items)):
            continue
        for item in items:
            if _may_stand_in_roster(item.group()) and context.text[item.end() : item.end() + 1] not in (
                "：",
                ":",
            ):
                yield propose_words(context, "NAME", *item.span(), "person.roster_zh", 0.6)


def _may_stand_in_roster(item: str) -> bool:
    word = load_words().get(item)
    return len(item) < 4 and not is_world_city(item) and (word is None or word.kind not in "vft")


def _reads_as_given(given: str, most: float) -> bool:
    """Whether two characters make no word and are used in given names."""
    if given in load_words() or is_rare_word(given) or given in _roles() or is_world_city(given):
        return False
    return _costs_as_given(given, most)


def _costs_as_given(given: str, most: float) -> bool:
    cost = cost_of_given(given)
    return cost <= most + (given[0] == given[1]) and cost_of_characters(given) - cost >= _LEAST_GAIN


def _reads_as_person(item: str) -> bool:
    """Whether an item of a row is a given name, or a surname with one, and no word."""
    word = load_words().get(item)
    if item in _roles() or (word is not None and word.kind in "vfaso" and not _rivals_word(item)):
        return False
    if len(item) == 2:
        return _costs_as_given(item, _SURE) and (word is None or _rivals_word(item))
    return word is None and len(item) == 3 and item[0] in load_surnames() and _costs_as_given(item[1:], _FAIR)


def _rivals_word(given: str, lead: float = _WORDS_LEAD) -> bool:
    """Whether a word is as good a given name (建国, 志强): no verb, small word or time."""
    word = load_words().get(given)
    if word is None or len(given) != 2 or word.kind in "vft" or (word.kind == "s" and lead < 0):
        return False
    return cost_of_given(given) <= min(word.cost + lead, _SURE)


@cache
def _roles() -> frozenset[str]:
    groups = read_groups("person_cues_zh.txt")
    return groups["title"] | groups["before_title"] | groups["service_role"]


@cache
def _kin_pattern() -> re.Pattern[str]:
    kin = match_any(read_groups("person_cues_zh.txt")["kin"])
    return re.compile(rf"(?P<whole>(?P<given>[{_HAN}]{{2}})(?:{kin}))")


@cache
def _kin_heads() -> re.Pattern[str]:
    return _heads_of("kin")


@cache
def _cue_heads() -> re.Pattern[str]:
    return _heads_of("takes_person", "with_person")


def _heads_of(*groups: str) -> re.Pattern[str]:
    """The first characters of the words of some groups."""
    words = frozenset().union(*(read_groups("person_cues_zh.txt")[group] for group in groups))
    return re.compile(f"[{re.escape(''.join(sorted({word[0] for word in words})))}]")


@cache
def _cue_pattern() -> re.Pattern[str]:
    groups = read_groups("person_cues_zh.txt")
    sure, fair = match_any(groups["takes_person"]), match_any(groups["with_person"])
    return re.compile(rf"(?:(?P<sure>{sure})|{fair})(?=(?P<given>[{_HAN}]{{2}}))")


@cache
def _roster_heads() -> re.Pattern[str]:
    return re.compile(rf"(?:{match_any(read_groups('person_cues_zh.txt')['roster'])})[：:\s]{{0,2}}\Z")


def _is_before_kin(text: str, match: re.Match[str]) -> bool:
    given, (start, end) = match["given"], match.span("whole")
    if text[end - 1 : end + 1] in load_words() or text[start - 1 : start + 1] in load_words():
        return False
    if text[match.end("given") - 1 : end] in _roles() or given[-1] in _PLACES:
        return False
    if not (_ends_here(text, end) or text[end] in _AFTER_KIN):
        return False
    if not (_reads_as_given(given, _FAIR) or _rivals_word(given)):
        return False
    return _parts_well(text, start, match.end("given"))


def _opens_clause(text: str, match: re.Match[str]) -> bool:
    given, (start, end) = match["given"], match.span("given")
    if text[end : end + 1] == "你" and not _rivals_word(given, _CLEARLY):
        return False
    if (not _ends_here(text, end) and text[end] != "你") or text[end - 1 : end + 1] in load_words():
        return False
    return (text[end : end + 1] == "你" or _reads_as_given(given, _SURE)) and _parts_well(text, start, end)


def _is_behind_cue(text: str, match: re.Match[str]) -> bool:
    given, (start, end) = match["given"], match.span("given")
    if not _ends_here(text, end) or text[end - 1 : end + 1] in load_words():
        return False
    if _rivals_word(given, _WORDS_LEAD if match["sure"] else _CLEARLY):
        return True
    if not _reads_as_given(given, _FAIR if match["sure"] else _SURE):
        return False
    return _parts_well(text, start, end)


def _ends_here(text: str, end: int) -> bool:
    after = text[end : end + 1]
    return not after or not "\u4e00" <= after <= "\u9fff" or after in _FOLLOWERS or weigh_right(text, end) > 0


def _parts_well(text: str, start: int, end: int) -> bool:
    """Whether the cheapest reading of the run parts words where the name begins and ends."""
    run = find_run_around(text, start, end)
    cuts = {cut for span in build_lattice(run[1]).path() for cut in span}
    return start - run[0] in cuts and end - run[0] in cuts


def _list_rules() -> Iterator[tuple[str, Rule]]:
    han = rf"[{_HAN}]{{2}}"
    yield (
        "person.given_zh",
        outside_nobodies(
            in_simplified(Rule(find_given_names, written=(rf"[{_HAN}]{{3}}", f"^ ?{han}[：:]")))
        ),
    )
    yield "person.told_zh", in_simplified(Rule(find_told_surnames, written=(rf"姓[{_HAN}]",)))
    yield (
        "person.roster_zh",
        outside_nobodies(in_simplified(Rule(find_rosters, written=(rf"{han}[、,，/ \u3000]{{1,2}}{han}",)))),
    )


RULES: Final[Mapping[str, Rule]] = MappingProxyType(dict(_list_rules()))

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "person.given_zh": (
            Example("建国哥说不来了，我打给建国他没接，叫上晓梅一起", ("建国哥", "建国", "晓梅")),
            Example("谢谢丽华帮忙", ("丽华",)),
            Example("晓梅说好", ("晓梅",)),
            Example("雨萱：收到\n和瑶瑶去吃火锅", ("雨萱", "瑶瑶")),
            Example("告诉客服，找物业，问前台，打给银行，通知全体，和平时一样，经理姐姐", ()),
            Example("超时: 30\n重试: 3", ()),
        ),
        "person.told_zh": (
            Example("我姓龚，叫我小龚就行。免贵姓欧阳。", ("龚", "欧阳")),
            Example("他姓什么，同姓的人，百家姓王的多", ()),
        ),
        "person.roster_zh": (
            Example("值日名单：晓雨、建军、小树、花朵", ("晓雨", "建军", "小树", "花朵")),
            Example("清单：苹果、香蕉、牛奶。项目：建设、规划、安全、文化，城市 金华 丽江 安康", ()),
        ),
    }
)
