"""The safe tree from release records and the originals, checked against their digests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from shotveil.cli.guard import InputGuard
from shotveil.cli.pipeline.chain import Trace, group_releases, trace_errors
from shotveil.cli.pipeline.drawing import DrawTask, draw_picture
from shotveil.cli.pipeline.finding import make_needles
from shotveil.cli.pipeline.pool import map_in_order, open_pool
from shotveil.cli.pipeline.reading import file_digest, open_document
from shotveil.cli.pipeline.released import list_released
from shotveil.cli.pipeline.request import Item, Request
from shotveil.cli.pipeline.resuming import check_parents, check_records, check_tree, claim_tree
from shotveil.cli.pipeline.sanitizing import Finished, prove_text, record_unit
from shotveil.cli.pipeline.sessions import journal_in, open_scope_session
from shotveil.cli.pipeline.tree import Outcome, OutputTree, describe, output_name
from shotveil.cli.streams import say
from shotveil.core.audit.residual import Needle
from shotveil.core.errors import InputProblem, UsageProblem
from shotveil.core.records import Release, Replacement, ViewError
from shotveil.core.session import Session
from shotveil.core.sources.document import UNREAD, Edit, TextDocument

if TYPE_CHECKING:
    from concurrent.futures import Executor


def render_trace(trace: Trace, request: Request, outcome: Outcome) -> None:
    """Draw every released input of a trace into the output tree."""
    assert request.output is not None
    for error in trace_errors(trace):
        outcome.fail(error)
    groups = list(group_releases(trace))
    inputs = frozenset(Path(item.path).resolve() for item, _ in groups)
    mapped = trace.mapped or request.session is not None
    tree = OutputTree(request.output, False, inputs, mapped=mapped)
    if request.session is None and request.settings.verify != "pixels":
        say("no --session: the pictures are proved by their pixels only, not by reading them again")
    scopes = dict.fromkeys(item.session for item, _ in groups)
    with open_pool(request.settings.jobs) as pool, _open_sessions(request, scopes) as opened:
        sessions = tuple(dict.fromkeys(opened.values()))
        needles = {session: make_needles(session.values()) for session in sessions}
        hint, read = "choose another folder", cache(list_released)
        if not trace.mapped:
            check_tree(tree.root, request.session, hint, read)
        if sessions or not trace.mapped:  # whose a mapped trace without a session is, nobody knows
            check_parents(tree.root, sessions, hint, read)
        if sessions:
            claim_tree(tree.root, sessions, hint, read)
        for ordinal, (item, releases) in enumerate(groups, 1):
            guard, session = InputGuard(item.path), opened.get(item.session)
            with guard:
                _check_original(item)
                if session is not None:
                    check_records(session, item)
                finished = _render_one(item, releases, request, needles[session] if session else (), pool)
                if session is not None:
                    record_unit(session, finished)
                target = tree.place(output_name(finished.suffix, item.name))
                digest = tree.write(target, finished.data or b"")
                shown = finished.replacements
                listed = [describe(frame, part) for frame, part in shown]
                tree.list_released(ordinal, target, digest, listed, finished.verified)
                outcome.released += 1
                outcome.found.update(part.type for _, part in shown)
                outcome.roots.update(
                    (item.session, number) for _, part in shown if (number := _root_of(part))
                )
            if guard.error:
                outcome.fail(guard.error)
                tree.list_withheld(ordinal, guard.error.code)
    tree.finish()


def _root_of(part: Replacement) -> int:
    """Number in a reference, 0 where nothing is written."""
    digits = part.reference.partition("#")[2].partition(".")[0].rstrip("]")
    return int(digits) if digits.isdigit() else 0


@contextmanager
def _open_sessions(request: Request, scopes: Iterable[str]) -> Iterator[Mapping[str, Session]]:
    """The session of each scope: the one that was named, or its own in a folder of them.

    They take the places of texts, so that these can be given back as after ``sanitize -o``.
    """
    if request.session is None:
        yield {}
    elif request.session.is_dir():
        with ExitStack() as stack:
            journals = {scope: journal_in(request.session, scope) for scope in scopes}
            if set(journals) == {"all"} and not journals["all"].exists():
                raise UsageProblem(
                    "session.folder", f"{request.session} is a folder, and these are records of one session",
                    "name its file with --session FILE",
                )  # fmt: skip
            yield {
                scope: stack.enter_context(open_scope_session(journal, request.settings, create=False))
                for scope, journal in journals.items()
            }
    else:
        with open_scope_session(request.session, request.settings, create=False) as session:
            yield dict.fromkeys(scopes, session)


def _check_original(item: Item) -> None:
    if file_digest(item) != item.sha256:
        raise InputProblem("render.changed", "the original changed since it was read", "run the chain again")


def _render_one(
    item: Item,
    releases: tuple[Release, ...],
    request: Request,
    needles: tuple[Needle, ...],
    pool: Executor | None,
) -> Finished:
    if item.format == "image":
        task = DrawTask(item.path, request.settings, releases=releases, needles=needles)
        drawn = next(iter(map_in_order(draw_picture, [task], pool, window=1)))
        if isinstance(drawn, ViewError):
            raise InputProblem(drawn.code, drawn.message, drawn.hint)
        return Finished(item, drawn.data, drawn.suffix, releases, drawn.verified)
    return _rewrite(item, releases, request, needles)


def _rewrite(
    item: Item, releases: tuple[Release, ...], request: Request, needles: tuple[Needle, ...]
) -> Finished:
    from dataclasses import replace

    from shotveil.cli.pipeline.inputs import sniff_file
    from shotveil.core.sources.hidden_copies import read_ranges, show_ranges
    from shotveil.renderers.text import apply_edits, plan_edits

    document = open_document(replace(item, format=sniff_file(Path(item.path), request.as_format)))
    document, _ = show_ranges(document, read_ranges(release.id for release in releases))
    views = {view.id: view for view in document.views}
    edits: list[Edit] = []
    for release in releases:
        if release.medium == "image":
            edits.append(_redraw_embedded(item, release, document, request, needles))
        elif release.replacements:
            if release.id not in views:
                raise InputProblem("render.view", "a release names a value that the original does not hold")
            edits += plan_edits(document, views[release.id], release.replacements)
    raw, places = apply_edits(document, edits)
    return Finished(
        item, document.encode(raw), "", releases, prove_text(document.notes.get(UNREAD, 0)),
        places=places, released=raw, encoding=document.encoding,
    )  # fmt: skip


def _redraw_embedded(
    item: Item,
    release: Release,
    document: TextDocument,
    request: Request,
    needles: tuple[Needle, ...],
) -> Edit:
    embedded = document.embedded[int(release.id.rsplit("@", 1)[1].split(".")[0])]
    task = DrawTask(item.path, request.settings, releases=(release,), needles=needles, data=embedded.data)
    drawn = draw_picture(task)
    if isinstance(drawn, ViewError):
        raise InputProblem(drawn.code, drawn.message, drawn.hint)
    shows_secret = any(part.type == "SECRET" for part in release.replacements)
    return Edit(embedded.raw_start, embedded.raw_end, embedded.encode(drawn.data), shows_secret)
