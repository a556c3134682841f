"""Addresses found to their whole extent in every form of the structured-address stress (CONTRACT j.2)."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from shotveil.core.clues.address.en import RULES as LATIN
from shotveil.core.clues.address.zh import RULES as CHINESE
from shotveil.core.detect import make_context
from shotveil.core.parse.address import parse_address
from shotveil.core.stream.characters import fold_text
from shotveil.core.stream.model import HARD_BREAK, INLINE_GAP, Stream, Unit

ROADS = (
    "Larkspur",
    "Cobalt",
    "Old Mill",
    "St. Clair",
    "Lake Shore",
    "Juniper Hill",
    "Silverleaf",
    "La Paloma",
)
TYPES = (
    ("Avenue", "Ave"),
    ("Street", "St."),
    ("Boulevard", "Blvd"),
    ("Lane", "Ln."),
    ("Court", "Ct."),
    ("Way", "Way"),
)
CITIES = (
    ("Portland", "OR"),
    ("Salt Lake City", "UT"),
    ("Orlando", "FL"),
    ("Tucson", "AZ"),
    ("Kansas City", "MO"),
)
UNITS = ("Unit 7C", "Apt. 204", "Suite 300", "Apt 18")
QUARTERS = ("Goose Hollow", "Cedar Park", "Old Town", "West End")
ADMIN = (
    ("浙江省", "杭州市", "西湖区"),
    ("江苏省", "苏州市", "姑苏区"),
    ("山东省", "青岛市", "市南区"),
    ("湖南省", "长沙市", "岳麓区"),
)
ZH_ROADS = ("文三路", "洗面桥横街", "高新南一道", "香港中路", "世纪大道", "北大街")
PLACES = ("华星时代广场", "澄园小区", "御景湾", "梧桐公馆", "创智大厦")
DETAILS = ("B座1203室", "3栋502室", "11栋2单元705室", "5号楼18层1802室", "8号楼3-502")


def misread(text: str, rng: random.Random) -> str:
    """One or two characters as OCR would take them (O/0, l/1/I)."""
    table = {"O": "0", "0": "O", "l": "1", "1": "l", "I": "l"}
    places = [at for at, char in enumerate(text) if char in table]
    for at in rng.sample(places, min(len(places), 2)):
        text = text[:at] + table[text[at]] + text[at + 1 :]
    return text


def latin_forms(rng: random.Random) -> Iterator[tuple[str, str]]:
    number, (kind, short), (city, state) = str(rng.randint(2, 9999)), rng.choice(TYPES), rng.choice(CITIES)
    road = f"{rng.choice(ROADS)} {kind}"
    unit, code = rng.choice(UNITS), f"{rng.randint(10000, 99999)}"
    brief = road.removesuffix(kind) + short
    yield "full", f"{number} {road}, {unit}, {city}, {state} {code}"
    yield "no_unit", f"{number} {road}, {city}, {state} {code}"
    yield "to_road", f"{road}, {city}, {state}"
    yield "to_district", f"{rng.choice(QUARTERS)}, {city}, {state}"
    yield "to_city", f"{city}, {state}"
    yield "road_and_detail", f"{number} {road}, {unit}"
    yield "abbreviated", f"{number} {brief}, {unit}, {city}, {state}"
    yield "reordered", f"{unit}, {number} {road}, {code} {city}, {state}"
    yield "ocr_noise", f"{misread(f'{number} {road}, {unit}', rng)}, {city}, {state}"
    yield "two_block", f"{number} {road}{INLINE_GAP}{unit}, {city}, {state}"
    yield "three_block", f"{number} {brief}{INLINE_GAP}{unit}{INLINE_GAP}{city}, {state}"


def chinese_forms(rng: random.Random) -> Iterator[tuple[str, str]]:
    province, city, district = rng.choice(ADMIN)
    road, number = rng.choice(ZH_ROADS), f"{rng.randint(2, 999)}号"
    place, detail = rng.choice(PLACES), rng.choice(DETAILS)
    yield "full", f"{province}{city}{district}{road}{number}{place}{detail}"
    yield "no_detail", f"{province}{city}{district}{road}{number}"
    yield "to_road", f"{city}{district}{road}"
    yield "to_district", f"{city}{district}"
    yield "to_city", f"{province}{city}"
    yield "road_and_detail", f"{road}{number}{detail}"
    yield "suffix_dropped", f"{city[:-1]}{district[:-1]}{road}{number}"
    yield "reordered", f"{road}{number}{detail}，{district}，{city}，{province}"
    yield "ocr_noise", misread(f"{province}{city}{district}{road}{number}{detail}", rng)
    yield "poi_short", f"{place}{detail}"
    yield "two_block", f"{province}{city}{district}{INLINE_GAP}{road}{number}{detail}"
    yield "three_block", f"{city}{district}{INLINE_GAP}{road}{number}{INLINE_GAP}{detail}"


LEVELS = {
    "full": "PROV-CITY-ROAD-DTL", "no_unit": "PROV-CITY-ROAD", "to_district": "PROV-CITY-DIST", "to_city": "PROV-CITY",
    "road_and_detail": "ROAD-DTL", "poi_short": "DTL",
}  # fmt: skip


def find_spans(text: str, medium: str) -> list[tuple[int, int]]:
    stream = Stream(text, (Unit(0, -1 if medium == "text" else 0, 0, len(text)),))
    context = make_context(stream, fold_text(text), medium)
    rules = (*LATIN.values(), *CHINESE.values())
    return [(c.start, c.end) for rule in rules for c in rule.find(context) if c.tier != "weak"]


def is_covered(form: str, before: str, after: str, medium: str) -> bool:
    text = f"{HARD_BREAK}{before}{form}{after}{HARD_BREAK}"
    covered = {at for start, end in find_spans(text, medium) for at in range(start, end)}
    start = len(before) + 1
    return all(at in covered or not text[at].isalnum() for at in range(start, start + len(form)))


@pytest.mark.parametrize("medium", ["text", "image"])
@pytest.mark.parametrize(
    ("before", "after"), [("", ""), ("Please send it to ", " today."), ("Address: ", "")]
)
def test_latin_forms_are_found_whole(before: str, after: str, medium: str) -> None:
    rng = random.Random(17)
    missed = [
        (family, form)
        for _ in range(12)
        for family, form in latin_forms(rng)
        if not is_covered(form, before, after, medium)
    ]
    assert not missed


@pytest.mark.parametrize("medium", ["text", "image"])
@pytest.mark.parametrize(("before", "after"), [("", ""), ("请寄到", "，谢谢。"), ("地址：", "\n电话")])
def test_chinese_forms_are_found_whole(before: str, after: str, medium: str) -> None:
    rng = random.Random(23)
    missed = [
        (family, form)
        for _ in range(12)
        for family, form in chinese_forms(rng)
        if not is_covered(form, before, after, medium)
    ]
    assert not missed


def test_forms_are_read_to_their_components() -> None:
    rng = random.Random(5)
    for _ in range(12):
        for _, form in (*latin_forms(rng), *chinese_forms(rng)):
            record = parse_address(form)
            assert record is not None
            assert not [
                c.text for c in record.components if c.key == "detail" and not any(map(str.isdigit, c.text))
            ]


ABROAD = [
    "Flat 3, 14 Larchmont Road, Cambridge CB4 3AX",
    "The Old Rectory, Church Lane, Little Ambersham, Telford TF6 5BB",
    "3rd Floor, 27 Juniper House, High Street, Leeds LS1 4AP",
    "Lerchenstraße 12, 10115 Berlin",
    "Lange Gasse 3/12, 1080 Wien, Österreich",
    "Am Hang 7, 79100 Freiburg im Breisgau",
    "7 bis, avenue des Lilas, 75017 Paris, France",
    "Calle Mayor 15, 3º B, 28013 Madrid, España",
    "Lindengracht 123, 1015 CJ Amsterdam",
    "Storgatan 12, 111 23 Stockholm",
    "ul. Lipowa 10/4, 00-590 Warszawa",
    "100 Queen Street West, Toronto, ON M5H 2N2, Canada",
    "Unit 5/22 Wattle Street, Ultimo NSW 2007",
    "Flat 402, Lotus Apartments, MG Road, Bengaluru 560001",
    "#05-12, 23 Orchard Boulevard, Singapore 248646",
    "12, Mangrove Place, Sector 3, New Delhi",
    "555 East Camino Verde, Tucson, AZ 85701",
    "PO Box 417, Boise, ID 83702",
    "上海市静安区南京西路88号梧桐广场Tower 1 2305室",
    "台北市信義區市府路99號",
    "北京市海淀区中关村大街88号院3号楼5层501",
    "新疆维吾尔自治区乌鲁木齐市天山区解放北路88号",
]


@pytest.mark.parametrize("form", ABROAD)
@pytest.mark.parametrize("medium", ["text", "image"])
def test_addresses_of_other_places(form: str, medium: str) -> None:
    assert is_covered(form, "", "", medium)


NO_ADDRESS = [
    "We met in March and drive safely; it is a long way to go.",
    "Google Street View, Main menu, Page 3 of 12, Unit tests passed",
    "The Supreme Court ruled on case 12 today.",
    "3 bedroom place with 2 baths, 15 minutes drive, 20 people along the way",
    "Room 3, 14:00-15:30, Chapter 7: The Long Road, version 3.12.4",
    "In the Road Test 2024 model year, 5 star rating",
    "MAC address: 00:00:5e:00:53:01, server address: 192.0.2.4",
    "走这条路去超市，别走小路，公路很长，思路清楚。",
    "一共19座车站，七座以下客车，洋房一栋，共地上42层。",
    "伴随申冬奥成功和田径世锦赛，节目来宾抽签。",
    "中国和美国的经济，小区里的超市，第3期。",
]


@pytest.mark.parametrize("text", NO_ADDRESS)
@pytest.mark.parametrize("medium", ["text", "image"])
def test_near_misses(text: str, medium: str) -> None:
    assert [text[start:end] for start, end in find_spans(text, medium)] == []


def test_one_long_line_stays_linear() -> None:
    for text in ("1 Aa " * 20_000, "路" * 100_000, "12 " * 30_000, "St " * 30_000):
        find_spans(text, "text")
