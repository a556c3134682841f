"""The Detector as a whole: traces, batches, fields, screens, second pass."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from shotveil.core.detect import Detector, teaches
from shotveil.core.geometry import Box
from shotveil.core.knowledge import NOTHING
from shotveil.core.records import Block, BlockExtent, Candidate, NameRecord, TextExtent, View

MAIL = "marla.quint@example.com"


def text_view(text: str, name: str = "v", *field: str) -> View:
    return View(name, "s", 0, "text", "t.txt", text=text, field=field)


def screen(*rows: tuple[str, int, int]) -> View:
    """A screen of lines (text, left, top), 20 px high and 10 px a character."""
    blocks = []
    for number, (text, left, top) in enumerate(rows):
        box = Box(left, top, left + 10 * len(text), top + 20)
        blocks.append(Block(f"b{number}", text, box, box.quad()))
    return View("screen", "s", 0, "image", "s.png", blocks=tuple(blocks))


def values(*views: View) -> list[list[tuple[str, str]]]:
    return [[(o.type, o.text) for o in view.occurrences] for view in Detector().detect(views)]


def test_extents_are_ranges_of_the_received_text() -> None:
    raw = f"🎉🎉 wri\u200bte {MAIL[:4]}\u200b{MAIL[4:]} 👩‍👩‍👧"
    (view,) = Detector().detect([text_view(raw)])
    (occurrence,) = view.occurrences
    (extent,) = occurrence.extents
    assert isinstance(extent, TextExtent)
    assert raw[extent.start : extent.end] == occurrence.text == f"{MAIL[:4]}\u200b{MAIL[4:]}"


def test_many_views_share_a_batch_but_not_their_evidence() -> None:
    views = [text_view(f"line {i}: a{i}@example.com", str(i)) for i in range(50)]
    found = Detector().detect(views)
    assert [o.text for v in found for o in v.occurrences] == [f"a{i}@example.com" for i in range(50)]
    assert values(text_view("Order number:", "a"), text_view("7731 9985 21", "b")) == [[], []]


def test_repeats_and_quiet_values_are_found_like_any_other() -> None:
    views = [
        text_view(t, str(i)) for i, t in enumerate(["user", f"to {MAIL}", "12", f"to {MAIL}", "quint_x"])
    ]
    views.append(text_view("Name: Marla Quint", "n"))
    found = Detector().detect(views)
    assert [v.id for v in found] == [v.id for v in views]
    assert found[1].occurrences == found[3].occurrences != ()
    assert found[0].occurrences == found[2].occurrences == ()
    assert [o.text for o in found[4].occurrences] == ["quint"]


def test_a_field_names_its_value() -> None:
    assert values(text_view("QK7TZ2M4P1", "v", "order", "trackingNumber")) == [[("ALNUM", "QK7TZ2M4P1")]]
    assert values(text_view("QK7TZ2M4P1", "v", "order", "checksum")) == [[]]


def test_a_value_found_late_is_erased_early() -> None:
    found = values(
        text_view("ask quint about file quint_marla.txt", "a"), text_view("Name: Marla Quint", "b")
    )
    assert ("NAME", "quint_marla") in found[0]


def test_a_label_names_the_block_beside_or_below() -> None:
    view = screen(
        ("Order number", 20, 20), ("QK7TZ2M4P1", 400, 20), ("Member ID", 20, 90), ("VX20394857", 20, 120)
    )
    assert values(view) == [[("ALNUM", "QK7TZ2M4P1"), ("ALNUM", "VX20394857")]]


def test_a_head_names_its_column() -> None:
    view = screen(
        ("Name", 20, 20), ("Order number", 300, 20), ("Total", 700, 20),
        ("Marla Quint", 20, 60), ("QK7TZ2M4P1", 300, 60), ("12", 700, 60),
        ("Walter Holm", 20, 100), ("ZB81KQ2W7C", 300, 100), ("48", 700, 100),
    )  # fmt: skip
    found = {text for _, text in values(view)[0]}
    assert found == {"Marla Quint", "Walter Holm", "QK7TZ2M4P1", "ZB81KQ2W7C"}


def test_fields_near_below_a_street_belong_to_it() -> None:
    view = screen(
        ("75 Dana Villages", 20, 20), ("Springholm", 20, 80), ("VA", 200, 80), ("92952", 320, 80),
        ("Continue", 20, 140),
    )  # fmt: skip
    found = {text for kind, text in values(view)[0] if kind == "ADDR"}
    assert {"Springholm", "VA", "92952"} <= found
    assert "Continue" not in found


def test_a_wrapped_value_has_an_extent_in_each_block() -> None:
    view = screen(("Ship to 418 Larkspur Avenue,", 20, 20), ("Portland, OR 97205", 20, 44))
    (found,) = Detector().detect([view])
    (occurrence,) = found.occurrences
    assert occurrence.type == "ADDR"
    assert [e.block for e in occurrence.extents if isinstance(e, BlockExtent)] == ["b0", "b1"]
    assert occurrence.extents[0].box.left > 80  # type: ignore[union-attr]


def test_the_second_pass_alone_keeps_what_views_carry() -> None:
    views = Detector().detect([text_view("Name: M a r l a  Q u i n t", "a"), text_view("ask Holm", "b")])
    record = NameRecord("Walter Holm", "Holm", "Walter")
    known = NOTHING.learn_values([("NAME", record, ())])
    first, second = Detector().complete(views, known)
    assert first.occurrences == views[0].occurrences != ()
    assert [o.text for o in second.occurrences] == ["Holm"]


def test_detection_is_repeatable_and_forgets() -> None:
    detector = Detector()
    view = text_view(f"Name: Marla Quint, {MAIL}")
    assert detector.detect([view]) == detector.detect([view])
    assert detector.detect([text_view("ask quint_x")])[0].occurrences == ()


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=80), max_size=4))
def test_no_text_breaks_it(texts: list[str]) -> None:
    views = [text_view(text, str(i)) for i, text in enumerate(texts)]
    for view in Detector().detect(views):
        last = 0
        for occurrence in view.occurrences:
            for extent in occurrence.extents:
                assert isinstance(extent, TextExtent)
                assert last <= extent.start < extent.end <= len(view.text or "")
                last = extent.end


def test_a_key_block_is_never_parted() -> None:
    body = "\n".join(["MIIEvFAKEfakeFAKEfakeFAKEfakeFAKEfakeFAKEfakeFAKEfakeFAKEfake0000"] * 30)
    key = f"-----BEGIN PRIVATE KEY-----\n{body}\n-----END PRIVATE KEY-----\n"
    line = "nothing to see on this line of the log\n"
    for lead in (3340, 3355):
        text = line * lead + key + line * 4000
        (view,) = Detector().detect([text_view(text)])
        (occurrence,) = view.occurrences
        assert occurrence.type == "SECRET"
        assert len(occurrence.text) > len(body)


def test_a_long_text_is_read_in_parts() -> None:
    line = "nothing to see on this line of the log\n"
    text = line * 9000 + f"write to {MAIL}\n" + line * 3000
    (view,) = Detector().detect([text_view(text)])
    (occurrence,) = view.occurrences
    (extent,) = occurrence.extents
    assert isinstance(extent, TextExtent)
    assert text[extent.start : extent.end] == MAIL
    (again,) = Detector().complete([view], NOTHING)
    assert again.occurrences == view.occurrences


def test_one_learned_word_is_looked_for_only_as_a_name_is_written() -> None:
    def learned(text: str) -> Candidate:
        return Candidate("NAME", 0, len(text), text, "soft", "tagger", 0.99, "tagger.name", ("tagger.name",))

    assert teaches(learned("Oyelarann"))
    assert not any(teaches(learned(word)) for word in ("CGIRequestHandler", "fullmodule", "OYELARANN"))
