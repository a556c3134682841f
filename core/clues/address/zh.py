"""Chinese addresses: complete ones, and parts that mean an address on their own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final

from ahocorasick_rs import AhoCorasick, MatchKind

from shotveil.core.clues.address.zh_chain import Found, find_chains
from shotveil.core.clues.address.zh_labelled import EXAMPLES as LABELLED_EXAMPLES
from shotveil.core.clues.address.zh_labelled import RULES as LABELLED_RULES
from shotveil.core.clues.address.zh_news import EXAMPLES as NEWS_EXAMPLES
from shotveil.core.clues.address.zh_news import RULES as NEWS_RULES
from shotveil.core.clues.address.zh_news import country_before
from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.person.zh_model import build_lattice, find_run_around, load_words
from shotveil.core.parse.address_zh import PLACE_TAIL
from shotveil.core.parse.places import load_divisions, simplify, strip_division
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate, Tier
from shotveil.core.stream.model import INLINE_GAP

_RULE: Final = "address.chinese"
_DETAILS: Final = frozenset({"building", "unit", "room", "detail"})
_HAN: Final = compile_late(r"[一-鿿]")


@cache
def load_stations() -> Mapping[str, tuple[str, ...]]:
    """City to the names of its airports and stations."""
    text = files("shotveil.core.lexicons").joinpath("zh_stations.txt").read_text(encoding="utf-8")
    rows = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    return MappingProxyType({row[0]: tuple(row[1:]) for row in rows})


def find_chinese_addresses(context: Context) -> Iterator[Candidate]:
    """Addresses and address parts written in Chinese, each to its full extent."""
    if not _HAN.search(context.text):
        return
    simplified = simplify(context.text)
    if simplified is not context.text:
        context = replace(context, text=simplified)
    chains = [kept for found in find_chains(context.text) if (kept := _drop_bus_line(context.text, found))]
    places = _places_of(context.text, chains)
    for found in chains:
        tier = judge_parts(context, found)
        if tier and context.medium != "text" and _is_lone_place(found):
            tier = tier if _has_company(context, found, places) else None
        if tier:
            yield _candidate(context.text, found.start, _station_end(context.text, found), tier)
    yield from _find_wrapped(context)


_BUS_LINE: Final = compile_late(r"(?<![0-9A-Za-z号路街])[0-9]{1,3}路\Z")


def _drop_bus_line(text: str, found: Found) -> Found | None:
    """An address without the bus at its end (4路), None where it is nothing else.

    Behind a division a road may be a name and a figure (惠阳区龙山5路); alone such words tell of a bus.
    """
    last = found.parts[-1]
    line = _BUS_LINE.search(text[last.start : last.end])
    if line is None or (line.start() and len(found.parts) > 1):
        return found
    return replace(found, parts=found.parts[:-1]) if len(found.parts) > 1 else None


def _is_lone_place(found: Found) -> bool:
    return len(found.parts) == 1 and found.parts[0].key in {"province", "city", "district", "subdistrict"}


def _places_of(text: str, chains: list[Found]) -> frozenset[str]:
    """Cities and districts of the whole addresses of a screen, without their level word."""
    return frozenset(
        strip_division(text[part.start : part.end])
        for found in chains
        if found.keys & {"road", "number"}
        for part in found.parts
        if part.key in {"province", "city", "district"}
    )


def _has_company(context: Context, found: Found, places: frozenset[str]) -> bool:
    """On a screen a lone city needs a label, or an address there that names it too (DESIGN 5)."""
    if strip_division(context.text[found.start : found.end]) in places:
        return True
    return any(hit.direct and 0 <= found.start - hit.value_start <= 2 for hit in context.labelled("ADDR"))


def _candidate(text: str, start: int, end: int, tier: Tier) -> Candidate:
    score = 0.9 if tier == "hard" else 0.6
    return Candidate("ADDR", start, end, text[start:end], tier, "format", score, _RULE, (_RULE,))


_WRAP: Final = compile_late(r"(?<=[一-鿿0-9A-Za-z])\ue001(?=[一-鿿0-9A-Za-z])")


def _find_wrapped(context: Context) -> Iterator[Candidate]:
    """Addresses that a line wrap cuts inside a word or number: read once more without the gaps."""
    text = context.text
    gaps = [match.start() for match in _WRAP.finditer(text)] if INLINE_GAP in text else []
    if not gaps:
        return
    joined = _WRAP.sub("", text)
    plain = replace(context, text=joined, folded=joined, labels=())
    for found in find_chains(joined):
        start, end = _restore(found.start, gaps), _restore(found.end - 1, gaps) + 1
        if INLINE_GAP not in text[start:end]:
            continue
        tier = judge_parts(plain, found)
        if tier == "hard":
            yield _candidate(text, start, end, tier)


def _restore(offset: int, gaps: list[int]) -> int:
    """The offset in the text with gaps for one in the text without them."""
    for passed, gap in enumerate(gaps):
        if offset + passed < gap:
            return offset + passed
    return offset + len(gaps)


_CITY_RULE: Final = "address.chinese_city"


@cache
def _world_cities() -> tuple[AhoCorasick, frozenset[str]]:
    text = files("shotveil.core.lexicons").joinpath("zh_world_cities.txt").read_text(encoding="utf-8")
    names = [name for line in text.splitlines() if not line.startswith("#") for name in line.split()]
    return AhoCorasick(names, matchkind=MatchKind.LeftmostLongest), frozenset(names)


def find_world_cities(context: Context) -> Iterator[Candidate]:
    """Cities outside China named in Chinese sentences; on screens they need more (DESIGN 5)."""
    text = context.text
    if context.medium != "text" or not _HAN.search(text):
        return
    for _, start, end in _world_cities()[0].find_matches_as_indexes(text):
        if not _PART_OF_WORD.match(text, end):
            start = country_before(text, start)
            end += text[end : end + 1] in ("市", "省", "州", "县")
            yield Candidate(
                "ADDR", start, end, text[start:end], "soft", "lexicon", 0.55, _CITY_RULE, (_CITY_RULE,)
            )


_PART_OF_WORD: Final = compile_late(r"[·・]|大学|学院|银行|公司|队|奖|时报|人民|[纺布衫鞋裤裙帽包牌款杯盘]")


def judge_parts(context: Context, found: Found) -> Tier | None:
    """How far the parts are an address: hard from a road with number on, None when too little."""
    keys = found.keys
    admin = keys & {"province", "city", "district", "subdistrict"}
    details = keys & _DETAILS
    if "road" in keys and ("number" in keys or details) and (admin or details):
        return "hard"
    if "road" in keys:
        named = "number" in keys or admin or context.medium != "text"
        return "soft" if named or _stands_as_road(context, found) else "weak"
    if admin and (details or "poi" in keys):
        return "hard" if details else "soft"
    if admin:
        lone = len(found.parts) == 1
        if lone and not found.full and _parts_words(context.text, found):
            return None
        if lone and context.text[found.start : found.end] in load_ambiguous_places():
            return "soft" if _stands_free(context.text, found) else None
        return "soft" if found.full or not lone or _is_lone_city(context.text, found) else None
    if "poi" in keys and details:
        return "soft" if _is_indoors(context.text, found) else "weak"
    if len(details) < 2:
        return None
    indoors = bool(details & {"unit", "room"}) and any(
        map(str.isdigit, context.text[found.start : found.end])
    )
    return "soft" if indoors or context.medium != "text" else None


@cache
def load_ambiguous_places() -> frozenset[str]:
    """Names of divisions that are ordinary words as well."""
    text = files("shotveil.core.lexicons").joinpath("zh_ambiguous_places.txt").read_text(encoding="utf-8")
    return frozenset(word for line in text.splitlines() if not line.startswith("#") for word in line.split())


def _parts_words(text: str, found: Found) -> bool:
    """Whether a place is the end of one everyday word and the start of the next (最大|连接)."""
    start, end = found.start, found.end
    if end - start != 2:
        return False
    first, run = find_run_around(text, start, end)
    spans = build_lattice(run).path()
    return any(
        left < start - first < right and right - left > 1 and load_words()[run[left:right]].kind != "s"
        for left, right in spans
    )


_FREE_BEFORE: Final = compile_late(r"(?:[在到从往去至于由赴返离自住回抵达驶向]|^|[^一-鿿])$")
_FREE_AFTER: Final = compile_late(r"[^一-鿿]|$|[的市站到至去出来回]|附近|机场")


def _stands_free(text: str, found: Found) -> bool:
    before = _FREE_BEFORE.search(text, max(0, found.start - 1), found.start)
    return before is not None and _FREE_AFTER.match(text, found.end) is not None


def _is_indoors(text: str, found: Found) -> bool:
    """A named place with a room, or with two parts of a building: more than "洋房一栋" or "共42层"."""
    details = [part for part in found.parts if part.key in _DETAILS]
    last = text[details[-1].start : details[-1].end]
    place = next(part for part in found.parts if part.key == "poi")
    name = text[place.start : place.end]
    numbered = any(char.isdigit() for char in last)
    return numbered and (len(details) > 1 or PLACE_TAIL.search(name) is not None) and "共" not in name


_ROAD_BEFORE: Final = compile_late(r"(?:[在到从沿往去至于住寄送经过位]|^|[\n\ue000：:，,、（(“\"])[ ]?$")
_ROAD_AFTER: Final = compile_late(
    r"[ ]?(?:[，。,.、；;！!？?）)”\"\n\ue000\ue001]|$|附近|上的|见面|那边|这边|口|和|与|到|的)"
)


def _stands_as_road(context: Context, found: Found) -> bool:
    """A road without a number in a sentence: between a word of place and a boundary, or after a label."""
    text = context.text
    if any(hit.direct and 0 <= found.start - hit.value_start <= 2 for hit in context.labelled("ADDR")):
        return True
    name = text[found.start : found.end]
    before = _ROAD_BEFORE.search(text, max(0, found.start - 3), found.start) is not None
    return before and len(name) >= 3 and _ROAD_AFTER.match(text, found.end) is not None


def _is_lone_city(text: str, found: Found) -> bool:
    form = text[found.start : found.end]
    return any(
        reading.key in {"city", "multi_admin", "province"} for reading in load_divisions().get(form, ())
    )


_COMPASS: Final = compile_late(
    r"[东西南北](?:站|高铁站|火车站)?(?![路街区县部方边侧面岸京郊城门]|[一二三四五六七八九十大]?[路街道])"
)


def _station_end(text: str, found: Found) -> int:
    """Behind the station or airport that a lone city's name goes on with ("兰州西", "长沙黄花机场")."""
    if len(found.parts) != 1 or found.full:
        return found.end
    form = text[found.start : found.end]
    for name in load_stations().get(form, ()):
        if text.startswith(name, found.end):
            tail = re.compile(r"(?:国际)?(?:机场|站|火车站)?(?:T\d)?(?:航站楼)?").match(
                text, found.end + len(name)
            )
            return tail.end() if tail else found.end + len(name)
    compass = _COMPASS.match(text, found.end)
    if compass:
        return compass.end()
    station = re.compile(r"(?:火车|高铁|汽车)?站").match(text, found.end)
    return station.end() if station else found.end


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        _RULE: Rule(find_chinese_addresses, written=(_HAN.pattern,)),
        _CITY_RULE: Rule(find_world_cities, written=(_HAN.pattern,)),
        **LABELLED_RULES,
        **NEWS_RULES,
    }
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        _RULE: (
            Example(
                "请寄到浙江省杭州市西湖区文三路478号华星时代广场B座1203室，谢谢。",
                ("浙江省杭州市西湖区文三路478号华星时代广场B座1203室",),
            ),
            Example(
                "地址按御景湾11栋2单元705室录，先到桐影路，再到合肥南。",
                ("御景湾11栋2单元705室", "桐影路", "合肥南"),
            ),
            Example("他住惠州市惠阳区龙山5路，寄到西湖区 5路", ("惠州市惠阳区龙山5路", "西湖区")),
            Example("坐4路再换104路", ()),
            Example("最大连接数和最大连续天数", ()),
            Example("走这条路去超市，别走小路，一共19座，申冬奥成功和田径赛。", ()),
        ),
        **LABELLED_EXAMPLES,
        **NEWS_EXAMPLES,
        _CITY_RULE: (
            Example("他昨天从旧金山飞到多伦多。", ("旧金山", "多伦多")),
            Example("剑桥大学的论文。牛津纺衬衫，米兰款大衣", ()),
        ),
    }
)
