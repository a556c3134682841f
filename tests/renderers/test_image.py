"""A view drawn from its bindings and from its release gives the same pixels."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_truth import draw_line

from shotveil.core.errors import InputProblem
from shotveil.core.geometry import Box
from shotveil.core.records import Binding, Occurrence, Release, ScalarRecord, TextExtent, View
from shotveil.renderers.image import render_replacements, render_view
from shotveil.renderers.verify import verify_pixels


def _view(line, extents=None):  # type: ignore[no-untyped-def]
    occurrence = Occurrence(
        "NAME",
        "Ada Probe",
        "hard",
        (),
        1.0,
        extents or (line.extent,),
        ScalarRecord("Ada Probe", "ada probe"),
    )
    height, width = line.rgb.shape[:2]
    view = View("v1", "s", 1, "image", "a.png", width=width, height=height, blocks=(line.block,))
    return view, (Binding(occurrence, 1, "[[NAME#1]]", True),)


@pytest.mark.parametrize("angle", [0.0, 6.0])
@pytest.mark.parametrize("mode", ["full", "san"])
@pytest.mark.parametrize("fill", ["flat", "inpaint", "black"])
def test_a_release_alone_gives_the_same_pixels(angle: float, mode: str, fill: str) -> None:
    line = draw_line("Name: ", "Ada Probe", " (you)", size=28, angle=angle)
    view, bindings = _view(line)
    first = render_view(line.rgb, view, bindings, mode, fill=fill)  # type: ignore[arg-type]
    release = Release("v1", "s", 1, "image", "a.png", "", "", 0, view.width, view.height, first.replacements)
    again = render_replacements(line.rgb, release.replacements, mode, fill=fill)  # type: ignore[arg-type]
    assert np.array_equal(first.rgb, again.rgb)
    verify_pixels(line.rgb, first.erased, first.regions)
    verify_pixels(line.rgb, first.rgb, first.regions, inked=first.inked)


def test_san_mode_writes_nothing_and_names_nothing() -> None:
    line = draw_line("Name: ", "Ada Probe", "")
    rendered = render_view(line.rgb, *_view(line), "san")
    assert not rendered.inked.any()
    assert [r.reference for r in rendered.replacements] == [""]


def test_an_occurrence_without_a_place_withholds_the_picture() -> None:
    line = draw_line("Name: ", "Ada Probe", "")
    view, bindings = _view(line, (TextExtent(0, 3),))
    with pytest.raises(InputProblem) as caught:
        render_view(line.rgb, view, bindings)
    assert caught.value.code == "render.extent"
    assert "Ada" not in caught.value.line()


def test_a_reference_without_room_is_reported() -> None:
    line = draw_line("Name: ", "Jo", " again", size=9)
    rendered = render_view(line.rgb, *_view(line))
    assert rendered.unwritten == (0,)
    assert not rendered.inked.any()


def test_surviving_source_pixels_are_refused() -> None:
    line = draw_line("Name: ", "Ada Probe", "")
    view, bindings = _view(line)
    rendered = render_view(line.rgb, view, bindings)
    with pytest.raises(InputProblem) as caught:
        verify_pixels(line.rgb, line.rgb, rendered.regions)
    assert caught.value.code == "verify.pixels"
    see_through = ((line.rgb.astype(np.int32) * 2 + rendered.erased) // 3).astype(np.uint8)
    with pytest.raises(InputProblem):
        verify_pixels(line.rgb, see_through, [Box(0, 0, *line.rgb.shape[1::-1]).quad(), *rendered.regions])


@pytest.mark.parametrize("fill", ["flat", "inpaint", "black"])
@pytest.mark.parametrize("paper", [(255, 255, 255), (18, 18, 24), (120, 120, 120)])
def test_references_stand_out_from_every_fill(fill: str, paper: tuple[int, int, int]) -> None:
    ink = (250, 250, 250) if sum(paper) < 380 else (10, 10, 10)
    line = draw_line("Name: ", "Ada Probe", " (you)", size=30, paper=paper, ink=ink)
    rendered = render_view(line.rgb, *_view(line), fill=fill)  # type: ignore[arg-type]
    written = rendered.rgb[rendered.inked].astype(int)
    behind = rendered.erased[rendered.inked].astype(int)
    assert np.abs(written - behind).max() > 100
