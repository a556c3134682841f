"""Roots by number, read from their journal lines only when somebody asks for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping
from typing import Any

from shotveil.core.binding.roots import Root
from shotveil.core.session.lines import read_root


class RootTable(MutableMapping[int, Root]):
    """A mapping whose values may still be unread lines."""

    def __init__(self) -> None:
        self._roots: dict[int, Root | None] = {}
        self._lines: dict[int, Mapping[str, Any]] = {}

    def put_line(self, number: int, line: Mapping[str, Any]) -> None:
        """Add or replace a root by its line."""
        self._roots[number] = None
        self._lines[number] = line

    def type_of(self, number: int) -> str:
        """The type of a root, without reading the rest."""
        root = self._roots[number]
        return root.type if root is not None else str(self._lines[number]["type"])

    def __getitem__(self, number: int) -> Root:
        root = self._roots[number]
        if root is None:
            root = self._roots[number] = read_root(self._lines.pop(number))
        return root

    def __setitem__(self, number: int, root: Root) -> None:
        self._lines.pop(number, None)
        self._roots[number] = root

    def __delitem__(self, number: int) -> None:
        del self._roots[number]
        self._lines.pop(number, None)

    def __iter__(self) -> Iterator[int]:
        return iter(self._roots)

    def __len__(self) -> int:
        return len(self._roots)

    def __contains__(self, number: object) -> bool:
        return number in self._roots
