"""Hostile inputs of a megabyte take seconds, not hours: every reader is linear."""

from __future__ import annotations

import json
import time

import pytest
from rewriting import read

SIZE = 400_000
SOUPS = ("<a ", "<a '", '<a "', "<!", "<!--", "<![CDATA[", "</", "&", "&#", "%41", "%zz", "?a=", "a+", "data:", '"', '""', ",",
         "\\u", "\\u0041", "\x1b]", "\x1b[", "\b", "x\b", "<v a", "1:", "00:00.000 --> ", "[1/1/24, 1:11] ", "data:image/png;base64,",
         "QUFB", "\\", "{", "a\n", "\r", "é", "Ã©")  # fmt: skip


@pytest.mark.parametrize("format", ["text", "html", "uiautomator", "csv", "vtt", "whatsapp"])
@pytest.mark.parametrize("soup", SOUPS)
def test_text_formats(format: str, soup: str) -> None:
    started = time.process_time()
    read(soup * (SIZE // len(soup)), format)
    assert time.process_time() - started < 4


@pytest.mark.parametrize("soup", SOUPS)
def test_inside_json_and_recordings(soup: str) -> None:
    text = soup * (SIZE // len(soup))
    started = time.process_time()
    read(json.dumps({"key": text, "delta": text}), "json")
    read('{"version": 2, "width": 80}\n' + json.dumps([0.1, "o", text]) + "\n", "asciicast")
    assert time.process_time() - started < 8


def test_many_members_of_one_array() -> None:
    started = time.process_time()
    read(json.dumps([{"t": "word"} for _ in range(40_000)] + ["x" for _ in range(40_000)]), "json")
    read("\n".join('{"choices":[{"delta":{"content":"a"}}]}' for _ in range(20_000)), "jsonl")
    assert time.process_time() - started < 8
