"""PNG, APNG, JPEG, WebP, BMP, GIF and TIFF through Pillow, with its limits set on purpose."""

from __future__ import annotations

import io
import struct
import warnings
import zlib
from typing import TYPE_CHECKING, Any

from shotveil.core.errors import InputProblem
from shotveil.core.sources.image_alpha import choose_background, lay_on
from shotveil.core.sources.image_endings import find_end
from shotveil.core.sources.image_plain import decode_plain, strip_png
from shotveil.core.sources.images import FrameInfo, ImageSource, Rgb, check_size, digest

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL import Image

    Pixels = NDArray[np.uint8]

_ORIENTATION_TAG = 0x0112

DECODE_ERRORS: tuple[type[Exception], ...] = (
    OSError, SyntaxError, ValueError, EOFError, LookupError, TypeError, ArithmeticError, AssertionError,
    RuntimeError, struct.error, zlib.error,
)  # fmt: skip
"""What Pillow's decoders raise on damaged data, as seen when fuzzing them."""


class PillowDecoder:
    """Frames of one file; keeps the decoder's place, so that ascending order is linear."""

    def __init__(self, data: bytes, path: str, kind: str, limit: int) -> None:
        self._data = data
        self._path = path
        self._kind = kind
        self.limit = limit
        self._image: Image.Image | None = None
        self._last: tuple[int, Image.Image] | None = None
        self._plain = strip_png(data) if kind == "PNG" else None
        self.background: Rgb = (255, 255, 255)

    def open(self) -> Image.Image:
        """The lazily opened Pillow image; its header has been read, its pixels have not.

        Raises:
            InputProblem: the header is damaged, or names a picture over the limits.
        """
        from PIL import Image

        if self._image is None:
            Image.MAX_IMAGE_PIXELS = self.limit
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore", Image.DecompressionBombWarning)
                    self._image = Image.open(io.BytesIO(self._data), formats=(self._kind,))
            except Image.DecompressionBombError:
                raise InputProblem(
                    "image.too_large",
                    f"{self._path}: over the limit of {self.limit / 1_000_000:g} megapixels",
                    "split or shrink it first",
                ) from None
            except MemoryError:
                raise InputProblem("image.too_large", f"{self._path}: does not fit into memory") from None
            except DECODE_ERRORS:
                raise self._damage() from None
        return self._image

    def seek(self, index: int) -> Image.Image:
        """The Pillow image at frame ``index``."""
        image = self.open()
        if self._kind == "PNG" and index < image.tell():
            self._image = None  # Pillow forgets the numbers of an APNG's chunks when it goes back
            image = self.open()
        try:
            if image.tell() != index if hasattr(image, "tell") else index:
                image.seek(index)
        except MemoryError:
            raise InputProblem("image.too_large", f"{self._path}: does not fit into memory") from None
        except DECODE_ERRORS:
            raise self._damage() from None
        return image

    def load(self, image: Image.Image) -> None:
        """Decode the frame that the image stands at."""
        try:
            image.load()
        except MemoryError:
            raise InputProblem("image.too_large", f"{self._path}: does not fit into memory") from None
        except DECODE_ERRORS:
            raise self._damage() from None

    def rgb(self, index: int) -> Pixels:
        """Frame as upright RGB over the background."""
        import cv2
        import numpy as np

        if self._plain is not None:
            check_size(self._path, *self.open().size, 1, self.limit)
            pixels = decode_plain(self._plain)
            if pixels is not None:
                return pixels
            self._plain = None  # Pillow says what is wrong with it, or makes the best of it
        frame = self._upright(index)
        if frame.mode == "RGBA":
            return lay_on(np.asarray(frame), self.background)
        # Channel by channel takes half the time of copying the picture out whole.
        return np.asarray(cv2.merge([np.asarray(channel) for channel in frame.split()]), np.uint8)

    def alpha(self, index: int) -> Pixels | None:
        """Alpha plane, or None for an opaque frame."""
        import numpy as np

        if self._plain is not None:
            return None
        frame = self._upright(index)
        if frame.mode != "RGBA":
            return None
        plane = np.array(frame.getchannel("A"), dtype=np.uint8)
        return None if bool((plane == 255).all()) else plane

    def rgba(self, index: int) -> Pixels | None:
        """Frame as upright RGBA, or None for an opaque frame."""
        import numpy as np

        if self._plain is not None:
            return None
        frame = self._upright(index)
        return np.asarray(frame) if frame.mode == "RGBA" else None

    def _upright(self, index: int) -> Image.Image:
        if self._last is not None and self._last[0] == index:
            return self._last[1]
        from PIL import ImageOps

        image = self.seek(index)
        check_size(self._path, image.width, image.height, 1, self.limit)
        self.load(image)
        try:
            frame = _flatten(image)
            if self.orientation(image) != 1:  # a picture that stands upright need not be copied
                frame = ImageOps.exif_transpose(frame)
        except MemoryError:
            raise InputProblem("image.too_large", f"{self._path}: does not fit into memory") from None
        except DECODE_ERRORS:
            raise self._damage() from None
        self._last = (index, frame)
        return frame

    def orientation(self, image: Image.Image) -> int:
        """EXIF orientation, 1 for none; asking a PNG for it decodes it, so a plain one is not asked."""
        if self._plain is not None:
            return 1
        try:
            value = image.getexif().get(_ORIENTATION_TAG, 1)
        except DECODE_ERRORS:
            return 1
        return value if isinstance(value, int) and 1 <= value <= 8 else 1

    def _damage(self) -> InputProblem:
        end = find_end(self._data, self._kind)
        if end is None:
            return InputProblem("image.truncated", f"{self._path}: truncated {self._kind}")
        return InputProblem("image.broken", f"{self._path}: damaged {self._kind}")


