"""What tesseract makes of boxes, icons and small text, by its own output and by drawn pages."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from drawn_text import draw_page
from PIL import Image, ImageDraw

from shotveil.core.ocr.frames import erase_frames
from shotveil.core.ocr.hocr import parse_hocr
from shotveil.core.ocr.tesseract import letter_height, open_tesseract


def hocr(*words: tuple[str, int, int]) -> bytes:
    """One line of words with their left and right edges, 20 px high."""
    parts = []
    for text, left, right in words:
        step = (right - left) / len(text)
        chars = "".join(
            f"<span class='ocrx_cinfo' title='x_bboxes {int(left + i * step)} 10"
            f" {int(left + (i + 1) * step)} 30; x_conf 90'>{char.replace('&', '&amp;')}</span>"
            for i, char in enumerate(text)
        )
        parts.append(f"<span class='ocrx_word' title='bbox {left} 10 {right} 30; x_wconf 90'>{chars}</span>")
    return f"<html><body><span class='ocr_line' title='x'>{''.join(parts)}</span></body></html>".encode()


@pytest.mark.parametrize(
    ("words", "texts"),
    [
        ([("|", 0, 2), ("Aaron", 14, 60)], ["|", "Aaron"]),
        ([("@", 0, 20), ("Credit", 30, 80), ("Card", 86, 120)], ["@", "Credit Card"]),
        ([("Berlin", 0, 60), ("»", 70, 80)], ["Berlin", "»"]),
        ([("‘Address", 0, 80), ("Line", 88, 120)], ["Address Line"]),
        ([("+", 0, 8), ("1", 14, 20), ("555", 26, 50)], ["+ 1 555"]),
        ([("a", 0, 8), ("|", 14, 16), ("b", 22, 30)], ["a | b"]),
        ([("'Ada'", 0, 50), ("said", 58, 90)], ["'Ada' said"]),
        ([("@ada", 0, 40)], ["@ada"]),
        ([("|", 0, 3)], ["|"]),
    ],
)
def test_icons_and_edges_stand_apart_from_the_text(
    words: list[tuple[str, int, int]], texts: list[str]
) -> None:
    blocks = parse_hocr(hocr(*words), 1.0)
    assert [block.text for block in blocks] == texts
    for block in blocks:
        assert block.chars is not None
        assert len(block.chars) == len(block.text)
        assert block.box.left == block.chars[0].left


def paper(width: int = 400, height: int = 120) -> Image.Image:
    return Image.new("L", (width, height), 255)


@pytest.mark.parametrize("radius", [0, 4, 8])
@pytest.mark.parametrize("thick", [1, 2, 3])
def test_the_box_of_a_field_goes_and_its_text_stays(radius: int, thick: int) -> None:
    picture = paper()
    drawing = ImageDraw.Draw(picture)
    drawing.rounded_rectangle((20, 30, 380, 80), radius, outline=90, width=thick)
    framed = np.asarray(picture)
    drawing.text((40, 44), "Ill lift 1 | l", fill=10, font_size=20)
    whole = np.asarray(picture)
    cleaned = erase_frames(whole)
    text = whole != framed
    assert (cleaned[text] == whole[text]).all()
    sides = cleaned[30 + radius + 2 : 80 - radius - 2]
    assert (sides[:, 18:24] > 200).all()
    assert (sides[:, 376:384] > 200).all()


def test_strokes_of_large_letters_and_filled_bars_stay() -> None:
    picture = paper(600, 200)
    drawing = ImageDraw.Draw(picture)
    drawing.text((20, 20), "Hill", fill=10, font_size=60)
    drawing.rectangle((200, 50, 245, 54), fill=10)
    drawing.rectangle((20, 120, 560, 150), fill=40)
    before = np.asarray(picture)
    assert (erase_frames(before) == before).all()


def test_small_letters_are_told_from_large_ones() -> None:
    small = np.asarray(Image.fromarray(draw_page(["Name: Jamie Example"] * 3, 12)[0]).convert("L"))
    large = np.asarray(Image.fromarray(draw_page(["Name: Jamie Example"] * 3, 40)[0]).convert("L"))
    assert letter_height(small) < 12 < 20 < letter_height(large)
    assert letter_height(np.full((50, 50), 255, np.uint8)) == 20.0


@pytest.mark.tesseract
def test_values_in_fields_are_read_without_their_boxes() -> None:
    picture = Image.new("RGB", (640, 420), (255, 255, 255))
    drawing = ImageDraw.Draw(picture)
    values = ["Jamie", "14 Larch Way", "Fairview", "97205"]
    for number, value in enumerate(values):
        top = 20 + 100 * number
        drawing.text((22, top), "Label", fill=(110, 110, 110), font_size=12)
        drawing.rounded_rectangle((20, top + 20, 420, top + 62), 5, outline=(150, 150, 150))
        drawing.text((34, top + 32), value, fill=(20, 20, 20), font_size=15)
    texts = [block.text for block in open_tesseract("", 1, ("en",)).read(np.asarray(picture))]
    assert [text for text in texts if text in values] == values


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ((("人民南路", 0, 80), ("15", 82, 100), ("号", 103, 122)), "人民南路15号"),
        ((("电话", 0, 40), (":", 42, 46), ("13800138000", 52, 170)), "电话: 13800138000"),
        ((("商品", 0, 40), ("A682", 52, 95)), "商品 A682"),
        ((("Call", 0, 40), ("me", 42, 60)), "Call me"),
        ((("王", 0, 20), ("芳", 26, 46)), "王芳"),
    ],
)
def test_chinese_is_not_parted_from_digits_that_touch_it(words, text) -> None:
    (block,) = parse_hocr(hocr(*words), 1.0)
    assert block.text == text
    assert len(block.chars) == len(text)


@pytest.mark.tesseract
def test_chinese_screens_are_read_with_the_data_for_them() -> None:
    screen = Path(__file__).parents[3] / "samples/session_zh/captures/turn_1.png"
    blocks = open_tesseract("", 1, ("zh",)).read(np.asarray(Image.open(screen).convert("RGB")))
    text = "".join(block.text for block in blocks).replace(" ", "")
    assert sum(word in text for word in ("快递", "电话", "门铃", "椅子")) >= 3
