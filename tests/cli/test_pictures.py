"""Whole runs over pictures: nothing left to read, the rest still readable, the same bytes every time."""

from __future__ import annotations

import base64
import io
import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
pytestmark = pytest.mark.models


def gold_of(session: str, turn: int) -> dict:
    lines = (SAMPLES / session / "gold.jsonl").read_text(encoding="utf-8").splitlines()
    return json.loads(lines[turn - 1])


def squeeze(text: str) -> str:
    return "".join(text.split()).casefold()


def read_text(path: Path, scale: float = 1.0) -> str:
    from shotveil.core.ocr.registry import open_reader
    from shotveil.core.sources.images import open_image

    rgb = open_image(path.read_bytes(), path.name).frame(0)
    if scale != 1.0:
        height, width = rgb.shape[:2]
        rgb = np.asarray(Image.fromarray(rgb).resize((int(width * scale), int(height * scale))))
    return squeeze(" ".join(block.text for block in open_reader("rapidocr", "ppocrv6-tiny").read(rgb)))


@pytest.fixture
def captures(tmp_path: Path) -> Path:
    folder = tmp_path / "captures"
    folder.mkdir()
    for turn in (3, 5):
        shutil.copy(SAMPLES / "session_en/captures" / f"turn_{turn}.png", folder)
    return folder


@pytest.mark.parametrize("session", ["session_en", "session_zh"])
def test_no_gold_value_can_be_read_back_and_the_rest_can(run, tmp_path, session):
    done = run(
        "sanitize",
        SAMPLES / session / "captures",
        "-o",
        tmp_path / "out",
        "--session",
        tmp_path / "s.session.jsonl",
    )
    assert done.returncode == 0, done.stderr
    reply = run("resolve", SAMPLES / session / "reply.json", "--session", tmp_path / "s.session.jsonl")
    assert reply.stdout == (SAMPLES / session / "reply.resolved.json").read_bytes()
    for turn in range(1, 6):
        gold = gold_of(session, turn)
        shown = read_text(tmp_path / "out" / f"turn_{turn}.png")
        for value in gold["pii"]:
            assert squeeze(value["value"]) not in shown, (turn, value["type"])
        for kept in gold["keep"]:
            assert squeeze(kept) in shown, (turn, kept)


def test_jobs_order_and_cache_change_no_byte(run, captures, tmp_path):
    settings = {
        "one": (),
        "two": ("-j", "2"),
        "cold": ("--cache", tmp_path / "cache"),
        "warm": ("--cache", tmp_path / "cache"),
    }
    outputs = {}
    for name, extra in settings.items():
        files = sorted(captures.iterdir(), reverse=name == "two")
        done = run("sanitize", *files, "-o", tmp_path / name, "--verify", "pixels", *extra)
        assert done.returncode == 0, done.stderr
        outputs[name] = {path.name: path.read_bytes() for path in (tmp_path / name).iterdir()}
    assert outputs["one"] == outputs["two"] == outputs["cold"] == outputs["warm"]


def test_known_pictures_start_no_engine(captures, tmp_path, monkeypatch):
    from shotveil.cli.pipeline import pictures
    from shotveil.core.config import Settings
    from shotveil.core.ocr import registry

    settings = Settings(cache=str(tmp_path / "cache"))
    tasks = [
        pictures.PictureTask(str(path), "s", turn, path.name, settings)
        for turn, path in enumerate(sorted(captures.glob("*.png")), 1)
    ]
    first = [pictures.read_picture(task) for task in tasks]
    pictures.open_kept_reader.cache_clear()
    monkeypatch.setattr(registry, "open_reader", lambda *_, **__: pytest.fail("an engine was started"))
    assert [pictures.read_picture(task) for task in tasks] == first
    pictures.open_kept_reader.cache_clear()


def test_the_chain_draws_the_same_pictures(run, captures, tmp_path):
    run("sanitize", captures, "-o", tmp_path / "whole", "--verify", "pixels")
    trace = run("ocr", captures).stdout
    for arguments in (["detect", "-"], ["sanitize", "-"]):
        trace = run(*arguments, stdin=trace).stdout
    run("render", "-", "-o", tmp_path / "chained", "--verify", "pixels", stdin=trace)
    for path in (tmp_path / "whole").iterdir():
        assert path.read_bytes() == (tmp_path / "chained" / path.name).read_bytes()


def test_san_only_adds_nothing_readable(run, captures, tmp_path):
    run("sanitize", captures, "-o", tmp_path / "out", "--san-only")
    assert "[[" not in read_text(tmp_path / "out" / "turn_3.png")
    assert "example.org" not in read_text(tmp_path / "out" / "turn_3.png")


