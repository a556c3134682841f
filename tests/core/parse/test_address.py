"""Addresses read into components: order, offsets, levels, and OCR noise (CONTRACT d, e.5, j.2)."""

from __future__ import annotations

import pytest

from shotveil.core.labels import COMPONENT_LEVEL
from shotveil.core.parse.address import parse_address

READ = [
    (
        "418 Larkspur Avenue, Unit 7C, Portland, OR 97205",
        "number=418 road=Larkspur Avenue unit=Unit 7C city=Portland province=OR postal_code=97205",
    ),
    (
        "Unit 7C, 418 Larkspur Avenue, 97205 Portland, OR",
        "unit=Unit 7C number=418 road=Larkspur Avenue postal_code=97205 city=Portland province=OR",
    ),
    (
        "418 Larkspur Avenue Unit 7C Portland OR 97205",
        "number=418 road=Larkspur Avenue unit=Unit 7C city=Portland province=OR postal_code=97205",
    ),
    ("4l8 Larkspur Avenue, Un1t 7C, PortIand, OR", "number=4l8 road=Larkspur Avenue unit=Un1t 7C city=PortIand province=OR"),
    ("Larkspur Ave.", "road=Larkspur Ave."),
    ("Apt. 24B", "unit=Apt. 24B"),
    ("Goose Hollow, Portland, OR", "district=Goose Hollow city=Portland province=OR"),
    ("West 83rd St, Northview Residences Apt 5B", "road=West 83rd St poi=Northview Residences unit=Apt 5B"),
    ("Flat 12, 64 Quillgate Road, Exeter EX4 9ZZ", "unit=Flat 12 number=64 road=Quillgate Road city=Exeter postal_code=EX4 9ZZ"),
    ("1180 Tern Street, NE, Atlanta, GA 30309", "number=1180 road=Tern Street, NE city=Atlanta province=GA postal_code=30309"),
    ("12 La Tortuga Blanca Way", "number=12 road=La Tortuga Blanca Way"),
    ("254 State Highway No 33", "number=254 road=State Highway No 33"),
    ("111 W Larkspur, Orlando, FL 32801", "number=111 road=W Larkspur city=Orlando province=FL postal_code=32801"),
    ("PO Box 417, Boise, ID 83702", "detail=PO Box 417 city=Boise province=ID postal_code=83702"),
    ("Hauptstraße 12, 10115 Berlin", "road=Hauptstraße number=12 postal_code=10115 city=Berlin"),
    ("New York, NY", "city=New York province=NY"),
    (
        "浙江省杭州市西湖区文三路478号华星时代广场B座1203室",
        "province=浙江省 city=杭州市 district=西湖区 road=文三路 number=478号 poi=华星时代广场 building=B座 room=1203室",
    ),
    ("杭州西湖文三路478号", "city=杭州 district=西湖 road=文三路 number=478号"),
    (
        "文三路478号B座1203室，西湖区，杭州市，浙江省",
        "road=文三路 number=478号 building=B座 room=1203室 district=西湖区 city=杭州市 province=浙江省",
    ),
    ("北京市北京市朝阳区望溪街道中山路286号", "province=北京市 city=北京市 district=朝阳区 subdistrict=望溪街道 road=中山路 number=286号"),
    ("江苏省苏州市昆山市前进路12号", "province=江苏省 city=苏州市 district_city=昆山市 road=前进路 number=12号"),
    ("青岛市南南京西路330号", "city=青岛 district=市南 road=南京西路 number=330号"),
    ("海棠苑5号楼18层1802室", "poi=海棠苑 building=5号楼 detail=18层 room=1802室"),
    ("南京西路", "road=南京西路"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "components"), READ)
def test_reads_components(text: str, components: str) -> None:
    record = parse_address(text)
    assert record is not None
    assert " ".join(f"{c.key}={c.text}" for c in record.components) == components


@pytest.mark.parametrize("text", [text for text, _ in READ])
def test_offsets_name_the_text_and_do_not_overlap(text: str) -> None:
    record = parse_address(text)
    assert record is not None
    position = 0
    for component in record.components:
        assert text[component.start : component.end] == component.text
        assert component.start >= position
        assert component.key in COMPONENT_LEVEL
        position = component.end


@pytest.mark.parametrize(
    ("text", "levels"), [("New York", ("province", "city")), ("上海市", ("province", "city"))]
)
def test_uncertain_token_keeps_its_readings(text: str, levels: tuple[str, ...]) -> None:
    record = parse_address(text)
    assert record is not None
    assert [(c.key, c.levels) for c in record.components] == [("multi_admin", levels)]


@pytest.mark.parametrize("text", ["在", "the", "of", "", "…", "本栋", "该市"])
def test_nothing_of_an_address(text: str) -> None:
    assert parse_address(text) is None


def test_line_wrap_inside_a_chinese_number() -> None:
    record = parse_address("白露桥街98\ue001号10幢")
    assert record is not None
    assert [(c.key, c.text, c.start, c.end) for c in record.components] == [
        ("road", "白露桥街", 0, 4),
        ("number", "98号", 4, 8),
        ("building", "10幢", 8, 11),
    ]


def test_line_wrap_counts_as_blank_in_latin() -> None:
    record = parse_address("418 Larkspur\ue001Avenue, Unit 7C")
    assert record is not None
    assert [(c.key, c.text) for c in record.components] == [
        ("number", "418"),
        ("road", "Larkspur Avenue"),
        ("unit", "Unit 7C"),
    ]
