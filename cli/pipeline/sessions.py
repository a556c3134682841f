"""Sessions and the repository behind their commands: keys, opening, showing, moving."""

from __future__ import annotations

import os
import secrets
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import orjson

from shotveil.cli import exits
from shotveil.cli.pipeline.request import Request
from shotveil.cli.streams import agrees, count, say, stdin_bytes
from shotveil.core.config import Settings
from shotveil.core.errors import UsageProblem
from shotveil.core.outputs import write_atomically
from shotveil.core.session import Session, open_session

PASSPHRASE = "SHOTVEIL_PASSPHRASE"
NEW_PASSPHRASE = "SHOTVEIL_NEW_PASSPHRASE"
SESSION_SUFFIX = ".session.jsonl"
KEY_BYTES = 32
KEY_NAME = "SHOTVEIL_SESSION_KEY"
"""Says what a lost key file is, to people and to every scanner of secrets; the whole file is the key."""


def read_key(key_file: str | None, *, create: bool = False) -> bytes | None:
    """The content of a key file; made (0600) when absent and ``create``.

    Raises:
        UsageProblem: ``session.key`` when it cannot be read.
    """
    if not key_file:
        return None
    path = Path(key_file)
    if create and not path.exists():
        line = f"{KEY_NAME}={secrets.token_hex(KEY_BYTES)}\n"
        write_atomically(path, line.encode(), private=True)
        say(f"a new key was written to {path}; without it the session cannot be opened")
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageProblem(
            "session.key", f"{path}: {(error.strerror or '').lower()}", "name the key file"
        ) from None


def check_journal_name(path: Path) -> None:
    """A session file is known by its name.

    Raises:
        UsageProblem: ``session.name``.
    """
    if not path.name.endswith(SESSION_SUFFIX):
        raise UsageProblem(
            "session.name", f"{path} does not end in {SESSION_SUFFIX}",
            "so that nobody takes the private mapping for something else",
        )  # fmt: skip


def journal_in(folder: Path, scope: str) -> Path:
    """The journal of a scope in a folder of sessions."""
    flat = "root" if scope in (".", "", "all") else scope.replace("/", "__")
    return folder / f"{flat}{SESSION_SUFFIX}"


def list_journals(path: Path) -> list[Path]:
    """A session file, or all of a folder of them.

    Raises:
        UsageProblem: ``session.none`` when the folder holds none, ``session.name`` for a file of another name.
    """
    if not path.exists():
        raise UsageProblem(
            "session.missing", f"{path}: no such session file", "name the one of the run that released it"
        )
    if not path.is_dir():
        check_journal_name(path)
        return [path]
    journals = sorted(path.glob(f"*{SESSION_SUFFIX}"))
    if not journals:
        raise UsageProblem("session.none", f"{path} holds no session file", f"they end in {SESSION_SUFFIX}")
    return journals


@contextmanager
def open_scope_session(path: Path | None, settings: Settings, *, create: bool = True) -> Iterator[Session]:
    """The session of a scope, by the settings; its warnings go to stderr."""
    key = read_key(settings.key_file, create=create and not path.exists()) if path is not None else None
    if path is not None and create:
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise UsageProblem("session.folder", f"{path}: cannot be made ({error.strerror})") from None
    session = open_session(
        path,
        key=key,
        passphrase=os.environ.get(PASSPHRASE),
        create=create,
        lifecycle=settings.lifecycle,  # type: ignore[arg-type]
        ambiguity=settings.ambiguity,  # type: ignore[arg-type]
        expire_after_s=settings.expire_after or None,
        idle_s=None,
        tell_wait=lambda: tell_wait(path),
    )
    told: set[str] = set()
    try:
        with session:
            _tell(session, told)
            yield session
    finally:
        _tell(session, told)


def tell_forgetting(request: Request) -> None:
    """Say that a run without a session keeps no way back; a check has nothing to keep."""
    if request.session is None and not request.check:
        say("no --session: the mapping lives in memory only and is gone afterwards")


def tell_wait(journal: Path | None) -> None:
    """Say why nothing goes on: another process is at work in the session."""
    say(f"waiting for {journal.name if journal else 'the session'}: another process is writing it")


def _tell(session: Session, told: set[str]) -> None:
    for warning in session.warnings:
        if warning not in told:
            told.add(warning)
            say(f"warning: {warning}")


@contextmanager
def _open_existing(journal: Path, key_file: str | None) -> Iterator[Session]:
    with open_scope_session(journal, Settings(key_file=key_file or ""), create=False) as session:
        yield session


