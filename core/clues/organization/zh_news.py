"""Organizations as news names them: teams, papers, armies, offices of a place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.person.lexicon import read_groups
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.clues.person.simplified import in_simplified
from shotveil.core.clues.person.zh_model import has_chinese, load_words
from shotveil.core.parse.name_zh import load_transliteration
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate


@cache
def _group(name: str) -> frozenset[str]:
    return read_groups("org_words_zh.txt")[name]


_OF_PLACE: Final = compile_late(
    "[\u4e00-\u9fff]{2,4}?(?P<kind>军队|军方|警方|[海空陆]军|[队军网报台])(?![\u4e00-\u9fff]?[伍员长事校络站纸告道])"
)


def find_organizations_of_places(context: Context) -> Iterable[Candidate]:
    """A place and 队, 军队, 警方, 网, 报 or 台: a team, an army, a force, a site, a paper, a station."""
    if not has_chinese(context.text):
        return
    if context.medium != "text":
        return
    words = load_words()
    for match in context.scan(_OF_PLACE):
        end = match.end()
        for size in (4, 3, 2):
            start = match.start("kind") - size
            place = words.get(context.text[start : match.start("kind")])
            if start >= match.start() and place is not None and place.kind == "s":
                if context.text[start:end] not in words or words[context.text[start:end]].kind == "o":
                    yield propose_words(context, "ORG", start, end, "organization.place_zh", 0.55)
                break


_ARMY: Final = compile_late(
    "[日美英法俄苏德清联韩印国敌义叛]军(?!官|人|舰|官|长|事|装|营|医|衔|旗|工|训|号|用|火|令|师|务|区|民|方面)队?"
)


def find_armies(context: Context) -> Iterable[Candidate]:
    """The army of a country in two characters (美军), where a word may begin."""
    if context.medium != "text" or "军" not in context.text:
        return
    for match in context.scan(_ARMY):
        if context.text[match.start() - 1 : match.start() + 1] not in load_words():
            yield propose_words(context, "ORG", *match.span(), "organization.army_zh", 0.5)


_SITE: Final = compile_late(
    "(?:(?P<before>据|由|在|从|来自|接受|登录|访问)|^|(?<=[\n\ue000，。、 ]))(?P<site>[\u4e00-\u9fff]{2,5}网)"
    "(?P<after>讯|消息|报道|记者|综合|数据|获悉|主编|高级|分析|信息|快讯|[\u4e00-\u9fff]{2,4}电)?"
)


def find_sites(context: Context) -> Iterable[Candidate]:
    """A site that reports ("据油脂网消息"): named as a source."""
    if not has_chinese(context.text):
        return
    words = load_words()
    for match in context.scan(_SITE):
        site = match.group("site")
        if not (match.group("after") or match.group("before") in {"据", "来自"}) or site in words:
            continue
        if any(char in _group("stop") for char in site[:-1]) or (
            words.get(site[-2:]) is not None and len(site) < 4
        ):
            continue
        yield propose_words(
            context, "ORG", match.start("site"), match.end("site"), "organization.site_zh", 0.55
        )


_TEAM: Final = compile_late("(?:流浪者|竞技|联合|国民|城|联)?队(?![伍员长友形列医内])")
_LONGEST_PLACE: Final = 7
_SURE_SOUNDS: Final = 9.0


def find_foreign_teams(context: Context) -> Iterable[Candidate]:
    """A place abroad as it sounds and 队, with what teams are called before it (布里斯托流浪者队)."""
    if context.medium != "text":
        return
    sounds, text = load_transliteration(), context.text
    for match in context.scan(_TEAM):
        start = match.start()
        while start > 0 and match.start() - start < _LONGEST_PLACE and text[start - 1] in sounds:
            start -= 1
        odds = sum(sounds[char] for char in text[start : match.start()])
        if (
            match.start() - start >= 3
            and odds >= _SURE_SOUNDS
            and text[start : start + 2] not in load_words()
        ):
            yield propose_words(context, "ORG", start, match.end(), "organization.team_zh", 0.65)


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        "organization.place_zh": in_simplified(
            Rule(find_organizations_of_places, written=(r"[\u4e00-\u9fff]{2}(?:[队军网报台]|警方)",))
        ),
        "organization.site_zh": in_simplified(Rule(find_sites, written=(r"[\u4e00-\u9fff]{2}网",))),
        "organization.team_zh": in_simplified(Rule(find_foreign_teams, words=("队",))),
        "organization.army_zh": in_simplified(
            Rule(find_armies, written=("[日美英法俄苏德清联韩印国敌义叛]军",))
        ),
    }
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "organization.place_zh": (
            Example("沈阳队三分钟后才拿下第一球", ("沈阳队",)),
            Example("当晚埃及军队越过边境", ("埃及军队",)),
            Example("上海队伍很长", ()),
        ),
        "organization.team_zh": (
            Example("加盟布里斯托流浪者队，对阵曼彻斯特城队", ("布里斯托流浪者队", "曼彻斯特城队")),
            Example("排队，部队和乐队，车队的队员，巴西军队"),
        ),
        "organization.army_zh": (
            Example("当天美军撤退了", ("美军",)),
            Example("中国军人很多", ()),
            Example("美军官员说", ()),
        ),
        "organization.site_zh": (
            Example("据油脂网消息，价格平稳", ("油脂网",)),
            Example("请检查无线网，信号不好", ()),
        ),
    }
)
