"""Detection over a session scope: collect what is private, then find every copy of it (DESIGN rule 15)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from shotveil.core.audit.residual import FindKept, Needle, is_local
from shotveil.core.config import Settings
from shotveil.core.detect import Detector
from shotveil.core.knowledge import Knowledge
from shotveil.core.policy import make_policy
from shotveil.core.readings import keep_one_reading
from shotveil.core.records import Occurrence, Record, View
from shotveil.core.text_memory import TextMemory

_MOST_TEXT: Final = 1 << 20
_VIEW_SIZE: Final = 32

Value = tuple[str, Record, tuple[str, ...]]


class Finder:
    """One scope's detector: ``collect`` every view once, ``settle``, then ``complete`` every view.

    Args:
        settings: policy, lists, repository.
        values: what the session knows already.
    """

    def __init__(self, settings: Settings, values: Iterable[Value]) -> None:
        policy = make_policy(settings.policy, settings.allow, settings.deny)
        values = tuple(values)
        self._known = values
        known = Knowledge(deny=policy.deny).learn_values(values)
        self._knowledge = _with_repository(known, settings.repository)
        self._before = self._knowledge
        self._detector = Detector(policy, tagger=settings.tagger)
        self._values: dict[tuple[str, str], Value] = {}
        self._unsettled: list[Value] = []
        self._memory = TextMemory()

    def collect(self, views: Sequence[View]) -> tuple[View, ...]:
        """First pass: the views with what is found in them by themselves; remembered for ``settle``."""
        found: list[View] = []
        for part in _slice(views):
            found += keep_one_reading(self._detector.detect(part, self._knowledge, self._memory))
        self.remember(found)
        return tuple(found)

    def remember(self, views: Iterable[View]) -> None:
        """Take accepted values in without detecting (an earlier stage found them)."""
        for view in views:
            for occurrence in view.occurrences:
                key = (occurrence.type, occurrence.text)
                if key not in self._values:
                    self._values[key] = (occurrence.type, occurrence.record, (occurrence.text,))
                    self._unsettled.append(self._values[key])

    def settle(self) -> None:
        """What was collected becomes evidence."""
        if self._unsettled:
            self._knowledge = self._knowledge.learn_values(self._unsettled)
            self._unsettled = []

    def complete(self, views: Sequence[View]) -> tuple[View, ...]:
        """Second pass: the views with every copy and form of what is known now."""
        found: list[View] = []
        for part in _slice(views):
            found += keep_one_reading(self._detector.complete(part, self._knowledge))
        return tuple(found)

    def find_again(self, views: Sequence[View]) -> tuple[View, ...]:
        """Both passes over views that were collected and not kept; after ``settle``."""
        return self.complete(self._detector.detect(views, self._before, self._memory))

    def needles(self) -> tuple[Needle, ...]:
        """Everything that must not be read again in a released picture, wherever it stands."""
        return make_needles((*self._known, *self._values.values()))

    def find(self, views: Sequence[View]) -> tuple[View, ...]:
        """Both passes over views that nobody has seen yet."""
        return keep_one_reading(self._detector.detect(views, self._knowledge))


def _slice(views: Sequence[View]) -> Iterator[Sequence[View]]:
    """The views in runs of so much text that what detection makes of one on its way stays small."""
    start = size = 0
    for at, view in enumerate(views):
        size += len(view.text or "") + _VIEW_SIZE
        if size >= _MOST_TEXT:
            yield views[start : at + 1]
            start, size = at + 1, 0
    if start < len(views):
        yield views[start:]


def keep_allowed(settings: Settings, path: str) -> FindKept | None:
    """Finds in what is read again the text that the allow entries keep; None where there are none."""
    if not settings.allow:
        return None
    return partial(_find_allowed, settings.allow, path)


def _find_allowed(allow: tuple[Mapping[str, Any], ...], path: str, text: str) -> list[tuple[int, int]]:
    from shotveil.core.clues.listed import find_kept_spans

    return find_kept_spans(text, make_policy(allow=allow).allow, path)


def denied_needles(settings: Settings, path: str) -> tuple[Needle, ...]:
    """The values of deny entries that must not be read in this file, everyday words among them.

    An entry that asks for a field speaks of a place that a picture does not tell; what a pattern fits is
    found by detection alone.
    """
    return tuple(
        Needle(entry.type, entry.value, denied=True)
        for entry in make_policy(deny=settings.deny).deny
        if entry.value and not (entry.field or entry.pattern) and entry.speaks_of(path, ())
    )


def make_needles(values: Iterable[Value]) -> tuple[Needle, ...]:
    """Needles of values that count anywhere on a page; lone areas and numbers do not (DESIGN rule 8)."""
    found = {}
    for kind, record, surfaces in values:
        for surface in surfaces:
            if not is_local(Occurrence(kind, surface, "hard", (), 1.0, (), record)):
                found[kind, surface] = Needle(kind, surface)
    return tuple(found[key] for key in sorted(found))


def _with_repository(knowledge: Knowledge, path: str) -> Knowledge:
    if not path:
        return knowledge
    from shotveil.core.repository import load_repository, repository_values

    return knowledge.learn_values(repository_values(load_repository(Path(path))), source="repository")
