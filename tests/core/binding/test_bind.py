"""Roots, references and what roots learn (CONTRACT e)."""

from __future__ import annotations

from itertools import permutations

import pytest

from shotveil.core.binding.bind import bind_occurrences, bind_view
from shotveil.core.binding.roots import project_address, stored_value
from shotveil.core.binding.state import BindingState
from shotveil.core.geometry import Box
from shotveil.core.normalize import canonical
from shotveil.core.parse.address import parse_address
from shotveil.core.parse.name import parse_name
from shotveil.core.records import (
    AddressRecord,
    Block,
    BlockExtent,
    Occurrence,
    OrgRecord,
    Record,
    ScalarRecord,
    TextExtent,
    View,
)

FULL = "418 Larkspur Avenue, Unit 7C, Portland, OR"


def record_of(type: str, text: str) -> Record:
    if type == "ADDR":
        record = parse_address(text)
    elif type == "NAME":
        record = parse_name(text)
    else:
        record = OrgRecord(text) if type == "ORG" else ScalarRecord(text, canonical(type, text))
    assert record is not None
    return record


def occurrence(type: str, text: str, start: int = 0) -> Occurrence:
    return Occurrence(
        type, text, "hard", (), 1.0, (TextExtent(start, start + len(text)),), record_of(type, text)
    )


def bind(state: BindingState, *mentions: str, turn: int = 1) -> list[str]:
    """References of ``TYPE text`` mentions of one view."""
    pairs = [mention.split(" ", 1) for mention in mentions]
    found = tuple(occurrence(type, text, 100 * at) for at, (type, text) in enumerate(pairs))
    return [
        b.reference for b in bind_view(View("v", "s", turn, "text", "", text="", occurrences=found), state)
    ]


@pytest.mark.parametrize(
    ("mentions", "roots"),
    [
        (["NAME Robert Vance", "NAME Robert"], [1, 1]),
        (["NAME Robert Vance", "NAME Robert Lin"], [1, 2]),
        (["NAME Robert Vance", "NAME Mr. Vance", "NAME Vance", "NAME R. Vance"], [1, 1, 1, 1]),
        (["NAME Quillgate", "NAME Gareth Quillgate"], [1, 1]),
        (["NAME Thea Ferncastle", "NAME Malcolm Ferncastle", "NAME Mr. Ferncastle"], [1, 2, 3]),
        (["NAME Ian Vance", "NAME Lan Vance"], [1, 2]),
        (["NAME Dr. Robert Vance", "NAME Vance, Robert"], [1, 1]),
        (["NAME 李晓明", "NAME 王晓明"], [1, 2]),
        (["NAME 李晓明", "NAME 李先生", "NAME 晓明", "NAME 小李"], [1, 1, 1, 1]),
        (["NAME 青岚", "NAME 秦青岚"], [1, 1]),
        (["ORG Brightwater Labs Inc.", "ORG Brightwater Labs", "ORG Brightwater"], [1, 1, 2]),
        (["ORG Apex Inc.", "ORG Capex Inc."], [1, 2]),
        (["ORG 星桥科技有限公司", "ORG 重庆星桥科技有限公司", "ORG 长沙星桥科技有限公司"], [1, 1, 2]),
        ([f"ADDR {FULL}", "ADDR Larkspur Ave.", "ADDR Unit 7C", "ADDR Portland"], [1, 1, 1, 1]),
        ([f"ADDR {FULL}", "ADDR 420 Larkspur Avenue"], [1, 2]),
        ([f"ADDR {FULL}", "ADDR 418 Larkspur Street"], [1, 2]),
        ([f"ADDR {FULL}", "ADDR Portland, TX"], [1, 2]),
        (["ADDR 杭州市西湖区文三路478号", "ADDR 杭州", "ADDR 文三路480号"], [1, 1, 2]),
        (["ADDR 77 N Finch Road", "ADDR 77 Finch Rd", "ADDR 77 S Finch Road"], [1, 1, 2]),
        (["ADDR 建国路88号3栋502室", "ADDR 建国路88号3-502"], [1, 1]),
        (["NUM 13812345678", "PHONE 13812345678"], [1, 2]),
        (["PHONE (415) 555-0142", "PHONE +1 415 555 0142"], [1, 1]),
    ],
)  # fmt: skip
def test_worked_examples(mentions: list[str], roots: list[int]) -> None:
    state = BindingState()
    found = [bind(state, mention, turn=turn)[0] for turn, mention in enumerate(mentions, 1)]
    assert [int(reference.split("#")[1].rstrip("]").split(".")[0]) for reference in found] == roots


