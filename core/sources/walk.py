"""Named files and folders to an ordered list of inputs: natural order, turns, session scopes."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Literal

from shotveil.core.patterns import compile_late
from shotveil.core.sources.manifest_order import rank_by_manifest

SessionBy = Literal["folder", "file"]
Status = Literal["file", "litter", "problem"]
NaturalKey = tuple[tuple[int, int, str], ...]

_DIGITS = compile_late(r"([0-9]+)")
_LITTER = frozenset(
    {
        ".ds_store", "thumbs.db", "ehthumbs.db", "desktop.ini", ".git", ".svn", ".hg", "__macosx",
        ".spotlight-v100", ".trashes", ".fseventsd", "$recycle.bin", ".localized",
    }
)  # fmt: skip
_OWN_FILES = (".session.jsonl", ".session.jsonl.lock")
_PART_OF_TURN = compile_late(
    r"(?i)(?:^|[._\- ])(?:screen(?:shot|cap)?|shot|image|view|ui|tree|xml|a11y|ax(?:tree)?|hierarchy"
    r"|window_dump|dump|dom|instructions?|prompt|actions?|state|reply|log)$"
)
_PICTURES = frozenset({".png", ".jpg", ".jpeg", ".webp", ".bmp", ".gif", ".tif", ".tiff", ".heic", ".pdf"})


@dataclass(frozen=True, slots=True)
class InputFile:
    """One file to read, or one thing that is listed and not released.

    ``name`` is its place in the mirrored output (posix, relative). ``session`` is the scope: "" for one
    session over all inputs, else a folder or file name. ``turn`` counts from 1 in that scope; files of one
    stem in one folder (a screenshot and its tree) share it. ``code`` and ``message`` tell a problem.
    """

    path: Path
    name: str
    session: str = ""
    turn: int = 0
    status: Status = "file"
    code: str = ""
    message: str = ""


def list_inputs(
    paths: Sequence[Path | str], *, session_by: SessionBy | None = None, exclude: Sequence[Path] = ()
) -> tuple[InputFile, ...]:
    """Every file under ``paths`` in natural order, whatever the order of the arguments (rule 3).

    Files that a session's own manifest names come in its order, before the others of their folder.

    Symbolic links are followed only to files inside the folder that was named; folders behind links never.
    What cannot be read is an entry of its own, so that the rest is finished.

    Args:
        session_by: None = one session, "folder" or "file" = one each.
        exclude: folders that are not inputs (the output folder).
    """
    roots = list(dict.fromkeys(Path(path).absolute() for path in paths))
    folders = [root for root in roots if root.is_dir()]
    hidden = {path.absolute() for path in exclude}
    found: dict[Path, InputFile] = {}
    for root in roots:
        if root in folders:
            prefix = f"{root.name}/" if len(folders) > 1 else ""
            entries: Iterable[InputFile] = _list_folder(root, root, prefix, hidden)
        else:
            entries = [_check_file(root, root.name, root.parent, named=True)]
        for entry in entries:
            found.setdefault(entry.path, entry)
    ranks = rank_by_manifest(entry.path for entry in found.values() if entry.status == "file")
    turns: dict[tuple[Path, str], int] = {}
    for path, rank in ranks.items():
        place = (path.parent, _turn_stem(path))
        turns[place] = min(rank, turns.get(place, rank))
    ordered = sorted(found.values(), key=lambda entry: _path_key(entry.path, turns))
    return tuple(_number_turns(_unique_names(ordered), session_by))


def natural_key(text: str) -> NaturalKey:
    """Sort key under which turn_2 comes before turn_10; ties fall back to the exact text."""
    parts = _DIGITS.split(text)
    key = [(0, int(part), "") if at % 2 else (1, 0, part.casefold()) for at, part in enumerate(parts) if part]
    return (*key, (-1, 0, text))


def _list_folder(folder: Path, root: Path, prefix: str, hidden: set[Path]) -> list[InputFile]:
    found: list[InputFile] = []
    try:
        names = sorted(os.listdir(folder))
    except OSError as problem:
        place = prefix + folder.relative_to(root).as_posix()
        return [_problem(folder, place, "input.unreadable_folder", problem.strerror or "cannot be listed")]
    for name in names:
        path = folder / name
        place = prefix + path.relative_to(root).as_posix()
        if path in hidden:
            continue
        if _is_litter(name):
            found.append(InputFile(path, place, status="litter", code="input.litter"))
        elif path.is_dir() and not path.is_symlink():
            found += _list_folder(path, root, prefix, hidden)
        else:
            found.append(_check_file(path, place, root))
    return found


def _check_file(path: Path, place: str, root: Path, *, named: bool = False) -> InputFile:
    if not _is_unicode(str(path)):
        shown = place.encode("utf-8", "backslashreplace").decode()
        return _problem(path, shown, "input.name", "the name is not valid Unicode; rename it")
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        why = "the link leads nowhere" if path.is_symlink() else "no such file or folder"
        return _problem(path, place, "input.missing", why)
    except OSError as problem:
        return _problem(path, place, "input.unreadable", problem.strerror or "cannot be read")
    if path.is_symlink() and not named and not path.resolve().is_relative_to(root.resolve()):
        return _problem(path, place, "input.link_outside", "the link leads out of the folder")
    if stat.S_ISDIR(mode):
        return _problem(path, place, "input.link_folder", "links to folders are not followed")
    if not stat.S_ISREG(mode) and not (named and (stat.S_ISFIFO(mode) or stat.S_ISCHR(mode))):
        return _problem(path, place, "input.special", "not a regular file")
    return InputFile(path, place)


def _problem(path: Path, place: str, code: str, why: str) -> InputFile:
    return InputFile(path, place, status="problem", code=code, message=why.lower())


def _is_unicode(name: str) -> bool:
    """False for a name whose bytes are not UTF-8: no record, manifest or journal line could hold it."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_litter(name: str) -> bool:
    folded = name.casefold()
    return folded in _LITTER or folded.startswith("._") or folded.endswith(_OWN_FILES)


