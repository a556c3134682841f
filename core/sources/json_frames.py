"""What a JSON reader knows inside one object or array: names, places, siblings."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from shotveil.core.sources.builder import Field
from shotveil.core.sources.field_names import (
    DELTA_KEYS,
    TARGETED_KEYS,
    VALUE_KEYS,
    FieldName,
)

NO_KEY: Final = FieldName("", "", True)


class Frame:
    """One object or array (``outer``: the frame it lies in), or the top of a text.

    Pointer and field names are worked out when a value needs them, since most objects of a log hold none.
    ``word`` and ``valued`` are entry numbers of strings that may be joined or named when the object closes.
    """

    __slots__ = (
        "_field", "_pointer", "index", "is_object", "key", "label", "members", "others", "outer", "streamed",
        "target", "value_key", "valued", "word",
    )  # fmt: skip

    def __init__(self, is_object: bool, outer: Frame | None, pointer: str = "", field: Field = ()) -> None:
        self.is_object = is_object
        self.outer = outer
        self.key: FieldName = NO_KEY if outer is None else outer.key
        self.streamed: bool = outer is not None and (outer.streamed or outer.key.key in DELTA_KEYS)
        self.index = self.word = self.valued = -1
        self.label = self.target = self.value_key = ""
        self.others = 0
        self.members: list[tuple[int, bool]] | None = None
        self._pointer = pointer if outer is None else None
        self._field = field if outer is None else None

    @property
    def pointer(self) -> str:
        """Pointer of this object or array."""
        for frame in self._unworked(lambda frame: frame._pointer is None):
            assert frame.outer is not None
            frame._pointer = frame.outer.place()
        assert self._pointer is not None
        return self._pointer

    @property
    def field(self) -> Field:
        """Field names around this object or array, outermost first."""
        for frame in self._unworked(lambda frame: frame._field is None):
            assert frame.outer is not None
            frame._field = frame.outer.names()
        assert self._field is not None
        return self._field

    def _unworked(self, is_unworked: Callable[[Frame], bool]) -> Iterable[Frame]:
        """The frames around this one, and itself, whose names are not worked out yet, outermost first.

        A loop, since a text may be nested deeper than Python lets functions call one another.
        """
        frames: list[Frame] = []
        frame: Frame | None = self
        while frame is not None and is_unworked(frame):
            frames.append(frame)
            frame = frame.outer
        return reversed(frames)

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
            return self.field
        key = self.key.key
        if self.key.is_special:
            key = self.name_for(key) or key
        return (*self.field, key)

    def name_for(self, key: str) -> str:
        """The name that a sibling gives the value under ``key``, "" when none does."""
        if key in VALUE_KEYS and self.label:
            return self.label
        return self.target if key in TARGETED_KEYS else ""

    def add_member(self, number: int, direct: bool) -> None:
        """A string of an array: the array's own (``direct``) or the only one of an object in it."""
        if self.members is None:
            self.members = []
        self.members.append((number, direct))
