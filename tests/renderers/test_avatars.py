"""Initials beside a name go with it, where a filled shape makes them an avatar; other short texts stay."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import numpy as np
import pytest
import zxingcpp
from PIL import Image, ImageDraw, ImageFont

from shotveil.cli.pipeline.drawing import find_wordless
from shotveil.core.geometry import Box
from shotveil.core.records import Binding, Block, BlockExtent, NameRecord, Occurrence, Replacement, View
from shotveil.renderers.avatars import AVATAR_TYPE, find_avatars, spell_initials
from shotveil.renderers.erase import erase_regions
from shotveil.renderers.image import render_view
from shotveil.renderers.verify import verify_pixels

PAPER, INK = (255, 255, 255), (40, 40, 40)


def draw(initials: str, name: str, shape: str, *, away: int = 0, colour=(90, 60, 160)):  # type: ignore[no-untyped-def]
    """A row of a contact list, its view with the name found, and the initials' box."""
    image = Image.new("RGB", (520, 90), PAPER)
    pen = ImageDraw.Draw(image)
    font = ImageFont.load_default(22)
    if shape == "disc":
        pen.ellipse((16, 16, 72, 72), fill=colour)
    elif shape == "square":
        pen.rounded_rectangle((16, 16, 72, 72), 8, fill=colour)
    elif shape == "ring":
        pen.ellipse((16, 16, 72, 72), outline=colour, width=2)
    elif shape == "bar":
        pen.rectangle((0, 10, 520, 78), fill=colour)
    light = PAPER if shape in ("disc", "square", "bar") else INK
    pen.text((44, 44), initials, font=font, fill=light, anchor="mm")
    pen.text((90 + away, 44), name, font=font, fill=light if shape == "bar" else INK, anchor="lm")
    small = Box(*pen.textbbox((44, 44), initials, font=font, anchor="mm")).grown(2)
    large = Box(*pen.textbbox((90 + away, 44), name, font=font, anchor="lm")).grown(2)
    blocks = (Block("b0", initials, small, small.quad(), 0.9), Block("b1", name, large, large.quad(), 0.9))
    extent = BlockExtent("b1", 0, len(name), large)
    found = Occurrence("NAME", name, "hard", (), 1.0, (extent,), NameRecord(name))
    view = View("v", "s", 1, "image", "a.png", blocks=blocks, occurrences=(found,))
    return np.array(image), view, small


@pytest.mark.parametrize("shape", ["disc", "square"])
@pytest.mark.parametrize(
    ("initials", "name"),
    [
        ("GK", "Greta Klein"),
        ("IM", "Ivy de Marrow"),
        ("IDM", "Ivy de Marrow"),
        ("OB", "Olaf Berg-Holm"),
        ("G", "Greta Klein"),
    ],
)
def test_initials_in_a_filled_shape_go(initials: str, name: str, shape: str) -> None:
    rgb, view, box = draw(initials, name, shape)
    (found,) = find_avatars(rgb, view)
    assert (found.type, found.reference) == ("NAME", "")
    window = erase_regions(rgb, found.quads)[int(box.top) : int(box.bottom), int(box.left) : int(box.right)]
    assert np.unique(window.reshape(-1, 3), axis=0).tolist() == [[90, 60, 160]]


@pytest.mark.parametrize(
    ("initials", "name", "shape", "away"),
    [
        ("GK", "Greta Klein", "", 0),
        ("GK", "Greta Klein", "ring", 0),
        ("GK", "Greta Klein", "bar", 0),
        ("TV", "Greta Klein", "disc", 0),
        ("OK", "Greta Klein", "square", 0),
        ("K", "Greta Klein", "disc", 0),
        ("GK", "Greta", "disc", 0),
        ("GK", "Greta Klein", "disc", 260),
    ],
)
def test_what_is_no_avatar_of_that_name_stays(initials: str, name: str, shape: str, away: int) -> None:
    rgb, view, _ = draw(initials, name, shape, away=away)
    assert find_avatars(rgb, view) == ()


def test_a_reader_may_box_the_whole_shape() -> None:
    rgb, view, _ = draw("GK", "Greta Klein", "disc")
    whole = Box(6, 4, 84, 84)
    blocks = (Block("b0", "GK", whole, whole.quad(), 0.9), view.blocks[1])
    (found,) = find_avatars(rgb, replace(view, blocks=blocks))
    assert np.unique(erase_regions(rgb, found.quads)[30:58, 30:58].reshape(-1, 3), axis=0).tolist() == [
        [90, 60, 160]
    ]


