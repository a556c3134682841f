"""`shotveil cache`: the sealed OCR cache."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(name="cache", help="The sealed OCR cache.", rich_markup_mode=None)


@app.callback()
def group() -> None:
    """Commands over a cache folder."""


@app.command("clear")
def clear(folder: Annotated[Path, typer.Argument(help="Cache folder.", show_default=False)]) -> int:
    """Delete every entry of a cache folder; nothing else in it is touched."""
    from shotveil.cli.pipeline.machine import clear_cache

    return clear_cache(folder)
