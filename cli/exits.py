"""Exit codes (DESIGN rule 2): 0 done, 1 found, 2 failed, 130 interrupted; 2 beats 1."""

from __future__ import annotations

DONE, FOUND, FAILED, INTERRUPTED = 0, 1, 2, 130


def combine(*, failed: bool, found: bool, exit_zero: bool = False) -> int:
    """The code of a finished run; ``exit_zero`` hides a finding, never a failure."""
    if failed:
        return FAILED
    return FOUND if found and not exit_zero else DONE
