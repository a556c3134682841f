"""Pictures inside logs: found by content, never read as text, put back in place."""

from __future__ import annotations

import base64
import json
import re
import zlib
from urllib.parse import quote

import pytest
from rewriting import read, rewrite, texts

from shotveil.core.sources.base64_values import PICTURE_HEADS, PICTURE_SIGNS
from shotveil.core.sources.document import Edit
from shotveil.renderers.text import apply_edits


def make_png() -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return len(body).to_bytes(4, "big") + kind + body + zlib.crc32(kind + body).to_bytes(4, "big")

    head = chunk(b"IHDR", b"\0\0\0\x02\0\0\0\x02\x08\0\0\0\0")
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"\0\0\0" * 2)) + chunk(b"IEND", b"")


PNG = make_png()
PACKED = base64.b64encode(PNG).decode()


@pytest.mark.parametrize(
    "value",
    [
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PACKED}},
        {"type": "input_image", "image_url": f"data:image/png;base64,{PACKED}"},
        {"image_url": {"url": f"data:image/png;charset=utf-8;base64,{PACKED}"}},
        {"content": {"mimeType": "image/png", "encoding": "base64", "text": PACKED}},
        {"output": json.dumps([{"data": PACKED}])},
        {"md": f"see ![shot](data:image/png;base64,{PACKED}) here"},
        {"image/png": PACKED + "\n"},
    ],
    ids=["anthropic", "openai", "openai_chat", "har", "nested", "markdown", "notebook"],
)
def test_pictures_are_found_and_put_back(value: object) -> None:
    document = read(json.dumps(value), "json")
    (picture,) = document.embedded
    assert picture.data == PNG
    assert not any(PACKED[:20] in text for text in texts(document))
    other = PNG[:-12] + b"\0\0\0\0IEND\xaeB`\x82"
    released, _ = apply_edits(document, [Edit(picture.raw_start, picture.raw_end, picture.encode(other))])
    assert base64.b64encode(other).decode() in released
    json.loads(released)


def wrap(packed: str, width: int, between: str) -> str:
    return between.join(packed[at : at + width] for at in range(0, len(packed), width))


LONG = base64.b64encode(PNG[:-12] + b"\0\0\0\x60tEXt" + b"k\0" + b"v" * 98 + PNG[-12:]).decode()
SPELLINGS = {
    "any_case": f"data:image/PNG;Base64,{PACKED}",
    "upper": f"DATA:IMAGE/PNG;BASE64,{PACKED}",
    "no_type": f"data:;base64,{PACKED}",
    "blank": f"data:image/png;base64, {PACKED}",
    "parameter": f"data:image/png;name=a b.png;base64,{PACKED}",
    "escaped": f"data:image/png;base64,{quote(PACKED, safe='')}",
    "escaped_url": f"to https://example.com/?u={quote('data:image/png;base64,' + PACKED, safe='')}&v=1",
    "escaped_bytes": "data:image/png," + "".join(f"%{byte:02X}" for byte in PNG),
    "log": f"2026-01-01 INFO screenshot={PACKED} took 3 ms",
    "chinese": f"截图：{PACKED}。",
    "around": f"\n {PACKED}\n",
    "mime": f"log line\n{wrap(PACKED, 24, chr(10))}\n\nend\n",
    "mime_word": f"log line\n{wrap(PACKED, 24, chr(10))}\nend\n",
    "block": f"shot: |\n  {wrap(PACKED, 24, chr(10) + '  ')}\nx: 2\n",
    "quoted": f"> {wrap(PACKED, 30, chr(10) + '> ')}\n> see",
    "dumped": f'INFO {{"image":"{wrap(PACKED, 40, chr(92) + "n")}"}}',
    "no_padding": f"shot {PACKED.rstrip('=')} end",
    "url_safe": f"shot {PACKED.translate({43: 45, 47: 95})} end",
    "hex": f"blob 0x{PNG.hex()} end",
}


