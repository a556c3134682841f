"""QR codes, barcodes and password dots count as content."""

from __future__ import annotations

import sys

import numpy as np
import pytest
import zxingcpp
from PIL import Image, ImageDraw, ImageFont

from shotveil.core.errors import BackendProblem
from shotveil.core.geometry import Box
from shotveil.core.records import Block
from shotveil.renderers.codes import find_codes, find_password_dots
from shotveil.renderers.erase import erase_regions


def _page_with(code: np.ndarray, left: int = 60, top: int = 40) -> np.ndarray:
    page = np.full((360, 420, 3), 255, np.uint8)
    page[top : top + code.shape[0], left : left + code.shape[1]] = code[..., None]
    return page


def _draw_code(text: str, kind: str, scale: int) -> np.ndarray:
    code = zxingcpp.create_barcode(text, getattr(zxingcpp.BarcodeFormat, kind))
    return np.asarray(zxingcpp.write_barcode_to_image(code, scale=scale))


@pytest.mark.parametrize(("kind", "scale"), [("QRCode", 4), ("Code128", 2), ("DataMatrix", 5), ("EAN13", 2)])
def test_codes_are_found_and_unreadable_once_erased(kind: str, scale: int) -> None:
    text = "4006381333931" if kind == "EAN13" else "PROBE-1234"
    page = _page_with(_draw_code(text, kind, scale))
    found = find_codes(page)
    assert [replacement.reference for replacement in found] == [""]
    safe = erase_regions(page, [quad for replacement in found for quad in replacement.quads])
    assert not zxingcpp.read_barcodes(np.ascontiguousarray(safe))
    assert find_codes(safe) == ()


@pytest.mark.parametrize("turns", [1, 2, 3])
@pytest.mark.parametrize("kind", ["QRCode", "Code128", "EAN13"])
def test_codes_on_their_side_or_head_are_found(kind: str, turns: int) -> None:
    text = "4006381333931" if kind == "EAN13" else "PROBE-1234"
    page = _page_with(np.rot90(_draw_code(text, kind, 2), turns))
    quads = [quad for replacement in find_codes(page) for quad in replacement.quads]
    assert len(quads) == 1
    assert not zxingcpp.read_barcodes(np.ascontiguousarray(erase_regions(page, quads)))


@pytest.mark.parametrize(("text", "score"), [("IIIIII", 0.95), ("B0Q a8", 0.5), ("[]]]", 0.9)])
def test_what_a_reader_makes_of_bars_does_not_hide_them(text: str, score: float) -> None:
    page = _page_with(_draw_code("PROBE-1234", "Code128", 2))
    over = Box(62, 42, 340, 138)
    assert len(find_codes(page, [Block("b0", text, over, over.quad(), score)])) == 1


def test_lines_of_words_beside_a_code_do_not_hide_it() -> None:
    page = _page_with(_draw_code("PROBE-1234", "Code128", 2))
    below = Box(60, 142, 340, 160)
    assert len(find_codes(page, [Block("b0", "PROBE-1234", below, below.quad(), 0.99)])) == 1


def test_a_page_without_codes_has_none() -> None:
    page = Image.new("RGB", (400, 200), "white")
    ImageDraw.Draw(page).text((20, 20), "Nothing to see here", font=ImageFont.load_default(24), fill="black")
    assert find_codes(np.asarray(page)) == ()


def _dotted(label: str, dots: int, gap: int = 12) -> tuple[np.ndarray, Block]:
    page = Image.new("RGB", (500, 80), "white")
    pen, font = ImageDraw.Draw(page), ImageFont.load_default(20)
    pen.text((20, 30), label, font=font, fill="black")
    right = 20 + font.getlength(label)
    for n in range(dots):
        x = right + 30 + gap * n
        pen.ellipse((x, 38, x + 6, 44), fill="black")
    box = Box(18, 28, right + 2, 56)
    return np.asarray(page), Block("b0", label, box, box.quad(), 0.9)


@pytest.mark.parametrize("label", ["Password", "Password:", "Wi-Fi password"])
def test_dots_beside_a_password_label_are_found(label: str) -> None:
    page, block = _dotted(label, 8)
    found = find_password_dots(page, [block])
    assert [replacement.type for replacement in found] == ["SECRET"]
    safe = erase_regions(page, [quad for replacement in found for quad in replacement.quads])
    assert (safe[38:45, int(block.box.right) + 20 :] == 255).all()


@pytest.mark.parametrize(("label", "dots"), [("Rating", 8), ("Password", 2), ("Password", 0)])
def test_other_dots_stay(label: str, dots: int) -> None:
    page, block = _dotted(label, dots)
    assert find_password_dots(page, [block]) == ()


def test_without_their_reader_no_picture_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zxingcpp", None)
    with pytest.raises(BackendProblem, match="codes in pictures cannot be looked for"):
        find_codes(np.full((40, 40, 3), 255, np.uint8))