def test_suffixes() -> None:
    state = BindingState()
    assert bind(state, f"ADDR {FULL}", "NUM 482-913", "ALNUM EMP-00417", "NAME Robert Vance") == [
        "[[ADDR#1.PROV-CITY-ROAD-DTL]]", "[[NUM#2.LEN=6]]", "[[ALNUM#3.LEN=9]]", "[[NAME#4]]",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("mentions", "value"),
    [
        (["ADDR 418 Larkspur Ave, Portland", "ADDR Larkspur Avenue, Unit 7C, Portland, OR"], "418 Larkspur Avenue, Unit 7C, Portland, OR"),
        ([f"ADDR {FULL}", "ADDR Larkspur Ave."], FULL),
        (["ADDR Larkspur Ave.", f"ADDR {FULL} 97205"], f"{FULL} 97205"),
        (["ADDR 文三路478号", "ADDR 杭州市西湖区文三路"], "杭州市西湖区文三路478号"),
        (["ADDR 杭州西湖区文三路478号", "ADDR 浙江省杭州市文三路"], "浙江省杭州市西湖区文三路478号"),
        (["ADDR 12 Quillgate Street, Salem, Oregon", "ADDR Quillgate Street, Salem, OR 97301"], "12 Quillgate Street, Salem, OR 97301"),
        (["ADDR 建国路88号3-502", "ADDR 建国路88号3栋502室"], "建国路88号3栋502室"),
        (["ADDR 建国路88号3栋502室", "ADDR 建国路88号3-502"], "建国路88号3栋502室"),
        (["ADDR 12 Quillgate Street, 3rd Floor", "ADDR 12 Quillgate Street, Suite 200"], "12 Quillgate Street, Suite 200, 3rd Floor"),
        (["NAME Robert", "NAME Robert Vance", "NAME Mr. Vance"], "Robert Vance"),
        (["PHONE 13812345678", "PHONE +86 138-1234-5678"], "13812345678"),
    ],
)  # fmt: skip
def test_stored_value_after_accumulation(mentions: list[str], value: str) -> None:
    state = BindingState()
    for turn, mention in enumerate(mentions, 1):
        bind(state, mention, turn=turn)
    assert list(state.roots) == [1]
    assert stored_value(state.roots[1]) == value


def test_projection_of_what_was_never_shown_alone() -> None:
    state = BindingState()
    bind(state, "ADDR 浙江省杭州市西湖区文三路478号华星时代广场B座1203室")
    record = state.roots[1].record
    assert isinstance(record, AddressRecord)
    assert project_address(record, ["CITY", "DIST"]) == "杭州市西湖区"
    assert project_address(record, ["ROAD"]) == "文三路478号"
    assert project_address(record, ["DTL"]) == "华星时代广场B座1203室"
    assert project_address(record, ["COUNTRY"]) is None


def screen(lines: list[tuple[str, float, float]]) -> View:
    """Address fragments at (left, top) of a screen, text 20 px high."""
    blocks, found = [], []
    for number, (text, left, top) in enumerate(lines):
        box = Box(left, top, left + 10 * len(text), top + 20)
        blocks.append(Block(f"b{number}", text, box, box.quad()))
        extents = (BlockExtent(f"b{number}", 0, len(text), box),)
        found.append(Occurrence("ADDR", text, "hard", (), 1.0, extents, record_of("ADDR", text)))
    return View("v", "s", 1, "image", "", blocks=tuple(blocks), occurrences=tuple(found))


