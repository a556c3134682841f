"""From arguments to session scopes: which files, in which order, of which format, in which session."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from shotveil.cli.guard import InputGuard
from shotveil.cli.pipeline.request import Item, Request, Scope
from shotveil.cli.pipeline.sessions import SESSION_SUFFIX, check_journal_name, journal_in
from shotveil.cli.pipeline.tree import MANIFEST, Outcome
from shotveil.cli.streams import is_stdin_empty, say
from shotveil.core.config import Settings, configuration_files, load_settings
from shotveil.core.errors import UsageProblem
from shotveil.core.records import ViewError
from shotveil.core.sources.decode import find_encoding
from shotveil.core.sources.formats import check_forced, detect_format, load_suffixes
from shotveil.core.sources.walk import InputFile, list_inputs

_NAME_FOLDER = "name a folder with -o for a folder or several inputs"
SNIFF_BYTES = 1 << 22

LONG_BYTES = 16 << 20
"""Texts from here on are read in blocks, twice."""

_STREAMED = ("text", "jsonl", "claude_code", "event_stream", "csv", "tsv")
_NARROW = ("utf-8", "gb18030", "cp1252", "")
"""Encodings in which the byte of a line end is nothing else; "" are bytes that are refused block by block."""


def build_request(
    paths: Sequence[str] | None,
    flags: Mapping[str, Any],
    config: Path | None,
    *,
    output: Path | None = None,
    session: Path | None = None,
    **rest: Any,
) -> Request:
    """A request from the command line; nothing named means standard input, when something is piped in.

    Raises:
        UsageProblem: bad settings, nothing to read, an output inside an input, a session inside the output.
    """
    settings = load_settings(flags, config=config, cwd=Path.cwd())
    _check_readers(settings)
    _check_files(settings)
    if (forced := rest.get("as_format")) is not None:
        check_forced(forced)
    if not paths:
        if sys.stdin is None or sys.stdin.isatty() or is_stdin_empty():
            raise UsageProblem(
                "input.none", "nothing to read", "name a file or folder, or - for standard input"
            )
        paths = ["-"]
    _check_paths(paths)
    if output is not None:
        if str(output) == "-":
            raise UsageProblem(
                "output.dash", "-o - names no folder", "leave -o out to write to standard output"
            )
        _check_output(output, paths)
        if session is not None and _is_within(session, output):
            raise UsageProblem(
                "session.in_output",
                "the session file would lie inside the output",
                "keep the private mapping elsewhere",
            )
        if settings.key_file and _is_within(Path(settings.key_file), output):
            raise UsageProblem(
                "session.key_in_output", "the key file would lie inside the output", "keep the key elsewhere"
            )
    configured = tuple(path.resolve() for path in configuration_files(config, Path.cwd()))
    return Request(tuple(paths), settings, output, session, configured=configured, **rest)


def _check_paths(paths: Sequence[str]) -> None:
    for path in paths:
        if not path:
            raise UsageProblem("input.missing", "an empty name names no input", "is a variable not set?")
        if path != "-" and not Path(path).exists():
            raise UsageProblem(
                "input.missing", f"{path}: no such file or folder", "to give text, pipe it into -"
            )
        if path.endswith(SESSION_SUFFIX) and Path(path).is_file():
            raise UsageProblem(
                "input.session", f"{path} is a private session file", "see `shotveil session show` for it"
            )
    if "-" in paths and len(paths) > 1:
        raise UsageProblem("input.mixed", "- is standard input", "name it alone")


def _check_files(settings: Settings) -> None:
    """Files and folders of the settings are what they must be, whether this run needs them or not."""
    if settings.cache and Path(settings.cache).exists() and not Path(settings.cache).is_dir():
        raise UsageProblem("cache.folder", f"{settings.cache} is a file", "--cache names a folder")
    for name, file in (("font", settings.font), ("repository", settings.repository)):
        if file and not Path(file).is_file():
            problem = "is a folder" if Path(file).is_dir() else "no such file"
            raise UsageProblem(f"{name}.missing", f"{file}: {problem}", f"--{name} names a file")


def _check_readers(settings: Settings) -> None:
    """What names a reader must name one, even where no picture comes by; the registry is loaded only then."""
    main, usual = (settings.backend, settings.model, settings.lang), Settings()
    if main == (usual.backend, usual.model, usual.lang) and not settings.also:
        return
    from shotveil.core.ocr.registry import check_choice

    check_choice(*main)
    if settings.also:
        check_choice(settings.also)


def _check_output(output: Path, paths: Sequence[str]) -> None:
    for folder in output.parents:
        if folder.exists():
            if not folder.is_dir():
                raise UsageProblem("output.parent", f"{folder} is a file, not a folder", "choose another -o")
            break
    if output.exists() and not output.is_dir() and (len(paths) > 1 or Path(paths[0]).is_dir()):
        raise UsageProblem("output.file", f"{output} is a file", _NAME_FOLDER)
    several = len(paths) > 1 or Path(paths[0]).is_dir()
    if several and not output.exists() and output.suffix.lower().lstrip(".") in load_suffixes():
        raise UsageProblem("output.file", f"{output} is named like a file", _NAME_FOLDER)
    for path in paths:
        source = Path(path)
        if path != "-" and source.is_dir() and _is_within(output, source):
            raise UsageProblem(
                "output.inside_input", f"{output} lies inside the input {path}", "choose a folder outside"
            )
        if path != "-" and source.is_dir() and _is_within(source, output):
            raise UsageProblem(
                "output.holds_input", f"the input {path} lies inside {output}", "choose another folder"
            )


def _is_within(inner: Path, outer: Path) -> bool:
    return inner.resolve().is_relative_to(outer.resolve())


def make_scopes(request: Request, outcome: Outcome, *, in_blocks: bool = False) -> tuple[Scope, ...]:
    """The inputs of a request, grouped by session, in natural order. What cannot be done is told at once.

    Args:
        in_blocks: whether long texts are marked to be read in blocks.
    """
    by: Any = request.settings.session_by or None
    key_file = request.settings.key_file
    hidden = [path for path in (request.output, Path(key_file) if key_file else None) if path]
    groups: dict[str, list[Item]] = {}
    for file in list_inputs([path for path in request.paths if path != "-"], session_by=by, exclude=hidden):
        if file.status == "litter" or _is_own_manifest(file):
            continue
        item = _make_item(file, request, outcome)
        if item is not None:
            if in_blocks and _is_long_text(item):
                item = replace(item, in_blocks=True)
            groups.setdefault(item.session, []).extend(expand_item(item, outcome))
    return tuple(Scope(name, scope_journal(name, request), tuple(items)) for name, items in groups.items())


def _is_own_manifest(file: InputFile) -> bool:
    """A manifest of an earlier run lists outputs; it is written anew, never cleaned."""
    if file.path.name != MANIFEST or file.status != "file":
        return False
    try:
        with file.path.open("rb") as stream:
            return b'"output_sha256"' in stream.read(4096)
    except OSError:
        return False


def _make_item(file: InputFile, request: Request, outcome: Outcome) -> Item | None:
    path = shown_path(file.path)
    if file.status == "problem":
        outcome.fail(ViewError(path, file.code, file.message))
        return None
    try:
        kind = sniff_file(file.path, request.as_format)
    except OSError as error:
        outcome.fail(ViewError(path, "input.unreadable", (error.strerror or "cannot be read").lower()))
        return None
    if kind == "unsupported":
        _tell_unsupported(path, request, outcome)
        return None
    return Item(path, file.name, kind, file.turn, file.session or "all")


def _is_long_text(item: Item) -> bool:
    path = Path(item.path)
    if path.stat().st_size < LONG_BYTES:
        return False
    with path.open("rb") as stream:
        return is_read_in_blocks(item.format, stream.read(4096))


def is_read_in_blocks(kind: str, head: bytes) -> bool:
    """Whether a text can be read block of lines by block of lines.

    Args:
        kind: its format.
        head: its first bytes.
    """
    return kind in _STREAMED and find_encoding(head) in _NARROW


def expand_item(item: Item, outcome: Outcome) -> tuple[Item, ...]:
    """The item itself, or for an archive its members; a broken archive is told and left out."""
    if item.format != "playwright_zip":
        return (item,)
    from shotveil.core.sources.zip_archive import read_members

    guard = InputGuard(item.path)
    with guard:
        members = read_members(Path(item.path).read_bytes() if item.data is None else item.data, item.path)
        kinds = [(member, detect_format(member.data, member.name)) for member in members]
        left_out = sum(kind == "unsupported" for _, kind in kinds)
        if left_out:
            say(f"{item.path}: {left_out} members of unsupported kinds are left out")
        return tuple(
            replace(
                item,
                path=f"{item.path}!{member.name}",
                format=kind,
                data=member.data,
                archive=item.path,
                member=member.name,
            )
            for member, kind in kinds
            if kind != "unsupported"
        )
    if guard.error:
        outcome.fail(guard.error)
    return ()


def shown_path(path: Path) -> str:
    """A path as a person would name it: relative to the working folder where it lies below."""
    absolute, here = path.absolute(), Path.cwd()
    return absolute.relative_to(here).as_posix() if absolute.is_relative_to(here) else absolute.as_posix()


def nothing_there(request: Request, code: str, verb: str) -> UsageProblem:
    """The error of a run that was given no file: of folders, that they hold none."""
    folders = [path for path in request.paths if path != "-" and Path(path).is_dir()]
    if not folders:
        return UsageProblem(code, f"there is nothing to {verb}", "name the files or their folder")
    hold = "holds" if len(folders) == 1 else "hold"
    return UsageProblem(code, f"{', '.join(folders)} {hold} no file to {verb}", "is it the right folder?")


def sniff_file(path: Path, forced: str | None) -> str:
    """The format of a file, from its beginning when it is long."""
    with path.open("rb") as stream:
        head = stream.read(SNIFF_BYTES + 1)
    return detect_format(head[:SNIFF_BYTES], str(path), forced, partial=len(head) > SNIFF_BYTES)


def _tell_unsupported(path: str, request: Request, outcome: Outcome) -> None:
    suffix = Path(path).suffix.lower().lstrip(".")
    error = ViewError(
        path,
        "unsupported",
        f"{suffix} files are not supported" if suffix else "this kind of file is not supported",
    )
    outcome.unsupported.append(error)
    if request.settings.skip_unsupported:
        say(f"skipped: {path}: {error.message}")
    else:
        outcome.fail(error)


def scope_journal(name: str, request: Request) -> Path | None:
    """The journal of a scope: the session file, or one in the session folder.

    Raises:
        UsageProblem: ``--session`` names a folder without ``--session-by``.
    """
    if request.session is None:
        return None
    if not request.settings.session_by:
        if request.session.is_dir():
            raise UsageProblem(
                "session.folder", f"{request.session} is a folder", "add --session-by folder or file"
            )
        check_journal_name(request.session)
        return request.session
    return journal_in(request.session, name)
