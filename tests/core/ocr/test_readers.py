"""Real engines on drawn pages: everything read once, where it stands, whatever the size and colours."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from drawn_text import Colour, Drawn, draw_page, edge_errors
from PIL import Image

from shotveil.core.ocr.reader import Reader
from shotveil.core.ocr.registry import open_reader
from shotveil.core.records import Block

LINES = ["Account settings", "Name: Jamie Example", "Phone: (555) 010-0199", "Mail: jamie.lee@example.org"]


@cache
def reader_of(backend: str) -> Reader:
    return open_reader(backend, threads=1)


@pytest.fixture(params=["rapidocr", pytest.param("tesseract", marks=pytest.mark.tesseract)])
def reader(request: pytest.FixtureRequest) -> Reader:
    return reader_of(request.param)


def plain(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())


def read_text(blocks: tuple[Block, ...]) -> str:
    return plain("".join(block.text for block in sorted(blocks, key=lambda b: (b.box.top // 12, b.box.left))))


def errors_of(blocks: tuple[Block, ...], drawn: list[Drawn]) -> list[float]:
    errors = []
    for line in drawn:
        for block in blocks:
            if block.text.replace(" ", "") == line.text.replace(" ", ""):
                assert block.chars is not None
                errors += edge_errors(block.text, block.chars, line)
    return errors


@pytest.mark.parametrize(
    ("ink", "ground"),
    [((20, 20, 20), (255, 255, 255)), ((235, 235, 235), (25, 28, 33)), ((255, 255, 255), (0, 122, 255))],
)
def test_lines_are_read_in_any_colours_with_boxes_that_fit(
    reader: Reader, ink: Colour, ground: Colour
) -> None:
    rgb, drawn = draw_page(LINES, 26, ink=ink, ground=ground)
    blocks = reader.read(rgb)
    for line in LINES:
        assert plain(line) in read_text(blocks)
    errors = errors_of(blocks, drawn)
    assert len(errors) >= 30
    assert np.mean(errors) <= 2.0
    assert np.percentile(errors, 95) <= 6.0


def test_blocks_are_well_formed_and_the_same_again(reader: Reader) -> None:
    rgb, _ = draw_page(LINES, 26)
    blocks = reader.read(rgb)
    assert reader.read(rgb) == blocks
    assert [block.id for block in blocks] == [f"b{index}" for index in range(len(blocks))]
    height, width = rgb.shape[:2]
    for block in blocks:
        assert block.chars is not None
        assert len(block.chars) == len(block.text)
        assert 0 <= block.score <= 1
        assert block.box.clipped(width, height).area > 0


def test_an_empty_picture_has_no_text(reader: Reader) -> None:
    assert reader.read(np.full((90, 160, 3), 255, np.uint8)) == ()


def test_a_very_tall_page_loses_and_doubles_nothing() -> None:
    lines = [f"Row {number:03d} item" for number in range(120)]
    rgb, _ = draw_page(lines, 24, gap=1.9)
    seen = [plain(block.text)[:6] for block in reader_of("rapidocr").read(rgb)]
    assert sorted(seen) == [plain(line)[:6] for line in lines]


def test_a_line_across_a_seam_is_read_whole() -> None:
    text = " ".join(f"word{number}" for number in range(70))
    rgb, _ = draw_page([text, "below"], 40)
    assert rgb.shape[1] > 4000
    blocks = reader_of("rapidocr").read(rgb)
    assert len(blocks) == 2
    assert blocks[0].box.width > 4000 - 200
    assert plain(blocks[0].text).replace("o", "0").startswith("w0rd0w0rd1w0rd2")


def test_sideways_and_tilted_lines_are_read() -> None:
    rgb, _ = draw_page(["Desk of Jamie Example"], 28)
    upright = Image.fromarray(rgb)
    for picture in (upright.rotate(90, expand=True), upright.rotate(-90, expand=True)):
        blocks = reader_of("rapidocr").read(np.asarray(picture))
        assert "deskofjamieexample" in read_text(blocks)
    tilted = upright.rotate(6, expand=True, fillcolor="white", resample=Image.Resampling.BICUBIC)
    assert "deskofjamieexample" in read_text(reader_of("rapidocr").read(np.asarray(tilted)))


def test_small_text_is_enlarged() -> None:
    rgb, _ = draw_page(["footer: Jamie Example (555) 010-0199"], 11)
    assert "jamieexample5550100199" in read_text(reader_of("rapidocr").read(rgb))


def test_writing_under_a_nearly_opaque_bar_is_still_read() -> None:
    rgb, _ = draw_page(["Covered: Jamie Example"], 30)
    barred = np.asarray(rgb * 0.03, np.uint8)
    assert barred.max() - barred.min() < 10
    assert "jamieexample" in read_text(reader_of("rapidocr").read(barred))


def test_low_contrast_and_mixed_polarity_are_read() -> None:
    upper, _ = draw_page(["Light side Jamie"], 24, ink=(225, 225, 225))
    lower, _ = draw_page(["Dark side Jamie"], 24, ink=(60, 60, 60), ground=(30, 30, 30))
    width = max(upper.shape[1], lower.shape[1])
    padded = [np.pad(part, ((0, 0), (0, width - part.shape[1]), (0, 0)), "edge") for part in (upper, lower)]
    text = read_text(reader_of("rapidocr").read(np.vstack(padded)))
    assert "lightsidejamie" in text
    assert "darksidejamie" in text


@pytest.mark.models
def test_detector_and_recognizer_may_be_named_apart() -> None:
    mixed = open_reader("rapidocr", "ppocrv6-tiny+ppocrv4-mobile", threads=1)
    assert mixed.info.model == "ppocrv6-tiny+ppocrv4-mobile"
    rgb, _ = draw_page(LINES, 26)
    assert "namejamieexample" in read_text(mixed.read(rgb))


@pytest.mark.easyocr
def test_easyocr_reads_english() -> None:
    rgb, _ = draw_page(LINES, 26)
    assert "jamieexample" in read_text(open_reader("easyocr", languages=("en",)).read(rgb))
