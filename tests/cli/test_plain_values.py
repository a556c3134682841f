"""Pictures: a year, a short number, an everyday word and what an entry allows stay where nobody meant them."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont

from shotveil.cli.pipeline.drawing import Drawn, DrawTask, draw_picture
from shotveil.cli.pipeline.finding import denied_needles, keep_allowed
from shotveil.core.audit.residual import Needle, build_needle, find_residuals, is_plain
from shotveil.core.config import Settings
from shotveil.core.geometry import Box
from shotveil.core.records import Block, BlockExtent, Occurrence, ScalarRecord, View

Row = tuple[str, int, int]


@pytest.mark.parametrize(
    "surface",
    ["2026", "0412", "4821", "７７", "20 26", "monday", "April", "Rose", "summer", "welcome", "1-2"],
)
def test_plain(surface: str) -> None:
    assert is_plain(surface)


@pytest.mark.parametrize(
    "surface",
    [
        "20261",
        "2026 0412",
        "A12",
        "maren",
        "Maren Holloway",
        "周若溪",
        "monday7",
        "rose hill",
        "t.quill",
        "hunter22",
        "",
    ],
)
def test_not_plain(surface: str) -> None:
    assert not is_plain(surface)


def test_a_plain_value_counts_at_its_own_place() -> None:
    text = "PIN 4821 or 4821"
    box = Box(0, 0, 160, 20)
    block = Block(
        "b", text, box, box.quad(), 1.0, tuple(Box(10 * n, 0, 10 * n + 10, 20) for n in range(len(text)))
    )
    extent = BlockExtent("b", 4, 8, Box(40, 0, 80, 20))
    occurrence = Occurrence("NUM", "4821", "hard", (), 1.0, (extent,), ScalarRecord("4821", "4821"))
    found = find_residuals((block,), [build_needle(occurrence)])
    assert [residual.start for residual in found] == [text.index("4821") + found[0].start - 4]


@pytest.mark.parametrize(
    ("entry", "kept"),
    [
        ({"value": "cosima@draxbellamy.example"}, True),
        ({"value": "Cosima@DraxBellamy.example"}, True),
        ({"pattern": r"\S+@draxbellamy\.example"}, True),
        ({"value": "cosima@draxbellamy.example", "path": "*.png"}, True),
        ({"value": "cosima@draxbellamy.example", "path": "other/*"}, False),
        ({"value": "cosima@draxbellamy.example", "field": "contact"}, False),
        ({"value": "somebody@draxbellamy.example"}, False),
    ],
)
def test_nothing_is_sought_in_what_is_allowed(entry: dict[str, str], kept: bool) -> None:
    settings = Settings(allow=({"reason": "public", **entry},))
    needles = [Needle("NAME", "Cosima Draxbellamy")]
    text = "Contact cosima@draxbellamy.example today"
    found = find_residuals(text, needles, kept=keep_allowed(settings, "in/a.png"))
    assert bool(found) is not kept
    assert find_residuals("Cosima Draxbellamy", needles, kept=keep_allowed(settings, "in/a.png"))


def draw(path: Path, rows: list[Row]) -> None:
    font = ImageFont.load_default(24)
    picture = Image.new("RGB", (760, 260), "white")
    for text, x, y in rows:
        ImageDraw.Draw(picture).text((x, y), text, font=font, fill="black")
    picture.save(path)


def shows_ink(path: Path, box: tuple[int, int, int, int]) -> bool:
    low, _ = Image.open(path).convert("L").crop(box).getextrema()
    return int(low) < 128


def test_years_and_words_of_other_pictures_stay(run, tmp_path) -> None:  # type: ignore[no-untyped-def]
    folder = tmp_path / "in"
    folder.mkdir()
    draw(
        folder / "1.png",
        [
            ("Order number", 40, 30),
            ("2026", 400, 30),
            ("Name: Cosima Draxbellamy", 40, 80),
            ("PIN: 4821", 40, 130),
        ],
    )
    draw(
        folder / "2.png",
        [("2026", 40, 30), ("Room", 40, 80), ("4821", 400, 80), ("cosima@draxbellamy.example", 40, 130)],
    )
    (tmp_path / "s.toml").write_text(
        '[[allow]]\nvalue = "cosima@draxbellamy.example"\nreason = "the desk"\n', encoding="utf-8"
    )
    flags = ("--session", "s.session.jsonl", "--config", "s.toml")
    done = run("sanitize", "in", "-o", "out", *flags)
    assert done.returncode == 0, done.stderr
    second = tmp_path / "out/2.png"
    original = folder / "2.png"
    for box in ((30, 20, 120, 70), (390, 70, 480, 110), (30, 120, 400, 170)):
        with Image.open(second) as after, Image.open(original) as before:
            assert after.convert("RGB").crop(box).tobytes() == before.convert("RGB").crop(box).tobytes(), box
    audit = run("audit", "out", *flags)
    assert audit.returncode == 0, audit.stdout
    assert b"NUM" not in audit.stdout
    assert shows_ink(second, (30, 20, 120, 70))


@pytest.mark.parametrize(
    ("entry", "text", "found"),
    [
        ({"value": "TV"}, "TV", True),
        ({"value": "Monday"}, "on monday we", True),
        ({"value": "Nightjar"}, "Project nightjar ships", True),
        ({"value": "夜莺计划"}, "关于夜莺计划的会", True),
        ({"value": "TV", "path": "*.png"}, "TV", True),
        ({"value": "TV"}, "TVs and CCTV", False),
        ({"value": "NUM"}, "[[NUM#1]]", False),
        ({"value": "TV", "path": "other/*"}, "TV", False),
        ({"value": "TV", "field": "device"}, "TV", False),
        ({"pattern": "T."}, "TV", False),
    ],
)
def test_denied_values_are_sought_in_the_proof(entry: dict[str, str], text: str, found: bool) -> None:
    allow = ({"reason": "public", "value": text},)
    settings = Settings(allow=allow, deny=({"reason": "ours", "type": "ALNUM", **entry},))
    needles = denied_needles(settings, "in/a.png")
    assert bool(find_residuals(text, needles, kept=keep_allowed(settings, "in/a.png"))) is found


@pytest.mark.parametrize("denied", [True, False])
def test_a_denied_value_that_only_the_proof_reads_goes(denied: bool, tmp_path: Path) -> None:
    picture = tmp_path / "a.png"
    draw(picture, [("TV", 60, 40), ("Parcel is on its way", 60, 130)])
    deny = ({"reason": "ours", "type": "ALNUM", "value": "TV"},) if denied else ()
    unread = View("v", "s", 1, "image", str(picture), width=760, height=260)
    drawn = draw_picture(DrawTask(str(picture), Settings(deny=deny), (unread,), ((),)))
    assert isinstance(drawn, Drawn)
    assert drawn.verified["result"] == ("clean" if denied else "pixels")
    safe = tmp_path / "safe.png"
    safe.write_bytes(drawn.data)
    assert shows_ink(safe, (55, 35, 110, 75)) is not denied
    assert shows_ink(safe, (55, 125, 300, 170))
