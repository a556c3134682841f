"""Chinese addresses read from left to right out of running text, each to its full extent."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from ahocorasick_rs import AhoCorasick, MatchKind

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

_HAN: Final = "一-鿿"
_BLANK: Final = " \t\u00a0\u3000\ue001"
_JOIN: Final = re.compile(rf"[{_BLANK}]*(?:[,，、·\-—/]|\n)?[{_BLANK}]*")
_STOP: Final = frozenset(
    "的了是在到从我你他她它去来走这那有把被给向往沿过于至由按写填送寄回看等时请再就也还都要会能可及与或但若即并吧吗呢啊呀么您们各每某该叫"
    "名进出住达经离距位址"
)
_PLACE_STOP: Final = frozenset(
    "的了是在到从我你他她它去这那有把被给向往于至由您们吧吗呢啊呀么住按寄送址为就叫等找看跟放及与或，。"
)
_ROAD_STOP: Final = _PLACE_STOP - frozenset("放住和")
_SHORT_NAMES: Final = frozenset("东西南北中前后新老上下一二三四五六七八九十横")
_NOT_DISTRICT: Final = re.compile(
    r"(?:小|园|社|校|景|厂|院|库|片|住宅|生活|别墅|工业|科技园|地|市|城|郊|山|灾|疫|辖|战|专|禁|时|误|盲|雷|特|郡|州|外|邮|选)区$"
)
_BARE_ROOM: Final = re.compile(
    r"(?:[A-Za-z]?[0-9０-９][0-9０-９OIl]{0,3}|[OIl][0-9][0-9OIl]{0,2})(?:[A-Za-z](?![0-9A-Za-z]))?"
    r"(?!\.[0-9])(?![0-9０-９:：%％年月日号岁元块分点时天个人件次层楼室栋米公万千百])"
)
_NAMED: Final = re.compile(rf"[{_HAN}A-Za-z·]{{2,12}}")


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
    return name in words or name.endswith(endings)


_VILLAGE: Final = re.compile(rf"[{_HAN}]{{1,5}}?村(?![{_HAN}]?[路街])")
_ADMIN: Final = frozenset({"", "province", "city", "district", "subdistrict"})


@dataclass(frozen=True, slots=True)
class Part:
    """A component found in running text: its key and place."""

    key: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Found:
    """Parts of one address in order; ``full`` when a division is written with its level word."""

    parts: tuple[Part, ...]
    full: bool

    @property
    def start(self) -> int:
        return self.parts[0].start

    @property
    def end(self) -> int:
        return self.parts[-1].end

    @property
    def keys(self) -> frozenset[str]:
        return frozenset(part.key for part in self.parts)


@cache
def _inner_forms() -> frozenset[int]:
    """Indexes of the short names that only a district or county has: they begin no address."""
    return frozenset(
        index
        for index, (form, readings) in enumerate(load_divisions().items())
        if not _is_city_name(readings) and all(reading.name != form for reading in readings)
    )


@cache
def _divisions() -> AhoCorasick:
    return AhoCorasick(list(load_divisions()), matchkind=MatchKind.LeftmostLongest)


_KEY: Final = re.compile(
    rf"(?:大道|大街|公路|胡同|路|街|巷|弄|(?:[东西南北中新][一二三四五六七八九十]|[一二三四五六七八九十](?=道[0-9]))道)|[0-9](?:层|室)|[0-9０-９A-Za-z一二三四五六七八九十](?:号楼|栋|幢|座|单元)|[{_HAN}](?:区|县|镇|街道)"
)
_FIRST: Final = re.compile(r"[省市区县路街道巷弄号栋幢座室楼层]|单元|胡同")


def find_chains(text: str) -> Iterator[Found]:
    """Addresses of a text in order, none inside another."""
    starts = [
        start for form, start, _ in _divisions().find_matches_as_indexes(text) if form not in _inner_forms()
    ]
    keys = [match.span() for match in _KEY.finditer(text)] if _FIRST.search(text) else []
    position = 0
    anchors = sorted(
        [(start, start, False) for start in starts] + [(end, start, True) for start, end in keys]
    )
    for place, key_start, is_key in anchors:
        if place < position or (is_key and key_start < position):
            continue
        begin = _begin_before(text, key_start, place, position) if is_key else place
        if begin is None:
            continue
        found = read_chain(text, begin)
        if found is not None:
            position = found.end
            yield _with_country(text, found)


_COUNTRY_BEFORE: Final = re.compile(r"(?:中国|中华人民共和国)[ ,，]?$")


def _with_country(text: str, found: Found) -> Found:
    country = _COUNTRY_BEFORE.search(text, max(0, found.start - 9), found.start)
    if country is None or len(found.parts) < 2:
        return found
    return Found((Part("country", country.start(), found.start), *found.parts), found.full)


def _begin_before(text: str, key_start: int, key_end: int, floor: int) -> int | None:
    """Where the name that ends in the key word begins: at a boundary, or two characters before the key."""
    key = text[key_start:key_end]
    if key[0].isascii() or key[0].isdigit() or (key[0] in "一二三四五六七八九十" and key[-1] in "楼栋幢座元"):
        return _place_before(text, key_start, floor)
    at = key_start + (1 if key[-1] in "区县镇道" and len(key) == 2 and key != "大道" else 0)
    at = (
        key_start
        if key[-1] == "道" or key in {"大道", "大街", "公路", "胡同", "路", "街", "巷", "弄"}
        else at
    )
    begin = at
    while begin > floor and at - begin < 6 and _is_name_char(text[begin - 1]):
        long = at - begin >= 2 or (at - begin == 1 and text[begin] in _SHORT_NAMES)
        if text[begin - 1] in _STOP and long:
            break
        begin -= 1
    return begin if begin < at else None


def _is_name_char(char: str) -> bool:
    return "一" <= char <= "鿿" or char.isdigit()


def _place_before(text: str, at: int, floor: int) -> int | None:
    """Begin of the place name before a building ("御景湾11栋"), or the building itself."""
    while at > floor and (text[at - 1].isdigit() or (text[at - 1].isascii() and text[at - 1].isalpha())):
        at -= 1
    begin = at
    while begin > floor and at - begin < 10 and "一" <= text[begin - 1] <= "鿿":
        if text[begin - 1] in _PLACE_STOP:
            return begin if at - begin >= 2 else at
        begin -= 1
    if begin == at and at > floor and text[at - 1] in _BLANK:
        return _place_across_blank(text, at, floor)
    return begin


def _place_across_blank(text: str, at: int, floor: int) -> int:
    """Begin of a named place that a blank parts from the building ("青枫小区 D座"), or the building."""
    end = at - 1
    begin = end
    while begin > floor and end - begin < 10 and "一" <= text[begin - 1] <= "鿿":
        if text[begin - 1] in _PLACE_STOP:
            break
        begin -= 1
    return begin if end - begin >= 3 and _is_place(text[begin:end]) else at


def read_chain(text: str, begin: int) -> Found | None:
    """The address that begins at ``begin``: parts as long as one follows the other."""
    parts: list[Part] = []
    seen: list[Division] = []
    full = False
    at = begin
    while at < len(text):
        gap = _JOIN.match(text, at)
        place = gap.end() if gap and parts else at
        parted = place > at and any(char not in _BLANK for char in text[at:place])
        part = _next_part(text, place, parts, seen, parted=parted)
        if part is None:
            break
        if part.key in {"province", "city", "district"}:
            full = full or _is_full_name(text[part.start : part.end])
        parts.append(part)
        at = part.end
    while parts and parts[-1].key == "poi" and len(parts) > 1 and not _ends_place(text, parts[-1]):
        parts.pop()
    return Found(tuple(parts), full) if parts else None


def _ends_place(text: str, part: Part) -> bool:
    return _is_place(text[part.start : part.end]) or text[part.end : part.end + 1] in {"…", "."}


def _is_city_name(readings: tuple[Division, ...]) -> bool:
    return any(not reading.key.startswith("district") for reading in readings)


def _is_full_name(name: str) -> bool:
    readings = load_divisions().get(name)
    return any(reading.name == name for reading in readings) if readings else name[-1] in "省市区县旗盟州"


def _next_part(text: str, at: int, parts: list[Part], seen: list[Division], *, parted: bool) -> Part | None:
    last = parts[-1].key if parts else ""
    division = match_division(text, at) if parted or last in _ADMIN else None
    if division:
        form, readings = division
        full = any(reading.name == form for reading in readings)
        related = any(s.holds(r) or r.holds(s) or s.code == r.code for s in seen for r in readings)
        if (
            (full and (not parts or related or not seen or parted))
            or related
            or (not parts and _is_city_name(readings))
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
    if village and not any(char in _STOP for char in village.group()):
        return Part("subdistrict", at, village.end())
    for pattern, key in ((SUBDISTRICT, "subdistrict"), (DISTRICT, "district")):
        match = pattern.match(text, at)
        if (
            not match
            or any(char in _STOP for char in match.group())
            or re.search(r"[路街巷](?!道)", match.group())
        ):
            continue
        if key == "district" and (_NOT_DISTRICT.search(match.group()) or match.end() - at < 3):
            continue
        if not last and not (match.group().endswith(("新区", "街道")) or _FIRST.match(text, match.end() + 2)):
            continue
        return Part(key, at, match.end())
    return None


def _road_part(text: str, at: int, parts: list[Part], last: str, parted: bool) -> Part | None:
    if last in {"road", "number", "unit", "room"} and not (parted and last == "room"):
        return None
    match = ROAD.match(text, at)
    if not match:
        return None
    name = match.group()
    stops = _ROAD_STOP if parts and not parted else _STOP
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
    if last in {"building", "unit", "detail"} and not parted:
        room = _BARE_ROOM.match(text, at)
        if room:
            return Part("room", at, room.end())
    return None


_CUT_NUMBER: Final = re.compile(r"[0-9]{1,4}(?=[ ]?(?:…|\.\.\.|[，。,\n\ue000\ue001]|$))")
_CUT_NAME: Final = re.compile(rf"[{_HAN}]{{1,6}}(?=…|\.\.\.)")


def _is_count(text: str, match: re.Match[str], parts: list[Part]) -> bool:
    """ "19座", "七座": a number of buildings, unless a part of one follows."""
    word = match.group()
    if not word.endswith(("座", "栋", "幢")) or (word[0].isascii() and word[0].isalpha()):
        return False
    if any(part.key in {"road", "number"} for part in parts):
        return False
    chinese = not word[0].isascii()
    return (
        (word.endswith("座") or chinese)
        and not _starts_detail(text, match.end())
        and not _BARE_ROOM.match(text, match.end())
    )


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
        if parted and (word[-1] in _VAGUE_TAILS or any(char in _STOP for char in word)):
            continue
        if last != "number" and (word[-1] in _VAGUE_TAILS or _more_of_word(text, end)):
            continue
        if _is_place(word) and not any(char in _PLACE_STOP for char in word):
            return Part("poi", at, end)
    return None


def _place_end(text: str, at: int) -> int | None:
    """Behind a name that a part of a building follows ("御景湾" before "11栋"), or None."""
    for end in range(at, min(at + 12, len(text))):
        char = text[end]
        if end - at >= 2 and not text[end - 1].isdigit() and _starts_detail(text, end):
            return end
        if char in _BLANK and end - at >= 3 and _is_place(text[at:end]) and _starts_detail(text, end + 1):
            return end
        if char in _PLACE_STOP or not (
            "一" <= char <= "鿿" or (char.isascii() and char.isalpha()) or char in "·第"
        ):
            return None
    return None


_VAGUE_TAILS: Final = frozenset("台庭楼里园城居府苑湾坊轩阁邸寓学院")
_WORD_ON: Final = re.compile(r"[内外里的,，。；、 \n\ue000\ue001]|$|附近|门口|旁")


def _more_of_word(text: str, end: int) -> bool:
    """True when a place name behind a district goes on: only one that stops there is taken."""
    return _WORD_ON.match(text, end) is None


def _is_place(word: str) -> bool:
    return bool(PLACE_TAIL.search(word)) and len(word) >= 3


def _starts_detail(text: str, at: int) -> bool:
    return any(pattern.match(text, at) for pattern in (BUILDING, UNIT, ROOM, FLOOR))
