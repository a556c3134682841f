"""What all tests share: no network, commands as a user runs them, required readers."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

# No deadlines: a busy machine is no failure. The main branch fails for what changed, not by chance.
settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")

ROOT = Path(__file__).resolve().parents[1]
SAMPLES = ROOT / "samples"
DATA = ROOT.parent / "shared" / "data"
Run = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture(autouse=True)
def _block_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object, **_kwargs: object) -> None:
        raise AssertionError("a test touched the network")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


@pytest.fixture(scope="session")
def command_environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of commands under test: no settings of the user, no network, one home of its own."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("SHOTVEIL_")}
    if "SHOTVEIL_MODELS" in os.environ:
        kept["SHOTVEIL_MODELS"] = os.environ["SHOTVEIL_MODELS"]
    kept["PYTHONPATH"] = os.pathsep.join(
        filter(None, (str(ROOT / "tests" / "no_network"), os.environ.get("PYTHONPATH")))
    )
    return kept


@pytest.fixture
def run(command_environment: dict[str, str], tmp_path: Path) -> Run:
    """``run("resolve", "x.json", stdin=b"", cwd=…, env={…})`` runs the command and gives the finished process."""

    def run_command(
        *arguments: object, stdin: bytes = b"", cwd: Path | None = None, env: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [sys.executable, "-m", "shotveil.cli.app", *map(str, arguments)],
            input=stdin,
            capture_output=True,
            cwd=cwd or tmp_path,
            env={**command_environment, **(env or {})},
            timeout=300,
            check=False,
        )

    return run_command


def require(available: bool, what: str) -> None:
    """Skip where a component is missing, fail where it is required (the continuous integration)."""
    if not available:
        if os.environ.get("REQUIRE_READERS"):
            pytest.fail(f"{what} is required here and missing")
        pytest.skip(f"{what} is not installed")


@pytest.fixture
def require_component() -> Callable[[bool, str], None]:
    """``require`` for what a single file of tests needs."""
    return require


@pytest.fixture(autouse=True)
def _require_components(request: pytest.FixtureRequest) -> None:
    if request.node.get_closest_marker("models"):
        from shotveil.core.ocr.models import find_model

        require(find_model("ppocrv6-tiny") is not None, "the model ppocrv6-tiny")
    if request.node.get_closest_marker("tesseract"):
        require(shutil.which("tesseract") is not None, "tesseract")
    if request.node.get_closest_marker("easyocr") and not os.environ.get("TEST_EASYOCR"):
        pytest.skip("the easyocr test is opt-in: set TEST_EASYOCR")
