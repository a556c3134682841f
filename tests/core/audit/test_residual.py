"""What counts as a leak: whole values at token boundaries, outside our own references."""

from __future__ import annotations

import time

import pytest

from shotveil.core.audit.residual import Needle, NeedleSet, build_needle, find_residuals
from shotveil.core.geometry import Box
from shotveil.core.records import (
    AddressRecord,
    Block,
    BlockExtent,
    Component,
    Occurrence,
    ScalarRecord,
)

ADA = Needle("NAME", "Ada Probe", "[[NAME#1]]")
PHONE = Needle("PHONE", "(555) 555-0134", "[[PHONE#2]]")
ZHOU = Needle("NAME", "周测试", "[[NAME#3]]")


def _block(text: str, left: float = 10, top: float = 10, id: str = "b0") -> Block:
    box = Box(left, top, left + 10 * len(text), top + 20)
    chars = tuple(Box(left + 10 * n, top, left + 10 * n + 10, top + 20) for n in range(len(text)))
    return Block(id, text, box, box.quad(), 1.0, chars)


@pytest.mark.parametrize(
    "text",
    [
        "Ada Probe", "by ADA PROBE.", "ada\nprobe", "ada-probe", "ＡＤＡ Ｐｒｏｂｅ", "(Ada   Probe's)",
        "call 5555550134 now", "555.555.0134", "联系周测试吧", "周 测 试",
    ],
)  # fmt: skip
def test_whole_values_are_found_however_written(text: str) -> None:
    found = find_residuals(text, [ADA, PHONE, ZHOU])
    assert [residual.whole for residual in found] == [True]


@pytest.mark.parametrize(
    "text",
    ["Adaprobes", "Wada Probe", "15555550134", "[[NAME#1]] and [[PHONE#2]]", "Ada", "周测", "Probe Ada"],
)
def test_less_or_more_than_a_value_is_no_leak(text: str) -> None:
    assert find_residuals(text, [ADA, PHONE, ZHOU]) == ()


def test_our_references_are_no_leak_even_when_a_value_reads_like_one() -> None:
    needle = Needle("USER", "name", "[[USER#4]]")
    assert find_residuals("hello [[NAME#1]], bye", [needle]) == ()
    assert len(find_residuals("hello [[NAME#1]], name", [needle])) == 1


def test_a_value_does_not_run_through_a_reference() -> None:
    assert find_residuals("Ada [[ORG#9]] Probe", [ADA]) == ()


def test_parts_are_reported_and_never_whole() -> None:
    found = find_residuals("mail adaprob@x", [Needle("NAME", "Ada Probert", "[[NAME#1]]")], partial=True)
    assert found
    assert not any(residual.whole for residual in found)


def test_the_host_of_an_address_does_not_hide_its_user() -> None:
    mail = Needle("EMAIL", "ada.probert@larkfield.example", "[[EMAIL#1]]")
    for text in ("ada.probert at larkfield.example", "ask at larkfield.example for ada.probert"):
        (found,) = find_residuals(text, [mail], partial=True)
        assert text[found.start : found.end] == "ada.probert"
    assert find_residuals("ask at larkfield.example", [mail], partial=True) == ()


@pytest.mark.parametrize("value", ["1000000001", "0" * 16, "0" * 40])
def test_parts_of_a_value_that_repeats_itself_take_time_in_proportion(value: str) -> None:
    start = time.process_time()
    assert find_residuals("0" * 200_000, [Needle("NUM", value, "[[NUM#1]]")], partial=True) == ()
    assert time.process_time() - start < 3


def test_offsets_and_boxes_locate_the_value() -> None:
    (found,) = find_residuals([_block("by Ada Probe now")], [ADA])
    assert found.extents == (BlockExtent("b0", 3, 12, Box(40, 10, 130, 30)),)
    assert found.box == Box(40, 10, 130, 30)


def test_a_wrapped_value_is_found_over_two_lines() -> None:
    blocks = [_block("by Ada"), _block("Probe now", top=34, id="b1")]
    (found,) = find_residuals(blocks, [ADA])
    assert [extent.block for extent in found.extents] == ["b0", "b1"]


def test_areas_count_only_at_their_own_place() -> None:
    city = Occurrence(
        "ADDR", "Portland", "hard", (), 1.0,
        (BlockExtent("b0", 0, 8, Box(10, 10, 90, 30)),),
        AddressRecord("Portland", (Component("city", "Portland"),)),
    )  # fmt: skip
    needle = build_needle(city, "[[ADDR#5.CITY]]")
    assert needle.local
    assert len(find_residuals([_block("Portland")], [needle])) == 1
    assert find_residuals([_block("Portland", top=300)], [needle]) == ()
    assert find_residuals("Portland", [needle]) == ()


