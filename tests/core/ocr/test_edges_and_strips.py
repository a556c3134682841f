"""Real models on what stands at a picture's edge, in a low strip, in a wide line or in very large letters."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from shotveil.core.ocr.reader import Reader
from shotveil.core.ocr.recognizer import cut_at_blanks
from shotveil.core.ocr.registry import open_reader
from shotveil.core.records import Block

NAME = "Customer: Maren Hollis"


@cache
def reader() -> Reader:
    return open_reader("rapidocr", threads=1)


def draw(size: tuple[int, int], texts: list[tuple[int, int, str]], letters: int) -> np.ndarray:
    image = Image.new("RGB", size, "white")
    pen = ImageDraw.Draw(image)
    for left, top, text in texts:
        pen.text((left, top), text, font=ImageFont.load_default(letters), fill=(25, 25, 25))
    return np.asarray(image)


def texts_of(blocks: tuple[Block, ...]) -> list[str]:
    return [block.text.replace(" ", "") for block in blocks]


@pytest.mark.parametrize("letters", [20, 24, 28])
@pytest.mark.parametrize("top", [0, 2, 5])
@pytest.mark.parametrize("size", [(1080, 2340), (1440, 3200), (2880, 1800)])
def test_titles_and_footers_alone_at_an_edge_are_read(size: tuple[int, int], top: int, letters: int) -> None:
    footer = "Phone: 555-0142"
    rgb = draw(size, [(40, top, NAME), (40, size[1] - letters - top - 6, footer)], letters)
    read = texts_of(reader().read(np.minimum(rgb, draw(size, list_rows(size), 34))))
    assert read[0] == "Customer:MarenHollis"
    assert read[-1] == "Phone:555-0142"
    assert len(read) == 2 + len(list_rows(size))


def list_rows(size: tuple[int, int]) -> list[tuple[int, int, str]]:
    """Larger text amid the screen: the bands of the title and of the footer are low and far from it."""
    words = ("Settings and other things", "The weather is fine today", "Please read the notes")
    return [(60, int(size[1] * 0.4) + 90 * row, text) for row, text in enumerate(words)]


@pytest.mark.parametrize(("size", "letters"), [((300, 14), 12), ((700, 16), 12), ((2560, 40), 20)])
def test_low_strips_are_read_at_their_own_proportions(size: tuple[int, int], letters: int) -> None:
    (block,) = reader().read(draw(size, [(4, 0, NAME)], letters))
    assert block.text.replace(" ", "") == "Customer:MarenHollis"
    assert 0 <= block.box.left <= 8
    assert block.box.bottom <= size[1]


def test_an_empty_strip_holds_nothing() -> None:
    assert reader().read(draw((900, 20), [], 12)) == ()


@pytest.mark.parametrize("mail", ["maren.hollis@example.com", "maren_hollis.of.the.north.shore@example.org"])
def test_lines_of_hundreds_of_heights_are_read_in_pieces(mail: str) -> None:
    words = " ".join(f"quiet street number {number} is open" for number in range(24))
    text = f"{words} mail {mail} {words}"
    (block,) = reader().read(draw((10 * len(text), 40), [(10, 10, text)], 16))
    assert mail in block.text
    assert block.text.replace(" ", "").count("quietstreetnumber") == 48
    assert block.chars is not None
    lefts = [box.left for box in block.chars]
    assert lefts == sorted(lefts)
    start = block.text.index(mail)
    true = 10 + ImageFont.load_default(16).getlength(text[: text.index(mail)])
    assert abs(block.chars[start].left - true) <= 3


def test_a_wide_chinese_line_gains_no_blanks() -> None:
    wide = cut_at_blanks(np.full((40, 3200, 3), 255, np.uint8))
    assert all(0 < cut < 3200 for cut, _ in wide)
    squares = np.full((40, 8000, 3), 255, np.uint8)
    for left in range(4, 7960, 40):
        squares[4:36, left : left + 34] = 0
        squares[10:30, left + 4 : left + 30] = 255
    cuts = cut_at_blanks(squares)
    assert len(cuts) >= 2
    assert not any(spaced for _, spaced in cuts)
    assert all((squares[:, cut] == 255).all() for cut, _ in cuts)


def test_ordinary_lines_are_not_cut() -> None:
    assert cut_at_blanks(np.full((30, 1900, 3), 255, np.uint8)) == []


@pytest.mark.parametrize(("size", "letters"), [((2800, 1440), 200), ((1920, 1080), 150), ((3840, 1000), 300)])
def test_letters_larger_than_what_tiles_share_make_whole_lines(size: tuple[int, int], letters: int) -> None:
    rgb = draw(size, [(60, 60, "Maren Hollis"), (60, 80 + 2 * letters, "555-0142")], letters)
    assert {"MarenHollis", "555-0142"} <= set(texts_of(reader().read(rgb)))


def test_small_writing_beside_and_inside_large_letters_stays() -> None:
    rgb = draw((2800, 1440), [(60, 60, "Maren Hollis")], 200).copy()
    rgb[900:1000] = draw((2800, 100), [(60, 10, "Phone: 555-0142"), (1500, 10, "Room 4")], 26)
    assert texts_of(reader().read(rgb)) == ["MarenHollis", "Phone:555-0142", "Room4"]


def test_faint_lines_are_all_read_however_many_there_are() -> None:
    image = Image.new("RGB", (800, 1400), "white")
    pen = ImageDraw.Draw(image)
    for row in range(20):
        text = f"Name: Maren Hollis  Phone: 555-01{row + 20}"
        pen.text((30, 20 + 66 * row), text, font=ImageFont.load_default(24), fill=(246, 246, 246))
    seen = " ".join(texts_of(reader().read(np.asarray(image))))
    assert sum(f"555-01{row + 20}" in seen for row in range(20)) >= 18
    assert seen.count("MarenHollis") >= 18
