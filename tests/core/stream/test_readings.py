"""Second readings: what is read behind a disguise, and where it stands."""

from __future__ import annotations

import pytest

from shotveil.core.records import View
from shotveil.core.stream.readings import read_disguises
from shotveil.core.stream.text import build_stream

DISGUISED = [
    ("Name: M a r l a  Q u i n t.", "Marla Quint"),
    ("Name: M a r l a Q u i n t", "Marla Quint"),
    ("dial 4 1 5 5 5 5 0 1 3 2 now", "4155550132"),
    ("dial 4\u00a01\u00a05\u00a05\u00a05\u00a05\u00a00\u00a01\u00a03\u00a02 now", "4155550132"),
    ("to 4 1 8 L a r k s p u r R o a d , R e n o", "418 Larkspur Road, Reno"),
    ("key k 9 X w 2 L m 4 Q p 7", "k9Xw2Lm4Qp7"),
    ("id E 1 0 4 2 7 7", "E104277"),
    ("key s b J f Q r x X f y S J Z z A g K h g t 6", "sbJfQrxXfySJZzAgKhgt6"),
    ("dial 4-1-5-5-5-5-0-1-3-2 now", "4155550132"),
    ("mail m.a.r.l.a.@.e.x.a.m.p.l.e...c.o.m", "marla@example.com"),
    ("phone: four one five, five five five, zero one three two", "4155550132"),
    ("电话：一三八零零一三八零零零", "13800138000"),
    ("姓名：欧 阳 若 兰 ", "欧阳若兰"),
    ("I am mARLA qUINT today", "Marla Quint"),
    ("I am M4rl4 Qu1nt today", "Marla Quint"),
    ("I am M@rla Fennim!re today", "Marla Fennimire"),
    ("I am M@rl@ Qu!n7 today", "Marla Quint"),
    ("Name: $@$k!@ C@$73ll@n0", "Saskia Castellano"),
    ("to 2208 $yc@m0r3 W@y, @p7 4B, M@d!$0n, W! 53703", "2208 Sycamore Way, Apt 4B, Madison, WI 53703"),
    ("mail $elm@.r@ghunath@n@ex@mpl3.0rg", "selma.raghunathan@example.org"),
    ("policy !N$-942469671 and G@-725351", "INS-942469671 and GA-725351"),
    ("车牌沪@6F255", "沪A6F255"),
    ("I am mArLa qUiNt today", "Marla Quint"),
    ("to 4-1-8 L-a-r-k-s-p-u-r R-o-a-d-, R-e-n-o", "418 Larkspur Road, Reno"),
    ("I am 9ord0n St3inhau5 today", "Gordon Steinhaus"),
]

HONEST = [
    "The quick brown fox jumps over the lazy dog.",
    "Option A - B - C were tested; see 3.1.4.1 and 10-11-12.",
    "one two three, and so on",
    "iPhone and eBay, the 5th of 12 items at 7C",
    "上海市，浦东新区，世纪大道一号",
    "commit 5f0c2b7e91d84a63b2e7c9d05a1f8e3476bd92c0",
    "wqok@qq.com wrote v2x",
    "kim@example.com, jo@example.org! mailto:lee@example.net?x jo@example.com!now",
    "It cost $5k, $50 or US$ 12; @lina said wow!! Yes! No!",
    "echo $HOME $1 $@; git@github.com:acme/site.git; npm i @types/node",
]


def read(text: str) -> str | None:
    reading = read_disguises(build_stream([View("v", "s", 0, "text", "t.txt", text=text)]))
    return reading.stream.text if reading else None


@pytest.mark.parametrize(("text", "value"), DISGUISED)
def test_disguise_is_read(text: str, value: str) -> None:
    assert value in (read(text) or "")


@pytest.mark.parametrize("text", HONEST)
def test_honest_text_has_no_second_reading(text: str) -> None:
    assert read(text) is None


def test_origin_points_into_the_stretch() -> None:
    stream = build_stream([View("v", "s", 0, "text", "t.txt", text="x: M a r l a  Q u i n t!")])
    reading = read_disguises(stream)
    assert reading is not None
    start = reading.stream.text.index("Marla Quint")
    assert stream.text[reading.origin[start]] == "M"
    assert stream.text[reading.origin[start + 10]] == "t"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Phone 4l5-555-Ol32", "415-555-0132"),
        ("IP 2001:db8:7f0::bl", "2001:db8:7f0::b1"),
        ("卡号 411l 1111 llll 1111", "4111 1111 1111 1111"),
    ],
)
def test_letters_that_a_reader_took_for_digits(text: str, value: str) -> None:
    assert value in (read(text) or "")
