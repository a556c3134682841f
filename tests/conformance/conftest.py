"""Where the case files are: `pytest tests/conformance --cases DIR` runs the same tests on another folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

CASES = Path(__file__).parent / "cases"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cases", default=str(CASES), help="folder of case files (any of them may be absent)")


def read_cases(folder: str | Path, name: str) -> list[dict[str, Any]]:
    """Cases of ``folder/name`` (JSONL); empty when the file is absent."""
    path = Path(folder) / name
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test with a ``NAME_case`` argument runs once per case of NAME.jsonl."""
    for argument in metafunc.fixturenames:
        if argument.endswith("_case"):
            cases = read_cases(
                metafunc.config.getoption("--cases", default=str(CASES)),
                argument.removesuffix("_case") + ".jsonl",
            )
            ids = [str(case.get("id", number)) for number, case in enumerate(cases)]
            metafunc.parametrize(argument, cases, ids=ids)


@pytest.fixture
def cases_folder(request: pytest.FixtureRequest) -> Path:
    return Path(request.config.getoption("--cases", default=str(CASES)))
