"""Text streams: what is read, and the way back to every received character."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from shotveil.core.records import TextExtent, View
from shotveil.core.stream.locate import find_stream_span, locate
from shotveil.core.stream.model import HARD_BREAK
from shotveil.core.stream.text import build_stream

NASTY = st.text(
    alphabet=st.one_of(
        st.characters(),
        st.sampled_from("aZ9 \n\u200b\u200d\u00ad\u0301\ufeff\ue000\ue001Ａ９（：中文е"),
    ),
    max_size=60,
)


def views_of(*texts: str) -> list[View]:
    return [View(str(i), "s", 0, "text", "t.txt", text=text) for i, text in enumerate(texts)]


def test_plain_text_is_read_unchanged() -> None:
    stream = build_stream(views_of("call 415-555-0132", "第二段"))
    assert stream.text == f"{HARD_BREAK}call 415-555-0132{HARD_BREAK}第二段{HARD_BREAK}"
    assert stream.offsets is None


def test_dropped_characters_inside_a_value_belong_to_it() -> None:
    raw = "x J\u200bo\u200bhn\u200b y"
    stream = build_stream(views_of(raw))
    start = stream.text.index("John")
    (part,) = locate(stream, start, start + 4)
    assert raw[part.start : part.end] == "J\u200bo\u200bhn"


def test_marks_compose_or_fall_away() -> None:
    assert "Zoé" in build_stream(views_of("Zoe\u0301")).text
    assert "John" in build_stream(views_of("J\u0336o\u0336h\u0336n\u0336")).text


def test_width_and_lookalikes_are_read_as_ascii_but_other_scripts_stay() -> None:
    text = build_stream(views_of("１３８ Jоhn Привет Ｂ座，（甲）")).text
    assert "138 John Привет B座" in text
    assert "（甲）" in text


@given(st.lists(NASTY, min_size=1, max_size=4))
def test_every_stream_character_points_at_its_source(texts: list[str]) -> None:
    views = views_of(*texts)
    stream = build_stream(views)
    assert len(stream.units) == len(texts)
    for unit in stream.units:
        assert HARD_BREAK not in stream.text[unit.start : unit.end]
        for position in range(unit.start, unit.end):
            (part,) = locate(stream, position, position + 1)
            assert part.end == part.start + 1
            assert 0 <= part.start < len(texts[unit.view])


@given(NASTY)
def test_ranges_survive_the_way_there_and_back(text: str) -> None:
    (view,) = views_of(text)
    stream = build_stream([view])
    unit = stream.units[0]
    if unit.end > unit.start:
        (part,) = locate(stream, unit.start, unit.end)
        span = find_stream_span(stream, 0, view, (TextExtent(part.start, part.end),))
        assert span == (unit.start, unit.end)
