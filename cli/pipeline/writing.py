"""Where finished inputs go: a safe tree, one safe text, release records, or nowhere (a check)."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import nullcontext
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from shotveil.cli.guard import InputGuard
from shotveil.cli.pipeline.archives import OpenArchives
from shotveil.cli.pipeline.blocks import TextInBlocks
from shotveil.cli.pipeline.chain import TraceWriter
from shotveil.cli.pipeline.decoded import DECODED
from shotveil.cli.pipeline.finding import Finder, Value
from shotveil.cli.pipeline.originals import path_digest
from shotveil.cli.pipeline.reading import PendingReadings
from shotveil.cli.pipeline.released import list_released
from shotveil.cli.pipeline.request import Item, Reading, Request, Scope
from shotveil.cli.pipeline.resuming import (
    Job,
    check_parents,
    check_tree,
    claim_tree,
    end_job,
    find_finished,
    identify_job,
    record_finished,
    record_records,
    start_job,
)
from shotveil.cli.pipeline.sanitizing import Finished, prove_text, record_archive, record_text
from shotveil.cli.pipeline.scopes import ScopeRun
from shotveil.cli.pipeline.sessions import open_scope_session
from shotveil.cli.pipeline.tree import (
    Outcome,
    OutputTree,
    describe,
    describe_counts,
    open_nowhere,
    output_name,
)
from shotveil.cli.streams import count, say
from shotveil.core.config import Settings
from shotveil.core.errors import UsageProblem
from shotveil.core.outputs import name_key
from shotveil.core.records import ViewError
from shotveil.core.session import Session
from shotveil.core.sources.image_formats import ENDINGS, READ_ONLY_ENDINGS

if TYPE_CHECKING:
    from concurrent.futures import Executor


OVERWRITING = "choose another folder, or --force to write over it"

Readings = Iterable[tuple[Item, Reading | ViewError]]


class ScopeWriter:
    """Sanitizes scope after scope and delivers what comes out.

    Args:
        single_text: one raw text: its safe text goes to ``out``.
    """

    def __init__(self, request: Request, out: BinaryIO, outcome: Outcome, single_text: bool) -> None:
        self._request, self._out, self._outcome = request, out, outcome
        self._single_text = single_text
        self._count = 0
        self._ordinals: dict[str, int] = {}
        self._archives = OpenArchives(())
        self._tree = self._make_tree() if request.output else None
        silent = single_text or request.output or request.check
        self._trace = (
            None
            if silent
            else TraceWriter(out, "sanitize", request.settings, mapped=request.session is not None)
        )
        if self._trace and not request.dry_run:
            outcome.records = 0

    def _make_tree(self) -> OutputTree:
        request = self._request
        assert request.output is not None
        single, mapped = names_a_file(request), request.session is not None
        return OutputTree(request.output, single, frozenset(), request.dry_run, mapped)

    def sanitize(
        self, scope: Scope, readings: Readings, pool: Executor | None, *, chained: bool = False
    ) -> None:
        """One scope through both passes; every input is delivered or withheld."""
        request = self._request
        if self._tree:
            self._tree.inputs |= {Path(item.path).resolve() for item in scope.items if item.data is None}
        for item in scope.items:
            self._count += 1
            self._ordinals[item.path] = self._count
        self._archives = OpenArchives(scope.items)
        if request.check or request.dry_run:
            self._try_scope(scope, readings, pool, chained)
            return
        root, read = self._claimed_root(scope), cache(list_released)
        if root:
            check_tree(root, scope.journal, OVERWRITING, read)
        guarded = self._tree.root if self._tree and not request.force else None
        if guarded and (scope.journal is None or not scope.journal.exists()):
            check_parents(guarded, (), OVERWRITING, read)
        with open_scope_session(scope.journal, request.settings) as session:
            if guarded and scope.journal and not request.settings.session_by:
                check_parents(guarded, (session,), OVERWRITING, read)
            if root and scope.journal:
                claim_tree(root, (session,), OVERWRITING, read)
            read.cache_clear()  # a manifest of many files is large
            job = self._identify(scope)
            if job and self._tree and not request.force:
                scope, readings = self._skip_finished(
                    scope, readings, find_finished(job, session, self._tree.root)
                )
            if job:
                start_job(job, session)
            with DECODED.room() if self._tree and pool is None else nullcontext():
                self._run_scope(scope, readings, pool, chained, session, tuple(session.values()), job)
            if job:
                end_job(job, session)

    def _claimed_root(self, scope: Scope) -> Path | None:
        """The folder that is to be this session's alone: none where several may write into it, or by force."""
        if not self._tree or self._tree.single or self._request.force:
            return None
        shared = scope.journal and self._request.settings.session_by
        return None if shared else self._tree.root

    def _try_scope(self, scope: Scope, readings: Readings, pool: Executor | None, chained: bool) -> None:
        """What would be done: the journal is only read, numbers are given in memory."""
        values: tuple[Value, ...] = ()
        if scope.journal is not None and scope.journal.exists() and scope.journal.stat().st_size:
            with open_scope_session(scope.journal, self._request.settings, create=False) as known:
                values = tuple(known.values())
        with open_scope_session(None, self._request.settings) as session:
            self._run_scope(scope, readings, pool, chained, session, values, None)

    def _run_scope(
        self,
        scope: Scope,
        readings: Readings,
        pool: Executor | None,
        chained: bool,
        session: Session,
        values: tuple[Value, ...],
        job: Job | None,
    ) -> None:
        self._outcome.forgets_secrets |= not session.keeps_secrets
        finder = Finder(self._request.settings, values)
        run = ScopeRun(scope, self._request.settings, session, self._outcome)
        run.tells_names = not self._single_text and not (self._tree and self._tree.single)
        run.lists = self._tree is not None or self._trace is not None
        if chained:
            run.take_over(finder, readings)
        else:
            run.collect(finder, readings)
        self._list_failed(run)
        for finished in run.finish(finder, pool, encode=self._tree is not None):
            if isinstance(finished, ViewError):
                self._withhold(finished)
            elif isinstance(finished, TextInBlocks):
                self._deliver_blocks(finished, run, job)
            else:
                self._deliver(finished, run, job)

    def _identify(self, scope: Scope) -> Job | None:
        if not self._tree or self._tree.single or scope.journal is None or self._request.dry_run:
            return None
        return identify_job(scope, self._request)

    def _skip_finished(
        self, scope: Scope, readings: Readings, finished: dict[str, dict[str, Any]]
    ) -> tuple[Scope, Readings]:
        """What an earlier run finished is listed, not done again."""
        if not finished or not isinstance(readings, PendingReadings):
            return scope, readings
        assert self._tree is not None
        for item in scope.items:
            line = finished.get(item.name)
            if line:
                self._tree.taken.add(name_key(line["output"]))
                self._tree.lines[self._ordinals[item.path]] = line
        self._outcome.finished_before += len(finished)
        say(f"{count(len(finished), 'file was', 'files were')} finished by an earlier run")
        rest = tuple(item for item in scope.items if item.name not in finished)
        return Scope(scope.name, scope.journal, rest), readings.only(rest)

    def _list_failed(self, run: ScopeRun) -> None:
        for error in run.failed.values():
            self._withhold(error)

    def _withhold(self, error: ViewError) -> None:
        if self._tree:
            self._tree.list_withheld(self._ordinals[error.path], error.code)
        if self._trace:
            self._trace.write((error,))
        self._archives.fail(error.path)

    def _deliver(self, finished: Finished, run: ScopeRun, job: Job | None) -> None:
        if self._tree and self._tree.single and (error := find_misnaming(finished, self._tree.root)):
            self._outcome.fail(error)
            self._withhold(error)
            return
        reads_only = self._request.check or (self._request.dry_run and self._tree is None)
        if finished.item.archive and (self._tree or reads_only):
            whole = self._archives.add(finished)
            if whole is None:
                return  # an archive is one output, or none at all
            finished = whole
        self._outcome.released += 1
        if reads_only:
            return
        if self._single_text:
            assert finished.data is not None
            record_text(run.session, finished, finished.item.name)
            self._out.write(finished.data)
            self._out.flush()
            return
        name = run.names.get(finished.ordinal_path or finished.item.path, finished.item.name)
        if self._trace:
            self._outcome.records = (self._outcome.records or 0) + len(finished.releases)
            record_records(run.session, finished.item, finished.releases[0].sha256)
            self._trace.write(replace(release, name=name) for release in finished.releases)
        if self._tree:
            self._write_output(finished, run, name, job)

    def _deliver_blocks(self, text: TextInBlocks, run: ScopeRun, job: Job | None) -> None:
        """A long text; to a file whole or not at all."""
        guard = InputGuard(text.item.path)
        with guard:
            if self._single_text:
                text.name = text.item.name
                text.deliver_file(self._out)
            elif self._tree is None or self._request.check:
                with open_nowhere() as out:
                    text.deliver_file(out)
            else:
                self._write_blocks(self._tree, text, run, job)
        if guard.error:
            run.fail(text.item, guard.error)
            self._withhold(guard.error)
        else:
            self._outcome.released += 1

    def _write_blocks(self, tree: OutputTree, text: TextInBlocks, run: ScopeRun, job: Job | None) -> None:
        item = text.item
        target = tree.place(run.names.get(item.path, item.name))
        text.name, text.at = tree.shown(target), path_digest(target)
        with tree.open(target) as out:
            text.deliver_file(out)
        digest, replaced = text.digest.hexdigest(), describe_counts(text.replaced)
        line = tree.list_released(
            self._ordinals[item.path], target, digest, replaced, prove_text(text.unread)
        )
        if job:
            record_finished(job, run.session, item, line)

    def _write_output(self, finished: Finished, run: ScopeRun, name: str, job: Job | None) -> None:
        assert self._tree is not None
        assert finished.data is not None
        target = self._tree.place(output_name(finished.suffix, name))
        if not self._request.dry_run:
            record = record_archive if finished.item.archive else record_text
            record(run.session, finished, self._tree.shown(target), path_digest(target))
        digest = self._tree.write(target, finished.data)
        line = self._tree.list_released(
            self._ordinals[finished.ordinal_path or finished.item.path],
            target,
            digest,
            [describe(frame, item) for frame, item in finished.replacements],
            finished.verified,
        )
        if job and not finished.item.archive:
            record_finished(job, run.session, finished.item, line)

    def close(self) -> None:
        """Write the manifest."""
        if self._tree:
            for error in self._outcome.unsupported:
                self._count += 1
                self._tree.list_withheld(self._count, error.code, "not_supported")
            self._tree.finish()