def show_session(journal: Path, show_values: bool, key_file: str | None, out: BinaryIO) -> int:
    """Counts and references of a session."""
    if show_values and not out.isatty():
        raise UsageProblem("report.values", "--show-values works only on a terminal")
    with _open_existing(journal, key_file) as session:
        counts = Counter(root.type for root in session.roots.values())
        lines = [
            f"{journal.name}: {sum(counts.values())} entities, {'encrypted' if session.is_sealed else 'plain'}"
        ]
        for root in session.roots.values():
            value = f"\t{' | '.join(root.surfaces)}" if show_values else f"\t{len(root.surfaces)} surfaces"
            lines.append(f"[[{root.type}#{root.number}]]\tturn {root.turn}{value}")
    out.write(("\n".join(lines) + "\n").encode("utf-8", "backslashreplace"))
    out.flush()
    return exits.DONE


def export_session_file(journal: Path, key_file: str | None, out: BinaryIO | Path) -> int:
    """A session as one JSON document, to a stream or to a file of mode 0600.

    Raises:
        UsageProblem: ``output.is_input`` when the file is the session itself or its key.
    """
    from shotveil.core.session.documents import export_session

    if isinstance(out, Path) and out.resolve() in {Path(p).resolve() for p in (journal, key_file) if p}:
        raise UsageProblem("output.is_input", f"{out} is an input", "name another file with -o")
    if isinstance(out, Path) and out.is_dir():
        raise UsageProblem("output.folder", f"{out} is a folder", "-o names a file here")
    with _open_existing(journal, key_file) as session:
        document = export_session(session)
    data = orjson.dumps(document, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
    if isinstance(out, Path):
        write_atomically(out, data, private=True)
    else:
        out.write(data)
        out.flush()
    return exits.DONE


def import_session_file(document: Path, journal: Path, key_file: str | None) -> int:
    """A new session file from a document."""
    from shotveil.core.session.documents import import_document

    check_journal_name(journal)
    data = stdin_bytes().read() if str(document) == "-" else _read(document)
    import_document(data, journal, key=read_key(key_file, create=True), passphrase=os.environ.get(PASSPHRASE))
    say(f"{journal.name}: imported")
    return exits.DONE


def delete_session_file(journal: Path, sure: bool) -> int:
    """Delete a session for good; where a person can be asked, only after a yes unless ``sure``."""
    from shotveil.core.session.documents import delete

    question = f"Delete {journal}? What it released cannot be restored then [y/N] "
    if not sure and journal.is_file() and not agrees(question):
        say("nothing was deleted")
        return exits.FAILED
    delete(journal)
    say(f"{journal.name}: deleted; its references cannot be resolved any more")
    return exits.DONE


def rekey_session_file(journal: Path, key_file: str | None, new_key_file: str | None, plain: bool) -> int:
    """Seal a session with another key, or open it for good."""
    from shotveil.core.session.documents import rekey

    new_passphrase = os.environ.get(NEW_PASSPHRASE)
    if not plain and not new_key_file and not new_passphrase:
        raise UsageProblem(
            "session.key", "no new key is named", f"use --new-key-file, {NEW_PASSPHRASE}, or --plain"
        )
    rekey(
        journal,
        key=read_key(key_file),
        passphrase=os.environ.get(PASSPHRASE),
        new_key=None if plain else read_key(new_key_file, create=True),
        new_passphrase=None if plain else new_passphrase,
    )
    say(f"{journal.name}: {'no longer encrypted' if plain else 'sealed with the new key'}")
    return exits.DONE


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageProblem("input.unreadable", f"{path}: {(error.strerror or '').lower()}") from None


def add_to_repository(document: Path, repository: Path) -> int:
    """Merge personas into the repository."""
    from shotveil.core.repository import merge_patch

    data = stdin_bytes().read() if str(document) == "-" else _read(document)
    held = count(merge_patch(repository, data), "persona")
    say(f"{repository}: {held}; the file is private: keep it out of what you share, version control too")
    return exits.DONE


def list_repository(repository: Path, out: BinaryIO) -> int:
    """A value-free line per persona."""
    from shotveil.core.repository import load_repository

    for persona in load_repository(repository):
        slots = {k: len(v) for k, v in persona.items() if isinstance(v, list)}
        shown = ", ".join(f"{held} {slot}" for slot, held in sorted(slots.items()))
        out.write(f"{persona['persona_id']}\t{shown}\n".encode())
    out.flush()
    return exits.DONE


def remove_from_repository(persona: str, repository: Path) -> int:
    """Remove one persona."""
    from shotveil.core.repository import remove_persona

    remove_persona(persona, repository)
    say(f"{repository}: {persona} removed")
    return exits.DONE


def check_repository(repository: Path) -> int:
    """Check the file; exit 2 when it does not fit."""
    from shotveil.core.repository import load_repository

    say(f"{repository}: {count(len(load_repository(repository)), 'persona')}, no fault")
    return exits.DONE
