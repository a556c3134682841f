"""Real transcripts and trees: each is read, rewritten with the same structure, and restored exactly."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from rewriting import rewrite_first_words, same_json

from shotveil.core.errors import InputProblem
from shotveil.core.sources import open_text
from shotveil.core.sources.formats import detect_format
from shotveil.core.sources.zip_archive import read_members

DATA = Path(__file__).resolve().parents[3].parent / "shared" / "data"
SETS = ("transcripts", "structured")
JSON = ("json", "har", "slack", "telegram", "signal")
LINES = ("jsonl", "claude_code", "asciicast")
_TIMING = re.compile(r"^.*(?:-->|^[0-9]:[0-9]{2}:[0-9]{2}\.[0-9]{3},).*$", re.M)
_TAG = re.compile(r"</?([A-Za-z][^\s/>]*)")


def list_files() -> Iterator[tuple[Path, bool]]:
    for name in SETS:
        manifest = DATA / name / "dev.jsonl"
        if not manifest.exists():
            continue
        for line in manifest.read_text("utf-8").splitlines():
            entry = json.loads(line)
            path = DATA / name / entry["file"]
            for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
                yield file, entry["valid"]


FILES = list(list_files())
missing = pytest.mark.skipif(not FILES, reason="../shared/data is not beside the project")


@missing
@pytest.mark.parametrize(
    ("path", "valid"), FILES, ids=lambda value: value.name if isinstance(value, Path) else None
)
def test_real_files(path: Path, valid: bool) -> None:
    data = path.read_bytes()
    format = detect_format(data, path.name)
    assert format != "unsupported"
    members = (
        [(member.name, member.data) for member in read_members(data, path.name)]
        if format == "playwright_zip"
        else [(path.name, data)]
    )
    for name, content in members:
        kind = detect_format(content, name)
        if kind in ("image", "unsupported"):
            continue
        if valid:
            check_file(content, name, kind)
            continue
        with suppress(InputProblem):  # a broken file may be refused, or read leniently
            check_file(content, name, kind)


def check_file(data: bytes, name: str, format: str) -> None:
    document = open_text(data, name, format, session="s", turn=1)
    assert document.encode(document.raw) == data
    released, count = rewrite_first_words(document)
    assert count or not any(re.search(r"[^\W_]{3}", view.text or "") for view in document.views)
    if format in JSON or (format == "asciicast" and name.endswith(".json")):
        assert same_json(document.raw, released)
    elif format in LINES:
        pairs = zip(document.raw.splitlines(), released.splitlines(), strict=True)
        assert all(same_json(before, after) for before, after in pairs if before.strip())
    elif format in ("vtt", "srt", "sbv"):
        assert _TIMING.findall(document.raw) == _TIMING.findall(released)
        assert document.raw.count("\n") == released.count("\n")
    elif format in ("html", "uiautomator"):
        assert _TAG.findall(document.raw) == _TAG.findall(released)
    again = open_text(document.encode(released), name, format, session="s", turn=1)
    assert again.format == document.format