def _flatten(image: Image.Image) -> Image.Image:
    """To RGB or RGBA, keeping the orientation tag; deep samples are scaled to eight bits."""
    import numpy as np
    from PIL import Image

    if image.mode.startswith("I") or image.mode == "F":
        samples = np.asarray(image).astype(np.float64)
        top = float(samples.max(initial=0.0))
        if image.mode == "F":
            full = 1.0 if top <= 1.0 else (255.0 if top <= 255.0 else max(top, 1.0))
        else:
            full = 65535.0 if top <= 65535.0 else top
        grey = np.clip(samples / full * 255.0 + 0.5, 0, 255).astype(np.uint8)
        result = Image.fromarray(grey).convert("RGB")
        result.info.update(image.info)
        return result
    has_alpha = image.mode in {"RGBA", "LA", "PA", "La", "RGBa"} or "transparency" in image.info
    mode = "RGBA" if has_alpha else "RGB"
    alone = image.mode == mode and getattr(image, "n_frames", 1) == 1
    return image if alone else image.convert(mode)


def open_pillow(data: bytes, path: str, kind: str, limit: int) -> ImageSource:
    """Open a picture that Pillow decodes; see ``images.open_image``."""
    decoder = PillowDecoder(data, path, kind, limit)
    image = decoder.open()
    end = find_end(data, kind)
    if end is None:
        raise InputProblem("image.truncated", f"{path}: truncated {kind}")
    check_size(path, image.width, image.height, 1, limit)
    mode, loop, dpi = image.mode, image.info.get("loop"), image.info.get("dpi")
    # An MPO is a JPEG with further pictures (depth, gain map) behind it: only the first is shown.
    frames = 1 if kind == "JPEG" else _count_frames(image, decoder)
    check_size(path, image.width, image.height, frames, limit)
    orientation = decoder.orientation(image)
    infos = _frame_table(decoder, frames, kind)
    background = _background(decoder, frames)
    return ImageSource(
        path=path,
        format=kind,
        mode=mode,
        width=infos[0].width,
        height=infos[0].height,
        frames=frames,
        infos=infos,
        sha256=digest(data),
        orientation=orientation,
        background=background,
        loop=loop if isinstance(loop, int) else None,
        dpi=_plain_dpi(dpi),
        trailing_bytes=len(data) - end,
        decoder=decoder,
    )


def _count_frames(image: Image.Image, decoder: PillowDecoder) -> int:
    try:
        return max(1, int(getattr(image, "n_frames", 1)))
    except DECODE_ERRORS:
        raise decoder._damage() from None


def _frame_table(decoder: PillowDecoder, frames: int, kind: str) -> tuple[FrameInfo, ...]:
    infos = []
    for index in range(frames):
        image = decoder.seek(index)
        if kind == "WEBP" and frames > 1:
            decoder.load(image)  # its durations are known only after decoding
        width, height = image.size
        check_size(decoder._path, width, height, 1, decoder.limit)
        if decoder.orientation(image) >= 5:
            width, height = height, width
        duration = image.info.get("duration", 0)
        disposal = image.info.get("disposal", getattr(image, "disposal_method", 0))
        infos.append(
            FrameInfo(
                width,
                height,
                float(duration) if isinstance(duration, int | float) else 0.0,
                int(disposal) if isinstance(disposal, int) else 0,
            )
        )
    return tuple(infos)


def _background(decoder: PillowDecoder, frames: int) -> Rgb | None:
    """One background for all frames, chosen on the first that shows transparency."""
    for index in range(min(frames, 8)):
        rgba = decoder.rgba(index)
        if rgba is not None and bool((rgba[..., 3] < 255).any()):
            decoder.background = choose_background(rgba)
            return decoder.background
    return None


def _plain_dpi(dpi: Any) -> tuple[float, float] | None:
    try:
        across, down = float(dpi[0]), float(dpi[1])
    except (TypeError, ValueError, IndexError, ZeroDivisionError):
        return None
    return (across, down) if 1 <= across <= 4800 and 1 <= down <= 4800 else None
