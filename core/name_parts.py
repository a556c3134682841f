"""What fields for one part of a name are called: one table for documents, labels and columns."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files
from typing import Final, Literal

from shotveil.core.patterns import compile_late

Part = Literal["given", "family", "other", ""]

_JOINT: Final = compile_late(r"[_\-\s]+|(?<=[a-zß-ÿ])(?=[A-Z])")


@cache
def _load_table() -> dict[str, tuple[str, bool]]:
    """The part by the name of its field, and whether that name is a bare word."""
    text = files("shotveil.core.lexicons").joinpath("name_parts.tsv").read_text(encoding="utf-8")
    table: dict[str, tuple[str, bool]] = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            kind, names = line.split("\t")
            bare = kind.startswith("bare")
            part = kind.removeprefix("bare").strip() or "other"
            table.update(dict.fromkeys(names.split("|"), (part, bare)))
    return table


@lru_cache(maxsize=4_096)
def read_name_part(field: str, *, bare: bool = False) -> Part:
    """Which part of a name a field or label asks for, "" for none.

    Args:
        field: its name in any style (``firstName``, ``last_name``, ``Nom de famille``, 姓氏).
        bare: whether ``given``, ``last`` and the like count too.
    """
    part, is_bare = _load_table().get(" ".join(_JOINT.split(field.strip())).lower(), ("", False))
    if is_bare and not bare:
        return ""
    return "given" if part == "given" else "family" if part == "family" else "other" if part else ""
