"""Encodings: only where the bytes come back exactly."""

from __future__ import annotations

import pytest

from shotveil.core.errors import InputProblem
from shotveil.core.sources.decode import decode_text

TEXT = "Ines 张伟 收件人：李晓明，电话 555-0100\r\nÉ 😀\n"
CHINESE = "收件人：李晓明，电话 555-0100\n地址：杭州市西湖区\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_unicode_comes_back_exactly(encoding: str) -> None:
    data = TEXT.encode(encoding)
    decoded = decode_text(data, "x")
    assert decoded.raw == TEXT
    assert decoded.encode(decoded.raw) == data


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "gbk", "gb18030", "gb2312"])
def test_marks_may_be_missing(encoding: str) -> None:
    text = CHINESE if encoding.startswith("gb") else "plain words, with 中文 inside\n" * 4
    decoded = decode_text(text.encode(encoding), "x")
    assert decoded.raw == text
    assert decoded.encode(decoded.raw) == text.encode(encoding)


@pytest.mark.parametrize(
    "data",
    [
        b"caf\xe9 au lait \xff\xfe",
        "张伟 lives here".encode()[:-1] + b"\xe5 and on",
        b"\xff\xfea",
        b"\xef\xbb\xbf\xff",
        CHINESE.encode() + b"\x80\x81",
    ],
)
def test_other_bytes_are_refused_in_one_line(data: bytes) -> None:
    with pytest.raises(InputProblem, match=r"notes\.txt") as caught:
        decode_text(data, "notes.txt")
    assert caught.value.code == "text.encoding"


@pytest.mark.parametrize("text", ["Une soirée à l’été, señor Núñez\n", "Grüße aus Köln\n"])
def test_western_text_of_old_is_read(text: str) -> None:
    data = text.encode("cp1252")
    assert decode_text(data, "x").raw == text
    assert decode_text(data, "x").encode(text) == data


def test_a_byte_number_and_line_are_told() -> None:
    with pytest.raises(InputProblem, match=r"byte 8 \(line 3\)"):
        decode_text(b"one\ntwo\n\xff\xfe\xfd", "x")
