"""Reported failures of other tools on files and batches, through the command (bugs/*.jsonl)."""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from conftest import CASES, read_cases

KINDS = ("json", "jsonl", "text")
CATEGORIES = {"json", "agent-logs", "roundtrip"}
_PICTURE = re.compile(r"<(?:PNG of )?([0-9]{2}_\w+?)(?:\.png)?>")
_PROSE = re.compile(r"TOOL [^;]*\(|#|^make |time TOOL|</|<<<|umask|chmod|sleep|--session")
"""Steps that say something to a reader, or time a run: they have tests of their own."""


def _bugs(config: pytest.Config) -> tuple[Path, list[dict[str, Any]]]:
    folder = Path(config.getoption("--cases", default=str(CASES))) / "bugs"
    return folder, [row for file in sorted(folder.glob("*.jsonl")) for row in read_cases(folder, file.name)]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    _, rows = _bugs(metafunc.config)
    if "file_bug" in metafunc.fixturenames:
        rows = [r for r in rows if r["category"] in CATEGORIES and set(KINDS) & set(r.get("input", {}))]
        metafunc.parametrize("file_bug", rows, ids=[row["id"] for row in rows])
    if "batch_bug" in metafunc.fixturenames:
        rows = [
            r for r in rows if r["category"] == "cli-batch" and _script(r) and r.get("check", {}).get("exit")
        ]
        metafunc.parametrize("batch_bug", rows, ids=[row["id"] for row in rows])


def _write_input(case: dict[str, Any], folder: Path, images: Path) -> Path:
    kind = next(kind for kind in KINDS if kind in case["input"])
    text = case["input"][kind]
    for match in _PICTURE.finditer(text):
        data = base64.b64encode((images / f"{match[1]}.png").read_bytes()).decode()
        text = text.replace(match[0], data)
    path = folder / f"{case['id']}.{'txt' if kind == 'text' else kind}"
    path.write_bytes(text.encode())
    return path


@pytest.fixture(scope="module")
def cleaned(
    request: pytest.FixtureRequest, command_environment: dict[str, str], tmp_path_factory: Any
) -> Path:
    """All files through one command, each a session of its own, then its output once more."""
    folder, rows = _bugs(request.config)
    home = tmp_path_factory.mktemp("bugs")
    (home / "in").mkdir()
    for row in rows:
        if row["category"] in CATEGORIES and set(KINDS) & set(row.get("input", {})):
            _write_input(row, home / "in", folder / "images")
    for source, target in (("in", "out"), ("out", "again")):
        subprocess.run(
            [sys.executable, "-m", "shotveil.cli.app", "sanitize", source, "-o", target, "--session-by", "file"],
            cwd=home, env=command_environment, capture_output=True, timeout=600, check=False,
        )  # fmt: skip
    return home


def _decoded(text: str) -> str:
    """A text and what its inline pictures hold as bytes."""
    found = re.findall(r"base64,([A-Za-z0-9+/=]{48,})", text)
    return text + "".join(base64.b64decode(one).decode("latin-1") for one in found)


@pytest.mark.models
def test_file_bug(file_bug: dict[str, Any], cleaned: Path) -> None:
    (path,) = (cleaned / "out").glob(f"{file_bug['id']}.*")
    safe = path.read_text("utf-8")
    check = file_bug.get("check", {})
    if check.get("valid_json"):
        for line in safe.splitlines() if path.suffix == ".jsonl" else [safe]:
            json.loads(line)
    assert [value for value in check.get("gone", ()) if value in safe] == []
    assert [value for value in check.get("bytes_gone", ()) if value in _decoded(safe)] == []
    assert [value for value in check.get("keep", ()) if value not in safe] == []
    if "image_ref" in check:
        before = (cleaned / "in" / path.name).read_text("utf-8")
        assert safe != before
        assert re.search(r"data:image/png;base64,iVBORw0KGgo[A-Za-z0-9+/=]+\"", safe)
    if check.get("note") == "f(f(x)) == f(x)":
        assert (cleaned / "again" / path.name).read_bytes() == path.read_bytes()


def _script(case: dict[str, Any]) -> str:
    """The steps as a shell script with our names of the options; "" where they are not for a shell."""
    steps = "\n".join(case.get("input", {}).get("steps", ()))
    if not steps or _PROSE.search(steps):
        return ""
    for theirs, ours in (
        ("--fail-on-detect", "--fail-on-found"),
        (" -j1", " --jobs 1"),
        (" -j4", " --jobs 4"),
    ):
        steps = steps.replace(theirs, ours)
    return re.sub(r";? *echo \$\?$", "", steps.strip())


@pytest.mark.models
@pytest.mark.skipif(shutil.which("bash") is None, reason="the steps are written for bash")
def test_batch_bug(
    batch_bug: dict[str, Any], cases_folder: Path, command_environment: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "images").symlink_to(cases_folder / "bugs" / "images")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("mail ugo@example.com\n")
    (tmp_path / "in" / "b.json").write_text('{"mail": "ugo@example.com and wren@example.com"}\n')
    (tmp_path / "a.txt").write_text("mail ugo@example.com, 收件人：陈晓琳\n", "utf-8")
    (tmp_path / "clean.txt").write_text("nothing here\n")
    script = f'TOOL() {{ "{sys.executable}" -m shotveil.cli.app sanitize "$@"; }}\n{_script(batch_bug)}\n'
    # A prefix assignment before a shell function holds for it as for a command.
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=tmp_path,
        env=command_environment,
        capture_output=True,
        timeout=300,
        check=False,
    )
    assert (done.returncode == 0) == (batch_bug["check"]["exit"] == "0"), done.stderr.decode()
    assert b"Traceback" not in done.stderr
    assert b"ugo@" not in done.stdout + done.stderr