def test_a_road_counts_everywhere() -> None:
    road = Occurrence(
        "ADDR", "12 Probe Road", "hard", (), 1.0, (),
        AddressRecord("12 Probe Road", (Component("number", "12"), Component("road", "Probe Road"))),
    )  # fmt: skip
    assert len(find_residuals("12 Probe Road", [build_needle(road)])) == 1


def test_single_characters_are_local() -> None:
    initial = Occurrence("NAME", "A.", "soft", (), 1.0, (), ScalarRecord("A.", "a"))
    assert build_needle(initial).local


def test_hashed_values_are_put_to_their_check() -> None:
    secret = "probe-" + "0123456789"
    needle = Needle("SECRET", "", "[[SECRET#6]]", length=len(secret), check=lambda text: text == secret)
    assert [r.type for r in find_residuals(f"key = {secret};", [needle])] == ["SECRET"]
    assert find_residuals(f"key = {secret}9;", [needle]) == ()


def test_many_needles_and_long_texts_stay_fast() -> None:
    needles = NeedleSet(Needle("NUM", str(10**9 + n * 7919), f"[[NUM#{n}]]") for n in range(5000))
    start = time.process_time()
    assert find_residuals("1" * 1_000_000, needles) == ()
    assert len(find_residuals("x 1000007919 " * 1000, needles)) == 1000
    assert time.process_time() - start < 5


PARTS = (
    ("what is left of a line: Thornbury", "Ada Thornbury", True),
    ("what is left: Larkspur Avenue, then", "418 Larkspur Avenue, Salem", True),
    ("call 555 0142 or", "(503) 555-0142", True),
    ("mail marenh today", "marenh.tollefsen@example.com", True),
    ("她住在文三路478号", "杭州市西湖区文三路478号B座", True),
    ("set PORT and portability", "Portlandia Hale", False),
    ("supported by support", "Aport Suppo", False),
    ("the rivers of this land", "Anna Rivers", False),
    ("see www.example.com and example.com", "maren@example.com", False),
    ("order 12555014299 came", "(503) 555-0142", False),
    ("[[NAME#1]]ornbury", "Ada Thornbury", True),
)


@pytest.mark.parametrize(("text", "value", "told"), PARTS)
def test_a_part_is_told_where_it_stands_as_words_of_its_own(text: str, value: str, told: bool) -> None:
    kind = "EMAIL" if "@" in value else "NAME"
    found = find_residuals(text, [Needle(kind, value, "[[NAME#7]]")], partial=True)
    assert bool(found) == told
    assert not any(residual.whole for residual in found)


@pytest.mark.parametrize(
    ("type", "value", "shown"),
    [
        ("IP", "10.0.40.0", "2026-01-02 10:04:00 DEBUG"),
        ("IP", "10.0.40.0", "build 100400 done"),
        ("IP", "20.26.1.10", "2026/1/10"),
        ("IP", "1.2.3.4", "1:23.4 and 12:34 and 1-23/4"),
        ("NUM", "100400", "于10:04:00开始"),
        ("NUM", "20260102", "2026-01-02 was a Friday"),
        ("PHONE", "2026-0102", "2026/01/02"),
    ],
)
def test_a_time_of_the_same_digits_is_no_leak(type: str, value: str, shown: str) -> None:
    assert not find_residuals(shown, [Needle(type, value)])


@pytest.mark.parametrize(
    ("type", "value", "shown"),
    [
        ("IP", "10.0.40.0", "from 10.0.40.0 to"),
        ("IP", "10.0.40.0", "10-0-40-0.example.com"),
        ("IP", "10.0.40.0", "read as 10.040.0"),
        ("IP", "192.168.10.24", "1921681024"),
        ("IP", "fe80::1:2", "fe80:0012 fe80::12"),
        ("NUM", "100400", "code 100-400"),
        ("NUM", "20260102", "id 2026 0102"),
        ("PHONE", "555-0119", "5550119"),
        ("TIME", "1990-01-02", "born 1990/01/02"),
        ("TIME", "19900102", "1990 01 02"),
    ],
)
def test_a_number_with_other_signs_still_is(type: str, value: str, shown: str) -> None:
    assert find_residuals(shown, [Needle(type, value)])
