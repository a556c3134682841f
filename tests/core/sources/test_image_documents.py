"""HEIC and PDF where their extras are installed: upright pixels, every page, named refusals of broken files."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from shotveil.core.errors import InputProblem
from shotveil.core.sources.images import open_image

TURNED = Path(__file__).with_name("turned.heic")
"""A line of text drawn by us, 320 x 60 px, stored lying on its side with the note to turn it."""


def test_a_heic_picture_is_upright() -> None:
    source = open_image(TURNED.read_bytes(), "shot.heic")
    assert (source.format, source.width, source.height, source.frames) == ("HEIC", 320, 60, 1)
    rgb = source.frame(0)
    assert rgb.shape == (60, 320, 3)
    inked = np.flatnonzero((rgb < 128).all(axis=2).any(axis=0))
    assert inked[0] < 40
    assert inked[-1] > 200


def test_damaged_heic_is_refused() -> None:
    with pytest.raises(InputProblem) as problem:
        open_image(TURNED.read_bytes()[:900], "shot.heic").frame(0)
    assert problem.value.code == "image.broken"


def test_every_page_of_a_pdf_is_a_frame() -> None:
    pages = [Image.new("RGB", (200, 100), colour) for colour in ("white", "black")]
    stream = io.BytesIO()
    pages[0].save(stream, "PDF", save_all=True, append_images=pages[1:], resolution=144)
    source = open_image(stream.getvalue(), "doc.pdf")
    assert (source.format, source.frames, source.width, source.height) == ("PDF", 2, 200, 100)
    assert source.frame(0).mean() > 250
    assert source.frame(1).mean() < 5