def test_initials_read_in_one_line_with_the_name_go_too() -> None:
    rgb, view, small = draw("GK", "Greta Klein", "disc")
    large = view.blocks[1].box
    step = large.width / 11
    chars = (
        Box(small.left, 34, small.left + 14, 54),
        Box(small.left + 14, 34, small.right, 54),
        Box(small.right, 34, large.left, 54),
        *(Box(large.left + n * step, 34, large.left + (n + 1) * step, 54) for n in range(11)),
    )
    whole = small.union(large)
    block = Block("b0", "GK Greta Klein", whole, whole.quad(), 0.9, chars)
    name = Occurrence(
        "NAME", "Greta Klein", "hard", (), 1.0, (BlockExtent("b0", 3, 14, large),), NameRecord("Greta Klein")
    )
    (found,) = find_avatars(rgb, View("v", "s", 1, "image", "a.png", blocks=(block,), occurrences=(name,)))
    (left, _), _, (right, _), _ = found.quads[0]
    assert left <= small.left + 3
    assert small.right - 3 <= right < large.left


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Greta Klein", {"GK", "G"}),
        ("greta van der Klein", {"GVDK", "GK", "G"}),
        ("Greta", set()),
        ("张伟", {"张", "伟"}),
        ("欧阳晓雯", {"欧", "雯", "晓雯", "阳晓雯"}),
        ("", set()),
    ],
)
def test_what_an_avatar_shows_of_a_name(name: str, shown: set[str]) -> None:
    assert spell_initials(name) == shown


def test_initials_that_go_as_a_name_themselves_are_erased_once() -> None:
    rgb, view, small = draw("GK", "Greta Klein", "disc")
    own = Occurrence("NAME", "GK", "soft", (), 1.0, (BlockExtent("b0", 0, 2, small),), NameRecord("GK"))
    assert find_avatars(rgb, replace(view, occurrences=(*view.occurrences, own))) == ()


def shift(box: Box, right: float, down: float) -> Box:
    return Box(box.left + right, box.top + down, box.right + right, box.bottom + down)


def move_blocks(view: View, *boxes: Box) -> View:
    """The view with its two lines elsewhere."""
    blocks = (replace(block, box=box, quad=box.quad()) for block, box in zip(view.blocks, boxes, strict=True))
    (name,) = view.occurrences
    extent = BlockExtent("b1", 0, len(name.text), boxes[1])
    return replace(view, blocks=tuple(blocks), occurrences=(replace(name, extents=(extent,)),))


def add_initials(view: View, initials: str, box: Box, name: str) -> View:
    """The view with a second person, told at the place of the first."""
    block = Block(f"b{len(view.blocks)}", initials, box, box.quad(), 0.9)
    person = replace(view.occurrences[0], text=name, record=NameRecord(name))
    return replace(view, blocks=(*view.blocks, block), occurrences=(*view.occurrences, person))


def _check_proof(rgb, view, fill="flat"):  # type: ignore[no-untyped-def]
    """The regions of the initials, after the whole picture was erased, drawn and proved."""
    extra = find_wordless(rgb, view)
    bindings = [Binding(item, n, f"[[NAME#{n}]]", True) for n, item in enumerate(view.occurrences, 1)]
    shown = render_view(rgb, view, bindings, fill=fill, extra=extra)
    verify_pixels(rgb, shown.erased, shown.regions)
    verify_pixels(rgb, shown.rgb, shown.regions, inked=shown.inked)
    return [Box(*item.quads[0][0], *item.quads[0][2]) for item in extra if item.type == AVATAR_TYPE]


FILLS = pytest.mark.parametrize("fill", ["flat", "black", "inpaint"])


@FILLS
@pytest.mark.parametrize("quality", [0, 95])
@pytest.mark.parametrize("initials", ["GK", "I", "MW", "O"])
def test_initials_in_compressed_pictures_and_of_one_narrow_letter_go(
    initials: str, quality: int, fill: str
) -> None:
    name = {"GK": "Greta Klein", "I": "Ivy Marrow", "MW": "Mia Wagner", "O": "Olaf Berg"}[initials]
    rgb, view, box = draw(initials, name, "disc", colour=(88, 50, 20))
    if quality:
        packed = BytesIO()
        Image.fromarray(rgb).save(packed, "JPEG", quality=quality)
        rgb = np.array(Image.open(packed))
    (found,) = _check_proof(rgb, view, fill)
    assert box.grown(4).intersection(found) == found


