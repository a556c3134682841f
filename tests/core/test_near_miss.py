"""What counts as a reference that stayed: damaged ones, misread ones, labels that are none (CONTRACT f.6)."""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest

from shotveil.core.near_miss import find_misses
from shotveil.core.resolve import repair, resolve_json, resolve_text, suggest
from shotveil.core.session import Session, open_session
from shotveil.core.session.documents import import_document


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Session:
    path: Path = tmp_path_factory.mktemp("near") / "s.session.jsonl"
    entries = [
        {"root": 1, "type": "NAME", "value": "Maren Holloway"},
        {"root": 2, "type": "PHONE", "value": "555-0142"},
        {"root": 3, "type": "EMAIL", "value": "maren@example.com"},
    ]
    import_document({"S": entries}, path)
    return open_session(path)


MISSES = (
    "[[PH0NE#2]]", "[[NAM#1]]", "[[PERSON#1]]", "[[NAMES#1]]", "[[EMIAL#3]]", "[[Emial#3]]", "[[NAME#l]]",
    "[[PHONE_NUMBER#2]]", "[[RECIPIENT NAME#1.FULL]]", "［［ＮＡＭ＃１］］", "[[NAME#1", "[NAME#1]", "[[NAME#1.GIVEN]]",
    "[[HOME-PHONE#2]]", "[[NAME#O1]]",
)  # fmt: skip


@pytest.mark.parametrize("text", MISSES)
def test_what_reads_like_a_reference_is_told_and_stays(session: Session, text: str) -> None:
    around = f"写信给 {text} today, 见 [[NAME#1]]。"
    result = resolve_text(around, session)
    assert result.text == around.replace("[[NAME#1]]", "Maren Holloway") or "[[NAME#1" in text
    assert len(result.unresolved) == 1, result.unresolved


NOTES = (
    "[[Notes#3]]", "[[Game#1]]", "[[Plan B#2]]", "[[Meeting 2026#4]]", "[[C#3]]", "[[1#2]]", "[[A1#1]]",
    "[[Page#Heading]]", "x = [[a#1]]", "[RFC#1]", "issue #12, colour [#333]", "[[会议#2]]", "NAME#1", "[[#3]]",
)  # fmt: skip


@pytest.mark.parametrize("text", NOTES)
def test_links_of_notes_are_no_references(session: Session, text: str) -> None:
    assert resolve_text(text, session).unresolved == ()


def test_strange_labels_are_told_in_json_too(session: Session) -> None:
    result = resolve_json('{"to": "[[NAM#1]]", "note": "[[Notes#3]]"}', session)
    assert [miss.text for miss in result.unresolved] == ["[[NAM#1]]"]


def test_a_misspelled_label_is_suggested_and_never_repaired(session: Session) -> None:
    text = "[[NAM#1]] [[EMIAL#3]] [[PHONES#2]] [[PERSON#1]]"
    assert [s.meant for s in suggest(text, session)] == ["[[NAME#1]]", "[[EMAIL#3]]", "[[PHONE#2]]", ""]
    assert repair(text, session, ocr=True).text == text


def test_many_misses_take_linear_time() -> None:
    started = process_time()
    assert len(find_misses("[[NAM#1]] [NAME#2] " * 20_000)) == 40_000
    assert process_time() - started < 20
