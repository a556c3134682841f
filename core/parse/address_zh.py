"""Chinese addresses to components (CONTRACT d): a reader of one address text, not a finder."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from shotveil.core.parse.places import MUNICIPALITIES, Division, load_divisions
from shotveil.core.patterns import compile_late
from shotveil.core.records import Component

_HAN: Final = "一-鿿"
_NUM: Final = r"[0-9０-９OoIl一二三四五六七八九十百零〇两]"
SEPARATORS: Final = " \t\n\r,，、;；/|·()（）　\xa0\ue001-—.。:："
_ROAD_KEY: Final = r"(?:大道|大街|公路|胡同|国道|省道|县道|路|街(?!道)|巷|弄|马路|高速|环线|(?<!街)道)"
ROAD: Final = compile_late(
    rf"(?:[{_HAN}A-Za-z]|[0-9](?=[{_HAN}])){{1,8}}?{_ROAD_KEY}"
    rf"(?:[东西南北中]?(?:[一二三四五六七八九十]{{1,2}})?(?:段|环)|(?:[东西南北中]|[一二三四五六七八九十]{{1,2}})(?:路|街|巷|弄|里|条|大道)|(?:支路|支弄|横路|横街|辅路))?"
)
SUBDISTRICT: Final = compile_late(rf"[{_HAN}]{{1,6}}?(?:街道(?:办事处)?|地区办事处|镇|乡|苏木)(?![路街大])")
_VILLAGE: Final = compile_late(rf"[{_HAN}]{{1,6}}?(?:村委会|行政村|自然村|社区|村)(?!路|街|[{_HAN}]*大厦)")
PROVINCE: Final = compile_late(rf"[{_HAN}]{{2,3}}?(?:省|自治区|特别行政区)")
_CITY: Final = compile_late(rf"[{_HAN}]{{2,4}}?(?:自治州|地区|市|盟)(?!场)")
DISTRICT: Final = compile_late(rf"[{_HAN}]{{1,5}}?(?:新区|自治县|自治旗|开发区|区|县|旗)")
_NOT_DISTRICT: Final = compile_late(r"(?:小|园|社|校|景|厂|院|库|片|住宅|生活|别墅|工业|科技园)区$")
NUMBER: Final = compile_late(
    rf"(?:[甲乙丙丁新老临]|附)?{_NUM}{{1,6}}(?:[-－—/]{_NUM}{{1,5}})?(?:号(?:院|大院)?(?!楼|馆|线|机|码|店|门|铺)|號|弄)(?:之{_NUM}{{1,3}}|(?:[甲乙丙丁]|附|增)?{_NUM}{{1,4}}号(?!楼))?"
)
BUILDING: Final = compile_late(
    r"(?:(?:Tower|Block|Building|Bldg)[ ]?\d{1,2}(?:[A-Z](?![a-z]))?"
    r"|[A-Za-z]\d{1,3}(?:-[A-Za-z0-9]{1,3})?(?:栋|幢|座|号楼|楼|区)"
    rf"|[A-Za-z]?{_NUM}{{1,4}}(?:号楼|号樓|栋|棟|幢|座|期|号塔|#楼|#|号馆|号库|号厂房)"
    r"|[A-Za-z](?:\d{1,2})?(?:栋|幢|座|区|楼|塔|馆|号楼)"
    rf"|[甲乙丙丁东西南北主]{{1,2}}(?:座|楼|塔|栋|幢)(?!市|区|[{_HAN}]路))"
)
UNIT: Final = compile_late(rf"{_NUM}{{1,3}}(?:单元|單元|门|梯)|[A-Za-z]单元")
FLOOR: Final = compile_late(
    rf"(?:地下|负|B)?{_NUM}{{1,3}}(?:层|樓|楼)|[BFbf]\d{{1,2}}(?:层)?|\d{{1,2}}[Ff](?![A-Za-z])"
)
ROOM: Final = compile_late(
    rf"(?:[A-Za-z]?{_NUM}{{1,5}}[A-Za-z]?(?:[-－—]{_NUM}{{1,5}}[A-Za-z]?)?(?:室|房间|房|户|号房|号室|号铺|铺|号店|号门)|(?<![0-9])(?=[A-Z]?[OIl]*[0-9])[A-Z]?[0-9OIl]{{1,3}}(?:[-－—][0-9OIl]{{1,4}}){{1,2}})"
)
_BARE_ROOM: Final = compile_late(r"[A-Za-z]?[0-9０-９][0-9０-９OIl]{0,4}[A-Za-z]?(?![0-9A-Za-z])")
PLACE_TAIL: Final = compile_late(
    r"(?:校区|(?<=.)[东西南北]区|大厦|广场|花园|小区|公寓|家园|新村|新城|公馆|雅苑|花苑|苑|府|园区|科技园|产业园|工业园|软件园|园|庄园|城|里|湾|庭|居|轩|阁|邸|"
    r"中心|大楼|商城|商场|写字楼|酒店|宾馆|医院|学校|大学|学院|中学|小学|总部|基地|别墅|山庄|半岛|国际|天地|门第|广场|坊|台|楼|寓)$"
)
_ROAD_INSIDE: Final = compile_late(r"[路巷]|街(?!道)")
_COUNTRY: Final = compile_late(r"中国大陆|中国|中华人民共和国|中國")
DETAIL_KEYS: Final = frozenset({"building", "unit", "room", "detail"})


def match_division(text: str, at: int) -> tuple[str, tuple[Division, ...]] | None:
    """Longest division name at ``at``; a short name does not begin a road ("南京西路" is no city)."""
    table = load_divisions()
    for size in range(min(12, len(text) - at), 1, -1):
        form = text[at : at + size]
        readings = table.get(form)
        if not readings:
            continue
        if form.endswith("市") and _begins_shi_district(text, at + size - 1, form):
            continue
        short = all(reading.name != form for reading in readings)
        if short and _SHORT_IS_ROAD.match(text, at + size):
            continue
        return form, readings
    return None


def _begins_shi_district(text: str, at: int, form: str) -> bool:
    """ "青岛市南南京西路": the 市 belongs to the district 市南, not to the city."""
    table = load_divisions()
    full = table.get(text[at : at + 3], ())
    short = () if text[at + 2 : at + 3] in {"区", "县"} else table.get(text[at : at + 2], ())
    return any(city.holds(district) for city in table.get(form, ()) for district in (*full, *short))


_SHORT_IS_ROAD: Final = compile_late(
    r"大街|(?:[东西南北中新老内外]|[一二三四五六七八九十]|环)?(?:大道|路|街|巷|弄|胡同|道)|门|寺|桥"
)


def choose_division(
    readings: tuple[Division, ...], seen: list[Division], form: str
) -> tuple[str, Division, tuple[str, ...]]:
    """Key, division and admissible keys of a name, given the divisions read before it."""
    inside = [r for r in readings if any(s.holds(r) or r.holds(s) for s in seen)]
    pool = inside or [r for r in readings if r.name == form] or list(readings)
    first = min(
        pool, key=lambda r: ((r.code.endswith("0000") and -2) or (r.code.endswith("00") and -1) or 0, r.code)
    )
    keys = tuple(dict.fromkeys(r.key for r in sorted(pool, key=lambda r: r.code)))
    if first.key == "multi_admin":
        return "multi_admin", first, ("province", "city")
    if first.key == "city" and all(r is first or r.code[:2] not in MUNICIPALITIES for r in pool):
        return "city", first, ()
    if first.key == "province" and "city" not in keys:
        return "province", first, ()
    if len(keys) > 1 and not inside and all(r.name != form for r in pool):
        order = ("province", "city", "district_city", "district")
        return "multi_admin", first, tuple(k for k in order if k in keys)
    return first.key, first, ()


def parse_chinese(text: str) -> tuple[Component, ...]:
    """Components of one Chinese address in the order they are written; () when nothing is read."""
    components: list[Component] = []
    seen: list[Division] = []
    at = 0
    while at < len(text):
        if text[at] in SEPARATORS:
            at += 1
            continue
        found = _read_at(text, at, components, seen)
        components.append(found)
        at = found.end
    return tuple(_settle(components))


def _component(key: str, match: re.Match[str]) -> Component:
    return Component(key, match.group(), match.start(), match.end())


def _read_at(text: str, at: int, before: list[Component], seen: list[Division]) -> Component:
    country = _COUNTRY.match(text, at)
    if country and not text.startswith("中国", at + 2):
        return _component("country", country)
    division = match_division(text, at)
    if division and _fits_short(text, at, division, before, seen):
        form, readings = division
        key, chosen, levels = choose_division(readings, seen, form)
        seen.append(chosen)
        return Component(key, form, at, at + len(form), levels)
    detail = _read_detail(text, at, before)
    if detail:
        return detail
    return _read_admin(text, at, before) or _read_road(text, at, before) or _read_place(text, at)


def _fits_short(
    text: str,
    at: int,
    division: tuple[str, tuple[Division, ...]],
    before: list[Component],
    seen: list[Division],
) -> bool:
    form, readings = division
    if any(r.name == form for r in readings):
        return True
    end = at + len(form)
    rest = text[end : end + 1]
    if any(any(s.holds(r) or r.holds(s) for s in seen) for r in readings):
        return True
    if any(c.key in {"road", "poi"} for c in before) and rest and rest not in SEPARATORS:
        return False
    return rest == "" or rest in SEPARATORS or any(not r.key.startswith("district") for r in readings)


def _read_admin(text: str, at: int, before: list[Component]) -> Component | None:
    keys = {c.key for c in before}
    for pattern, key in (
        (SUBDISTRICT, "subdistrict"),
        (PROVINCE, "province"),
        (_CITY, "city"),
        (DISTRICT, "district"),
    ):
        match = pattern.match(text, at)
        if not match:
            continue
        word = match.group()
        if key == "district" and _NOT_DISTRICT.search(word):
            continue
        if _ROAD_INSIDE.search(word) or (key != "subdistrict" and re.search(r"[号栋座]", word)):
            continue
        if key in {"city", "district"} and ("road" in keys or "poi" in keys):
            tail = text[match.end() : match.end() + 1]
            if (
                tail
                and tail not in SEPARATORS
                and not DISTRICT.match(text, match.end())
                and not _CITY.match(text, match.end())
            ):
                continue
        if key == "city" and "city" in keys:
            key = "district_city"
        return Component(key, word, match.start(), match.end())
    return None


def _read_road(text: str, at: int, before: list[Component]) -> Component | None:
    match = ROAD.match(text, at)
    if match and not (match.group().endswith("道") and text[match.end() : match.end() + 1] in {"口"}):
        place = _PLACE_BEFORE.match(text, at)
        if place is None or place.end() >= match.end():
            return _component("road", match)
    village = _VILLAGE.match(text, at)
    if village and any(c.key in {"road", "number"} for c in before):
        return _component("poi", village)
    if village:
        return _component(
            "subdistrict" if village.group().endswith(("社区", "村委会")) else "detail", village
        )
    return None


_PLACE_BEFORE: Final = compile_late(rf"[{_HAN}A-Za-z]{{2,8}}?(?:大厦|广场|花园|小区|公寓|家园|科技园|园区)")


def _read_detail(text: str, at: int, before: list[Component]) -> Component | None:
    for pattern, key in (
        (BUILDING, "building"),
        (UNIT, "unit"),
        (ROOM, "room"),
        (FLOOR, "detail"),
        (NUMBER, "number"),
    ):
        match = pattern.match(text, at)
        if match is None:
            continue
        counted = any(c.isdigit() or c in _COUNTING or c.isascii() for c in match.group())
        if not counted and key != "building":
            continue
        if key == "number" and any(c.key == "number" for c in before):
            key = "building" if not any(c.key in DETAIL_KEYS for c in before) else "detail"
        if (
            key == "building"
            and before
            and before[-1].end == at
            and before[-1].key in {"road"}
            and match.group()[0] in "东西南北"
        ):
            continue
        return _component(key, match)
    bare = _BARE_ROOM.match(text, at)
    if bare:
        last = before[-1].key if before else ""
        if last == "road":
            return _component("number", bare)
        if last:
            return _component("room", bare)
    return None


_COUNTING: Final = frozenset("一二三四五六七八九十百零〇两")


def _read_place(text: str, at: int) -> Component:
    """A named place: up to the next separator or a part of a building."""
    end = at + 1
    while end < len(text) and text[end] not in SEPARATORS:
        if PLACE_TAIL.search(text, at, end) and _starts_detail(text, end):
            break
        if not text[end - 1].isdigit() and _starts_detail(text, end) and not _PLACE_GOES_ON.match(text, end):
            break
        end += 1
    return Component("poi", text[at:end], at, end)


_PLACE_GOES_ON: Final = compile_late(r"[东西南北主]楼?[一-鿿]*(?:大厦|广场)")


def _starts_detail(text: str, at: int) -> bool:
    if any(pattern.match(text, at) for pattern in (BUILDING, UNIT, ROOM, FLOOR)):
        return True
    number = NUMBER.match(text, at)
    return bool(number) or bool(_BARE_ROOM.match(text, at) and text[at].isdigit())


def _settle(components: list[Component]) -> list[Component]:
    """A municipality written twice is province and city; a lone place that a road follows stays one."""
    result = list(components)
    double = [i for i, c in enumerate(result) if c.key == "multi_admin" and c.levels == ("province", "city")]
    if len(double) == 2:
        first, second = double
        district = next((i for i, c in enumerate(result) if c.key == "district"), len(result))
        order = ("province", "city") if first < district else ("city", "province")
        result[first] = replace(result[first], key=order[0], levels=())
        result[second] = replace(result[second], key=order[1], levels=())
    return result
