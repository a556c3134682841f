"""A session: the roots of one scope, in memory and, when asked for, in a journal (CONTRACT h, DESIGN 3)."""

from __future__ import annotations

import hashlib
import hmac
import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any, Final

from shotveil.core.binding.roots import Root
from shotveil.core.errors import InputProblem
from shotveil.core.records import Binding, Record, ScalarRecord, View
from shotveil.core.session.journal import Journal, Line
from shotveil.core.session.lines import read_root, write_root, write_secret
from shotveil.core.session.places import KeptPlace, PlaceBook, keep_all, keep_without_secrets, write_places
from shotveil.core.session.releases import ReleaseBook, Released, write_release
from shotveil.core.session.table import RootTable
from shotveil.core.sources.document import Place

if TYPE_CHECKING:
    from shotveil.core.binding.state import Ambiguity, BindingState, Lifecycle

IDLE_S: Final = 3600.0
"""Idle time after which a session in memory forgets, refreshed by use (h)."""


class Session:
    """Use ``open_session``. Not safe to share between threads.

    ``warnings`` tells in plain words what was repaired or ignored; it never holds a value.
    """

    def __init__(
        self,
        journal: Journal | None,
        lifecycle: Lifecycle,
        ambiguity: Ambiguity,
        *,
        idle_s: float | None = IDLE_S,
        expire_after_s: float | None = None,
    ) -> None:
        self._journal = journal
        self._lifecycle: Lifecycle = lifecycle
        self._ambiguity: Ambiguity = ambiguity
        self._idle_s = idle_s if journal is None else None
        self._used_s = time.monotonic()
        self._own_warnings: list[str] = []
        self._header_fields = {"expire_after_s": expire_after_s} if expire_after_s else {}
        self._reset()
        if journal is not None:
            with journal.locked(shared=not journal.is_writable):
                self._catch_up(journal, replaced=False)
                after_s = expire_after_s or journal.header.get("expire_after_s")
                if after_s and not journal.is_empty and time.time() - journal.modified_s > after_s:
                    self._expire(journal)

    def _reset(self) -> None:
        self._table = RootTable()
        self._state: BindingState | None = None
        self._pending: list[Line] = []
        self._places = PlaceBook()
        self._releases = ReleaseBook()
        self._files: dict[str, Line] = {}
        self._reserved: dict[int, None] = {}
        self._passed = 0
        self._order: dict[int, None] = {}
        self._salt = b""
        self._salted = False

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the journal; what is in memory stays readable."""
        if self._journal is not None:
            self._journal.close()

    @property
    def warnings(self) -> tuple[str, ...]:
        """What a person should be told."""
        return (*self._own_warnings, *(self._journal.warnings if self._journal else ()))

    @property
    def is_on_disk(self) -> bool:
        """True when there is a journal: what was released can be given back by a later process."""
        return self._journal is not None

    @property
    def is_sealed(self) -> bool:
        """True when every line is encrypted, so that the values of secrets are kept."""
        return self._journal is not None and self._journal.is_sealed

    @property
    def keeps_secrets(self) -> bool:
        """True when the value of a SECRET can be resolved later: encrypted, or memory only."""
        return self._journal is None or self.is_sealed

    @property
    def roots(self) -> Mapping[int, Root]:
        """Roots by number. They are read on access, so that a large session opens fast."""
        self._check_idle()
        return self._table

    @property
    def next_number(self) -> int:
        """The number the next root will get."""
        return self._binding_state().next_number

    def values(self) -> Iterator[tuple[str, Record, tuple[str, ...]]]:
        """Type, record and surfaces of every root whose value is known: evidence for detection (b.6)."""
        for root in self.roots.values():
            if root.surfaces:
                yield root.type, root.record, root.surfaces

    # binding

    def bind(self, view: View) -> tuple[Binding, ...]:
        """Bind the occurrences of a view; on return the mapping is on disk (rule 9)."""
        return self.bind_views((view,))[0]

    def bind_views(self, views: Sequence[View]) -> tuple[tuple[Binding, ...], ...]:
        """Bind views in order, under one lock and with one write.

        Raises:
            InputProblem: the journal cannot be read or written; then nothing of it may be released.
        """
        from shotveil.core.binding.bind import bind_occurrences

        self._check_idle()
        if self._journal is None:
            state = self._binding_state()
            return tuple(bind_occurrences(view.occurrences, view, state).bindings for view in views)
        with self._journal.locked() as replaced:
            self._catch_up(self._journal, replaced=replaced)
            state = self._binding_state()
            lines: list[Mapping[str, Any]] = []
            results = []
            for view in views:
                bound = bind_occurrences(view.occurrences, view, state)
                results.append(bound.bindings)
                if bound.touched or bound.reserved:
                    lines += self._lines_of(bound.changed, bound.touched, bound.reserved, view.turn)
            self._append(self._journal, lines)
        return tuple(results)

    def _lines_of(
        self, changed: Iterable[Root], touched: Sequence[int], reserved: Sequence[int], turn: int
    ) -> Iterator[Mapping[str, Any]]:
        if reserved:
            yield {"kind": "reserved", "numbers": list(reserved)}
        for root in changed:
            if root.type == "SECRET" and not self.keeps_secrets:
                yield from self._secret_lines(root)
            else:
                yield write_root(root)
        if touched:
            yield {"kind": "bound", "turn": turn, "roots": list(touched)}

    def _secret_lines(self, root: Root) -> Iterator[Mapping[str, Any]]:
        """A secret's stand-in; the salt of the keyed hash is made with the first one."""
        if root.digest:
            yield write_secret(root, root.digest, root.length)
            return
        if not self._salted:
            self._salted = True
            yield {"kind": "salt", "value": self._salt.hex()}
        value = root.record.canonical if isinstance(root.record, ScalarRecord) else root.record.text
        yield write_secret(root, self.digest(value), len(value))

    def digest(self, value: str) -> str:
        """Keyed hash of a secret, equal for equal values within this session."""
        return hmac.new(self._salt, value.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()

    def secret_digests(self) -> tuple[tuple[str, int, int], ...]:
        """Keyed hash, length and root of secrets that are not kept; audit hashes slices of that length."""
        return tuple((r.digest, r.length, r.number) for r in self.roots.values() if r.length)

    # places and files

    def record_places(
        self,
        released_sha256: str,
        places: Sequence[Place],
        released: str | None = None,
    ) -> int:
        """Keep what a released unit replaced, for the exact way back.

        Different originals can give equal released bytes; the copy number tells them apart.

        Args:
            released_sha256: hash of the released unit (a file's bytes, or one streamed line).
            places: where it differs from its original; a plain session keeps no slice that is marked secret
                (a picture that shows one).
            released: the released text, by which places of secrets are known.

        Returns:
            The copy number to give to ``resolve_original``; 0 unless equal bytes were released before.
        """
        if self.keeps_secrets:
            kept = keep_all(places)
        else:
            kept = keep_without_secrets(places, released, self._known_secrets())
        copy, fresh = self._places.add(released_sha256, kept)
        if fresh:
            self._write_line(write_places(released_sha256, kept))
        return copy

    def _known_secrets(self) -> list[str]:
        return [s for root in self._table.values() if root.type == "SECRET" for s in root.surfaces if s]

    def places(self, released_sha256: str) -> tuple[tuple[KeptPlace, ...], ...]:
        """Places of the released units with this hash, in the order they were released."""
        self._check_idle()
        self._read_all_places()
        return self._places.get(released_sha256)

    def _read_all_places(self) -> None:
        if not self._places.is_whole and self._journal is not None:
            self._journal.rewind()
            with self._journal.locked(shared=True):
                self._catch_up(self._journal, replaced=True)

    def state_lines(self) -> Iterator[Mapping[str, Any]]:
        """All that a session knows beside its roots, as journal lines: what another file needs to go on.

        The salt of keyed hashes, reserved numbers, the order of binding, places of released units, what
        was released under which name, facts about files. Private like the roots.
        """
        self._check_idle()
        self._read_all_places()
        if self._salted:
            yield {"kind": "salt", "value": self._salt.hex()}
        if self._reserved:
            yield {"kind": "reserved", "numbers": list(self._reserved)}
        if self._order:
            yield {"kind": "bound", "turn": 0, "roots": list(self._order)}
        yield from self._places.write()
        yield from self._releases.write()
        yield from self._files.values()

    def let_go(self, released_sha256: str) -> None:
        """Hold the places of a unit on disk only, where a journal has them: a long pipe releases many."""
        if self._journal is not None:
            self._places.let_go(released_sha256)

    def record_release(self, sha256: str, released: Released) -> None:
        """Keep of which units a released text is made, and its name: equal bytes may have other originals."""
        if self._releases.add(sha256, released):
            self._write_line(write_release(sha256, released))

    def releases(self, sha256: str) -> tuple[Released, ...]:
        """The texts that were released with these bytes, in order."""
        return self._releases.get(sha256)

    def record_file(self, name: str, **facts: str) -> None:
        """Keep private facts about an input (``sha256``, ``output`` and the like) for the next run."""
        line: Line = {"kind": "file", "name": name, **facts}
        if self._files.get(name) == line:
            return
        self._files[name] = line
        self._write_line(line)

    def files(self) -> Mapping[str, Mapping[str, str]]:
        """Facts of ``record_file`` by input name; the last ones win."""
        return self._files

    @property
    def literal_numbers(self) -> Set[int]:
        """Numbers of what looks like a reference in the inputs: never issued."""
        return self._reserved.keys()

    # the journal

    def _write_line(self, line: Mapping[str, Any]) -> None:
        if self._journal is not None:
            with self._journal.locked() as replaced:
                self._catch_up(self._journal, replaced=replaced)
                self._append(self._journal, [line])

    def _append(self, journal: Journal, lines: Sequence[Mapping[str, Any]]) -> None:
        """Write, or forget what was not written: nothing in memory may be ahead of the disk."""
        try:
            if lines and journal.is_empty:
                journal.start(self._header_fields)
            journal.append(lines)
        except InputProblem:
            journal.rewind()
            self._reset()
            raise

    def _catch_up(self, journal: Journal, *, replaced: bool) -> None:
        """Read what other processes added; all of it when the file was replaced."""
        if replaced:
            self._reset()
        for line in journal.read_new():
            self._apply(line)

    def _apply(self, line: Line) -> None:
        kind = line.get("kind")
        if kind == "root":
            self._table.put_line(int(line["n"]), line)
            self._order[int(line["n"])] = None
            self._pending.append(line)
        elif kind == "bound":
            for number in line["roots"]:
                self._order.pop(number, None)
                self._order[number] = None
            self._pending.append(line)
        elif kind == "reserved":
            self._reserved.update(dict.fromkeys(line["numbers"]))
            self._pending.append(line)
        elif kind == "places":
            self._places.read(line)
        elif kind == "released":
            self._releases.read(line)
        elif kind == "file":
            self._files[line["name"]] = line
        elif kind == "salt":
            self._salt, self._salted = bytes.fromhex(line["value"]), True
            self._state = None
        elif kind == "passed":
            self._passed = max(self._passed, int(line["n"]))

    def _binding_state(self) -> BindingState:
        """The state that binding works on; made on first use and brought up to the journal."""
        if self._state is None:
            from shotveil.core.binding.state import BindingState

            if not self._salt:
                self._salt = os.urandom(16)
            self._state = BindingState(
                self._lifecycle,
                self._ambiguity,
                self.digest,
                roots=self._table,
                order=self._order,
                type_of=self._table.type_of,
            )
            self._state.pass_numbers(max((self._passed, *self._order)))
            self._state.reserve(self._reserved)
        else:
            for line in self._pending:
                self._update(self._state, line)
        self._pending.clear()
        return self._state

    def _update(self, state: BindingState, line: Line) -> None:
        """What another process wrote while this one was open."""
        if line["kind"] == "root":
            state.put(read_root(line))
        elif line["kind"] == "bound":
            for number in line["roots"]:
                state.touch(number)
        else:
            state.reserve(line["numbers"])

    # forgetting

    def _check_idle(self) -> None:
        now = time.monotonic()
        if self._idle_s is not None and now - self._used_s > self._idle_s:
            self.forget()
        self._used_s = now

    def forget(self) -> None:
        """Drop all values; numbers stay used."""
        last = self.next_number - 1
        reserved = dict(self._reserved)
        self._reset()
        self._passed, self._reserved = last, reserved

    def _expire(self, journal: Journal) -> None:
        """A file that was not used for so long loses its values, on disk too."""
        self.forget()
        self._own_warnings.append(f"{journal.path.name}: the session had expired and was emptied")
        if journal.is_writable:
            journal.rewrite([{"kind": "passed", "n": self._passed}])
