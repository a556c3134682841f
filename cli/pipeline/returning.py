"""The return path behind `shotveil resolve`: light to import, strict, local (CONTRACT f)."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from shotveil.cli import exits
from shotveil.cli.pipeline.sessions import PASSPHRASE, journal_in, list_journals, read_key, tell_wait
from shotveil.cli.streams import count, say, stdin_bytes
from shotveil.core.config import load_settings
from shotveil.core.errors import InputProblem, UsageProblem
from shotveil.core.outputs import open_atomically, write_atomically
from shotveil.core.session import Session, open_session
from shotveil.core.sources.document import JSON_FORMATS

if TYPE_CHECKING:
    from shotveil.core.resolve import Unresolved

_JSON_ENDINGS = frozenset({".json", ".jsonl", ".ndjson", ".har", ".traj", ".cast"})
_STREAM_BYTES = 1 << 16
_MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class ResolveRequest:
    """One invocation of `shotveil resolve`."""

    path: str
    session: Path | None
    output: Path | None
    turn: int | None
    surface: str
    name: str
    strict: bool
    stream: bool
    suggest: bool
    repair: bool
    ocr: bool
    as_format: str | None
    key_file: str | None
    config: Path | None
    piped: bytes = b""
    """Standard input, where it is read whole."""


def run_resolve(request: ResolveRequest, out: BinaryIO) -> int:
    """Restore one text; with ``strict`` exit 1 when something stays unresolved."""
    _check(request)
    request = _name_session(request)
    if request.path == "-" and not request.stream:
        request = replace(request, piped=stdin_bytes().read())
    session = _open(request)
    with session:
        for warning in session.warnings:
            say(f"warning: {warning}")
        if request.stream:
            return _resolve_stream(request, session, out)
        if request.surface == "original":
            return _restore(request, session, out)
        return _resolve_stored(request, _read(request), session, out)


def _check(request: ResolveRequest) -> None:
    """What was asked for can be done, and writes over nothing that is needed.

    Raises:
        UsageProblem: a wrong choice, flags that cannot go together, an output that is an input.
    """
    if not request.path:
        raise UsageProblem("input.missing", "an empty name names no input", "is a variable not set?")
    if request.surface not in ("stored", "original"):
        raise UsageProblem("resolve.surface", "--surface must be stored or original")
    if request.as_format:
        from shotveil.core.sources.formats import check_forced

        check_forced(request.as_format)
    if request.name and request.surface != "original" and not (request.session and request.session.is_dir()):
        raise UsageProblem("resolve.flags", "--name says which original", "add --surface original")
    if request.turn is not None and request.turn < 0:
        raise UsageProblem("resolve.turn", "--turn must not be negative")
    if request.ocr and not request.repair:
        raise UsageProblem("resolve.flags", "--ocr says how to repair", "add --repair")
    whole = [("--suggest", request.suggest), ("--repair", request.repair)]
    if request.surface == "original":
        whole += [("--stream", request.stream), ("--turn", request.turn is not None)]
    if request.stream or request.surface == "original":
        chosen = "--stream" if request.surface == "stored" else "--surface original"
        for flag, given in whole:
            if given:
                raise UsageProblem("resolve.flags", f"{chosen} does not go with {flag}", f"leave {flag} out")
    _check_output(request)


def _check_output(request: ResolveRequest) -> None:
    if request.output is None:
        return
    if request.stream:
        raise UsageProblem("resolve.flags", "--stream writes to standard output", "leave -o out")
    if request.output.is_dir():
        raise UsageProblem("output.folder", f"{request.output} is a folder", "-o names a file here")
    inputs = (request.path, request.session, request.key_file)
    if request.output.resolve() in {Path(path).resolve() for path in inputs if path and str(path) != "-"}:
        raise UsageProblem("output.is_input", f"{request.output} is an input", "name another file with -o")


def _name_session(request: ResolveRequest) -> ResolveRequest:
    """The request with the one session file that ``--name`` names in a folder of them."""
    if request.session and request.session.is_dir() and request.name:
        journal = journal_in(request.session, request.name)
        if journal.is_file():
            return replace(request, session=journal, name="")
    return request


def _open(request: ResolveRequest) -> Session:
    """The session that was named, or the one of a folder that released the text.

    Raises:
        UsageProblem: none was named, the folder leaves it open, or the text is another session's.
    """
    if request.session is None:
        raise UsageProblem("session.none", "resolve needs a session", "name it with --session FILE")
    key_file = request.key_file or load_settings({}, config=request.config, cwd=Path.cwd()).key_file
    key = read_key(key_file)

    def open_journal(journal: Path) -> Session:
        return open_session(
            journal,
            key=key,
            passphrase=os.environ.get(PASSPHRASE),
            create=False,
            tell_wait=lambda: tell_wait(journal),
        )

    if request.session.is_dir():
        session = _choose_session([open_journal(path) for path in list_journals(request.session)], request)
    else:
        session = open_journal(request.session)
    if request.path != "-" and _is_of_another(Path(request.path), session):
        session.close()
        raise UsageProblem(
            "session.foreign",
            f"{request.path}: its folder was released by another session than {request.session}",
            "name that one; if the text came from elsewhere, pipe it into -",
        )
    return session


def _choose_session(sessions: Sequence[Session], request: ResolveRequest) -> Session:
    """The one session of a folder that released the text, under the name that was given."""
    from shotveil.cli.pipeline.originals import goes_by, path_digest
    from shotveil.cli.pipeline.released import has_released

    if len(sessions) == 1:
        return sessions[0]
    for session in sessions:
        session.close()
    if not request.stream:
        sha256 = hashlib.sha256(_read(request)).hexdigest()
        owners = [session for session in sessions if has_released(session, (sha256,))]
        if request.name:
            owners = [session for session in owners if goes_by(session, sha256, request.name)]
            if not owners:
                raise UsageProblem(
                    "session.none",
                    f"{request.session} holds no session of that --name, and none that released this under it",
                    "a session is named as its file",
                )
        elif len(owners) > 1 and request.path != "-":  # equal bytes of several: where it lies tells
            here = path_digest(Path(request.path))
            at_path = [own for own in owners if any(text.at == here for text in own.releases(sha256))]
            owners = at_path or owners
        if len(owners) == 1:
            return owners[0]
    raise UsageProblem(
        "session.folder",
        f"{request.session} holds {len(sessions)} sessions, and which of them the text is from cannot be known",
        "say with --name which (a session is named as its file), or name one file of it with --session",
    )


def _is_of_another(path: Path, session: Session) -> bool:
    """Whether the manifest that lists the text, or lies beside it, is of a release by another session."""
    from shotveil.cli.pipeline.released import ReleasedTree, find_release, list_by_name

    tree = find_release(path)
    if tree is None and (beside := list_by_name(path.resolve().parent)):
        tree = ReleasedTree(path.resolve().parent, beside, ())
    return tree is not None and not tree.is_of(session)


def _read(request: ResolveRequest) -> bytes:
    if request.path == "-":
        return request.piped
    try:
        return Path(request.path).read_bytes()
    except OSError as error:
        raise _unreadable(request.path, error) from None


def _unreadable(path: str, error: OSError) -> InputProblem:
    return InputProblem("input.unreadable", f"{path}: {(error.strerror or '').lower()}")


def _restore(request: ResolveRequest, session: Session, out: BinaryIO) -> int:
    from shotveil.cli.pipeline.originals import restore_original

    try:
        source: BinaryIO = BytesIO(request.piped) if request.path == "-" else open(request.path, "rb")  # noqa: SIM115
    except OSError as error:
        raise _unreadable(request.path, error) from None
    delivered = open_atomically(request.output, private=True) if request.output else nullcontext(out)
    with source, delivered as target:
        restore_original(source, session, target, request.path, request.name)
        target.flush()
    return exits.DONE


def _resolve_stored(request: ResolveRequest, data: bytes, session: Session, out: BinaryIO) -> int:
    from shotveil.core.resolve import repair, resolve_json, resolve_text, suggest
    from shotveil.core.sources.decode import decode_text
    from shotveil.core.sources.image_formats import sniff_format

    if sniff_format(data[:64]) not in (None, "PDF"):  # a text may speak of PDF
        raise InputProblem(
            "resolve.picture",
            f"{request.path} is a picture",
            "resolve reads text: give the text or JSON that came back",
        )
    decoded = decode_text(data, request.path)
    text, is_json, digest = decoded.raw, _is_json(request, data), hashlib.sha256(data).hexdigest()
    if request.suggest:
        for miss in suggest(text, session, request.turn):
            say(
                f"near miss at character {miss.start}: {miss.text!r} may mean {miss.meant or 'nothing that was issued here'}"
            )
    if request.repair:
        mended = repair(text, session, request.turn, ocr=request.ocr, json=is_json, digest=digest)
        for miss in mended.repairs:
            say(f"repaired at character {miss.start}: {miss.text!r} read as {miss.meant}")
        return _tell(request, decoded.encode(mended.text), mended.unresolved, out)
    result = (resolve_json if is_json else resolve_text)(text, session, request.turn, digest)
    return _tell(request, decoded.encode(result.text), result.unresolved, out)


def _is_json(request: ResolveRequest, data: bytes) -> bool:
    """By name, or by what is asked for; a text that happens to hold JSON is a text only by its ending."""
    if request.as_format:
        return request.as_format in JSON_FORMATS
    suffix = Path(request.path).suffix.lower()
    if suffix in _JSON_ENDINGS:
        return True
    if suffix in (".txt", ".md"):
        return False
    import orjson

    lines = data.lstrip(b"\xef\xbb\xbf \t\r\n").splitlines()[:1]
    if data.lstrip()[:1] not in (b"{", b"["):
        return False
    for candidate in (data, *lines):
        try:
            orjson.loads(candidate)
        except orjson.JSONDecodeError:
            continue
        return True
    return False


def _tell(request: ResolveRequest, data: bytes, unresolved: Sequence[Unresolved], out: BinaryIO) -> int:
    _tell_unresolved(unresolved)
    code = _deliver(request, data, out)
    return exits.FOUND if request.strict and unresolved and code == exits.DONE else code


def _tell_unresolved(unresolved: Sequence[Unresolved]) -> None:
    """How many references were left, and which: well-formed ones only, since a damaged one is any text."""
    if not unresolved:
        return
    known = Counter(entry.text for entry in unresolved if entry.reason == "unknown")
    told = [text if times == 1 else f"{text} {times} times" for text, times in known.items()]
    if len(told) > _MOST_NAMED:
        told[_MOST_NAMED:] = [count(len(told) - _MOST_NAMED, "other")]
    if damaged := len(unresolved) - known.total():
        told.append(f"{damaged} damaged")
    named = f" ({', '.join(told)})"
    left = count(len(unresolved), "reference was left as it is", "references were left as they are")
    say(f"{left}{named}: unknown in this session, not kept by it (secrets of a plain session), or damaged")


def _deliver(request: ResolveRequest, data: bytes, out: BinaryIO) -> int:
    if request.output is not None:
        write_atomically(request.output, data, private=True)
    else:
        out.write(data)
        out.flush()
    return exits.DONE


def _resolve_stream(request: ResolveRequest, session: Session, out: BinaryIO) -> int:
    """Pass text on as it comes; at most one candidate is held back."""
    import codecs

    from shotveil.core.resolve_stream import StreamResolver

    resolver = StreamResolver(session, request.turn)
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    for chunk in _chunks(request.path):
        out.write(resolver.feed(decoder.decode(chunk)).encode("utf-8", "surrogateescape"))
        out.flush()
    tail = resolver.feed(decoder.decode(b"", final=True)) + resolver.finish()
    out.write(tail.encode("utf-8", "surrogateescape"))
    out.flush()
    unresolved = resolver.unresolved
    _tell_unresolved(unresolved)
    return exits.combine(failed=False, found=request.strict and bool(unresolved))


def _chunks(path: str) -> Iterable[bytes]:
    stream: Any = stdin_bytes() if path == "-" else open(path, "rb")  # noqa: SIM115 - closed below
    with stream:
        while chunk := stream.read1(_STREAM_BYTES):
            yield chunk
