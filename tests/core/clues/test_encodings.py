"""A known value goes in every encoding that a text may show it in, and nothing else does."""

from __future__ import annotations

import base64
import codecs
import gzip
import json
import re
import time
import zlib
from collections.abc import Callable
from urllib.parse import quote, quote_plus

import pytest

from shotveil.core.clues.encodings import read_encoded
from shotveil.core.detect import Detector
from shotveil.core.records import TextExtent, View

VALUES = (
    "Marla Quillgate",
    "4155550142",
    "marla.quillgate@example.com",
    "k9Xw2Lm4Qp7RtZ5v",
    "欧阳若兰",
    "4111 1111 1111 1111",
)
HEAD = (
    "Name: Marla Quillgate\nPhone: 4155550142\nEmail: marla.quillgate@example.com\nAPI_KEY=k9Xw2Lm4Qp7RtZ5v\n"
    "姓名：欧阳若兰\ncard 4111 1111 1111 1111\n\nthe log of the day follows\n"
)  # fmt: skip


def _pack(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


ENCODINGS: dict[str, Callable[[str], str]] = {
    "base64": lambda v: _pack(v.encode()),
    "base64, second byte": lambda v: _pack(b":" + v.encode() + b" z"),
    "base64, third byte": lambda v: _pack(b"u:" + v.encode() + b" z"),
    "base64, behind letters": lambda v: "/x/ab" + _pack(v.encode()),
    "base64, over lines": lambda v: (
        _pack(b"first words of a letter that says a good many things: " + v.encode() + b", and more")[:76] + "\n"
        + _pack(b"first words of a letter that says a good many things: " + v.encode() + b", and more")[76:]
    ),
    "base64url": lambda v: base64.urlsafe_b64encode(b"??>" + v.encode() + b"~~").decode().rstrip("="),
    "base64, utf-16": lambda v: _pack(("say " + v).encode("utf-16-le")) if v.isascii() else _pack(v.encode()),
    "base64 of base64": lambda v: _pack(_pack(v.encode()).encode()),
    "hex": lambda v: v.encode().hex(),
    "hex, capitals": lambda v: v.encode().hex().upper(),
    "hex, parted": lambda v: v.encode().hex(" "),
    "hex, listed": lambda v: ", ".join(f"0x{byte:02x}" for byte in v.encode()),
    "hex escapes": lambda v: "".join(f"\\x{byte:02x}" for byte in v.encode()),
    "octal escapes": lambda v: "".join(f"\\{byte:03o}" for byte in v.encode()),
    "percent": lambda v: "".join(f"%{byte:02X}" for byte in v.encode()),
    "percent, twice": lambda v: quote(quote(v, safe=""), safe=""),
    "form": quote_plus,
    "entities": lambda v: "".join(f"&#{ord(char)};" for char in v),
    "entities, hex": lambda v: "".join(f"&#x{ord(char):x};" for char in v),
    "entities, twice": lambda v: "".join(f"&amp;#{ord(char)};" for char in v),
    "entity of a blank": lambda v: v.replace(" ", "&nbsp;").replace("@", "&commat;").replace(".", "&period;"),
    "unicode escapes": lambda v: "".join(f"\\u{ord(char):04x}" for char in v),
    "unicode, braces": lambda v: "".join(f"\\u{{{ord(char):x}}}" for char in v),
    "JSON in JSON": lambda v: json.dumps(json.dumps({"a": v})),
    "decimal list": lambda v: str(list(v.encode())),
    "decimal, blanks": lambda v: " ".join(str(byte) for byte in v.encode()),
    "code points": lambda v: f"String.fromCharCode({','.join(str(ord(char)) for char in v)})",
    "CHR": lambda v: "||".join(f"CHR({byte})" for byte in v.encode()),
    "chr, dots": lambda v: ".".join(f"chr({byte})" for byte in v.encode()),
    "binary": lambda v: " ".join(f"{byte:08b}" for byte in v.encode()),
    "hex, groups": lambda v: " ".join(re.findall("..?.?.?", v.encode().hex())),
    "CSS escapes": lambda v: "".join(f"\\{ord(char):x} " for char in v),
    "CSS escapes, full": lambda v: "".join(f"\\{ord(char):06x}" for char in v),
    "base32": lambda v: base64.b32encode(v.encode()).decode(),
    "base32, small": lambda v: base64.b32encode(b"say " + v.encode()).decode().rstrip("=").lower(),
    "base85": lambda v: base64.b85encode(v.encode()).decode(),
    "ascii85": lambda v: base64.a85encode(v.encode(), adobe=True).decode(),
    "gzip": lambda v: _pack(gzip.compress(b"say " + v.encode())),
    "zlib": lambda v: _pack(zlib.compress(b"say " + v.encode())),
    "host name": lambda v: f"xn--{v.encode('punycode').decode()}.example",
    "quoted-printable": lambda v: v.replace(" ", "=20").replace("@", "=40") if v.isascii()
    else "".join(f"={byte:02X}" for byte in v.encode()),
}  # fmt: skip


def _redact(text: str) -> str:
    view = Detector(tagger=False).detect([View("v", "s", 0, "text", "t", text=text)])[0]
    extents = {e for o in view.occurrences for e in o.extents if isinstance(e, TextExtent)}
    for extent in sorted(extents, key=lambda e: -e.start):
        text = text[: extent.start] + "▇" * (extent.end - extent.start) + text[extent.end :]
    return text


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_encoded_copy_of_a_known_value_goes(encoding: str) -> None:
    change = ENCODINGS[encoding]
    for value in VALUES:
        text = f"{HEAD}call q={change(value)} end\n"
        safe = _redact(text)
        written = safe[len(HEAD) + len("call q=") :]
        kept = [line for line in written.splitlines() if "▇" in line]
        assert kept, (encoding, value)
        assert safe.endswith(" end\n")
        decoded = read_encoded(written)
        assert value not in written + (decoded.text if decoded else ""), (encoding, value)


def _dump(value: str, *, canonical: bool) -> str:
    """As xxd and hexdump -C write it."""
    lines = []
    for at in range(0, len(value), 16):
        row = value.encode()[at : at + 16]
        pairs = row.hex(" ") if canonical else " ".join(re.findall("..?.?.?", row.hex()))
        shown = "".join(chr(byte) if 31 < byte < 127 else "." for byte in row)
        lines.append(f"{at:08x}  {pairs:<48}  |{shown}|" if canonical else f"{at:08x}: {pairs:<39}  {shown}")
    return "\n".join(lines)


@pytest.mark.parametrize("canonical", [True, False])
def test_a_dump_over_lines_goes_with_its_column(canonical: bool) -> None:
    text = f"sent {'x' * 7} to marla.quillgate@example.com and k9Xw2Lm4Qp7RtZ5v"
    safe = _redact(f"{HEAD}\n{_dump(text, canonical=canonical)}\nend\n")[len(HEAD) :]
    for part in ("quillgate", "marla", b"quillgate".hex(" "), "k9Xw", b"k9Xw2Lm4".hex(" "), "RtZ5v"):
        assert part not in safe
    assert "00000000" in safe
    other = f"{HEAD}\n{_dump('an ordinary sentence without anything private', canonical=canonical)}\nend\n"
    assert _redact(other) == other.replace(HEAD, _redact(HEAD))


@pytest.mark.parametrize(
    "written",
    [
        "znetb, Zneyn Dhvyytngr, znetb", "etaglliuQ alraM", "MarlaQuillgate",
        "#MarlaQuillgate", "marla-quillgate", "marla_quillgate", "418-larkspur-avenue", "418_larkspur_avenue_portland",
        "#418LarkspurAvenue", "/homes/418-larkspur-avenue-portland-or-97205/", "97205-or", "k9Xw2Lm4Qp7RtZ5v"[::-1],
        codecs.encode("k9Xw2Lm4Qp7RtZ5v", "rot13"),
    ],
)  # fmt: skip
def test_slugs_and_turned_copies_go(written: str) -> None:
    head = HEAD + "Address: 418 Larkspur Avenue, Portland, OR 97205\n"
    known = written != "97205-or"
    safe = _redact(f"{head}tag {written} end\n")[len(head) :]
    assert ("▇" in safe) is known, safe


@pytest.mark.parametrize("write", [_pack, bytes.hex, lambda raw: str(list(raw))])
@pytest.mark.parametrize("broken", [b"\xed\xa0\x80", b"\xf0\x80\x80\x80", b"\xf4\x90\x80\x80"])
def test_a_copy_beside_bytes_that_are_no_utf8_goes(write: Callable[[bytes], str], broken: bytes) -> None:
    written = write(b"Marla Quillgate " + 3 * broken + b" a")
    safe = _redact(f"{HEAD}call q={written} end\n")
    assert "▇" in safe[len(HEAD) :]


def test_other_encoded_text_stays() -> None:
    """What no known value hides in is not touched, and a value inside a longer word is none."""
    pieces = [
        _pack(b"an ordinary sentence without anything private"),
        _pack(b"Marlaqueen and quillgates"),
        b"the quick brown fox".hex(),
        "caf\\u00e9 &amp; bar %20 x=3D",
        "fbf63c6adba57ff2a18d83d55deff3db5e89b043",
        str(list(b"an ordinary sentence")),
        "77, 97, 114, 108, 98, 32, 81, 117",
        "1024 2048 4096 8192 16384",
        base64.b32encode(b"Marlaqueen and quillgates").decode(),
        base64.b85encode(b"Marlaqueen and quillgates").decode(),
        _pack(gzip.compress(b"Marlaqueen and quillgates")),
        "xn--bcher-kva.example",
        "Marlaqueen quillgates etaglliuqs 418-larkspur-avenues",
    ]
    text = HEAD + "\n".join(f"log {piece} end" for piece in pieces) + "\n"
    assert _redact(text)[len(HEAD) :] == text[len(HEAD) :]


def _least_s(step: Callable[[str], object], text: str) -> float:
    """Processor time of a step: the least of three, since others share the machine."""
    times = []
    for _ in range(3):
        started = time.process_time()
        step(text)
        times.append(time.process_time() - started)
    return min(times)


def _detect(text: str) -> object:
    return Detector(tagger=False).detect([View("v", "s", 0, "text", "t", text=text)])


@pytest.mark.parametrize(
    "sign",
    [
        "a",
        "Aa",
        "\\",
        "\\u",
        "%25",
        "=",
        "&amp;",
        "41 ",
        "0x41,",
        "&",
        "4d",
        "77,",
        "CHR(65)||",
        "0a1b ",
        "A2",
        "\\41 ",
        "x=!",
        "01000001 ",
        "00000000: 4141 ",
        "(",
        "eJ",
        "<~",
    ],
)
def test_reading_takes_linear_time(sign: str) -> None:
    spent = [_least_s(read_encoded, sign * (size // len(sign))) for size in (20_000, 160_000)]
    assert spent[1] < 40 * max(spent[0], 0.005)


def test_many_copies_on_one_line_take_linear_time() -> None:
    texts = [HEAD + '\\", \\"'.join(["Marla Quillgate"] * count) for count in (300, 2400)]
    spent = [_least_s(_detect, text) for text in texts]
    assert spent[1] < 40 * max(spent[0], 0.02)
