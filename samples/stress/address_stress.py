"""One address in changed forms: 12 families a language (CONTRACT j.2).

60 personas with two addresses each make 120 identities a language. A plain family has three forms of each
identity; the split families have two chains of two or three blocks of each. Every form knows the SPEC that
each of its blocks must show.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

SEED = 20260725
PERSONAS = 60


@dataclass(frozen=True, slots=True)
class Form:
    """One written form. ``blocks`` are lines of a screen, one for plain families; ``specs`` one for each."""

    language: str
    persona: int
    identity: int
    family: str
    blocks: tuple[str, ...]
    specs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LatinAddress:
    """Parts of an English address."""

    number: str
    street: str
    kind: str
    unit: str
    district: str
    city: str
    state: str
    postal: str

    def road(self, *, short: bool = False) -> str:
        return f"{self.street} {_KINDS[self.kind] if short else self.kind}"


@dataclass(frozen=True, slots=True)
class ChineseAddress:
    """Parts of a Chinese address."""

    province: str
    city: str
    district: str
    road: str
    number: str
    place: str
    building: str
    room: str


_KINDS = {
    "Avenue": "Ave", "Street": "St", "Road": "Rd", "Lane": "Ln", "Drive": "Dr",
    "Boulevard": "Blvd", "Court": "Ct", "Terrace": "Ter", "Place": "Pl", "Parkway": "Pkwy",
}  # fmt: skip
_STREETS = (
    "Larkspur", "Quill", "Tern", "Marrow", "Cobalt", "Hollis", "Brindle", "Sable", "Finch", "Alder",
    "Bramble", "Copper", "Dunmore", "Elmhurst", "Fennel", "Garnet", "Heron", "Ivy", "Juniper", "Kestrel",
    "Linden", "Mallow", "Nettle", "Osprey", "Pewter", "Quarry", "Rowan", "Sorrel", "Thistle", "Umber",
    "Vesper", "Willow", "Yarrow", "Zephyr", "Old Mill", "Stone Gate", "Fox Hollow", "Silver Creek",
)  # fmt: skip
_CITIES = (
    ("Portland", "OR", "972", ("Goose Hollow", "Sellwood", "Kenton")),
    ("Austin", "TX", "787", ("Hyde Park", "Zilker", "Mueller")),
    ("Denver", "CO", "802", ("Baker", "Highland", "Park Hill")),
    ("Seattle", "WA", "981", ("Ballard", "Fremont", "Queen Anne")),
    ("Boston", "MA", "021", ("Back Bay", "Fenway", "Dorchester")),
    ("Madison", "WI", "537", ("Marquette", "Tenney Park", "Regent")),
    ("Tucson", "AZ", "857", ("Armory Park", "Sam Hughes", "Barrio Viejo")),
    ("Omaha", "NE", "681", ("Dundee", "Benson", "Old Market")),
)  # fmt: skip
_STATES = {
    "OR": "Oregon", "TX": "Texas", "CO": "Colorado", "WA": "Washington",
    "MA": "Massachusetts", "WI": "Wisconsin", "AZ": "Arizona", "NE": "Nebraska",
}  # fmt: skip
_DIVISIONS = (
    ("浙江省", "杭州市", ("西湖区", "拱墅区", "滨江区")),
    ("江苏省", "苏州市", ("姑苏区", "吴中区", "相城区")),
    ("湖北省", "武汉市", ("洪山区", "江岸区", "汉阳区")),
    ("四川省", "成都市", ("武侯区", "锦江区", "青羊区")),
    ("广东省", "广州市", ("天河区", "越秀区", "海珠区")),
    ("福建省", "厦门市", ("思明区", "湖里区", "集美区")),
    ("山东省", "青岛市", ("市南区", "崂山区", "李沧区")),
    ("陕西省", "西安市", ("雁塔区", "碑林区", "未央区")),
)  # fmt: skip
_ROADS = (
    "文汇",
    "竹辉",
    "珞狮",
    "桂溪",
    "云杉",
    "长宁",
    "望江",
    "翠柏",
    "松涛",
    "明湖",
    "星河",
    "枫林",
    "银杏",
    "锦绣",
    "和顺",
)
_PLACES = ("星辰", "澄园", "云栖", "华锦", "紫荆", "碧波", "金桂", "蓝湾", "翰林", "瑞景", "万和", "青枫")
_PLACE_ENDS = ("广场", "小区", "花园", "大厦", "公寓", "家园")


def generate(language: str, seed: int = SEED) -> Iterator[Form]:
    """All forms of a language ("en" or "zh"), identity by identity, the full form first."""
    rng = random.Random(f"{seed}/{language}")
    make: Callable[[random.Random, set[str]], LatinAddress | ChineseAddress]
    make = _make_latin if language == "en" else _make_chinese
    taken: set[str] = set()
    for identity in range(2 * PERSONAS):
        address = make(rng, taken)
        families = _latin_forms(address) if isinstance(address, LatinAddress) else _chinese_forms(address)
        for family, blocks, specs in families:
            yield Form(language, identity // 2, identity, family, blocks, specs)


Written = tuple[str, tuple[str, ...], tuple[str, ...]]


def _make_latin(rng: random.Random, taken: set[str]) -> LatinAddress:
    while True:
        city, state, prefix, districts = rng.choice(_CITIES)
        street = rng.choice(_STREETS)
        if street not in taken or len(taken) > len(_STREETS) - 4:
            taken.add(street)
            break
    unit = f"{rng.randrange(1, 40)}{rng.choice('ABCDFH')}"
    return LatinAddress(
        str(rng.randrange(100, 4000)), street, rng.choice(list(_KINDS)), unit, rng.choice(districts),
        city, state, f"{prefix}{rng.randrange(1, 99):02d}",
    )  # fmt: skip


def _latin_forms(a: LatinAddress) -> Iterator[Written]:
    road, short = a.road(), a.road(short=True)
    end = f"{a.city}, {a.state}"
    full = "PROV-CITY-ROAD-DTL"
    plain: list[tuple[str, str, tuple[str, ...]]] = [
        ("full", full, (
            f"{a.number} {road}, Unit {a.unit}, {end} {a.postal}",
            f"{a.number} {road}, Unit {a.unit}, {end}",
            f"{a.number} {road} Unit {a.unit}, {a.city}, {_STATES[a.state]} {a.postal}",
        )),
        ("no_unit", "PROV-CITY-ROAD", (
            f"{a.number} {road}, {end} {a.postal}", f"{a.number} {road}, {end}",
            f"{a.number} {short}, {end} {a.postal}",
        )),
        ("to_road", "PROV-CITY-ROAD", (f"{road}, {end}", f"{short}, {end}", f"{short}., {end}")),
        ("to_district", "PROV-CITY-DIST", (
            f"{a.district}, {end}", f"{a.district}, {end} {a.postal}",
            f"{a.district}, {a.city}, {_STATES[a.state]}",
        )),
        ("to_city", "PROV-CITY", (end, f"{end} {a.postal}", f"{a.city}, {_STATES[a.state]}")),
        ("road_and_detail", "ROAD-DTL", (
            f"{a.number} {road}, Unit {a.unit}", f"{a.number} {road}, Apt {a.unit}",
            f"{a.number} {short} #{a.unit}",
        )),
        ("abbreviated", full, (
            f"{a.number} {short}, Apt {a.unit}, {end}",
            f"{a.number} {short}. Apt. {a.unit}, {end} {a.postal}",
            f"{a.number} {short} #{a.unit}, {a.city} {a.state}",
        )),
        ("reordered", full, (
            f"Unit {a.unit}, {a.number} {road}, {a.postal} {end}", f"Unit {a.unit}, {a.number} {road}, {end}",
            f"Apt {a.unit}, {a.number} {short}, {end} {a.postal}",
        )),
        ("ocr_noise", full, (
            f"{_noise(a.number)} {road}, Un1t {a.unit}, {end}",
            f"{a.number} {road}, Unit {_noise(a.unit)}, {_noise_letters(a.city)}, {a.state}",
            f"{_noise(a.number)} {road}, Unit {_noise(a.unit)}, {end} {_noise(a.postal)}",
        )),
    ]  # fmt: skip
    for family, spec, texts in plain:
        for text in texts:
            yield family, (text,), (spec,)
    for number_road in (f"{a.number} {road}", f"{a.number} {short}."):
        yield "two_block", (number_road, f"Unit {a.unit}, {end}"), ("ROAD", "PROV-CITY-DTL")
        yield "three_block", (number_road, f"Unit {a.unit}", end), ("ROAD", "DTL", "PROV-CITY")


def _make_chinese(rng: random.Random, taken: set[str]) -> ChineseAddress:
    while True:
        province, city, districts = rng.choice(_DIVISIONS)
        road = rng.choice(_ROADS) + rng.choice(("路", "街", "大道"))
        if city + road not in taken:
            taken.add(city + road)
            break
    place = rng.choice(_PLACES) + rng.choice(_PLACE_ENDS)
    building = rng.choice(
        (f"{rng.choice('ABCD')}座", f"{rng.randrange(1, 30)}栋", f"{rng.randrange(1, 30)}号楼")
    )
    return ChineseAddress(
        province, city, rng.choice(districts), road, f"{rng.randrange(2, 900)}号", place, building,
        f"{rng.randrange(1, 30)}{rng.randrange(1, 9):02d}室",
    )  # fmt: skip


def _chinese_forms(a: ChineseAddress) -> Iterator[Written]:
    area, street = a.province + a.city + a.district, a.road + a.number
    detail = a.building + a.room
    city, district = a.city.removesuffix("市"), a.district
    full = "PROV-CITY-DIST-ROAD-DTL"
    plain: list[tuple[str, str, tuple[str, ...]]] = [
        ("full", full, (
            area + street + a.place + detail, f"{area}{street}{a.place}{a.building} {a.room}",
            f"{area} {street} {a.place}{detail}",
        )),
        ("no_detail", "PROV-CITY-DIST-ROAD", (
            area + street, f"{area} {street}", f"{a.province} {a.city} {district} {street}",
        )),
        ("to_road", "CITY-DIST-ROAD", (
            a.city + district + a.road, f"{a.city}{district} {a.road}", f"{a.city} {district} {a.road}",
        )),
        ("to_district", "CITY-DIST", (a.city + district, f"{a.city} {district}", f"{a.city}，{district}")),
        ("to_city", "PROV-CITY", (a.province + a.city, f"{a.province} {a.city}", f"{a.province}，{a.city}")),
        ("road_and_detail", "ROAD-DTL", (
            street + detail, f"{street} {detail}", f"{street}{a.building} {a.room}",
        )),
        ("suffix_dropped", "CITY-DIST-ROAD", (
            f"{city}{district}{street}", f"{city} {district} {street}", f"{city}{district} {street}",
        )),
        ("reordered", full, (
            f"{street}{detail}，{district}，{a.city}，{a.province}",
            f"{street}{detail}, {district}, {a.city}, {a.province}",
            f"{street}{a.place}{detail}，{district}，{a.city}，{a.province}",
        )),
        ("ocr_noise", full, (
            f"{area}{_noise(street)}{detail}", f"{area}{street}{a.building}{_noise(a.room)}",
            f"{area}{_noise(street)}{a.place}{a.building}{_noise(a.room)}",
        )),
        ("poi_short", "DTL", (a.place + detail, f"{a.place} {detail}", f"{a.place}{a.building} {a.room}")),
    ]  # fmt: skip
    for family, spec, texts in plain:
        for text in texts:
            yield family, (text,), (spec,)
    for head in (a.province + a.city + district, a.city + district):
        top = "PROV-CITY-DIST" if head.startswith(a.province) else "CITY-DIST"
        yield "two_block", (head, street + detail), (top, "ROAD-DTL")
        yield "three_block", (head, street, detail), (top, "ROAD", "DTL")


def _noise(text: str) -> str:
    """What OCR makes of digits: the first 1 becomes l, else the first 0 becomes O."""
    if "1" in text:
        return text.replace("1", "l", 1)
    return text.replace("0", "O", 1)


def _noise_letters(text: str) -> str:
    """The first small l becomes a capital I."""
    return text.replace("l", "I", 1)
