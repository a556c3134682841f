"""Picture work in order, here or in worker processes, never more of it at once than asked."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from shotveil.core.records import ViewError

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

Task = TypeVar("Task")
Result = TypeVar("Result")


@contextmanager
def open_pool(jobs: int) -> Iterator[Executor | None]:
    """Worker processes for ``jobs`` over one, else None: work then happens in this process.

    Workers are started afresh (spawn): engines do not survive a fork, and every platform behaves alike.
    """
    if jobs <= 1:
        yield None
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    pool = ProcessPoolExecutor(max_workers=jobs, mp_context=get_context("spawn"))
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def map_in_order(
    work: Callable[[Task], Result], tasks: Iterable[Task], pool: Executor | None, window: int
) -> Iterator[Result | ViewError]:
    """``work`` over tasks, results in task order, at most ``window`` tasks ahead (flat memory)."""
    if pool is None:
        for task in tasks:
            yield work(task)
        return
    waiting: deque[Future[Any]] = deque()
    for task in tasks:
        waiting.append(_submit(pool, work, task))
        if len(waiting) > window:
            yield _take(waiting.popleft())
    while waiting:
        yield _take(waiting.popleft())


def _submit(pool: Executor, work: Callable[[Task], Result], task: Task) -> Future[Any]:
    """A task's future; one that has failed already where a worker died and took the pool with it."""
    from concurrent.futures import Future
    from concurrent.futures.process import BrokenProcessPool

    try:
        return pool.submit(work, task)
    except BrokenProcessPool as fault:
        failed: Future[Any] = Future()
        failed.set_exception(fault)
        return failed


def _take(future: Future[Any]) -> Any:
    fault = future.exception()
    if fault is None:
        return future.result()
    from concurrent.futures.process import BrokenProcessPool

    if isinstance(fault, BrokenProcessPool):
        return ViewError(
            "", "engine.crashed", "the reading engine crashed", "try --jobs 1 or another --backend"
        )
    if isinstance(fault, Exception):
        from shotveil.cli.guard import describe_fault

        return describe_fault("", fault)
    raise fault
