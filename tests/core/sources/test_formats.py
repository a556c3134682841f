"""What a file is: by content, then by name."""

from __future__ import annotations

import io
import zipfile

import pytest

from shotveil.core.errors import UsageProblem
from shotveil.core.sources.formats import detect_format
from shotveil.core.sources.open import READERS, find_reader

CHAT = "1/19/24, 11:25 - Ines: hello\n1/19/24, 11:26 - Bo: hi\n"


def make_zip(*names: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in names:
            archive.writestr(name, b"{}")
    return out.getvalue()


@pytest.mark.parametrize(
    ("name", "data", "format"),
    [
        ("a.txt", b'{"a": 1}', "text"),
        ("a.log", b'{"a": 1}\n{"b": 2}\n', "jsonl"),
        ("a.log", b'{"a": 1}\nplain\n', "text"),
        ("a.log", b"[1]\n[2]\n", "text"),
        ("a.json", b'{"a": 1}', "json"),
        ("a.json", b'{"a": 1}\n{"b": 2}\n', "jsonl"),
        ("a.json", b'{"a": ', "json"),
        ("a.jsonl", b'[{"a": 1},\n {"b": 2}]\n', "json"),
        ("a.jsonl", b'{"a": 1}\n{"b": \n', "jsonl"),
        ("unnamed", b'{"a": 1}\n{"b": 2}\n', "jsonl"),
        ("unnamed", b'{"a": broken\n', "text"),
        ("unnamed", b"", "text"),
        ("notes", b"just words", "text"),
        ("a.md", b"[x] task\n", "text"),
        ("a.har", b'{"log": {"entries": []}}', "har"),
        ("demo.cast", b'{"version": 2, "width": 80, "height": 24}\n[0.1, "o", "x"]\n', "asciicast"),
        ("demo", b'{"version": 3, "term": {"cols": 80}}\n[0.1, "o", "x"]\n', "asciicast"),
        ("c.cast", b'{"version": 3, "term": {"cols": 80}}\n# a comment\n[0.1, "o", "x"]\n', "asciicast"),
        ("old.json", b'{"version": 1, "stdout": []}', "asciicast"),
        ("s.jsonl", b'{"type":"user","sessionId":"a","uuid":"b"}\n', "claude_code"),
        ("result.json", b'{"messages": [{"date_unixtime": "1", "from": "Ines"}]}', "telegram"),
        ("general.json", b'[{"type": "message", "ts": "1.2", "text": "hi"}]', "slack"),
        ("a.csv", b"a,b\n", "csv"),
        ("a.tsv", b"a\tb\n", "tsv"),
        ("a.vtt", b"anything", "vtt"),
        ("subs", b"WEBVTT\n\n", "vtt"),
        ("subs", b"1\n00:00:01,000 --> 00:00:02,000\nhi\n", "srt"),
        ("subs", b"0:00:01.000,0:00:02.000\nhi\n", "sbv"),
        ("_chat.txt", CHAT.encode(), "whatsapp"),
        ("a.html", b"<p>x</p>", "html"),
        ("unnamed", b"<!DOCTYPE html><p>", "html"),
        ("dump.xml", b'<?xml version="1.0"?><hierarchy rotation="0">', "uiautomator"),
        ("part.xml", b'<node index="0" text="a" bounds="[0,0][1,1]"/>', "uiautomator"),
        ("app.xml", b'<android.widget.FrameLayout index="0" bounds="[0,0][9,9]"/>', "uiautomator"),
        ("ios.xml", b'<?xml version="1.0"?><AppiumAUT><XCUIElementTypeApplication/>', "uiautomator"),
        ("t.jsonl", b'{"kind":"header","schema":"shotveil.trace/1","stage":"ocr"}\n', "trace"),
        ("a.png", b"not a picture", "image"),
        ("a.txt", b"\x89PNG\r\n\x1a\n", "image"),
        ("photo", b"\xff\xd8\xff\xe0", "image"),
        ("trace.zip", make_zip("trace.trace", "resources/a.txt"), "playwright_zip"),
        ("other.zip", make_zip("a.txt"), "unsupported"),
        ("movie.mp4", b"\0\0\0\x18ftypmp42", "unsupported"),
        ("blob", b"\x00\x01\x02\xff\xfe\xfd" * 20, "unsupported"),
        ("broken.sse", b'event: a\ndata: {"text": "Maren \xff\xfe Holloway"}\n\n', "text"),
        ("broken.kind", b"A note without a known ending, cut in a sign: \xe4\xbd\n", "text"),
        ("blob.kind", bytes(range(1, 256)) * 4, "unsupported"),
        ("broken.txt", b"caf\xe9 \xff", "text"),
        ("broken.json", b'{"a": "\xff\xfe"}', "json"),
        ("zh.txt", "收件人：李晓明\n".encode("gbk"), "text"),
        ("zh.json", '{"收件人": "李晓明"}'.encode("gbk"), "json"),
        ("utf16.json", '{"a": 1}'.encode("utf-16"), "json"),
    ],
)
def test_formats(name: str, data: bytes, format: str) -> None:
    assert detect_format(data, name) == format


def test_the_beginning_of_a_long_file_is_enough() -> None:
    data = b'{"a": 1}\n' * 100 + b'{"a": "cut he'
    assert detect_format(data, "a.jsonl", partial=True) == "jsonl"
    assert detect_format(data, "-", partial=True) == "jsonl"
    assert detect_format(b'{"log": {"entries": [{"a": 1}, {', "a.har", partial=True) == "json"


def test_the_user_has_the_last_word() -> None:
    assert detect_format(b'{"a": 1}', "a.json", "text") == "text"
    with pytest.raises(UsageProblem, match="no format is called jsonn") as caught:
        detect_format(b"", "a", "jsonn")
    assert "jsonl" in caught.value.hint or "json" in caught.value.hint


@pytest.mark.parametrize("format", sorted(READERS))
def test_every_format_has_its_reader(format: str) -> None:
    assert callable(find_reader(format))


@pytest.mark.parametrize(
    ("head", "format"),
    [
        (b'{\n  "phone": 13800138000,\n  "na', "json"),
        (b'[\n {"a": 1},\n', "json"),
        (b"{\n", "json"),
        (b'{"a": 1}\n{"a": 2}\n{"a', "jsonl"),
        (b"[INFO] started\n[WARN] {\n", "text"),
        (b"{braces} begin\na text\n", "text"),
    ],
)
def test_the_beginning_of_a_pipe_tells_one_value_from_lines(head: bytes, format: str) -> None:
    assert detect_format(head, "-", partial=True) == format
