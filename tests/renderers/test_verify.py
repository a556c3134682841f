"""A safe picture is read again: what is still there is found with its place."""

from __future__ import annotations

import numpy as np
from drawn_truth import draw_line

from shotveil.core.audit.residual import Needle
from shotveil.core.geometry import Box
from shotveil.core.records import Block, ReaderInfo
from shotveil.renderers.verify import verify_reading


class StandIn:
    """A reader that reports one line at a fixed place, scaled with the picture."""

    def __init__(self, text: str, box: Box, height: int) -> None:
        self.info = ReaderInfo("stand-in")
        self.sizes: list[tuple[int, int]] = []
        self.means: list[float] = []
        self._text, self._box, self._height = text, box, height

    def read(self, rgb: np.ndarray) -> tuple[Block, ...]:
        self.sizes.append(rgb.shape[:2])
        self.means.append(float(rgb.mean()))
        scale = rgb.shape[0] / self._height
        box = Box(*(value * scale for value in self._box.as_list()))
        return (Block("b0", self._text, box, box.quad(), 0.9),)


def _line_box(line) -> Box:  # type: ignore[no-untyped-def]
    return line.block.box


def test_a_value_is_found_with_its_region() -> None:
    line = draw_line("Name: ", "Ada Probe", " (you)")
    reader = StandIn(line.block.text, _line_box(line), line.rgb.shape[0])
    (found,) = verify_reading(line.rgb, [("NAME", "Ada Probe")], [reader], scales=(1.0, 2.0), inverted=True)
    assert found.type == "NAME"
    rows, columns = np.nonzero(line.value_ink)
    xs, ys = [x for x, _ in found.quad], [y for _, y in found.quad]
    assert min(xs) <= columns.min()
    assert max(xs) > columns.max()
    assert min(ys) <= rows.min()
    assert max(ys) > rows.max()


def test_every_scale_and_polarity_is_read() -> None:
    line = draw_line("Name: ", "Ada", "")
    reader = StandIn("nothing here", _line_box(line), line.rgb.shape[0])
    assert verify_reading(line.rgb, [Needle("NAME", "Ada Probe")], [reader], (1.0, 2.0), True) == ()
    height, width = line.rgb.shape[:2]
    assert reader.sizes == [(height, width)] * 2 + [(2 * height, 2 * width)] * 2
    assert reader.means[0] > 128 > reader.means[1]


def test_without_needles_nothing_is_read() -> None:
    line = draw_line("Name: ", "Ada", "")
    reader = StandIn("Ada", _line_box(line), line.rgb.shape[0])
    assert verify_reading(line.rgb, [], [reader]) == ()
    assert reader.sizes == []
