"""Order and union of blocks, the sealed cache, recorded readings, the doctor, backends by name."""

from __future__ import annotations

import json
import os
import stat
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from shotveil.core.errors import BackendProblem, UsageProblem
from shotveil.core.geometry import Box
from shotveil.core.ocr import doctor
from shotveil.core.ocr.block_codec import plain_blocks
from shotveil.core.ocr.blocks import order_blocks, union_blocks
from shotveil.core.ocr.cache import FileReading, SealedCache
from shotveil.core.ocr.registry import backend_names, installed_backends, open_reader
from shotveil.core.ocr.replay import pixel_digest
from shotveil.core.records import Block, ReaderInfo

PICTURE = np.arange(300, dtype=np.uint8).reshape(10, 10, 3)
INFO = ReaderInfo("rapidocr", "1", "ppocrv4-mobile", {"threads": 2})


def block(text: str, left: float, top: float, right: float, bottom: float) -> Block:
    box = Box(left, top, right, bottom)
    step = (right - left) / len(text)
    chars = tuple(Box(left + i * step, top, left + (i + 1) * step, bottom) for i in range(len(text)))
    return Block("", text, box, box.quad(), 0.9, chars)


READING = order_blocks([block("Jamie Example", 10, 40, 140, 60), block("Name", 10, 10, 50, 30)])


def test_ids_follow_the_place_not_the_order() -> None:
    assert [item.text for item in READING] == ["Name", "Jamie Example"]
    assert [item.id for item in READING] == ["b0", "b1"]
    assert order_blocks(READING[::-1]) == READING


def test_union_adds_what_the_first_did_not_see_or_read_otherwise() -> None:
    same = block("jamie example", 11, 41, 139, 59)
    elsewhere = block("555-0100", 10, 80, 90, 100)
    otherwise = block("Janie", 10, 41, 60, 59)
    assert union_blocks(READING, [same]) == READING
    united = union_blocks(READING, [same, elsewhere, otherwise])
    assert {item.text for item in united} == {"Name", "Jamie Example", "555-0100", "Janie"}
    assert len({item.id for item in united}) == 4


@pytest.mark.parametrize(
    ("first", "second", "added"),
    [
        ("Quillme re Analytics GmbH", "Quillmere Analytics GmbH", True),
        ("Quillmere Analytics GmbH", "Quillme re Analytics GmbH", True),
        ("HannaQuill", "Hanna Quill", True),
        ("hanna.quill example.org", "hanna.quill@example.org", True),
        ("hanna.quillexample.org", "hanna.quill@example.org", True),
        ("API key ghp abc123", "API key ghp_abc123", True),
        ("客户 Quillme re 公司", "客户 Quillmere 公司", True),
        ("Quillmere Analytics GmbH", "quillmere  analytics GmbH.", False),
        ("Name: Hanna Quill |", "Name Hanna Quill", False),
        ("客户 : 张 小明", "客户：张小明", False),
        ("电话：138 0013 8000", "电话 138 0013 8000", False),
        ("hanna.quill@example.org", "(hanna.quill@example.org)", False),
        ("It is “quoted”, so.", 'It is "quoted" so', False),
        ("手机：13800138000", "手机", False),
        ("手机：13800138000", "13800138000", False),
        ("手机：13800138000", "手机 13800138000", False),
        ("车牌 京A12345 停", "京", False),
        ("手机：13800138000", "1380013800", True),
        ("订单A12345号", "A1234", True),
        ("手机：138001380OO", "手机：13800138000", True),
    ],
)  # fmt: skip
def test_union_compares_readings_by_their_words(first: str, second: str, added: bool) -> None:
    place = (10, 10, 250, 30)
    united = union_blocks([block(first, *place)], [block(second, *place)])
    assert [item.text for item in united].count(second) == added
    assert len(united) == 1 + added


def test_the_cache_gives_back_only_to_the_same_picture_and_reader(tmp_path: Path) -> None:
    cache = SealedCache(tmp_path / "cache")
    assert cache.load(PICTURE, INFO) is None
    cache.store(PICTURE, INFO, READING)
    assert cache.load(PICTURE, INFO) == READING
    assert cache.load(PICTURE, replace(INFO, settings={"threads": 1})) == READING
    assert cache.load(PICTURE, replace(INFO, model="ppocrv6-tiny")) is None
    other = PICTURE.copy()
    other[0, 0, 0] ^= 1
    assert cache.load(other, INFO) is None


