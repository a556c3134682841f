"""Comparison keys of address components (CONTRACT d, e.2)."""

from __future__ import annotations

import pytest

from shotveil.core.parse.address_keys import component_key, fold_numerals
from shotveil.core.records import Component

SAME = [
    ("province", "OR", "Oregon"),
    ("province", "N.Y.", "New York"),
    ("province", "浙江省", "浙江"),
    ("province", "广西壮族自治区", "广西"),
    ("country", "USA", "United States"),
    ("country", "中国", "China"),
    ("city", "PORTLAND", "Portland"),
    ("city", "PortIand", "Portland"),
    ("city", "杭州市", "杭州"),
    ("district", "西湖区", "西湖"),
    ("road", "Larkspur Ave.", "LARKSPUR AVENUE"),
    ("road", "N. Larkspur St", "North Larkspur Street"),
    ("road", "Fifth Avenue", "5th Ave"),
    ("number", "4l8", "418"),
    ("number", "12b", "12B"),
    ("number", "478号", "478"),
    ("unit", "Apt. 7C", "#7c"),
    ("unit", "Un1t 7C", "Unit 7C"),
    ("suite", "Ste 300", "Suite 300"),
    ("room", "三〇二室", "302室"),
    ("building", "一号楼", "1号楼"),
    ("building", "Bldg 4", "Building 4"),
    ("detail", "十二层", "12层"),
]

DIFFERENT = [
    ("road", "Larkspur Avenue", "Larkspur Street"),
    ("road", "N Larkspur Street", "S Larkspur Street"),
    ("road", "文三路", "文二路"),
    ("number", "418", "420"),
    ("unit", "Unit 7C", "Unit 7D"),
    ("province", "OR", "TX"),
    ("city", "杭州市", "成都市"),
    ("building", "B座", "D座"),
    ("poi", "华星时代广场", "桐影大厦"),
]


@pytest.mark.parametrize(("key", "left", "right"), SAME)
def test_equal_parts_share_a_key(key: str, left: str, right: str) -> None:
    assert component_key(Component(key, left)) == component_key(Component(key, right))


@pytest.mark.parametrize(("key", "left", "right"), DIFFERENT)
def test_different_parts_do_not(key: str, left: str, right: str) -> None:
    assert component_key(Component(key, left)) != component_key(Component(key, right))


def test_uncertain_token_by_level() -> None:
    token = Component("multi_admin", "New York", levels=("province", "city"))
    assert component_key(token, "province") == component_key(Component("province", "NY"))
    assert component_key(token, "city") == component_key(Component("city", "New York"))


@pytest.mark.parametrize(
    ("text", "folded"), [("一百二十三", "123"), ("三〇二", "302"), ("十", "10"), ("二十", "20")]
)
def test_chinese_numerals(text: str, folded: str) -> None:
    assert fold_numerals(text) == folded
