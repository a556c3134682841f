"""What cells, units, captions and notices of screens say, and what they do not."""

from __future__ import annotations

import pytest
from found_values import find_drawn as find


@pytest.mark.parametrize(
    ("kind", "value", "text"),
    [
        ("NAME", "Stellan", "Stellan's birthday"),
        ("NAME", "Brendan", "Brendan and 3 others liked your post"),
        ("NAME", "Umberto", "Umberto 4.9 ★"),
        ("NAME", "Birtwistle", "Your table for 4 is booked under Birtwistle"),
        ("NAME", "Cosima Quillon", "Cosima Quillon commented 3 hours ago"),
        ("LICENSE_PLATE", "4DGT735", "Silver sedan · 4DGT735"),
        ("LICENSE_PLATE", "KX21 ABD", "Blue Toyota Corolla, KX21 ABD"),
        ("ORG", "Foxglove Publishing Ltd.", "Salary Foxglove Publishing Ltd."),
        ("ORG", "Tamarack Software GmbH", "Payment Tamarack Software GmbH"),
        ("ORG", "杭州星澜科技有限公司", "拜访杭州星澜科技有限公司"),
        ("ORG", "上海晨曦医疗器械有限公司", "工资上海晨曦医疗器械有限公司"),
        ("ID_NUMBER", "946-54-7407", "Adult ID 946-54-7407"),
        ("ID_NUMBER", "980-28-7963", "Tax ID 980-28-7963"),
        ("ADDR", "12 Quill Road, Boise, ID 83702", "12 Quill Road, Boise, ID 83702"),
        ("ADDR", "31 Mill Lane, Leeds LS1 4AP", "31 Mill Lane, Leeds LS1 4AP"),
        ("DRIVER_LICENSE", "D1234562", "Driver licence/DL: D1234562"),
        ("USER", "amarchetti", "# TOD0(amarchetti): retry"),
    ],
)
def test_found_on_a_line_of_a_screen(kind: str, value: str, text: str) -> None:
    assert (kind, value) in find((40, 40, text))


@pytest.mark.parametrize(
    "blocks",
    [
        ((40, 40, "Last name"), (40, 70, "Estimated Tax")),
        ((40, 40, "First Name"), (300, 40, "Order Summary")),
        ((40, 40, "Need help? call us"), (300, 40, "Bag ID:941342029")),
        ((40, 40, "Cb Shipping (5)"),),
        ((40, 40, "5,150"), (98, 40, "2021-01-15")),
        ((40, 40, "1,380"), (98, 40, "2024-11-30")),
        ((40, 40, "Hemoglobin 13.9 g/dL 12.0-15.5"),),
        ((40, 40, "Glucose 98 mg/dL: 4821337"),),
        ((40, 40, "Vitamin D 31 ng/mL 30 - 100"),),
        ((40, 40, "Sodium 140 mmol/L 135 - 145"),),
        ((40, 40, "乘坐4路公交到终点站下车"),),
        ((40, 40, "换乘12路"),),
        ((40, 40, "感谢惠顾"),),
        ((40, 40, "Department"), (300, 40, "Eye clinic"), (300, 90, "Jun 3, 14:00")),
        ((40, 40, "Battery 4.6 ★"),),
        ((40, 40, "Photos shared with the group"),),
        ((40, 40, "Everyone and 3 others liked your post"),),
        ((40, 40, "Table for 4 booked under construction"),),
        ((40, 40, "Silver sedan · 4 doors"),),
        ((40, 40, "White SUV · 2021"),),
        ((40, 40, "Family van, 12 doors"),),
        ((40, 40, "Passport"), (40, 70, "Expires 2031-08-19")),
        ((40, 40, "第名"), (40, 68, "成绩")),
    ],
)
def test_words_and_figures_of_a_screen_stay(blocks: tuple[tuple[int, int, str], ...]) -> None:
    assert find(*blocks) == set()


@pytest.mark.parametrize(
    ("label", "value", "kind"),
    [
        ("名", "梓萱", "NAME"),
        ("名*", "春生", "NAME"),
        ("Given names", "GRACE", "NAME"),
        ("常旅客卡号", "292598910", "NUM"),
        ("处理人", "苏海燕", "NAME"),
    ],
)
def test_field_names_its_value(label: str, value: str, kind: str) -> None:
    assert (kind, value) in find((40, 40, label), (48, 76, value))
