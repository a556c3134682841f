"""Recorded terminals are read as the screen showed them, and rewritten in the events that drew it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rewriting import fields, read, rewrite, texts

NAME = "Ines Okafor"
ESC = "\u001b["


def cast(*events: str | tuple[str, str], columns: int = 40, rows: int = 6) -> str:
    lines: list[Any] = [{"version": 2, "width": columns, "height": rows}]
    for at, event in enumerate(events):
        kind, text = ("o", event) if isinstance(event, str) else event
        lines.append([at / 10, kind, text])
    return "\n".join(map(json.dumps, lines)) + "\n"


def shown(*events: str | tuple[str, str], **size: int) -> list[str]:
    return texts(read(cast(*events, **size), "asciicast"))


def released(raw: str, *values: str) -> list[str]:
    return [json.loads(line)[2] for line in rewrite(read(raw, "asciicast"), *values).splitlines()[1:]]


@pytest.mark.parametrize(
    "events",
    [
        (f"{ESC}3;1HInes", f"{ESC}5;1Hbye", f"{ESC}3;6HOkafor"),
        ("xxxx", f"\r{ESC}KInes", f"{ESC}CO", "kafor"),
        ("Ines Okxx", "\b\bafor"),
        ("Ines for", f"{ESC}3D{ESC}4hOka{ESC}4l"),
        ("Ines for", f"{ESC}3D{ESC}3@Oka"),
        ("Ines xxOkafor", f"{ESC}1;6H{ESC}2P"),
        ("\u001b7\r\nbye", "\u001b8Ines Okafor"),
        (f"\r\n\n{ESC}AInes{ESC}1;1Hbye{ESC}2;6HOkafor",),
        (f"Ines{ESC}5;1Hbye{ESC}1d{ESC}6GOkafor",),
        ("bye\r\nInes", f"{ESC}H{ESC}1M", f"{ESC}1;6HOkafor"),
        ("Ines", f"{ESC}1L", f"{ESC}2;6HOkafor"),
        (f"{ESC}2;4r{ESC}2;1HInes\r\n\n\n\n{ESC}1;1HOkafor", f"{ESC}1;1HInes Okafor"),
        ("Ines Okxxxx", f"{ESC}4D{ESC}4X", "afor"),
    ],
)
def test_a_value_drawn_in_several_moves_is_one(events: tuple[str, ...]) -> None:
    assert any(NAME in text for text in shown(*events)), shown(*events)
    left = "".join(released(cast(*events), NAME))
    assert "[[NAME#1]]" in left
    assert "afor" not in left.replace("Okafor\x1b[1;1H[[", "")


def test_long_lines_go_on_in_the_next_row() -> None:
    assert shown("mail ines.okafor@example.com now\r\nbye", columns=12) == [
        "mail ines.okafor@example.com now\nbye"
    ]


def test_what_scrolls_by_is_one_text_and_rows_keep_their_order() -> None:
    assert shown(*(f"line {n}\r\n" for n in range(9))) == ["\n".join(f"line {n}" for n in range(9))]


def test_what_is_overwritten_or_erased_was_shown() -> None:
    assert shown("my pin 4711", "\rsecret", f"{ESC}2Jbye") == ["my pin 4711", "secret 4711", "bye"]
    assert shown("secret99" + "\b \b" * 8 + "ok") == ["secret99", "ok"]


def test_progress_lines_are_shown_each() -> None:
    assert shown("10% of Ines", f"\r{ESC}K55% of Okafor", "\r\ndone") == [
        "10% of Ines",
        "55% of Okafor\ndone",
    ]


def test_an_alternate_screen_is_apart() -> None:
    events = ("$ edit\r\n", f"{ESC}?1049h{ESC}H Ines", f"{ESC}?1049l", "$ exit")
    assert shown(*events) == [" Ines", "$ edit\n$ exit"]


def test_the_same_text_drawn_again_goes_each_time() -> None:
    again = [f"{ESC}H", "Ines Okafor", f"{ESC}2;1Hbye"]
    assert released(cast(*again, *again), NAME) == [*again[:1], "[[NAME#1]]", again[2]] * 2
    typed = ("I", "\bIn", "\b\bInes", " Okaf", "\b\b\b\bOkafor")
    left = "".join(released(cast(*typed), NAME))
    assert not any(part in left for part in ("In", "nes", "Oka"))


def test_wide_and_combined_characters_keep_their_cells() -> None:
    events = ("李晓x", f"{ESC}1;5H明", "，电话", f"{ESC}2;1He\u0301te\u0301")
    assert shown(*events) == ["李晓x", "李晓明，电话\ne\u0301te\u0301"]
    assert released(cast(*events), "李晓明")[:2] == ["[[NAME#1]]x", f"{ESC}1;5H"]


def test_a_new_size_counts_from_its_place() -> None:
    events = ("Ines Oka", ("r", "20x6"), f"{ESC}1;9Hfor and more text")
    assert any("Ines Okafor and more text" in text for text in shown(*events, columns=9))


def test_typed_lines_are_edited_as_typed() -> None:
    found = fields(
        read(
            cast("Password: ", ("i", "hun"), ("i", "x\u007fter2"), ("i", "\r"), ("i", "l\u001b[Ds\r")),
            "asciicast",
        )
    )
    assert found["hunter2"] == ("password",)
    assert "sl" in found


def test_commands_of_the_system_are_values() -> None:
    code = "aW5lcy5va2Fmb3JAZXhhbXBsZS5jb20="
    raw = cast(
        f"\u001b]0;ines@host: ~\u0007\u001b]8;;https://host.example/ines\u001b\\x\u001b]52;c;{code}\u0007"
    )
    assert {"ines@host: ~", ";https://host.example/ines", "ines.okafor@example.com"} <= set(
        texts(read(raw, "asciicast"))
    )


_PIECES = st.one_of(
    st.text("abc 李é", min_size=1, max_size=12),
    st.sampled_from(
        [
            "\r",
            "\n",
            "\r\n",
            "\b",
            "\t",
            "\u001b7",
            "\u001b8",
            "\u001bM",
            "\u001bD",
            f"{ESC}?1049h",
            f"{ESC}?1049l",
        ]
    ),
    st.builds(
        lambda numbers, final: f"{ESC}{numbers}{final}",
        st.sampled_from(["", "1", "2", "3", "2;3", "5;9", "99;99"]),
        st.sampled_from("ABCDEFGHJKLMPSTX@dfhlru"),
    ),
)


@given(st.lists(_PIECES, max_size=40))
def test_nothing_that_was_drawn_is_lost(events: list[str]) -> None:
    raw = cast(*events, columns=10, rows=4)
    document = read(raw, "asciicast")
    covered = set()
    for view in document.views:
        for piece in document.maps[view.id].pieces:
            covered.update(range(piece.raw_start, piece.raw_end))
            drawn = "".join(json.loads(f'"{document.raw[piece.raw_start : piece.raw_end]}"'))
            assert (view.text or "")[piece.start : piece.end] == drawn
    left = "".join(
        char
        for at, char in enumerate(document.raw.partition("\n")[2], document.raw.index("\n") + 1)
        if at not in covered
    )
    events_left = [json.loads(line)[2] for line in left.splitlines()]
    assert not any(set("abcé李") & set(_without_controls(text)) for text in events_left)
    rewrite(document, "a", "bc", "李")


def _without_controls(text: str) -> str:
    import re

    return re.sub(r"\x1b\[[?0-9;]*[@-~]|\x1b.", "", text)