@pytest.mark.parametrize("format", ["text", "json"])
@pytest.mark.parametrize("text", SPELLINGS.values(), ids=SPELLINGS)
def test_a_picture_is_found_however_it_is_written(text: str, format: str) -> None:
    document = read(text if format == "text" else json.dumps({"content": text}), format)
    (picture,) = document.embedded
    assert picture.data[: len(PNG) - 12] == PNG[:-12]
    shown = "".join(texts(document))
    assert not [part for part in (PACKED[26:38], PNG.hex()[30:60], "IHDR") if part in shown]
    released, _ = apply_edits(document, [Edit(picture.raw_start, picture.raw_end, picture.encode(b"safe"))])
    assert not [part for part in (PACKED[26:38], PACKED[-12:-2]) if part in released]
    for word in ("end", "took 3 ms", "x: 2", "see", "log line", "v=1"):
        assert (word in text) == (word in released)


FOREIGN = {
    "avif": b"\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf" + bytes(range(200)),
    "jpeg2000": b"\0\0\0\x0cjP  \r\n\x87\n" + bytes(range(200)),
    "codestream": b"\xff\x4f\xff\x51\0\x2f" + bytes(range(200)),
    "icon": b"\0\0\1\0\1\0\x20\x20\0\0\1\0\x20\0\xa0\0\0\0\x16\0\0\0" + bytes(range(200)),
    "ppm": b"P6\n2 30\n255\n" + bytes(range(200)),
    "heic": b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(range(200)),
    "photoshop": b"8BPS\0\1" + bytes(range(200)),
}


@pytest.mark.parametrize("data", FOREIGN.values(), ids=FOREIGN)
def test_pictures_that_are_not_handled_are_no_text(data: bytes) -> None:
    packed = base64.b64encode(data).decode()
    for value in (packed, f"data:image/x;base64,{packed}", f"screenshot: {packed} end"):
        for document in (read(json.dumps({"data": value}), "json"), read(value, "text")):
            (picture,) = document.embedded
            assert picture.data == data
            assert not any(packed[20:60] in text for text in texts(document))


def test_a_data_url_that_says_it_is_a_picture_is_believed() -> None:
    data = b"\xff\x0a" + bytes(range(100, 255)) * 2
    document = read(f"![x](data:image/jxl;base64,{base64.b64encode(data).decode()})", "text")
    assert [picture.data for picture in document.embedded] == [data]


@pytest.mark.parametrize(
    "text",
    [
        "token AAABAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUm end",
        "Qk" + "ABCDEFGH" * 12,
        "see /9j/path/to/a/file/that/is/long/enough/to/be/looked/at/twice.txt",
        "UklGR2V0dGluZ3MgZm9yIGV2ZXJ5Ym9keSBvdXQgdGhlcmUgYW5kIGhlcmU",
        "sha 89504e47" + "ab" * 60,
        "data:image/png;base64,AAAAAAAAAAAAAAAA and more words behind it, quite a few of them",
        f"preview {LONG[:120]}... (cut)",
        "AAAAIGZ0eXBtcDQyAAAAAGlzb21tcDQyAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "UDYg" + "YWJj" * 20,
    ],
    ids=["counter", "letters", "path", "riff", "digest", "placeholder", "preview", "video", "words"],
)
def test_long_words_that_are_no_picture_stay(text: str) -> None:
    assert read(text, "text").embedded == ()


@pytest.mark.parametrize(
    "text",
    [
        "data:image/png;base64,<the picture>",
        "iVBORw0KGgo is how they begin",
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAf...",
        base64.b64encode(PNG[:30]).decode(),
    ],
)
def test_what_only_looks_like_a_picture_is_text(text: str) -> None:
    document = read(json.dumps({"a": text}), "json")
    assert document.embedded == ()
    assert texts(document) == [text]


