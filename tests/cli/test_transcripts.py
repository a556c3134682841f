"""Real transcripts through the whole path: same structure, known values gone, restored byte for byte."""

from __future__ import annotations

import json
import secrets
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT.parent / "shared" / "data"
sys.path.append(str(ROOT / "tests" / "core" / "sources"))

from rewriting import same_json  # noqa: E402

SETS = ("transcripts", "structured")
pytestmark = pytest.mark.skipif(
    not (DATA / "transcripts").is_dir(), reason="../shared/data is not beside the project"
)


class Cleaned:
    """The two sets, sanitized once into one encrypted session."""

    def __init__(self, environment: dict[str, str], folder: Path) -> None:
        self.environment, self.out = environment, folder / "out"
        key = folder / "session.key"
        key.write_bytes(secrets.token_bytes(32))
        key.chmod(0o600)
        self.session = ("--session", folder / "case.session.jsonl", "--key-file", key)
        sources = [DATA / name / "dev" for name in SETS]
        self.done = self.run(
            "sanitize", *sources, "-o", self.out, *self.session, "--keep-names", "--skip-unsupported"
        )

    def run(self, *arguments: object) -> subprocess.CompletedProcess[bytes]:
        command = [sys.executable, "-m", "shotveil.cli.app", *map(str, arguments)]
        return subprocess.run(command, capture_output=True, env=self.environment, timeout=300, check=False)

    def pairs(self) -> list[tuple[Path, Path]]:
        """Originals and their released files, changed ones only."""
        found = []
        for name in SETS:
            for original in sorted((DATA / name / "dev").rglob("*")):
                inside = original.relative_to(DATA / name / "dev")
                released = next(
                    (p for p in (self.out / inside, *self.out.glob(f"*/{inside}")) if p.is_file()), None
                )
                if original.is_file() and released and original.read_bytes() != released.read_bytes():
                    found.append((original, released))
        return found


@pytest.fixture(scope="module")
def cleaned(command_environment, tmp_path_factory) -> Cleaned:
    return Cleaned(command_environment, tmp_path_factory.mktemp("transcripts"))


def test_every_valid_file_is_released(cleaned):
    invalid = set()
    for name in SETS:
        for line in (DATA / name / "dev.jsonl").read_text("utf-8").splitlines():
            entry = json.loads(line)
            invalid |= set() if entry["valid"] else {Path(entry["file"]).name}
    told = [line for line in cleaned.done.stderr.decode().splitlines() if "error" in line]
    assert all(any(name in line for name in invalid) for line in told), told


def test_json_keeps_its_structure(cleaned):
    checked = 0
    for original, released in cleaned.pairs():
        if original.suffix not in (".json", ".jsonl", ".har", ".traj", ".cast"):
            continue
        before, after = original.read_text("utf-8-sig"), released.read_text("utf-8-sig")
        try:
            json.loads(before)
        except ValueError:
            lines = zip(before.splitlines(), after.splitlines(), strict=True)
            assert all(same_json(*pair) for pair in lines if pair[0].strip()), original.name
        else:
            assert same_json(before, after), original.name
        checked += 1
    assert checked > 5


def test_known_values_are_gone(cleaned):
    for line in (DATA / "transcripts" / "dev.jsonl").read_text("utf-8").splitlines():
        entry = json.loads(line)
        values = [known["value"] for known in entry["known"] if not known["value"].endswith("bot")]
        inside = Path(entry["file"]).relative_to("dev")
        for released in [p for place in (self_or_below(cleaned.out, inside)) for p in place if p.is_file()]:
            text = released.read_text("utf-8", "replace")
            assert not [len(value) for value in values if value in text], f"{inside}: a known value survives"


def self_or_below(out: Path, inside: Path):
    for place in (out / inside, *out.glob(f"*/{inside}")):
        yield [place, *place.rglob("*")]


def test_originals_come_back_byte_for_byte(cleaned):
    texts = [pair for pair in cleaned.pairs() if pair[0].suffix not in (".zip", ".png")]
    by_suffix = {original.suffix: (original, released) for original, released in texts}
    assert len(by_suffix) > 3
    for original, released in by_suffix.values():
        done = cleaned.run("resolve", released, *cleaned.session, "--surface", "original")
        assert done.stdout == original.read_bytes(), original.name
