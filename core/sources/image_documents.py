"""HEIC pictures and PDF pages through optional extras; named refusals where these are not installed."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from shotveil.core.errors import InputProblem
from shotveil.core.sources.image_pillow import DECODE_ERRORS
from shotveil.core.sources.images import FrameInfo, ImageSource, check_size, digest

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]

PDF_DPI = 144
_POINTS_PER_INCH = 72


def open_heic(data: bytes, path: str, limit: int) -> ImageSource:
    """A HEIC picture through ``pi-heif``, whose wheels hold decoders only.

    Raises:
        InputProblem: ``unsupported.heic`` without the extra, ``image.broken`` for damaged data.
    """
    try:
        import pi_heif
    except ImportError:
        raise InputProblem(
            "unsupported.heic",
            f"{path}: HEIC needs an extra that is not installed",
            "pip install 'shotveil[heic]', or convert it to PNG first",
        ) from None
    try:
        # The file's own turns and mirrors are applied by libheif.
        picture = pi_heif.open_heif(io.BytesIO(data), convert_hdr_to_8bit=True)
        width, height = picture.size
        check_size(path, width, height, 1, limit)
        image = picture.to_pillow().convert("RGB")
    except DECODE_ERRORS:
        raise InputProblem("image.broken", f"{path}: damaged HEIC") from None
    return ImageSource(
        path=path,
        format="HEIC",
        mode="RGB",
        width=image.width,
        height=image.height,
        frames=1,
        infos=(FrameInfo(image.width, image.height),),
        sha256=digest(data),
        decoder=_Decoded(image),
    )


class _Decoded:
    """One picture that is decoded already."""

    def __init__(self, image: Any) -> None:
        self._image = image

    def rgb(self, index: int) -> Pixels:
        import numpy as np

        if index != 0:
            raise IndexError(index)
        return np.array(self._image, dtype=np.uint8)

    def alpha(self, index: int) -> Pixels | None:
        return None


def open_pdf(data: bytes, path: str, limit: int) -> ImageSource:
    """Pages of a PDF as pictures of 144 dpi through ``pypdfium2``.

    Raises:
        InputProblem: ``unsupported.pdf`` without the extra, ``image.broken`` for damaged or locked files.
    """
    try:
        import pypdfium2
    except ImportError:
        raise InputProblem(
            "unsupported.pdf",
            f"{path}: PDF needs an extra that is not installed",
            "pip install 'shotveil[pdf]', or convert its pages to PNG first",
        ) from None
    try:
        document = pypdfium2.PdfDocument(data)
        sizes = [document.get_page_size(index) for index in range(len(document))]
    except (pypdfium2.PdfiumError, *DECODE_ERRORS):
        raise InputProblem("image.broken", f"{path}: damaged or locked PDF") from None
    if not sizes:
        raise InputProblem("image.broken", f"{path}: PDF without pages")
    scale = PDF_DPI / _POINTS_PER_INCH
    infos = []
    for width, height in sizes:
        info = FrameInfo(round(width * scale), round(height * scale))
        check_size(path, info.width, info.height, len(sizes), limit)
        infos.append(info)
    return ImageSource(
        path=path,
        format="PDF",
        mode="RGB",
        width=infos[0].width,
        height=infos[0].height,
        frames=len(infos),
        infos=tuple(infos),
        sha256=digest(data),
        dpi=(float(PDF_DPI), float(PDF_DPI)),
        decoder=_Pages(document, path),
    )


class _Pages:
    """Pages rendered on demand, in white, with their annotations."""

    def __init__(self, document: Any, path: str) -> None:
        self._document = document
        self._path = path

    def rgb(self, index: int) -> Pixels:
        import numpy as np

        try:
            page = self._document[index]
            bitmap = page.render(scale=PDF_DPI / _POINTS_PER_INCH, may_draw_forms=True)
            return np.array(bitmap.to_pil().convert("RGB"), dtype=np.uint8)
        except DECODE_ERRORS:
            raise InputProblem("image.broken", f"{self._path}: page {index + 1} cannot be drawn") from None

    def alpha(self, index: int) -> Pixels | None:
        return None
