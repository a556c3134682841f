"""A pattern tried only near a sign of it finds what it finds when it is tried everywhere."""

from __future__ import annotations

import re

import pytest

from shotveil.core.clues.context import Context, Spans, scan_at
from shotveil.core.stream.model import Stream

TEXT = "建国哥和王建国说，志强哥哥来了哥，ab哥"
PATTERN = re.compile("[\u4e00-\u9fff]{2}哥")
SIGN = re.compile("哥")


@pytest.mark.parametrize("spans", [None, (), ((0, 3), (9, 20)), ((1, len(TEXT)),)])
def test_the_same_is_found_near_signs_as_everywhere(spans: Spans | None) -> None:
    context = Context(TEXT, TEXT, Stream(TEXT, ()), "text", spans=spans)
    expected = [match.span() for match in context.scan(PATTERN)]
    assert [match.span() for match in scan_at(context, PATTERN, SIGN, 2)] == expected
    assert bool(expected) == (spans != ())
