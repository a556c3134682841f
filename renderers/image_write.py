"""Encode safe pixels in the format of the input, from pixels alone (DESIGN rule 6).

No EXIF, thumbnail, text chunk, colour profile, palette entry, alpha or trailing byte of the input can get
in: the encoder is only ever shown RGB arrays and the times of the frames.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from time import gmtime
from typing import TYPE_CHECKING, Any, Final

from shotveil.core.errors import InputProblem
from shotveil.core.sources.image_formats import SUFFIXES
from shotveil.renderers.ink import Pixels

if TYPE_CHECKING:
    from PIL import Image

    from shotveil.core.sources.images import ImageSource

STAND_INS: Final[dict[str, str]] = {"HEIC": "PNG"}
"""What is written for a format that can only be read."""
MANY_FRAMES: Final = frozenset({"PNG", "GIF", "WEBP", "TIFF", "PDF"})
JPEG_QUALITY: Final = 95
MAX_GIF_COLOURS: Final = 256
FLAT_SHARE: Final = 0.75
FLAT_STEP: Final = 16
"""Every so many rows are looked at."""
MAX_FLAT_SIDE: Final = 65_000
"""Longer ones are beyond what OpenCV's encoder takes for granted (px)."""


def output_format(source: ImageSource, image_format: str | None = None) -> str:
    """Name of the format that is written: the asked-for one, else that of the input.

    A picture of several frames that the asked-for format cannot hold becomes TIFF pages.
    """
    wanted = (image_format or source.format).upper()
    wanted = STAND_INS.get(wanted, wanted)
    return wanted if source.frames == 1 or wanted in MANY_FRAMES else "TIFF"


def output_suffix(source: ImageSource, image_format: str | None = None) -> str:
    """Suffix that the output's name must take, or "" when the input's own name fits."""
    written = output_format(source, image_format)
    return "" if written == source.format else SUFFIXES[written]


def encode_image(frames: Sequence[Pixels], source: ImageSource, image_format: str | None = None) -> bytes:
    """The file of the safe picture.

    Args:
        frames: upright RGB frames in order, (H, W, 3) uint8, as many as the source has.
        source: the input, for its format, times and loop count.
        image_format: another format to write (``png jpeg webp bmp gif tiff``), or None.

    Returns:
        The same bytes for the same pixels.

    Raises:
        InputProblem: ``image.cannot_write`` when the format cannot hold the picture.
    """
    from PIL import Image

    written = output_format(source, image_format)
    if written == "PNG" and len(frames) == 1 and _is_flat(frames[0]) and (flat := _encode_flat(frames[0])):
        return flat
    images = [Image.fromarray(frame) for frame in frames]
    try:
        return _ENCODERS[written](images, source)
    except (OSError, ValueError, OverflowError) as error:
        raise InputProblem(
            "image.cannot_write",
            f"{source.path}: cannot be written as {written}",
            "choose another --image-format",
        ) from error


def _is_flat(rgb: Pixels) -> bool:
    """Whether a picture is drawn: most pixels are their left neighbour's equals, as on screens."""
    import numpy as np

    if max(rgb.shape) > MAX_FLAT_SIDE:
        return False
    rows = rgb[::FLAT_STEP]
    if rows.shape[1] < 2:
        return False
    red, green, blue = (rows[:, 1:, channel] == rows[:, :-1, channel] for channel in range(3))
    return float(np.mean(red & green & blue)) >= FLAT_SHARE


def _encode_flat(rgb: Pixels) -> bytes | None:
    """A PNG without row filters: for drawn pictures smaller than with them, and twice as fast.

    None where OpenCV cannot write it: half a file must not pass for a released one.
    """
    import cv2

    options = [cv2.IMWRITE_PNG_COMPRESSION, 3, cv2.IMWRITE_PNG_FILTER, cv2.IMWRITE_PNG_FILTER_NONE]
    try:
        done, data = cv2.imencode(".png", cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR), options)
    except cv2.error:
        return None
    return data.tobytes() if done else None


def _save(images: Sequence[Image.Image], written: str, **options: Any) -> bytes:
    buffer = io.BytesIO()
    if len(images) > 1:
        options |= {"save_all": True, "append_images": list(images[1:])}
    images[0].save(buffer, format=written, **options)
    return buffer.getvalue()


def _durations(source: ImageSource) -> list[float]:
    return [info.duration_ms for info in source.infos]


def _encode_png(images: Sequence[Image.Image], source: ImageSource) -> bytes:
    if len(images) == 1:
        return _save(images, "PNG", compress_level=3)
    return _save(
        images,
        "PNG",
        duration=_durations(source),
        loop=source.loop or 0,
        default_image=False,
        disposal=0,
        blend=0,
    )


def _encode_jpeg(images: Sequence[Image.Image], source: ImageSource) -> bytes:
    del source
    return _save(images, "JPEG", quality=JPEG_QUALITY, subsampling=0, optimize=False)


def _encode_webp(images: Sequence[Image.Image], source: ImageSource) -> bytes:
    options: dict[str, Any] = {"lossless": True, "quality": 50, "method": 2}
    if len(images) > 1:
        durations = [round(duration) for duration in _durations(source)]
        options |= {"duration": durations, "loop": source.loop or 0, "minimize_size": False}
    return _save(images, "WEBP", **options)


def _encode_bmp(images: Sequence[Image.Image], source: ImageSource) -> bytes:
    del source
    return _save(images, "BMP")


def _encode_gif(images: Sequence[Image.Image], source: ImageSource) -> bytes:
    indexed = [_index_colours(image) for image in images]
    options: dict[str, Any] = {"optimize": False, "disposal": 1}
    if len(images) > 1:
        options["duration"] = [round(duration) for duration in _durations(source)]
        if source.loop is not None:
            options["loop"] = source.loop
    return _save(indexed, "GIF", **options)


def _index_colours(image: Image.Image) -> Image.Image:
    """A palette of exactly the picture's colours where they are few enough, else the best 256."""
    import numpy as np
    from PIL import Image

    pixels = np.asarray(image, np.uint32)
    packed = (pixels[..., 0] << 16) | (pixels[..., 1] << 8) | pixels[..., 2]
    colours, places = np.unique(packed, return_inverse=True)
    if len(colours) > MAX_GIF_COLOURS:
        return image.quantize(MAX_GIF_COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    indexed = Image.fromarray(places.reshape(packed.shape).astype(np.uint8), "P")
    indexed.putpalette([int(c) >> shift & 255 for c in colours for shift in (16, 8, 0)])
    return indexed


def _encode_tiff(images: Sequence[Image.Image], source: ImageSource) -> bytes:
    del source
    return _save(images, "TIFF", compression="tiff_adobe_deflate")


def _encode_pdf(images: Sequence[Image.Image], source: ImageSource) -> bytes:
    resolution = source.dpi[0] if source.dpi else 72.0
    moment = gmtime(0)
    return _save(
        images,
        "PDF",
        resolution=resolution,
        quality=JPEG_QUALITY,
        creationDate=moment,
        modDate=moment,
        producer="",
    )


_ENCODERS: Final[dict[str, Callable[[Sequence[Image.Image], ImageSource], bytes]]] = {
    "PNG": _encode_png,
    "JPEG": _encode_jpeg,
    "WEBP": _encode_webp,
    "BMP": _encode_bmp,
    "GIF": _encode_gif,
    "TIFF": _encode_tiff,
    "PDF": _encode_pdf,
}
