"""`shotveil resolve`: references back to values, strictly and locally."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from shotveil.cli import options


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("resolve", help="Restore issued references from the session alone.")(resolve)


def resolve(
    path: Annotated[str, typer.Argument(help="The text, JSON or JSONL file, or -.")] = "-",
    session: options.KnownSessions = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            parser=options.read_path,
            metavar="PATH",
            help="Write here instead of standard output.",
        ),
    ] = None,
    turn: Annotated[int | None, typer.Option(help="Only roots issued by this turn.")] = None,
    surface: Annotated[
        str,
        typer.Option(
            help="stored: each root's value; original: each place's own slice.", metavar="stored|original"
        ),
    ] = "stored",
    name: Annotated[
        str | None,
        typer.Option(
            parser=options.read_name,
            metavar="NAME",
            help="With --surface original: which one, where several originals gave equal bytes. With a folder "
            "of sessions: which of them.",
        ),
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit 1 when a reference stays unresolved.")
    ] = False,
    stream: Annotated[bool, typer.Option("--stream", help="Pass text on as it comes, for a pipe.")] = False,
    suggest: Annotated[bool, typer.Option("--suggest", help="Name near-misses on stderr.")] = False,
    repair: Annotated[
        bool,
        typer.Option("--repair", help="Restore near-misses that can mean only one root; each is reported."),
    ] = False,
    ocr: Annotated[bool, typer.Option("--ocr", help="With --repair: also O/0 and l/1.")] = False,
    as_format: options.As = None,
    key_file: options.KeyFile = None,
    config: options.Config = None,
) -> int:
    """Run the return path."""
    from shotveil.cli.pipeline.returning import ResolveRequest, run_resolve
    from shotveil.cli.streams import take_stdout

    request = ResolveRequest(
        path,
        session,
        output,
        turn,
        surface,
        name or "",
        strict,
        stream,
        suggest,
        repair,
        ocr,
        as_format,
        key_file,
        config,
    )
    return run_resolve(request, take_stdout())
