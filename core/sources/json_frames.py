"""What a JSON reader knows inside one object or array: names, places, siblings."""

from __future__ import annotations

from typing import Final

from shotveil.core.name_parts import read_name_part
from shotveil.core.sources.builder import Field
from shotveil.core.sources.field_names import (
    COLUMN_KEYS,
    DELTA_KEYS,
    TARGETED_KEYS,
    VALUE_KEYS,
    FieldName,
)

_DEEP: Final = 128
NO_KEY: Final = FieldName("", "", True)


class Frame:
    """One object or array (``outer``: the frame it lies in), or the top of a text.

    Pointer and field names are worked out when a value needs them, since most objects of a log hold none.
    ``word``, ``valued``, ``named``, ``family`` and ``given`` are entry numbers of strings that may be joined,
    named, or told from names when the object closes; ``is_person``: it holds a person's name.
    ``columns``: what a list in this object calls the cells of its rows; ``heads``: the same for a row.
    """

    __slots__ = (
        "_field", "_pointer", "columns", "depth", "family", "given", "heads", "index", "is_object",
        "is_person", "key", "label", "members", "named", "others", "outer", "streamed", "target", "value_key",
        "valued", "word",
    )  # fmt: skip

    def __init__(self, is_object: bool, outer: Frame | None, pointer: str = "", field: Field = ()) -> None:
        self.is_object = is_object
        self.outer = outer
        self.key: FieldName = NO_KEY if outer is None else outer.key
        self.streamed: bool = outer is not None and (outer.streamed or outer.key.key in DELTA_KEYS)
        self.index = self.word = self.valued = self.named = self.family = self.given = -1
        self.is_person = False
        self.label = self.target = self.value_key = ""
        self.others = 0
        self.columns: list[str] = []
        table = None if outer is None or outer.is_object or is_object else outer.outer
        self.heads: list[str] = [] if table is None else table.columns
        self.members: list[tuple[int, bool]] | None = None
        self._pointer = pointer if outer is None else None
        self._field = field if outer is None else None
        self.depth: int = 0 if outer is None else outer.depth + 1
        if self.depth % _DEEP == _DEEP - 1:
            # Worked out now: names are asked for by recursion, which may not go as deep as a text does.
            self._pointer, self._field = self.pointer, self.field

    @property
    def pointer(self) -> str:
        """Pointer of this object or array."""
        if self._pointer is None:
            assert self.outer is not None
            self._pointer = self.outer.place()
        return self._pointer

    @property
    def field(self) -> Field:
        """Field names around this object or array, outermost first."""
        if self._field is None:
            assert self.outer is not None
            self._field = self.outer.names()
        return self._field

    def place(self) -> str:
        """Pointer of the value that is being read."""
        if self.is_object:
            key = self.key.key
            if "~" in key or "/" in key:
                key = key.replace("~", "~0").replace("/", "~1")
            return f"{self.pointer}/{key}"
        return self.pointer if self.outer is None else f"{self.pointer}/{self.index}"

    def names(self) -> Field:
        """Field names around the value that is being read, outermost first."""
        if not self.is_object:
            return (*self.field, self.heads[self.index]) if self.index < len(self.heads) else self.field
        key = self.key.key
        if self.key.is_special:
            key = self.name_for(key) or key
        return (*self.field, key)

    def name_for(self, key: str) -> str:
        """The name that a sibling gives the value under ``key``, "" when none does."""
        if self.label and (key in VALUE_KEYS or (key in TARGETED_KEYS and read_name_part(self.label))):
            return self.label
        return self.target if key in TARGETED_KEYS else ""

    def note_column(self, text: str) -> None:
        """Keep a string that names a column: of a list of such names, or the name in an object of it."""
        row = self.outer if self.is_object else self
        if row is not None and not row.is_object and row.key.key in COLUMN_KEYS and row.outer is not None:
            row.outer.columns.append(text)

    def add_member(self, number: int, direct: bool) -> None:
        """A string of an array: the array's own (``direct``) or the only one of an object in it."""
        if self.members is None:
            self.members = []
        self.members.append((number, direct))
