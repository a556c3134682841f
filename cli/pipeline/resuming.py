"""What an earlier run of the same job finished, by the private journal (DESIGN rule 4)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import orjson

from shotveil.cli.pipeline.reading import file_digest
from shotveil.cli.pipeline.released import has_released, list_released
from shotveil.cli.pipeline.request import Item, Request, Scope
from shotveil.cli.streams import say
from shotveil.core.errors import InputProblem, UsageProblem
from shotveil.core.outputs import hash_file
from shotveil.core.session import Session

# These change how fast or how the end is told, never what is written.
_SPEED_ONLY = frozenset({"jobs", "threads", "cache", "exit_zero", "skip_unsupported", "format", "session_by"})

ReadManifest = Callable[[Path], list[dict[str, Any]]]
"""Gives the lines of what a folder's manifest lists, read once where several checks ask."""

_RECORDS: Final = "records:"
"""How the name of a fact begins that tells whose the records of an original are, by its hash."""


@dataclass(frozen=True, slots=True)
class Job:
    """The identity of a run over a scope: same inputs, same settings, same output folder.

    A value found in one file is erased in every other, so a finished file counts only while the whole set
    of inputs is the one it was finished with.
    """

    fingerprint: str
    digests: Mapping[str, str]


def identify_job(scope: Scope, request: Request) -> Job:
    """The job of a scope; unreadable files have no digest and are tried again."""
    digests = {item.name: _digest(item) for item in scope.items}
    settings = {key: value for key, value in asdict(request.settings).items() if key not in _SPEED_ONLY}
    basis = {"inputs": sorted(digests.items()), "settings": settings, "output": str(request.output)}
    text = orjson.dumps(basis, option=orjson.OPT_SORT_KEYS, default=str)
    return Job(hashlib.sha256(text).hexdigest(), digests)


def _digest(item: Item) -> str:
    try:
        return file_digest(item)
    except OSError:
        return ""


def check_tree(root: Path, journal: Path | None, hint: str, read: ReadManifest = list_released) -> None:
    """Refuse a folder that a session released, before a run without one, or with a new one, begins.

    Raises:
        UsageProblem: ``output.other_session``, with ``hint``.
    """
    lines = read(root)
    if journal is None and any(line.get("mapping") for line in lines):
        raise UsageProblem(
            "output.other_session", f"{root} holds what a session released", f"name it with --session, {hint}"
        )
    if journal is not None and lines and not journal.exists():
        raise _other_session(root, hint)


def check_parents(
    target: Path, sessions: Sequence[Session], hint: str, read: ReadManifest = list_released
) -> None:
    """Refuse a file or folder inside a folder that another session released: references would mean two things.

    Args:
        sessions: those that write; none of them where one is yet to begin.

    Raises:
        UsageProblem: ``output.other_session``, with ``hint``.
    """
    for folder in target.resolve().parents:
        released = [line["output_sha256"] for line in read(folder) if line.get("mapping")]
        if released and not any(_knows(session, folder, released) for session in sessions):
            raise _other_session(folder, hint)


def _other_session(root: Path, hint: str) -> UsageProblem:
    return UsageProblem("output.other_session", f"{root} holds what another session released", hint)


def claim_tree(
    root: Path, sessions: Sequence[Session], hint: str, read: ReadManifest = list_released
) -> None:
    """Keep that these sessions write into a folder; refuse one that holds what another session released.

    There the same reference would mean two things: what this run leaves in place is the other session's.

    Raises:
        UsageProblem: ``output.other_session``, with ``hint``.
    """
    released = [line["output_sha256"] for line in read(root)]
    if released and not any(_knows(session, root, released) for session in sessions):
        raise _other_session(root, hint)
    for session in sessions:
        session.record_file(_tree_fact(root))


def record_records(session: Session, item: Item, sha256: str) -> None:
    """Keep that release records of an input are of this session: ``render`` asks for it."""
    if item.data is None and sha256:
        session.record_file(f"{_RECORDS}{sha256}")


def check_records(session: Session, item: Item) -> None:
    """Refuse release records that another session made: there the same numbers mean other values.

    Raises:
        InputProblem: ``render.other_session``.
    """
    if f"{_RECORDS}{item.sha256}" not in session.files():
        raise InputProblem(
            "render.other_session", "its records are not of this session", "name the one that `sanitize` had"
        )


def _tree_fact(root: Path) -> str:
    return f"tree:{hashlib.sha256(str(root.resolve()).encode()).hexdigest()}"


def _knows(session: Session, root: Path, released: list[str]) -> bool:
    """Whether a session wrote into a folder or released one of these files."""
    return _tree_fact(root) in session.files() or has_released(session, released)


def find_finished(job: Job, session: Session, root: Path) -> dict[str, dict[str, Any]]:
    """Manifest lines of inputs that need not be done again, by input name."""
    finished: dict[str, dict[str, Any]] = {}
    state = session.files().get(_job_name(job), {})
    if state.get("end", "") not in ("", str(session.next_number)):
        say("the session has learned new values since: every file is done again")
        return finished
    for name, facts in session.files().items():
        if facts.get("job") != job.fingerprint or not job.digests.get(name):
            continue
        line: dict[str, Any] = orjson.loads(facts["line"])
        output = root / line["output"]
        if output.is_file() and hash_file(output) == line["output_sha256"]:
            finished[name] = line
    return finished


def _job_name(job: Job) -> str:
    return f"job:{job.fingerprint}"


def start_job(job: Job, session: Session) -> None:
    """Say that a run is under way: while it is not ended, what it finished counts for the next one."""
    session.record_file(_job_name(job), end="")


def end_job(job: Job, session: Session) -> None:
    """Say with which numbers a run ended: values that others add later call for doing all again."""
    session.record_file(_job_name(job), end=str(session.next_number))


def record_finished(job: Job, session: Session, item: Item, line: Mapping[str, Any]) -> None:
    """Keep that an input is done; its pair of names stays in the private journal."""
    session.record_file(
        item.name, job=job.fingerprint, sha256=job.digests[item.name], line=orjson.dumps(line).decode()
    )
