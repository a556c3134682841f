"""A line is read and judged by itself: the same whatever stands around it, once or often, before or again."""

from __future__ import annotations

import pytest

from shotveil.core.clues.tagger import judged_lines
from shotveil.core.clues.tagger.judged_lines import Span, judge_lines

LINES = [
    "Yesterday the committee of Quillgate thanked Orsolya Brennevik for the long report.",
    "we met nobody at the station and went home after the rain had stopped",
    "昨天林若溪和同事一起去了西湖边的咖啡馆讨论新的项目。",
    "今天的会议改到下午三点，请大家提前准备好材料，谢谢配合。",
    "The board of Larkspur Holdings invited Imani Okafor to speak about the new harbour.",
]


def read_anew(lines: list[str]) -> dict[str, list[tuple[int, int, str, float]]]:
    """What stands in each line with nothing remembered."""
    judged_lines._REMEMBERED.clear()
    return read(lines)


def read(lines: list[str]) -> dict[str, list[tuple[int, int, str, float]]]:
    return {line: list(map(_rounded, spans)) for line, spans in judge_lines(lines, "text").items()}


def _rounded(span: Span) -> tuple[int, int, str, float]:
    start, end, kind, sure = span
    return start, end, kind, round(sure, 4)


def test_lines_do_not_see_each_other() -> None:
    together = read_anew(LINES)
    assert any(together.values())
    alone: dict[str, list[tuple[int, int, str, float]]] = {}
    for line in LINES:
        alone |= read_anew([line])
    assert together == alone == read_anew(LINES[::-1] + LINES)


def test_what_is_remembered_is_what_was_read() -> None:
    first = read_anew(LINES)
    assert read(LINES) == first
    assert read(LINES[:1]) == {LINES[0]: first[LINES[0]]}


def test_what_was_read_on_a_screen_is_judged_apart() -> None:
    text = judge_lines(LINES, "text")
    judged_lines._REMEMBERED.clear()
    screen = judge_lines(LINES, "image")
    assert judge_lines(LINES, "text") == text
    assert judge_lines(LINES, "image") == screen
    assert screen != text


def test_memory_is_bounded_and_holds_no_long_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judged_lines, "_MOST_LINES", 3)
    first = read_anew(LINES)
    assert len(judged_lines._REMEMBERED) <= 3
    assert read(LINES) == first
    long = LINES[0] * 5
    assert read([long])[long]
    assert (long, "text") not in judged_lines._REMEMBERED
