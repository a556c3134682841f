"""`resolve --surface original`: a released text back to its source, byte for byte, block by block (DESIGN 3)."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

from shotveil.cli.streams import count, say
from shotveil.core.errors import InputProblem, UsageProblem
from shotveil.core.session import Released, ReleasedBlock, Session
from shotveil.core.session.releases import UNCHANGED, choose_release

_PIECE_BYTES = 1 << 20
_MOST_NAMED = 5


def path_digest(path: Path) -> str:
    """The name under which a journal keeps where an output lies."""
    return hashlib.sha256(os.path.abspath(path).encode("utf-8", "surrogateescape")).hexdigest()


def restore_original(source: BinaryIO, session: Session, out: BinaryIO, path: str, name: str = "") -> None:
    """Write the exact source of a released file or piped output, in the memory of one block.

    Args:
        source: the released bytes; read twice, so it must be seekable.
        session: the session that released them.
        out: where the source goes.
        path: where the bytes lie, "-" for nowhere.
        name: the name, number or path they were released under, where their own path does not tell.

    Raises:
        InputProblem: ``resolve.not_released`` when this session did not release these bytes,
            ``resolve.ambiguous`` when it did for several originals and nothing says for which.
        UsageProblem: ``resolve.name`` when nothing, or more than one, was released under the name.
    """
    texts = _find_texts(session, source)
    chosen = _choose_named(texts, name) if name else _choose_at(texts, path)
    if chosen.packed:
        out.write(_restore_members(source.read(), session, chosen, path))
        return
    for block in chosen.blocks:
        out.write(_restore_block(source.read(block.size), session, block))


def _restore_members(data: bytes, session: Session, chosen: Released, path: str) -> bytes:
    """The archive with the source of every text in it; it is packed anew, pictures stay as they were released."""
    from shotveil.core.sources.zip_archive import Member, read_members, write_members

    restored = []
    for member, block in zip(read_members(data, path), chosen.blocks, strict=True):
        is_changed = block.copy != UNCHANGED
        content = _restore_block(member.data, session, block) if is_changed else member.data
        restored.append(Member(block.name or member.name, content))
    texts = sum(block.copy != UNCHANGED for block in chosen.blocks)
    say(
        f"{count(texts, 'text')} in the archive restored byte for byte; the archive is packed anew (dates and "
        "compression are not the original's), its pictures stay as they were released"
    )
    return write_members(restored)


def goes_by(session: Session, sha256: str, name: str) -> bool:
    """Whether a session released these bytes under a name, or to a path."""
    at = path_digest(Path(name))
    return any(text.name == name or text.at == at for text in session.releases(sha256))


def _find_texts(session: Session, source: BinaryIO) -> tuple[Released, ...]:
    """What was released with these bytes; a unit inside a larger output has no name."""
    hashed = hashlib.sha256()
    while piece := source.read(_PIECE_BYTES):
        hashed.update(piece)
    digest, size = hashed.hexdigest(), source.tell()
    source.seek(0)
    texts = session.releases(digest)
    if not texts:
        copies = range(len(session.places(digest)))
        texts = tuple(Released((ReleasedBlock(size, copy),)) for copy in copies)
    if not texts:
        raise _not_released()
    return texts


def _not_released() -> InputProblem:
    return InputProblem(
        "resolve.not_released", "this session did not release these bytes", "give the file as it was released"
    )


def _choose_at(texts: Sequence[Released], path: str) -> Released:
    here = Path(os.path.abspath(path))
    chosen = (
        choose_release(texts, here, path_digest(here)) if path != "-" else choose_release(texts, Path(), "")
    )
    if chosen is None:
        raise InputProblem(
            "resolve.ambiguous",
            f"{len(texts)} originals gave these very bytes ({_tell_names(texts)})",
            "say with --name which is meant, by its name or number",
        )
    return chosen


def _choose_named(texts: Sequence[Released], name: str) -> Released:
    """By the name of an output or input, by the path that an output was written to, or by number."""
    named = [text for text in texts if text.name == name]
    written = [text for text in texts if text.at == path_digest(Path(name))]
    for fitting in (named, written):
        if len({text.blocks for text in fitting}) == 1:
            return fitting[-1]
    if named:
        raise UsageProblem(
            "resolve.name",
            f"{len(named)} originals of that --name gave these very bytes ({_tell_names(texts)})",
            "say the number of the one that is meant, or the path it was written to",
        )
    if name.isdecimal() and 0 < int(name) <= len(texts):
        return texts[int(name) - 1]
    raise UsageProblem(
        "resolve.name", "--name names none of what gave these bytes", f"there are {_tell_names(texts)}"
    )


def _tell_names(texts: Sequence[Released]) -> str:
    """Each by its number; by its name too where that is an output's: an input's name may be private."""
    told = [
        f"{number}: {text.name}" if text.at else str(number)
        for number, text in enumerate(texts[:_MOST_NAMED], start=1)
    ]
    return ", ".join(told) + (", …" if len(texts) > _MOST_NAMED else "")


def _restore_block(data: bytes, session: Session, block: ReleasedBlock) -> bytes:
    from shotveil.core.resolve import resolve_original
    from shotveil.core.sources.decode import decode_text

    decoded = decode_text(data, "the file", block.encoding)
    digest = hashlib.sha256(data).hexdigest()
    text = resolve_original(decoded.raw, session, digest, block.copy)
    if text is None:
        raise _not_released()
    return decoded.encode(text)
