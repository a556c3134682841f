"""Texts too long to be read whole: in blocks, twice, with the same result."""

from __future__ import annotations

import base64
import io
import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw, ImageFont

from shotveil.cli.pipeline import inputs, line_blocks
from shotveil.cli.pipeline.inputs import build_request
from shotveil.cli.pipeline.stages import run_sanitize
from shotveil.core.errors import UsageProblem

NAMES = ("Maren Holloway", "Tobias Lindqvist", "Ingrid Castell", "Callum Brandt")


@pytest.fixture(autouse=True)
def _short_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inputs, "LONG_BYTES", 2_000)
    monkeypatch.setattr(line_blocks, "BLOCK_BYTES", 1_000)


def sanitize(*paths: Path, **rest: Any) -> tuple[int, bytes]:
    out = io.BytesIO()
    flags = rest.pop("flags", {})
    check = rest.pop("check", False)
    request = build_request([str(path) for path in paths], flags, None, check=check, **rest)
    return run_sanitize(request, out), out.getvalue()


def write_log(path: Path, kind: str = "jsonl", count: int = 100) -> bytes:
    texts = [f"Step {number} is done, nothing to see here, go on with {number}." for number in range(count)]
    texts[3] = "It was Holloway who asked."
    texts[-9] = f"Please call {NAMES[0]} at (503) 555-0142."
    lines = texts if kind == "txt" else [json.dumps({"m": text}) for text in texts]
    path.write_text("\n".join(lines) + "\n")
    return path.read_bytes()


@pytest.mark.parametrize("kind", ["txt", "jsonl"])
def test_a_file_read_in_blocks_gives_what_it_gives_whole(run, tmp_path, kind):
    source, session = tmp_path / f"long.{kind}", tmp_path / "s.session.jsonl"
    data = write_log(source, kind)
    whole = run("sanitize", source).stdout
    assert whole.count(b"[[NAME#") == 2
    code, shown = sanitize(source, session=session)
    assert (code, shown) == (0, whole)
    done = run("resolve", "-", "--session", session, "--surface", "original", stdin=whole)
    assert done.stdout == data


def test_columns_keep_their_names_from_block_to_block(run, tmp_path):
    rows = "".join(f"{number};item {number} is packed;open\n" for number in range(100))
    data = f"no;Password;state\n{rows}101;tulip-Rain-44;open\n{rows}".encode()
    source = tmp_path / "stock.csv"
    source.write_bytes(data)
    whole = run("sanitize", source).stdout
    assert b"tulip" not in whole
    assert whole.count(b"[[SECRET#") == 1
    assert sanitize(source)[1] == whole
    assert run("sanitize", "-", stdin=data).stdout == whole


@pytest.mark.parametrize("kind", ["txt", "jsonl"])
def test_a_long_file_of_a_folder_is_one_with_the_others(run, tmp_path, kind, capsys):
    folder, session = tmp_path / "in", tmp_path / "s.session.jsonl"
    folder.mkdir()
    name = f"2 {NAMES[0]}.{kind}"
    data = write_log(folder / name, kind)
    (folder / "1 card.txt").write_text(f"{NAMES[0]} wrote first. Ask {NAMES[1]}.\n")
    (folder / "3 note.txt").write_text(f"Tell Holloway of {name}.\n")
    code, _ = sanitize(folder, output=tmp_path / "out", session=session)
    assert code == 0
    run("sanitize", folder, "-o", tmp_path / "whole")
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names == sorted(path.name for path in (tmp_path / "whole").iterdir())
    assert f"2 NAME-1.{kind}" in names
    for output in names:
        if output != "manifest.jsonl":
            assert (tmp_path / "out" / output).read_bytes() == (tmp_path / "whole" / output).read_bytes()
    lines = [json.loads(line) for line in (tmp_path / "out" / "manifest.jsonl").read_text().splitlines()]
    assert [line["output"] for line in lines] == [o for o in names if o != "manifest.jsonl"]
    counts = {(shown["type"], shown["count"]) for shown in lines[1]["replacements"]}
    assert counts == {("NAME", 2), ("PHONE", 1)}
    back = run(
        "resolve", tmp_path / "out" / f"2 NAME-1.{kind}", "--session", session, "--surface", "original"
    )
    assert back.stdout == data
    capsys.readouterr()
    assert sanitize(folder, output=tmp_path / "out", session=session)[0] == 0
    assert "3 files were finished by an earlier run" in capsys.readouterr().err


def test_a_long_file_is_released_whole_or_not_at_all(tmp_path):
    folder, out = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    source = folder / "log.jsonl"
    write_log(source)
    (folder / "note.txt").write_text(f"Ask {NAMES[1]}.\n")
    source.write_text(source.read_text() + "{broken\n")
    code, _ = sanitize(folder, output=out)
    assert code == 2
    assert sorted(path.name for path in out.iterdir()) == ["manifest.jsonl", "note.txt"]
    assert '"withheld"' in (out / "manifest.jsonl").read_text()
    safe = tmp_path / "safe.jsonl"
    write_log(source)
    assert sanitize(source, output=safe)[0] == 0
    before = safe.read_bytes()
    assert before == sanitize(source)[1]
    source.write_text(source.read_text() + "{broken\n")
    assert sanitize(source, output=safe)[0] == 2
    assert safe.read_bytes() == before
    write_log(source)
    with pytest.raises(UsageProblem, match="is an input"):
        sanitize(source, output=source)


def test_a_check_and_a_trial_write_nothing(tmp_path):
    source = tmp_path / "log.jsonl"
    write_log(source)
    assert sanitize(source, check=True) == (1, b"")
    assert sanitize(source, output=tmp_path / "out", dry_run=True) == (0, b"")
    assert [path.name for path in tmp_path.iterdir()] == ["log.jsonl"]


def picture_of(text: str) -> str:
    picture = Image.new("RGB", (640, 100), "white")
    ImageDraw.Draw(picture).text((10, 30), text, fill="black", font=ImageFont.load_default(28))
    data = io.BytesIO()
    picture.save(data, "PNG")
    return base64.b64encode(data.getvalue()).decode()


@pytest.mark.models
def test_pictures_in_a_pipe_and_in_a_long_file_are_drawn_as_in_a_file(run, tmp_path):
    source = tmp_path / "shots.jsonl"
    url = f"data:image/png;base64,{picture_of(f'Call {NAMES[0]} at (503) 555-0142')}"
    lines = [{"note": "a step"}, {"image_url": {"url": url}}, {"note": "and Maren Holloway left"}]
    source.write_text("".join(json.dumps(line) + "\n" for line in lines))
    whole = run("sanitize", source).stdout
    assert json.loads(whole.splitlines()[1])["image_url"]["url"] != url
    assert sanitize(source)[1] == whole
    assert run("sanitize", "-", stdin=source.read_bytes()).stdout == whole
