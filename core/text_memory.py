"""What was found in small texts before: logs repeat themselves, and a text in a field says the same again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from shotveil.core.knowledge import Knowledge
from shotveil.core.records import Occurrence, View

MOST_TEXTS: Final = 8_192
"""Texts that are remembered; the one that was not seen for longest is forgotten first."""

LONGEST_TEXT: Final = 160
"""Longer texts hardly ever come again."""

_Key = tuple[str, tuple[str, ...], str]


@dataclass(frozen=True, slots=True)
class Remembered:
    """What a text holds. ``is_current``: it was searched for all that is known now."""

    occurrences: tuple[Occurrence, ...]
    is_current: bool


class TextMemory:
    """Bounded memory of texts that rules have read, for one policy. Not safe to share between threads."""

    def __init__(self) -> None:
        self._texts: dict[_Key, tuple[tuple[Occurrence, ...], int]] = {}
        self._knowledge: Knowledge | None = None
        self._generation = 0

    def recall(
        self, views: Sequence[View], places: Iterable[int], knowledge: Knowledge
    ) -> dict[int, Remembered]:
        """What is remembered of the views at ``places``.

        Args:
            knowledge: what is known now; whatever is kept after this call was searched for it.
        """
        if knowledge is not self._knowledge:
            self._knowledge = knowledge
            self._generation += 1
        found = {}
        texts = self._texts
        for place in places:
            key = _key_of(views[place])
            if key is not None and (entry := texts.pop(key, None)) is not None:
                texts[key] = entry
                found[place] = Remembered(entry[0], entry[1] == self._generation)
        return found

    def keep(self, views: Sequence[View], found: Mapping[int, tuple[Occurrence, ...]]) -> None:
        """Remember what was found in the views at the places that ``found`` names."""
        for place, occurrences in found.items():
            key = _key_of(views[place])
            if key is not None:
                self._texts.pop(key, None)
                self._texts[key] = occurrences, self._generation
        while len(self._texts) > MOST_TEXTS:
            del self._texts[next(iter(self._texts))]


def _key_of(view: View) -> _Key | None:
    if view.text is None or len(view.text) > LONGEST_TEXT:
        return None
    return view.text, view.field, view.path