def test_the_cache_shows_nothing_and_stays_private(tmp_path: Path) -> None:
    cache = SealedCache(tmp_path / "cache")
    cache.store(PICTURE, INFO, READING)
    (entry,) = (tmp_path / "cache").iterdir()
    assert b"Jamie" not in entry.read_bytes()
    if os.name == "posix":
        assert stat.S_IMODE(entry.stat().st_mode) == 0o600
    sealed = entry.read_bytes()
    entry.write_bytes(sealed[:-1] + bytes([sealed[-1] ^ 1]))
    assert cache.load(PICTURE, INFO) is None
    (tmp_path / "cache" / "note.txt").write_text("mine")
    assert cache.clear() == 1
    assert [path.name for path in (tmp_path / "cache").iterdir()] == ["note.txt"]


def test_a_reading_is_kept_apart_by_how_the_picture_was_shown(tmp_path: Path) -> None:
    cache = SealedCache(tmp_path)
    cache.store(PICTURE, INFO, READING, "1.5 negative")
    assert cache.load(PICTURE, INFO) is None
    assert cache.load(PICTURE, INFO, "1.5 negative") == READING
    assert cache.load(PICTURE.reshape(-1, 1, 3), INFO, "1.5 negative") is None


def test_a_file_is_known_by_its_bytes_and_how_they_are_decoded(tmp_path: Path) -> None:
    cache = SealedCache(tmp_path)
    data = b"the bytes of a picture"
    cache.store_file(data, INFO, FileReading(64, 48, READING), "decoder 1")
    assert cache.load_file(data, INFO, "decoder 1") == FileReading(64, 48, READING)
    assert cache.load_file(data, INFO, "decoder 2") is None
    assert cache.load_file(data + b".", INFO, "decoder 1") is None


def test_an_empty_reading_is_not_remembered(tmp_path: Path) -> None:
    cache = SealedCache(tmp_path)
    cache.store(PICTURE, INFO, ())
    cache.store(PICTURE, INFO, [block(" ", 0, 0, 5, 5)])
    assert cache.load(PICTURE, INFO) is None
    assert not list(tmp_path.iterdir())


def test_a_recording_is_a_reader(tmp_path: Path) -> None:
    file = tmp_path / "readings.jsonl"
    row = {"pixels_sha256": pixel_digest(PICTURE), "blocks": plain_blocks(READING)}
    file.write_text(json.dumps(row, ensure_ascii=False) + "\n", "utf-8")
    reader = open_reader(f"replay:{file}")
    assert reader.read(PICTURE) == READING
    with pytest.raises(BackendProblem) as problem:
        reader.read(PICTURE[:5])
    assert problem.value.code == "replay.unknown"
    with pytest.raises(UsageProblem):
        open_reader("replay")
    file.write_text("nothing of the kind\n")
    with pytest.raises(UsageProblem):
        open_reader(f"replay:{file}")


def test_backends_are_known_by_name() -> None:
    assert backend_names()[:5] == ("auto", "rapidocr", "tesseract", "easyocr", "replay")
    with pytest.raises(UsageProblem) as problem:
        open_reader("nothing")
    assert "tesseract" in problem.value.hint
    assert all(backend in backend_names() for backend, _ in installed_backends())


def test_missing_parts_are_named_with_their_fix(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(BackendProblem) as problem:
        open_reader("tesseract")
    assert "install" in problem.value.hint
    findings = {finding.name: finding for finding in doctor.examine()}
    assert findings["tesseract"].ok is False
    assert findings["tesseract"].fix
    assert findings["opencv"].ok


def test_a_machine_without_libgl_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(name: str) -> object:
        raise ImportError("libGL.so.1: cannot open shared object file", name=name)

    monkeypatch.setattr(doctor.importlib, "import_module", fail)
    finding = doctor._opencv()
    assert finding.ok is False
    assert "opencv-python-headless" in finding.fix
