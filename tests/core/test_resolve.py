"""The return path beyond the case files: JSON, streams, originals, near misses (CONTRACT f)."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from time import perf_counter

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from shotveil.core.errors import InputProblem
from shotveil.core.labels import LABELS, LEVELS
from shotveil.core.references import Reference, format_reference, parse_reference, scan_references
from shotveil.core.resolve import repair, resolve_json, resolve_original, resolve_text, suggest, text_digest
from shotveil.core.resolve_stream import StreamResolver
from shotveil.core.session import Session, open_session
from shotveil.core.session.documents import import_document
from shotveil.core.sources.document import Place

VALUES = {
    1: ("NAME", 'Robert "Bob" Vance'),
    2: ("PHONE", "(415) 555-0142"),
    3: ("NUM", "482913"),
    4: ("EMAIL", "r.vance@example.com"),
    11: ("NAME", "Priya [[NAME#1]] Raman"),
    12: ("ORG", "back\\slash\nlabs"),
}


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Session:
    path = tmp_path_factory.mktemp("resolve") / "s.session.jsonl"
    entries = [{"root": n, "type": t, "issued_turn": n % 3, "value": v} for n, (t, v) in VALUES.items()]
    address = {"CITY": "Portland", "ROAD": "418 Larkspur Avenue", "DTL": "Unit 7C", "PROV": "OR"}
    entries.append(
        {
            "root": 5,
            "type": "ADDR",
            "issued_turn": 1,
            "value": "418 Larkspur Avenue, Unit 7C, Portland, OR 97205",
            "projections": address,
        }
    )
    import_document({"S": entries}, path)
    return open_session(path)


REFERENCES = st.builds(
    Reference,
    st.sampled_from(LABELS),
    st.integers(0, 999_999_999),
    st.sets(st.sampled_from(LEVELS)).map(lambda chosen: tuple(x for x in LEVELS if x in chosen)),
) | st.builds(
    lambda label, root, length: Reference(label, root, length=length),
    st.sampled_from(LABELS),
    st.integers(0, 999_999_999),
    st.integers(0, 999_999),
)


@given(REFERENCES)
def test_parse_is_the_inverse_of_format(reference: Reference) -> None:
    written = format_reference(reference)
    assert parse_reference(written) == reference
    assert [span.text for span in scan_references(f"a{written}b")] == [written]


@pytest.mark.parametrize(
    "text",
    [
        "[[NAME#01]]", "[[NAME#1\n]]", "[[NAME#1]]\n", "[[NAME#١]]", "[[NAME#1.]]", "[[NAME#1.CITY-PROV]]",
        "[[NAME#1.CITY-CITY]]", "[[NA ME#1]]", "[[NAME#1 2]]", "[[NAME#1.LEN=]]", "[[NAME#1.LEN=-1]]",
        "[[NAME#9999999999]]", "[[name#1]]", "[［NAME#1]]", "[[[NAME#1]]]", "[[NAME#1]]]", "[[NAME\u200b#1]]",
    ],
)  # fmt: skip
def test_grammar_refuses(text: str) -> None:
    assert parse_reference(text) is None


def test_projections_and_whole(session: Session) -> None:
    given_and_expected = {
        "[[ADDR#5.PROV-CITY-ROAD-DTL]]": "418 Larkspur Avenue, Unit 7C, Portland, OR 97205",
        "[[ADDR#5.CITY]]": "Portland",
        "[[ADDR#5.PROV-CITY]]": "Portland, OR",
        "[[ADDR#5.ROAD-DTL]]": "418 Larkspur Avenue, Unit 7C",
        "[[ADDR#5.DIST]]": "[[ADDR#5.DIST]]",
        "[[NUM#3.LEN=99]]": "482913",
        "[[NAME#1.LEN=3]]": "[[NAME#1.LEN=3]]",
    }
    for text, expected in given_and_expected.items():
        assert resolve_text(text, session).text == expected


def test_restored_text_is_not_read_again(session: Session) -> None:
    assert resolve_text("[[NAME#11]]", session).text == "Priya [[NAME#1]] Raman"


def test_turn_limits(session: Session) -> None:
    assert resolve_text("[[PHONE#2]] [[NAME#1]]", session, turn=1).text == '[[PHONE#2]] Robert "Bob" Vance'


def test_json_stays_valid_at_any_depth(session: Session) -> None:
    inner = json.dumps({"to": "[[NAME#1]]", "at": ["[[ORG#12]]"]})
    outer = json.dumps({"call": json.dumps({"arguments": inner}), "[[NUM#3]]": "x [[NAME#1]]", "n": 1.50})
    loaded = json.loads(resolve_json(outer, session).text)
    arguments = json.loads(json.loads(loaded["call"])["arguments"])
    assert arguments == {"to": VALUES[1][1], "at": [VALUES[12][1]]}
    assert loaded["482913"] == f"x {VALUES[1][1]}"


def test_json_keeps_every_other_byte(session: Session) -> None:
    text = '{ "a" :1.0, "b":"\\u00e9 \\/ [[NUM#3]]",\r\n"c": "\\u005b\\u005bNUM\\u00233]]" }\n{"d":"[[NUM#77]]"}\n'
    expected = text.replace("[[NUM#3]]", "482913").replace("\\u005b\\u005bNUM\\u00233]]", "482913")
    result = resolve_json(text, session)
    assert result.text == expected
    assert [u.text for u in result.unresolved] == ["[[NUM#77]]"]


PIECES = st.lists(
    st.sampled_from(
        [
            "[",
            "]",
            "[[",
            "]]",
            "[[NAME#1]]",
            "[[NUM#3.LEN=6]]",
            "NAME#1",
            "#",
            "［［NAME＃1］］",
            "[[NAME#1",
            " x ",
            "[[[",
            "]]]",
        ]
    ),
    max_size=12,
)


@settings(deadline=None)
@given(PIECES, st.integers(1, 9))
@example(["[[", "x" * 300, "NAME#1", "]]", "[[NAME#1]]"], 7)
def test_any_chunking_gives_the_same(session: Session, pieces: list[str], size: int) -> None:
    text = "".join(pieces)
    stream = StreamResolver(session)
    parts = [stream.feed(text[at : at + size]) for at in range(0, len(text), size)]
    whole = resolve_text(text, session)
    assert "".join(parts) + stream.finish() == whole.text
    assert stream.resolved == whole.resolved


def test_stream_holds_one_candidate_at_most(session: Session) -> None:
    stream = StreamResolver(session)
    assert stream.feed("list = [[1, 2], [") == "list = [[1, 2], "
    assert stream.feed("[3") == ""
    assert stream.feed("x" * 400) == "[[3" + "x" * 400
    assert stream.feed(" [[NAME#1") == " "
    assert stream.feed("]]") == ""
    assert stream.feed("!") == f"{VALUES[1][1]}!"
    assert stream.finish() == ""


@settings(deadline=None)
@given(st.lists(st.tuples(st.text("ab[\r\n\u00e9", max_size=4), st.text("xyz#[[", max_size=5)), max_size=6))
def test_original_is_the_exact_inverse(parts: list[tuple[str, str]]) -> None:
    source = released = ""
    places = []
    for kept, raw in parts:
        source += kept + raw
        places.append(Place(len(released) + len(kept), len(released) + len(kept) + 9, raw))
        released += kept + "[[NUM#3]]"
    memory = open_session(None)
    memory.record_places(text_digest(released), places, released)
    assert resolve_original(released, memory) == source
    assert resolve_original(released + "!", memory) is None


def test_equal_units_in_order() -> None:
    memory = open_session(None)
    copies = [memory.record_places("h", [Place(0, 9, raw)]) for raw in ("111111", "222222", "111111")]
    assert copies == [0, 1, 0]
    assert [resolve_original("[[NUM#3]]", memory, "h", copy) for copy in (0, 1, 2)] == [
        "111111",
        "222222",
        "222222",
    ]


def test_what_the_author_typed_stays_in_a_released_text(session: Session) -> None:
    released = "[[NUM#3]] not [[NAME#1]]"
    session.record_places(hashlib.sha256(released.encode()).hexdigest(), [Place(0, 9, "482913")], released)
    assert resolve_text(released, session).text == "482913 not [[NAME#1]]"
    assert resolve_text(released + ".", session).text == f"482913 not {VALUES[1][1]}."


def test_secrets_of_a_plain_session_have_no_original(tmp_path: Path) -> None:
    plain = open_session(tmp_path / "p.session.jsonl")
    released = "[[SECRET#1]]"
    plain.record_places(text_digest(released), [Place(0, 12, "abc")], released)
    with pytest.raises(InputProblem) as caught:
        resolve_original(released, plain)
    assert caught.value.code == "session.secret_not_kept"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("[NAME#1]", "[[NAME#1]]"), ("[[NAME#1]", "[[NAME#1]]"), ("[[name#1]]", "[[NAME#1]]"),
        ("((NAME#1))", "[[NAME#1]]"), ("【【NAME＃1】】", "[[NAME#1]]"), ("{{ NAME # 1 }}", "[[NAME#1]]"),
        ("[[NAME\n#1]]", "[[NAME#1]]"), (r"\[\[NAME\#1\]\]", "[[NAME#1]]"), ("&#91;&#91;NAME#1&#93;&#93;", "[[NAME#1]]"),
        ("%5B%5BNAME%231%5D%5D", "[[NAME#1]]"), ("[[NAME\u200b#1]]", "[[NAME#1]]"),
        ("[[Addr#5.city]]", "[[ADDR#5.CITY]]"), ("[[ADDR#5. CITY - DIST ]", ""),
    ],
)  # fmt: skip
def test_near_misses_are_told_and_repaired_on_request(session: Session, text: str, meant: str) -> None:
    around = f"to {text} now"
    assert resolve_text(around, session).text == around
    told = suggest(around, session)
    assert [(s.text, s.meant) for s in told] == [(text, meant or "[[ADDR#5]]")]
    mended = repair(around, session)
    if meant:
        assert mended.text == f"to {resolve_text(meant, session).text} now"
        assert [r.text for r in mended.repairs] == [text]
    else:
        assert mended.text == around


@pytest.mark.parametrize(
    "text", ["[[NAME#77]]", "NAME#1", "[[NAME#1.NAM, call", "<b>NAME#1</b>", "[[[NAME#1]]]", "[RFC#1]"]
)
def test_what_can_mean_something_else_is_not_repaired(session: Session, text: str) -> None:
    assert repair(text, session).text == text


def test_reading_of_ocr_only_on_request(session: Session) -> None:
    text = "[[NAME#l]] [IPH0NE#2]] [[ADDR#5.C1TY]]"
    assert repair(text, session).text == text
    assert repair(text, session, ocr=True).text == f"{VALUES[1][1]} {VALUES[2][1]} Portland"


def test_repair_in_json_escapes(session: Session) -> None:
    text = '{"to":"[NAME#1]","cc":"[[NAME#1]]"}'
    assert json.loads(repair(text, session, json=True).text) == {"to": VALUES[1][1], "cc": VALUES[1][1]}


def test_many_references_take_linear_time(session: Session) -> None:
    text = '{"a":"x [[NAME#77]] # y"}\n' * 20_000
    started = perf_counter()
    assert len(resolve_json(text, session).unresolved) == 20_000
    assert repair(text, session, json=True).text == text
    assert perf_counter() - started < 30


def test_long_lines_take_linear_time(session: Session) -> None:
    for text in (
        "[" * 1_000_000,
        "[[" + " " * 1_000_000,
        "[[NAME#" * 150_000,
        "#" * 1_000_000,
        "\\[" * 300_000,
    ):
        assert resolve_text(text, session).text == text