@pytest.mark.parametrize(
    "variable", ["PYTHONIOENCODING=cp1252", "PYTHONIOENCODING=gbk", "LC_ALL=C", "LC_ALL=POSIX"]
)
def test_any_console_gets_utf8_on_stdout(run, variable: str, tmp_path: Path) -> None:
    (tmp_path / "\U0001f4f7 图.txt").write_text("mail ugo@example.com \U0001f389 好\n", "utf-8")
    name, value = variable.split("=")
    plain = {name: value} if name == "LC_ALL" else {name: value, "PYTHONUTF8": "0"}
    done = run("sanitize", tmp_path / "\U0001f4f7 图.txt", env=plain)
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode("utf-8") == "mail [[EMAIL#1]] \U0001f389 好\n"


def test_a_settings_file_may_begin_with_a_mark(run, tmp_path: Path) -> None:
    (tmp_path / "cfg.toml").write_bytes('\ufeffpolicy = "strict"\n'.encode())
    (tmp_path / "a.txt").write_text("mail ugo@example.com\n")
    done = run("sanitize", tmp_path / "a.txt", "--config", tmp_path / "cfg.toml")
    assert done.returncode == 0 or b"cfg.toml" in done.stderr, done.stderr
    assert b"Traceback" not in done.stderr


_SOUPS = {
    "long.json": lambda n: '{"k":"' + "q:=r(s[" * n + '"}',
    "dots.txt": lambda n: "7.7.7." * n,
    "digits.txt": lambda n: "412-08-" * n,
    "labels.txt": lambda n: "a." * n + "@",
    "quotes.csv": lambda n: 'a,b\n"' + 'x""' * n,
    "tags.html": lambda n: "<a b='" + "<i>" * n,
    "words.eml": lambda n: "MIME-Version: 1.0\nSubject: " + "=?utf-8?q?a" * n + "\n\nx",
    "escapes.cast": lambda n: json.dumps({"version": 2, "width": 80, "height": 24}) + "\n"
    + json.dumps([0, "o", "\u001b[" * n]) + "\n",
}  # fmt: skip


@pytest.mark.parametrize("name", _SOUPS)
def test_a_line_of_soup_takes_linear_time(name: str) -> None:
    from shotveil.core.detect import Detector
    from shotveil.core.sources import open_text
    from shotveil.core.sources.formats import detect_format

    detector = Detector(tagger=False)

    def measure(size: int) -> float:
        data = _SOUPS[name](size).encode()
        best = float("inf")
        for _ in range(3):
            start = time.process_time()
            document = open_text(data, name, detect_format(data, name), session="s", turn=1)
            detector.detect(document.views)
            best = min(best, time.process_time() - start)
        return best

    measure(100)
    small, large = measure(20_000), measure(80_000)
    assert large < 5
    assert large < 8 * small + 0.2


def test_jobs_change_no_byte(run, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for number in range(12):
        (tmp_path / "in" / f"f{number}.json").write_text(json.dumps({"mail": f"ugo{number % 5}@example.com"}))
    for jobs in ("1", "4"):
        assert run("sanitize", "in", "-o", f"out{jobs}", "--jobs", jobs).returncode == 0
    for path in sorted((tmp_path / "out1").rglob("*")):
        assert path.read_bytes() == (tmp_path / "out4" / path.name).read_bytes()


def test_a_wrong_call_says_how_to_give_text(run) -> None:
    done = run("sanitize", "some text of ugo@example.com")
    assert done.returncode == 2
    assert b"pipe it into -" in done.stderr
    assert run("mask", "some text").returncode == 2


def test_one_value_is_allowed_with_its_rule_left_on(run, tmp_path: Path) -> None:
    sealed = "AgBy" + "8Qk3zX7vT1mLw9Pd" * 40
    (tmp_path / "pyproject.toml").write_text(
        '[[tool.shotveil.allow]]\npath = "sealed.yaml"\ntype = "SECRET"\nreason = "sealed for the cluster"\n'
    )
    for name in ("sealed.yaml", "open.yaml"):
        (tmp_path / name).write_text(f"kind: SealedSecret\npassword: {sealed}\n")
    assert sealed.encode() in run("sanitize", "sealed.yaml").stdout
    assert sealed.encode() not in run("sanitize", "open.yaml").stdout


def test_refused_files_are_listed_for_machines(run, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "IMG_1.HEIC").write_bytes(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic")
    (tmp_path / "in" / "movie.mp4").write_bytes(os.urandom(64))
    (tmp_path / "in" / "a.txt").write_text("mail ugo@example.com\n")
    done = run("sanitize", "in", "-o", "out")
    assert done.returncode == 2
    listed = [json.loads(line) for line in (tmp_path / "out" / "manifest.jsonl").read_bytes().splitlines()]
    assert sorted(next(iter(line)) for line in listed) == ["input", "input", "output"], listed
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a.txt", "manifest.jsonl"]
