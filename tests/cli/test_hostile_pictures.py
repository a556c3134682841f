"""Broken engines and hostile picture files: verified pixels, or one clear line and nothing released."""

from __future__ import annotations

import io
import os
import random
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from shotveil.cli.pipeline import drawing, pictures
from shotveil.cli.pipeline.drawing import Drawn, DrawTask, draw_picture
from shotveil.cli.pipeline.pictures import PictureTask, read_picture
from shotveil.cli.pipeline.pool import map_in_order, open_pool
from shotveil.core.audit.residual import Needle
from shotveil.core.config import Settings
from shotveil.core.detect import Detector
from shotveil.core.geometry import Box
from shotveil.core.records import Binding, Block, ReaderInfo, View, ViewError
from shotveil.core.sources.images import open_image

LINE, VALUE = "Mail: ivy.probe@example.com", "ivy.probe@example.com"
FUZZ_S = 20


class Stub:
    """A reader that sees the one line we draw while it is there, or fails as told."""

    info = ReaderInfo("stub", "1", "", {})
    folder = ""

    def __init__(self, fault: BaseException | None = None, sound: int = 0, blind: bool = False) -> None:
        self.fault, self.sound, self.blind = fault, sound, blind

    @property
    def engine(self) -> Stub:
        return self

    def read(self, rgb: np.ndarray) -> tuple[Block, ...]:
        self.sound -= 1
        if self.fault is not None and self.sound < 0:
            raise self.fault
        if self.blind and self.sound < 0:
            return (Block("b0", LINE, Box(0, 0, 90, 14), Box(0, 0, 90, 14).quad(), 0.9),)
        if rgb.shape[:2] != (60, 200):
            return ()
        ink = np.asarray(draw_line().convert("L")) < 120
        if (rgb.mean(axis=2)[ink] < 160).mean() < 0.7:
            return ()
        box = Box(8, 10, 186, 32)
        return (Block("b0", LINE, box, box.quad(), 0.9),)

    def read_shown(self, rgb: np.ndarray, scale: float, *, negative: bool) -> tuple[Block, ...]:
        return self.read(rgb)


@pytest.fixture
def use(monkeypatch: pytest.MonkeyPatch) -> Any:
    def install(stub: Stub) -> None:
        monkeypatch.setattr(pictures, "reader_of", lambda *_: stub)
        monkeypatch.setattr(drawing, "proof_readers", lambda _settings: (stub,))
        monkeypatch.setattr(
            drawing,
            "_read_kept",
            lambda reader, rgb, scale, negative: reader.read_shown(rgb, scale, negative=negative),
        )

    return install


def draw_line() -> Image.Image:
    image = Image.new("RGB", (200, 60), (250, 250, 250))
    ImageDraw.Draw(image).text((10, 12), LINE, font=ImageFont.load_default(13), fill=(20, 20, 20))
    return image


def encode(image: Image.Image, kind: str, **options: Any) -> bytes:
    stream = io.BytesIO()
    image.save(stream, kind, **options)
    return stream.getvalue()


def clean(data: bytes, *, verify: str = "reader") -> Drawn | ViewError:
    """One file through reading, detection, drawing and proof, as ``sanitize`` takes it."""
    settings = Settings(verify=verify)
    views = read_picture(PictureTask("a.png", "s", 1, "v", settings, data))
    if isinstance(views, ViewError):
        return views
    found: tuple[View, ...] = tuple(Detector().detect(views))
    bound = tuple(
        tuple(Binding(item, n, f"[[{item.type}#{n}]]", True) for n, item in enumerate(view.occurrences, 1))
        for view in found
    )
    return draw_picture(DrawTask("a.png", settings, found, bound, (), (Needle("EMAIL", VALUE),), data))


def hold(result: Drawn | ViewError) -> None:
    """Released pictures open again and are proved; refusals are one line without the value."""
    if isinstance(result, ViewError):
        told = f"{result.code} {result.message} {result.hint}"
        assert "\n" not in told
        assert VALUE not in told
        assert not result.code.startswith("internal.fault"), told
        return
    source = open_image(result.data, "out")
    assert source.trailing_bytes == 0
    for frame in range(source.frames):
        source.frame(frame)
    assert result.verified["result"] == "clean"


def test_the_line_is_found_and_erased(use: Any) -> None:
    use(Stub())
    result = clean(encode(draw_line(), "PNG"))
    assert isinstance(result, Drawn)
    assert [part.reference for part in result.frames[0]] == ["[[EMAIL#1]]"]


@pytest.mark.parametrize("sound", [0, 1])
@pytest.mark.parametrize(
    "fault",
    [
        RuntimeError(f"engine says {VALUE}"),
        MemoryError(),
        OSError(28, "No space left on device"),
        ValueError(VALUE),
    ],
)
def test_a_failing_engine_releases_nothing(use: Any, fault: Exception, sound: int) -> None:
    use(Stub(fault, sound))
    result = clean(encode(draw_line(), "PNG"))
    assert isinstance(result, ViewError)
    assert VALUE not in f"{result.message} {result.hint}"


