"""`shotveil doctor`: what works on this machine."""

from __future__ import annotations

from typing import Annotated

import typer

from shotveil.cli import options


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("doctor", help="Show which readers, models, languages and fonts work here.")(doctor)


def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="As one JSON document.")] = False,
    backend: options.Backend = None,
    model: options.Model = None,
    config: options.Config = None,
) -> int:
    """Examine the machine; exit 2 when the chosen backend cannot run."""
    from shotveil.cli.pipeline.machine import run_doctor
    from shotveil.cli.streams import take_stdout

    return run_doctor(options.chosen(backend=backend, model=model), config, as_json, take_stdout())
