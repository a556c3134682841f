"""Playwright archives: taken apart and put together deterministically."""

from __future__ import annotations

import io
import zipfile

import pytest

from shotveil.core.errors import InputProblem
from shotveil.core.sources.zip_archive import Member, read_members, write_members

MEMBERS = (Member("trace.trace", b'{"type":"before"}\n'), Member("resources/a@1.png", b"\x89PNG"))


def test_members_come_back_and_bytes_repeat() -> None:
    data = write_members(MEMBERS)
    assert read_members(data, "x.zip") == MEMBERS
    assert write_members(read_members(data, "x.zip")) == data


@pytest.mark.parametrize("name", ["../evil", "/etc/x", "a/../../b"])
def test_unsafe_names_are_refused(name: str) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(name, b"x")
    with pytest.raises(InputProblem) as caught:
        read_members(out.getvalue(), "x.zip")
    assert caught.value.code == "archive.unsafe_name"


def test_a_broken_archive_is_one_clear_line() -> None:
    with pytest.raises(InputProblem) as caught:
        read_members(write_members(MEMBERS)[:60], "x.zip")
    assert caught.value.code == "archive.broken"