@FILLS
def test_what_else_is_drawn_in_or_around_the_shape_stays(fill: str) -> None:
    rgb, view, box = draw("GK", "Greta Klein", "disc")
    image = Image.fromarray(rgb)
    pen = ImageDraw.Draw(image)
    pen.ellipse((20, 20, 68, 68), outline=PAPER, width=4)
    pen.ellipse((50, 56, 62, 68), fill=(40, 200, 80))
    (found,) = _check_proof(np.array(image), view, fill)
    assert box.grown(2).intersection(found) == found


@FILLS
@pytest.mark.parametrize("beside", [4, 24, 40, 56])
def test_avatars_over_each_other_do_not_withhold_a_picture(beside: int, fill: str) -> None:
    rgb, view, _ = draw("GK", "Greta Klein", "disc", away=beside)
    image = Image.fromarray(rgb)
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(18)
    pen.ellipse((16 + beside, 22, 60 + beside, 66), fill=(160, 60, 90))
    pen.text((38 + beside, 44), "GA", font=font, fill=PAPER, anchor="mm")
    box = Box(*pen.textbbox((38 + beside, 44), "GA", font=font, anchor="mm"))
    view = add_initials(view, "GA", box, "Gerd Auer")
    assert _check_proof(np.array(image), view, fill)


@FILLS
def test_an_avatar_within_an_avatar_goes_alone(fill: str) -> None:
    rgb, view, _ = draw("", "Greta Klein", "", away=22)
    image = Image.new("RGB", (520, 120), PAPER)
    image.paste(Image.fromarray(rgb))
    pen = ImageDraw.Draw(image)
    pen.ellipse((10, 10, 98, 98), fill=(90, 60, 160))
    pen.ellipse((52, 60, 80, 88), fill=(160, 60, 90))
    for place, size, initials, name in (
        ((54, 34), 22, "GK", "Greta Klein"),
        ((66, 74), 13, "GA", "Gerd Auer"),
    ):
        style = {"font": ImageFont.load_default(size), "anchor": "mm"}
        pen.text(place, initials, fill=PAPER, **style)
        view = add_initials(view, initials, Box(*pen.textbbox(place, initials, **style)), name)
    first, second = _check_proof(np.array(image), view, fill)
    assert first.bottom <= second.top


def test_initials_of_two_people_read_twice_are_erased_once() -> None:
    rgb, view, box = draw("GK", "Greta Klein", "square")
    assert len(find_avatars(rgb, add_initials(view, "GK", box.grown(3), "Gerd Kraus"))) == 1


@FILLS
@pytest.mark.parametrize("left", [0, 1, 2, 3, 8])
def test_an_avatar_at_the_edge_of_a_picture_does_not_withhold_it(left: int, fill: str) -> None:
    rgb, view, _ = draw("GK", "Greta Klein", "square")
    first, second = (shift(block.box, left - 16, 0) for block in view.blocks)
    shown = _check_proof(np.ascontiguousarray(rgb[:, 16 - left :]), move_blocks(view, first, second), fill)
    assert len(shown) == (left >= 2)


@FILLS
def test_initials_in_the_middle_of_a_code_go_with_the_code(fill: str) -> None:
    rgb, view, _ = draw("GK", "Greta Klein", "disc")
    code = zxingcpp.create_barcode("PROBE-1234" * 4, zxingcpp.BarcodeFormat.QRCode, ec_level="H")
    bars = Image.fromarray(np.asarray(zxingcpp.write_barcode_to_image(code, scale=5))).convert("RGB")
    image = Image.new("RGB", (700, bars.height + 20), PAPER)
    left, top = bars.width // 2 - 44, bars.height // 2 - 34
    image.paste(bars, (0, 10))
    image.paste(Image.fromarray(rgb[15:73, 15:73]), (left + 15, top + 15))
    image.paste(Image.fromarray(rgb[30:60, 88:340]), (bars.width - 10, top + 30))
    first, second = (block.box for block in view.blocks)
    view = move_blocks(view, shift(first, left, top), shift(second, bars.width - 98, top))
    picture = np.array(image)
    assert len(find_avatars(picture, view)) == 1
    assert _check_proof(picture, view, fill) == []


def test_initials_under_a_region_that_goes_are_not_looked_for() -> None:
    rgb, view, box = draw("GK", "Greta Klein", "disc")
    dots = Replacement("SECRET", "", (), (box.quad(),), (box.quad(),))
    assert (len(find_avatars(rgb, view)), find_avatars(rgb, view, (dots,))) == (1, ())
