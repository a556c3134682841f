"""Parts of Chinese addresses in running text: which part begins at a place, given those before it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from shotveil.core.clues.person.zh_model import load_words
from shotveil.core.parse.address_zh import (
    BUILDING,
    DISTRICT,
    FLOOR,
    NUMBER,
    PLACE_TAIL,
    ROAD,
    ROOM,
    SUBDISTRICT,
    UNIT,
    match_division,
)
from shotveil.core.parse.places import Division, load_divisions
from shotveil.core.patterns import compile_late

HAN: Final = "一-鿿"
BLANK: Final = " \t\u00a0\u3000\ue001"
STOP: Final = frozenset(
    "的了是在到从我你他她它去来走这那有把被给向往沿过于至由按写填送寄回看等时请再就也还都要会能可及与或但若即并吧吗呢啊呀么您们各每某该叫"
    "名进出住达经离距位址"
)
PLACE_STOP: Final = frozenset(
    "的了是在到从我你他她它去这那有把被给向往于至由您们吧吗呢啊呀么住按寄送址为就叫等找看跟放及与或，。"
)
_ROAD_STOP: Final = PLACE_STOP - frozenset("放住和")
SHORT_NAMES: Final = frozenset("东西南北中前后新老上下一二三四五六七八九十横")
_NOT_DISTRICT: Final = compile_late(
    r"(?:小|园|社|校|景|厂|院|库|片|住宅|生活|别墅|工业|科技园|地|市|城|郊|山|灾|疫|辖|战|专|禁|时|误|盲|雷|特|郡|州|外|邮|选)区$"
)
_BARE_ROOM: Final = compile_late(
    r"(?:[A-Za-z]?[0-9０-９][0-9０-９OIl]{0,3}|[OIl][0-9][0-9OIl]{0,2})(?:[A-Za-z](?![0-9A-Za-z]))?"
    r"(?!\.[0-9])(?![0-9０-９:：%％年月日号岁元块分点时天个人件次层楼室栋米公万千百])"
)
_SHORT_ROOM: Final = compile_late(r"(?<=号)[0-9]{3,4}(?![0-9A-Za-z号元年月日路:：.\-])")
_NAMED: Final = compile_late(rf"[{HAN}A-Za-z·]{{2,12}}")


@cache
def load_not_roads() -> tuple[frozenset[str], tuple[str, ...]]:
    """Words that look like a road, and endings that no road has."""
    text = files("shotveil.core.lexicons").joinpath("zh_not_roads.txt").read_text(encoding="utf-8")
    words = [word for line in text.splitlines() if not line.startswith("#") for word in line.split()]
    endings = tuple(word[1:] for word in words if word.startswith("-"))
    return frozenset(word for word in words if not word.startswith("-")), endings


def is_no_road(name: str) -> bool:
    """True for 公路, 这条路, 思路 and the like."""
    words, endings = load_not_roads()
    if name in words or name.endswith(endings):
        return True
    known = load_words().get(name[-2:])  # 老司机带路: what somebody does
    return len(name) > 3 and name[-2:] in words and known is not None and known.kind == "v"


_LANE: Final = compile_late(rf"[{HAN}]{{2,4}}?里(?=[0-9]{{1,4}}号)")
"""A lane that no sign of roads names, between a district and a house (鄞州区梧桐里546号)."""
_NO_ROAD_BEHIND: Final = compile_late(r"路[线由径演况程]")
"""产品路线图: the word goes on."""
_VILLAGE: Final = compile_late(rf"[{HAN}]{{1,5}}?村(?![{HAN}]?[路街])")
_ADMIN: Final = frozenset({"", "province", "city", "district", "subdistrict"})
KEY_CHARS: Final = compile_late(r"[省市区县路街道巷弄号栋幢座室楼层]|单元|胡同")


@dataclass(frozen=True, slots=True)
class Part:
    """A component found in running text: its key and place."""

    key: str
    start: int
    end: int


def ends_place(text: str, part: Part) -> bool:
    return is_place(text[part.start : part.end]) or text[part.end : part.end + 1] in {"…", "."}


def is_city_name(readings: tuple[Division, ...]) -> bool:
    return any(not reading.key.startswith("district") for reading in readings)


def is_full_name(name: str) -> bool:
    readings = load_divisions().get(name)
    return any(reading.name == name for reading in readings) if readings else name[-1] in "省市区县旗盟州"


def next_part(text: str, at: int, parts: list[Part], seen: list[Division], *, parted: bool) -> Part | None:
    last = parts[-1].key if parts else ""
    division = match_division(text, at) if parted or last in _ADMIN else None
    if division:
        form, readings = division
        full = any(reading.name == form for reading in readings)
        related = any(s.holds(r) or r.holds(s) or s.code == r.code for s in seen for r in readings)
        if (
            (full and (not parts or related or not seen or parted))
            or related
            or (not parts and is_city_name(readings))
        ):
            chosen = next((r for r in readings if any(s.holds(r) for s in seen)), readings[0])
            top = [r for r in readings if r.code.endswith("00")]
            chosen = chosen if seen else (top or [chosen])[0]
            seen.append(chosen)
            key = "city" if chosen.key == "multi_admin" else chosen.key.replace("district_city", "district")
            return Part(key, at, at + len(form))
    for reader in (_admin_part, _road_part, _detail_part, _place_part):
        part = reader(text, at, parts, last, parted)
        if part:
            return part
    return None


def _admin_part(text: str, at: int, parts: list[Part], last: str, parted: bool) -> Part | None:
    if last not in _ADMIN and not (parted and last in {"room", "building", "number", "poi", "district"}):
        return None
    village = _VILLAGE.match(text, at) if last in {"subdistrict", "district"} else None
    if village and not any(char in STOP for char in village.group()):
        return Part("subdistrict", at, village.end())
    for pattern, key in ((SUBDISTRICT, "subdistrict"), (DISTRICT, "district")):
        match = pattern.match(text, at)
        if (
            not match
            or any(char in STOP for char in match.group())
            or re.search(r"[路街巷](?!道)", match.group())
        ):
            continue
        if key == "district" and (_NOT_DISTRICT.search(match.group()) or match.end() - at < 3):
            continue
        if not last and not (
            match.group().endswith(("新区", "街道")) or KEY_CHARS.match(text, match.end() + 2)
        ):
            continue
        return Part(key, at, match.end())
    return None


def _road_part(text: str, at: int, parts: list[Part], last: str, parted: bool) -> Part | None:
    if last in {"road", "number", "unit", "room"} and not (parted and last == "room"):
        return None
    match = ROAD.match(text, at) or (_LANE.match(text, at) if last in {"city", "district"} else None)
    if not match or (not parts and _NO_ROAD_BEHIND.match(text, match.end() - 1)):
        return None
    name = match.group()
    stops = _ROAD_STOP if parts and not parted else STOP
    if any(char in stops for char in name[:-1] if len(name) > 3) or len(name) < 2 or len(name) > 9:
        return None
    if name.endswith("道") and not re.search(r"(?:大|[一二三四五六七八九十东西南北中国省县])道$", name):
        return None
    if is_no_road(name) and not (parts and NUMBER.match(text, match.end())):
        return None
    return Part("road", at, match.end())


def _detail_part(text: str, at: int, parts: list[Part], last: str, parted: bool) -> Part | None:
    if last == "road":
        number = NUMBER.match(text, at)
        if number:
            return Part("number", at, number.end())
        cut = _CUT_NUMBER.match(text, at)
        if cut and not parted:
            return Part("number", at, cut.end())
    for pattern, key in ((BUILDING, "building"), (UNIT, "unit"), (ROOM, "room"), (FLOOR, "detail")):
        match = pattern.match(text, at)
        if not match or (not parts and key in {"detail", "room"}):
            continue
        if last in {"province", "city", "district"} and key in {"detail", "room"}:
            continue
        if (
            not parts
            and not any(char.isdigit() or char.isascii() for char in match.group())
            and key == "building"
        ):
            continue
        return Part(key, at, match.end())
    if last == "number":
        number = NUMBER.match(text, at)
        if number and not parted:
            return Part("building", at, number.end())
    if last == "number" and not parted and (room := _SHORT_ROOM.match(text, at)):
        return Part("room", at, room.end())
    if last in {"building", "unit", "detail"} and not parted:
        room = _BARE_ROOM.match(text, at)
        if room:
            return Part("room", at, room.end())
    return None


_CUT_NUMBER: Final = compile_late(r"[0-9]{1,4}(?=[ ]?(?:…|\.\.\.|[，。,\n\ue000\ue001]|$))")
_CUT_NAME: Final = compile_late(rf"[{HAN}]{{1,6}}(?=…|\.\.\.)")


def _place_part(text: str, at: int, parts: list[Part], last: str, parted: bool) -> Part | None:
    """A named place behind house number, road or district, or before a part of a building."""
    if last in {"poi", "building", "unit", "room", "detail"} or (parted and last not in {"number", "road"}):
        return None
    end = _place_end(text, at)
    if end:
        return Part("poi", at, end)
    cut = _CUT_NAME.match(text, at)
    if cut and not parted and last in {"city", "district", "number"}:
        return Part("poi" if last == "number" else "district", at, cut.end())
    if last not in {"number", "district", "subdistrict", "road"}:
        return None
    named = _NAMED.match(text, at)
    if not named:
        return None
    if last in {"district", "subdistrict"} and text[at] in "一二两三几全各某多":
        return None
    ends = range(named.end(), at + 1, -1) if last == "number" else range(at + 3, named.end() + 1)
    for end in ends:
        word = text[at:end]
        if parted and (word[-1] in _VAGUE_TAILS or any(char in STOP for char in word)):
            continue
        if last != "number" and (word[-1] in _VAGUE_TAILS or _more_of_word(text, end)):
            continue
        if is_place(word) and not any(char in PLACE_STOP for char in word):
            return Part("poi", at, end)
    return None


def _place_end(text: str, at: int) -> int | None:
    """Behind a name that a part of a building follows ("御景湾" before "11栋"), or None."""
    for end in range(at, min(at + 12, len(text))):
        char = text[end]
        if end - at >= 2 and not text[end - 1].isdigit() and _starts_detail(text, end):
            return None if text[end - 1] == "第" else end  # 建设第二座
        if char in BLANK and end - at >= 3 and is_place(text[at:end]) and _starts_detail(text, end + 1):
            return end
        if char in PLACE_STOP or not (
            "一" <= char <= "鿿" or (char.isascii() and char.isalpha()) or char in "·第"
        ):
            return None
    return None


_VAGUE_TAILS: Final = frozenset("台庭楼里园城居府苑湾坊轩阁邸寓学院")
_WORD_ON: Final = compile_late(r"[内外里的,，。；、 \n\ue000\ue001]|$|附近|门口|旁")


def _more_of_word(text: str, end: int) -> bool:
    """True when a place name behind a district goes on: only one that stops there is taken."""
    return _WORD_ON.match(text, end) is None


def is_place(word: str) -> bool:
    return bool(PLACE_TAIL.search(word)) and len(word) >= 3


def _starts_detail(text: str, at: int) -> bool:
    return any(pattern.match(text, at) for pattern in (BUILDING, UNIT, ROOM, FLOOR))