def _turn_stem(path: Path) -> str:
    return _PART_OF_TURN.sub("", path.stem)


def _path_key(
    path: Path, ranks: Mapping[tuple[Path, str], int]
) -> tuple[tuple[NaturalKey, int, NaturalKey], ...]:
    folders = tuple((natural_key(part), 0, ()) for part in path.parts[:-1])
    is_picture = path.suffix.lower() in _PICTURES
    stem = _turn_stem(path)
    rank = ranks.get((path.parent, stem))
    turn = natural_key(stem) if rank is None else ((-2, rank, ""),)
    return (*folders, (turn, 2 if is_picture else 1, natural_key(path.name)))


def _unique_names(entries: Iterable[InputFile]) -> Iterable[InputFile]:
    """Output names made distinct (without case), for files that were named from different folders."""
    taken: set[str] = set()
    for entry in entries:
        name, number = entry.name, 1
        while name.casefold() in taken:
            number += 1
            pure = PurePosixPath(entry.name)
            name = str(pure.with_name(f"{pure.stem}~{number}{pure.suffix}"))
        taken.add(name.casefold())
        yield entry if name == entry.name else replace(entry, name=name)


def _number_turns(entries: Iterable[InputFile], session_by: SessionBy | None) -> Iterable[InputFile]:
    turns: dict[str, tuple[int, tuple[Path, str] | None]] = {}
    for entry in entries:
        if entry.status != "file":
            yield entry
            continue
        session = ""
        if session_by == "file":
            session = entry.name
        elif session_by == "folder":
            session = PurePosixPath(entry.name).parent.as_posix()
        turn, last = turns.get(session, (0, None))
        here = (entry.path.parent, _turn_stem(entry.path))
        turn += here != last
        turns[session] = (turn, here)
        yield replace(entry, session=session, turn=turn)
