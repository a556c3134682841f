"""The command line: commands, exit codes, and the one place where a fault becomes a line."""

from __future__ import annotations

import gc
import os
import sys
import warnings
from typing import Annotated

import typer

from shotveil.cli import (
    audit,
    cache,
    detect,
    doctor,
    models,
    ocr,
    render,
    repository,
    resolve,
    sanitize,
    session,
)
from shotveil.cli.exits import FAILED, INTERRUPTED
from shotveil.cli.guard import describe_fault
from shotveil.cli.streams import occupy_closed_descriptors, say
from shotveil.core.errors import ShotveilError

app = typer.Typer(
    name="shotveil",
    help="Make screenshots and transcripts safe to share, and keep a private way back. Everything stays local.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
for module in (ocr, detect, sanitize, render, resolve, audit, doctor):
    module.register(app)
for group in (session, repository, models, cache):
    app.add_typer(group.app)


def _print_version(value: bool) -> None:
    if value:
        from importlib.metadata import version

        typer.echo(f"shotveil {version('shotveil')}")
        raise typer.Exit


@app.callback()
def top(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and exit."),
    ] = False,
) -> None:
    """Options of the program itself."""


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
        code = app(args=arguments or ["--help"], standalone_mode=False)
    except ShotveilError as error:
        say(f"error: {error.line()}")
        return FAILED
    except (KeyboardInterrupt, typer.Abort):
        say("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return FAILED
    except SystemExit:  # the command line parser leaves so when the reader of a pipe is gone: no finding
        return FAILED
    except typer.Exit as stop:
        return stop.exit_code
    except Exception as fault:  # noqa: BLE001 - the last resort: one line, no traceback, no value
        return _explain(fault)
    if code == INTERRUPTED:  # the parser makes an interrupt a mere code
        say("interrupted")
    return code if isinstance(code, int) else 0


def _explain(fault: Exception) -> int:
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
