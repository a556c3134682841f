"""The detector's map becomes quads, the recognizer's columns become text: without a network."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from shotveil.core.errors import BackendProblem
from shotveil.core.ocr.detector import MARGIN_PX, SIDE_PX, Detector, pad_side
from shotveil.core.ocr.models import ModelFiles
from shotveil.core.ocr.rapidocr_engines import open_engine
from shotveil.core.ocr.recognizer import HEIGHT_PX, LEAST_WIDTH_PX, Recognizer


class FakeSession:
    """Answers every run with what ``answer`` makes of the input, and remembers the inputs' shapes."""

    def __init__(self, answer: Any) -> None:
        self._answer = answer
        self.shapes: list[tuple[int, ...]] = []

    def get_inputs(self) -> list[Any]:
        return [SimpleNamespace(name="x")]

    def run(self, names: None, inputs: dict[str, np.ndarray]) -> list[np.ndarray]:
        assert names is None
        self.shapes.append(inputs["x"].shape)
        return [self._answer(inputs["x"])]


def show_dark(blob: np.ndarray) -> np.ndarray:
    return (blob[:, :1] < 0).astype(np.float32)


def test_a_bar_is_found_where_it_stands_and_grown() -> None:
    rgb = np.full((320, 640, 3), 255, np.uint8)
    rgb[100:112, 64:464] = 0
    session = FakeSession(show_dark)
    (line,) = Detector(session).find(rgb)  # type: ignore[arg-type]
    quad = line.corners
    left, top = quad[0]
    right, bottom = quad[2]
    assert abs((top + bottom) / 2 - 105.5) <= 1.5
    assert 20 <= bottom - top <= 40
    assert left < 64
    assert right > 464
    assert (quad[1] == (right, top)).all()


def test_the_letters_of_one_size_are_equally_high_whatever_sticks_out() -> None:
    rgb = np.full((640, 960, 3), 255, np.uint8)
    for number, width in enumerate((200, 420, 800)):
        rgb[100 + 150 * number : 112 + 150 * number, 40 : 40 + width] = 0
        rgb[100 + 150 * number - 2, 80:83] = 0  # one letter that sticks out
    lines = Detector(FakeSession(show_dark)).find(rgb)  # type: ignore[arg-type]
    heights = [
        float(line.corners[2][1] - line.corners[0][1]) * (line.core[1] - line.core[0]) for line in lines
    ]
    assert len(heights) == 3
    assert max(heights) - min(heights) <= 2


def test_a_tilted_bar_keeps_its_tilt() -> None:
    rgb = np.full((320, 640, 3), 255, np.uint8)
    for x in range(60, 460):
        rgb[100 + x // 8 : 112 + x // 8, x] = 0
    (line,) = Detector(FakeSession(show_dark)).find(rgb)  # type: ignore[arg-type]
    quad = line.corners
    assert 30 <= quad[1][1] - quad[0][1] <= 70


def test_nothing_and_specks_are_no_lines() -> None:
    rgb = np.full((100, 200, 3), 255, np.uint8)
    assert Detector(FakeSession(show_dark)).find(rgb) == []  # type: ignore[arg-type]
    rgb[50, 100] = 0
    assert Detector(FakeSession(show_dark)).find(rgb) == []  # type: ignore[arg-type]


@pytest.mark.parametrize("length", [1, 14, 32, 480, 486])
def test_sides_are_padded_to_whole_ones_and_never_squeezed(length: int) -> None:
    before, after = pad_side(length)
    assert min(before, after) >= MARGIN_PX
    assert (before + length + after) % SIDE_PX == 0


def test_a_bar_at_the_edge_of_a_low_strip_stays_where_it_is() -> None:
    rgb = np.full((40, 643, 3), 255, np.uint8)
    rgb[2:12, 100:400] = 0
    session = FakeSession(show_dark)
    (line,) = Detector(session).find(rgb)  # type: ignore[arg-type]
    assert session.shapes == [(1, 3, 96, 704)]
    left, top = line.corners[0]
    right, bottom = line.corners[2]
    assert top == 0
    assert 12 <= bottom <= 24
    assert 85 <= left <= 100
    assert 400 <= right <= 415


def columns(*classes: int, count: int = 5) -> np.ndarray:
    seen = np.full((1, len(classes), count), 0.02, np.float32)
    for column, index in enumerate(classes):
        seen[0, column, index] = 0.9
    return seen


def test_repeats_fold_and_a_blank_parts_doubles() -> None:
    answer = columns(0, 1, 1, 0, 2, 0, 2, 4, 3, 3)
    reader = Recognizer(FakeSession(lambda _: answer), "abc")  # type: ignore[arg-type]
    line = reader.read(np.zeros((HEIGHT_PX, 640, 3), np.uint8))
    assert line.text == "abb c"
    assert line.score == pytest.approx(0.9)
    assert line.centers == pytest.approx((0.15, 0.45, 0.65, 0.75, 0.85))


def test_padding_is_no_part_of_the_line() -> None:
    session = FakeSession(lambda _: columns(1, 2, 0, 0, 0))
    line = Recognizer(session, "abc").read(np.zeros((24, 32, 3), np.uint8))  # type: ignore[arg-type]
    assert session.shapes == [(1, 3, HEIGHT_PX, LEAST_WIDTH_PX)]
    assert line.centers == pytest.approx((0.1 * LEAST_WIDTH_PX / 64, 0.3 * LEAST_WIDTH_PX / 64))


def test_a_blank_line_reads_as_nothing() -> None:
    reader = Recognizer(FakeSession(lambda _: columns(0, 0, 0)), "abc")  # type: ignore[arg-type]
    line = reader.read(np.zeros((10, 10, 3), np.uint8))
    assert (line.text, line.score, line.centers) == ("", 0.0, None)


@pytest.mark.parametrize(("score", "text"), [(0.4, "川省"), (0.8, "川|省")])
def test_a_bar_that_is_hardly_seen_behind_a_chinese_character_is_its_stroke(score: float, text: str) -> None:
    answer = columns(1, 0, 2, 0, 3)
    answer[0, 2, 2] = score
    reader = Recognizer(FakeSession(lambda _: answer), "川|省")  # type: ignore[arg-type]
    line = reader.read(np.zeros((HEIGHT_PX, 640, 3), np.uint8))
    assert line.text == text
    assert line.centers is not None
    assert len(line.centers) == len(text)


@pytest.mark.parametrize("pair", ["a|", "1|", "||"])
def test_other_bars_stay_however_faint(pair: str) -> None:
    answer = columns(1, 0, 2, 0, 0)
    answer[0, 2, 2] = 0.3
    reader = Recognizer(FakeSession(lambda _: answer), pair)  # type: ignore[arg-type]
    assert reader.read(np.zeros((HEIGHT_PX, 640, 3), np.uint8)).text == pair


@pytest.mark.parametrize("content", [b"", b"\x08\x07no network"])
def test_a_damaged_model_is_told_with_its_fix(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "det.onnx").write_bytes(content)
    damaged = ModelFiles("damaged", tmp_path / "det.onnx", tmp_path / "det.onnx", None)
    with pytest.raises(BackendProblem) as problem:
        open_engine(damaged, damaged, 1)
    assert problem.value.code == "backend.failed"
    assert problem.value.hint == "shotveil models verify"
