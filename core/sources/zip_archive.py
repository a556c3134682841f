"""Playwright traces: zip archives whose members are documents and pictures of their own."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterable
from dataclasses import dataclass

from shotveil.core.errors import InputProblem

_MOST_MEMBERS = 20_000
_MOST_BYTES = 2 << 30
_EPOCH = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Member:
    """One file of an archive; ``name`` is its path inside, which links between members use."""

    name: str
    data: bytes


def read_members(data: bytes, path: str) -> tuple[Member, ...]:
    """The files of an archive in their order.

    Raises:
        InputProblem: ``archive.broken``, ``.encrypted``, ``.unsafe_name`` or ``.too_large``.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [info for info in archive.infolist() if not info.is_dir()]
            _check_members(members, path)
            return tuple(Member(info.filename, archive.read(info)) for info in members)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as problem:
        raise InputProblem(
            "archive.broken", f"{path}: broken zip archive; nothing was released for it"
        ) from problem


def write_members(members: Iterable[Member]) -> bytes:
    """An archive of the members: the same members give the same bytes (fixed dates, no extra fields)."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for member in members:
            info = zipfile.ZipInfo(member.name, _EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3
            info.external_attr = 0o644 << 16
            archive.writestr(info, member.data)
    return out.getvalue()


def _check_members(members: Iterable[zipfile.ZipInfo], path: str) -> None:
    total = 0
    names: set[str] = set()
    for number, info in enumerate(members, start=1):
        total += info.file_size
        parts = info.filename.replace("\\", "/").split("/")
        if info.flag_bits & 1:
            raise InputProblem("archive.encrypted", f"{path}: encrypted zip archives are not handled")
        if info.filename in names or info.filename.startswith("/") or ".." in parts:
            raise InputProblem(
                "archive.unsafe_name", f"{path}: member {number} has an unsafe or repeated name"
            )
        if number > _MOST_MEMBERS or total > _MOST_BYTES:
            raise InputProblem("archive.too_large", f"{path}: more than 20,000 members or 2 GiB unpacked")
        names.add(info.filename)