@pytest.mark.parametrize(
    ("lines", "roots", "groups"),
    [
        ([("418 Larkspur Avenue", 40, 100), ("Unit 7C", 40, 130), ("Portland, OR", 40, 160)], [1, 1, 1], [0, 0, 0]),
        ([("418 Larkspur Avenue", 40, 100), ("Unit 7C", 240, 100), ("Portland, OR", 330, 100)], [1, 1, 1], [0, 0, 0]),
        ([("418 Larkspur Avenue", 40, 100), ("Unit 7C", 40, 400)], [1, 2], [-1, -1]),
        ([("418 Larkspur Avenue", 40, 100), ("92 Quill Street", 40, 130)], [1, 2], [-1, -1]),
        ([("杭州市西湖区", 40, 100), ("文三路478号", 40, 126), ("B座1203室", 40, 152)], [1, 1, 1], [0, 0, 0]),
        ([("418 Larkspur Avenue", 40, 100), ("Portland, OR", 40, 130), ("92 Quill Street", 40, 160), ("Boston, MA", 40, 190)],
         [1, 1, 2, 2], [0, 0, 1, 1]),
    ],
)  # fmt: skip
def test_appearance_groups(
    lines: list[tuple[str, float, float]], roots: list[int], groups: list[int]
) -> None:
    bindings = bind_view(screen(lines), BindingState())
    assert [b.root for b in bindings] == roots
    assert [b.group for b in bindings] == groups


def test_group_members_show_their_own_levels() -> None:
    bindings = bind_view(
        screen([("418 Larkspur Avenue", 40, 100), ("Unit 7C, Portland, OR", 40, 130)]), BindingState()
    )
    assert [b.reference for b in bindings] == ["[[ADDR#1.ROAD]]", "[[ADDR#1.PROV-CITY-DTL]]"]


def test_order_of_occurrences_in_a_text_does_not_count() -> None:
    found = [
        occurrence("NAME", "Robert Vance", 0),
        occurrence("NUM", "77", 50),
        occurrence("NAME", "Vance", 90),
    ]
    references = []
    for order in permutations(found):
        view = View("v", "s", 1, "text", "", text="", occurrences=order)
        bound = bind_occurrences(order, view, BindingState()).bindings
        references.append({b.occurrence.text: b.reference for b in bound})
    assert all(found == references[0] for found in references)


def test_lifecycles() -> None:
    mentions = ["NAME Robert Vance", "NAME Robert", "NAME ROBERT VANCE"]
    roots = {}
    for lifecycle in ("full", "exact", "turn"):
        state = BindingState(lifecycle=lifecycle)  # type: ignore[arg-type]
        roots[lifecycle] = [bind(state, m, turn=t)[0] for m, t in zip(mentions, (1, 1, 2), strict=True)]
    assert roots["full"] == ["[[NAME#1]]"] * 3
    assert roots["exact"] == ["[[NAME#1]]", "[[NAME#2]]", "[[NAME#1]]"]
    assert roots["turn"] == ["[[NAME#1]]", "[[NAME#1]]", "[[NAME#2]]"]


def test_policy_over_every_insertion_order() -> None:
    """0-4 roots, every compatible subset, every order: 443 states, 119 unique, 290 with several (j.3)."""
    unique = several = states = 0
    for count in range(5):
        for order in permutations(range(count)):
            for mask in range(2**count):
                states += 1
                fitting = [n for n in order if mask >> n & 1]
                texts = [f"{10 + n} {'Larkspur' if n in fitting else 'Quill'} Avenue" for n in order]
                recent, fresh = BindingState(), BindingState(ambiguity="fresh")
                for state in (recent, fresh):
                    for text in texts:
                        bind(state, f"ADDR {text}")
                expected = order.index(fitting[-1]) + 1 if fitting else count + 1
                assert bind(recent, "ADDR Larkspur Avenue") == [f"[[ADDR#{expected}.ROAD]]"]
                unique += len(fitting) == 1
                several += len(fitting) > 1
                expected = expected if len(fitting) < 2 else count + 1
                assert bind(fresh, "ADDR Larkspur Avenue") == [f"[[ADDR#{expected}.ROAD]]"]
    assert (states, unique, several) == (443, 119, 290)


