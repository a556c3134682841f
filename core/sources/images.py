"""Pictures: any everyday format decoded by content, frame by frame, to upright RGB (DESIGN 2, rule 6).

Nothing of the file but its pixels leaves this module: EXIF, thumbnails, text chunks and bytes after the
end mark are not carried. Transparent pictures are laid on one flat colour that keeps their text visible.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from shotveil.core.errors import InputProblem

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]

MAX_PIXELS = 100_000_000
"""Largest frame that is decoded: 300 MB of RGB, a page of 1080 px width and 92,000 px height."""
MAX_FRAMES = 2_000
MAX_TOTAL_PIXELS = 4_000_000_000

Rgb = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class FrameInfo:
    """One frame or page: its upright size (px), how long it shows, and how it gives way to the next.

    ``disposal`` is the format's own number (GIF 0-3, APNG 0-2); frames are handed out fully composed, so
    a writer may always use 0 or 1.
    """

    width: int
    height: int
    duration_ms: float = 0.0
    disposal: int = 0


class FrameDecoder(Protocol):
    """What a format offers: frames in any order, cheap when asked in ascending order."""

    def rgb(self, index: int) -> Pixels: ...

    def alpha(self, index: int) -> Pixels | None: ...


@dataclass(frozen=True, slots=True)
class ImageSource:
    """A decoded picture file and what a writer needs to give the same kind of file back.

    Attributes:
        path: the name it was opened under; used in messages only.
        format: ``PNG JPEG WEBP BMP GIF TIFF HEIC PDF``, from the content.
        mode: Pillow's mode of the first frame as stored (``P``, ``RGBA``, ``CMYK``, ``I;16`` ...).
        width, height: upright size of the first frame, px.
        frames: number of frames or pages.
        infos: one FrameInfo per frame.
        orientation: EXIF orientation that was undone, 1 for none.
        background: colour that transparent pixels were laid on, None for an opaque picture.
        loop: animation loop count (0 endless), None when the file names none.
        dpi: resolution as stored, or None.
        settings: further facts for the writer (``quality`` tables are not kept): ``lossless``, ``pages``.
        trailing_bytes: bytes after the picture's own end mark; they are never written.
    """

    path: str
    format: str
    mode: str
    width: int
    height: int
    frames: int
    infos: tuple[FrameInfo, ...]
    sha256: str
    orientation: int = 1
    background: Rgb | None = None
    loop: int | None = None
    dpi: tuple[float, float] | None = None
    settings: tuple[tuple[str, Any], ...] = ()
    trailing_bytes: int = 0
    decoder: FrameDecoder | None = field(default=None, repr=False, compare=False)

    def frame(self, index: int = 0) -> Pixels:
        """Frame ``index`` as (height, width, 3) uint8 RGB, upright, transparency laid on ``background``.

        Raises:
            InputProblem: ``image.truncated`` or ``image.broken`` when its data end early or make no sense.
        """
        return self._open().rgb(index)

    def alpha(self, index: int = 0) -> Pixels | None:
        """Alpha plane of a frame, (height, width) uint8, upright; None where the frame is opaque."""
        return self._open().alpha(index)

    def _open(self) -> FrameDecoder:
        if self.decoder is None:
            raise ValueError("an ImageSource without its decoder holds no pixels")
        return self.decoder


def open_image(data: bytes, path: str, *, max_pixels: int = 0) -> ImageSource:
    """Decode a picture's header and frame table; pixels follow on demand.

    Args:
        data: the whole file.
        path: its name, for messages; it plays no part in recognising the format.
        max_pixels: largest frame to decode, 0 for ``MAX_PIXELS``.

    Raises:
        InputProblem: ``image.empty``, ``image.not_an_image``, ``image.truncated``, ``image.broken``,
            ``image.too_large``, ``image.too_many_frames``, or ``unsupported.<kind>`` for a known kind that
            needs an extra or is not handled.
    """
    from shotveil.core.sources.image_formats import recognise_format

    kind = recognise_format(data, path)
    limit = max_pixels or MAX_PIXELS
    if kind == "PDF":
        from shotveil.core.sources.image_documents import open_pdf

        return open_pdf(data, path, limit)
    if kind == "HEIC":
        from shotveil.core.sources.image_documents import open_heic

        return open_heic(data, path, limit)
    from shotveil.core.sources.image_pillow import open_pillow

    return open_pillow(data, path, kind, limit)


def check_size(path: str, width: int, height: int, frames: int, limit: int = MAX_PIXELS) -> None:
    """Refuse a picture whose decoding would not be bounded.

    Raises:
        InputProblem: ``image.too_large`` or ``image.too_many_frames``.
    """
    if width * height > limit:
        raise InputProblem(
            "image.too_large",
            f"{path}: {width} x {height} px is over the limit of {limit / 1_000_000:g} megapixels",
            "split or shrink it first",
        )
    if frames > MAX_FRAMES or frames * width * height > MAX_TOTAL_PIXELS:
        raise InputProblem(
            "image.too_many_frames", f"{path}: {frames} frames of {width} x {height} px are too many"
        )


def digest(data: bytes) -> str:
    """SHA-256 of a file, hex."""
    return hashlib.sha256(data).hexdigest()
