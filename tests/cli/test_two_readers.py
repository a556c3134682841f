"""Two readers of one picture: what either finds is erased, whatever the other makes of the same line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from shotveil.core.geometry import Box
from shotveil.core.ocr.block_codec import plain_blocks
from shotveil.core.ocr.replay import pixel_digest
from shotveil.core.records import Block

Run = Callable[..., CompletedProcess[bytes]]
LEFT, TOP, HEIGHT = 20, 30, 26
SHOWN = "Quillmere Analytics GmbH pays monthly"
DENY = '[[tool.shotveil.deny]]\nvalue = "Quillmere"\ntype = "ORG"\nreason = "customer"\n'


def draw_line(text: str) -> tuple[Image.Image, list[float]]:
    """A picture of one line, and where each of its characters starts (px), with the end of the last."""
    font = ImageFont.load_default(size=20)
    picture = Image.new("RGB", (560, 90), "white")
    ImageDraw.Draw(picture).text((LEFT, TOP), text, font=font, fill="black")
    return picture, [LEFT + font.getlength(text[:n]) for n in range(len(text) + 1)]


def read_as(shown: str, starts: list[float], reading: str) -> Block:
    """The line as a reader gives it back: ``reading`` differs from ``shown`` in blanks and signs only."""
    places = [n for n, char in enumerate(shown) if char.isalnum()]
    chars, seen, right = [], 0, starts[0]
    for char in reading:
        if char.isalnum():
            left, right = starts[places[seen]], starts[places[seen] + 1]
            seen += 1
        else:
            left = right
        chars.append(Box(left, TOP, right, TOP + HEIGHT))
    box = Box(starts[0], TOP, right, TOP + HEIGHT)
    return Block("b0", reading, box, box.quad(), 0.9, tuple(chars))


def record(path: Path, picture: Image.Image, block: Block) -> str:
    row: dict[str, Any] = {
        "pixels_sha256": pixel_digest(np.asarray(picture)),
        "blocks": plain_blocks([block]),
    }
    path.write_text(json.dumps(row) + "\n")
    return f"replay:{path}"


def is_erased(before: Image.Image, after: Path, left: float, right: float) -> bool:
    """True when a part of the line no longer shows its ink."""
    box = (round(left), TOP, round(right), TOP + HEIGHT)
    old, new = (np.asarray(p.convert("L").crop(box)) for p in (before, Image.open(after)))
    return not ((old < 100) & (new < 100)).any()


@pytest.mark.parametrize(
    "readings",
    [
        ("Quillme re Analytics GmbH pays monthly", SHOWN),
        (SHOWN, "Quillme re Analytics GmbH pays monthly"),
        ("QuillmereAnalytics GmbH pays monthly", SHOWN),
        ("Qui llmere AnalyticsGmbH pays monthly", "Quillmere Analytics Gmb H pays monthly"),
    ],
)
def test_what_either_reader_finds_is_erased(run: Run, tmp_path: Path, readings: tuple[str, str]) -> None:
    picture, starts = draw_line(SHOWN)
    picture.save(tmp_path / "p.png")
    (tmp_path / "pyproject.toml").write_text(DENY)
    first, second = (
        record(tmp_path / f"{n}.jsonl", picture, read_as(SHOWN, starts, r)) for n, r in enumerate(readings)
    )
    done = run("sanitize", "p.png", "-o", "out.png", "--session", "s.session.jsonl", "--verify", "pixels",
               "--san-only", "--backend", first, "--also", second)  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert is_erased(picture, tmp_path / "out.png", starts[0], starts[len("Quillmere")])
    assert not is_erased(picture, tmp_path / "out.png", starts[SHOWN.index("pays")], starts[-1])


def test_a_denied_value_that_the_only_reader_tore_is_erased(run: Run, tmp_path: Path) -> None:
    picture, starts = draw_line(SHOWN)
    picture.save(tmp_path / "p.png")
    (tmp_path / "pyproject.toml").write_text(DENY)
    reading = read_as(SHOWN, starts, "Quillme re Analytics GmbH pays monthly")
    done = run("sanitize", "p.png", "-o", "out.png", "--session", "s.session.jsonl", "--verify", "pixels",
               "--san-only", "--backend", record(tmp_path / "r.jsonl", picture, reading))  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert is_erased(picture, tmp_path / "out.png", starts[0], starts[len("Quillmere")])


@pytest.mark.parametrize("count", [1, 2])
def test_the_manifest_names_every_reader_that_read(run: Run, tmp_path: Path, count: int) -> None:
    picture, starts = draw_line(SHOWN)
    picture.save(tmp_path / "p.png")
    first, second = (
        record(tmp_path / f"{n}.jsonl", picture, read_as(SHOWN, starts, SHOWN)) for n in range(2)
    )
    also = ("--also", second) if count == 2 else ()
    done = run("sanitize", "p.png", "-o", "out", "--session", "s.session.jsonl", "--verify", "pixels",
               "--backend", first, *also)  # fmt: skip
    assert done.returncode == 0, done.stderr
    (line,) = (tmp_path / "out" / "manifest.jsonl").read_text().splitlines()
    names = json.loads(line)["verified"]["read_by"]
    assert len(names) == count
    assert all(name.startswith("replay") for name in names)
