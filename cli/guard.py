"""Fail closed, view by view: whatever goes wrong inside becomes one error record, never a release."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import TracebackType

from shotveil.core.errors import ShotveilError, UsageProblem
from shotveil.core.records import ViewError


@dataclass(slots=True)
class InputGuard:
    """Context that turns any failure inside it into ``error`` (an engine crash, no memory, a full disk).

    Usage problems, a broken installation, interrupts and exits pass through: they concern the whole run.
    """

    path: str
    error: ViewError | None = field(default=None, init=False)

    def __enter__(self) -> InputGuard:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if fault is None or isinstance(fault, UsageProblem | ImportError) or not isinstance(fault, Exception):
            return False
        self.error = describe_fault(self.path, fault)
        return True


def describe_fault(path: str, fault: BaseException) -> ViewError:
    """An error record for a failed input; the text of foreign exceptions may quote values and is left out."""
    if isinstance(fault, ShotveilError):
        return ViewError(path, fault.code, fault.message, fault.hint)
    if isinstance(fault, MemoryError):
        return ViewError(path, "internal.memory", "not enough memory")
    if isinstance(fault, OSError):
        return ViewError(path, "input.unreadable", fault.strerror or type(fault).__name__)
    trace, place = fault.__traceback__, ""
    while trace is not None:
        place = f"{trace.tb_frame.f_code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno}"
        trace = trace.tb_next
    return ViewError(path, "internal.fault", f"internal fault {type(fault).__name__} at {place}")