def test_a_data_url_of_text_is_read() -> None:
    page = base64.b64encode(b"<p>Ines Okafor lives here</p>").decode()
    document = read(json.dumps({"src": f"data:text/html;base64,{page}"}), "json")
    assert texts(document) == ["data:text/html;base64,<p>Ines Okafor lives here</p>"]


def test_other_binary_data_urls_are_left_and_counted() -> None:
    font = base64.b64encode(bytes(range(128, 256))).decode()
    document = read(json.dumps({"src": f"data:font/woff2;base64,{font}"}), "json")
    assert document.notes == {"embedded.unsupported": 1}
    assert not any(font[:20] in text for text in texts(document))


def test_text_in_a_data_url_is_written_again() -> None:
    page = base64.b64encode(b"<p>Ines Okafor, 555-0100, Ines Okafor</p>").decode()
    document = read(json.dumps({"src": f"open data:text/html;base64,{page} now"}), "json")
    released = rewrite(document, "Ines Okafor", "555-0100")
    (text,) = texts(read(released, "json"))
    assert text == "open data:text/html;base64,<p>[[NAME#1]], [[NAME#2]], [[NAME#1]]</p> now"


def _pieces(text: str, width: int, ending: str) -> list[str]:
    lines = [text[at : at + width] for at in range(0, len(text), width)]
    return [line + ending for line in lines[:-1]] + [lines[-1]]


@pytest.mark.parametrize("ending", ["\n", "", "\r\n"])
@pytest.mark.parametrize("depth", [0, 1, 2])
@pytest.mark.parametrize("indent", [None, 1])
def test_a_picture_in_a_list_of_strings_is_one(ending: str, depth: int, indent: int | None) -> None:
    value: object = {"data": {"image/png": _pieces(LONG, 32, ending), "text/plain": ["a", "b"]}, "n": [1, []]}
    raw = json.dumps(value, indent=indent)
    for _ in range(depth):
        raw = json.dumps({"out": raw})
    document = read(raw, "json")
    (picture,) = document.embedded
    assert picture.data == base64.b64decode(LONG)
    assert picture.pointer.endswith("/data/image~1png")
    again = document.raw[: picture.raw_start] + picture.encode(picture.data) + document.raw[picture.raw_end :]
    assert again == raw
    longer = picture.encode(picture.data * 3)
    released = document.raw[: picture.raw_start] + longer + document.raw[picture.raw_end :]
    for _ in range(depth):
        released = json.loads(released)["out"]
    parts = json.loads(released)["data"]["image/png"]
    assert base64.b64decode("".join(parts)) == picture.data * 3
    assert {len(part) for part in parts[:-1]} == {32 + len(ending)}


@pytest.mark.parametrize(
    "value",
    [
        [PACKED[:40], "and words"],
        [PACKED, 1],
        [PACKED[:40], [PACKED[40:]]],
        ["iVBORw0KGgo", "Ines"],
        [PACKED[:40]],
    ],
)
def test_other_lists_are_no_picture_in_pieces(value: list[object]) -> None:
    document = read(json.dumps(value), "json")
    assert not [one for one in document.embedded if one.raw_end - one.raw_start > len(PACKED)]
    assert "Ines" not in value or "Ines" in texts(document)


@pytest.mark.parametrize(
    "head",
    [
        "iVBORw0KGgo", "/9j/", "_9j_", "%2F9j%2f", r"\/9j\/", "R0lGOD", "UklGR", "Qk", "SUkq", "SUkr", "TU0AK",
        "TU0Ar", "JVBERi0", "AAAAGGZ0eX", "AAAAHGZ0eX", "AAAAIGZ0eX", "AAAADGpQ", "AAAADEpY", "/0//UQ", "_0__UQ",
        "AAABAA", "AAACA/", "OEJQU", "cW9pZ", "UDEK", "UDYg", "UDZN",
    ],
)  # fmt: skip
def test_the_quick_look_for_pictures_overlooks_none(head: str) -> None:
    assert re.match(PICTURE_HEADS, head)
    assert any(sign in head for sign in PICTURE_SIGNS)