def test_audit_is_quiet_on_a_clean_tree_and_finds_a_planted_value(run, captures, tmp_path):
    session, out = tmp_path / "s.session.jsonl", tmp_path / "out"
    for path in captures.iterdir():  # every installed reader reads at two scales: small pictures do
        Image.open(path).crop((0, 230, 1080, 1000)).save(path)
    run("sanitize", captures, "-o", out, "--session", session)
    quiet = run("audit", out, "--session", session)
    assert quiet.returncode == 0, quiet.stdout + quiet.stderr
    shutil.copy(captures / "turn_3.png", out / "planted.png")
    (out / "planted.txt").write_text("maren.holloway@example.org")
    loud = run("audit", out, "--session", session)
    assert loud.returncode == 1
    assert b"planted.png" in loud.stdout
    assert b"planted.txt" in loud.stdout
    assert b"olloway" not in loud.stdout + loud.stderr
    for report in ("json", "github", "sarif"):
        loud = run("audit", out / "planted.txt", "--session", session, "--format", report)
        assert loud.returncode == 1
        assert b"planted.txt" in loud.stdout
        assert b"olloway" not in loud.stdout + loud.stderr


def test_a_picture_inside_json_is_cleaned_and_put_back(run, captures, tmp_path):
    picture = (captures / "turn_3.png").read_bytes()
    source = tmp_path / "log.jsonl"
    url = "data:image/png;base64," + base64.b64encode(picture).decode()
    source.write_text(json.dumps({"type": "input_image", "image_url": url}) + "\n")
    done = run("sanitize", source)
    assert done.returncode == 0, done.stderr
    safe = base64.b64decode(json.loads(done.stdout)["image_url"].split(",", 1)[1])
    assert Image.open(io.BytesIO(safe)).size == Image.open(io.BytesIO(picture)).size
    (tmp_path / "safe.png").write_bytes(safe)
    assert "example.org" not in read_text(tmp_path / "safe.png")


@pytest.mark.parametrize("cut", [0, 40, 4000, 40_000])
def test_a_truncated_picture_releases_nothing(run, captures, tmp_path, cut):
    path = captures / "turn_3.png"
    path.write_bytes(path.read_bytes()[:cut])
    done = run("sanitize", captures, "-o", tmp_path / "out")
    assert done.returncode == 2
    assert done.stderr.count(b"error:") == 1
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == ["manifest.jsonl", "turn_5.png"]


def test_nothing_but_pixels_survives(run, captures, tmp_path):
    from PIL.PngImagePlugin import PngInfo

    notes = PngInfo()
    notes.add_text("Author", "Maren Holloway")
    image = Image.open(captures / "turn_3.png")
    image.save(captures / "turn_3.png", pnginfo=notes)
    with (captures / "turn_3.png").open("ab") as stream:
        stream.write(b"Maren Holloway")
    run("sanitize", captures, "-o", tmp_path / "out")
    assert b"Holloway" not in (tmp_path / "out" / "turn_3.png").read_bytes()


def test_a_missing_model_is_named_with_its_fix(run, captures, tmp_path):
    done = run(
        "sanitize",
        captures,
        "-o",
        tmp_path / "out",
        "--model",
        "ppocrv6-tiny",
        env={"SHOTVEIL_MODELS": str(tmp_path / "none")},
    )
    assert done.returncode == 2
    assert b"models add ppocrv6-tiny" in done.stderr
    assert not list((tmp_path / "out").glob("*.png"))


@pytest.mark.parametrize(
    ("ending", "written"),
    [
        (".jpg", "JPEG"),
        (".JPEG", "JPEG"),
        (".webp", "WEBP"),
        (".bmp", "BMP"),
        (".tif", "TIFF"),
        (".gif", "GIF"),
    ],
)
def test_the_ending_of_the_output_names_its_format(run, captures, tmp_path, ending, written):
    done = run("sanitize", captures / "turn_3.png", "-o", tmp_path / f"one{ending}", "--verify", "pixels")
    assert done.returncode == 0, done.stderr
    with Image.open(tmp_path / f"one{ending}") as image:
        assert image.format == written


@pytest.mark.parametrize("asked", ["jpg", "jpeg", "tif"])
def test_formats_go_by_their_usual_names(run, captures, tmp_path, asked):
    done = run("sanitize", captures, "-o", tmp_path / "out", "--image-format", asked, "--verify", "pixels")
    assert done.returncode == 0, done.stderr
    with Image.open(next((tmp_path / "out").glob("turn_3.*"))) as image:
        assert image.format == ("TIFF" if asked == "tif" else "JPEG")


@pytest.mark.parametrize(
    ("name", "flags"), [("one.jpg", ("--image-format", "png")), ("one.heic", ()), ("one.AVIF", ())]
)
def test_an_ending_that_cannot_be_kept_is_refused_in_one_line(run, captures, tmp_path, name, flags):
    done = run("sanitize", captures / "turn_3.png", "-o", tmp_path / name, *flags)
    assert done.returncode == 2
    assert done.stderr.decode().count("\n") == 1
    assert not (tmp_path / name).exists()


def test_several_frames_do_not_become_a_picture_of_one(run, tmp_path):
    frames = [Image.new("RGB", (120, 60), colour) for colour in ("white", "navy")]
    frames[0].save(tmp_path / "two.gif", save_all=True, append_images=frames[1:])
    done = run("sanitize", tmp_path / "two.gif", "-o", tmp_path / "two.jpg", "--verify", "pixels")
    assert done.returncode == 2
    assert b"cannot be written as .jpg" in done.stderr
    assert not (tmp_path / "two.jpg").exists()
