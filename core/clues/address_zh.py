"""Chinese addresses: complete ones, and parts that mean an address on their own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.address_zh_chain import Found, find_chains
from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.parse.places import load_divisions
from shotveil.core.records import Candidate, Tier

_RULE: Final = "address.chinese"
_DETAILS: Final = frozenset({"building", "unit", "room", "detail"})
_HAN: Final = re.compile(r"[一-鿿]")


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
    for found in find_chains(context.text):
        tier = judge_parts(context, found)
        if tier:
            end = _station_end(context.text, found)
            yield Candidate(
                type="ADDR",
                start=found.start,
                end=end,
                text=context.text[found.start : end],
                tier=tier,
                source="format",
                score=0.9 if tier == "hard" else 0.6,
                rule=_RULE,
                evidence=(_RULE,),
            )


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
        return "soft" if found.full or len(found.parts) > 1 or _is_lone_city(context.text, found) else None
    if "poi" in keys and details:
        return "soft"
    return "soft" if len(details) >= 2 and context.medium != "text" else None


_ROAD_BEFORE: Final = re.compile(r"(?:[在到从沿往去至于住寄送经过位]|^|[\n\ue000：:，,、（(“\"])[ ]?$")
_ROAD_AFTER: Final = re.compile(
    r"[ ]?(?:[，。,.、；;！!？?）)”\"\n\ue000\ue001]|$|附近|上的|见面|那边|这边|口|和|与|到|的)"
)


def _stands_as_road(context: Context, found: Found) -> bool:
    """A road without a number in a sentence: after a word of place and before a boundary, or after a label."""
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


_COMPASS: Final = re.compile(
    r"[东西南北](?:站|高铁站|火车站)?(?![路街区县部方边侧面岸京郊城门]|[一二三四五六七八九十大]?[路街道])"
)


def _station_end(text: str, found: Found) -> int:
    """Behind the station or airport that a lone city's name goes on with ("济南西", "上海虹桥站")."""
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


RULES: Final[Mapping[str, Rule]] = MappingProxyType({_RULE: find_chinese_addresses})

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        _RULE: (
            Example(
                "请寄到浙江省杭州市西湖区文三路478号华星时代广场B座1203室，谢谢。",
                ("浙江省杭州市西湖区文三路478号华星时代广场B座1203室",),
            ),
            Example("走这条路去超市，别走小路。", ()),
        )
    }
)
