"""Initials beside a name go with it, where a filled shape makes them an avatar; other short texts stay."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from shotveil.core.geometry import Box
from shotveil.core.records import Block, BlockExtent, NameRecord, Occurrence, View
from shotveil.renderers.avatars import find_avatars, spell_initials
from shotveil.renderers.erase import erase_regions

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
