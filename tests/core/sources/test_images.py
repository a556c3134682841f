"""Pictures of every format become the pixels a person sees, or a named refusal."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from shotveil.core.errors import InputProblem
from shotveil.core.sources import images
from shotveil.core.sources.images import open_image

BUGS = Path(__file__).resolve().parents[2] / "conformance" / "cases" / "bugs" / "images"
SIZE = (120, 60)


def picture(mode: str = "RGB", mark: int = 0) -> Image.Image:
    image = Image.new("RGB", SIZE, "white")
    ImageDraw.Draw(image).rectangle((10 + mark, 10, 40 + mark, 30), fill=(200, 30, 40))
    return image.convert(mode)


def encode(image: Image.Image, kind: str, **options: object) -> bytes:
    stream = io.BytesIO()
    image.save(stream, kind, **options)
    return stream.getvalue()


def decode_all(data: bytes, name: str) -> None:
    source = open_image(data, name)
    for index in range(source.frames):
        source.frame(index)


def refused(data: bytes, name: str = "x.png") -> str:
    with pytest.raises(InputProblem) as problem:
        decode_all(data, name)
    assert problem.value.message.startswith(name)
    return problem.value.code


@pytest.mark.parametrize(
    ("kind", "mode"),
    [
        ("PNG", "RGB"), ("PNG", "L"), ("PNG", "P"), ("PNG", "RGBA"), ("PNG", "LA"), ("PNG", "1"),
        ("JPEG", "RGB"), ("JPEG", "CMYK"), ("JPEG", "L"), ("WEBP", "RGB"), ("WEBP", "RGBA"), ("BMP", "RGB"),
        ("BMP", "P"), ("GIF", "P"), ("TIFF", "RGB"), ("TIFF", "CMYK"), ("TIFF", "1"),
    ],
)  # fmt: skip
def test_formats_and_modes_show_the_same_picture(kind: str, mode: str) -> None:
    source = open_image(encode(picture(mode), kind), "name.without.meaning")
    assert (source.format, source.width, source.height, source.frames) == (kind, *SIZE, 1)
    rgb = source.frame(0)
    assert rgb.shape == (60, 120, 3)
    assert rgb.dtype == np.uint8
    assert rgb[50, 100].min() > 240
    if mode not in {"L", "LA", "1"}:
        red, green, blue = rgb[20, 25].astype(int)
        assert red > 150
        assert max(green, blue) < 90


def test_sixteen_bits_are_scaled_not_cut() -> None:
    deep = np.full((60, 120), 65535, np.uint16)
    deep[10:30] = 32768
    rgb = open_image(encode(Image.fromarray(deep), "PNG"), "x.png").frame(0)
    assert rgb[50, 5].tolist() == [255] * 3
    assert abs(int(rgb[20, 5, 0]) - 128) <= 1


@pytest.mark.parametrize("orientation", range(1, 9))
def test_orientation_is_undone(orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    source = open_image(encode(picture(), "JPEG", exif=exif, quality=95), "x.jpg")
    assert source.orientation == orientation
    assert source.frame(0).shape[:2] == (source.height, source.width)
    assert (source.width, source.height) == (SIZE if orientation < 5 else SIZE[::-1])


@pytest.mark.parametrize(("ink", "ground"), [((0, 0, 0), (255, 255, 255)), ((255, 255, 255), (0, 0, 0))])
def test_transparency_is_laid_on_what_keeps_it_visible(ink: images.Rgb, ground: images.Rgb) -> None:
    drawn = Image.new("RGBA", SIZE, (*ink, 0))
    ImageDraw.Draw(drawn).rectangle((20, 20, 60, 40), fill=(*ink, 255))
    source = open_image(encode(drawn, "PNG"), "x.png")
    assert source.background == ground
    rgb = source.frame(0)
    assert rgb[30, 40].tolist() == list(ink)
    assert rgb[5, 5].tolist() == list(ground)
    alpha = source.alpha(0)
    assert alpha is not None
    assert int(alpha[30, 40]) == 255
    assert int(alpha[5, 5]) == 0


@pytest.mark.parametrize("kind", ["GIF", "WEBP", "PNG", "TIFF"])
def test_every_frame_is_handed_out_in_any_order(kind: str) -> None:
    frames = [picture(mark=20 * index) for index in range(4)]
    options = {} if kind == "TIFF" else {"duration": [100, 200, 300, 400], "loop": 3}
    if kind == "WEBP":
        options["lossless"] = True
    data = encode(frames[0], kind, save_all=True, append_images=frames[1:], **options)
    source = open_image(data, "x")
    assert source.frames == 4
    if kind != "TIFF":
        assert [info.duration_ms for info in source.infos] == [100, 200, 300, 400]
    for index in (0, 1, 2, 3, 1, 0):
        red = (np.abs(source.frame(index).astype(int) - (200, 30, 40)).max(axis=2) < 30).nonzero()[1]
        assert abs(int(red.min()) - (10 + 20 * index)) <= 1


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF"])
def test_cut_files_are_refused(kind: str) -> None:
    noise = Image.fromarray(np.random.default_rng(1).integers(0, 255, (60, 120, 3), np.uint8))
    data = encode(noise, kind)
    for tenth in range(1, 10):
        assert refused(data[: len(data) * tenth // 10]).startswith("image.")


def test_what_is_no_picture_is_refused_by_name() -> None:
    assert refused(b"") == "image.empty"
    assert refused(b"just text\n" * 9) == "image.not_an_image"
    assert refused(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic") in {"unsupported.heic", "image.broken"}
    assert refused(b"\0\0\0\x18ftypavif\0\0\0\0mif1avif") == "unsupported.avif"
    assert refused(b"%PDF-1.7 nothing") in {"unsupported.pdf", "image.broken"}


def test_bombs_are_refused_before_decoding() -> None:
    huge = Image.new("1", (20_000, 20_000))
    assert refused(encode(huge, "PNG")) == "image.too_large"


def test_the_limit_can_be_lowered() -> None:
    with pytest.raises(InputProblem, match=r"limit of 0\.005 megapixels"):
        open_image(encode(picture(), "PNG"), "x.png", max_pixels=5_000)


def test_too_many_frames_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(images, "MAX_FRAMES", 2)
    frames = [picture(mark=20 * index) for index in range(3)]
    data = encode(frames[0], "GIF", save_all=True, append_images=frames[1:])
    assert refused(data) == "image.too_many_frames"


def test_bytes_after_the_end_are_counted() -> None:
    for kind in ("PNG", "JPEG", "GIF"):
        assert open_image(encode(picture(), kind) + b"hidden", "x").trailing_bytes == 6


def test_damaged_files_never_raise_anything_else() -> None:
    chance = random.Random(5)
    for kind in ("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF"):
        data = bytearray(encode(picture("P" if kind == "GIF" else "RGB"), kind))
        for _ in range(40):
            hurt = bytearray(data)
            for _ in range(chance.randint(1, 12)):
                hurt[chance.randrange(len(hurt))] = chance.randrange(256)
            try:
                source = open_image(bytes(hurt), "x")
                for index in range(min(source.frames, 3)):
                    source.frame(index)
            except InputProblem:
                continue


def test_reported_pictures_open_as_described() -> None:
    for case in json.loads((BUGS / "truth_handover.json").read_text(encoding="utf-8")):
        source = open_image((BUGS / case["file"]).read_bytes(), case["file"])
        assert source.frames == case["frames"]
        assert [source.width, source.height] == case["size"]
        assert source.trailing_bytes == case.get("trailing_bytes", 0)


def test_frames_of_an_animated_png_are_read_again_from_the_first() -> None:
    """Pillow cannot go back and on in every such file by itself."""
    frames = []
    for step in range(10):
        frame = Image.new("RGB", (80, 24), "white")
        ImageDraw.Draw(frame).text((4, 4), "shot", fill=(25 * step,) * 3)
        frames.append(frame)
    out = io.BytesIO()
    frames[0].save(out, "PNG", save_all=True, append_images=frames[1:], duration=80)
    source = open_image(out.getvalue(), "fade.png")
    assert source.frames == 10
    for _ in range(3):
        for index, frame in enumerate(frames):
            assert np.array_equal(source.frame(index), np.asarray(frame))
    assert np.array_equal(source.frame(2), np.asarray(frames[2]))
