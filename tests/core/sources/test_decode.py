"""Encodings: only where the bytes come back exactly."""

from __future__ import annotations

import pytest

from shotveil.core.errors import InputProblem
from shotveil.core.sources import open_text
from shotveil.core.sources.decode import decode_text
from shotveil.core.sources.formats import detect_format
from shotveil.core.stream.text import read_characters

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


def test_zero_bytes_part_texts_and_are_nothing_else() -> None:
    data = "./Ines Okafor.txt\0./notes/张伟.txt\0".encode() * 3
    assert detect_format(data, "-") == detect_format(data, "a.txt") == "text"
    document = open_text(data, "-", "text", session="s", turn=1)
    assert document.encode(document.raw) == data
    assert "./Ines Okafor.txt\n./notes/" in read_characters(document.views[0].text or "")[0]


def test_a_release_with_zero_bytes_is_text_however_short() -> None:
    assert decode_text(b"[[NAME#1]]\0[[NAME#2]]\0\0\n", "x").encoding == "utf-8"
    assert decode_text(b"[[ADDR#1.CITY-ROAD]]\0\0\0", "x").encoding == "utf-8"


@pytest.mark.parametrize(
    "data",
    [
        b"\0asm\x01\0\0\0\x01\x05\x01",
        b"abc\0\0\0\0\0\0\0\0def",
        bytes(range(128)),
        b"\x7fELF\x02\x01\x01\0\xff",
    ],
)
def test_binary_data_is_no_text(data: bytes) -> None:
    assert detect_format(data, "-") == "unsupported"


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("big5", "收件人：林書硯，電話 555-0100"),
        ("shift_jis", "宛先：山田太郎さん、お電話ください"),
        ("euc-jp", "宛先：山田太郎さん、お電話ください"),
        ("euc-kr", "받는 사람: 김민준, 주소는 서울시 강남구 테헤란로"),
        ("koi8-r", "Получатель: Иван Петров, улица Садовая"),
        ("cp1251", "Получатель: Иван Петров, улица Садовая"),
        ("iso8859-7", "Παραλήπτης: Γιώργος Παπαδόπουλος"),
        ("cp1255", "שלום דוד כהן, רחוב הרצל"),
    ],
)
def test_an_encoding_that_cannot_be_told_is_refused_by_name(encoding: str, text: str) -> None:
    with pytest.raises(InputProblem, match=r"notes\.txt"):
        decode_text((text + "\n").encode(encoding) * 5, "notes.txt")


@pytest.mark.parametrize(
    "text", [CHINESE, "李晓明\n", "姓名：欧阳娜娜，电话：138 0013 8000；备注：请在下午送货上门，谢谢。\n"]
)
def test_simplified_chinese_is_read(text: str) -> None:
    for data in (text.encode("gbk"), b"id,name\r\n" + text.encode("gbk") * 40):
        assert decode_text(data, "x").encoding == "gb18030"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", ["Call Ines Okafor at 555-0100\n", "a\n", "id\tname\r\n1\tInes\r\n" * 40])
def test_plain_letters_in_utf_16_without_a_mark_are_read(encoding: str, text: str) -> None:
    data = text.encode(encoding)
    assert decode_text(data, "x").raw == text
    assert decode_text(data, "x").encode(text) == data


@pytest.mark.parametrize("encoding", ["utf-32-le", "utf-32-be"])
def test_plain_letters_in_utf_32_without_a_mark_are_refused(encoding: str) -> None:
    with pytest.raises(InputProblem, match=r"notes\.txt"):
        decode_text("Call Ines Okafor at 555-0100\n".encode(encoding), "notes.txt")
