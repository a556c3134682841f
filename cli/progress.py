"""A progress bar on stderr, only on a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from shotveil.cli.streams import on_terminal

Item = TypeVar("Item")


def track(items: Iterable[Item], label: str, total: int) -> Iterator[Item]:
    """The items unchanged, with a bar while they pass when stderr is a terminal and there is more than one."""
    if not on_terminal() or total < 2:
        yield from items
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        SpinnerColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (SpinnerColumn(), TextColumn(label), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(label, total=total)
        for item in items:
            yield item
            progress.advance(task)
