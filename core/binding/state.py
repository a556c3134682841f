"""All that binding knows of a session: roots, their indexes, numbers in use (CONTRACT b.1, e.3, f.8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableMapping, Sequence
from dataclasses import replace
from typing import Final, Literal

from shotveil.core.binding.accumulate import extend_root
from shotveil.core.binding.choice import choose_exact, choose_root, exact_key, keys_of
from shotveil.core.binding.index import Choice, Key, RecencyIndex
from shotveil.core.binding.roots import Root
from shotveil.core.records import Record, ScalarRecord

Lifecycle = Literal["full", "exact", "turn"]
"""Roots for entities over the whole session, for equal values only, or for entities within one turn."""

Ambiguity = Literal["recent", "fresh"]
"""Where several roots fit alike: the most recently bound, or a new one."""

MAX_NUMBER: Final = 999_999_999


class BindingState:
    """Roots by number, found by what they hold.

    Binding changes it in place: a copy a view would cost as much as the session is long. The indexes are made
    on first use, so that a session that only resolves never pays for them.

    Args:
        lifecycle: which mentions may share a root.
        ambiguity: what to do where several roots fit.
        digest: makes the stand-in of a SECRET whose value is not kept, or None.
        roots: roots by number; a session hands in its own table.
        order: their numbers, most recently bound last.
        type_of: the type of a root by number, where that is cheaper than reading the root.
    """

    def __init__(
        self,
        lifecycle: Lifecycle = "full",
        ambiguity: Ambiguity = "recent",
        digest: Callable[[str], str] | None = None,
        *,
        roots: MutableMapping[int, Root] | None = None,
        order: dict[int, None] | None = None,
        type_of: Callable[[int], str] | None = None,
    ) -> None:
        self.lifecycle: Lifecycle = lifecycle
        self.ambiguity: Ambiguity = ambiguity
        self.digest = digest
        self.roots: MutableMapping[int, Root] = {} if roots is None else roots
        self.reserved: set[int] = set()
        self._indexes: dict[str, RecencyIndex] = {}
        self._order: dict[int, None] = {} if order is None else order
        self._type_of = type_of or self._read_type
        self._next = 1
        self._turn: int | None = None

    @property
    def next_number(self) -> int:
        """The number that the next root will get; numbers are never given twice."""
        while self._next in self.reserved:
            self._next += 1
        return self._next

    def reserve(self, numbers: Iterable[int]) -> tuple[int, ...]:
        """Never issue these numbers (f.8). Returns those that were not issued or reserved before."""
        asked = dict.fromkeys(numbers)
        if not asked:
            return ()
        fresh = tuple(
            number
            for number in asked
            if number not in self.reserved and number not in self.roots and number >= self._next
        )
        self.reserved.update(fresh)
        return fresh

    def pass_numbers(self, last: int) -> None:
        """Never issue ``last`` or a smaller number again."""
        self._next = max(self._next, last + 1)

    def put(self, root: Root) -> None:
        """Add or replace a root and make it the most recent one."""
        self.roots[root.number] = root
        self.pass_numbers(root.number)
        self._move_last(root.number)
        index = self._indexes.get(root.type)
        if index is not None:
            index.place(root.number, self._keys(root))

    def touch(self, number: int) -> None:
        """Make a root the most recent one."""
        self._move_last(number)
        index = self._indexes.get(self._type_of(number))
        if index is not None:
            index.touch(number)

    def _move_last(self, number: int) -> None:
        self._order.pop(number, None)
        self._order[number] = None

    def _read_type(self, number: int) -> str:
        return self.roots[number].type

    def choose(self, type: str, record: Record, turn: int) -> Choice:
        """The root that a mention takes, or none."""
        index = self._index(type, turn)
        record = self._shadow(type, record)
        if self.lifecycle == "exact":
            return choose_exact(type, record, index)
        choice = choose_root(type, record, index, self.roots)
        if self.ambiguity == "fresh" and choice.ambiguous:
            return Choice(None, choice.ambiguous)
        return choice

    def absorb(self, number: int, type: str, record: Record, surfaces: Sequence[str], turn: int) -> bool:
        """Bind an appearance to a root, new or known. Returns whether the root is new or knows more now."""
        known = self.roots.get(number)
        if known is None:
            self.put(Root(number, type, record, tuple(dict.fromkeys(surfaces)), turn))
            return True
        root = extend_root(known, record, surfaces)
        if root is known:
            self.touch(number)
            return False
        self.put(root)
        return True

    def _shadow(self, type: str, record: Record) -> Record:
        """A SECRET is looked up by its stand-in, since its value may not be there."""
        if type == "SECRET" and self.digest is not None and isinstance(record, ScalarRecord):
            return ScalarRecord("", self.digest(record.canonical))
        return record

    def _index(self, type: str, turn: int) -> RecencyIndex:
        """Roots of a type that may be chosen in this turn."""
        if self.lifecycle == "turn" and turn != self._turn:
            self._indexes, self._turn = {}, turn
        index = self._indexes.get(type)
        if index is None:
            index = self._indexes[type] = RecencyIndex()
            for number in self._order:
                if self._type_of(number) == type:
                    root = self.roots[number]
                    if self.lifecycle != "turn" or root.turn == turn:
                        index.place(number, self._keys(root))
        return index

    def _keys(self, root: Root) -> tuple[Key, ...]:
        record = root.record
        if root.type == "SECRET" and self.digest is not None and isinstance(record, ScalarRecord):
            digest = root.digest or self.digest(record.canonical)
            return (("=", "SECRET", digest),)
        if self.lifecycle == "exact":
            return tuple(exact_key(root.type, _with_text(record, surface)) for surface in root.surfaces)
        return keys_of(root.type, record)


def _with_text(record: Record, surface: str) -> Record:
    return record if isinstance(record, ScalarRecord) else replace(record, text=surface)
