"""Every command of the program, in the order of its help."""

from __future__ import annotations

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
