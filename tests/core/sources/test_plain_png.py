"""Plain PNG files take the short way: the same pixels as by Pillow, and Pillow for everything else."""

from __future__ import annotations

import io
import random
import zlib

import numpy as np
import pytest
from PIL import Image, PngImagePlugin

from shotveil.core.errors import InputProblem
from shotveil.core.sources.image_plain import decode_plain, strip_png
from shotveil.core.sources.images import open_image


def _picture(mode: str = "RGB") -> Image.Image:
    noise = np.random.default_rng(7).integers(0, 256, (40, 60, 3), np.uint8)
    noise[10:30] = (240, 248, 255)
    return Image.fromarray(noise).convert(mode)


def _png(image: Image.Image, **options: object) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "PNG", **options)  # type: ignore[arg-type]
    return buffer.getvalue()


def _with_chunk(data: bytes, kind: bytes, content: bytes) -> bytes:
    crc = zlib.crc32(content, zlib.crc32(kind)).to_bytes(4, "big")
    return data[:33] + len(content).to_bytes(4, "big") + kind + content + crc + data[33:]


@pytest.mark.parametrize("options", [{}, {"compress_level": 0}, {"optimize": True}, {"dpi": (144, 144)}])
def test_a_plain_picture_has_the_pixels_that_pillow_sees(options: dict[str, object]) -> None:
    data = _png(_picture(), **options)
    assert strip_png(data) is not None
    assert np.array_equal(open_image(data, "a.png").frame(), np.asarray(_picture()))


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        (b"gAMA", (22_000).to_bytes(4, "big")),
        (b"iCCP", b"odd\0\0"),
        (b"tEXt", b"Software\0probe"),
        (b"bKGD", b"\0" * 6),
    ],
)
def test_chunks_that_say_nothing_about_pixels_change_nothing(kind: bytes, content: bytes) -> None:
    data = _with_chunk(_png(_picture()), kind, content)
    assert strip_png(data) is not None
    assert np.array_equal(open_image(data, "a.png").frame(), np.asarray(_picture()))


@pytest.mark.parametrize("mode", ["RGBA", "P", "L", "1", "I;16"])
def test_other_kinds_of_pixels_are_not_plain(mode: str) -> None:
    image = _picture("L").convert("I").convert("I;16") if mode == "I;16" else _picture(mode)
    assert strip_png(_png(image)) is None


@pytest.mark.parametrize(
    ("kind", "content"),
    [(b"tRNS", b"\0\1\0\2\0\3"), (b"acTL", b"\0" * 8), (b"eXIf", b"MM\0*"), (b"zzZz", b""),
     (b"zTXt", b"Raw profile type exif\0\0"), (b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0")],
)  # fmt: skip
def test_what_may_change_the_look_is_not_plain(kind: bytes, content: bytes) -> None:
    assert strip_png(_with_chunk(_png(_picture()), kind, content)) is None


def test_a_turned_picture_stands_upright() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    assert open_image(_png(_picture(), exif=exif), "a.png").frame().shape == (60, 40, 3)
    info = PngImagePlugin.PngInfo()
    info.add_itxt("XML:com.adobe.xmp", '<x tiff:Orientation="6"/>')
    assert strip_png(_png(_picture(), pnginfo=info)) is None


def test_damage_is_told_as_before_or_made_the_best_of() -> None:
    data, chance = _png(_picture()), random.Random(1729)
    for _ in range(60):
        spoilt = bytearray(data)
        spoilt[chance.randrange(41, len(data) - 16)] ^= 1 << chance.randrange(8)
        try:
            seen = np.asarray(Image.open(io.BytesIO(bytes(spoilt))).convert("RGB"))
        except (OSError, SyntaxError, ValueError):
            with pytest.raises(InputProblem):
                open_image(bytes(spoilt), "a.png").frame()
        else:
            assert np.array_equal(open_image(bytes(spoilt), "a.png").frame(), seen)


def test_a_cut_file_is_no_plain_picture() -> None:
    data = _png(_picture())
    assert strip_png(data[:-8]) is None
    whole = strip_png(data)
    assert whole is not None
    assert decode_plain(whole[:80]) is None
