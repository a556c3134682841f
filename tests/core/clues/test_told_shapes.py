"""Values that were cut in half or missed: bank pairs, grouped orders, queries, lanes, spelled phones."""

from __future__ import annotations

import pytest
from found_values import find


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Bank acct: 60-14-11 88120043", ["60-14-11", "88120043"]),
        ("Account: 88120043 60-14-11", ["88120043", "60-14-11"]),
        ("Pay into 60-14-11, 88120043 please", ["60-14-11", "88120043"]),
        ("bank account 601411 88120043", ["601411 88120043"]),
        ("订单号 2026 03184471 9920 15", ["2026 03184471 9920 15"]),
        ("卡号 6222 0202 0001 1234 567", ["6222 0202 0001 1234 567"]),
        ("银行卡 6222 0202 0001 1234 567 已绑定", ["6222 0202 0001 1234 567"]),
        ("GET /b?postcode=BW1+4TT HTTP/1.1", ["BW1+4TT"]),
        ("GET /b?postcode=BW1%204TT&x=1", ["BW1 4TT"]),
        ("GET /f?address=4+Weir+Cottages&name=Oona+Field HTTP/1.1", ["4 Weir Cottages", "Oona Field"]),
        ("桂语里12弄6号301室", ["桂语里12弄6号301室"]),
        ("他住桂语里6号301室", ["桂语里6号301室"]),
        ("寄到枫桥三村8弄12号", ["枫桥三村8弄12号"]),
        ("Deliver to 4 Weir Cottages, Lower Bellbrook", ["4 Weir Cottages, Lower Bellbrook"]),
        ("Order #A-55193-K shipped", ["A-55193-K"]),
        ("NI no. on file is currently QQ 12 34 56 C", ["QQ 12 34 56 C"]),
        ("National Insurance: QQ 12 34 56 C", ["QQ 12 34 56 C"]),
        ("licence PENGE 902149 W99XY", ["PENGE 902149 W99XY"]),
        ("Microchip number: 977 2000 0987 6543", ["977 2000 0987 6543"]),
        ("last4=0931", ["0931"]),
        ("Booking ref: QX7ZLM", ["QX7ZLM"]),
    ],
)
def test_values_are_whole(text: str, values: list[str]) -> None:
    found = [value for _, value in find(text + "\n")]
    assert [value.replace("+", " ") for value in found] == [value.replace("+", " ") for value in values]


@pytest.mark.parametrize(
    "spoken",
    [
        "double five five, oh one three three",
        "five five five, zero one double three",
        "triple five, oh one four two",
        "four one five, five five five, oh one double three",
    ],
)
def test_phones_that_are_spelled_with_pauses(spoken: str) -> None:
    assert find(f"call {spoken}\n") == [("PHONE", spoken)]


def test_a_local_phone_needs_no_word() -> None:
    assert find("double five five, oh one three three\n") == [
        ("PHONE", "double five five, oh one three three")
    ]


def test_fields_and_columns() -> None:
    assert find('{"last4": "0931", "microchip": "977200009876543"}\n', "t.json") == [
        ("NUM", "0931"),
        ("NUM", "977200009876543"),
    ]
    rows = "bank\n60-14-11 88120043\n60-14-12 88120044\n"
    assert [value for _, value in find(rows, "t.csv")] == ["60-14-11", "88120043", "60-14-12", "88120044"]


@pytest.mark.parametrize(
    "text",
    [
        "build 10-11-12 12345678 and 120000 20240506",
        "GET /s?q=blue+shirt&sort=price+up&address=any+where&zip=all+of",
        "double the price, two or three times; one two three go",
        "microchip shortage of 2021, NHS cards, ni 12",
        "part PENGE 902149 W99XY, order # of the day",
        "这里3号开会",
        "We rented 3 Cottages and 2 Villas",
    ],
)
def test_what_only_looks_alike_stays(text: str) -> None:
    assert [kind for kind, _ in find(text + "\n") if kind != "ORG"] == []
