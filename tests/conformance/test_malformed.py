"""1,280 generated strings that only look like references stay as they are (CONTRACT j.3)."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

import pytest

from shotveil.core.resolve import resolve_text
from shotveil.core.session import open_session
from shotveil.core.session.documents import import_document


def test_none_resolves(cases_folder: Path, tmp_path: Path) -> None:
    generator, fixture = cases_folder / "gen_malformed.py", cases_folder / "resolution_fixture.json"
    if not generator.exists() or not fixture.exists():
        pytest.skip("no generator or fixture in the folder of cases")
    strings = runpy.run_path(str(generator))["all_cases"]()
    import_document(json.loads(fixture.read_text("utf-8")), tmp_path / "s.session.jsonl")
    with open_session(tmp_path / "s.session.jsonl") as session:
        changed = [s for s in strings if resolve_text(f"a {s} b", session, 2).text != f"a {s} b"]
        turned = [s for s in strings if resolve_text(s, session, 2).resolved]
    assert len(strings) == 1280
    assert changed == turned == []
