"""Reports name type, place and reference, never a value, and are valid for their readers."""

from __future__ import annotations

import json

import pytest

from shotveil.core.geometry import Box
from shotveil.renderers.findings import Finding, Place, sort_findings
from shotveil.renderers.report_github import render_github
from shotveil.renderers.report_json import render_json
from shotveil.renderers.report_sarif import render_sarif
from shotveil.renderers.report_terminal import render_terminal

FINDINGS = (
    Finding("a b/notes.txt", "NAME", Place(line=3, column=5, end_column=14), "[[NAME#1]]", value="Ada Probe"),
    Finding(
        "shot,1.png", "PHONE", Place(frame=1, box=Box(1.2, 2, 30.7, 40)), kind="leak", reader="tesseract"
    ),
    Finding("x.json", "SECRET", Place(pointer="/env/KEY"), value="hunter2"),
    Finding("broken.png", "", kind="withheld", message="truncated PNG; 100% lost\nsecond line"),
)


@pytest.mark.parametrize("render", [render_terminal, render_json, render_github, render_sarif])
def test_no_report_holds_a_value(render) -> None:  # type: ignore[no-untyped-def]
    text = render(FINDINGS)
    assert "Ada" not in text
    assert "hunter2" not in text
    assert render(FINDINGS) == text


def test_terminal_groups_by_file_and_counts() -> None:
    text = render_terminal(FINDINGS)
    assert "a b/notes.txt\n  3:5  NAME found ([[NAME#1]])" in text
    assert text.endswith("2 found (NAME 1, SECRET 1); 1 leak (PHONE 1); 1 withheld in 4 files\n")
    assert render_terminal(()) == "nothing found\n"
    assert "'Ada Probe'" in render_terminal(FINDINGS, show_values=True)


def test_json_has_places_and_counts() -> None:
    document = json.loads(render_json(FINDINGS))
    assert document["findings"][1] == {
        "path": "shot,1.png", "kind": "leak", "type": "PHONE", "frame": 1, "box": [1, 2, 31, 40],
        "reader": "tesseract",
    }  # fmt: skip
    assert document["counts"]["found"] == {"NAME": 1, "SECRET": 1}


def test_github_commands_are_escaped() -> None:
    lines = render_github(FINDINGS).splitlines()
    assert len(lines) == 4
    expected = (
        "::warning file=a b/notes.txt,line=3,col=5,endColumn=14,title=shotveil NAME::NAME found ([[NAME#1]])"
    )
    assert lines[0] == expected
    assert lines[1].startswith("::error file=shot%2C1.png,title=shotveil PHONE::")
    assert lines[3].endswith("truncated PNG; 100%25 lost%0Asecond line")


def test_sarif_is_a_valid_log() -> None:
    log = json.loads(render_sarif(FINDINGS, "1.2.3"))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules) == 4
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in {"none", "note", "warning", "error"}
        uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        assert " " not in uri
    region = run["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 3, "startColumn": 5, "endLine": 3, "endColumn": 14}
    assert run["results"][1]["properties"] == {"frame": 1, "box": [1, 2, 31, 40], "reader": "tesseract"}


def test_findings_sort_by_path_and_place() -> None:
    shuffled = [FINDINGS[2], FINDINGS[1], FINDINGS[0]]
    ordered = sort_findings(shuffled, ["x.json"])
    assert [finding.path for finding in ordered] == ["x.json", "a b/notes.txt", "shot,1.png"]
