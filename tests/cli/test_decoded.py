"""A file that was read is drawn from the same pixels, within bounds, and only from its own bytes."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from shotveil.cli.pipeline.decoded import DecodedPictures
from shotveil.core.sources.images import open_image


def picture(shade: int, frames: int = 1) -> bytes:
    buffer = io.BytesIO()
    images = [Image.new("RGB", (40, 20), (shade, shade, n)) for n in range(frames)]
    images[0].save(buffer, "PNG" if frames == 1 else "TIFF", save_all=frames > 1, append_images=images[1:])
    return buffer.getvalue()


def keep(kept: DecodedPictures, data: bytes) -> None:
    source = open_image(data, "a")
    kept.keep(data, 0, source, source.frame(0))


def test_a_picture_is_given_back_once_and_cannot_be_written_to() -> None:
    kept, data = DecodedPictures(), picture(7)
    with kept.room():
        keep(kept, data)
        source = kept.take(data, 0)
        assert source is not None
        assert np.array_equal(source.frame(0), open_image(data, "a").frame(0))
        with pytest.raises(ValueError, match="read-only"):
            source.frame(0)[0, 0] = 1
        assert kept.take(data, 0) is None


def test_another_file_or_limit_is_not_known() -> None:
    kept = DecodedPictures()
    with kept.room():
        keep(kept, picture(7))
        assert kept.take(picture(8), 0) is None
        assert kept.take(picture(7), 500) is None


def test_room_is_bounded_and_comes_back() -> None:
    kept = DecodedPictures()
    with kept.room(2 * 40 * 20 * 3):
        for shade in (1, 2, 3):
            keep(kept, picture(shade))
        assert kept.take(picture(3), 0) is None
        assert kept.take(picture(1), 0) is not None
        keep(kept, picture(3))
        assert kept.take(picture(3), 0) is not None
        assert kept.take(picture(2), 0) is not None


def test_nothing_is_kept_outside_a_scope_or_from_one_to_the_next() -> None:
    kept, data = DecodedPictures(), picture(7)
    keep(kept, data)
    with kept.room():
        assert kept.take(data, 0) is None
        keep(kept, data)
    with kept.room():
        assert kept.take(data, 0) is None


def test_pictures_of_several_frames_are_not_kept() -> None:
    kept, data = DecodedPictures(), picture(5, frames=2)
    with kept.room():
        keep(kept, data)
        assert kept.take(data, 0) is None
