"""Passports, licences and cards on screens: forms with their labels, drawn documents without any."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from found_values import find_drawn as find

Row = tuple[int, int, str]


@pytest.mark.parametrize(
    ("blocks", "expected"),
    [
        (  # label above, two columns; the next label is nobody's field
            (
                (40, 40, "Document number"), (400, 40, "Nationality"),
                (40, 66, "X6310427"), (400, 66, "Dutch"),
            ),
            ("PASSPORT", "X6310427"),
        ),
        (((40, 40, "Licence no."), (400, 40, "Status"), (40, 66, "V5213264-C"), (400, 66, "Draft")),
         ("DRIVER_LICENSE", "V5213264-C")),
        (((40, 40, "证件编号"), (400, 40, "国籍"), (40, 66, "EJ3651150"), (400, 66, "中国")),
         ("PASSPORT", "EJ3651150")),
        (((40, 40, "Surname"), (400, 40, "Given names"), (40, 66, "Brakspear"), (400, 66, "Caspian")),
         ("NAME", "Caspian")),
        (((40, 40, "P<UTOBRAKSPEAR<<ODA<<<<<<<<<<<<<<<<<<<<<<<<<<"),),
         ("PASSPORT", "P<UTOBRAKSPEAR<<ODA<<<<<<<<<<<<<<<<<<<<<<<<<<")),
        (((40, 40, "姓"), (600, 40, "蒋"), (40, 90, "名"), (600, 90, "磊")), ("NAME", "蒋")),
        (((40, 40, "姓：郭"), (40, 80, "名：诗涵")), ("NAME", "诗涵")),
        (((40, 40, "姓：郭"), (40, 80, "名诗涵")), ("NAME", "诗涵")),
        (((40, 40, "5503 0081 6886 7210"), (40, 90, "QUILLON OTTOLINE"), (400, 90, "09/29")),
         ("NAME", "QUILLON OTTOLINE")),
        (((40, 40, "•••• •••• •••• 7210"), (40, 90, "DU GUOQIANG")), ("NAME", "DU GUOQIANG")),
        (((40, 40, "姓*"), (52, 66, "蒋"), (40, 120, "名*"), (52, 146, "磊")), ("NAME", "蒋")),
        # readers lose blanks between the groups of a number
        (((40, 40, "卡号:621786473683 6557"),), ("BANK_CARD", "621786473683 6557")),
        (((40, 40, "Card number 5547 55347469 0085"),), ("BANK_CARD", "5547 55347469 0085")),
        (((40, 40, "收款账号"), (40, 66, "62284811 6705 1453 763")), ("NUM", "62284811 6705 1453 763")),
        # and take pictures of telephones for letters
        (((40, 40, "B0207946 0475"), (40, 66, "quill@example.com")), ("PHONE", "0207946 0475")),
        (((40, 40, "Tel.+44 20 7946 0871"),), ("PHONE", "+44 20 7946 0871")),
        (((40, 40, "Our ref: PLN-4930919"),), ("ALNUM", "PLN-4930919")),
        (((40, 40, "浙江省宁波市鄞州区梧桐里546号3幢502室"),), ("ADDR", "浙江省宁波市鄞州区梧桐里546号3幢502室")),
        (((40, 40, "Saint Brigid's Hospital"),), ("ORG", "Saint Brigid's Hospital")),
    ],
)  # fmt: skip
def test_papers_and_cards_are_found(blocks: Sequence[Row], expected: tuple[str, str]) -> None:
    assert expected in find(*blocks)


@pytest.mark.parametrize(
    "blocks",
    [
        ((40, 40, "Document number"), (40, 66, "INV-2026-118")),
        ((40, 40, "Document no."), (400, 40, "Version"), (40, 66, "4711"), (400, 66, "2.4")),
        ((40, 40, "•••• •••• •••• 7210"), (40, 90, "VALID THRU"), (400, 90, "DEBIT CARD")),
        ((40, 40, "姓氏排名"), (40, 80, "名单"), (40, 120, "姓：必填")),
        ((40, 40, "名：必填"), (40, 80, "名额")),
        ((40, 40, "国籍"), (300, 40, "中国"), (40, 80, "性别"), (300, 80, "女")),
        ((40, 40, "公民身份号码"), (40, 66, "见附件"), (40, 92, "日期"), (40, 118, "2026-11-02")),
        ((40, 40, "B1047"), (40, 66, "help@example.com")),
        ((40, 40, "Amount"), (40, 66, "Date"), (400, 40, "Oak Lane 12"), (400, 66, "2026-11-02")),
    ],
)
def test_what_forms_say_themselves_stays(blocks: Sequence[Row]) -> None:
    kinds = {"PASSPORT", "NAME", "DRIVER_LICENSE", "PHONE"}
    assert {item for item in find(*blocks) if item[0] in kinds} == set()


def test_date_below_an_address_is_no_phone() -> None:
    found = find((40, 40, "62 Larkspur Lane"), (40, 66, "2026-11-02"), (400, 40, "Date"))
    assert not any(kind == "PHONE" for kind, _ in found)


def test_words_that_go_on_are_no_road() -> None:
    assert find((40, 40, "会议纪要"), (40, 80, "产品路线图"), (40, 120, "学习路径规划")) == set()


def test_dates_below_the_label_of_a_number_stay() -> None:
    rows = (
        (40, 40, "公民身份号码"),
        (40, 66, "210202199703277860"),
        (40, 92, "日期"),
        (40, 118, "2026-11-02"),
    )
    assert {text for _, text in find(*rows)} == {"210202199703277860"}


def test_address_at_the_right_edge_goes_on_in_the_next_line() -> None:
    rows = (
        (40, 40, "Home address"),
        (400, 40, "9068 Quillon Close, Apt 22D,"),
        (480, 64, "Des Moines, IA 50309"),
    )
    assert ("ADDR", "9068 Quillon Close, Apt 22D, Des Moines, IA 50309") in find(*rows)


def test_prices_at_the_right_edge_stay_apart() -> None:
    rows = ((400, 40, "8,200.00"), (420, 64, "610.50"), (410, 88, "-656.00"), (330, 112, "Total 7,734.18"))
    assert find(*rows) == set()


def test_label_is_no_name_and_no_part_of_a_value() -> None:
    assert find((40, 40, "车牌号："), (300, 40, "浙AG630P")) == {("LICENSE_PLATE", "浙AG630P")}
    assert ("NAME", "袁老师") in find((40, 40, "袁老师："), (40, 80, "您好"))
    assert find((40, 40, "运单号JD67863477185192")) == {("ALNUM", "JD67863477185192")}
    rows = (
        (40, 40, "First name(s)"),
        (40, 62, "Annika"),
        (40, 84, "Programme"),
        (40, 106, "MSc Applied Physics"),
    )
    assert find(*rows) == {("NAME", "Annika")}


def test_surname_with_marks_is_one() -> None:
    assert ("NAME", "Szymański") in find((40, 40, "Surname"), (40, 66, "Szymański"), (400, 40, "Programme"))
