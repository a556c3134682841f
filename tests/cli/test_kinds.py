"""Files of every kind, made anew with invented people, through the whole path of the command.

For each: read or refused with one clear line, known values gone, ids and instants kept, the same structure,
cleaning again changes nothing, and the original comes back byte for byte.
"""

from __future__ import annotations

import io
import os
import random
import secrets
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from kinds import agents, assistants, captures, chats, documents, plain, recordings, services, sessions, trees
from kinds.people import Sample
from kinds.structure import outline, readable, same_outline

from shotveil.core.session import open_session

SEED = int(os.environ.get("KINDS_SEED", "20240229"))


def list_samples() -> Iterator[Sample]:
    for module in (
        agents,
        chats,
        captures,
        trees,
        plain,
        sessions,
        recordings,
        documents,
        services,
        assistants,
    ):
        yield from module.make_samples(random.Random(f"{SEED} {module.__name__}"))


SAMPLES = list(list_samples())
WHOLE = [sample for sample in SAMPLES if not sample.broken]


@dataclass(frozen=True)
class Cleaned:
    """All samples after one command, each file a session of its own."""

    folder: Path
    key: bytes
    errors: str

    def released(self, sample: Sample) -> bytes:
        return (self.folder / "out" / sample.name).read_bytes()


@pytest.fixture(scope="module")
def cleaned(command_environment, tmp_path_factory) -> Cleaned:
    folder = tmp_path_factory.mktemp("kinds")
    key = folder / "session.key"
    key.write_bytes(secrets.token_bytes(32))
    key.chmod(0o600)
    for sample in SAMPLES:
        path = folder / "in" / sample.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(sample.data)

    def clean(source: str, target: str, *more: str) -> subprocess.CompletedProcess[bytes]:
        command = ("sanitize", source, "-o", target, "--session-by", "file", "--keep-names", *more)
        return subprocess.run(
            [sys.executable, "-m", "shotveil.cli.app", *command],
            cwd=folder, env=command_environment, capture_output=True, timeout=600, check=False,
        )  # fmt: skip

    first = clean("in", "out", "--session", "sessions", "--key-file", str(key))
    clean("out", "again", "--skip-unsupported")
    return Cleaned(folder, key.read_bytes(), first.stderr.decode("utf-8", "replace"))


by_name = pytest.mark.parametrize("sample", WHOLE, ids=[sample.name for sample in WHOLE])


@by_name
def test_values_go_and_ids_stay(sample: Sample, cleaned: Cleaned) -> None:
    text = readable(cleaned.released(sample))
    left = [value for value in sample.gone if value in text]
    lost = [word for word in sample.keep if word not in text]
    assert (left, lost) == ([], []), text[:3000]


@by_name
def test_structure_stays(sample: Sample, cleaned: Cleaned) -> None:
    before, after = (outline(data, sample.shape) for data in (sample.data, cleaned.released(sample)))
    assert same_outline(before, after), cleaned.released(sample).decode("utf-8", "replace")[:3000]


@by_name
def test_cleaning_again_changes_nothing(sample: Sample, cleaned: Cleaned) -> None:
    again = (cleaned.folder / "again" / sample.name).read_bytes()
    if sample.shape == "zip":
        assert readable(again) == readable(cleaned.released(sample))
    else:
        assert again == cleaned.released(sample)


@by_name
def test_the_original_comes_back(sample: Sample, cleaned: Cleaned) -> None:
    if sample.shape == "zip":
        pytest.skip("an archive is packed anew")
    from shotveil.cli.pipeline.originals import restore_original

    flat = sample.name.replace("/", "__")
    journal = cleaned.folder / "sessions" / f"{flat}.session.jsonl"
    with open_session(journal, key=cleaned.key, create=False) as session:
        restored = io.BytesIO()
        restore_original(io.BytesIO(cleaned.released(sample)), session, restored, "-")
    assert restored.getvalue() == sample.data


PIPED = (
    "openai_chat_0.json", "first_0.json", "a11y_0.json", "slack_0/users.json", "chrome_0.har", "mail_0.eml", "vtt_0.vtt",
    "plain_0.cast", "utf-16_0.json", "claude_code_0.jsonl", "chat_stream_0.sse", "window_dump_0.xml", "repo__repo-0.traj",
)  # fmt: skip


@pytest.mark.parametrize("name", PIPED)
def test_a_pipe_reads_the_kind_by_its_content(name: str, run) -> None:
    (sample,) = (sample for sample in SAMPLES if sample.name == name)
    done = run("sanitize", "-", stdin=sample.data)
    assert done.returncode == 0, done.stderr
    left = [value for value in sample.gone if value in readable(done.stdout)]
    assert left == [], done.stdout[:2000]
    assert same_outline(outline(sample.data, sample.shape), outline(done.stdout, sample.shape))


BROKEN = [sample for sample in SAMPLES if sample.broken]


@pytest.mark.parametrize("sample", BROKEN, ids=[sample.name for sample in BROKEN])
def test_a_broken_file_is_read_or_refused(sample: Sample, cleaned: Cleaned) -> None:
    told = [line for line in cleaned.errors.splitlines() if f"in/{sample.name}:" in line]
    path = cleaned.folder / "out" / sample.name
    if not path.exists():
        assert len(told) == 1, cleaned.errors
        assert "error" in told[0]
        assert not [value for value in sample.gone if value in told[0]]
        return
    assert not told
    text = readable(path.read_bytes())
    assert not [value for value in sample.gone if value in text]
