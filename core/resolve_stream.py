"""Restoring a text that arrives in pieces: at most one candidate is held back (CONTRACT f)."""

from __future__ import annotations

from typing import Final

from shotveil.core.patterns import compile_late
from shotveil.core.references import MAX_CONTENT
from shotveil.core.resolve import Unresolved, apply_spans, find_edits, restorer
from shotveil.core.session import Session

_OPEN_END: Final = compile_late(
    rf"(?<![\[［])(?:[\[［]|(?:\[\[|［［)[^\[\]［］]{{0,{MAX_CONTENT}}}(?:\]{{1,2}}|］{{1,2}})?)\Z"
)
_WINDOW: Final = MAX_CONTENT + 8


class StreamResolver:
    """Feed chunks, write what comes back, then ``finish``; the whole equals resolving the joined text.

    ``resolved`` counts restored references; ``unresolved`` lists the others, offsets in the joined text.
    """

    def __init__(self, session: Session, turn: int | None = None) -> None:
        self._restore = restorer(session, turn)
        self._held = ""
        self._before = ""
        self._offset = 0
        self.resolved = 0
        self.unresolved: list[Unresolved] = []

    def feed(self, chunk: str) -> str:
        """Take a chunk; return what is certain by now."""
        text = self._held + chunk
        start = max(0, len(text) - _WINDOW)
        tail = (self._before + text) if start == 0 else text
        shift = len(tail) - len(text)
        match = _OPEN_END.search(tail, max(0, start + shift - 1))
        cut = len(text) if match is None else match.start() - shift
        self._held = text[cut:]
        return self._release(text[:cut])

    def finish(self) -> str:
        """The stream has ended: return what was held back."""
        text, self._held = self._held, ""
        return self._release(text)

    def _release(self, text: str) -> str:
        if not text:
            return ""
        context = self._before + text
        edits, unresolved = find_edits(context, self._restore)
        base = self._offset - len(self._before)
        self.resolved += len(edits)
        self.unresolved += [Unresolved(u.start + base, u.end + base, u.text, u.reason) for u in unresolved]
        self._offset += len(text)
        restored = apply_spans(context, edits)[len(self._before) :]
        self._before = text[-1]
        return restored