def names_a_file(request: Request) -> bool:
    """Whether ``-o`` names the one output file: one input that is no folder, and a name with an ending."""
    output = request.output
    if output is None or len(request.paths) != 1 or output.is_dir():
        return False
    return (bool(output.suffix) or output.is_file()) and not Path(request.paths[0]).is_dir()


def write_as_named(request: Request) -> Settings:
    """Settings under which a picture is written in the format that the ending of ``-o FILE`` names.

    Raises:
        UsageProblem: ``output.format`` where ``--image-format`` asks for another one, or nothing writes it.
    """
    assert request.output is not None
    suffix = request.output.suffix.lower()
    if suffix in READ_ONLY_ENDINGS:
        raise UsageProblem("output.format", f"{suffix} pictures can only be read", "name a .png or .jpg")
    named = ENDINGS.get(suffix, "").lower()
    asked = request.settings.image_format
    if named and asked and asked != named:
        raise UsageProblem(
            "output.format",
            f"--image-format {asked} does not fit {request.output.name}",
            "leave one of them out",
        )
    return replace(request.settings, image_format=named or asked)


def find_misnaming(finished: Finished, target: Path) -> ViewError | None:
    """Why a picture cannot be written under its name: that format does not hold it, or is only read."""
    suffix = target.suffix.lower()
    if (
        finished.item.format != "image"
        or not suffix
        or output_name(finished.suffix, target.name) == target.name
    ):
        return None
    return ViewError(
        finished.item.path, "output.format", f"cannot be written as {suffix}", f"name it {finished.suffix}"
    )
