"""The command line: exit codes, and the one place where a fault becomes a line.

Light to import, so that an interrupt finds ``run`` at work: the commands are imported inside it.
"""

from __future__ import annotations

import gc
import os
import sys
import warnings

from shotveil.cli.exits import FAILED, INTERRUPTED
from shotveil.cli.streams import occupy_closed_descriptors, say

COLLECT_AFTER = 200_000
"""Records made between two looks for cycles: a run makes many and hardly a cycle."""


def main() -> None:
    """Run a command; every outcome is an exit code of cli/exits.py, never a traceback."""
    gc.set_threshold(COLLECT_AFTER, 50, 100)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # no sums that gain by more; each costs memory at once
    silence_libraries()
    occupy_closed_descriptors()
    sys.exit(run(sys.argv[1:]))


def silence_libraries() -> None:
    """Warnings of libraries, here and in workers: they quote files and places in code, and name no fix."""
    if not sys.warnoptions:
        warnings.simplefilter("ignore")
        os.environ.setdefault("PYTHONWARNINGS", "ignore")


def run(arguments: list[str]) -> int:
    """The exit code of one invocation."""
    try:
        return _invoke(arguments)
    except KeyboardInterrupt:
        say("interrupted")
        return INTERRUPTED


def _invoke(arguments: list[str]) -> int:
    import typer

    from shotveil.cli.commands import app
    from shotveil.core.errors import ShotveilError

    try:
        code = app(args=arguments or ["--help"], standalone_mode=False)
    except ShotveilError as error:
        say(f"error: {error.line()}")
        return FAILED
    except typer.Abort:
        raise KeyboardInterrupt from None
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return FAILED
    except SystemExit:  # the command line parser leaves so when the reader of a pipe is gone: no finding
        return FAILED
    except typer.Exit as stop:
        return stop.exit_code
    except Exception as fault:  # noqa: BLE001 - the last resort: one line, no traceback, no value
        if _was_interrupted(fault):
            raise KeyboardInterrupt from None
        return _explain(fault)
    if code == INTERRUPTED:  # the parser makes an interrupt a mere code
        raise KeyboardInterrupt
    return code if isinstance(code, int) else 0


def _was_interrupted(fault: BaseException | None) -> bool:
    """Whether an interrupt is behind a fault: modules in C make an import error of it."""
    while fault is not None and not isinstance(fault, KeyboardInterrupt):
        fault = fault.__cause__ or fault.__context__
    return fault is not None


def _explain(fault: Exception) -> int:
    from shotveil.cli.guard import describe_fault

    shown = getattr(fault, "format_message", None)
    if callable(shown):  # a usage error of the command line parser; it quotes only what was typed
        say(f"error: {shown()}")
        context = getattr(fault, "ctx", None)
        say(f"see `{context.command_path if context else 'shotveil'} --help`")
        return FAILED
    error = describe_fault("", fault)
    say(f"error: {error.message}")
    return FAILED


if __name__ == "__main__":
    main()