def test_ambiguity_is_counted() -> None:
    state = BindingState()
    for number in range(3):
        bind(state, f"ADDR {10 + number} Larkspur Avenue")
    found = occurrence("ADDR", "Larkspur Avenue")
    view = View("v", "s", 1, "text", "", text="", occurrences=(found,))
    assert bind_view(view, state)[0].ambiguous == 2


def test_a_fragment_above_the_address_that_is_known_already() -> None:
    state = BindingState()
    bind(state, "ADDR 418 Larkspur Avenue")
    assert bind(state, "ADDR Unit 7C", f"ADDR {FULL}", turn=2) == [
        "[[ADDR#1.DTL]]",
        "[[ADDR#1.PROV-CITY-ROAD-DTL]]",
    ]


def test_avatar_initials_before_a_name() -> None:
    state = BindingState()
    assert bind(state, "NAME RV Robert Vance", "NAME Robert Vance", "NAME RV Diego Lin") == [
        "[[NAME#1]]", "[[NAME#1]]", "[[NAME#2]]",
    ]  # fmt: skip
    assert stored_value(state.roots[1]) == "Robert Vance"


@pytest.mark.parametrize(
    ("text", "reference", "value"),
    [
        (
            "12 Quillgate Street,\ue001Salem, OR\ue00197301",
            "[[ADDR#1.PROV-CITY-ROAD]]",
            "12 Quillgate Street, Salem, OR 97301",
        ),
        (
            "12 Quillgate\ue001Street, Salem, OR",
            "[[ADDR#1.PROV-CITY-ROAD]]",
            "12 Quillgate Street, Salem, OR",
        ),
        ("杭州市西湖区文三\ue001路478号", "[[ADDR#1.CITY-DIST-ROAD]]", "杭州市西湖区文三路478号"),
    ],
)
def test_addresses_over_several_boxes(text: str, reference: str, value: str) -> None:
    state = BindingState()
    assert bind(state, f"ADDR {text}") == [reference]
    assert stored_value(state.roots[1]) == value


def bind_text(state: BindingState, text: str, turn: int, *addresses: str) -> list[int]:
    found = tuple(occurrence("ADDR", address, text.index(address)) for address in addresses)
    view = View("v", "s", turn, "text", "", text=text, occurrences=found)
    return [binding.root for binding in bind_view(view, state)]


def test_an_address_that_is_cut_short() -> None:
    state = BindingState()
    assert bind_text(state, "送往杭州市文三路478号B座12...", 1, "杭州市文三路478号B座12") == [1]
    assert bind_text(state, "杭州市文三路478号B座1203室", 2, "杭州市文三路478号B座1203室") == [1]
    assert bind_text(state, "杭州市文三路47…", 3, "杭州市文三路47") == [1]
    assert bind_text(state, "杭州市文三路52…", 4, "杭州市文三路52") == [2]
    assert stored_value(state.roots[2]) == "杭州市文三路52"
    assert bind_text(state, "杭州市文三路520号", 5, "杭州市文三路520号") == [2]
    assert bind_text(state, "杭州市西…", 6, "杭州市") == [3]
    assert bind_text(state, "杭州市", 7, "杭州市") != [1]


def test_a_record_of_another_reading_is_read_again_as_written() -> None:
    written, read = "文三路478号15栋3O5室", "文三路478号15栋EOs室"
    found = Occurrence(
        "ADDR", written, "hard", (), 1.0, (TextExtent(0, len(written)),), record_of("ADDR", read)
    )
    state = BindingState()
    bind(state, "ADDR 文三路478号15栋305室")
    assert bind_view(View("v", "s", 2, "text", "", text=written, occurrences=(found,)), state)[0].root == 1
    assert stored_value(state.roots[1]) == "文三路478号15栋305室"
