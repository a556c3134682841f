"""Files of every format hold the new pixels and nothing else of the input."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image, PngImagePlugin

from shotveil.core.sources.images import open_image
from shotveil.renderers.image_write import encode_image, output_suffix

SECRET = b"Ada Probe was here"


def _bytes(image: Image.Image, format: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, format=format, **options)  # type: ignore[arg-type]
    return buffer.getvalue()


def _picture(mode: str = "RGB") -> Image.Image:
    pixels = np.arange(40 * 60 * 3, dtype=np.uint32).reshape(40, 60, 3) % 251
    return Image.fromarray(pixels.astype(np.uint8)).convert(mode)


def _write(data: bytes, image_format: str | None = None):  # type: ignore[no-untyped-def]
    source = open_image(data, "a.png")
    frames = [source.frame(index) for index in range(source.frames)]
    written = encode_image(frames, source, image_format)
    assert written == encode_image(frames, source, image_format)
    return source, frames, written


@pytest.mark.parametrize("format", ["PNG", "BMP", "TIFF", "WEBP"])
@pytest.mark.parametrize("mode", ["RGB", "L", "P"])
def test_exact_formats_keep_every_pixel(format: str, mode: str) -> None:
    data = _bytes(_picture(mode), format, **({"lossless": True} if format == "WEBP" else {}))
    source, frames, written = _write(data)
    again = open_image(written, "b")
    assert again.format == source.format == format
    assert np.array_equal(again.frame(0), frames[0])


def test_jpeg_stays_jpeg_and_close() -> None:
    smooth = Image.linear_gradient("L").resize((60, 40)).convert("CMYK")
    source, frames, written = _write(_bytes(smooth, "JPEG", quality=98))
    again = open_image(written, "b")
    assert again.format == "JPEG"
    assert np.abs(again.frame(0).astype(int) - frames[0]).mean() < 2
    assert source.mode == "CMYK"


def test_nothing_but_pixels_survives() -> None:
    info = PngImagePlugin.PngInfo()
    info.add_text("Comment", SECRET.decode())
    exif = Image.Exif()
    exif[0x010E] = SECRET.decode()
    png = _bytes(_picture(), "PNG", pnginfo=info, exif=exif) + SECRET
    assert SECRET in png
    jpeg = _bytes(_picture(), "JPEG", exif=exif, comment=SECRET) + SECRET
    webp = _bytes(_picture(), "WEBP", exif=exif, xmp=SECRET, lossless=True)
    for data in (png, jpeg, webp):
        _, _, written = _write(data)
        assert SECRET not in written
        assert not Image.open(io.BytesIO(written)).getexif()


def test_hidden_colour_under_alpha_is_gone() -> None:
    pixels = np.zeros((30, 30, 4), np.uint8)
    pixels[..., :3] = (12, 99, 180)
    pixels[:15, :, 3] = 255
    _, _, written = _write(_bytes(Image.fromarray(pixels), "PNG"))
    assert Image.open(io.BytesIO(written)).mode == "RGB"
    assert not (open_image(written, "b").frame(0)[15:] == (12, 99, 180)).all(axis=2).any()


@pytest.mark.parametrize("format", ["GIF", "PNG", "TIFF"])
def test_frames_keep_their_order_and_times(format: str) -> None:
    frames = [Image.new("RGB", (40, 30), colour) for colour in ((255, 0, 0), (0, 255, 0), (0, 0, 255))]
    options = {} if format == "TIFF" else {"duration": [100, 200, 300], "loop": 0}
    buffer = io.BytesIO()
    frames[0].save(buffer, format=format, save_all=True, append_images=frames[1:], **options)  # type: ignore[arg-type]
    source, pixels, written = _write(buffer.getvalue())
    again = open_image(written, "b")
    assert again.frames == 3
    assert all(np.array_equal(again.frame(n), pixels[n]) for n in range(3))
    assert [i.duration_ms for i in again.infos] == [i.duration_ms for i in source.infos]


def test_another_format_on_request_and_its_suffix() -> None:
    source, _, written = _write(_bytes(_picture(), "PNG"), "jpeg")
    assert open_image(written, "b").format == "JPEG"
    assert output_suffix(source, "jpeg") == ".jpg"
    assert output_suffix(source) == ""


def test_many_frames_never_become_one() -> None:
    frames = [Image.new("RGB", (40, 30), (c, 0, 0)) for c in (10, 200)]
    buffer = io.BytesIO()
    frames[0].save(buffer, format="GIF", save_all=True, append_images=frames[1:], duration=100)
    source, _, written = _write(buffer.getvalue(), "jpeg")
    assert open_image(written, "b").frames == 2
    assert output_suffix(source, "jpeg") == ".tiff"


@pytest.mark.parametrize("size", [(40, 60), (1, 1), (60, 1), (1, 60), (300, 500)])
def test_drawn_pictures_are_written_exactly_and_bare(size: tuple[int, int]) -> None:
    rgb = np.full((*size, 3), (250, 240, 230), np.uint8)
    rgb[: size[0] // 2, : size[1] // 3] = (10, 200, 90)
    source = open_image(_bytes(Image.fromarray(rgb), "PNG"), "a.png")
    written = encode_image([rgb], source)
    assert written == encode_image([rgb], source)
    assert np.array_equal(open_image(written, "b").frame(0), rgb)
    kinds, place = set(), 8
    while place < len(written):
        kinds.add(written[place + 4 : place + 8])
        place += 12 + int.from_bytes(written[place : place + 4], "big")
    assert kinds == {b"IHDR", b"IDAT", b"IEND"}


def test_a_drawn_picture_that_opencv_cannot_write_is_written_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rgb = np.full((30, 40, 3), 200, np.uint8)
    source = open_image(_bytes(Image.fromarray(rgb), "PNG"), "a.png")
    monkeypatch.setattr("cv2.imencode", lambda *_: (False, np.zeros(0, np.uint8)))
    assert np.array_equal(open_image(encode_image([rgb], source), "b").frame(0), rgb)


def test_gradients_and_photographs_stay_small() -> None:
    across, down = np.meshgrid(np.arange(600), np.arange(400))
    rgb = np.stack([across // 3, down // 2, (across + down) // 4], axis=2).astype(np.uint8)
    source = open_image(_bytes(Image.fromarray(rgb), "PNG"), "a.png")
    assert len(encode_image([rgb], source)) < rgb.size / 20
