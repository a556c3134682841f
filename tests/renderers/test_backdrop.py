"""Large bold letters on gradients and photographs' paper: the background is what goes on beyond them."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from shotveil.core.errors import InputProblem
from shotveil.core.geometry import Box
from shotveil.core.records import Block, BlockExtent
from shotveil.renderers.erase import cover_region, erase_regions, pick_fill
from shotveil.renderers.glyphs import refine_extent
from shotveil.renderers.outline import shows_outline
from shotveil.renderers.verify import verify_pixels

WHITE, BLACK = (255, 255, 255), (0, 0, 0)
GRADIENTS = [
    ((102, 112, 175), (101, 170, 165), "across"),
    ((180, 60, 90), (60, 30, 120), "down"),
    ((20, 30, 60), (60, 90, 120), "both"),
    ((70, 90, 150), (70, 90, 150), "both"),
]


def _paint(start, end, way: str, ink, text: str, size: int, quality: int, pad: int):  # type: ignore[no-untyped-def]
    """A heavy name on a gradient: the picture, its block, the name's ink, the gradient alone."""
    font = ImageFont.load_default(size)
    width, height = int(font.getlength(text)) + 5 * size, 4 * size
    x, y = np.meshgrid(np.linspace(0, 1, width), np.linspace(0, 1, height))
    part = {"across": x, "down": y, "both": (x + y) / 2}[way][..., None]
    paper = (np.array(start) * (1 - part) + np.array(end) * part).round().astype(np.uint8)
    mask = Image.new("L", (width, height))
    pen = ImageDraw.Draw(mask)
    pen.text((2 * size, int(1.4 * size)), text, font=font, fill=255, stroke_width=max(1, size // 14))
    alpha = np.asarray(mask)[..., None] / 255
    rgb = (paper * (1 - alpha) + np.array(ink) * alpha).round().astype(np.uint8)
    if quality:
        rgb = _compress(rgb, quality)
    left, top, right, bottom = mask.getbbox() or (0, 0, 1, 1)
    box = Box(left - pad, top - pad, right + pad, bottom + pad)
    return rgb, Block("b0", text, box, box.quad(), 0.9), alpha[..., 0] > 0, paper


def _compress(rgb, quality: int):  # type: ignore[no-untyped-def]
    stream = io.BytesIO()
    Image.fromarray(rgb).save(stream, "JPEG", quality=quality)
    return np.array(Image.open(stream).convert("RGB"))


@pytest.mark.parametrize("pad", [1, 8])
@pytest.mark.parametrize("quality", [0, 75])
@pytest.mark.parametrize("text", ["ISOLDE P. MARROWGATE", "OG", "Bram Quillon"])
@pytest.mark.parametrize(("start", "end", "way"), GRADIENTS)
def test_bold_letters_go_whole_and_the_fill_is_the_gradients(
    start, end, way: str, text: str, quality: int, pad: int
) -> None:
    for ink in (WHITE, BLACK) if sum(start) > 300 else (WHITE,):
        rgb, block, inked, paper = _paint(start, end, way, ink, text, 40, quality, pad)
        region = refine_extent(rgb, block, BlockExtent("b0", 0, len(text), block.box))
        erased = erase_regions(rgb, [region])
        difference = np.abs(erased.astype(int) - paper).max(axis=2)
        assert difference[inked].max() <= 60, (ink, region)
        verify_pixels(rgb, erased, [region])


@pytest.mark.parametrize("text", ["ISOLDE P. MARROWGATE", "Bram Quillon", "OG"])
@pytest.mark.parametrize(("start", "end", "way"), GRADIENTS)
def test_a_drawn_gradient_goes_on_where_letters_were(start, end, way: str, text: str) -> None:
    for ink in (WHITE, BLACK):
        rgb, block, _, paper = _paint(start, end, way, ink, text, 40, 0, 4)
        region = refine_extent(rgb, block, BlockExtent("b0", 0, len(text), block.box))
        erased = erase_regions(rgb, [region])
        window, _ = cover_region(region, rgb.shape[1], rgb.shape[0])
        assert np.abs(erased[window].astype(int) - paper[window]).max() <= 3
        verify_pixels(rgb, erased, [region])


def test_what_is_no_even_slope_gets_one_colour() -> None:
    ramp = np.repeat(np.linspace(0, 255, 120).astype(np.uint8)[:, None], 300, 1)
    noise = np.random.default_rng(5).integers(0, 60, (120, 300), np.uint8)
    halves = np.where(np.arange(300)[None] < 150, 20, 230) + np.zeros((120, 1))
    flat = np.full((120, 300), 240)
    waves = 120 + 100 * np.sin(np.arange(300) / 25)[None] + np.zeros((120, 1))
    for grey in (np.minimum(ramp, 195) + noise, halves, flat, waves):
        rgb = np.repeat(np.asarray(grey, np.uint8)[..., None], 3, 2)
        window = erase_regions(rgb, [Box(60, 40, 240, 70).quad()])[40:70, 60:240]
        assert len(np.unique(window.reshape(-1, 3), axis=0)) == 1


@pytest.mark.parametrize("quality", [0, 60])
@pytest.mark.parametrize("pad", [1, 6])
def test_a_button_keeps_its_own_colour(pad: int, quality: int) -> None:
    rgb, block, inked, _ = _paint((0, 120, 60), (0, 120, 60), "both", WHITE, "Pay Ivy Quill", 30, 0, pad)
    outside = np.ones(rgb.shape[:2], bool)
    box = block.box.grown(10)
    outside[int(box.top) : int(box.bottom), int(box.left) - 20 : int(box.right) + 20] = False
    rgb[outside] = WHITE
    if quality:
        rgb = _compress(rgb, quality)
    region = refine_extent(rgb, block, BlockExtent("b0", 0, len(block.text), block.box))
    assert np.abs(np.array(pick_fill(rgb, region).colour) - (0, 120, 60)).max() <= (8 if quality else 0)
    assert np.abs(erase_regions(rgb, [region])[inked].astype(int) - (0, 120, 60)).max() <= (
        30 if quality else 0
    )


@pytest.mark.parametrize("rows", [(3, 0), (0, 3), (4, 4)])
@pytest.mark.parametrize("quality", [0, 75])
def test_tops_and_feet_of_letters_that_are_left_fail_the_proof(rows: tuple[int, int], quality: int) -> None:
    rgb, block, _, _ = _paint(*GRADIENTS[0], WHITE, "ISOLDE P. MARROWGATE", 40, quality, 0)
    box = block.box
    short = Box(box.left, box.top + rows[0], box.right, box.bottom - rows[1]).quad()
    erased = erase_regions(rgb, [short])
    assert shows_outline(rgb, erased, short)
    with pytest.raises(InputProblem, match="still show"):
        verify_pixels(rgb, erased, [short])


@pytest.mark.parametrize("gap", [1, 3, 12])
def test_neighbouring_lines_and_borders_are_no_outline(gap: int) -> None:
    rgb, block, _, _ = _paint((250, 250, 250), (250, 250, 250), "both", BLACK, "Ivy Quill wrote", 30, 0, 0)
    box = block.box.grown(2)
    rgb[int(box.top) - gap] = rgb[int(box.bottom) + gap - 1] = (90, 90, 90)
    letters = rgb[int(block.box.top) : int(block.box.bottom)]
    rgb[int(box.bottom) + gap : int(box.bottom) + gap + len(letters)] = letters[
        : len(rgb) - int(box.bottom) - gap
    ]
    assert not shows_outline(rgb, erase_regions(rgb, [box.quad()]), box.quad())


@pytest.mark.parametrize("seed", range(12))
def test_noise_is_no_outline(seed: int) -> None:
    noise = np.random.default_rng(seed).integers(0, 255, (90, 100, 3), np.uint8)
    after = noise.copy()
    after[36:60, 10:53] = 240
    assert not shows_outline(noise, after, Box(10, 36, 53, 60).quad())


@pytest.mark.parametrize("top", [-12.0, -4.0, 85.0, 96.0])
def test_a_line_that_reaches_out_of_the_picture_is_erased(top: float) -> None:
    rgb = np.random.default_rng(3).integers(200, 255, (90, 100, 3), np.uint8)
    whole = Box(0, top, 40, top + 8)
    block = Block("b0", "11", whole, ((0.0, 0.0),) * 4, 0.5, None)
    region = refine_extent(rgb, block, BlockExtent("b0", 0, 2, whole))
    verify_pixels(rgb, erase_regions(rgb, [region]), [region])
