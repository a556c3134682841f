"""Pictures inside logs: found by content, never read as text, put back in place."""

from __future__ import annotations

import base64
import json
import zlib

import pytest
from rewriting import read, rewrite, texts

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
