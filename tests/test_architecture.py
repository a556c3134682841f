"""The shape of the project: import direction, file sizes, names, packages (DESIGN 4 and 7)."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("cli", "core", "renderers")
MODULES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
MAX_LINES = 400
BANNED_NAMES = {"utils", "util", "helpers", "helper", "common", "manager", "base", "misc"}

STAGES = (
    "sources",
    "ocr",
    "stream",
    "clues",
    "adjudicate",
    "parse",
    "detect",
    "binding",
    "session",
    "resolve",
    "audit",
)
LATER = {name: set(STAGES[rank + 1 :]) for rank, name in enumerate(STAGES)}
# Rules validate what they find with the parser of their type, and a parser is pure: clues and adjudication may
# call parse, nothing else looks ahead.
ALLOWED = {("clues", "parse"), ("adjudicate", "parse")}


def imports_of(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return {name for name in found if name.startswith("shotveil.")}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_imports_go_one_way(path: Path) -> None:
    room = path.relative_to(ROOT).parts[0]
    stage = (
        path.relative_to(ROOT).with_suffix("").parts[1]
        if room == "core" and path.name != "__init__.py"
        else ""
    )
    for name in imports_of(path):
        parts = name.split(".")
        if room == "core":
            assert parts[1] == "core", f"core imports {name}"
            target = parts[2] if len(parts) > 2 else ""
            if stage in LATER and (stage, target) not in ALLOWED:
                assert target not in LATER[stage], f"{stage} imports the later stage {target}"
        if room == "renderers":
            assert parts[1] != "cli", f"renderers imports {name}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_files_stay_small_and_named_for_what_they_do(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MAX_LINES
    assert path.stem not in BANNED_NAMES


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_modules_say_what_they_are(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    if text.strip():
        assert ast.get_docstring(ast.parse(text)), "no module docstring"


def test_only_the_command_line_catches_everything() -> None:
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ExceptHandler) and path != ROOT / "cli/app.py":
                assert node.type is not None, f"{path}: bare except"
                names = {item.id for item in ast.walk(node.type) if isinstance(item, ast.Name)}
                assert not names & {"Exception", "BaseException"}, f"{path}:{node.lineno}"


def test_every_package_is_listed_for_the_wheel() -> None:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    folders = {path.parent.relative_to(ROOT).as_posix() for path in MODULES if path.name == "__init__.py"}
    assert set(listed["packages"]) == {f"shotveil.{folder.replace('/', '.')}" for folder in folders}
    assert {name: f"shotveil.{name.replace('/', '.')}" for name in folders} == {
        folder: name for name, folder in listed["package-dir"].items()
    }


def test_every_folder_explains_itself() -> None:
    folders = [
        ROOT / "tests",
        *(path for name in (*FOLDERS, "samples") for path in [ROOT / name, *(ROOT / name).rglob("*/")]),
    ]
    for path in folders:
        if any(path.glob("*.py")) and path.name != "__pycache__":
            assert (path / "README.md").exists(), f"{path.relative_to(ROOT)} has no README"