def test_a_value_that_is_read_again_and_again_withholds_the_picture(use: Any) -> None:
    use(Stub(sound=1, blind=True))
    result = clean(encode(draw_line(), "PNG"))
    assert isinstance(result, ViewError)
    assert result.code == "verify.residual"


def test_no_memory_while_drawing_releases_nothing(use: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    use(Stub())
    from shotveil.renderers import image

    def fail(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr(image, "erase_regions", fail)
    result = clean(encode(draw_line(), "PNG"))
    assert isinstance(result, ViewError)
    assert result.code == "internal.memory"


@pytest.mark.models
def test_what_libraries_warn_of_is_not_told(run: Any, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for number in range(2):
        (tmp_path / "in" / f"{number}.jpg").write_bytes(SHAPES["broken EXIF"]())
    done = run("sanitize", "in", "-o", "out", "--verify", "pixels", "--jobs", "2")
    assert done.returncode == 0, done.stderr
    assert b"Warning" not in done.stderr


@pytest.mark.models
def test_a_missing_font_stops_the_run_with_one_line(run: Any, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    draw_line().resize((800, 240)).save(tmp_path / "in" / "a.png")
    done = run(
        "sanitize", "in", "-o", "out", "--font", "nowhere.ttf", "--verify", "pixels", "--backend", "rapidocr"
    )
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert not list((tmp_path / "out").glob("*.png"))


def _die(number: int) -> int:
    if number == 1:
        os._exit(9)
    time.sleep(0.2)
    return number


def test_a_killed_worker_costs_pictures_but_never_the_run() -> None:
    with open_pool(2) as pool:
        results = list(map_in_order(_die, range(6), pool, window=2))
        after = list(map_in_order(_die, [7], pool, window=2))
    assert len(results) == 6
    assert any(isinstance(result, ViewError) and result.code == "engine.crashed" for result in results)
    assert len(after) == 1


def _frames(kind: str) -> bytes:
    """Frames of different sizes and modes in one file."""
    frames = [draw_line(), Image.new("RGB", (90, 40), "navy"), draw_line().rotate(180)]
    if kind == "GIF":
        frames = [frame.convert("P") for frame in frames]
    return encode(frames[0], kind, save_all=True, append_images=frames[1:])


SHAPES: dict[str, Any] = {
    "one pixel": lambda: encode(Image.new("RGB", (1, 1)), "PNG"),
    "a thread": lambda: encode(Image.new("RGB", (30000, 10), "white"), "PNG"),
    "a tower": lambda: encode(Image.new("L", (10, 30000), 255), "PNG"),
    "16 bit": lambda: encode(
        Image.fromarray(np.asarray(draw_line().convert("L")).astype(np.uint16) * 257), "PNG"
    ),
    "CMYK": lambda: encode(draw_line().convert("CMYK"), "JPEG"),
    "palette, clear": lambda: encode(draw_line().convert("P"), "PNG", transparency=0),
    "alpha": lambda: encode(draw_line().convert("RGBA"), "PNG"),
    "wrong name": lambda: encode(draw_line(), "BMP"),
    "broken profile": lambda: encode(draw_line(), "PNG", icc_profile=b"no profile"),
    "broken EXIF": lambda: encode(
        draw_line(), "JPEG", exif=b"Exif\x00\x00II*\x00\xff\xff\xff\x7f" + b"x" * 40
    ),
    "frames GIF": lambda: _frames("GIF"),
    "frames PNG": lambda: _frames("PNG"),
    "frames TIFF": lambda: _frames("TIFF"),
    "no bytes": lambda: b"",
    "not a picture": lambda: b"%PNG" * 100,
}


@pytest.mark.parametrize("shape", SHAPES)
def test_odd_pictures_pass_or_are_refused(use: Any, shape: str) -> None:
    use(Stub())
    result = clean(SHAPES[shape]())
    hold(result)
    if shape in ("no bytes", "not a picture"):
        assert isinstance(result, ViewError)


def test_a_bomb_is_refused_before_it_is_decoded(use: Any) -> None:
    use(Stub())
    data = bytearray(encode(Image.new("L", (8, 8)), "PNG"))
    data[16:24] = (60_000).to_bytes(4, "big") * 2
    started = time.process_time()
    result = clean(bytes(data))
    assert isinstance(result, ViewError)
    assert time.process_time() - started < 2


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF"])
def test_hurt_files_pass_verified_or_are_refused(use: Any, kind: str) -> None:
    """Flips, cuts and pieces put elsewhere, seeded, for a bounded time."""
    use(Stub())
    chance = random.Random(f"hurt {kind}")
    data = encode(draw_line().convert("P") if kind == "GIF" else draw_line(), kind)
    stop = time.process_time() + FUZZ_S / 6
    for _ in range(120):
        if time.process_time() > stop:
            break
        hurt = bytearray(data)
        for _ in range(chance.randint(0, 8)):
            hurt[chance.randrange(len(hurt))] = chance.randrange(256)
        if chance.random() < 0.3:
            del hurt[chance.randrange(len(hurt)) :]
        if hurt and chance.random() < 0.2:
            start = chance.randrange(len(hurt))
            hurt[start:start] = hurt[: chance.randint(1, 64)]
        hold(clean(bytes(hurt)))
