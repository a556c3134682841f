"""Forms, address cards and lists of places: values by where they stand; what a form says itself stays."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from shotveil.core.detect import Detector
from shotveil.core.geometry import Box
from shotveil.core.records import Block, View

HEIGHT = 20
WIDTH = 10
"""Of a line and of a character, px."""


def make_screen(rows: Sequence[Sequence[tuple[int, int, str]]]) -> View:
    """A screen of blocks, each ``(left, top, text)``."""
    blocks = []
    for left, top, text in (block for row in rows for block in row):
        box = Box(left, top, left + WIDTH * len(text), top + HEIGHT)
        blocks.append(Block(f"b{len(blocks)}", text, box, box.quad()))
    return View("s", "s", 1, "image", "s.png", width=1280, height=1600, blocks=tuple(blocks))


def find(*rows: Sequence[tuple[int, int, str]]) -> set[tuple[str, str]]:
    view = Detector(tagger=False).detect([make_screen(rows)])[0]
    return {(item.type, item.text) for item in view.occurrences}


def field(top: int, label: str, value: str, left: int = 100) -> list[tuple[int, int, str]]:
    """A label with its value below it, as far as a box with a border puts them apart."""
    return [(left, top, label), (left + 8, top + 36, value)]


@pytest.mark.parametrize(
    ("label", "value", "kind"),
    [
        ("First name", "Quillon", "NAME"),
        ("Last name *", "Brakspear", "NAME"),
        ("City", "Upper Fennimoor", "ADDR"),
        ("ZIP Code", "48", "ADDR"),
        ("Postcode", "KT1 1AA", "ADDR"),
        ("Address line 1", "62 Larks", "ADDR"),
        ("Phone number", "55501", "PHONE"),
        ("Email address", "ottoline.bra", "EMAIL"),
        ("Card number", "4111 11", "BANK_CARD"),
        ("Username", "obrakspear", "USER"),
        ("Date of birth", "05/12/1988", "TIME"),
        ("Company name (optional)", "Brakspear, Quill and Lowdell", "ORG"),
    ],
)
def test_field_holds_its_value_whole_or_half_typed(label: str, value: str, kind: str) -> None:
    assert (kind, value) in find(field(100, label, value))


@pytest.mark.parametrize(
    ("label", "value"),
    [
        ("First name", "Enter first name"),
        ("City", "Select city"),
        ("City", "Continue"),
        ("State", "TX"),  # alone in an empty form, as it came
        ("Phone", "In case questions arise"),
        ("Email", "name@example.com"),
        ("ZIP Code", "Find by address"),
        ("Expiration", "Month"),
        ("Company", "Add company name"),
    ],
)
def test_empty_field_stays(label: str, value: str) -> None:
    assert find(field(100, label, value)) == set()


def test_state_counts_beside_an_address() -> None:
    found = find(field(100, "City", "Upper Fennimoor"), field(200, "State", "TX"))
    assert ("ADDR", "TX") in found


def test_month_and_year_of_a_card() -> None:
    found = find(
        field(100, "Card number", "4111 1111 1111 1111"),
        [
            (100, 200, "Expiration"),
            (108, 236, "07"),
            (308, 236, "2031"),
            (500, 200, "CVV"),
            (508, 236, "123"),
        ],
    )
    assert {("NUM", "07"), ("NUM", "2031"), ("NUM", "123")} <= found


def test_form_without_labels() -> None:
    found = find(
        [(100, 100, "Ottoline"), (420, 100, "Brakspear")],
        [(100, 160, "6218 Larkspur Avenue")],
        [(100, 260, "Fennimoor"), (300, 260, "State"), (450, 260, "Zip Code")],
    )
    assert {("NAME", "Ottoline"), ("NAME", "Brakspear"), ("ADDR", "Fennimoor")} <= found


def test_list_of_places() -> None:
    found = find(
        [(100, 100, "Fennimouth")],
        [(100, 122, "35424 Larkspur Spurs")],
        [(100, 200, "Quillonshire")],
        [(100, 222, "064 Tern Ridges Apt. 658")],
        [(100, 300, "See more stores near 48299")],
        [(100, 400, "63199 Tern Way Apt. 036, Fennimoor")],
    )
    assert {("ADDR", "48299"), ("ADDR", "63199 Tern Way Apt. 036, Fennimoor")} <= found
    text = " ".join(value for kind, value in found if kind == "ADDR")
    assert "Fennimouth" in text
    assert "Quillonshire" in text


def test_dates_below_a_city_make_no_address() -> None:
    found = find(
        [(100, 100, "Kyoto")], [(100, 122, "9 Nov - 10 Nov")], [(100, 200, "Bergen")], [(100, 222, "12 Nov")]
    )
    assert not found


def test_number_in_a_contact_card() -> None:
    found = find([(100, 100, "4995550134")], [(100, 122, "ottoline@example.org")])
    assert ("PHONE", "4995550134") in found
    assert not find([(100, 100, "4995550134")], [(100, 122, "In stock")])


@pytest.mark.parametrize(
    "text",
    [
        "Need help? call 1-800-555-0134",
        "© 2021 Brakspear's. All rights reserved.",
        "Copyright ©2012 Quillon Inc. 496 Tern Oval, Fennimoor, NY 21052",
        "By ordering you agree to Brakspear's Terms and Privacy Statement",
    ],
)
def test_what_a_shop_says_of_itself_stays(text: str) -> None:
    assert find([(20, 1500, text)]) == set()


def test_brand_of_the_copyright_line_is_no_person() -> None:
    rows = [[(20, 20, "Lowdell's")], [(20, 1500, "© 2021 Lowdell's. All rights reserved.")]]
    assert find(*rows) == set()


def test_products_and_menus_stay() -> None:
    assert find([(100, 100, "Ottoline Falkner Dining Side"), (100, 126, "Qty: 2")]) == set()
    menu = [
        (100, 100 + 36 * n, text)
        for n, text in enumerate(["Other Accounts", "Pharmacy", "Photos", "Grocery"])
    ]
    assert find(menu) == set()


def test_next_label_ends_a_column() -> None:
    found = find(
        [(100, 100, "State"), (300, 100, "Zip code")],
        [(108, 136, "TX"), (308, 136, "48299")],
        [(100, 180, "Phone number")],
        [(108, 216, "555 0134 77")],
        [(100, 300, "Shipping Method")],
        [(108, 336, "Standard")],
    )
    assert not any(value in ("Standard", "Shipping Method") for _, value in found)
    assert ("PHONE", "555 0134 77") in found


def test_number_in_three_boxes() -> None:
    found = find([(100, 100, "Phone")], [(108, 136, "555"), (200, 136, "013"), (300, 136, "4397")])
    assert {("PHONE", "555"), ("PHONE", "013"), ("PHONE", "4397")} <= found


def test_card_form_without_labels() -> None:
    found = find([(100, 100, "4111 1111 1111 1112")], [(100, 150, "06/28"), (300, 150, "992")])
    assert {("NUM", "06/28"), ("NUM", "992")} <= found


def test_card_of_an_address() -> None:
    found = find(
        [(100, 100, "Shipping address")],
        [(100, 130, "Brakspear Quillon")],
        [(100, 153, "62 Tern Keys")],
        [(100, 176, "Fennimoor, LA 91548")],
        [(100, 199, "4995550134")],
    )
    assert {("NAME", "Brakspear Quillon"), ("PHONE", "4995550134")} <= found


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Welcome back, Winifred", ("NAME", "Winifred")),
        ("Hello, Winifred Account & Lists", ("NAME", "Winifred")),
        ("Not Winifred? Sign out", ("NAME", "Winifred")),
        ("Deliver to Fennimoor 48299", ("ADDR", "Fennimoor 48299")),
        ("Results for 48299", ("ADDR", "48299")),
        ("Parcel leaves for 62 Larksp…", ("ADDR", "62 Larksp")),
        ("登录提醒，验证码569..", ("NUM", "569")),
        ("Fennimoor LA, 91548-1234", ("ADDR", "Fennimoor LA, 91548-1234")),
    ],
)
def test_what_a_screen_says_to_its_reader(text: str, value: tuple[str, str]) -> None:
    assert find([(100, 100, text)]) == {value}


@pytest.mark.parametrize(
    "text",
    ["Welcome back", "Not available", "Results for 48299.50", "(555) 555-5555", "john.doe@example.com"],
)
def test_phrases_and_samples_stay(text: str) -> None:
    assert find([(100, 100, text)]) == set()


@pytest.mark.parametrize(
    ("label", "value", "kind"),
    [
        ("Passport no.", "541040209", "PASSPORT"),
        ("Passport #", "541040209", "PASSPORT"),
        ("护照/Passport No.", "E57674550", "PASSPORT"),
        ("Driver license no.", "W426-545-301-228", "DRIVER_LICENSE"),
        ("Plate no.", "8ABC123", "LICENSE_PLATE"),
        ("Account no.", "2840285190", "NUM"),
    ],
)
@pytest.mark.parametrize("far", [False, True])
def test_labels_as_forms_print_them(label: str, value: str, kind: str, far: bool) -> None:
    if far:
        assert (kind, value) in find([(20, 100, label), (1270 - WIDTH * len(value), 100, value)])
    else:
        assert (kind, value) in find(field(100, label, value))


@pytest.mark.parametrize("label", ["Street no.", "Chapter no.", "Casa/Haus", "Yes/No.", "no."])
def test_a_number_word_makes_no_label(label: str) -> None:
    assert find(field(100, label, "541040209")) == set()


def table(*rows: Sequence[str], step: int = 220) -> list[list[tuple[int, int, str]]]:
    """Rows of a table, a head row first, cells left-aligned."""
    return [
        [(40 + step * column, 60 + 40 * row, text) for column, text in enumerate(cells)]
        for row, cells in enumerate(rows)
    ]


@pytest.mark.parametrize(
    ("heads", "rows", "values"),
    [
        (
            ("Site", "Username", "Password", "Changed"),
            (("Wiki", "owren", "Tundra_vale31", "2026-03-01"), ("Forum", "p_hale", "Birch-mole7", "2026-04-02")),
            {("SECRET", "Tundra_vale31"), ("SECRET", "Birch-mole7"), ("USER", "p_hale")},
        ),
        (
            ("Emp.ID", "Dept", "Grade", "Start"),
            (("E230551", "Legal", "B", "2021-01-15"), ("E154681", "Design", "C", "2022-02-15")),
            {("ALNUM", "E230551"), ("ALNUM", "E154681")},
        ),
        (
            ("网站", "用户名", "密码", "更新"),
            (("云盘", "fang_yu31", "Cedar!moss48", "昨天"), ("论坛", "fang_yu77", "Cedar!fern12", "上周")),
            {("SECRET", "Cedar!moss48"), ("SECRET", "Cedar!fern12")},
        ),
        (
            ("客户", "城市", "阶段", "备注"),
            (("甲", "杭州市", "暂停", "无"), ("乙", "青岛市", "暂停", "无")),
            {("ADDR", "杭州市"), ("ADDR", "青岛市")},
        ),
    ],
)  # fmt: skip
def test_every_head_of_a_table_names_its_column(
    heads: Sequence[str], rows: Sequence[Sequence[str]], values: set[tuple[str, str]]
) -> None:
    assert values <= find(*table(heads, *rows))


def test_a_row_of_fields_is_no_head_row() -> None:
    found = find(
        [(40, 60, "Name"), (160, 60, "Owren Hale"), (400, 60, "Password"), (520, 60, "Birch-mole7")],
        [(40, 100, "City"), (160, 100, "Fennimoor"), (400, 100, "Notes"), (520, 100, "Likes-tea9")],
    )
    assert ("SECRET", "Birch-mole7") in found
    assert ("SECRET", "Likes-tea9") not in found


@pytest.mark.parametrize(
    ("label", "value", "kind"),
    [("ZIP Code", "48", "ADDR"), ("Postcode", "90", "ADDR"), ("Date of birth", "05/12/1988", "TIME"),
     ("First name", "Quillon", "NAME"), ("Phone number", "55501", "PHONE")],
)  # fmt: skip
@pytest.mark.parametrize("beside", ["Have a promo code?", "Order summary", "Estimated delivery"])
@pytest.mark.parametrize("lower", [-10, 8, 10])
def test_what_stands_half_a_line_lower_in_another_column_is_no_value(
    label: str, value: str, kind: str, beside: str, lower: int
) -> None:
    found = find([*field(100, label, value), (900, 100 + lower, beside)])
    assert (kind, value) in found
    assert beside not in {text for _, text in found}


@pytest.mark.parametrize(
    ("label", "value", "kind"),
    [("Phone number", "415-555-0134", "PHONE"), ("手机号", "13800138000", "PHONE"), ("姓名", "闻人玥", "NAME"),
     ("Full name", "Ottoline Brakspear", "NAME")],
)  # fmt: skip
@pytest.mark.parametrize("lower", [-3, 0, 4])
def test_a_value_at_the_far_edge_of_its_row_is_named_by_its_label(
    label: str, value: str, kind: str, lower: int
) -> None:
    assert (kind, value) in find([(40, 100, label), (900, 100 + lower, value)])


@pytest.mark.parametrize("label", ["Order number", "订单编号"])
def test_groups_of_one_number_that_a_reader_parted_go_all(label: str) -> None:
    row = [(20, 100, label), (220, 100, "2026"), (276, 100, "0412"), (332, 100, "8837")]
    assert find(row) == {("NUM", "2026"), ("NUM", "0412"), ("NUM", "8837")}


def test_columns_of_a_table_are_no_groups_of_one_number() -> None:
    row = [(20, 100, "Account"), (220, 100, "1200"), (320, 100, "3400"), (420, 100, "5600")]
    assert ("NUM", "3400") not in find(row)


def test_a_heading_of_a_rare_word_and_a_head_word_is_no_firm_on_a_screen() -> None:
    assert find([(100, 100, "Parcel Shipping")], [(100, 160, "Choose how it comes")]) == set()


def test_what_a_page_calls_its_own_heads_no_value() -> None:
    menu = [(100, 100, "Our Suppliers")], [(100, 126, "Sell on Fennimart")], [(100, 152, "Advertise With Us")]
    assert find(*menu) == set()
    assert find([(100, 100, "Supplier")], [(100, 126, "Tern Foods")]) == {("ORG", "Tern Foods")}
