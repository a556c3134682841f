"""The network reads a line by itself: the same whatever stands around it, once or often, before or again."""

from __future__ import annotations

import pytest

from shotveil.core.clues.tagger import network
from shotveil.core.clues.tagger.network import tag_lines

LINES = [
    "Yesterday the committee of Quillgate thanked Orsolya Brennevik for the long report.",
    "we met nobody at the station and went home after the rain had stopped",
    "昨天林若溪和同事一起去了西湖边的咖啡馆讨论新的项目。",
    "今天的会议改到下午三点，请大家提前准备好材料，谢谢配合。",
    "The board of Larkspur Holdings invited Imani Okafor to speak about the new harbour.",
]


def read_anew(lines: list[str]) -> dict[str, list[tuple[str, str, float]]]:
    """What is tagged with nothing remembered: text, kind and certainty of each span."""
    network._REMEMBERED.clear()
    return read(lines)


def read(lines: list[str]) -> dict[str, list[tuple[str, str, float]]]:
    return {
        line: [
            (
                line[tagged.places[start][0] : tagged.places[end - 1][1]],
                kind,
                round(float(tagged.certainty[start:end].mean()), 4),
            )
            for start, end, kind in tagged.spans
        ]
        for line, tagged in tag_lines(lines).items()
    }


def test_lines_do_not_see_each_other() -> None:
    together = read_anew(LINES)
    assert together
    alone: dict[str, list[tuple[str, str, float]]] = {}
    for line in LINES:
        alone |= read_anew([line])
    assert together == alone == read_anew(LINES[::-1] + LINES)


def test_what_is_remembered_is_what_was_read() -> None:
    first = read_anew(LINES)
    assert read(LINES) == first
    assert read(LINES[:1]) == {line: spans for line, spans in first.items() if line == LINES[0]}


def test_memory_is_bounded_and_holds_no_long_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "_MOST_LINES", 3)
    first = read_anew(LINES)
    assert len(network._REMEMBERED) <= 3
    assert read(LINES) == first
    long = LINES[0] * 5
    assert read([long])[long]
    assert long not in network._REMEMBERED
