"""What the sessions of an audit know, and whether they are those that released what is audited.

A session that released nothing of a file knows none of its values: finding none of them proves nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from shotveil.cli.pipeline.finding import make_needles
from shotveil.cli.pipeline.released import ReleasedTree, has_released
from shotveil.cli.pipeline.request import Item, Request
from shotveil.cli.pipeline.sessions import list_journals, open_scope_session
from shotveil.cli.pipeline.tree import name_some
from shotveil.cli.streams import count, say
from shotveil.core.audit.residual import Needle, NeedleSet
from shotveil.core.outputs import hash_file
from shotveil.core.records import View
from shotveil.core.references import scan_references
from shotveil.core.session import Session

_PROVES_NOTHING = "so nothing found proves nothing; name the session that did, or leave --session out"


@dataclass(slots=True)
class KnownSessions:
    """The sessions of an audit, read and closed. Private.

    ``seen`` are the references that stand in each audited file, as type and number.
    """

    sessions: tuple[Session, ...]
    needles: NeedleSet
    seen: dict[str, set[tuple[str, int]]] = field(default_factory=dict)

    def see(self, item: Item, text: str) -> None:
        """Note the references in a text of a file."""
        if "#" in text or "＃" in text:
            named = (found.reference for found in scan_references(text))
            self.seen.setdefault(item.path, set()).update((r.label, r.root) for r in named if r)

    def see_view(self, item: Item, view: View) -> None:
        """Note the references that a reader saw in a picture, or that stand in a tree."""
        for block in view.blocks:
            self.see(item, block.text)

    def tell_lost(self) -> None:
        """Say how many secrets were not looked for, since nothing is kept of them."""
        lost = sum(
            root.type == "SECRET" and not root.surfaces and not root.length
            for session in self.sessions
            for root in session.roots.values()
        )
        if lost:
            say(
                f"{count(lost, 'secret')} could not be looked for: a plain session keeps nothing of secrets "
                "below 16 characters; an encrypted one (--key-file) does"
            )

    def tell_foreign_trees(self, trees: Sequence[ReleasedTree]) -> list[ReleasedTree]:
        """The trees that the sessions did not release, by their manifests, each told of."""
        foreign = [tree for tree in trees if not any(map(tree.is_of, self.sessions))]
        for tree in foreign:
            say(f"error: {tree.name}: this session did not release it, {_PROVES_NOTHING}")
        return foreign

    def tell_foreign_files(self, trees: Sequence[ReleasedTree], items: Sequence[Item]) -> bool:
        """Tell which files outside the trees the sessions did not release; whether there are any."""
        told = {path.resolve() for tree in trees for path in tree.listed_files}
        others = [item for item in items if Path(item.archive or item.path).resolve() not in told]
        strangers = list(dict.fromkeys(item.path for item in others if self._is_foreign(item)))
        if strangers:
            say(
                f"error: {name_some(strangers)}: this session did not release "
                f"{'it' if len(strangers) == 1 else 'them'}, {_PROVES_NOTHING} (a reply is piped into -)"
            )
        return bool(strangers)

    def _is_foreign(self, item: Item) -> bool:
        """Whether a file holds references that no session of these released in these bytes.

        The same reference means another value in every session, so that ours has one of that number proves
        nothing of a file. What is piped in may be an answer to what was released: there it has to do.
        """
        seen = self.seen.get(item.path, set())
        if all(any(n in s.literal_numbers for s in self.sessions) for _, n in seen):
            return False
        if item.data is not None and not item.archive:
            digest = hashlib.sha256(item.data).hexdigest()
            is_ours = any(self._issued(*reference) for reference in seen)
        else:
            digest, is_ours = hash_file(Path(item.archive or item.path)), False
        return not (is_ours or any(has_released(session, (digest,)) for session in self.sessions))

    def _issued(self, label: str, number: int) -> bool:
        roots = (session.roots.get(number) for session in self.sessions)
        return any(root is not None and root.type == label for root in roots)


def read_sessions(request: Request) -> KnownSessions | None:
    """Everything the session file holds, or each one of the folder; None where none was named."""
    if request.session is None:
        return None
    sessions = []
    for journal in list_journals(request.session):
        with open_scope_session(journal, request.settings, create=False) as session:
            sessions.append(session)
    return KnownSessions(tuple(sessions), NeedleSet(n for known in sessions for n in _named_needles(known)))


def _named_needles(session: Session) -> Iterator[Needle]:
    for root in session.roots.values():
        for needle in make_needles(((root.type, root.record, root.surfaces),)):
            yield Needle(needle.type, needle.surface, f"[[{root.type}#{root.number}]]")
    for digest, length, number in session.secret_digests():

        def check(text: str, wanted: str = digest) -> bool:
            return session.digest(text) == wanted

        yield Needle("SECRET", "", f"[[SECRET#{number}]]", length=length, check=check)
